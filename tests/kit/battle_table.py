"""A table in its battle phase for the live tests: four seats, known hands, and a bell that is listened to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.cards.deck import CLASSIC
from referee.common.setup import Place, SetTable
from referee.kernel.commands import Command
from referee.kernel.events import PUBLIC
from referee.kernel.table import Table
from referee.phases.battle.before_the_plans import StaySilent, steps
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.call_traitor import AnswerTraitor
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.turn.next_phase import GoTo
from referee.running.journal import Journal
from referee.running.sitting import Dice, Sitting

SEATS = ("atreides", "harkonnen", "fremen", "emperor")
HANDS = {
    "atreides": ("Gom Jabbar/1", "Snooper/1"),
    "harkonnen": ("Chaumurky/1", "Shield/1", "Cheap Hero/1"),
    "fremen": ("Karama/1",),
}
DECK = [f"{name}/{n}" for name, (_, copies, _) in CLASSIC.items() for n in range(1, copies + 1)]
ATREIDES = LockPlan("atreides", 3, "Lady Jessica", "Gom Jabbar", "Snooper")
HARKONNEN = LockPlan("harkonnen", 4, "Feyd-Rautha", "Chaumurky", "Shield")


class Room:
    """A sitting that listens to its bell."""

    def __init__(self, file: Path, rules: str = "basic", **options: Any) -> None:
        self.rings: list[set[str]] = []
        self.talks = False
        self.sitting = Sitting(Journal(file), Dice(1), ring=lambda who: self.rings.append(set(who)))
        options["options"] = (("K8", "off"), *options.get("options", ()))
        dealt = dict(options["options"]).get("P1", "dealt") == "dealt"
        seats, hands = options.pop("seats", SEATS), options.pop("hands", HANDS)
        faces = hands if dealt else {}
        places = tuple(Place(s, s, len(hands.get(s, ())), 10, faces.get(s, ())) for s in seats)
        held = {card for hand in hands.values() for card in hand}
        deck = tuple(card for card in DECK if card not in held)
        options.setdefault("alliances", (("fremen", "harkonnen"),))
        self.do(SetTable("x", places, "harkonnen", rules, deck=deck, **options), "host")
        self.do(GoTo("battle"))

    def do(self, command: Command, who: str = "") -> tuple[Any, ...]:
        """Carry out a command that must be allowed."""
        outcome = self.sitting.act(command, who or (getattr(command, "seat", "") if command.by == "seat" else PUBLIC))
        assert outcome.done, outcome.objections
        if isinstance(command, BeginBattle) and not self.talks:
            self.silence()
        return outcome.events

    def silence(self) -> None:
        """Let everybody who may speak before the plans pass."""
        while step := next((one for one in steps(self.table()) if not one.done), None):
            self.do(StaySilent(step.say.seat, step.say.rule))

    def no(self, command: Command, who: str = "") -> list[tuple[str, str]]:
        """Return the objections to a command; nothing may have changed by it."""
        rows = self.sitting.last()
        outcome = self.sitting.act(command, who or (getattr(command, "seat", "") if command.by == "seat" else PUBLIC))
        assert not outcome.done and self.sitting.last() == rows
        return [(one.rule, one.code) for one in outcome.objections]

    def table(self, viewer: str = PUBLIC) -> Table:
        return self.sitting.screen(viewer)

    @property
    def referee(self) -> Table:
        return self.sitting.views.referee

    @property
    def live(self) -> LiveBattle:
        live = self.table().get(LiveBattle)
        assert live is not None
        return live

    def begin(self, **more: Any) -> None:
        counts = {"one_normal": 6, "two_normal": 8, **more}
        self.do(BeginBattle("Arrakeen", "atreides", "harkonnen", **counts))

    def answers(self, *yes: str, seats: tuple[str, ...] = ("atreides", "harkonnen")) -> None:
        for seat in seats:
            self.do(AnswerTraitor(seat, "yes" if seat in yes else "no"))

    def fight(self, *plans: Command) -> None:
        self.begin()
        for plan in plans or (ATREIDES, HARKONNEN):
            self.do(plan)

    def spice(self) -> int:
        return self.referee.bank + sum(int(own.spice) for own in self.referee.seats.values())  # type: ignore[arg-type]

    def cards(self) -> list[str]:
        piles = [self.referee.deck, self.referee.discard, *(own.hand for own in self.referee.seats.values())]
        return sorted(str(card) for pile in piles for card in pile)
