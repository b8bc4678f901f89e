/* A person on the keyboard keeps the control they are on through every update. When it goes or becomes another, the same
   control elsewhere takes the focus; else the place itself, so that Tab goes on from there: a button never hands its
   focus to another action. A field that somebody types in is never left. */
window.keptFocus = (function () {
  'use strict';
  var doc = document, CONTROLS = 'button, a, summary, input, select, textarea';
  function same(el) {
    var form = el.form || el.closest('form');
    return [form ? merging.asks(form) : el.getAttribute('href') || el.textContent.trim(), el.tagName, el.name, el.id,
      el.getAttribute('aria-label'), /radio|submit/.test(el.type) && el.value].join();
  }
  function place(name) {
    var box = name === 'look' ? doc.querySelector('#look main') : doc.getElementById(name);
    return box && box.matches('details') ? box.querySelector('summary') : box;
  }
  function act(name) { return name.split(/[&,]/)[0] }
  function usable(el) { return el && el.isConnected && !el.disabled && el.getClientRects().length > 0 }
  /* Call before a change; what it returns is called after. */
  return function () {
    var el = doc.activeElement, was, places = [], box = el, keys;
    if (!el || !el.closest('#look')) return function () { /* nothing was held */ };
    was = el.matches(CONTROLS) ? same(el) : ''; keys = el.matches(':focus-visible');
    while ((box = box.parentNode.closest('[id]:not(.take-back)'))) places.push(box.id);
    return function () {
      var at = doc.activeElement, stays = el === at && el.isConnected && !el.disabled && !el.closest('[hidden]');
      if (at !== doc.body && at !== el || stays && (!el.matches('button') || same(el) === was)) return;
      var twin = was && Array.from(doc.getElementById('look').querySelectorAll(CONTROLS)).find(function (one) { return usable(one) && same(one) === was });
      if (!twin && stays && act(same(el)) === act(was)) return;
      var to = twin || places.map(place).find(usable);
      if (to && !to.matches(CONTROLS)) { to.tabIndex = -1; to.isPlace = true }
      if (to) to.focus({ preventScroll: !keys });
    };
  };
})();
