"""Pictures of played evenings for fresh eyes: ``python -m tests.tools.looks.evenings``.

``python -m tests.tools.looks.evenings [FOLDER] [NUMBER] [SEED] [NAME,NAME,...]`` plays evenings of six, of three with
one phone, of eight with every box, of two, and one with cardboard only, or those named, by what is due: a player who
has to do something does it, and the table goes on when nobody has. At random moments, as many of each phase as of the
next, the table screen or a phone is kept, its shield closed or open. The pictures are for somebody who has not seen the
program: what must this person do next, who is waited for, what just happened, how long? They are numbered,
``pictures.txt`` says whose screen each is, and ``due.txt`` what is true, to compare the answers with.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from referee.board.standing import stands
from referee.common.factions import faction_name
from referee.common.turn import PHASES
from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import PUBLIC, Command
from referee.offers.offer import TABLE, Blank, offers, secret_offers
from referee.offers.waiting import duties_of, waiting
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.bidding.auction import Bid, DealRow, DeclareHands, Pass
from referee.phases.bidding.on_screen import waited_for
from referee.phases.bidding.order_of_bidding import Bidding
from referee.phases.mentat.victory import winner
from referee.powers.windows import CloseWindow
from referee.turn.next_phase import GoTo
from referee.turn.what_was_done import told
from referee.web.phase.strip import may_still
from tests.kit import Evening, Fighters, running_chromium
from tests.tools.looks.instruments import Screen
from tests.tools.looks.sweep import ORIGIN, Keeper, Kept, Viewer

PEOPLE = ("Aoife", "Miriam", "Tomas", "Lars", "Jonas", "Priya", "Wen", "Sam")
SIX = ("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen")
EIGHT = ("choam", "richese", "ixian", "tleilaxu", "atreides", "fremen", "emperor", "harkonnen")
BOXES = tuple((f"M{number}", "on") for number in range(1, 11))


class Played(NamedTuple):
    """An evening: its factions, how many of them have a phone, its rules, and what the table chose."""

    seats: tuple[str, ...]
    phones: int
    rules: str
    options: tuple[tuple[str, str], ...] = ()


EVENINGS: dict[str, Played] = {
    "six": Played(SIX, 6, "advanced", (("P4", "drawn"), ("P5", "dealt"))),
    "three": Played(("emperor", "fremen", "atreides"), 1, "basic", (("L1", "on"),)),
    "eight": Played(EIGHT, 8, "advanced", BOXES),
    "two": Played(("harkonnen", "fremen"), 2, "basic"),
    "cardboard": Played(SIX, 2, "advanced", (("P1", "counts"), ("P2", "untracked"), ("P3", "wheels"), ("P6", "none"))),
}
SIZES = {"table": ((1280, 720),), "phone": ((390, 844), (360, 640))}
SALES = 2  # then everybody passes, and the phase ends
BIDDING = {one.__name__ for one in (CloseWindow, DealRow, DeclareHands)}
STEPS, TURNS, TRIES, KEPT, LATEST = 900, 4, 6, 0.5, 3  # KEPT: how often a step is kept at first


@dataclass
class Moment:
    """A screen at a random moment: its page, whether its shield is open, and what was due."""

    page: Kept
    opened: bool
    phase: str
    busy: bool  # somebody is waited for
    true: str


@dataclass
class Night(Fighters):
    """An evening played by what is due."""

    evening: Evening
    drawn: Random
    moments: list[Moment] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random, self.keeper, self.sitting = self.drawn, Keeper(self.evening), self.evening.sitting

    def try_it(self, command: Command, who: str = PUBLIC) -> Any:
        return self.sitting.act(command, who)

    def fill(self, blank: Blank) -> str:
        """Fill in a blank; a place where forces stand is likelier, so that factions meet and fight."""
        stand = {one.place for one in stands(self.public)}
        met = [value for value, _ in blank.choices if value in stand]
        return self.random.choice(met) if met and self.random.random() < 0.8 else super().fill(blank)

    def on(self) -> None:
        """Let somebody do what is due, else let the table go on."""
        seats = list(self.public.seats)
        self.random.shuffle(seats)
        for seat in seats:
            for duty in duties_of(self.sitting.screen(seat), seat):
                if any(self.does(seat, duty.by) for _ in range(TRIES)):
                    return
        self.table_goes_on()

    def does(self, seat: str, by: tuple[type[Command], ...]) -> bool:
        """Try one of the commands that do what is due."""
        bidding, live = self.public.get(Bidding), battle_now(self.public)
        if Bid in by and bidding:
            keen = len(bidding.sales) < SALES and self.random.random() < 0.25
            offer = Bid(seat, bidding.high + 1) if keen else Pass(seat)
            return bool(self.try_it(offer, seat).done)
        if LockPlan in by and live:
            return bool(self.try_it(self.plan(live, seat, plain=self.random.random() < 0.3), seat).done)
        names = {one.__name__ for one in by}
        found = [*offers(self.public, seat), *secret_offers(self.sitting.screen(seat), seat)]
        fit = [one for one in found if one.name in names and not one.why_not]
        made = self.press(self.random.choice(fit), seat) if fit else None
        return bool(made and made.done)

    def table_goes_on(self) -> None:
        """Press the button that the phase waits for, else the one to the next phase."""
        for offer in (*waited_for(self.public), *offers(self.public, TABLE)):
            if (
                (offer.lead or offer.name in BIDDING)
                and not offer.why_not
                and any(self._done(self.press(offer, TABLE)) for _ in range(TRIES))
            ):
                return
        if self.try_it(CloseWindow()).done:
            return
        phase = self.public.phase
        after = PHASES[(PHASES.index(phase) + 1) % len(PHASES)] if phase in PHASES else PHASES[0]
        self.try_it(GoTo(after)).done or self.try_it(GoTo(after, anyway=True))

    @staticmethod
    def _done(made: Any) -> bool:
        return bool(made and made.done)

    def keep(self, name: str) -> None:
        """Keep the table screen or a phone as it is now."""
        seats = list(self.evening.phones)
        asked = [seat for seat in seats if duties_of(self.sitting.screen(seat), seat)]
        who = self.random.choice([*[TABLE] * 3, *seats, *asked * 3])
        base, browser = f"/t/{self.evening.table}/", self.evening.phones.get(who, self.evening.host)
        path, device = (f"{base}me", "phone") if who else (base, "table")
        self.keeper.pages.clear()
        self.keeper.keep(name, device, path, browser, new=False)
        public = "; ".join(one.words for one in waiting(self.public))
        own = "; ".join(one.words for one in duties_of(self.sitting.screen(who), who)) if who else public
        free = [one.label for one in may_still(self.public, who) if not one.aside] if who and not own else []
        due = bool(own)
        own = own or (f"nothing; may: {', '.join(free)}" if free else "nothing")
        own_table, timer = self.sitting.screen(who or PUBLIC), self.sitting.timer()
        left = f"{timer.kind}: {timer.left(self.evening.clock()) // 1000} s" if timer else "no clock"
        done = " / ".join(told((heard.event for heard in own_table.log[-9:]), LATEST))
        phase = f"turn {self.public.turn}, {self.public.phase or 'set-up'}"
        for page in self.keeper.pages:
            page.name = f"{name}, {faction_name(who) if who else 'table'}"
            shut = not page.secret or self.random.random() < 0.5
            true = f"{phase}. Must: {own}. Waited for: {public or 'nobody'}. Happened: {done}. Clock: {left}"
            self.moments.append(Moment(page, not shut, self.public.phase, bool(public or due), true))


def played(folder: Path, name: str, drawn: Random, wanted: int) -> list[Moment]:
    """Play one of the evenings; return screens of random moments, as many of each phase as of the next."""
    one = EVENINGS[name]
    evening = Evening(folder)
    evening.steer()
    evening.table, sitting = evening.hall.create("Thursday")
    places = tuple(SeatEntry(seat, player) for seat, player in zip(one.seats, PEOPLE, strict=False))
    made = sitting.act(SetTable("Thursday", places, one.seats[0], one.rules, options=one.options), "host")
    assert made.done, made.objections
    for seat in one.seats[: one.phones]:
        evening.seat(seat)
    night = Night(evening, drawn)
    first = next((one for one in offers(night.public, TABLE) if one.lead), None)
    night.press(first, TABLE) if first else night.table_goes_on()
    for _ in range(STEPS):
        if drawn.random() < KEPT:
            night.keep(name)
        if winner(night.public) or night.public.turn > TURNS:
            break
        night.on()
        evening.wait(200)
    evening.close()
    busy = [moment for moment in night.moments if moment.busy]
    even = spread(night.moments, drawn, wanted // 3)
    return [*even, *spread([one for one in busy if one not in even], drawn, wanted - len(even))]


def spread(moments: list[Moment], drawn: Random, wanted: int) -> list[Moment]:
    """Draw moments, as many of each phase as of the next."""
    phases = dict[str, list[Moment]]()
    for moment in drawn.sample(moments, len(moments)):
        phases.setdefault(moment.phase, []).append(moment)
    found = (moment for row in zip_longest(*phases.values()) for moment in row if moment)
    return [*islice(found, wanted)]


def shown(viewer: Viewer, moment: Moment) -> Any:
    """Open a screen as its player sees it, folds closed."""
    viewer.now = moment.page
    viewer.page.goto(ORIGIN + moment.page.path)
    if moment.opened:
        viewer.page.locator("button.shield-grip").click()
        viewer.page.wait_for_selector(".secret-inner")
    return viewer.page


def main(folder: str = "/tmp/shots", number: str = "40", seed: str = "1", names: str = "") -> int:
    """Draw pictures into a folder, and write what was due beside them."""
    if folder.startswith("-"):
        print(__doc__)
        return 2
    drawn, there = Random(int(seed)), Path(folder)
    there.mkdir(parents=True, exist_ok=True)
    chosen = names.split(",") if names else [*EVENINGS]
    moments: list[Moment] = []
    for name in chosen:
        with tempfile.TemporaryDirectory() as one:
            moments += played(Path(one), name, drawn, max(1, int(number) // len(chosen)))
    drawn.shuffle(moments)
    whose, due = list[str](), list[str]()
    with running_chromium() as browser:
        for device, size in ((device, size) for device, sizes in SIZES.items() for size in sizes):
            with Viewer(browser, Screen(*size, theme=drawn.choice(("dark", "light")))) as viewer:
                for at, moment in enumerate(moments, 1):
                    sizes = SIZES[moment.page.device]
                    if moment.page.device == device and sizes[at % len(sizes)] == size:
                        shown(viewer, moment).screenshot(path=there / f"{at:02}.png")
                        shield = ", shield open" if moment.opened else ""
                        whose.append(f"{at:02}.png: {moment.page.name}{shield}, {size[0]}x{size[1]}")
                        due.append(f"{at:02}.png: {moment.page.name}: {moment.true}")
    for file, lines in (("pictures.txt", whose), ("due.txt", due)):
        (there / file).write_text("\n".join(sorted(lines)) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5]))
