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
  htmx.ajax("GET", link.getAttribute("href"), { target: box, swap: "innerHTML" });
});
// Another phase has begun: what was opened in the one before would only cover the seats.
function phase() { const now = document.querySelector("#rail [aria-current]"); return now ? now.textContent : ""; }
document.addEventListener("looked", () => {
  const box = document.getElementById("place-box");
  if (box && !box.hidden && box.phase !== phase()) box.hidden = true;
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
