/* Countdowns. The server says how many milliseconds are left; a screen anchors them to its own steady clock and only
   draws: the digit (rounded up), the fuse, the amber oval for the last three. Nothing here decides. It wakes when the
   next digit is due, and not at all where no clock runs, nobody looks or the page is cut off; a screen with sounds counts
   on unseen. */
(function () {
  'use strict';
  var doc = document, SPOKEN = [30, 10, 3, 0], STEPS = 40, clocks = [], timer = 0, cut = false;
  function anchor(base, fresh) {
    clocks = Array.prototype.map.call(doc.querySelectorAll('[data-left-ms]'), function (el) {
      var old = clocks.filter(function (c) { return c.el === el })[0];
      return { el: el, left: +el.dataset.leftMs, total: +el.dataset.totalMs, on: el.dataset.clock === 'running',
        base: old && fresh && !fresh.some(function (one) { return one.contains(el) }) ? old.base : base, main: el.id === 'clock', shown: null, last: old ? old.last : null };
    });
    draw();
  }
  function fuse(clock, seconds) {
    var percent = (Math.ceil(Math.max(0, Math.min(1, seconds * 1000 / clock.total)) * STEPS) * 100 / STEPS).toFixed(1);
    doc.querySelectorAll('.gauge-clock, .rim-left, .is-calm .oval').forEach(function (el) {
      if (el.style.getPropertyValue('--left') === percent) return;
      el.style.setProperty('--left', percent);
      if (el.dataset.at && percent < 100) el.style.setProperty('--at', el.dataset.at);  // a full ring begins anywhere
    });
  }
  function speak(clock, seconds) {
    var box = doc.getElementById('spoken');
    if (!box || clock.last === null || seconds >= clock.last) return;
    SPOKEN.forEach(function (n) {
      if (seconds <= n && clock.last > n && clock.total > n * 1000) box.textContent = n ? worded('{n} seconds', n) : worded('Time');
    });
  }
  function digit(clock) { return clock.el.querySelector('b') || clock.el }
  function draw() {
    var next = Infinity;
    clearTimeout(timer);
    if (cut) return clocks.forEach(function (clock) { clock.shown = null; digit(clock).textContent = '–' });
    if (doc.visibilityState === 'hidden' && !doc.getElementById('sounds')) return;
    clocks.forEach(function (clock) {
      var left = clock.on ? clock.left - (performance.now() - clock.base) : clock.left;
      var seconds = Math.max(0, Math.ceil(left / 1000));
      if (clock.on && seconds) next = Math.min(next, left - (seconds - 1) * 1000);
      if (clock.main) {
        var stage = clock.el.closest('.stage');
        if (stage) stage.classList.toggle('is-last3', clock.on && seconds <= 3 && !stage.classList.contains('is-calm'));
      }
      if (seconds === clock.shown || (!clock.on && clock.shown !== null)) return;
      clock.shown = seconds;
      if (clock.el.dataset.clock === 'off') return;
      var box = digit(clock);
      if (box.textContent.trim() !== String(seconds)) box.textContent = seconds;
      if (!clock.main) return;
      fuse(clock, seconds);
      if (!clock.on) return;
      speak(clock, seconds);
      if (clock.last !== null && seconds < clock.last) doc.dispatchEvent(new CustomEvent('second', { detail: seconds }));
      clock.last = seconds;
    });
    if (next < Infinity) timer = setTimeout(draw, next + 1);
  }
  var trip = performance.getEntriesByType && performance.getEntriesByType('navigation')[0];
  anchor(trip && trip.responseStart ? trip.responseStart : performance.now());
  doc.addEventListener('looked', function (e) { anchor(performance.now(), e.detail) });
  doc.addEventListener('visibilitychange', draw);
  doc.addEventListener('cut', function (e) { cut = e.detail; draw() });  // a screen that is cut off knows no time
})();
