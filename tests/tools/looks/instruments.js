/* What instruments.py asks of a page. What is planted to be found is taken away again before the page is judged. */
globalThis.measure = (function () {
  'use strict';
  const root = document.documentElement;

  function planted(tag, look, use) {
    const one = document.body.appendChild(document.createElement(tag));
    one.id = 'planted';
    one.style.cssText = look;
    try { return use(one) } finally { one.remove() }
  }

  function shown() {
    const letters = planted('i', 'font:medium serif', (one) => parseFloat(getComputedStyle(one).fontSize));
    return {
      size: [innerWidth, innerHeight], letters, root: parseFloat(getComputedStyle(root).fontSize),
      fixed: root.matches('.table'), calm: matchMedia('(prefers-reduced-motion: reduce)').matches,
      forced: matchMedia('(forced-colors: active)').matches,
    };
  }

  function theme() {
    const look = getComputedStyle(root), red = parseInt(look.getPropertyValue('--page').trim().slice(1, 3), 16);
    return [look.colorScheme, red < 128 ? 'dark' : 'light'];
  }

  async function judged() {
    const axe = globalThis.axe, only = { resultTypes: ['violations'] };
    const box = document.body.appendChild(document.createElement('div'));
    box.style.cssText = 'forced-color-adjust:none;position:fixed;top:0;left:0;z-index:99999;background:#888;color:#777';
    box.innerHTML = 'faint words<img src="data:,">';
    const known = (await axe.run(box, only)).violations.map((one) => one.id);
    box.remove();
    const { testEngine, passes, violations, incomplete, inapplicable } = await axe.run(document, only);
    const tried = passes.length + violations.length + incomplete.length;
    return { version: testEngine.version, known, tried, rules: tried + inapplicable.length, violations };
  }

  function over() {
    return document.scrollingElement.scrollWidth - root.clientWidth;
  }

  function sideways() {
    return { found: over(), planted: planted('div', 'width:300vw;height:1px', over) };
  }

  // What says by its looks that it is chosen, pressed, on turn or ahead, and what it must differ from.
  const STATES = '[aria-pressed=true], [aria-current]:not([aria-current=false]), .is-on, .is-turn, .is-high, .is-winner, .is-held-up, .is-off, :has(> input:checked)';
  // No color counts: the browser tells of some what the system draws, of others what the page would have.
  const LOOKS = ['borderTopStyle', 'borderTopWidth', 'borderBottomWidth', 'outlineStyle', 'outlineWidth', 'fontWeight', 'textDecorationLine', 'opacity'];

  function look(one) {
    const parts = [['', LOOKS], ['::before', ['content', 'borderTopWidth']], ['::after', ['content', 'borderTopWidth']]];
    const own = parts.flatMap(([part, names]) => { const style = getComputedStyle(one, part); return names.map((name) => style[name]) });
    const inner = [...one.querySelectorAll('b, span, small, svg, use, strong')].map((part) => {
      const style = getComputedStyle(part, '::before'), mine = getComputedStyle(part);
      return [style.content, mine.fontWeight, part.getAttribute('href')].join();
    });
    return JSON.stringify([own, [...new Set(inner)].sort()]);
  }

  function alike() {
    const two = document.body.appendChild(document.createElement('div'));
    two.innerHTML = '<button id="planted" aria-pressed="true" style="background:red">a</button><button style="background:blue">b</button>' +
      '<p><button id="edged" aria-pressed="true" style="border:5px double">a</button><button style="border:1px solid">b</button></p>';
    const seen = (one) => one.getClientRects().length && one.checkVisibility({ visibilityProperty: true });
    const found = [];
    for (const one of document.querySelectorAll(STATES)) {
      if (!seen(one)) continue;
      const others = [...one.parentNode.children].filter((other) => other !== one && other.tagName === one.tagName && !other.matches(STATES) && seen(other));
      if (others.some((other) => look(other) === look(one))) found.push(one.id || `${one.className} ${one.textContent.trim().slice(0, 30)}`);
    }
    two.remove();
    return found;
  }

  function moves(one) {
    const look = getComputedStyle(one);
    return parseFloat(look.transitionDuration) > 0 || look.animationName !== 'none';
  }

  function moving() {
    return planted('i', 'transition:opacity 9s !important', () =>
      [...document.querySelectorAll('*')].filter(moves).map((one) => one.id || one.className || one.tagName));
  }

  // What a keyboard must come to, with what is planted to be missed: no stop, no ring, no way on for two taps, something over it.
  const CONTROLS = 'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex="0"]';
  const named = (one) => one.id || (one.getAttribute('aria-label') || one.innerText || one.name || one.tagName).trim().slice(0, 40);
  let left = new Set(), steps = null;

  function tabs() {
    const box = document.body.appendChild(document.createElement('p'));
    box.id = 'planted';
    box.innerHTML = '<button id="unreached" tabindex="-1">a</button><button id="ringless">b</button><button id="trap">c</button>' +
      '<span><button id="under">d</button><i></i></span>';
    for (const [which, look] of [['#ringless', 'outline:none !important'], ['span', 'display:inline-block;position:relative'], ['i', 'position:absolute;inset:0']])
      box.querySelector(which).style.cssText = look;
    let more = 2;
    document.getElementById('trap').addEventListener('keydown', (e) => { if (e.key === 'Tab' && more-- > 0) e.preventDefault() });
    const all = [...document.querySelectorAll(CONTROLS)].filter((one) =>
      one.getClientRects().length && one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden=true], [inert]'));
    const group = (one) => one.type === 'radio' && one.name && one.form ? [...one.form.elements].filter((other) => other.name === one.name && other.type === 'radio') : [one];
    left = new Set(all.filter((one) => group(one).every((other) => other === one || !other.checked)).filter((one) =>
      group(one).some((other) => other.checked) || group(one)[0] === one));
    const start = document.body.insertBefore(document.createElement('button'), document.body.firstChild);
    start.focus();
    start.remove();
    steps = { last: null, stuck: new Set(), ringless: new Set(), covered: new Set() };
    return left.size;
  }

  function tabbed() {
    const one = document.activeElement;
    if (one === document.body) return false;
    if (one === steps.last && one.type !== 'time') steps.stuck.add(one);  // hours, minutes and the rest are stops of one field
    steps.last = one;
    for (const other of left) if (other === one || (other.type === 'radio' && one.type === 'radio' && other.name === one.name)) left.delete(other);
    let round = one, ring = false;
    for (let up = 0; up < 4 && round && !ring; up++, round = round.parentElement) {
      const look = getComputedStyle(round);
      ring = look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) >= 2;
    }
    if (!ring) steps.ringless.add(one);
    const box = one.getBoundingClientRect(), over = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height, 20) / 2);
    if (!over || !(one.contains(over) || over.contains(one) || [...one.labels || []].some((label) => label.contains(over)))) steps.covered.add(one);
    return true;
  }

  function untabbed() {
    const found = Object.fromEntries([['unreached', left], ['ringless', steps.ringless], ['stuck', steps.stuck], ['covered', steps.covered]].map(([name, set]) => [name, [...set].map(named)]));
    document.getElementById('planted').remove();
    return found;
  }

  function letter(node, at) {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  }

  function touch(one, other) {
    if (!/[\p{L}\p{N}.,;:!?)]$/u.test(one.data) || !/^[\p{L}\p{N}(]/u.test(other.data)) return false;
    const a = letter(one, one.length - 1), b = letter(other, 0);
    const inLine = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2;
    return a.width > 0 && b.width > 0 && inLine && Math.abs(b.left - a.right) < 1.5;
  }

  function joined() {
    return planted('p', '', (one) => {
      one.innerHTML = '<i>two</i><b>words</b>';
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), all = [];
      while (walk.nextNode()) all.push(walk.currentNode);
      return all.filter((node, n) => n && touch(all[n - 1], node)).map((node) => {
        const before = all[all.indexOf(node) - 1];
        return `${before.data.slice(-20)}|${node.data.slice(0, 20)}`;
      });
    });
  }

  return { shown, theme, judged, sideways, alike, moving, joined, tabs, tabbed, untabbed };
})();
