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
