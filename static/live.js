/* A page that stays true.
   The stream carries named events: "show" (here is this page anew), "part" (here are those of its regions that changed,
   each an element with an id), "look" (something changed: GET this page again) and "beat" (every 5 s). A page never
   gives way to an older one that was longer under way. A GET is the truth, so whatever wakes the page also looks. One
   stream a page; it is replaced when it has been silent for 12 s, and while there is none the page looks every 2 s. A
   page that was just loaded tells its stream which one it shows, and is told nothing until that changes.
   What comes is merged: an element that is the same stays itself, with its focus, its menu open, a finger on it and what
   is typed. After that the document hears "looked", with the elements that came anew. A page names itself to its stream
   and with each request, so that the answer to a tap can be empty where the stream brings the news; where it does not,
   the page looks. Each tap carries a fresh key; when the answer never came, the same tap sends the same key again. */
(function () {
  'use strict';
  var doc = document, SILENT = 12000, POLL = 2000, PATIENCE = 8000, AGAIN = 2000;
  function id(name) { return doc.getElementById(name) }
  function now() { return performance.now() }
  function each(list, run) { Array.prototype.forEach.call(list, run) }
  /* What only one phase shows is fetched when it is shown. */
  function need() {
    doc.querySelectorAll('[data-needs]').forEach(function (box) {
      box.dataset.needs.split(' ').forEach(function (name) {
        if (id('need-' + name)) return;
        var base = doc.querySelector('link[rel=stylesheet]').getAttribute('href').replace(/[^/]*$/, ''), css = name.endsWith('css'), el = doc.createElement(css ? 'link' : 'script');
        el.id = 'need-' + name;
        el.addEventListener('error', function () { el.remove() });
        if (css) { el.rel = 'stylesheet'; el.href = base + name } else el.src = base + name;
        doc.head.appendChild(el);
      });
    });
  }
  doc.addEventListener('DOMContentLoaded', need);
  doc.addEventListener('opened', need);
  function looked(fresh) {
    var now = id('now');
    if (now && now.dataset.title && doc.title !== now.dataset.title) doc.title = now.dataset.title;
    need();
    lookAgain();
    doc.dispatchEvent(new CustomEvent('looked', { detail: fresh || [doc.body] }));
  }

  /* ---- the stream ---- */
  var page = id('wire') && id('wire').dataset, wire = null, beat = now(), tried = 0, lastPoll = 0, news = 0, mark = '', plain = '';
  var repeat = 0, watching = 0, looking = false, twice = false;
  function version(text) { return (/data-version="([^"]*)"/.exec(text) || ['', ''])[1].split('.') }
  function shown() { var now = id('now'); return now ? now.dataset.version : '' }
  function older(text) {
    var mine = shown().split('.'), its = version(text.slice(0, 1200));
    return its.length > 1 && its[0] === mine[0] && +its[1] < +mine[1];
  }
  function read(html) { var box = doc.createElement('template'); box.innerHTML = html; return box.content }
  function change(run) {
    held = hold();
    var fresh = run();
    if (window.htmx) each(fresh, function (el) { if (el.matches('[hx-get]') || el.querySelector('[hx-get]')) htmx.process(el) });
    return fresh;
  }
  function parts(html) {
    var fresh = read(html).children;
    if (older(html)) return;
    if (Array.prototype.some.call(fresh, function (el) { return !id(el.id) })) return look();
    looked(change(function () {
      return Array.prototype.slice.call(fresh).map(function (el) { return merging.one(id(el.id), el) });
    }));
    letGo();
  }
  function put(html) {
    var old = id('look'), fresh = read(html).querySelector('#look');
    if (!old || !fresh || older(html)) return;
    change(function () { return [merging.one(old, fresh)] });
    looked();
    letGo();
  }
  function fill(box, html) { change(function () { merging.inside(box, read(html)); return [box] }); letGo() }

  /* ---- requests ---- */
  function ask(url, body, target) {
    var stop = new AbortController(), timer = setTimeout(function () { stop.abort() }, PATIENCE), headers = { 'HX-Request': 'true' };
    if (mark) headers['X-Page'] = mark;
    if (target) headers['HX-Target'] = target;
    var answer = fetch(url, { method: body ? 'POST' : 'GET', body: body, headers: headers, cache: 'no-store', credentials: 'same-origin', signal: stop.signal })
      .then(function (came) {
        return came.text().then(function (text) {
          return { ok: came.ok, empty: came.status === 204, text: text, behind: came.headers.get('X-Behind') === 'shield' };
        });
      });
    answer.then(stopWaiting, stopWaiting);
    function stopWaiting() { clearTimeout(timer) }
    return { answer: answer, stop: stop };
  }
  function look() {
    if (!page) return;
    lastPoll = now();
    if (looking) { twice = true; return }
    looking = true;
    ask(page.look).answer.then(function (came) {
      if (!came.ok) return note(came.text);
      if (!page.into) return put(came.text);
      id(page.into).innerHTML = came.text;
      looked([id(page.into)]);
    }).catch(function () { /* the next look */ }).then(function () {
      looking = false;
      if (twice) { twice = false; look() }
    });
  }

  /* codes to sit down run out, and nobody tells */
  function lookAgain() {
    var codes = doc.querySelector('[data-again]');
    clearTimeout(repeat);
    if (codes) repeat = setTimeout(look, +codes.dataset.again);
  }

  /* ---- staying in touch ---- */
  function lost() { return now() - beat > SILENT }
  function show() { var sign = id('lost'); if (sign && sign.hidden === lost()) sign.hidden = !lost() }
  function alive() { beat = now(); show() }
  function rest() { if (wire) wire.close(); wire = null }
  function stale(ms) { return !wire || wire.readyState === 2 || now() - beat > ms }
  var heard = {
    beat: alive,
    look: function () { alive(); look() },
    show: function (e) { alive(); news = now(); put(e.data) },
    part: function (e) { alive(); news = now(); parts(e.data) },
    error: function () { beat = Math.min(beat, now() - SILENT + 2000); watch() }
  };
  function open() {
    if (wire && wire.readyState === 1 && beat < tried) plain = '&plain'; /* open and mute: on its way somebody waits for the end of what is packed */
    rest();
    mark = fresh();
    var have = shown() && '&have=' + encodeURIComponent(shown());
    wire = new EventSource(page.stream + (page.stream.indexOf('?') < 0 ? '?' : '&') + 'mark=' + mark + have + plain); tried = now();
    Object.keys(heard).forEach(function (name) { wire.addEventListener(name, heard[name]) });
  }
  /* One timer: when the stream would be missed; more often only while it is. */
  function watch() {
    var calm = wire && wire.readyState === 1 && !lost();
    clearTimeout(watching);
    watching = pocketed() ? 0 : setTimeout(check, calm ? beat + SILENT + 20 - now() : 500);
  }
  function check() {
    if (stale(SILENT) && now() - tried > 4000) open();
    show();
    if (lost() && now() - lastPoll > POLL - 50) look();
    watch();
  }
  /* A phone in a pocket lets go of its stream: the table sees at once that it sleeps. The table's own screen listens on. */
  function pocketed() { return doc.visibilityState === 'hidden' && doc.querySelector('.phone') }
  function wake(e) {
    if (pocketed()) { watch(); return rest() }
    if (doc.visibilityState === 'hidden') return;
    if (stale(6500) && now() - tried > 1000) open();
    watch();
    if (now() - lastPoll > 60 && e.persisted !== false) look(); /* a page that was only loaded has just been fetched */
  }
  if (page) {
    doc.addEventListener('DOMContentLoaded', function () { if (!pocketed()) open(); watch(); lookAgain() });
    doc.addEventListener('visibilitychange', wake);
    ['pageshow', 'focus', 'online'].forEach(function (name) { addEventListener(name, wake) });
    addEventListener('pagehide', rest);
  }

  /* ---- focus ----
     A person on the keyboard keeps the control they are on through every update. When it goes or becomes another, the
     same control elsewhere takes the focus; else the place itself, so that Tab goes on from there: a button never hands
     its focus to another action. A field that somebody types in is never left. */
  var CONTROLS = 'button, a, summary, input, select, textarea';
  function same(el) {
    var form = el.form || el.closest('form');
    return [form ? merging.asked(form) : el.getAttribute('href') || el.textContent.trim(), el.tagName, el.name, el.id,
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
    var now = doc.activeElement, el = h.el, stays = el === now && el.isConnected && !el.disabled && !el.closest('[hidden]');
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
  window.keepFocus = function (change) { held = hold(); change(); letGo() };  // the shield fetches by itself
  window.mergeInto = function (box, html) { merging.inside(box, read(html)) };
  doc.addEventListener('keydown', function (e) {
    if (e.repeat && e.key === 'Enter' && e.target.matches && e.target.matches('#look button')) e.preventDefault();  // held down it counts once
  });

  var forget;
  function say(text) { var box = id('notice'); if (box) { box.innerHTML = '<p class="note"></p>'; box.firstChild.textContent = text; fade() } }
  function note(html) { var box = id('notice'); if (box) { box.innerHTML = html; fade() } }
  function fade() { clearTimeout(forget); forget = setTimeout(function () { var box = id('notice'); if (box) box.textContent = '' }, 9000) }

  /* ---- taps ----
     The button shows at once that it was pressed, and until its answer comes the same tap is not sent again; after two
     seconds it is, with the same key, so that it counts once. */
  function fresh() {
    var words = new Uint32Array(4), text = '';
    crypto.getRandomValues(words);
    for (var i = 0; i < 4; i++) text += ('0000000' + words[i].toString(16)).slice(-8);
    return text;
  }
  function press(button, down) {
    if (!button) return;
    button.isSent = down;
    if (down) button.setAttribute('aria-busy', 'true'); else button.removeAttribute('aria-busy');
  }
  function tap(form, by) {
    var data = new FormData(form), at = now(), last = form.sent, into = form.closest('[hx-target^="#"]');
    data.delete('key');
    if (by && by.name) data.append(by.name, by.value);
    var body = new URLSearchParams(data).toString(), target = into ? into.getAttribute('hx-target').slice(1) : 'look';
    if (last && last.body === body && at - last.at < AGAIN) return;
    if (last) { press(last.button, false); last.stop.abort() }
    if (form.keyFor !== body) { form.keyFor = body; form.keyIs = fresh() }
    data.set('key', form.keyIs);
    var sent = form.sent = { body: body, at: at, filled: filled(form), button: by || form.querySelector('button:not([type=button])'), target: target };
    press(sent.button, true);
    var asking = ask(form.getAttribute('action'), new URLSearchParams(data), target);
    sent.stop = asking.stop;
    asking.answer.then(function (came) {
      if (form.sent === sent) over();
      form.keyFor = null;
      answered(form, sent, came);
    }, function () {
      if (form.sent !== sent) return;
      over();
      say(worded('No connection. Tap again; it won\'t count twice.'));
    });
    function over() { form.sent = null; press(sent.button, false) }
  }
  function answered(form, sent, came) {
    var menu = form.closest('details.menu'), question = form.closest('details.asks');
    if (!came.ok) refused(form, came.text);
    else {
      if (!came.behind) merging.done(form, sent.at);
      if (id('notice')) id('notice').textContent = '';
      if (came.empty) brought(form, sent);
      else if (sent.target !== 'look') fill(id(sent.target), came.text);
      else if (older(came.text)) { if (sent.filled) look() }  // the page that overtook it left what was filled in as it was
      else put(came.text);
    }
    if (came.behind) heldBack(form);
    else if (came.ok) {
      if (question) question.open = false;
      if (menu) { if (menu.contains(doc.activeElement)) menu.querySelector('summary').focus(); menu.open = false }
    }
    doc.dispatchEvent(new CustomEvent('tapped', { detail: { form: form, by: sent.button, ok: came.ok && !came.behind, behind: came.behind } }));
  }
  function refused(form, html) {
    var inside = form.closest('#secret') && id('secret-note');
    if (inside) inside.innerHTML = html; else note(html);
  }
  /* Refused for a reason that is nobody else's: what was entered stays, and the reason waits behind the shield. */
  function heldBack(form) {
    if (form.closest('#secret')) doc.dispatchEvent(new CustomEvent('looked', { detail: [] }));
    else say(worded('Answer behind your shield.'));
  }
  /* What the stream brings, the answer to a tap need not: it is empty then. What was filled in is done with. */
  function brought(form, sent) {
    if (!filled(form)) form.reset();
    if (sent.filled) return look();  // news that overtook the answer left what was filled in as it was
    setTimeout(function () { if (news < sent.at) look() }, 400);
  }
  doc.addEventListener('submit', function (e) {
    var key = e.target.querySelector('input[name=key]');
    if (e.defaultPrevented) return;
    if (e.target.hasAttribute('data-tap')) { e.preventDefault(); tap(e.target, e.submitter) } else if (key) key.value = fresh();
  });

  /* ---- menus and lists that htmx fetches ---- */
  if (window.htmx) htmx.defineExtension('morph', {
    isInlineSwap: function (how) { return how.indexOf('morph') === 0 },
    handleSwap: function (how, target, fragment) {
      if (how === 'morph:innerHTML') { merging.inside(target, fragment); return [target] }
      return how === 'morph:outerHTML' && [merging.one(target, fragment.firstElementChild)];
    }
  });
  doc.addEventListener('htmx:beforeSwap', function (e) { held = e.detail.shouldSwap ? hold() : null });
  doc.addEventListener('htmx:afterSwap', function (e) {
    var at = e.detail.target, menu = at && at.closest && at.closest('details.menu');
    if (menu && window.guard) guard.opened(menu);
    letGo();
    if (at && at.id === 'notice') fade();
  });
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
