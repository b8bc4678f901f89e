"""What the referee answers is what it does: a yes is accepted, a no refused, a number the ledger's, a price the charge.

Random games of all factions and modules; after each tap somebody asks, and the judge alone is asked about the same.
``REFEREE_ASKED`` sets how many questions are asked.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from referee.board.forces import RESERVES, TANKS, forces_in
from referee.board.forces_counted import KeepCount
from referee.board.territories import on_board
from referee.board.ways import neighbours
from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.holdings.leaders import leaders_known
from referee.holdings.purse import spice_of
from referee.kernel import PUBLIC, Command
from referee.offers.answers import reply
from referee.offers.waiting import on_turn
from referee.phases.bidding.auction import Bid
from referee.phases.revival.forces import ReviveForces
from referee.phases.revival.leaders import ReviveLeader
from referee.phases.shipment.marching import MoveForces, places_of
from referee.phases.shipment.shipping import Send, Ship
from referee.running.outcome import Outcome
from tests.kit.fighters import Rooms

QUESTIONS = int(os.environ.get("REFEREE_ASKED", "3000"))
WINDOWS = ("K8", "15")
NUMBERS = (1, 2, 3, 5, 8, 20)


class Askers(Rooms):
    """After each tap a seat asks, and what it asks about is judged; nothing of that is carried out."""

    def __init__(self, *how: Any) -> None:
        self.asked, self.wrong = Counter[str](), dict[str, str]()
        super().__init__(*how)

    def something(self) -> None:
        super().something()
        for _ in range(3):
            self.ask(self.random.choice([*self.public.seats]))

    def ask(self, seat: str) -> None:
        """Ask what belongs to the phase, mostly for who is on turn, and now and then something else."""
        every = (self.bids, self.ships, self.moves, self.moves_somewhere, self.revives, self.numbers)
        now = {"bidding": every[:1], "shipment": every[1:4], "revival": every[4:5]}.get(self.public.phase, ())
        way = self.random.choice(now if now and self.random.random() < 0.8 else every)
        turns = on_turn(self.public) if self.random.random() < 0.8 else ()
        way(self.random.choice(turns) if turns else seat)

    def said(self, seat: str, question: str) -> str:
        answer = reply(self.sitting.screen(seat), question)
        return answer.words if answer else ""

    def accepted(self, command: Command, seat: str) -> bool:
        """Return whether the phone may send this now, or the table screen for a phase that is led there."""
        wrong = self.sitting._judge(command, seat)
        return not (wrong and ({one.code for one in wrong} != {"NOT_OFFERED"} or self.sitting._judge(command, PUBLIC)))

    def compare(self, seat: str, question: str, *commands: Command) -> None:
        """Compare a yes or no with whether one of these is accepted."""
        words = self.said(seat, question)
        yes = words.startswith("Yes.")
        if not yes and not words.startswith(("No.", "Not now.", "Not yet.")):
            return
        self.asked["yes" if yes else "no"] += 1
        if yes != any(self.accepted(command, seat) for command in commands):
            self.note(seat, question, words)

    def note(self, seat: str, question: str, words: str) -> None:
        self.wrong.setdefault(f"{words}", f"{seat}, {self.public.phase}: {question}")

    def place(self) -> str:
        return self.random.choice(sorted(land.name for land in on_board(self.public)))

    def bids(self, seat: str) -> None:
        number = self.random.choice(NUMBERS)
        self.compare(seat, f"can i bid {number}", Bid(seat, number))

    def ships(self, seat: str) -> None:
        number, place = self.random.choice(NUMBERS), self.place()
        ship = Ship(seat, number, place)
        self.compare(seat, f"can i ship {number} to {place}", ship, Send(seat, number, place))
        if self.accepted(ship, seat):
            self.try_it(ship, seat)

    def moves(self, seat: str) -> None:
        place = self.place()
        self.compare(seat, f"can i move to {place}", *self.steps(seat, place))

    def moves_somewhere(self, seat: str) -> None:
        places = {goal for origin in places_of(self.public, seat) for goal in neighbours(origin)}
        self.compare(seat, "can i still move", *(step for place in places for step in self.steps(seat, place)))

    def steps(self, seat: str, place: str) -> list[Command]:
        origins = [origin for origin in places_of(self.public, seat) if origin != place]
        groups = ((1, 0), (0, 1))
        return [MoveForces(seat, normal, origin, place, special) for origin in origins for normal, special in groups]

    def revives(self, seat: str) -> None:
        number = self.random.choice(NUMBERS[:3])
        self.compare(seat, f"can i revive {number}", ReviveForces(seat, number))
        leaders = [*FACTIONS[seat].leaders, *leaders_known(self.truth, seat).face_up]
        leader = self.random.choice(leaders)
        self.compare(seat, f"can i revive {leader}", ReviveLeader(seat, leader))

    def numbers(self, seat: str) -> None:
        own = spice_of(self.truth, seat)
        self.count(seat, "how much spice do i have", own)
        self.count(seat, "how many cards do i have", len(self.truth.seats[seat].hand))
        most = re.match(r"At most (\d+)", self.said(seat, "how many can i ship"))
        if most and self.public.phase == "shipment":
            self.asked["most"] += 1
            number = int(most[1]) + 1
            if any(self.accepted(Ship(seat, number, place), seat) for place in ("Arrakeen", "Carthag", "Polar Sink")):
                self.note(seat, "how many can i ship", f"{most[0]} ({number} is accepted)")
        back, dead = (forces_in(self.truth, seat, where) for where in (RESERVES, TANKS))
        if back is not None and dead is not None and not back.special and not dead.special:
            self.count(seat, "how many forces do i have in reserve", back.total)

    def count(self, seat: str, question: str, number: int | None) -> None:
        """Compare the first number of an answer with the ledger's."""
        words = self.said(seat, question)
        found = re.search(r"\b(\d+|no)\b", words)
        if number is None or not found:
            return
        self.asked["number"] += 1
        if (0 if found[1] == "no" else int(found[1])) != number:
            self.note(seat, question, f"{words} ({number})")

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        """Ask for the price before a shipment from the reserves, and compare it with what was paid."""
        seat = getattr(command, "seat", "")
        if not isinstance(command, Ship) or replace(command, sector=0) != Ship(
            seat, command.normal, command.goal, sector=0
        ):
            return super().try_it(command, who)
        words, before = self.said(seat, f"how much to ship {command.normal} to {command.goal}"), self.purse(seat)
        outcome = super().try_it(command, who)
        found = re.match(r"(\d+) spice", words)
        if outcome.done and outcome.events and before is not None and found:
            self.asked["price"] += 1
            after = self.purse(seat)
            if after is not None and before - after != int(found[1]):
                self.note(seat, f"{command}", f"{words} (paid {before - after})")
        return outcome

    def purse(self, seat: str) -> int | None:
        return spice_of(self.truth, seat)


def test_a_yes_is_accepted_a_no_refused_a_number_is_the_ledger_s_and_a_price_the_charge() -> None:
    asked, wrong, seed = Counter[str](), dict[str, str](), 0
    while asked.total() < QUESTIONS:
        dice = Random(f"asked {seed}")
        modules = [(key, made.value) for key, made in sorted(MODULES.items()) if dice.random() < 0.5]
        players = Askers(seed, dice.sample(sorted(FACTIONS), dice.randint(4, 12)), "advanced", (*modules, WINDOWS))
        players.try_it(KeepCount())
        players.play(turns=2, presses=12)
        players.sitting.journal.close()
        asked, wrong, seed = asked + players.asked, wrong | players.wrong, seed + 1
    assert not wrong
    assert all(asked[kind] for kind in ("yes", "no", "number")), asked
