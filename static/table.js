/* The table screen's keys. Space pause or resume, U undo, Shift+U redo, / search, Esc back, 1 to 9 a bid and P a
   pass for the seat on turn, A away. A number is sent after a short wait, so that 12 can be typed; Esc takes it back. */
(function () {
  'use strict';
  var doc = document, WAIT = 700, typed = '', wait = 0;
  function id(name) { return doc.getElementById(name) }
  function hot(key) { return doc.querySelector('[data-hot="' + key + '"]') }
  function press(key) { var el = hot(key); if (el && !el.disabled) el.click(); return !!el }
  function writing(el) { return el && /^(INPUT|TEXTAREA|SELECT)$/.test(el.tagName) && el.type !== 'radio' && el.type !== 'checkbox' }

  function forget() { clearTimeout(wait); typed = ''; var box = id('pad-amount'); if (box) box.touched = false }
  function send() { var box = id('pad-amount'), form = box && box.form; typed = ''; clearTimeout(wait); if (form) { box.touched = false; form.requestSubmit() } }
  function number(key) {
    var box = id('pad-amount');
    if (!box || (key === '0' && !typed)) return false;
    typed += key; box.value = typed; box.touched = true;
    clearTimeout(wait); wait = setTimeout(send, WAIT);
    return true;
  }
  function escape(el) {
    var menus = doc.querySelectorAll('details.menu[open]');
    if (typed) return forget();
    if (menus.length) return menus.forEach(function (m) { m.open = false; m.querySelector('summary').focus() });
    if (writing(el)) return el.blur();
    press('Esc');
  }
  doc.addEventListener('keydown', function (e) {
    var el = doc.activeElement, key = e.key, done = false;
    if (e.ctrlKey || e.metaKey || e.altKey || e.repeat) return;
    if (key === 'Escape') return escape(el);
    if (writing(el)) return;
    if (key === ' ') { if (!el.matches('button:focus-visible, summary:focus-visible, a:focus-visible')) done = press('Space') }
    else if (key === 'U' || (key === 'u' && e.shiftKey)) done = press('Shift+U');
    else if (key === 'u') done = press('U');
    else if (key === 'p' || key === 'P') done = press('P');
    else if (key === 'a' || key === 'A') done = press('A');
    else if (key === '/') { if (id('ask')) { id('ask').focus(); id('ask').select(); done = true } }
    else if (key === 'Enter' && typed) { send(); done = true }
    else if (/^[0-9]$/.test(key)) done = number(key);
    if (done) e.preventDefault();
  });
})();
