/* Runs before anything is drawn, so that a screen never flashes in the wrong theme. What scripts say in another language
   the page brings along: worded() finds it, and fills in {n}, or each slot of an object. */
(function () {
  'use strict';
  var root = document.documentElement;
  root.classList.add('js');
  try {
    var theme = localStorage.getItem('theme'), text = localStorage.getItem('text'), coach = localStorage.getItem('coach');
    if (theme) { root.dataset.theme = theme; document.querySelector('meta[name=color-scheme]').content = theme }
    if (text) root.dataset.text = text;
    if (coach) root.dataset.coach = coach;
  } catch (e) { /* private mode: the defaults hold */ }
  if (!HTMLFormElement.prototype.requestSubmit || !document.createElement('dialog').showModal) {
    var older = document.createElement('script');
    older.src = document.currentScript.src.replace('first', 'older');
    document.head.appendChild(older);
  }
  /* A browser that cannot run htmx is told nothing: the page says so, and fetches itself every few seconds. */
  addEventListener('load', function () {
    if (!document.getElementById('lost') || window.htmx) return;
    root.classList.add('is-old');
    setInterval(function () {
      if (!/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) location.reload();
    }, 4000);
  });
  var kept = null;
  window.worded = function (words, n) {
    var box = kept ? null : document.getElementById('words');
    if (box) kept = JSON.parse(box.textContent);
    var said = kept && kept[words] || words, all = n !== null && typeof n === 'object' ? n : { n: n };
    return said.replace(/\{(\w+)\}/g, function (whole, slot) { return slot in all ? all[slot] : whole });
  };
})();
