/* The table screen's sounds; phones are silent, always. Sound is on unless somebody turned it off here, and begins with
   the first tap or key, since no browser lets it begin by itself: a knock at each new turn, a tick at 3, 2, 1 and a bell at
   zero, all made on the spot and shorter than 400 ms. Loudness and whether the countdown is spoken (by the browser's own
   voice) are kept on this screen. */
(function () {
  'use strict';
  var doc = document, audio = null, turn = '', SPOKEN = [30, 10, 5, 3, 2, 1];
  function id(name) { return doc.getElementById(name) }
  function kept(key, otherwise) { try { return localStorage.getItem(key) || otherwise } catch (e) { return otherwise } }
  function keep(key, value) { try { localStorage.setItem(key, value) } catch (e) { /* private mode */ } }
  function loudness() { return +kept('volume', '7') / 10 }
  function on() { return !!audio && audio.state === 'running' }
  function wanted() { return kept('sound', 'on') === 'on' }
  function talks() { return kept('speak', '') === 'on' && 'speechSynthesis' in window }

  function tone(from, to, seconds, shape, loud) {
    if (!on() || !loudness()) return;
    var t = audio.currentTime, wave = audio.createOscillator(), gain = audio.createGain();
    wave.type = shape; wave.frequency.setValueAtTime(from, t); wave.frequency.exponentialRampToValueAtTime(to, t + seconds);
    gain.gain.setValueAtTime(0.0001, t); gain.gain.exponentialRampToValueAtTime(loud * loudness(), t + 0.005);
    gain.gain.exponentialRampToValueAtTime(0.0001, t + seconds);
    wave.connect(gain); gain.connect(audio.destination); wave.start(t); wave.stop(t + seconds + 0.02);
  }
  function knock() { tone(220, 90, 0.12, 'triangle', 0.7); tone(900, 300, 0.03, 'sine', 0.2) }
  function tick() { tone(1400, 1200, 0.05, 'sine', 0.35) }
  function bell() { tone(196, 190, 0.38, 'sine', 0.7); tone(392, 388, 0.3, 'sine', 0.3) }
  function speak(words) {
    if (!on() || !talks() || !loudness()) return;
    var said = new SpeechSynthesisUtterance(words);
    said.lang = doc.documentElement.lang; said.rate = 1.1; said.volume = loudness();
    speechSynthesis.cancel(); speechSynthesis.speak(said);
  }

  function write(box, words, on) {
    if (box.textContent !== words) box.textContent = words;
    if (on !== undefined && box.getAttribute('aria-pressed') !== String(on)) box.setAttribute('aria-pressed', on);
  }
  function label() {
    var menu = id('sounds'), button = id('sound'), voice = id('speak'), box = id('volume');
    if (!menu) return;
    write(menu.querySelector('summary span'), on() ? worded('Sound on') : wanted() ? worded('Sound: tap once') : worded('Sound off'));
    write(button, on() ? worded('Turn sound off') : worded('Enable sound'), on());
    write(voice, voice.textContent, talks());
    if (!('speechSynthesis' in window)) voice.hidden = true;
    if (doc.activeElement !== box) box.value = kept('volume', '7');
  }
  function start(then) {
    var Make = window.AudioContext || window.webkitAudioContext;
    if (!Make) return;
    audio = audio || new Make();
    audio.resume().then(function () { label(); then() });
  }
  doc.addEventListener('click', function (e) {
    var button = e.target.closest && e.target.closest('#sounds button');
    if (!button) return;
    if (button.id === 'sound') keep('sound', on() ? 'off' : 'on');
    if (button.id === 'sound' && on()) { if (talks()) speechSynthesis.cancel(); audio.suspend().then(label) }
    else if (button.id === 'speak') { keep('speak', talks() ? '' : 'on'); label(); if (talks()) start(function () { speak(worded('Ten seconds')) }) }
    else start(knock);
  });
  ['click', 'keydown'].forEach(function (name) {
    doc.addEventListener(name, function (e) {
      var menu = e.target.closest && e.target.closest('#sounds .menu-box');
      if (e.isTrusted && !menu && !audio && wanted()) start(function () { /* it only begins */ });
    });
  });
  doc.addEventListener('change', function (e) {
    if (e.target.id === 'volume') { keep('volume', e.target.value); if (on()) knock() }
  });
  doc.addEventListener('second', function (e) {
    var calm = doc.querySelector('.is-calm'), left = e.detail;
    if (left === 0) { bell(); speak(worded('Time')) }
    else {
      if (left <= 3 && !calm) tick();
      if (SPOKEN.indexOf(left) >= 0 && !(calm && left < 10)) speak(left > 5 ? worded('{n} seconds', left) : String(left));
    }
  });
  doc.addEventListener('looked', function () {
    var page = id('look'), next = id('now') ? id('now').dataset.onTurn : '', status = id('status');
    if (next !== turn && page && page.dataset.mode === 'auction') { knock(); if (status) speak(status.textContent) }
    turn = next;
    label();
  });
  turn = id('now') ? id('now').dataset.onTurn : '';
  label();
})();
