/* What the scripts ask for and some browsers at the floor have not: Safari before 16 and Firefox before 98. Only those
   fetch it (first.js). The button that sent a form, a form sent by a script, and a box over the page. */
(function () {
  'use strict';
  var doc = document, form = HTMLFormElement.prototype, box = doc.createElement('dialog').constructor.prototype, pressed = null, open = null;
  if (!('submitter' in SubmitEvent.prototype)) {
    addEventListener('click', function (e) { pressed = e.target.closest && e.target.closest('button, input') }, true);
    Object.defineProperty(SubmitEvent.prototype, 'submitter', {
      get: function () { return pressed && pressed.form === this.target && pressed.type === 'submit' ? pressed : null }
    });
  }
  if (!form.requestSubmit) form.requestSubmit = function (by) {
    var button = by || doc.createElement('button');
    if (!by) { button.hidden = true; this.appendChild(button) }
    button.click();
    if (!by) button.remove();
  };
  if (!box.showModal) {
    box.showModal = function () {
      open = this;
      Object.assign(this.style, { display: '', position: 'fixed', inset: '0', zIndex: '40', height: 'max-content', maxHeight: '100%', overflow: 'auto', boxShadow: '0 0 0 100vmax #000a' });
      this.setAttribute('open', ''); this.setAttribute('role', 'dialog');
    };
    box.close = function () {
      this.style.display = 'none'; this.removeAttribute('open'); open = null;
      this.dispatchEvent(new Event('close'));
    };
    addEventListener('keydown', function (e) { if (e.key === 'Escape' && open) { e.stopImmediatePropagation(); open.close() } }, true);
  }
})();
