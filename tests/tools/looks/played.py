"""Whole evenings with every box, played by fingers in Chromium: ``python -m tests.tools.looks.played``.

``python -m tests.tools.looks.played FOLDER [NAME] [TURNS] [SEED] [FACTION,FACTION,...] [LANGUAGE]`` sets a table on the
table screen, seats a phone for each faction, all browsers in that language, and presses at random what pages offer:
what is due first, sometimes what is possible. A picture of table and phone is kept when a command is first met, and
after each kind of event that a box brings. The evening fails if the server answers with an error, if a browser
complains, if a duty has no button on the page of its player, or if nothing that is pressed leads on. Beside the
pictures ``notes.txt`` says what was pressed.
"""

from __future__ import annotations

import re
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from referee.cli.serve import open_hall, open_program
from referee.common.turn import PHASES
from referee.kernel import PUBLIC, Table
from referee.offers.offer import TABLE, halted, offers, secret_offers
from referee.offers.waiting import duties_of, waiting
from referee.phases.battle.live_battle import battle_now
from referee.phases.mentat.victory import winner
from referee.running.sitting import Sitting
from referee.turn.next_phase import EndBidding, GoTo
from referee.web.http.door import open_door
from tests.kit import NO_ANSWER, OVERTAKEN, Fighters, running_chromium

EVENINGS: Final = {
    "eight": (
        ("ecaz", "moritani", "atreides", "fremen", "spacing_guild", "harkonnen", "emperor", "tleilaxu"),
        ("first", "second", "third"),
    ),
    "six": (("moritani", "ecaz", "richese", "ixian", "bene_gesserit", "choam"), ("first", "second", "third")),
}
QUIET: Final = {"K8": "off", "B6": "off", "B7": "off"}
TABLE_SIZE: Final = (1280, 720)
PHONES: Final = ((390, 844), (360, 640))
MOST, STUCK, SALES = 900, 12, 3  # steps an evening, steps that lead nowhere, cards sold a turn
EXTRA, SKIPS = 0.25, 0.1  # how often somebody does what is possible and not due; how often the table goes on early
BOXES: Final = re.compile(r"ecaz|moritani|vidal|modules|options|third_box|nexus|worlds|skills|great|sandtrout")
MORE: Final = re.compile(BOXES.pattern + r"|agreements|fremen|guild|expansion|emperor|ixian|richese|tleilaxu|choam")
AVOID: Final = {
    "CountForces", "CorrectSpice", "ChangeOption", "Undo", "TakeBack", "PauseClock", "ResumeClock", "MarkAway",
    "StopGame", "AskTruth", "GoTo", "Waive", "PassUntilEnd", "CloseTable", "EndGame", "StopPower", "EndBidding",
    "SkipTo", "TurnBack", "Arm", "Bribe", "Bid", "Pass", "CheckVictory",
}  # fmt: skip
FORMS: Final = """() => [...document.querySelectorAll('form')].flatMap((form, n) => {
  const act = form.querySelector('input[name=act]'); if (!act) return [];
  form.dataset.pressed = n;
  const buttons = [...form.querySelectorAll('button:not([type=button]):not([disabled])')];
  const where = ['turn', 'actions', 'secret', 'more', 'side'].find(id => form.closest('#' + id)) || 'main';
  return [{ n, act: act.value, where, buttons: buttons.length, seen: buttons.some(one => one.getClientRects().length),
    half: form.classList.contains('turn-half') ? form.id.slice(5) : '' }] })"""
FILL: Final = """([n, seed]) => { let state = seed;
  const draw = () => (state = (state * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;
  const form = document.querySelector(`form[data-pressed='${n}']`), ways = {}; if (!form) return;
  for (let at = form.closest('details'); at; at = at.parentElement.closest('details')) at.open = true;
  const told = one => ['input', 'change'].forEach(name => one.dispatchEvent(new Event(name, { bubbles: true })));
  const any = list => list[Math.floor(draw() * list.length)];
  for (const one of form.elements) {
    if (one.disabled) continue;
    if (one.type === 'radio') (ways[one.name || 'way'] ||= []).push(one);
    else if (one.type === 'checkbox' && draw() < .25) { one.checked = !one.checked; told(one) }
    else if (one.tagName === 'SELECT') {
      const chosen = any([...one.options].filter(o => o.value || one.options.length === 1 || draw() < .2));
      if (chosen) { one.value = chosen.value; told(one) } }
    else if (one.type === 'number') {
      const low = +(one.min || 0), high = Math.min(+(one.max || 20), low + 20), luck = draw();
      one.value = luck < .35 ? +one.value || low : luck < .7 ? high : low + Math.floor(draw() * (high - low + 1));
      told(one) } }
  for (const group of Object.values(ways)) {
    const chosen = any(group.filter(one => (one.closest('label') || one).getClientRects().length));
    if (chosen) { chosen.checked = true; told(chosen) } } }"""
SAID: Final = """() => [...document.querySelectorAll('#calm, #secret-note, .error, .note, [role=alert]')]
  .map(one => one.innerText.replace(/\\s+/g, ' ').trim()).filter(Boolean).join(' | ')"""
SET: Final = """([name, value]) => { const one = document.querySelector(`input[name=${name}][value='${value}']`);
  one.checked = true; one.dispatchEvent(new Event('change', { bubbles: true })) }"""
SEATED: Final = """seats => [...document.querySelectorAll('select[name=faction]')].forEach((one, n) => {
  if (one.value !== seats[n]) { one.value = seats[n]; one.dispatchEvent(new Event('change', { bubbles: true })) } })"""


class Plans(Fighters):
    """Plans that may be locked, where random ones were refused."""

    def __init__(self, sitting: Sitting, drawn: Random) -> None:
        self.sitting, self.random = sitting, drawn

    def locked(self, seat: str) -> bool:
        live = battle_now(self.public)
        return live is not None and any(
            self.sitting.act(self.plan(live, seat, plain=n > 6), seat).done for n in range(9)
        )


@dataclass
class Played:
    """An evening: its hall, a table screen, and a phone for each seat."""

    browser: Any
    hall: Any
    origin: str
    link: str
    folder: Path
    seats: tuple[str, ...]
    boxes: tuple[str, ...]
    drawn: Random
    spoken: str = "en"
    table: str = ""
    phones: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    met: Counter[tuple[str, bool]] = field(default_factory=Counter)
    kinds: set[str] = field(default_factory=set)
    heard = shots = idle = sold = 0

    def page(self, size: tuple[int, int], *, touch: bool = False) -> Any:
        """Open a device of its own; what it complains of is a fault."""
        viewport = {"width": size[0], "height": size[1]}
        one = self.browser.new_context(
            viewport=viewport, has_touch=touch, is_mobile=touch, reduced_motion="reduce", locale=self.spoken
        )
        page = one.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("console", lambda said: self.complained(said.text) if said.type == "error" else None)
        page.on("response", lambda got: self.faults.append(f"{got.status} {got.url}") if got.status >= 500 else None)
        return page

    def complained(self, text: str) -> None:
        if not any(words in text for words in (*NO_ANSWER, *OVERTAKEN, "409", "422")):  # a refusal is an answer
            self.faults.append(f"browser: {text[:200]}")

    @property
    def sitting(self) -> Any:
        return self.hall.find(self.table)

    @property
    def public(self) -> Table:
        return self.sitting.screen(PUBLIC)  # type: ignore[no-any-return]

    def note(self, line: str) -> None:
        self.notes.append(line)
        print(line, flush=True)

    def keep(self, name: str, page: Any) -> None:
        self.shots += 1
        page.screenshot(path=self.folder / f"{self.shots:03}-{name}.png")

    # -- set-up -------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Set the table on the table screen, with every module of the boxes, and seat every phone."""
        screen = self.screen = self.page(TABLE_SIZE)
        screen.goto(f"{self.origin}/host/{self.link}")
        screen.wait_for_url(f"{self.origin}/")
        screen.click("a[href='/new']")
        screen.wait_for_selector("button.btn-big")
        chosen = screen.locator("select[name=faction]")
        while (many := chosen.count()) < len(self.seats):
            screen.click("button[name=seats][value=more]")
            while chosen.count() == many:
                screen.wait_for_timeout(50)
        for box in self.boxes:
            if not screen.locator(f"input[name=box][value={box}]").is_checked():
                screen.locator(f"label:has(input[name=box][value={box}])").first.click()
        for _ in range(3):  # a faction that sits elsewhere moves first
            screen.evaluate(SEATED, [*self.seats])
        for option in QUIET.items():
            screen.evaluate(SET, [*option])
        screen.screenshot(path=self.folder / "000-set-up.png", full_page=True)
        screen.locator("button.btn-big").last.click()
        screen.wait_for_url(re.compile("/t/"))
        self.table = screen.url.split("/t/")[1].split("/")[0]
        for n, seat in enumerate(self.seats):
            code = screen.locator(f"#seat-{seat} kbd").inner_text()
            phone = self.phones[seat] = self.page(PHONES[n % len(PHONES)], touch=True)
            phone.goto(f"{self.origin}/J/{code}")
            phone.wait_for_selector(".shield")
        self.keep("seated-table", screen)

    # -- one step -----------------------------------------------------------------------------------------

    def play(self, turns: int) -> None:
        """Play until this turn is over, somebody wins, or nothing leads on."""
        self.set_up()
        for _ in range(MOST):
            if winner(self.public) or self.public.turn > turns or self.idle >= STUCK:
                break
            before = self.sitting.last()
            self.on()
            self.idle = 0 if self.sitting.last() > before else self.idle + 1
            self.news()
        if self.idle >= STUCK:
            self.faults.append(f"nothing leads on: {[one.words for one in waiting(self.public)]}")
            self.keep("stuck-table", self.screen)
        self.keep("end-table", self.screen)

    def on(self) -> None:
        """Let somebody do what is due, or what is possible; else let the table go on."""
        seats = [*self.public.seats]
        self.drawn.shuffle(seats)
        if not halted(self.public) and self.drawn.random() < EXTRA and self.something(seats):
            return
        due = [(seat, one) for seat in seats for one in duties_of(self.sitting.screen(seat), seat)]
        self.drawn.shuffle(due)
        for seat, duty in due[:3]:
            names = {one.__name__ for one in duty.by}
            first = {one for one in names if not one.endswith("Done")} if self.drawn.random() < 0.6 else set()
            if "Bid" in names:
                first = {"Bid"} if self.drawn.random() < 0.2 else {"Pass"}
            if first and self.by_phone(seat, first, duty.words, due=False):
                return
            if self.by_phone(seat, names, duty.words):
                return
        if not due or self.idle > 1 or self.drawn.random() < SKIPS:
            self.by_table()

    def something(self, seats: Iterable[str]) -> bool:
        """Press something that is possible, rather of a box than of the rest."""
        for seat in seats:
            own = self.sitting.screen(seat)
            found = [*offers(own, seat), *secret_offers(own, seat)]
            fit = [one for one in found if not one.why_not and one.name not in AVOID]
            fit = [one for one in fit if MORE.search(one.command.__module__)]
            if fit:
                weights = [4 if BOXES.search(one.command.__module__) else 1 for one in fit]
                one = self.drawn.choices(fit, weights)[0]
                return self.by_phone(seat, {one.name}, str(one.label), due=False)
        return False

    def by_table(self) -> None:
        """Press the button that the phase waits for, else the one to the next phase."""
        screen, public = self.screen, self.public
        if not screen.url.rstrip("/").endswith(self.table):
            screen.goto(f"{self.origin}/t/{self.table}/")
        screen.wait_for_timeout(150)
        sales = sum(type(one.event).__name__ in {"CardSold", "CardBought"} for one in self.sitting.views.referee.log)
        if public.phase == "bidding" and sales - self.sold >= SALES and self.sitting.act(EndBidding(), PUBLIC).done:
            self.sold = sales
            return
        table = offers(public, TABLE)
        lead = [one.name for one in table if one.lead and not one.why_not]
        if public.phase == "spice_blow" or self.drawn.random() < 0.1:
            more = [one.name for one in table if not one.aside and not one.why_not and one.name not in AVOID]
            lead = [*self.drawn.sample(more, min(len(more), 1)), *lead]
        for name in (*lead, "BeginBattle", "Reveal", "SettleBattle", "CloseWindow", "GoTo", "CheckVictory"):
            forms = [one for one in screen.evaluate(FORMS) if one["act"] == name and one["seen"]]
            if forms and self.press(screen, TABLE, self.drawn.choice(forms), f"table in {public.phase}"):
                return
        if self.idle % 4 == 3 and public.phase in PHASES:
            after = PHASES[(PHASES.index(public.phase) + 1) % len(PHASES)]
            self.note(f"forced to {after}: {self.sitting.act(GoTo(after, anyway=True), PUBLIC).done}")

    def by_phone(self, seat: str, names: set[str], why: str, *, due: bool = True) -> bool:
        """Press one of these commands on a phone, in the open or behind the shield; a duty needs a button."""
        page = self.phones[seat]
        if not page.url.endswith("/me"):
            page.goto(f"{self.origin}/t/{self.table}/me")
        for wait in (100, 600, 1500) if due else (200,):
            page.wait_for_timeout(wait)
            if self.shut(seat) and (found := self.found(page, names, {"turn", "actions", "main"})):
                return self.press(page, seat, found, why)
            if self.open(seat) and (found := self.found(page, names, {"secret"})):
                return self.press(page, seat, found, why)
            if not self.still_due(seat, names):
                return False
        if due:
            self.keep(f"no-button-{seat}", page)
            self.faults.append(f"{seat} is due to {why} and has no button for {', '.join(sorted(names))}")
        return False

    def still_due(self, seat: str, names: set[str]) -> bool:
        return any(names & {one.__name__ for one in d.by} for d in duties_of(self.sitting.screen(seat), seat))

    def found(self, page: Any, names: set[str], where: set[str]) -> Any:
        forms = [one for one in page.evaluate(FORMS) if one["act"] in names and one["where"] in where]
        fit = [one for one in forms if one["buttons"]]
        return self.drawn.choice(fit) if fit else None

    def open(self, seat: str) -> bool:
        page = self.phones[seat]
        if not page.locator(".secret-inner").count() and page.locator("button.shield-grip").count():
            page.locator("button.shield-grip").click()
            page.wait_for_selector(".secret-inner")
        return True

    def shut(self, seat: str) -> bool:
        page = self.phones[seat]
        if page.locator(".secret-inner").count():
            page.goto(f"{self.origin}/t/{self.table}/me")
        return True

    def press(self, page: Any, seat: str, form: Any, why: str) -> bool:
        """Fill a form in and press one of its buttons; return True if the table went on by it."""
        act, before = form["act"], self.sitting.last()
        name = f"{act}-{seat or 'table'}{'-open' if form['where'] == 'secret' else ''}"
        self.met[act, bool(seat)] += 1
        if self.met[act, bool(seat)] == 1 and act not in {"GoTo", "Bid", "Pass", "Ready"}:
            if seat:
                self.keep(f"{act}-table", self.screen)
            self.keep(name, page)
        said = ""
        for _ in range(3 if act == "LockPlan" else 4):
            if act not in {one["act"] for one in page.evaluate(FORMS)}:
                break
            if form["half"] and (tab := page.locator(f"[data-half={form['half']}]")).count():
                tab.click()
            page.evaluate(FILL, [form["n"], self.drawn.randrange(1 << 30)])
            buttons = page.locator(f"form[data-pressed='{form['n']}'] button:not([type=button]):not([disabled])")
            shown = [one for one in buttons.all() if one.is_visible()]
            if shown:
                self.push(page, self.drawn.choice(shown))
            for _ in range(12):
                page.wait_for_timeout(60)
                if self.sitting.last() > before:
                    self.note(f"{self.public.turn} {self.public.phase}: {seat or 'table'} {act} ({why})")
                    return True
            said = page.evaluate(SAID)
        if act == "LockPlan" and Plans(self.sitting, self.drawn).locked(seat):
            return True
        self.note(f"  refused {seat or 'table'} {act} ({why}): {said[:160]}")
        return False

    def push(self, page: Any, button: Any) -> None:
        try:
            if button.get_attribute("data-hold") is not None:
                button.hover(timeout=3000)
                page.mouse.down()
                page.wait_for_timeout(1250)
                page.mouse.up()
            else:
                button.click(timeout=3000)
        except Exception as trouble:  # it went away, or something lies over it: pressed again, or told as stuck
            self.note(f"  not pressed: {str(trouble).splitlines()[0]}")

    def news(self) -> None:
        """Keep table and phone after the first event of each kind that a box brings."""
        log = self.sitting.views.referee.log
        for heard in log[self.heard :]:
            kind = type(heard.event)
            if kind.__name__ not in self.kinds and BOXES.search(kind.__module__):
                self.kinds.add(kind.__name__)
                self.screen.wait_for_timeout(250)
                self.keep(f"after-{kind.__name__}-table", self.screen)
                if (seat := getattr(heard.event, "seat", "")) in self.phones:
                    self.keep(f"after-{kind.__name__}-{seat}", self.phones[seat])
        self.heard = len(log)


def evening(
    folder: Path, name: str, turns: int, seed: int, seats: tuple[str, ...] = (), spoken: str = "en"
) -> list[str]:
    """Play one of the evenings, or one with these factions; return what went wrong."""
    chosen, boxes = EVENINGS[name]
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept, open_door("127.0.0.1", 0, None) as door, running_chromium() as browser:
        hall = open_hall(Path(kept))
        server, _ = open_program(door, hall, host="127.0.0.1", address=None, screens=96)
        link, origin = door.links.make("hall"), f"http://127.0.0.1:{door.port}"
        hall.start()
        threading.Thread(target=server._inner.serve, daemon=True).start()
        made = Played(browser, hall, origin, link, folder, seats or chosen, boxes, Random(seed), spoken)
        try:
            made.play(turns)
        except Exception as trouble:
            made.faults.append(f"{type(trouble).__name__}: {trouble}")
        finally:
            (folder / "notes.txt").write_text("\n".join([*made.notes, "", *made.faults]) + "\n", "utf-8")
            server.stop()
    return list(dict.fromkeys(made.faults))


def main(
    folder: str = "/tmp/played", name: str = "", turns: str = "3", seed: str = "1", seats: str = "", spoken: str = "en"
) -> int:
    if folder.startswith("-"):
        print(__doc__)
        return 2
    wrong = []
    for one in (name,) if name else EVENINGS:
        chosen = tuple(filter(None, seats.split(",")))
        wrong += evening(Path(folder) / one, one, int(turns), int(seed), chosen, spoken)
    print("\n".join(wrong) or "Nothing wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:7]))
