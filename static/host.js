/* The one-time link takes the controls by itself once somebody sees the page; without script there is the button. */
(function () {
  'use strict';
  var form = document.getElementById('take-controls');
  if (!form) return;
  var seen = function () {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', seen);
    form.submit();
  };
  document.addEventListener('visibilitychange', seen);
  seen();
})();
