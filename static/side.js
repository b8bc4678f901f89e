/* What is asked or looked up on the table screen opens in the side column, beside what goes on: a rule, a "why?", the
   menu of a seat. Without a script each is a page of its own. Esc or Close puts it away. A menu stays true: whatever
   changes at the table fetches it again, unless somebody fills it in, picks on the map for it or scrolls in it just then;
   that of a seat without a phone stays open. */
(function () {
  'use strict';
  var doc = document, CALM = 3000, at = '', opener = null, soon = 0, touched = -CALM;
  function id(name) { return doc.getElementById(name) }
  function isOpen() { return id('side') && !id('side').hidden }
  function isMenu() { return /\/more\//.test(at) }
  function fits(href) {
    var way = new URL(href, location.href), rest = way.pathname.slice(location.pathname.length);
    return way.origin === location.origin && way.pathname.indexOf(location.pathname) === 0 && /^(rules|why|more\/)/.test(rest);
  }
  function show(href, again, late) {
    var came = false;
    function comes(e) {
      if (e.target !== id('side-box')) return;
      came = true;
      if (again && (inUse(e.target) || busy() > 0)) e.preventDefault();  // touched since it was asked for
    }
    at = href;
    doc.addEventListener('htmx:before:swap', comes, true);
    htmx.ajax('GET', href, { source: '#side-box', swap: 'innerHTML' }).catch(function () {}).then(function () {
      doc.removeEventListener('htmx:before:swap', comes, true);
      if (at !== href) return;
      if (!came) return late ? guard.say(worded('Try again in a few seconds.')) : show(href, again, true);
      id('side').hidden = false;
      if (!again) { id('side-box').scrollTop = 0; id('side-box').focus({ preventScroll: true }) }
    });
  }
  function forget() { var box = id('ask'); if (box && box.closest('#bar') && (box.value || id('hints').firstChild)) { box.value = ''; id('hints').textContent = '' } }
  function close() {
    if (!isOpen()) return;
    forget();
    id('side').hidden = true; id('side-box').textContent = ''; at = '';
    if (opener && opener.isConnected) opener.focus({ preventScroll: true });
    opener = null;
  }
  doc.addEventListener('click', function (e) {
    var link = e.target.closest && e.target.closest('#look a[href]');
    if (e.target.closest && e.target.closest('#side-close')) return close();
    if (!link || !window.htmx || e.ctrlKey || e.metaKey || e.shiftKey || e.button || link.dataset.place || !fits(link.href)) return;
    e.preventDefault();
    if (isOpen() && at === link.getAttribute('href') && link.matches('.seat-menu')) return close();
    if (!link.closest('#side')) opener = link;
    show(link.getAttribute('href'));
  });
  doc.addEventListener('submit', function (e) {
    var form = e.target, box = form.querySelector && form.querySelector('#ask');
    if (window.htmx && form.matches('#side form[method=get]') && fits(form.action)) { // asked once more, with what is filled in
      e.preventDefault();
      return show(form.getAttribute('action') + '?' + new URLSearchParams(new FormData(form)));
    }
    if (!box || !form.matches('#look form[role=search]') || !window.htmx) return;
    e.preventDefault();
    opener = box;
    show(form.getAttribute('action') + '?q=' + encodeURIComponent(box.value));
  });
  doc.addEventListener('keydown', function (e) {
    if (e.key !== 'Escape' || !isOpen() || doc.querySelector('details.menu[open]')) return;
    e.stopImmediatePropagation(); e.preventDefault(); close();
  }, true);
  /* where a list is longer than its panel, its last line is a whole one: what would be cut, or hangs out of it, fades */
  function linesOf(one, asOne) {
    var range = doc.createRange();
    range.selectNodeContents(one);
    return asOne ? [one.getBoundingClientRect()] : Array.from(range.getClientRects());
  }
  function cutOf(box) {
    var all = box.getBoundingClientRect(), low = all.bottom, cut = 0, news = box.querySelector('.news'), hangs = box.matches('.hub-told') ? 1 : -2;
    if (news && news.getAnimations && news.getAnimations().length) return '0px';  // it moves: it is measured where it stays
    if (box.scrollHeight - box.scrollTop - box.clientHeight > 1 && box.matches('aside .beside, .is-log .scroll, .hub-told')) {
      box.querySelectorAll('li, p, h2, legend, label, .btn, .field').forEach(function (one) {
        var at = one.getBoundingClientRect(), most = all.top + all.height / 4;
        if (at.top < low - 1 && at.bottom > low + hangs) linesOf(one, at.top > most).forEach(function (line) {
          if (line.top < low - 1 && line.bottom > low + hangs && line.top > most) cut = Math.max(cut, low - line.top);
        });
      });
      /* nor is a panel of which only the edge or the title would be seen */
      box.querySelectorAll(':scope > .panel, :scope > .news').forEach(function (one) {
        var at = one.getBoundingClientRect(), first = one.querySelector('li, p, .btn, .field'), row = first && first.getBoundingClientRect();
        if (at.top < low - 1 && at.bottom > low + 1 && row && row.top + Math.min(row.height, 40) > low - cut + 1) cut = Math.max(cut, low - at.top);
      });
    }
    return cut ? Math.ceil(cut) + 'px' : '';
  }
  window.cutOf = cutOf;
  /* another step, another list beside the table: it begins at its top */
  var step = '', scrolled = false;
  addEventListener('scroll', function (e) { if (e.target.matches && e.target.matches('.beside')) scrolled = true }, true);
  doc.addEventListener('looked', function () {
    var now = id('now'), beside = doc.querySelector('aside .beside'), next = now ? now.dataset.title : '';
    if (scrolled && step && next !== step && beside && !beside.contains(doc.activeElement)) requestAnimationFrame(function () { beside.scrollTop = 0; scrolled = false });
    if (step && next !== step && id('ask') !== doc.activeElement && !isOpen()) forget();
    step = next;
  });
  function inUse(box) { return filled(box) || box.querySelector('[data-pick-for][aria-pressed=true]') }
  function busy() { return touched + CALM - performance.now() }
  function again() {
    var enter = doc.querySelector('.enter');
    clearTimeout(soon);
    if (busy() > 0) return soon = setTimeout(again, busy());
    if (isOpen() && isMenu() && !inUse(id('side-box'))) show(at, true);
    if (enter && !inUse(enter)) htmx.trigger(enter, 'again');
  }
  ['scroll', 'pointerdown', 'wheel', 'touchmove'].forEach(function (name) {
    addEventListener(name, function (e) { if (e.target.closest && e.target.closest('#side-box, .enter')) touched = performance.now() }, { capture: true, passive: true });
  });
  doc.addEventListener('looked', function () {
    clearTimeout(soon);
    if (isOpen() || doc.querySelector('.enter')) soon = setTimeout(again, 300);
  });
  doc.addEventListener('tapped', function (e) {
    var inside = e.detail.form.closest('#side-box');
    if (!inside || !isOpen() || !e.detail.ok) return; // closed meanwhile: nothing to show again
    if (isMenu() && !inside.querySelector('[data-stays]')) close(); else show(at, true);
  });
})();
