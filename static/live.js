/* What htmx leaves to a live page. A tap has a key of its own, shows at once that it was pressed, and counts once.
   A page never gives way to an older one that was longer under way. What somebody has filled in outlives an update as
   long as its form asks the same. After each update the document hears "looked", with the elements that came anew;
   after each answer "tapped". */
(function () {
  'use strict';
  var doc = document, AGAIN = 2000, LATER = 400, FIELDS = 'input:not([type=hidden]), select, textarea';
  var page = fresh(), news = 0, fading = 0, softly, morph;
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

  /* ---- what a form asks, and what is filled in ---- */
  window.formAsks = function (form) {
    return Array.from(form.querySelectorAll('input[type=hidden]'), function (box) { return /^(key|seen)$/.test(box.name) ? '' : box.name + '=' + box.value }).join('&');
  };
  function said(form, by) {
    var data = new FormData(form);
    data.delete('key');
    if (by && by.name) data.append(by.name, by.value);
    return new URLSearchParams(data).toString();
  }
  function picked(option, n, all) { return option.selected !== (option.defaultSelected || !n && !all.some(function (one) { return one.defaultSelected })) }
  function typed(box) {
    if (box.matches('select')) return Array.from(box.options).some(picked);
    return /^(radio|checkbox)$/.test(box.type) ? box.checked !== box.defaultChecked : box.value !== box.defaultValue;
  }
  window.filled = function (box) { return Array.from(box.querySelectorAll(FIELDS)).some(typed) };
  function choices(box) { return Array.from(box.options, function (one) { return one.value }).join() }
  /* Forms are paired by what they ask, choices by their value, fields by their name; all else as htmx pairs it. */
  function kind(el) {
    var box = el.matches('form') ? el.querySelector('[name=act]') : el.matches('label') ? el.querySelector('input') : el.matches('input, button') ? el : null;
    return box && box.name ? box.name + (box !== el || /radio|checkbox|submit/.test(box.type) ? '=' + box.value : '') : '';
  }

  /* ---- taps ---- */
  function tap(form, ctx) {
    var by = ctx.request.submitter, words = said(form, by), last = form.sent;
    if (last && last.words === words && now() - last.at < AGAIN) return false;
    if (form.keyFor !== words) { form.keyFor = words; form.keyIs = fresh() }
    ctx.request.body.set('key', form.keyIs);
    if (last) last.button.removeAttribute('aria-busy');
    form.sent = ctx.tap = { words: words, at: now(), fields: said(form), button: by || form.querySelector('button:not([type=button])') };
    ctx.tap.button.setAttribute('aria-busy', 'true');
  }
  function answered(form, ctx) {
    var ok = ctx.response.status < 400, behind = ctx.response.headers.get('X-Behind') === 'shield';
    var menu = form.closest('details.menu'), question = form.closest('details.asks');
    form.keyFor = null;
    if (ok && !behind) {
      if (said(form) === ctx.tap.fields) form.reset();  // what was typed since stays
      id('notice').textContent = '';
      if (question) question.open = false;
      if (menu) { if (menu.contains(doc.activeElement)) menu.querySelector('summary').focus(); menu.open = false }
      if (ctx.response.status === 204) setTimeout(function () { if (news < ctx.tap.at) htmx.trigger(doc.body, 'look') }, LATER);
    } else if (behind && !form.closest('#secret')) say(worded('Answer behind your shield.'));
    ctx.told = { form: form, by: ctx.tap.button, ok: ok && !behind, behind: behind };
  }

  /* ---- what comes ---- */
  function version(at) { return at ? at.dataset.version.split('.') : [] }
  function old(at) { var mine = version(id('now')), its = version(at); return its.length > 1 && its[0] === mine[0] && +its[1] < +mine[1] }
  function begun(ctx, targets) {
    if (window.guard) guard.before();
    ctx.kept = window.keptFocus ? keptFocus() : function () { /* none on this page */ };
    ctx.fresh = targets;
  }
  function done(ctx) {
    var at = id('now'), menu = ctx.target && ctx.target.closest && ctx.target.closest('details.menu');
    if (!ctx.kept) return;
    if (menu && window.guard) guard.opened(menu);
    ctx.kept(); ctx.kept = null;
    if (window.guard) guard.after();
    if (!ctx.news) return;
    if (at && at.dataset.title && doc.title !== at.dataset.title) doc.title = at.dataset.title;
    tell('looked', ctx.fresh.some(function (one) { return one.id === 'look' }) ? [doc.body] : ctx.fresh);
  }
  htmx.registerExtension('live', {
    init: function (api) {
      softly = api.isSoftMatch; morph = api.morph;
      api.isSoftMatch = function (mine, its) { return softly(mine, its) && kind(mine) === kind(its) };
    },
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
      var sent = detail.ctx.tap;
      if (sent && el.sent === sent) { el.sent = null; sent.button.removeAttribute('aria-busy') }
      if (detail.ctx.told) tell('tapped', detail.ctx.told);
    },
    htmx_sse_before_message: function (el, detail) { if (!detail.message.event) news = now() },
    htmx_before_swap: function (el, detail) {
      var tasks = detail.tasks.filter(function (task) { return task.swapSpec.style !== 'none' });
      var at = tasks.map(function (task) { return task.fragment.querySelector('#now') }).find(Boolean);
      if (old(at)) return false;
      if (tasks.some(function (task) { return !task.target })) { htmx.trigger(doc.body, 'look'); return false }
      if (!tasks.length) return;
      detail.ctx.news = at || tasks.some(function (task) { return task.target.id === 'strip' });
      begun(detail.ctx, tasks.map(function (task) { return task.target }));
      if (el.id !== 'wire') return;
      tasks.forEach(function (task) {  // at once, without the classes, events and settling of a swap for each region
        var wired = task.fragment.querySelector('[hx-post], [hx-get]');
        morph(task.target, task.fragment, false);
        if (wired) htmx.process(task.target);
      });
      done(detail.ctx);
      return false;
    },
    htmx_after_swap: function (el, detail) { done(detail.ctx) },
    htmx_before_morph_node: function (mine, detail) {
      var its = detail.newNode;
      if (mine.matches('form') && formAsks(mine) !== formAsks(its)) mine.reset();
      if (mine.matches('select') && choices(mine) !== choices(its)) mine.replaceChildren.apply(mine, its.cloneNode(true).children);
      return !(mine.dataset && mine.dataset.keep && mine.dataset.keep === its.dataset.keep);
    },
    htmx_before_morph_attr: function (mine, detail) {
      var name = detail.attrName;
      if (name === 'value' && detail.newValue !== null && mine.matches('input:not([type=radio], [type=checkbox])') && (mine.type === 'hidden' || typed(mine))) {
        mine.setAttribute('value', detail.newValue);  // and what is typed stays
        return false;
      }
      return !(name === 'style' && mine.isCut || name === 'tabindex' && mine.isPlace);
    }
  });

  doc.addEventListener('toggle', function (e) {
    var menu = e.target.matches('details.menu') && e.target, box = menu && menu.open && menu.querySelector('.menu-box[hx-get]');
    if (menu) menu.querySelectorAll('details.asks[open]').forEach(function (question) { question.open = false });  // left unanswered, it is asked again
    if (box) htmx.trigger(box, 'opened');
  }, true);
  doc.addEventListener('keydown', function (e) {
    if (e.repeat && e.key === 'Enter' && e.target.matches && e.target.matches('#look button')) e.preventDefault();  // held down it counts once
  });
})();
