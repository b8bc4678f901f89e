/* A scanned code is sent as soon as somebody looks at its page, since the page asks nothing; never twice, and not by a page
   that a browser opens ahead. Where that cannot be remembered, the button waits. */
(function () {
  'use strict';
  var doc = document, form = doc.querySelector('form[data-at-once]');
  function sitDown() {
    var code = form && form.elements.code.value;
    if (!form || doc.visibilityState !== 'visible') return;
    try {
      if (sessionStorage.getItem('sent') === code) return;
      sessionStorage.setItem('sent', code);
    } catch (e) { return }
    form.querySelector('button').click();
  }
  ['DOMContentLoaded', 'visibilitychange'].forEach(function (name) { doc.addEventListener(name, sitDown) });
})();
