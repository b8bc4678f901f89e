"""Pictures of played evenings for fresh eyes: ``python -m tests.tools.looks.evenings [FOLDER] [NUMBER] [SEED]``.

Evenings of six, eight and two players, and one with cardboard only, are played by what is due: a player who has to
do something does it, and the table goes on when nobody has. At random moments the table screen or a phone is kept, its
shield closed or open. The pictures are for somebody who has not seen the program: what must this person do next? Each
is named after whose screen it is, and beside them lies a list of what was due, to compare the answers with.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

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
from referee.phases.bidding.state import Bidding
from referee.phases.mentat.victory import winner
from referee.powers.windows import CloseWindow
from referee.turn.next_phase import GoTo
from referee.web.phase.strip import may_still
from tests.kit import Evening, Fighters, running_chromium
from tests.tools.looks.instruments import Screen
from tests.tools.looks.sweep import ORIGIN, Keeper, Kept, Viewer

PEOPLE = ("Aoife", "Miriam", "Tomas", "Lars", "Jonas", "Priya", "Wen", "Sam")
SIX = ("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen")
EVENINGS: tuple[tuple[str, tuple[str, ...], str, tuple[tuple[str, str], ...]], ...] = (
    ("six", SIX, "advanced", (("P4", "drawn"), ("P5", "dealt"))),
    ("eight", ("choam", "richese", "ixian", "tleilaxu", "atreides", "fremen", "emperor", "harkonnen"), "advanced", ()),
    ("two", ("harkonnen", "fremen"), "basic", ()),
    ("cardboard", SIX, "advanced", (("P1", "counts"), ("P2", "untracked"), ("P3", "wheels"), ("P6", "none"))),
)
SIZES = {"table": (1440, 900), "phone": (390, 844)}
SET_UP, STEPS, TRIES = 30, 240, 6
SALES = 2  # then everybody passes, and the phase ends
BIDDING = {one.__name__ for one in (CloseWindow, DealRow, DeclareHands)}


@dataclass
class Moment:
    """A screen at a random moment: its page, whether its shield is open, and what was due."""

    page: Kept
    opened: bool
    due: str


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
        who = self.random.choice([TABLE, *seats, *asked * 2])
        base, browser = f"/t/{self.evening.table}/", self.evening.phones.get(who, self.evening.host)
        path, device = (f"{base}me", "phone") if who else (base, "table")
        self.keeper.pages.clear()
        self.keeper.keep(name, device, path, browser, new=False)
        public = "; ".join(one.words for one in waiting(self.public))
        own = "; ".join(one.words for one in duties_of(self.sitting.screen(who), who)) if who else public
        free = [one.label for one in may_still(self.public, who) if not one.aside] if who and not own else []
        own = own or (f"nothing; may: {', '.join(free)}" if free else "nothing")
        for page in self.keeper.pages:
            page.name = f"{name}-{faction_name(who).replace(' ', '-') if who else 'table'}"
            shut = not page.secret or self.random.random() < 0.5
            self.moments.append(Moment(page, not shut, f"{self.public.phase}: {own} (all: {public})"))


def played(folder: Path, which: int, drawn: Random, wanted: int) -> Iterator[Moment]:
    """Play one of the evenings; yield screens of random moments."""
    name, seats, rules, options = EVENINGS[which]
    evening = Evening(folder)
    evening.steer()
    evening.table, sitting = evening.hall.create("Thursday")
    places = tuple(SeatEntry(seat, player) for seat, player in zip(seats, PEOPLE, strict=False))
    made = sitting.act(SetTable("Thursday", places, seats[0], rules, options=options), "host")
    assert made.done, made.objections
    for seat in seats[: len(seats) if name != "cardboard" else 2]:
        evening.seat(seat)
    night = Night(evening, drawn)
    first = next((one for one in offers(night.public, TABLE) if one.lead), None)
    night.press(first, TABLE) if first else night.table_goes_on()
    early = wanted // 3
    at = {*drawn.sample(range(SET_UP), early), *drawn.sample(range(SET_UP, STEPS), wanted - early)}
    for step in range(STEPS):
        if step in at:
            night.keep(f"{name}-{step:03}")
        if winner(night.public):
            break
        night.on()
        evening.wait(200)
    evening.close()
    yield from night.moments


def shown(viewer: Viewer, moment: Moment) -> Any:
    """Open a screen as its player sees it, folds closed."""
    viewer.now = moment.page
    viewer.page.goto(ORIGIN + moment.page.path)
    if moment.opened:
        viewer.page.locator("button.shield-grip").click()
        viewer.page.wait_for_selector(".secret-inner")
    return viewer.page


def main(folder: str = "/tmp/shots", number: str = "24", seed: str = "1") -> int:
    """Draw pictures into a folder, and write what was due beside them."""
    if folder.startswith("-"):
        print(__doc__)
        return 2
    drawn, there = Random(int(seed)), Path(folder)
    there.mkdir(parents=True, exist_ok=True)
    each, lines = int(number) // len(EVENINGS), []
    moments: list[Moment] = []
    for which in range(len(EVENINGS)):
        with tempfile.TemporaryDirectory() as one:
            moments += played(Path(one), which, drawn, each)
    with running_chromium() as browser:
        for device, size in SIZES.items():
            with Viewer(browser, Screen(*size, theme=drawn.choice(("dark", "light")))) as viewer:
                for moment in (one for one in moments if one.page.device == device):
                    file = f"{moment.page.name}{'-open' if moment.opened else ''}.png"
                    shown(viewer, moment).screenshot(path=there / file)
                    lines.append(f"{file}: {moment.due}")
    (there / "due.txt").write_text("\n".join(sorted(lines)) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
