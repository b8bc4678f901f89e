/* What htmx leaves to a live page. A tap counts once: its key is the version of the page that it was made on, and what
   is tapped again meanwhile is not sent. It shows at once that it was pressed. A page never gives way to an older one
   that was longer under way. What is typed outlives an update as long as its form asks the same. After each update the
   document hears "looked", with the elements that came anew; after each answer "tapped". */
(function () {
  'use strict';
  var doc = document, AGAIN = 2000, LATER = 400;
  var page = Math.random().toString(36).slice(2), news = 0, fading = 0;  // the mark of this page, by which its stream is known
  function id(name) { return doc.getElementById(name) }
  function now() { return performance.now() }
  function tell(name, detail) { doc.dispatchEvent(new CustomEvent(name, { detail: detail })) }
  function say(text) {
    var note = doc.createElement('p');
    note.className = 'note'; note.textContent = text;
    id('notice').replaceChildren(note); fade();
  }
  function fade() { clearTimeout(fading); fading = setTimeout(function () { id('notice').textContent = '' }, 9000) }

  /* ---- taps ---- */
  function said(form, by) {
    var data = new FormData(form);
    data.delete('key');
    if (by && by.name) data.append(by.name, by.value);
    return new URLSearchParams(data).toString();
  }
  function tap(form, request) {
    var by = request.submitter, words = said(form, by), last = form.sent;
    if (last && last.words === words && now() - last.at < AGAIN) return null;
    if (window.alive && alive.cut()) { say(worded('No connection, so nothing was sent.')); return null }
    if (id('now')) request.body.set('key', id('now').dataset.version);  // each other page brings its key with its forms
    if (last) release(form);
    form.sent = { words: words, at: now(), fields: said(form), filled: filled(form), button: by || form.querySelector('button:not([type=button])') };
    form.sent.button.isSent = true;
    form.sent.button.setAttribute('aria-busy', 'true');
    return form.sent;
  }
  function release(form) { var button = form.sent.button; form.sent = null; button.isSent = false; button.removeAttribute('aria-busy') }
  function answered(form, ctx) {
    var ok = ctx.response.status < 400, behind = ctx.response.headers.get('X-Behind') === 'shield';
    var menu = form.closest('details.menu'), question = form.closest('details.asks');
    if (ok && !behind) {
      if (ctx.tap.filled && said(form) === ctx.tap.fields) form.reset();  // what was typed since stays
      id('notice').textContent = '';
      if (question) question.open = false;
      if (menu) { if (menu.contains(doc.activeElement)) menu.querySelector('summary').focus(); menu.open = false }
      if (ctx.response.status === 204) setTimeout(function () { if (news < ctx.tap.at || ctx.tap.filled) look() }, ctx.tap.filled ? 0 : LATER);
    } else if (behind && !form.closest('#secret')) say(worded('The answer is behind your shield.'));
    ctx.told = { form: form, by: ctx.tap.button, ok: ok && !behind, behind: behind };
  }

  /* ---- what comes ---- */
  function version(at) { return at ? at.dataset.version.split('.') : [] }
  function old(at) { var mine = version(id('now')), its = version(at); return its.length > 1 && its[0] === mine[0] && +its[1] < +mine[1] }
  function look() { htmx.trigger(doc.body, 'look') }
  function before() {
    var settle = window.keptFocus ? keptFocus() : null;
    guard.before();
    return function (menu) {
      if (menu) guard.opened(menu);
      if (settle) settle();
      guard.after();
    };
  }
  function wire(el) {
    el.querySelectorAll('[hx-get]').forEach(function (one) { if (!one.isWired) htmx.process(one) });
    if (el.matches('[hx-get]') && !el.isWired) htmx.process(el);
    return el;
  }
  /* What comes is merged at once, without the document, classes, events and settling that htmx gives what it swaps: each
     element takes the place of the one with its id. An empty <hx-partial> in a page says that this region stays; false is
     told where one is not there. */
  function put(come) {
    var parts = Array.from(come.querySelectorAll('hx-partial')), there = parts.every(function (one) { return one.stays = id(one.id) });
    var at = come.querySelector('[data-version]'), fresh, settle;
    if (old(at) || !there) return there;
    settle = before();
    fresh = Array.from(come.children, function (one) {
      one = one.stays ? one.firstElementChild : one;
      return wire(merging.one(id(one.id), one));
    });
    parts.forEach(function (one) { if (one.isConnected) one.replaceWith(one.stays) });  // in what is new around it
    settle();
    if (at && doc.title !== at.dataset.title) doc.title = at.dataset.title;
    if (at || !id('now')) tell('looked', fresh);
    return true;
  }
  htmx.registerExtension('live', {
    htmx_before_init: function (el) { var at = el.getAttribute('hx-target') || ''; return !at.startsWith('#') || !!doc.querySelector(at) },  // else a link is a link
    htmx_after_init: function (el) { el.isWired = true; el.removeAttribute('data-htmx-powered') },  // an element stays equal to what comes
    htmx_config_request: function (el, detail) {
      var ctx = detail.ctx;
      ctx.request.headers['X-Page'] = page;
      ctx.note = id(el.closest('#secret') ? 'secret-note' : 'notice');
      if (el.matches('form[hx-post]') && !(ctx.tap = tap(el, ctx.request))) return false;
      if (ctx.tap && window.alive && alive.time()) ctx.request.headers['X-Made'] = alive.time();  // too old, it is refused
    },
    htmx_after_request: function (el, detail) {
      if (detail.ctx.tap) answered(el, detail.ctx);
      if (detail.ctx.response.status === 204) return false;  // nothing to read
    },
    htmx_error: function (el, detail) {
      if (detail.ctx && detail.ctx.tap && !detail.ctx.response) say(worded('No connection. Tap again; it won\'t count twice.'));
    },
    htmx_response_error: function (el) { if (el.id !== 'wire') fade() },
    htmx_finally_request: function (el, detail) {
      if (detail.ctx.tap && el.sent === detail.ctx.tap) release(el);
      if (detail.ctx.told) tell('tapped', detail.ctx.told);
    },
    htmx_sse_before_message: function (el, detail) {
      if (detail.message.event) return;
      news = now();
      if (!put(doc.createRange().createContextualFragment(detail.message.data))) look();
      return false;
    },
    htmx_before_swap: function (el, detail) {
      var ctx = detail.ctx, task = detail.tasks[0];
      /* A form that an update took away inherits nothing any more; its refusal is a note all the same, never the page,
         and one behind the shield stays there or is not told. */
      if (!el.isConnected && ctx.response.status >= 400) return ctx.note.replaceChildren(task.fragment), fade(), false;
      if (!task || task.swapSpec.style === 'none') return;
      if (task.swapSpec.style === 'merge') return put(task.fragment), false;
      ctx.done = before();
    },
    handle_swap: function (style, target, fragment) {
      if (style === 'mergeInto') { merging.inside(target, fragment); return [target] }
    },
    htmx_after_swap: function (el, detail) {
      var ctx = detail.ctx;
      if (ctx.done) ctx.done(ctx.target && ctx.target.closest && ctx.target.closest('details.menu'));
    }
  });

  /* Forms come with every update, and most are never sent: htmx is shown one when it is. */
  doc.addEventListener('submit', function (e) { if (e.target.matches('form[hx-post]') && !e.target.isWired) htmx.process(e.target) }, true);
  doc.addEventListener('toggle', function (e) {
    var menu = e.target.matches('details.menu') && e.target, box = menu && menu.open && menu.querySelector('.menu-box[hx-get]');
    if (menu) menu.querySelectorAll('details.asks[open]').forEach(function (question) { question.open = false });  // left unanswered, it is asked again
    if (box) htmx.trigger(box, 'opened');
  }, true);
  doc.addEventListener('keydown', function (e) {
    if (e.repeat && e.key === 'Enter' && e.target.matches && e.target.matches('#look button')) e.preventDefault();  // held down it counts once
  });
})();
