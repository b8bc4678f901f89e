/* Small manners of every page. A scanned code is sent, a number is typed anew, a setting is remembered. */
(function () {
  'use strict';
  var doc = document;

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
  doc.addEventListener('reset', function (e) { setTimeout(function () {
    e.target.querySelectorAll('label > input[type=radio]').forEach(function (r) { r.parentNode.classList.toggle('is-on', r.checked) });
  }) });
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
