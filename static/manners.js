/* Small manners of every page. A number is typed anew, a setting is remembered, a box that scrolls fades where there
   is more. */
(function () {
  'use strict';
  var doc = document;

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
  doc.addEventListener('reset', function (e) { setTimeout(function () {
    e.target.querySelectorAll('label > input[type=radio]').forEach(function (r) { r.parentNode.classList.toggle('is-on', r.checked) });
  }) });
  doc.addEventListener('click', function (e) {
    var button = e.target.closest && e.target.closest('[data-set]'), root = doc.documentElement.dataset, fold = e.target.closest && e.target.closest('summary');
    doc.querySelectorAll('details.menu[open]').forEach(function (m) { if (!m.contains(e.target)) m.open = false });
    /* what was opened below the edge comes into view */
    if (fold && !fold.closest('.drawers')) setTimeout(function () { if (fold.parentNode.open) fold.parentNode.scrollIntoView({ block: 'nearest' }) });
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

  /* ---- a box that scrolls fades at the edge where there is more; the columns of a table screen say by which row ---- */
  var due = false;
  function fade(box) {
    var low = box.scrollHeight - box.clientHeight, far = box.scrollWidth - box.clientWidth, at = box.scrollTop, mask = '', look;
    if (low < 3 && far < 12 && !box.fade) return;  // less is a margin
    look = getComputedStyle(box);
    if (low > 2 && /auto|scroll/.test(look.overflowY)) mask = [at, low - at, 'linear-gradient(', window.cutOf && cutOf(box)];
    else if (far > 11 && /auto|scroll/.test(look.overflowX)) mask = [box.scrollLeft, far - box.scrollLeft, 'linear-gradient(90deg,'];
    if (mask) mask = mask[2] + '#0003,#000 ' + (mask[0] > 11 ? '1rem' : 0) + ',#000 calc(100% - ' + (mask[3] || (mask[1] > 11 ? '1.7rem' : '0px')) + '),#0002)';
    if (box.fade !== mask) box.fade = box.style.webkitMaskImage = box.style.maskImage = mask;  // an update leaves it
  }
  function fadeAll() { due = false; doc.querySelectorAll('main, dialog, div, ol, ul, section, aside, fieldset, pre').forEach(fade) }
  function soon() { due = due || requestAnimationFrame(fadeAll) }
  'resize click change toggle animationend transitionend htmx:after:swap looked'.split(' ').forEach(function (name) { addEventListener(name, soon, true) });
  addEventListener('scroll', function (e) { if (e.target.style) fade(e.target) }, true);
  doc.fonts.addEventListener('loadingdone', soon);
  soon();
})();
