/* Set-up without waiting: rows move by button or by dragging, a faction chosen twice swaps places, Enter goes to the
   next name. Everything here also works without script, by sending the form. */
(function () {
  'use strict';
  var doc = document, form = doc.getElementById('setup'), mid = doc.getElementById('mid');
  if (!form) return;
  var list = form.querySelector('.rows'), dragged = null;
  function rows() { return Array.prototype.slice.call(list.querySelectorAll('.setup-row')) }
  function choice(row) { return row.querySelector('select[name=faction]') }
  function number() {
    rows().forEach(function (row, n) {
      var seat = n + 1, name = row.querySelector('[name=player]');
      name.placeholder = worded('Player {n}', seat);
      name.setAttribute('aria-label', worded('Player in seat {n}', seat));
      choice(row).setAttribute('aria-label', worded('Faction in seat {n}', seat));
      row.querySelector('[name=first]').value = seat;
      row.querySelectorAll('[name=move]').forEach(function (b) {
        var way = b.value.split(' ')[1];
        b.value = seat + ' ' + way; b.setAttribute('aria-label', way === 'up' ? worded('Seat {n} up', seat) : worded('Seat {n} down', seat));
      });
    });
  }
  function draw(row) {
    var f = choice(row).selectedOptions[0].dataset.f, seal = row.querySelector('.seal');
    seal.dataset.f = f;
    var use = seal.querySelector('use');
    use.setAttribute('href', use.getAttribute('href').split('#')[0] + '#i-' + (f ? 'f-' + f : 'who'));
    row.classList.toggle('is-empty', !f);
  }
  function say(text) { doc.getElementById('said').textContent = text }
  function move(row, way) {
    var all = rows(), at = all.indexOf(row), to = at + (way === 'up' ? -1 : 1);
    if (to < 0 || to >= all.length) return;
    if (way === 'up') list.insertBefore(row, all[to]); else list.insertBefore(all[to], row);
    number(); say(worded('Now in seat {n}', to + 1));
  }
  form.addEventListener('click', function (e) {
    var button = e.target.closest('button[name=move]');
    if (!button) return;
    e.preventDefault();
    move(button.closest('.setup-row'), button.value.split(' ')[1]);
    button.focus();
  });
  form.addEventListener('keydown', function (e) {
    if (e.key !== 'Enter' || e.target.name !== 'player') return;
    e.preventDefault();
    var names = Array.prototype.slice.call(form.querySelectorAll('[name=player]')), next = names[names.indexOf(e.target) + 1];
    (next || form.querySelector('.choices button[name=go]')).focus();
  });
  rows().forEach(function (row) { choice(row).dataset.was = choice(row).value; draw(row) });
  form.addEventListener('change', function (e) {
    if (e.target.name !== 'faction') return;
    rows().forEach(function (row) {
      var other = choice(row);
      if (other === e.target || !e.target.value || other.value !== e.target.value) return;
      other.value = e.target.dataset.was; other.dataset.was = other.value; draw(row);
    });
    e.target.dataset.was = e.target.value; draw(e.target.closest('.setup-row'));
  });
  list.addEventListener('pointerdown', function (e) { var row = e.target.closest('.setup-row'); if (row) row.draggable = !!e.target.closest('.grab, .seal') });
  list.addEventListener('dragstart', function (e) { dragged = e.target.closest('.setup-row'); e.dataTransfer.effectAllowed = 'move' });
  list.addEventListener('dragover', function (e) {
    var over = e.target.closest('.setup-row');
    if (!dragged || !over || over === dragged) return;
    e.preventDefault();
    var box = over.getBoundingClientRect();
    list.insertBefore(dragged, e.clientY < box.top + box.height / 2 ? over : over.nextSibling);
  });
  list.addEventListener('drop', function (e) { e.preventDefault() });
  list.addEventListener('dragend', function () { if (dragged) { dragged.draggable = false; dragged = null; number() } });
  /* a rule is read in a tab of its own: what was typed here stays */
  form.addEventListener('click', function (e) { var chip = e.target.closest('a.chip'); if (chip) chip.target = '_blank' });
  function early() { form.classList.toggle('is-mid', mid.open) }
  mid.addEventListener('toggle', early); early();
})();
