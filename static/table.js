/* The table screen's keys and sounds. Space pause or resume, U undo, Shift+U redo, / search, Esc back, 1 to 9 a bid and P a
   pass for the seat on turn, A away. A number is sent after a short wait, so that 12 can be typed; Esc takes it back.
   Sound comes from here only, behind one button that plays a test tone: a knock at each new turn, a tick at 3, 2, 1 and a
   bell at zero, all made on the spot and shorter than 400 ms. */
(function () {
  'use strict';
  var doc = document, WAIT = 700, typed = '', wait = 0, audio = null, turn = '';
  function id(name) { return doc.getElementById(name) }
  function hot(key) { return doc.querySelector('#look [data-hot="' + key + '"]') }
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

  /* ---- sound ---- */
  function tone(from, to, seconds, shape, loud) {
    if (!audio || audio.state !== 'running') return;
    var t = audio.currentTime, wave = audio.createOscillator(), gain = audio.createGain();
    wave.type = shape; wave.frequency.setValueAtTime(from, t); wave.frequency.exponentialRampToValueAtTime(to, t + seconds);
    gain.gain.setValueAtTime(0.0001, t); gain.gain.exponentialRampToValueAtTime(loud, t + 0.005);
    gain.gain.exponentialRampToValueAtTime(0.0001, t + seconds);
    wave.connect(gain); gain.connect(audio.destination); wave.start(t); wave.stop(t + seconds + 0.02);
  }
  function knock() { tone(220, 90, 0.12, 'triangle', 0.5); tone(900, 300, 0.03, 'sine', 0.15) }
  function tick() { tone(1400, 1200, 0.05, 'sine', 0.25) }
  function bell() { tone(196, 190, 0.38, 'sine', 0.5); tone(392, 388, 0.3, 'sine', 0.2) }
  function label() {
    var button = id('sound'), on = !!audio && audio.state === 'running';
    if (!button) return;
    button.setAttribute('aria-pressed', String(on));
    button.querySelector('span').textContent = on ? 'Sound on' : 'Enable sound';
  }
  doc.addEventListener('click', function (e) {
    if (!e.target.closest || !e.target.closest('#sound')) return;
    var Make = window.AudioContext || window.webkitAudioContext;
    if (!Make) return;
    if (audio && audio.state === 'running') { audio.suspend().then(label); return }
    audio = audio || new Make();
    audio.resume().then(function () { label(); knock() });
  });
  doc.addEventListener('second', function (e) {
    var calm = doc.querySelector('.is-calm');
    if (e.detail === 0) bell(); else if (e.detail <= 3 && !calm) tick();
  });
  doc.addEventListener('looked', function () {
    var page = id('look'), next = page ? page.dataset.turn : '';
    if (next !== turn && page && page.dataset.mode === 'auction') knock();
    turn = next;
    label();
  });
  turn = id('look') ? id('look').dataset.turn : '';
})();
