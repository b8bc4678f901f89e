/* Looking over a shoulder opens a window the size of a phone; without script it is another tab. */
(function () {
  'use strict';
  document.addEventListener('submit', function (e) {
    if (e.target.target === 'shoulder') window.open('', 'shoulder', 'popup,width=400,height=860');
  });
})();
