/* Merges what comes into what is shown, as an htmx swap style ("merge" for an element, "mergeInto" for what is in it): an
   element that is the same stays itself, with its focus, its animation, a finger on it and what is typed. Children are
   paired by their ids, forms by what they ask for, choices by their value, all else by its place. What is typed stays as
   long as its form asks the same. htmx's own morph is as exact and costs a phone a quarter more of its processor. */
(function () {
  'use strict';
  var FIELDS = 'input:not([type=hidden]), select, textarea', FIELD = /^(INPUT|SELECT|TEXTAREA)$/, STAYS = /^(NOSCRIPT|DIALOG)$/;
  function list(of, make) { return Array.prototype.map.call(of, make).join('&') }
  function asks(form) {
    return list(form.querySelectorAll('input[type=hidden]'), function (box) { return /^(key|seen)$/.test(box.name) ? '' : box.name + '=' + box.value });
  }
  function choices(box) { return list(box.options, function (one) { return one.value }) }
  function picked(option, n, all) { return option.selected !== (option.defaultSelected || !n && !all.some(function (one) { return one.defaultSelected })) }
  function ticked(box) { return box.checked !== box.defaultChecked }
  function typed(box) {
    if (box.options) return Array.from(box.options).some(picked);
    if (box.type === 'radio' && box.form) return Array.from(box.form.elements).some(function (one) { return one.name === box.name && ticked(one) });
    return box.type === 'radio' || box.type === 'checkbox' ? ticked(box) : box.value !== box.defaultValue;
  }
  function filled(box) { return Array.from(box.querySelectorAll(FIELDS)).some(typed) }

  function kind(node) {
    var name = node.nodeName, box = null;
    if (node.nodeType !== 1) return name;
    if (node.hasAttribute('id')) return '# ' + node.getAttribute('id');
    if (name === 'FORM') box = node.querySelector('[name=act]');
    if (name === 'LABEL') box = node.querySelector('input');
    if (box) return name + ' ' + box.name + '=' + box.value;
    return name === 'INPUT' ? name + ' ' + node.name + (/radio|checkbox/.test(node.type) ? '=' + node.value : '') : name;
  }
  function named(kind) { return kind.indexOf(' ') > 0 }
  function twin(node, kinds, n) {
    for (var one = kinds[n], mine; node; node = node.nextSibling) {
      mine = kind(node);
      if (mine === one) return node;
      if (!named(one) && (one === '#text' || named(mine) && kinds.indexOf(mine, n) > 0)) return null;
    }
    return null;
  }
  function drop(node) { var next = node.nextSibling; if (node.nodeName !== 'DIALOG') node.remove(); return next }
  function settled(old, fresh) { return old.isEqualNode(fresh) && (old.nodeType !== 1 || !FIELD.test(old.nodeName) && !old.querySelector(FIELDS)) }
  function children(old, fresh) {
    var all = Array.from(fresh.childNodes), kinds = null, at = old.firstChild;
    all.forEach(function (one, n) {
      if (at && settled(at, one)) { at = at.nextSibling; return }
      kinds = kinds || all.map(kind);
      var mine = twin(at, kinds, n);
      if (!mine) return old.insertBefore(one, at);
      while (at !== mine && (!named(kind(at)) || kinds.indexOf(kind(at), n) < 0)) at = drop(at);
      if (at === mine) at = at.nextSibling; else old.insertBefore(mine, at);
      merge(mine, one);
    });
    while (at) at = drop(at);
  }
  function own(old, name, keeps) {
    return name === 'open' && old.nodeName === 'DETAILS' || name === 'tabindex' && old.isPlace || name === 'style' && old.fade || name === 'aria-busy' && old.isSent
      || keeps && (name === 'checked' || name === 'selected');
  }
  function attributes(old, fresh, keeps) {
    var theirs = fresh.attributes, mine = old.attributes, n, name;
    for (n = 0; n < theirs.length; n++) {
      name = theirs[n].name;
      if (old.getAttribute(name) !== theirs[n].value && !own(old, name, keeps)) old.setAttribute(name, theirs[n].value);
    }
    for (n = mine.length; n--;) {
      name = mine[n].name;
      if (!fresh.hasAttribute(name) && !own(old, name, keeps)) old.removeAttribute(name);
    }
  }
  function merge(old, fresh) {
    if (old.nodeType !== 1) { if (old.data !== fresh.data) old.data = fresh.data; return old }
    if (fresh.stays) return old;
    if (old.nodeName !== fresh.nodeName) { old.replaceWith(fresh); return fresh }
    if (STAYS.test(old.nodeName) || old.hasAttribute('hx-morph-skip') || old.hasAttribute('data-keep') && old.dataset.keep && old.dataset.keep === fresh.dataset.keep) return old;
    if (old.nodeName === 'FORM' && asks(old) !== asks(fresh)) old.reset();
    if (old.nodeName === 'SELECT' && choices(old) !== choices(fresh)) { attributes(old, fresh); old.replaceChildren.apply(old, fresh.children); return old }
    var box = old.nodeName === 'OPTION' ? old.closest('select') : FIELD.test(old.nodeName) && old.type !== 'hidden' ? old : null, keeps = box && typed(box), value = fresh.value;
    attributes(old, fresh, keeps);
    children(old, fresh);
    if (box !== old || keeps) return old;
    if (old.checked !== fresh.checked) old.checked = fresh.checked;
    if (old.value !== value) old.value = value;
    return old;
  }
  window.merging = { one: merge, inside: children, asks: asks, filled: filled };
  window.filled = filled;
})();
