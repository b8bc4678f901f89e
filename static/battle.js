/* The battle plan behind the shield: the two steppers, and the strength while it is built. The server judges the plan;
   this only adds up. What spice makes possible comes with the form. */
(function () {
  'use strict';
  var doc = document;
  function form() { return doc.getElementById('plan-form') }
  function half(value) { var whole = Math.floor(value); return value === whole ? String(whole) : (whole || '') + '½' }
  function number(input) { return +input.value.replace(',', '.').replace('½', '.5') || 0 }
  function spice(box) {
    return ['support', 'helped'].reduce(function (sum, name) { return sum + (box.elements[name] ? +box.elements[name].value || 0 : 0) }, 0);
  }
  function limit(box) {
    var most = box.dataset.most.split(' ');
    return +most[Math.min(most.length - 1, spice(box))];
  }
  function mix(word, kinds) {
    var pair = word.split('+').map(Number);
    return pair.map(function (many, at) { return many + ' ' + kinds[2 * at + (many === 1 ? 0 : 1)] })
      .filter(function (one, at) { return pair[at] || !at && !pair[1] })
      .reduce(function (a, b) { return worded('{a} and {b}', { a: a, b: b }) });
  }
  function loss(box, dial) {
    var rows = box.dataset.splits.split('|'), row = rows[Math.min(rows.length - 1, spice(box))].split(' ');
    var found = row[Math.round(dial / +box.dataset.step)];
    if (!found) return '';
    var mixes = found.split(',').map(function (one) { return mix(one, box.dataset.kinds.split('|')) });
    return worded('If you win you lose {n}.', mixes.reduce(function (a, b) { return worded('{a}, or {b}', { a: a, b: b }) }));
  }
  function picked(box, name) { var one = box.querySelector('input[name=' + name + ']:checked'); return one ? one.value : '' }
  function gains(box) {
    var leader = picked(box, 'leader');
    return [].filter.call(box.querySelectorAll('.gain'), function (one) {
      var given = one.dataset, cards = [['weapons', 'weapon'], ['defences', 'defence']];
      var with_card = cards.some(function (pair) {
        var card = picked(box, pair[1]);
        return card && given[pair[0]].split('|').indexOf(card) >= 0;
      });
      return given.leader === leader && (with_card || !given.weapons && !given.defences);
    });
  }
  /* the plan in words: what will be played, read before it is locked */
  function words(one) { return one.closest('label').textContent.trim().replace(/\s+/g, ' ') }
  function card(box, name) { var one = box.querySelector('input[name=' + name + ']:checked'); return one && one.value ? words(one) : '' }
  function strength(box, dial, adds, bonus, more) {
    var leader = box.querySelector('input[name=leader]:checked'), name = leader && leader.value && leader.closest('label').querySelector('.disc-name');
    var said = name ? dial + ' + ' + name.textContent.trim() + ' ' + adds + (bonus ? ' + ' + half(bonus) : '') : worded('{n}, no leader', dial);
    return said + (more.length ? ' (' + more.map(function (one) { return one.dataset.words }).join(', ') + ')' : '');
  }
  function show() {
    var box = form();
    if (!box) return;
    var leader = box.querySelector('input[name=leader]:checked'), beside = box.querySelector('input[name=companion]:checked');
    var most = limit(box), dial = number(box.elements.dial), adds = leader ? +leader.dataset.adds : 0;
    var stake = box.elements.stake && leader && leader.value === box.dataset.staked ? +box.elements.stake.value || 0 : 0;
    var more = gains(box), bonus = beside && beside.value && leader && leader.value ? +box.dataset.bonus : 0;
    bonus = more.reduce(function (sum, one) { return sum + +one.value }, bonus + stake);
    box.elements.dial.max = most;
    box.querySelectorAll('[data-dial]').forEach(function (one) {
      one.hidden = +one.dataset.dial > most;
      one.setAttribute('aria-pressed', +one.dataset.dial === dial ? 'true' : 'false');
    });
    doc.getElementById('plan-most').textContent = half(most);
    var lost = dial ? loss(box, dial) : '';
    doc.getElementById('plan-limit').hidden = !!lost;
    doc.getElementById('plan-loss').textContent = lost;
    doc.getElementById('plan-sum').textContent = [strength(box, half(dial), adds, bonus, more),
      card(box, 'weapon') || worded('no weapon'), card(box, 'defence') || worded('no defense')].join(' · ');
    doc.getElementById('plan-total').textContent = half(dial + adds + bonus);
  }
  doc.addEventListener('click', function (e) {
    var step = e.target.closest && e.target.closest('[data-dial-by], [data-dial]'), at = step && step.dataset.dial;
    var input = step && (at ? step.form.elements.dial : step.parentNode.querySelector('input'));
    if (!input) return;
    var value = Math.max(+input.min, Math.min(+input.max, at ? +at : number(input) + +step.dataset.dialBy));
    input.value = input.name === 'dial' ? half(value) : value;
    show();
  });
  ['input', 'change'].forEach(function (name) {
    doc.addEventListener(name, function (e) { if (e.target.closest && e.target.closest('#plan-form')) show() });
  });
  doc.addEventListener('opened', show);
  show();
})();
