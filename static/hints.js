// A hint is read once: a moment that this screen has explained at this table is not explained when it comes again.
const HINTS = "hints", here = location.pathname;
let toldHere = [], explains = "";
try {
  const kept = JSON.parse(localStorage.getItem(HINTS));
  if (kept && kept.at === here) toldHere = kept.told;
} catch (e) { /* private mode: what was told is forgotten with the page */ }

function told(moments) {
  toldHere = moments;
  try { localStorage.setItem(HINTS, JSON.stringify({ at: here, told: moments })); } catch (e) { /* as above */ }
}

function explainOnce() {
  const hint = document.getElementById("coach");
  if (!hint) return;
  if (explains && explains !== hint.dataset.of && toldHere.indexOf(explains) < 0) told(toldHere.concat(explains));
  explains = hint.dataset.of;
  if (toldHere.indexOf(explains) < 0) return;
  hint.hidden = true;
  hint.className = "";
}

document.addEventListener("looked", explainOnce);
document.addEventListener("click", (tap) => {
  if (tap.target.closest("[data-told]")) { told(toldHere.concat(explains)); explainOnce(); }
  if (tap.target.closest("[data-set=coach]")) told([]);
});
explainOnce();
