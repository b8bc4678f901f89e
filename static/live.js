/* What htmx leaves to a live page. A tap has a key of its own, shows at once that it was pressed, and counts once.
   A page never gives way to an older one that was longer under way. What somebody has filled in outlives an update as
   long as its form asks the same. After each update the document hears "looked", with the elements that came anew;
   after each answer "tapped". */
(function () {
  'use strict';
  var doc = document, AGAIN = 2000, LATER = 400;
  var page = fresh(), news = 0, fading = 0;
  function id(name) { return doc.getElementById(name) }
  function now() { return performance.now() }
  function tell(name, detail) { doc.dispatchEvent(new CustomEvent(name, { detail: detail })) }
  function fresh() {
    return Array.from(crypto.getRandomValues(new Uint32Array(4)), function (n) { return n.toString(16).padStart(8, '0') }).join('');
  }
  function say(text) {
    var note = doc.createElement('p');
    note.className = 'note'; note.textContent = text;
    id('notice').replaceChildren(note); fade();
  }
  function fade() { clearTimeout(fading); fading = setTimeout(function () { id('notice').textContent = '' }, 9000) }

  function said(form, by) {
    var data = new FormData(form);
    data.delete('key');
    if (by && by.name) data.append(by.name, by.value);
    return new URLSearchParams(data).toString();
  }

  /* ---- taps ---- */
  function tap(form, ctx) {
    var by = ctx.request.submitter, words = said(form, by), last = form.sent;
    if (last && last.words === words && now() - last.at < AGAIN) return false;
    if (form.keyFor !== words) { form.keyFor = words; form.keyIs = fresh() }
    ctx.request.body.set('key', form.keyIs);
    if (last) release(form);
    form.sent = ctx.tap = { words: words, at: now(), fields: said(form), filled: filled(form), button: by || form.querySelector('button:not([type=button])') };
    ctx.tap.button.isSent = true;
    ctx.tap.button.setAttribute('aria-busy', 'true');
  }
  function release(form) { var button = form.sent.button; form.sent = null; button.isSent = false; button.removeAttribute('aria-busy') }
  function answered(form, ctx) {
    var ok = ctx.response.status < 400, behind = ctx.response.headers.get('X-Behind') === 'shield';
    var menu = form.closest('details.menu'), question = form.closest('details.asks');
    form.keyFor = null;
    if (ok && !behind) {
      if (ctx.tap.filled && said(form) === ctx.tap.fields) form.reset();  // what was typed since stays
      id('notice').textContent = '';
      if (question) question.open = false;
      if (menu) { if (menu.contains(doc.activeElement)) menu.querySelector('summary').focus(); menu.open = false }
      if (ctx.response.status === 204) setTimeout(function () { if (news < ctx.tap.at || ctx.tap.filled) look() }, ctx.tap.filled ? 0 : LATER);
    } else if (behind && !form.closest('#secret')) say(worded('Answer behind your shield.'));
    ctx.told = { form: form, by: ctx.tap.button, ok: ok && !behind, behind: behind };
  }

  /* ---- what comes ---- */
  function version(at) { return at ? at.dataset.version.split('.') : [] }
  function old(at) { var mine = version(id('now')), its = version(at); return its.length > 1 && its[0] === mine[0] && +its[1] < +mine[1] }
  function look() { htmx.trigger(doc.body, 'look') }
  function before() {
    var settle = window.keptFocus ? keptFocus() : null;
    if (window.guard) guard.before();
    return function (menu) {
      if (menu && window.guard) guard.opened(menu);
      if (settle) settle();
      if (window.guard) guard.after();
    };
  }
  function looked(fresh) {
    var at = id('now');
    if (at && at.dataset.title && doc.title !== at.dataset.title) doc.title = at.dataset.title;
    tell('looked', fresh.some(function (one) { return one.id === 'look' }) ? [doc.body] : fresh);
  }
  function wire(el) {
    el.querySelectorAll('[hx-get]').forEach(function (one) { if (!one.isWired) htmx.process(one) });
    if (el.matches('[hx-get]') && !el.isWired) htmx.process(el);
    return el;
  }
  /* News is merged at once, without the parser, classes, events and settling that htmx gives each partial. */
  function bring(html) {
    var box = doc.createElement('template'), pairs, done;
    box.innerHTML = html;
    box.content.querySelectorAll('script').forEach(function (one) {  // one that was parsed so would not run
      var script = doc.createElement('script');
      script.type = one.type; script.src = one.getAttribute('src');
      one.replaceWith(script);
    });
    pairs = Array.from(box.content.children, function (one) { return one.localName === 'hx-partial' ? [id(one.id), one.firstElementChild] : [id('look'), one] });
    if (old(box.content.querySelector('#now[data-version]'))) return;
    if (pairs.some(function (pair) { return !pair[0] })) return look();
    done = before();
    pairs = pairs.map(function (pair) { return wire(merging.one(pair[0], pair[1])) });
    done();
    looked(pairs);
  }
  htmx.registerExtension('live', {
    htmx_after_init: function (el) { el.isWired = true; el.removeAttribute('data-htmx-powered') },  // an element stays equal to what comes
    htmx_config_request: function (el, detail) {
      detail.ctx.request.headers['X-Page'] = page;
      if (el.matches('form[hx-post]')) return tap(el, detail.ctx);
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
      bring(detail.message.data);
      return false;
    },
    htmx_before_swap: function (el, detail) {
      var tasks = detail.tasks.filter(function (task) { return task.swapSpec.style !== 'none' });
      var at = tasks.map(function (task) { return task.fragment.querySelector('#now') }).find(Boolean);
      if (old(at)) return false;
      if (!tasks.length) return;
      detail.ctx.done = before();
      if (at || tasks[0].target.id === 'strip') detail.ctx.fresh = tasks.map(function (task) { return task.target });
    },
    handle_swap: function (style, target, fragment) {
      if (style === 'mergeInto') { merging.inside(target, fragment); return [target] }
      return style === 'merge' && fragment.firstElementChild && [merging.one(target, fragment.firstElementChild)];
    },
    htmx_after_swap: function (el, detail) {
      var ctx = detail.ctx;
      if (ctx.done) ctx.done(ctx.target && ctx.target.closest && ctx.target.closest('details.menu'));
      if (ctx.fresh) looked(ctx.fresh);
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
