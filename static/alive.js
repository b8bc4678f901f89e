/* The stream of a page is htmx's own (hx-sse); what it does not notice is noticed here: a first connection that is
   refused, a server that falls silent, a page that was loaded hidden, and a way on which what is packed never arrives.
   While nothing was heard for 4.5 s, two beats and a half, the page says so and fetches itself every 2 s; while no answer
   comes either it is cut off: its clocks stand and its buttons are off. A phone put away lets its stream go.
   Each beat says the program's time. From the quickest of the last ones a tap knows when it was made on that clock, and
   the program refuses what was under way longer than the page waits for it. */
(function () {
  'use strict';
  var SILENT = 4500, POLL = 2000, AGAIN = 4000, MISSED = 2000, WAKING = 1500, BEATS = 5, doc = document, wire = doc.getElementById('wire'), sign = doc.getElementById('lost');
  var stream = null, request = null, heard = now(), answered = heard, looked = heard, tried = 0, timer = 0, cut = false, beats = [], anew = true;
  function now() { return performance.now() }
  function shown() { var at = doc.getElementById('now'); return at ? at.dataset.version : '' }
  function silent(since) { return now() - since > SILENT }
  function lost() { return silent(heard) }
  function asleep() { return doc.hidden && htmx.config.sse.pauseOnBackground }
  function look() { looked = now(); htmx.trigger(doc.body, 'look') }
  function missing() { heard = Math.min(heard, now() - SILENT + MISSED); watch() }
  function watch() { clearTimeout(timer); timer = asleep() ? 0 : setTimeout(check, lost() ? 500 : Math.max(20, heard + SILENT + 20 - now())) }
  /* The word stands in a line of its own and moves what is below it: what comes under a finger by that is not pressed. */
  function say() {
    var off = silent(Math.max(heard, answered));
    if (sign.hidden === !lost() && off === cut) return;
    guard.before();
    sign.hidden = !lost();
    doc.documentElement.classList.toggle('is-cut', off);
    guard.after();
    if (off === cut) return;
    cut = off;
    doc.dispatchEvent(new CustomEvent('cut', { detail: cut }));
  }
  function check() {
    var mute = stream && stream.reader && heard < tried && !/[?&]plain/.test(request.action);
    if (lost() && now() - tried > AGAIN) {
      if (mute) request.action += (request.action.indexOf('?') < 0 ? '?' : '&') + 'plain';
      tried = now();
      if (stream && stream.reader) stream.reader.cancel(); else htmx.trigger(wire, 'again');
    }
    say();
    if (lost() && now() - looked > POLL - 50) look();
    watch();
  }
  function wake(e) {
    if (!asleep()) heard = Math.max(heard, now() - SILENT + WAKING);  // one that slept has to be told first
    watch();
    if (!asleep()) htmx.trigger(wire, 'again');  // nothing, where htmx has its stream
    if (!doc.hidden && e.persisted !== false && now() - looked > 60) look();  // a page that was only loaded has just been fetched
  }
  function beat(time) {
    if (anew) beats = [];
    anew = false;
    if (time > 0) beats.push(time - now());
    if (beats.length > BEATS) beats.shift();
  }
  function answer(el, detail) {
    var date = Date.parse(detail.ctx.response.headers.get('Date'));
    answered = now();
    if (!beats.length && date) beats.push(date - answered);  // where no stream comes through
    if (cut) say();
  }
  htmx.registerExtension('alive', {
    htmx_config_request: function (el, detail) {
      if (el !== wire) return;
      request = detail.ctx.request;
      if (shown()) request.headers['Last-Event-ID'] = shown();
      return !asleep();
    },
    htmx_after_request: answer,
    htmx_sse_before_connection: function (el, detail) {
      stream = detail.connection; stream.lastEventId = shown(); tried = now(); anew = true;
      if (stream.attempt) missing(); else return !asleep();  // put away while it was connecting
    },
    htmx_sse_before_message: function (el, detail) {
      var message = detail.message;
      heard = now();
      if (message.event === 'beat') beat(+message.data);
      if (!sign.hidden) say();
      if (asleep() && stream.reader) stream.reader.cancel();
      return message.event !== 'beat';
    },
    htmx_sse_error: missing,
    htmx_error: function (el) { if (el === wire) missing() },
    htmx_response_error: function (el) { if (el === wire) missing() }
  });
  window.alive = {
    cut: function () { return cut },
    time: function () { return beats.length ? Math.round(Math.max.apply(null, beats) + now()) : '' }  // the program's, in ms
  };
  watch();
  doc.addEventListener('visibilitychange', wake);
  ['pageshow', 'focus', 'online'].forEach(function (name) { addEventListener(name, wake) });
})();
