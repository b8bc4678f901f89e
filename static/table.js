/* The table screen's keys. Space pause or resume, U undo, Shift+U redo, / search, Esc back, 1 to 9 a bid and P a
   pass for the seat on turn, A away. A number is sent after a short wait, so that 12 can be typed; Esc takes it back.
   Keys are the page's: Space presses a button only after a Tab to it. A key counts for what stood
   there when it was typed, and never for the seat that comes next. */
(function () {
  'use strict';
  var doc = document, WAIT = 700, typed = '', typedFor = '', wait = 0, walked = false, ours = false;
  function id(name) { return doc.getElementById(name) }
  function hot(key) { return doc.querySelector('[data-hot="' + key + '"]') }
  function calm(key) { var yes = guard.calmKey(key); if (!yes) guard.say(worded('That just changed. Press again.')); return yes }
  function press(key) { var el = hot(key); if (el && !el.disabled && calm(key)) el.click(); return !!el }
  function writing(el) { return el && /^(INPUT|TEXTAREA|SELECT)$/.test(el.tagName) && el.type !== 'radio' && el.type !== 'checkbox' }

  function owner(box) { return box && box.form ? box.form.elements['for'].value : '' }
  function forget() { clearTimeout(wait); typed = '' }
  function drop() { forget(); var box = id('pad-amount'); if (box) box.value = box.defaultValue }
  function send() {
    var box = id('pad-amount'), mine = box && owner(box) === typedFor;
    forget();
    if (!mine) { drop(); guard.say(worded('It is another seat\'s turn. Type the bid again.')) }
    else if (box.checkValidity()) box.form.requestSubmit();
    else { guard.say(worded('The lowest bid is {n}.', box.min)); box.value = box.min }
  }
  function number(key) {
    var box = id('pad-amount');
    if (!box || (key === '0' && !typed)) return false;
    if (!typed && !calm('P')) return true;
    if (!typed) typedFor = owner(box);
    typed += key; box.value = typed;
    clearTimeout(wait); wait = setTimeout(send, WAIT);
    return true;
  }
  /* A bid that is typed and not sent comes first. */
  function after(key) {
    if (!typed) return press(key);
    guard.say(worded('Bid {n} first: Enter makes it, Esc drops it.', typed));
    return true;
  }
  function space(el) {
    var button = el.matches('button, summary, a'), native = walked && button;
    if (native) { walked = false; return false }
    if (typed) drop();
    press('Space');
    return button || hot('Space');
  }
  function escape(el) {
    var menus = doc.querySelectorAll('details.menu[open]');
    if (typed) return drop();
    if (menus.length) return menus.forEach(function (m) { m.open = false; m.querySelector('summary').focus() });
    if (writing(el)) return el.blur();
    press('Esc');
  }
  doc.addEventListener('keydown', function (e) {
    var el = doc.activeElement, key = e.key, done = false;
    if (key === 'Tab') walked = true; else if (key === 'Enter') walked = false;
    if (key === ' ') ours = false;
    if (e.ctrlKey || e.metaKey || e.altKey || e.repeat || el.closest('dialog')) return;
    if (key === 'Escape') return escape(el);
    if (writing(el)) return;
    if (key === ' ') done = ours = !!space(el);
    else if (key === 'U' || (key === 'u' && e.shiftKey)) done = after('Shift+U');
    else if (key === 'u') done = after('U');
    else if (key === 'p' || key === 'P') done = after('P');
    else if (key === 'a' || key === 'A') done = after('A');
    else if (key === '/') { if (id('ask')) { id('ask').focus(); id('ask').select(); done = true } }
    else if (key === 'Enter' && typed) { send(); done = true }
    else if (/^[0-9]$/.test(key)) done = number(key);
    if (done) e.preventDefault();
  });
  doc.addEventListener('keyup', function (e) { if (e.key === ' ' && ours) e.preventDefault() });
  doc.addEventListener('pointerdown', function () { walked = false });

  /* The table screen does not go dark while nobody touches it; a browser grants that on the laptop's own address. */
  function stayAwake() {
    if (navigator.wakeLock && doc.visibilityState === 'visible') navigator.wakeLock.request('screen').catch(function () { /* low battery */ });
  }
  doc.addEventListener('visibilitychange', stayAwake);
  stayAwake();
  doc.querySelectorAll('.rail [aria-current]').forEach(function (step) {
    step.parentNode.scrollLeft = step.offsetLeft - step.parentNode.offsetLeft - 80;
  });
})();
