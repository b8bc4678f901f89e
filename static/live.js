/* A page that stays true.
   The stream carries named events: "show" (here is this page anew), "part" (here are those of its regions that changed,
   each an element with an id), "look" (something changed: GET this page again) and "beat" (every 5 s). A page never
   gives way to an older one that was longer under way. A GET is the truth, so whatever wakes the page also looks. One
   stream a page; it is replaced when it has been silent for 12 s, and while there is none the page looks every 2 s.
   Swaps are morphs: focus, open menus, the shield and typed numbers stay. After each swap the document hears "looked",
   with the elements that came anew. A page names itself to its stream and with each request, so that the answer to a
   tap can be empty where the stream brings the news; where it does not, the page looks.
   Each posted form carries a fresh key; when the answer never came, the same tap sends the same key again. */
(function () {
  'use strict';
  var doc = document, SILENT = 12000, POLL = 2000;
  function id(name) { return doc.getElementById(name) }
  function now() { return performance.now() }
  /* What only one phase shows is fetched when it is shown. */
  function need() {
    var base = doc.querySelector('link[rel=stylesheet]').getAttribute('href').replace(/[^/]*$/, '');
    doc.querySelectorAll('[data-needs]').forEach(function (box) {
      box.dataset.needs.split(' ').forEach(function (name) {
        if (id('need-' + name)) return;
        var css = name.endsWith('css'), el = doc.createElement(css ? 'link' : 'script');
        el.id = 'need-' + name;
        if (css) { el.rel = 'stylesheet'; el.href = base + name } else el.src = base + name;
        doc.head.appendChild(el);
      });
    });
  }
  doc.addEventListener('DOMContentLoaded', need);
  doc.addEventListener('opened', need);
  function looked(fresh) {
    var now = id('now');
    if (now && now.dataset.title) doc.title = now.dataset.title;
    need();
    doc.dispatchEvent(new CustomEvent('looked', { detail: fresh || [doc.body] }));
  }

  /* ---- the stream ---- */
  var url = id('wire') && id('wire').dataset.stream, wire = null, beat = now(), tried = 0, lastPoll = 0, news = 0, mark = '', plain = '';
  function look() { var bell = id('bell'); if (bell && window.htmx) { lastPoll = now(); htmx.trigger(bell, 'look') } }
  function version(text) { return (/data-version="([^"]*)"/.exec(text) || ['', ''])[1].split('.') }
  function older(text) {
    var now = id('now'), mine = now ? now.dataset.version.split('.') : [], its = version(text.slice(0, 1200));
    return its.length > 1 && its[0] === mine[0] && +its[1] < +mine[1];
  }
  function parts(html) {
    var box = doc.createElement('template'), fresh;
    if (!window.Idiomorph || older(html)) return;
    box.innerHTML = html;
    fresh = Array.prototype.filter.call(box.content.children, function (el) { return id(el.id) });
    if (fresh.length < box.content.children.length) return look();
    held = hold();
    fresh.forEach(function (el) { Idiomorph.morph(id(el.id), el.cloneNode(true), { morphStyle: 'outerHTML' }) });
    fresh = fresh.map(function (el) { return id(el.id) });
    fresh.forEach(function (el) { htmx.process(el) });
    letGo();
    looked(fresh);
  }
  function put(html) {
    var page = id('look'), how = { swapStyle: 'morph:outerHTML', swapDelay: 0, settleDelay: 0 };
    if (!page || older(html)) return;
    held = hold();
    htmx.swap(page, html, how, { contextElement: id('bell'), eventInfo: { target: page, requestConfig: { verb: 'get' } } });
  }
  function lost() { return now() - beat > SILENT }
  function show() { var sign = id('lost'); if (sign) sign.hidden = !lost() }
  function alive() { beat = now(); show() }
  function rest() { if (wire) wire.close(); wire = null }
  function stale(ms) { return !wire || wire.readyState === 2 || now() - beat > ms }
  var heard = {
    beat: alive,
    look: function () { alive(); look() },
    show: function (e) { alive(); news = now(); put(e.data) },
    part: function (e) { alive(); news = now(); parts(e.data) },
    error: function () { beat = Math.min(beat, now() - SILENT + 2000) }
  };
  function open() {
    if (wire && wire.readyState === 1 && beat < tried) plain = '&plain'; /* open and mute: on its way somebody waits for the end of what is packed */
    rest();
    mark = fresh();
    wire = new EventSource(url + (url.indexOf('?') < 0 ? '?' : '&') + 'mark=' + mark + plain); tried = now();
    Object.keys(heard).forEach(function (name) { wire.addEventListener(name, heard[name]) });
  }
  /* A phone in a pocket lets go of its stream: the table sees at once that it sleeps. The table's own screen listens on. */
  function pocketed() { return doc.visibilityState === 'hidden' && doc.querySelector('.phone') }
  function wake() {
    if (pocketed()) return rest();
    if (doc.visibilityState === 'hidden') return;
    if (stale(6500) && now() - tried > 1000) open();
    if (now() - lastPoll > 60) look();
  }
  if (url && window.htmx) {
    doc.addEventListener('DOMContentLoaded', open);
    setInterval(function () {
      if (pocketed()) return;
      if (stale(SILENT) && now() - tried > 4000) open();
      show();
      if (lost() && now() - lastPoll > POLL - 50) look();
    }, 500);
    doc.addEventListener('visibilitychange', wake);
    ['pageshow', 'focus', 'online'].forEach(function (name) { addEventListener(name, wake) });
    addEventListener('pagehide', rest);
  }

  /* ---- swaps ---- */
  if (window.Idiomorph) {
    var calls = Idiomorph.defaults.callbacks;
    calls.beforeNodeMorphed = function (old, fresh) {
      if (old.tagName === 'FORM' && asked(old) !== asked(fresh)) done(old, now());
      if (old.touched && (old.name !== fresh.name || choices(old) !== choices(fresh))) old.touched = 0;
      if (old.id === 'sounds') return false;
      if (old.dataset && old.dataset.keep && fresh.dataset && old.dataset.keep === fresh.dataset.keep) return false;
      return !(old.id === 'shield' && fresh.id === 'shield' && old.dataset.secret === fresh.dataset.secret);
    };
    calls.beforeNodeRemoved = function (old) { return !(old.matches && old.matches('dialog')) };
    calls.beforeAttributeUpdated = function (name, node) {
      if (name === 'open' && node.tagName === 'DETAILS') return false;
      var box = node.tagName === 'OPTION' && node.closest('select') || node;
      if (name === 'tabindex' && node.isPlace) return false;
      return !(box.touched && /^(value|checked|selected)$/.test(name));
    };
  }
  /* What somebody fills in outlives a look, as long as the form asks the same and offers the same choices. A field knows
     when it was filled in: an answer that comes late takes nothing away that was filled in since its form was sent. */
  function list(of, make, by) { return Array.prototype.map.call(of || [], make).join(by) }
  function asked(form) {
    return list(form.querySelectorAll('input[type=hidden]'), function (h) { return /^(key|seen)$/.test(h.name) ? '' : h.name + '=' + h.value }, '&');
  }
  function choices(box) { return list(box.options, function (o) { return o.value }) }
  function filled(box) { return Array.prototype.some.call(box.querySelectorAll('input, select, textarea'), function (one) { return one.touched }) }
  window.filled = filled;
  function touch(boxes, at, fits) {
    Array.prototype.forEach.call(boxes || [], function (box) { if (fits(box)) box.touched = at });
  }
  function done(form, sent) { touch(form.elements, 0, function (box) { return !(box.touched > sent) }) }
  ['input', 'change'].forEach(function (name) {
    doc.addEventListener(name, function (e) { if (e.target.form && e.target.name) touch(e.target.form.elements, now(), function (box) { return box.name === e.target.name }) });
  });

  /* ---- focus ----
     A person on the keyboard keeps the control they are on through every morph. When it goes or becomes another, the
     same control elsewhere takes the focus; else the place itself, so that Tab goes on from there: a button never hands
     its focus to another action. A field that somebody types in is never left. */
  var CONTROLS = 'button, a, summary, input, select, textarea';
  function same(el) {
    var form = el.form || el.closest('form');
    return [form ? asked(form) : el.getAttribute('href') || el.textContent.trim(), el.tagName, el.name, el.id,
      el.getAttribute('aria-label'), /radio|submit/.test(el.type) && el.value].join();
  }
  function hold() {
    if (window.guard) guard.before();
    var el = doc.activeElement, places = [], box = el;
    if (!el || !el.closest('#look')) return null;
    while ((box = box.parentNode.closest('[id]:not(.take-back)'))) places.push(box.id);
    return { el: el, was: el.matches(CONTROLS) ? same(el) : '', places: places, keys: el.matches(':focus-visible') };
  }
  function place(name) {
    var box = name === 'look' ? doc.querySelector('#look main') : id(name);
    return box && box.matches('details') ? box.querySelector('summary') : box;
  }
  function act(name) { return name.split(/[&,]/)[0] }
  function usable(el) { return el && el.isConnected && !el.disabled && el.getClientRects().length > 0 }
  function first(list, fits) { return Array.prototype.find.call(list, function (el) { return usable(el) && fits(el) }) }
  function settle(h) {
    var now = doc.activeElement, el = h.el, stays = usable(el) && el === now;
    if (now !== doc.body && now !== el || stays && (!el.matches('button') || same(el) === h.was)) return;
    var twin = h.was && first(id('look').querySelectorAll(CONTROLS), function (c) { return same(c) === h.was });
    if (!twin && stays && act(same(el)) === act(h.was)) return;
    el = twin || h.places.map(place).filter(usable)[0];
    if (!el) return;
    if (!el.matches(CONTROLS)) { el.tabIndex = -1; el.isPlace = true }
    el.focus({ preventScroll: !h.keys });
  }
  var held = null;
  function letGo() { if (held) settle(held); held = null; if (window.guard) guard.after() }
  window.keepFocus = function (change) { held = hold(); change(); letGo() };  // the shield fetches and swaps by itself
  doc.addEventListener('keydown', function (e) {
    if (e.repeat && e.key === 'Enter' && e.target.matches && e.target.matches('#look button')) e.preventDefault();  // held down it counts once
  });

  var forget;
  function say(text) { var box = id('notice'); if (box) { box.innerHTML = '<p class="note"></p>'; box.firstChild.textContent = text; fade() } }
  function taken(d) { if (d.requestConfig && d.requestConfig.verb !== 'get' && id('notice')) id('notice').textContent = '' }
  function fade() { clearTimeout(forget); forget = setTimeout(function () { var box = id('notice'); if (box) box.textContent = '' }, 9000) }
  doc.addEventListener('htmx:beforeSwap', function (e) {
    var d = e.detail, elt = d.requestConfig && d.requestConfig.elt, inside = id('secret-note'), wasFilled = elt && filled(elt);
    if (d.requestConfig) d.requestConfig.wasFilled = wasFilled;
    if (d.xhr.status < 400 && d.requestConfig && d.requestConfig.verb !== 'get' && elt && !behind(d)) done(elt, d.requestConfig.sentAt);
    if (d.xhr.status >= 400 && inside && elt && elt.closest && elt.closest('#secret')) d.target = inside;
    else if (d.xhr.status < 400 && d.target.id === 'look' && older(d.xhr.responseText)) {
      d.shouldSwap = false; taken(d);
      if (wasFilled) look();  // the page that overtook it left what was filled in as it was
    }
    // A look may overtake the answer to a tap and turn the form into another or take it away; htmx would then swap
    // without the morph and put the page into the page. The answer is old news by then: look once more.
    else if (d.xhr.status < 400 && elt && d.target.id === 'look' && !elt.isConnected) {
      d.shouldSwap = false; taken(d); look();
    }
    held = d.shouldSwap ? hold() : null;
  });
  doc.addEventListener('htmx:afterSwap', function (e) {
    var d = e.detail, menu = d.target && d.target.closest && d.target.closest('details.menu');
    if (menu && window.guard) guard.opened(menu);
    letGo();
    if (d.target && d.target.id === 'notice') return fade();
    if (d.target && d.target.id === 'strip') return looked([d.target]);
    if (!d.target || d.target.id !== 'look') return;
    taken(d);
    looked();
  });

  /* ---- keys that make a retry harmless ---- */
  function fresh() {
    var words = new Uint32Array(4), text = '';
    crypto.getRandomValues(words);
    for (var i = 0; i < 4; i++) text += ('0000000' + words[i].toString(16)).slice(-8);
    return text;
  }
  doc.addEventListener('htmx:configRequest', function (e) {
    var d = e.detail;
    if (mark) d.headers['X-Page'] = mark;
    if (d.verb === 'get') return;
    delete d.parameters.key;
    if (d.elt.by && d.elt.by.name) d.parameters[d.elt.by.name] = d.elt.by.value;
    var form = d.elt, body = JSON.stringify(Array.from(d.formData || Object.entries(d.parameters)));
    if (form.keyFor !== body) { form.keyFor = body; form.keyIs = fresh() }
    d.parameters.key = form.keyIs;
  });
  doc.addEventListener('htmx:afterRequest', function (e) {
    var menu = e.detail.elt.closest && e.detail.elt.closest('details.menu'), question = e.detail.elt.closest && e.detail.elt.closest('details.asks');
    if (e.detail.xhr && e.detail.xhr.status) e.detail.elt.keyFor = null;
    if (behind(e.detail)) return heldBack(e.detail);
    if (e.detail.xhr && e.detail.xhr.status === 204) brought(e.detail);
    if (!e.detail.successful || e.detail.requestConfig.verb === 'get') return;
    if (question) question.open = false;
    if (menu) { if (menu.contains(doc.activeElement)) menu.querySelector('summary').focus(); menu.open = false }
  });
  ['htmx:sendError', 'htmx:timeout'].forEach(function (name) {
    doc.addEventListener(name, function (e) {
      if (e.detail.requestConfig && e.detail.requestConfig.verb !== 'get') say('No connection. Tap again; it won\'t count twice.');
    });
  });
  /* which of a form's buttons was tapped; one that was held was not clicked, so htmx does not know */
  doc.addEventListener('submit', function (e) { e.target.by = e.submitter }, true);
  doc.addEventListener('submit', function (e) {
    var key = e.target.querySelector('input[name=key]');
    if (key && !e.target.hasAttribute('hx-post')) key.value = fresh();
  });

  /* Refused for a reason that is nobody else's: what was entered stays, and the reason waits behind the shield. */
  function behind(d) { return d.xhr && d.xhr.getResponseHeader && d.xhr.getResponseHeader('X-Behind') === 'shield' }
  function heldBack(d) {
    if (d.elt.closest && d.elt.closest('#secret')) doc.dispatchEvent(new CustomEvent('looked', { detail: [] }));
    else say('Answer behind your shield.');
  }

  /* What the stream brings, the answer to a tap need not: it is empty then. What was filled in is done with. */
  function brought(d) {
    var since = d.requestConfig.sentAt;
    taken(d);
    done(d.elt, since);
    if (d.elt.reset && !filled(d.elt)) d.elt.reset();
    if (d.requestConfig.wasFilled) return look();  // news that overtook the answer left what was filled in as it was
    setTimeout(function () { if (news < since) look() }, 400);
  }
  doc.addEventListener('htmx:beforeSend', function (e) { e.detail.requestConfig.sentAt = now() });
  doc.addEventListener('toggle', function (e) {
    /* a question that was left unanswered is asked again, and does not stand there answered */
    if (e.target.matches('details.menu')) e.target.querySelectorAll('details.asks[open]').forEach(function (question) { question.open = false });
    var box = e.target.open && e.target.matches('details.menu') && e.target.querySelector('.menu-box[hx-get]');
    if (box && window.htmx) htmx.trigger(box, 'opened');
  }, true);

  /* ---- a scanned code ----
     It is sent as soon as somebody looks at its page, since the page asks nothing; never twice, and not by a page that
     a browser opens ahead. Where that cannot be remembered, the button waits. */
  function sitDown() {
    var form = doc.querySelector('form[data-at-once]'), code = form && form.elements.code.value;
    if (!form || doc.visibilityState !== 'visible') return;
    try {
      if (sessionStorage.getItem('sent') === code) return;
      sessionStorage.setItem('sent', code);
    } catch (e) { return }
    form.querySelector('button').click();
  }
  ['DOMContentLoaded', 'visibilitychange'].forEach(function (name) { doc.addEventListener(name, sitDown) });

  /* a number that is tapped is typed anew */
  var had = null;
  doc.addEventListener('pointerdown', function () { had = doc.activeElement });
  doc.addEventListener('click', function (e) {
    if (had !== e.target && e.target.matches && e.target.matches('input[type=number], .typing input')) e.target.select();
  });

  /* ---- small manners of every page ---- */
  function remember(key, value) { try { localStorage.setItem(key, value) } catch (e) { /* private mode */ } }
  doc.addEventListener('change', function (e) {
    if (e.target.type !== 'radio') return;
    doc.querySelectorAll('input[type=radio]').forEach(function (r) {
      if (r.name === e.target.name && r.closest('label')) r.closest('label').classList.toggle('is-on', r.checked);
    });
  });
  doc.addEventListener('click', function (e) {
    var button = e.target.closest && e.target.closest('[data-set]'), root = doc.documentElement.dataset;
    doc.querySelectorAll('details.menu[open]').forEach(function (m) { if (!m.contains(e.target)) m.open = false });
    if (!button) return;
    if (button.dataset.set === 'theme') {
      var light = root.theme ? root.theme === 'light' : matchMedia('(prefers-color-scheme:light)').matches;
      root.theme = light ? 'dark' : 'light'; remember('theme', root.theme);
    } else if (button.dataset.set === 'text') {
      root.text = root.text === 'big' ? '' : 'big'; remember('text', root.text);
    } else if (button.dataset.set === 'coach') {
      root.coach = root.coach === 'off' ? '' : 'off'; remember('coach', root.coach);
    }
  });
  doc.querySelectorAll('.rail [aria-current]').forEach(function (step) {
    step.parentNode.scrollLeft = step.offsetLeft - step.parentNode.offsetLeft - 80;
  });
})();
