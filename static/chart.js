"use strict";
// The map of a phone, over the card or the form that asks for a place. Two fingers, or + and −, make it larger, one
// finger moves it, and a tap on a bright place chooses it. Without a script the lists do the same.
(function () {
  const doc = document, MOST = 5, START = 1;
  let choices = new Map(), pinch = null;

  function zoomOf(pane) { return +pane.dataset.zoom || 1; }
  // What lies at x, y of the pane stays there.
  function zoom(pane, next, x, y) {
    const now = zoomOf(pane), left = (pane.scrollLeft + x) / now, top = (pane.scrollTop + y) / now;
    next = Math.min(MOST, Math.max(1, next));
    pane.dataset.zoom = next;
    pane.style.setProperty("--zoom", next);
    pane.scrollTo(left * next - x, top * next - y);
  }
  function step(pane, factor) { zoom(pane, zoomOf(pane) * factor, pane.clientWidth / 2, pane.clientHeight / 2); }
  function apart(touches) { return Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY); }
  function paneOf(event) { return event.target.closest && event.target.closest(".chart-pane"); }

  doc.addEventListener("touchstart", event => {
    const pane = paneOf(event);
    if (!pane || event.touches.length !== 2) return;
    event.preventDefault();
    pinch = { apart: apart(event.touches), zoom: zoomOf(pane) };
  }, { passive: false });
  doc.addEventListener("touchmove", event => {
    const pane = pinch && event.touches.length === 2 && paneOf(event), all = pane && pane.getBoundingClientRect();
    if (!pane) return;
    event.preventDefault();
    const [one, two] = event.touches;
    zoom(pane, pinch.zoom * apart(event.touches) / pinch.apart,
      (one.clientX + two.clientX) / 2 - all.left, (one.clientY + two.clientY) / 2 - all.top);
  }, { passive: false });
  doc.addEventListener("touchend", () => { pinch = null; });

  function button(words, label, run) {
    const made = doc.createElement("button");
    Object.assign(made, { className: "btn", type: "button", textContent: words });
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", run);
    return made;
  }
  function choose(box, one) { one.pick(); box.close(); }
  function tapped(box, place) {
    const found = choices.get(place.dataset.place) || [], said = box.querySelector(".chart-said");
    if (found.length === 1) return choose(box, found[0]);
    said.textContent = found.length ? place.dataset.place + ':' : worded('{place} can\'t be chosen now.', { place: place.dataset.place });
    said.append(...found.map(one => button(one.words, "", () => choose(box, one))));
  }
  function dialog() {
    let box = doc.getElementById("turn-chart");
    if (box) return box;
    box = doc.createElement("dialog");
    Object.assign(box, { id: "turn-chart", className: "turn-chart" });
    box.setAttribute("aria-label", "Map");
    doc.body.append(box);
    box.addEventListener("click", event => {
      const place = event.target.closest("a[data-place]");
      if (place) { event.preventDefault(); tapped(box, place); }
      if (event.target === box) box.close();
    });
    return box;
  }
  function show(html) {
    const box = dialog(), pane = doc.createElement("div"), said = doc.createElement("p"), bar = doc.createElement("div");
    pane.className = "chart-pane"; said.className = "chart-said row"; bar.className = "row chart-bar";
    said.setAttribute("role", "status");
    pane.append(new DOMParser().parseFromString(html, "text/html").querySelector(".map"));
    bar.append(button('−', worded('Smaller'), () => step(pane, 1 / 1.5)), button('+', worded('Larger'), () => step(pane, 1.5)),
      button(worded('Back to the list'), "", () => box.close()));
    box.replaceChildren(pane, said, bar);
    for (const place of box.querySelectorAll("a[data-place]")) {
      const open = choices.has(place.dataset.place);
      place.classList.toggle("is-legal", open);
      if (!open) place.tabIndex = -1;
    }
    box.showModal();
    zoom(pane, START, 0, 0);
    const bright = box.querySelector(".is-legal"), at = bright ? bright.getBoundingClientRect() : null, all = pane.getBoundingClientRect();
    if (choices.size === 1 && at) pane.scrollTo(at.left - all.left - all.width / 2, at.top - all.top - all.height / 2);
    else pane.scrollTo((pane.scrollWidth - pane.clientWidth) / 2, (pane.scrollHeight - pane.clientHeight) / 2);
  }
  doc.addEventListener("click", event => {
    const by = event.target.closest(".phone-map [data-zoom-by]");
    if (by) step(doc.querySelector(".phone-map .chart-pane"), +by.dataset.zoomBy);
  });
  // `open` maps the name of each place that may be chosen to its choices: what a button says, and what it does.
  window.chart = function (href, open) {
    choices = open;
    fetch(href).then(answer => answer.text()).then(show);
  };

  doc.addEventListener("click", event => {
    const opener = event.target.closest("[data-map-for]"), list = opener && doc.getElementById(opener.dataset.mapFor);
    const page = doc.getElementById("look");
    if (!list || !page.dataset.chart) return;
    const open = new Map();
    for (const option of list.options) {
      const name = option.value.split("|")[0];
      const pick = () => { list.value = option.value; list.dispatchEvent(new Event("change", { bubbles: true })); };
      if (name) open.set(name, [...(open.get(name) || []), { words: option.textContent.trim().replace(name + ", ", ""), pick }]);
    }
    window.chart(page.dataset.chart, open);
  });
})();
