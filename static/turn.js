import "./chart.js";
// The card of one turn: what is open from here, and for each number a button that says what it does and what it costs.
const turnCard = () => document.getElementById("turn");
const allIn = (box, what) => Array.from(box.querySelectorAll(what));
const chosenIn = (form, what) => form.querySelector(what + ":checked") || form.querySelector(what + "[type=hidden]");
const numberIn = (form, name) => { const box = form.querySelector(`[name=${name}]`); return box ? Math.max(0, +box.value || 0) : 0; };
const turnShown = { half: "", place: "", sector: "0" };

function pricesOf(form, way, rate) {
  const half = form.querySelector("[name=half]");
  const list = half && half.checked && way.getAttribute(`data-${rate}-half`) || way.getAttribute(`data-${rate}`);
  return list ? list.split(",") : null;
}

function limitTo(form, way) {
  const origin = way.dataset.from && form.querySelector(".turn-origins input:checked");
  const box = form.querySelector(".turn-step [name=special]");
  if (box) {
    box.max = (origin || form).dataset.special;
    if (+box.value > +box.max) box.value = box.max;
  }
  return origin;
}

function showSectors(form, goal) {
  const box = form.querySelector(".turn-sectors"), list = goal && goal.dataset.sectors ? goal.dataset.sectors.split(" ") : [];
  const key = goal && list.length > 1 ? goal.querySelector("input").value : "";
  if (box.dataset.of === key) return;
  box.dataset.of = key;
  box.hidden = !key;
  const chosen = turnShown.place === key ? turnShown.sector : "0";  // an update took the row away
  box.replaceChildren(...(key ? ["0", ...list] : []).map(value => {
    const label = document.createElement("label"), radio = document.createElement("input");
    Object.assign(radio, { type: "radio", name: "sector", value, checked: value === chosen });
    label.append(radio, value === "0" ? worded('Any sector') : worded('Sector {n}', value));
    label.classList.toggle("is-on", value === chosen);
    return label;
  }));
}

function eachOf(costs) {
  const each = costs ? costs[19] / 20 : NaN;
  return each === 0 ? worded('free') : each === 0.5 || Number.isInteger(each) ? worded('{n} each', each === 0.5 ? "½" : each) : "";
}

// The name of a place as its reader's language has it; the value of its field stays what the program reads.
const nameOf = goal => goal.querySelector("span").firstChild.data.trim();

// The goal is "" for a shipment home.
function whatItDoes(act, goal) {
  if (act === "Send") return worded('Send to {goal}', { goal });
  if (act !== "Ship") return worded('Move to {goal}', { goal });
  return goal ? worded('Ship to {goal}', { goal }) : worded('Ship home');
}

function whatANumberDoes(act, who, goal) {
  if (act === "Send") return worded('Send {who} to {goal}', { who, goal });
  if (act !== "Ship") return worded('Move {who} to {goal}', { who, goal });
  return goal ? worded('Ship {who} to {goal}', { who, goal }) : worded('Ship {who} home', { who });
}

function drawNumbers(form, way, origin, goal) {
  const special = numberIn(form, "special"), most = +(origin || form).dataset.normal, elite = form.dataset.elite;
  const home = !way.dataset.to, costs = home ? pricesOf(form, way, "land") : goal && goal.dataset.rate ? pricesOf(form, way, goal.dataset.rate) : null;
  const act = way.dataset.act, to = home ? "" : goal ? nameOf(goal) : "…", what = whatItDoes(act, to);
  form.querySelector(".turn-what").textContent = special ? worded('{what}, with {n} {elite}', { what, n: special, elite }) : what;
  for (const button of allIn(form, ".turn-go")) {
    const many = +button.value, all = many + special, price = costs && all ? costs[Math.min(all, 20) - 1] : "";
    const cost = price === "" ? "" : price === "0" ? worded('free') : worded('for {n}', price);
    const who = special ? worded('{n} and {m} {elite}', { n: many, m: special, elite }) : many;
    const does = whatANumberDoes(act, who, to);
    button.hidden = many > most || !all;
    button.disabled = button.hidden || !(home || goal);
    button.querySelector("small").textContent = cost;
    button.setAttribute("aria-label", price === "0" ? worded('{does}, free', { does }) : cost ? `${does} ${cost}` : does);
  }
}

function drawHalf(form) {
  const way = chosenIn(form, "[data-way]"), origin = limitTo(form, way);
  form.querySelector("[name=act]").value = way.dataset.act;
  const from = form.querySelector(".turn-origins");
  if (from) { from.hidden = !way.dataset.from; allIn(from, "input").forEach(one => { one.disabled = !way.dataset.from; }); }
  const list = form.querySelector(".turn-goals");
  list.hidden = !way.dataset.to;
  const leaves = form.querySelector("[name=leaves]");
  if (leaves) { leaves.disabled = !origin; leaves.value = origin ? origin.dataset.leaves : 0; }
  let goal = null;
  for (const one of allIn(list, "label.goal")) {
    const radio = one.querySelector("input");
    const fits = way.dataset.to && one.dataset.ways.split(" ").includes(way.dataset.way)
      && (!origin || !one.dataset.origins || one.dataset.origins.split(" ").includes(origin.dataset.id));
    one.hidden = !fits;
    if (!fits) radio.checked = false;
    radio.disabled = !fits;
    if (radio.checked) goal = one;
  }
  for (const title of allIn(list, ".label")) {
    let next = title.nextElementSibling, any = false, rate = "";
    while (next && !next.matches(".label")) { any = any || !next.hidden; rate = next.dataset.rate || rate; next = next.nextElementSibling; }
    title.hidden = !any;
    title.querySelector(".goal-price").textContent = rate ? "· " + eachOf(pricesOf(form, way, rate)) : "";
  }
  showSectors(form, goal);
  drawNumbers(form, way, origin, goal);
  const home = !way.dataset.to;
  let fixed = form.querySelector("input[name=goal][data-home]");
  if (home && !fixed) {
    fixed = document.createElement("input");
    Object.assign(fixed, { type: "hidden", name: "goal", value: "reserves" });
    fixed.dataset.home = "1";
    form.append(fixed);
  }
  if (fixed) fixed.disabled = !home;
}

function openHalf(which) {
  const box = turnCard();
  if (!box || !box.dataset) return;
  const halves = allIn(box, ".turn-half");
  if (!halves.some(one => one.id === "turn-" + which)) which = box.dataset.open;
  turnShown.half = which;
  for (const one of halves) { one.hidden = one.id !== "turn-" + which; drawHalf(one); }
  for (const tab of allIn(box, "[data-half]")) tab.setAttribute("aria-pressed", tab.dataset.half === which ? "true" : "false");
}

document.addEventListener("click", event => {
  const tab = event.target.closest("[data-half]"), step = event.target.closest("[data-turn-by]");
  if (tab) openHalf(tab.dataset.half);
  if (!step) return;
  const box = step.parentNode.querySelector("input");
  box.value = Math.min(+box.max, Math.max(0, (+box.value || 0) + +step.dataset.turnBy));
  drawHalf(box.form);
});
document.addEventListener("input", event => { if (event.target.form && event.target.form.matches(".turn-half")) drawHalf(event.target.form); });
// Where the card is longer than the phone, the numbers come out from under its last row once a place is chosen.
function reachNumbers(form) {
  const done = document.querySelector(".turn-done"), first = form.querySelector(".turn-go:not([hidden])");
  const under = done && first ? first.getBoundingClientRect().bottom - done.getBoundingClientRect().top : 0;
  if (under > 0) form.closest("main").scrollTop += under + 6;
}
document.addEventListener("change", event => {
  const form = event.target.form;
  if (!form || !form.matches(".turn-half")) return;
  if (event.target.name === "sector") Object.assign(turnShown, { place: form.querySelector(".turn-sectors").dataset.of, sector: event.target.value });
  drawHalf(form);
  if (event.target.matches(".turn-goals input, .turn-sectors input")) reachNumbers(form);
});
// Enter in a field would press the first number there is.
document.addEventListener("keydown", event => {
  if (event.key !== "Enter" || !event.target.matches(".turn-half input")) return;
  event.preventDefault();
  event.target.blur();
});
// The map over the card: a tap on a place that is open chooses it in the list.
function openPlaces() {
  const form = turnCard().querySelector(".turn-half:not([hidden])"), found = new Map();
  for (const radio of form ? allIn(form, "label.goal:not([hidden]) input[name=goal]") : []) {
    found.set(radio.value, [{ words: nameOf(radio.closest("label")), pick: () => {
      radio.checked = true; drawHalf(radio.form); radio.closest("label").scrollIntoView({ block: "center" });
    } }]);
  }
  return found;
}

document.addEventListener("click", event => {
  const link = event.target.closest("[data-turn-map]");
  if (!link || !window.chart || !window.HTMLDialogElement) return;
  event.preventDefault();
  window.chart(link.href, openPlaces());
});
document.addEventListener("looked", () => openHalf(turnShown.half));
openHalf(document.activeElement.dataset.half);  // what was tapped before this script was there
