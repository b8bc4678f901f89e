"use strict";
// A tap on the map of a phone shows that part of it large; the Zoom button alone does it without a script.
addEventListener("click", event => {
  const pane = event.target.closest(".map-pane"), box = document.getElementById("map-near");
  if (!pane || !box || box.checked || getComputedStyle(box.nextElementSibling).display === "none") return;
  const all = pane.getBoundingClientRect();
  const x = (event.clientX - all.left) / all.width, y = (event.clientY - all.top) / all.height;
  event.preventDefault();
  box.checked = true;
  pane.scrollTo(x * pane.scrollWidth - pane.clientWidth / 2, y * pane.scrollHeight - pane.clientHeight / 2);
}, true);

// A list of places in a form of the table screen is answered on the map, too: its button, then the place.
let picking = null;
function pick(list) {
  const button = picking && picking.parentNode.querySelector("[data-pick-for]");
  if (button) button.setAttribute("aria-pressed", "false");
  picking = list;
  brighten();
}
function named(list, place) { return Array.from(list.options).find(one => one.value.split("|")[0] === place); }
function brighten() {
  if (picking && !picking.isConnected) picking = null;
  const map = document.getElementById("map");
  if (!map) return;
  map.classList.toggle("is-picking", !!picking);
  for (const place of map.querySelectorAll("a[data-place]")) place.classList.toggle("is-legal", !!picking && !!named(picking, place.dataset.place));
}
addEventListener("click", event => {
  const button = event.target.closest("[data-pick-for]"), place = event.target.closest("#map a[data-place]");
  if (button) {
    const list = button.parentNode.querySelector("select"), again = list === picking; // the same form may stand in two menus
    pick(again ? null : list);
    button.setAttribute("aria-pressed", again ? "false" : "true");
  } else if (picking && place) {
    const found = named(picking, place.dataset.place), list = picking;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!found) return;
    list.value = found.value;
    list.dispatchEvent(new Event("change", { bubbles: true }));
    pick(null);
  }
}, true);
document.addEventListener("looked", () => { if (picking) brighten(); });
addEventListener("keydown", event => { if (event.key === "Escape" && picking) { event.stopImmediatePropagation(); pick(null); } }, true);

// A tap on a territory of the table screen, or on its name in the strip, opens what can be put right there, beside it.
addEventListener("click", event => {
  const link = event.target.closest("a[data-place]"), box = document.getElementById("place-box");
  if (!link || !box || !window.htmx || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const same = box.dataset.place === link.dataset.place && !box.hidden;
  box.hidden = same;
  box.dataset.place = link.dataset.place;
  box.phase = phase();
  if (same) return;
  box.textContent = ""; // the form of the place before it must not be filled in for this one
  // below the strip it may lie outside what is in view
  htmx.ajax("GET", link.getAttribute("href"), { target: box, swap: "innerHTML" }).then(() => box.scrollIntoView({ block: "nearest" }));
});
// Another phase, card or Nexus has begun: what was opened before it would only cover the seats, unless it is being filled in.
function phase() { const now = document.querySelector("#rail [aria-current]"), head = document.getElementById("now"); return (now ? now.textContent : "") + (head ? head.dataset.title : ""); }
document.addEventListener("looked", () => {
  const box = document.getElementById("place-box");
  if (box && !box.hidden && box.phase !== phase() && !filled(box)) box.hidden = true;
});
addEventListener("keydown", event => {
  const box = document.getElementById("place-box");
  if (event.key === "Escape" && box && !box.hidden) box.hidden = true;
});
// What was put right is done with: its box closes, unless another place was opened in it meanwhile.
document.addEventListener("tapped", event => {
  const box = document.getElementById("place-box");
  if (box && event.detail.ok && box.contains(event.detail.form)) box.hidden = true;
});
