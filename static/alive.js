/* The stream of a page is htmx's own (hx-sse); what it does not notice is noticed here: a first connection that is
   refused, a server that falls silent, a page that was loaded hidden, and a way on which what is packed never arrives.
   While nothing was heard for 12 s the page says so, and fetches itself every 2 s. A phone put away lets its stream go. */
(function () {
  'use strict';
  var SILENT = 12000, POLL = 2000, AGAIN = 4000, MISSED = 2000, doc = document, wire = doc.getElementById('wire'), sign = doc.getElementById('lost');
  var stream = null, request = null, heard = now(), looked = heard, tried = 0, timer = 0;
  function now() { return performance.now() }
  function shown() { var at = doc.getElementById('now'); return at ? at.dataset.version : '' }
  function lost() { return now() - heard > SILENT }
  function asleep() { return doc.hidden && htmx.config.sse.pauseOnBackground }
  function look() { looked = now(); htmx.trigger(doc.body, 'look') }
  function missing() { heard = Math.min(heard, now() - SILENT + MISSED); watch() }
  function watch() { clearTimeout(timer); timer = asleep() ? 0 : setTimeout(check, lost() ? 500 : Math.max(20, heard + SILENT + 20 - now())) }
  function check() {
    var mute = stream && stream.reader && heard < tried && !/[?&]plain/.test(request.action);
    if (lost() && now() - tried > AGAIN) {
      if (mute) request.action += (request.action.indexOf('?') < 0 ? '?' : '&') + 'plain';
      tried = now();
      if (stream && stream.reader) stream.reader.cancel(); else htmx.trigger(wire, 'again');
    }
    if (sign.hidden === lost()) sign.hidden = !lost();
    if (lost() && now() - looked > POLL - 50) look();
    watch();
  }
  function wake(e) {
    watch();
    if (!asleep()) htmx.trigger(wire, 'again');  // nothing, where htmx has its stream
    if (!doc.hidden && e.persisted !== false && now() - looked > 60) look();  // a page that was only loaded has just been fetched
  }
  htmx.registerExtension('alive', {
    htmx_config_request: function (el, detail) {
      if (el !== wire) return;
      request = detail.ctx.request;
      if (shown()) request.headers['Last-Event-ID'] = shown();
      return !asleep();
    },
    htmx_sse_before_connection: function (el, detail) {
      stream = detail.connection; stream.lastEventId = shown(); tried = now();
      if (stream.attempt) missing(); else return !asleep();  // put away while it was connecting
    },
    htmx_sse_before_message: function (el, detail) {
      heard = now();
      if (!sign.hidden) sign.hidden = true;
      if (asleep() && stream.reader) stream.reader.cancel();
      return detail.message.event !== 'beat';
    },
    htmx_sse_error: missing,
    htmx_error: function (el) { if (el === wire) missing() },
    htmx_response_error: function (el) { if (el === wire) missing() }
  });
  watch();
  doc.addEventListener('visibilitychange', wake);
  ['pageshow', 'focus', 'online'].forEach(function (name) { addEventListener(name, wake) });
})();
