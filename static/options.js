/* The options of a table: a search leaves only the lines that have its words, and a line says what is chosen in it. */
(function () {
  'use strict';
  var doc = document;
  function each(list, run) { Array.prototype.forEach.call(list, run) }
  doc.addEventListener('input', function (e) {
    if (e.target.id !== 'find-option') return;
    var words = e.target.value.toLowerCase().trim(), any = false;
    each(doc.querySelectorAll('.options > section'), function (group) {
      var found = false;
      each(group.querySelectorAll('.option'), function (line) {
        line.hidden = line.textContent.toLowerCase().indexOf(words) < 0;
        found = found || !line.hidden;
      });
      group.hidden = !found;
      any = any || found;
    });
    doc.getElementById('no-option').hidden = any;
  });
  doc.addEventListener('change', function (e) {
    var line = e.target.closest('.option'), said = line && e.target.type === 'radio' && e.target.closest('label');
    if (!line || line.querySelector('form')) return;
    /* of a choice and a time that is typed, the later one counts, and is what the line says */
    var typed = line.querySelector('[name$="-seconds"]');
    if (e.target === typed) {
      each(line.querySelectorAll('[type=radio]'), function (one, n) {
        one.checked = !typed.value && !n;
        one.closest('label').classList.toggle('is-on', one.checked);
        if (!n) line.querySelector('summary b').textContent = typed.value || one.closest('label').textContent.trim();
      });
    } else if (said) {
      if (typed) typed.value = '';
      line.querySelector('summary b').textContent = said.textContent.trim();
    }
  });
  doc.addEventListener('keydown', function (e) {
    if (e.target.id === 'find-option' && e.key === 'Enter') e.preventDefault(); // it sets no table
  });
})();
