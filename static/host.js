/* The one-time link takes the controls by itself; without script there is the button. */
(function () {
  'use strict';
  var form = document.getElementById('take-controls');
  if (form) form.submit();
})();
