/* What only the shield knows marks the buttons below it while it is open: what would be refused is quiet, the answer
   that was given is chosen. Closed, all phones have the same buttons again. */
let marked = [];

function mark() {
  for (const [button, look, says] of marked) { button.classList.remove(look); button.removeAttribute(says); }
  marked = [];
  const known = document.querySelector("#secret [data-refused]");
  if (!known) return;
  const { refused, given, most } = known.dataset, amount = document.querySelector("#bid-amount output");
  const above = most && amount && +amount.textContent > +most ? "#bid-amount" : "";
  const off = [refused, above].filter(Boolean).join();
  for (const [which, look, says] of [[off, "is-off", "aria-disabled"], [given, "is-on", "aria-pressed"]]) {
    if (!which) continue;
    for (const button of document.querySelectorAll(which)) {
      if (button.classList.contains(look)) continue;
      button.classList.add(look);
      button.setAttribute(says, "true");
      marked.push([button, look, says]);
    }
  }
}

const seen = new MutationObserver(mark);
function watch() {
  const secret = document.getElementById("secret");
  const amount = document.querySelector("#bid-amount output");
  for (const one of [secret, amount]) if (one) seen.observe(one, { childList: true, characterData: true, subtree: true });
  mark();
}
document.addEventListener("opened", watch);
document.addEventListener("looked", watch);
watch();
