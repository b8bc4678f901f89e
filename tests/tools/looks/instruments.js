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

  return { shown, theme, judged, sideways, alike, moving, joined };
})();
