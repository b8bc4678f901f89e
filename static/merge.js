/* Merges what comes into what is shown: an element that is the same stays itself, with its focus, its animation, a finger
   on it and what is typed. Children are paired by their ids, forms by what they ask for, choices by their value, all else
   by its place.
   What somebody fills in outlives a look, as long as the form asks the same and offers the same choices. A field knows
   when it was filled in: an answer that comes late takes nothing away that was filled in since its form was sent. */
(function () {
  'use strict';
  var doc = document, FIELDS = 'input:not([type=hidden]), select, textarea';
  function now() { return performance.now() }
  function kind(node) {
    var name = node.nodeName, box = null;
    if (node.nodeType !== 1) return name;
    if (node.hasAttribute('id')) return name + ' #' + node.getAttribute('id');
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
  function children(old, fresh) {
    var list = Array.prototype.slice.call(fresh.childNodes), kinds = null, at = old.firstChild;
    list.forEach(function (one, n) {
      if (at && settled(at, one)) { at = at.nextSibling; return }
      kinds = kinds || list.map(kind);
      var mine = twin(at, kinds, n);
      if (!mine) return old.insertBefore(one, at);
      while (at !== mine && (!named(kind(at)) || kinds.indexOf(kind(at), n) < 0)) at = drop(at);
      if (at === mine) at = at.nextSibling; else old.insertBefore(mine, at);
      merge(mine, one);
    });
    while (at) at = drop(at);
  }
  function own(old, name) {
    var box = old.nodeName === 'OPTION' && old.closest('select') || old;
    return name === 'open' && old.nodeName === 'DETAILS' || name === 'tabindex' && old.isPlace || name === 'style' && old.isCut || name === 'aria-busy' && old.isSent
      || box.touched && /^(value|checked|selected)$/.test(name);
  }
  function attributes(old, fresh) {
    var theirs = fresh.attributes, mine = old.attributes, n, name;
    for (n = 0; n < theirs.length; n++) {
      name = theirs[n].name;
      if (old.getAttribute(name) !== theirs[n].value && !own(old, name)) old.setAttribute(name, theirs[n].value);
    }
    for (n = mine.length; n--;) {
      name = mine[n].name;
      if (!fresh.hasAttribute(name) && !own(old, name)) old.removeAttribute(name);
    }
  }
  function stays(old, fresh) {
    if (old.nodeName === 'FORM' && asked(old) !== asked(fresh)) done(old, now());
    if (old.touched && (old.name !== fresh.name || choices(old) !== choices(fresh))) old.touched = 0;
    return old.id === 'sounds' || old.nodeName === 'NOSCRIPT' || old.dataset && old.dataset.keep && old.dataset.keep === fresh.dataset.keep
      || old.id === 'shield' && old.dataset.secret === fresh.dataset.secret;
  }
  function settled(old, fresh) {
    return old.isEqualNode(fresh) && (old.nodeType !== 1 || !old.matches(FIELDS) && !old.querySelector(FIELDS));
  }
  function merge(old, fresh) {
    if (old.nodeType !== 1) { if (old.data !== fresh.data) old.data = fresh.data; return old }
    if (old.nodeName !== fresh.nodeName) { old.replaceWith(fresh); return fresh }
    if (stays(old, fresh)) return old;
    attributes(old, fresh);
    children(old, fresh);
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(old.nodeName) && !old.touched && old.type !== 'hidden') {
      if (old.checked !== fresh.checked) old.checked = fresh.checked;
      if (old.value !== fresh.value) old.value = fresh.value;
    }
    return old;
  }
  function list(of, make, by) { return Array.prototype.map.call(of || [], make).join(by) }
  function asked(form) {
    return list(form.querySelectorAll('input[type=hidden]'), function (h) { return /^(key|seen)$/.test(h.name) ? '' : h.name + '=' + h.value }, '&');
  }
  function choices(box) { return list(box.options, function (o) { return o.value }) }
  function filled(box) { return Array.prototype.some.call(box.querySelectorAll('input, select, textarea'), function (one) { return one.touched }) }
  function touch(boxes, at, fits) {
    Array.prototype.forEach.call(boxes || [], function (box) { if (fits(box)) box.touched = at });
  }
  function done(form, sent) { touch(form.elements, 0, function (box) { return !(box.touched > sent) }) }
  ['input', 'change'].forEach(function (name) {
    doc.addEventListener(name, function (e) { if (e.target.form && e.target.name) touch(e.target.form.elements, now(), function (box) { return box.name === e.target.name }) });
  });
  window.filled = filled;
  window.merging = { one: merge, inside: children, asked: asked, done: done };
})();
