/* No thumb can spoil it.
   A place keeps its meaning: for 600 ms after something else came under the finger, nothing happens there, and the page
   says so; a link to a rule spends nothing and is free. The same button in the same place is no change: a bidder bids
   on. A menu that was opened by hand is none either. What spends a card, seals or reveals ([data-hold]) is held for a second; a short tap, a key or a screen reader
   asks first. A key of the table screen is judged like a tap: what it stands for must have stood there for 600 ms.
   Where everything stands is measured once an update, when its frame has been drawn, or before that if somebody taps. */
(function () {
  'use strict';
  var doc = document, CALM = 600, HOLD = 1000, PRESS = 'button, a[href], summary, label', ACTS = 'button:not(.shield-grip), a[href]:not(.why, .chip)';
  var pasts = [], hots = {}, forget = 0, clearing = 0, stand = null, changed = 0, due = false, focused = null;
  function now() { return performance.now() }
  function each(list, run) { Array.prototype.forEach.call(list, run) }
  function words(el) { return el ? el.textContent.trim().replace(/\s+/g, ' ') : '' }

  /* ---- what a control means: what it sends, or what it is called; a price is not what a bid means ---- */
  function means(el) {
    var form = el.matches('button') && el.type === 'submit' && el.form, bid = el.dataset.bid, said = [];
    if (bid) return 'Bid ' + bid;
    if (el.control) return el.control.name + '=' + el.control.value;
    if (!form) return [el.tagName, el.getAttribute('href') || el.getAttribute('aria-label') || el.dataset.means || words(el)].join(' ');
    each(form.elements, function (box) {
      if (box.type === 'hidden' && !/^(key|seen)$/.test(box.name)) said.push(box.name + '=' + box.value);
    });
    if (el.name) said.push(el.name + '=' + el.value);
    return said.join('&') || words(el);
  }
  function here() {
    var found = [];
    each(doc.body.querySelectorAll(PRESS), function (el) {
      var shut = el.closest('details:not([open])');
      if (shut && el.parentNode !== shut) return;  // not drawn, and measured only by a layout of its own
      var box = el.getBoundingClientRect();
      if (box.width && box.height) found.push({ el: el, box: box, means: means(el) });
    });
    return found;
  }
  function shared(a, b) {
    var wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return wide > 0 && high > 0 ? wide * high / (a.width * a.height) : 0;
  }
  function opened(el) {
    var box = el.closest('details[open], #secret');
    return box && box.openedAt || 0;
  }
  function alike(one, old) { return old.means === one.means && shared(one.box, old.box) >= 0.5 }
  function other(one, n, past) {
    if (past.list[n] && alike(one, past.list[n])) return false;  // most stay where they were
    if (!one.el.matches(ACTS) || opened(one.el) > past.at) return false;
    return !past.list.some(function (old) { return alike(one, old) }) && past.list.some(function (old) { return old.means !== one.means && shared(one.box, old.box) > 0.25 });
  }
  function recent() {
    var at = now();
    pasts = pasts.filter(function (past) { return at - past.at < CALM });
    return pasts;
  }
  function clear() {
    var at = now(), left = 0;
    each(doc.querySelectorAll('[data-fresh]'), function (el) {
      if (el.freshTill > at) left = Math.max(left, el.freshTill); else el.removeAttribute('data-fresh');
    });
    clearTimeout(clearing);
    if (left) clearing = setTimeout(clear, left - at + 5);
  }
  /* Called before a page is changed, and after. What changed before it was ever drawn, nobody aimed at. */
  function before() {
    if (changed) return;
    focused = doc.activeElement && doc.activeElement.matches(PRESS) ? { el: doc.activeElement, means: means(doc.activeElement) } : null;
    recent().push({ at: now(), list: stand || here() });
    changed = now(); stand = null;
  }
  function after() {
    if (pressing) pressing.classList.add('is-holding');  // a look gave it the class that it has at rest
    note();
    soon();
  }
  function soon() {
    if (due) return;
    due = true;
    requestAnimationFrame(function () { drawn.port2.postMessage(0) });
  }
  var drawn = new MessageChannel();
  drawn.port1.addEventListener('message', measure);
  drawn.port1.start();
  function measure() {
    var at = now();
    due = false;
    stand = stand || here();
    if (!changed) return;
    recent();
    stand.forEach(function (one, n) {
      var till = pasts.reduce(function (most, past) { return other(one, n, past) ? past.at + CALM : most }, 0);
      if (till <= at && !one.el.freshTill) return;
      one.el.freshTill = till;
      one.el.toggleAttribute('data-fresh', till > at);
    });
    if (focused && focused.el === doc.activeElement && focused.means !== means(focused.el)) focused.el.turned = changed;
    changed = 0;
    clear();
  }
  /* what a hand moves is measured anew */
  ['scroll', 'resize', 'toggle', 'pointerdown', 'keydown', 'click', 'input', 'change'].forEach(function (name) {
    addEventListener(name, function () { stand = null; if (name === 'click') soon() }, { capture: true, passive: true });
  });
  function note() {
    each(doc.querySelectorAll('[data-hot]'), function (el) {
      var key = el.dataset.hot, said = means(el), old = hots[key];
      if (!old || old.means !== said) hots[key] = { means: said, at: old ? now() : -CALM };
    });
  }
  function calmKey(key) { if (changed) measure(); return !hots[key] || now() - hots[key].at >= CALM }

  function say(text) {
    var box = doc.getElementById('calm');
    if (!box) {
      box = doc.createElement('p');
      box.id = 'calm'; box.className = 'toast note'; box.setAttribute('role', 'status');
      doc.body.appendChild(box);
    }
    box.hidden = !text; box.textContent = text;
    clearTimeout(forget); forget = setTimeout(function () { box.hidden = true; box.textContent = '' }, 3000);
  }
  function stop(e, text) { e.preventDefault(); e.stopImmediatePropagation(); if (text) say(text) }

  /* ---- taps ---- */
  var down = null;
  function pressed(e) { return e.target.closest && e.target.closest(PRESS) }
  addEventListener('pointerdown', function (e) {
    var el = pressed(e);
    if (changed) measure();
    down = el ? { el: el, means: means(el) } : null;
    held = null;
    if (el && el.matches('[data-hold]:not([data-fresh])') && !e.button) begin(el);
  }, true);
  addEventListener('click', function (e) {
    var el = pressed(e), aimed = down;
    if (changed) measure();
    down = null;
    if (!el || !e.isTrusted) return;
    if (held && e.detail) return stop(e);
    if (e.detail ? el.hasAttribute('data-fresh') || aimed && aimed.el === el && aimed.means !== means(el) : now() - (el.turned || -CALM) < CALM) return stop(e, worded('That just changed. Tap again.'));
    if (el.matches('[data-hold]') && el.form) { stop(e); if (el.form.reportValidity()) sure(el) }
  }, true);

  /* ---- held for a second ---- */
  var holding = 0, held = null, pressing = null;
  function begin(el) {
    end(); pressing = el;
    var said = means(el);
    el.classList.add('is-holding');
    holding = setTimeout(function () {
      end();
      if (!el.isConnected || means(el) !== said) return say(worded('That just changed. Tap again.'));
      held = el;
      if (el.form) el.form.requestSubmit(el);
    }, HOLD);
  }
  function end() { clearTimeout(holding); if (pressing) pressing.classList.remove('is-holding'); pressing = null }
  ['pointerup', 'pointercancel', 'pagehide', 'blur'].forEach(function (name) {
    addEventListener(name, function (e) { if (e.target === window || name.indexOf('pointer') === 0) end() }, true);
  });
  addEventListener('pointermove', function (e) {
    var box = pressing && pressing.getBoundingClientRect();
    if (box && (e.clientX < box.left || e.clientX > box.right || e.clientY < box.top || e.clientY > box.bottom)) end();
  }, true);
  addEventListener('contextmenu', function (e) { if (e.target.closest && e.target.closest('[data-hold]')) e.preventDefault() }, true);

  /* ---- or asked about ---- */
  function sure(el) {
    var box = doc.createElement('dialog'), said = means(el), form = el.form, at = now();
    var what = doc.createElement('p'), no = doc.createElement('button'), yes = doc.createElement('button');
    what.className = 'big'; what.textContent = el.dataset.hold + ' ' + worded('Next time you can hold it for a second.'); what.id = 'sure-what';
    no.type = yes.type = 'button'; no.className = 'btn'; yes.className = el.className.replace(/^btn$/, 'btn btn-go');
    no.textContent = worded('Not now'); yes.textContent = el.innerText;
    box.className = 'sure stack'; box.setAttribute('aria-labelledby', what.id);
    box.append(what, yes, no);
    no.addEventListener('click', function () { box.close() });
    yes.addEventListener('click', function () {
      if (now() - at < CALM) return say(worded('That just changed. Tap again.'));
      box.close();
      if (el.isConnected && el.form === form && means(el) === said) form.requestSubmit(el); else say(worded('That just changed. Tap again.'));
    });
    box.addEventListener('close', function () { box.remove() });
    (el.closest('#secret') || doc.body).appendChild(box);
    box.showModal();
    no.focus();
  }

  /* What somebody opens by hand is no change under the finger. */
  function openedNow(el) { el.openedAt = now() }
  doc.addEventListener('toggle', function (e) { if (e.target.open) openedNow(e.target) }, true);
  doc.addEventListener('DOMContentLoaded', note);
  window.guard = { before: before, after: after, opened: openedNow, calmKey: calmKey, say: say, means: means };
})();
