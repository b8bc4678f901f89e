/* The shield. Closed is the resting state, and closed means empty: the secret is fetched on press and taken off the page
   on release; what was filled in and not sent is there again at the next look. Hold: open while held. A short tap, or
   40 px up while holding: propped, closes on a tap of the grip, after 20 s without a touch, 60 s while something is due
   there, or after 5 s once all that was due is answered. Space or Enter works like a finger, Up like its slide. Leaving the
   page always closes. Also here: the stepper, the two seconds in which a tap can be taken back, and the hum when one's
   turn comes. */
(function () {
  'use strict';
  var doc = document, IDLE = 20000, LONG = 60000, SOON = 5000, TAP = 300, CALM = 600;
  var DUE = '.is-due, #plan-form';
  var open = false, propped = false, y0 = 0, since = 0, shut = -CALM, timer = 0, inside = '', draft = null, answered = false;
  function id(name) { return doc.getElementById(name) }
  function write(box, words) { if (box && box.textContent !== words) box.textContent = words }

  function setAside() {
    var secret = id('secret');
    if (inside || !filled(secret)) return;
    draft = doc.createDocumentFragment();
    while (secret.firstChild) draft.appendChild(secret.firstChild);
  }
  function fetchSecret() {
    var secret = id('secret');
    if (inside) htmx.ajax('GET', inside, { source: secret, target: secret, swap: 'mergeInto' }); else htmx.trigger(secret, 'behind');
  }
  function behind(e) { var ctx = e.detail.ctx, secret = id('secret'); return secret && ctx && ctx.target === secret ? secret : null }
  /* A link that looks closer stays behind the shield: its answer takes the place of the secret and goes with it. */
  doc.addEventListener('htmx:before:request', function (e) {
    var secret = behind(e), ctx = e.detail.ctx;
    if (!secret || ctx.sourceElement === secret) return;
    setAside(); inside = ctx.request.action;
    if (propped) set(true, true);
    secret.scrollTop = 0;
  });
  doc.addEventListener('htmx:before:swap', function (e) {
    var secret = behind(e), ctx = e.detail.ctx, again = draft && !inside;
    if (!secret) return;
    if (!open || ctx.request.action !== (inside || secret.getAttribute('hx-get'))) return e.preventDefault();
    ctx.first = !again && (!secret.firstChild || ctx.sourceElement !== secret);
    ctx.within = secret.contains(doc.activeElement);
    if (again) { secret.textContent = ''; secret.appendChild(draft); draft = null }
  });
  doc.addEventListener('htmx:after:swap', function (e) {
    var secret = behind(e), ctx = e.detail.ctx, found = secret && ctx.first && secret.querySelector('[data-found]');
    if (!secret) return;
    if (ctx.first) guard.opened(secret);
    if (ctx.within && !secret.contains(doc.activeElement)) { secret.tabIndex = -1; secret.focus({ preventScroll: true }) }
    planned(secret.querySelector('#plan-form'));
    if (found) found.scrollIntoView();
    label(0);
    if (propped && ctx.first && secret.querySelector(DUE)) set(true, true);
    doc.dispatchEvent(new Event('opened'));
    if (propped && answered && !secret.querySelector(DUE)) { answered = false; set(true, true, SOON) }
  });
  doc.addEventListener('htmx:error', function (e) {
    if (open && behind(e)) id('secret').textContent = worded('No answer from the table. Hold again.');
  });
  /* The plan that was locked last: taken back or reopened while its battle lasts, the same form has it again. */
  var plan = null;
  function battle(form) { return form.querySelector('#plan-of').value }
  function planned(form) {
    if (!form || !plan || plan.of !== battle(form) || filled(form)) return;
    Array.prototype.forEach.call(form.elements, function (box) {
      if (!plan.said.has(box.name) || box.type === 'hidden' || box.disabled) return;
      if (box.type === 'radio') {
        box.checked = box.value === plan.said.get(box.name);
        if (box.closest('label')) box.closest('label').classList.toggle('is-on', box.checked);
      } else box.value = plan.said.get(box.name);
    });
  }
  doc.addEventListener('submit', function (e) {
    if (e.target.id === 'plan-form') plan = { of: battle(e.target), said: new FormData(e.target) };
  });

  function set(wantOpen, wantProp, keep) {
    var box = id('shield'), grip = box && box.querySelector('.shield-grip'), secret = id('secret');
    if (!box) return;
    clearTimeout(timer);
    var was = open, uncovers = open && !wantOpen;  /* what was under the shield comes under the finger */
    if (uncovers) guard.before();
    open = wantOpen; propped = !!wantProp;
    if (!open) answered = false;
    box.classList.toggle('is-open', open); box.classList.toggle('is-propped', propped);
    if (secret.hidden === open) secret.hidden = !open;
    if (!open) { if (was) setAside(); inside = ''; htmx.trigger(secret, 'htmx:abort'); secret.textContent = '' } else if (!was) { secret.textContent = ''; fetchSecret() }
    if (grip.getAttribute('aria-expanded') !== String(open)) grip.setAttribute('aria-expanded', open);
    label(keep);
    if (uncovers) guard.after();
    if (propped) timer = setTimeout(close, keep || (secret.querySelector(DUE) ? LONG : IDLE));
  }
  /* The card of one's turn lies below the secret: a player who looks something up must find the way back to it. */
  function label(keep) {
    var grip = doc.querySelector('button.shield-grip'), turns = doc.querySelector('section#turn') && !id('secret').querySelector(DUE);
    write(grip, keep === SOON ? worded('Closes by itself · tap to close') : propped && turns ? worded('Tap to close · your turn is below')
      : propped ? worded('Tap to close') : open ? worded('Slide up to keep open') : worded('Tap or hold to look'));
  }
  function close() { if (open) set(false) }
  function onGrip(e) { return e.target.closest && e.target.closest('button.shield-grip') }

  doc.addEventListener('pointerdown', function (e) {
    var grip = onGrip(e);
    if (grip) {
      if (e.button) return;
      if (propped) { shut = performance.now(); return close() }
      if (performance.now() - shut < CALM) return;  /* a second tap where it was closed */
      try { grip.setPointerCapture(e.pointerId) } catch (err) { /* a finger already gone */ }
      y0 = e.clientY; since = performance.now(); set(true);
    } else if (propped && e.target.closest('#shield')) set(true, true);
  });
  doc.addEventListener('submit', function (e) {
    var form = e.target.closest && e.target.closest('#secret form');
    if (form && form.closest(DUE)) answered = true;
    if (form) id('secret').scrollTop = 0; /* what came of it, or why it was not sent, stands first */
  });
  doc.addEventListener('pointermove', function (e) { if (open && !propped && onGrip(e) && y0 - e.clientY > 40) set(true, true) });
  function short() { return open && !propped && performance.now() - since < TAP }
  doc.addEventListener('pointerup', function (e) { if (short() && onGrip(e)) set(true, true); else if (!propped) close() });
  ['pointercancel', 'lostpointercapture'].forEach(function (name) {
    doc.addEventListener(name, function () { if (!propped) close() });
  });
  doc.addEventListener('keydown', function (e) {
    if (propped && e.target.closest && e.target.closest('#secret')) set(true, true);
    if (onGrip(e) && e.key === 'ArrowUp' && open && !propped) { e.preventDefault(); return set(true, true) }
    if (!onGrip(e) || !/^( |Enter)$/.test(e.key)) return;
    e.preventDefault();
    if (e.repeat) return;
    if (propped) close(); else { since = performance.now(); set(true) }
  });
  doc.addEventListener('keyup', function (e) { if (onGrip(e) && !propped && e.key !== 'ArrowUp') { if (short()) set(true, true); else close() } });
  doc.addEventListener('contextmenu', function (e) { if (onGrip(e)) e.preventDefault() });
  doc.addEventListener('visibilitychange', close);
  ['blur', 'pagehide'].forEach(function (name) { addEventListener(name, close) });
  doc.addEventListener('focusout', function (e) { if (onGrip(e) && !propped) close() });

  /* ---- refused for a reason that is only this player's: it stands at the button that nothing was sent ---- */
  doc.addEventListener('tapped', function (e) {
    var form = e.detail.form, by = e.detail.by, old = id('unsent'), note;
    if (old) old.remove();
    if (!e.detail.behind || !form.closest('#look') || form.closest('#secret')) return;
    note = doc.createElement('p');
    note.id = 'unsent'; note.className = 'error'; note.setAttribute('role', 'alert');
    note.textContent = by ? worded('“{n}” was not sent. Why: open your shield.', by.innerText.replace(/\s+/g, ' ')) : worded('Not sent. Why: open your shield.');
    form.after(note);
    note.scrollIntoView({ block: 'nearest' });
  });

  /* ---- the stepper ---- */
  function amount(input, value) {
    var low = +input.min, high = +input.max || 999;
    value = Math.max(low, Math.min(high, Math.round(value) || low));
    input.value = value; tell(value);
  }
  function tell(value) { write(doc.querySelector('#bid-amount output'), String(value)) }
  doc.addEventListener('click', function (e) {
    var step = e.target.closest && e.target.closest('[data-by]'), input = id('amount');
    if (step && input && !held) amount(input, +input.value + +step.dataset.by);
  });
  doc.addEventListener('input', function (e) { if (e.target.id === 'amount') tell(e.target.value) });
  /* held, the stepper goes on by itself, and faster after a while */
  var repeats = 0, held = 0;
  function still() { clearTimeout(repeats); repeats = 0 }
  doc.addEventListener('pointerdown', function (e) {
    var step = !e.button && e.target.closest && e.target.closest('[data-by]');
    still(); held = 0;
    if (!step) return;
    (function again() {
      repeats = setTimeout(function () {
        if (!step.isConnected) return;
        held++; amount(id('amount'), +id('amount').value + +step.dataset.by); again();
      }, held ? held > 8 ? 60 : 130 : 450);
    })();
  });
  ['pointerup', 'pointercancel', 'contextmenu'].forEach(function (name) { doc.addEventListener(name, still) });

  /* ---- taking back ---- */
  var fading = 0;
  function settle() {
    var input = id('amount'), back = id('take-back');
    if (input) { if (+input.value < +input.min) amount(input, +input.min); else tell(input.value) }
    clearTimeout(fading);
    if (back && back.dataset.forMs) fading = setTimeout(function () {
      var button = back.querySelector('button');
      if (button) { button.disabled = true; button.classList.add('is-off') }
    }, +back.dataset.forMs);
    if (!open) set(false);
  }
  doc.addEventListener('looked', function () { if (open) fetchSecret(); settle(); hum() });
  settle();

  /* ---- a short hum when one's turn comes; a browser allows it once somebody has touched the page ---- */
  var yours = turn();
  function turn() { var now = id('now'); return now ? now.dataset.onTurn || '' : '' }
  function hum() {
    var next = turn(), touched = navigator.userActivation;
    if (next && !yours && navigator.vibrate && touched && touched.hasBeenActive) navigator.vibrate(80);
    yours = next;
  }
})();
