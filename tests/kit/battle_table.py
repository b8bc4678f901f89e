"""A table in its battle phase: four seats and known hands."""

from __future__ import annotations

from typing import Any

from referee.kernel import Command, Event
from referee.phases.battle.before_the_plans import StaySilent, steps
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.call_traitor import AnswerTraitor
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.lock_plan import LockPlan
from tests.kit.dice import WHOLE_DECK
from tests.kit.table import LiveTable

BATTLE_SEATS = ("atreides", "harkonnen", "fremen", "emperor")
HANDS = {
    "atreides": ("Gom Jabbar/1", "Snooper/1"),
    "harkonnen": ("Chaumurky/1", "Shield/1", "Cheap Hero/1"),
    "fremen": ("Karama/1",),
}
ATREIDES = LockPlan("atreides", 3, "Lady Jessica", "Gom Jabbar", "Snooper")
HARKONNEN = LockPlan("harkonnen", 4, "Feyd-Rautha", "Chaumurky", "Shield")


class Room(LiveTable):
    """A table in its battle phase; everybody passes before the plans, unless somebody ``talks``."""

    talks = False

    def __init__(self, rules: str = "basic", seats: tuple[str, ...] = BATTLE_SEATS, **more: Any) -> None:
        held = {card for hand in more.setdefault("hands", HANDS).values() for card in hand}
        more.setdefault("allies", "fremen harkonnen")
        more.setdefault("deck", [card for card in WHOLE_DECK if card not in held])
        more.setdefault("first", "harkonnen")
        super().__init__(*seats, rules=rules, spice=10, phase="battle", **more)

    def events(self, command: Command, who: str = "") -> tuple[Event, ...]:
        """Carry out a command that must be allowed; when a battle begins, everybody passes."""
        made = super().events(command, who)
        if isinstance(command, BeginBattle) and not self.talks:
            self.silence()
        return made

    def silence(self) -> None:
        """Pass for everybody who may act before the plans."""
        while step := next((one for one in steps(self.public) if not one.done), None):
            self.do(StaySilent(step.say.seat, step.say.rule))

    @property
    def live(self) -> LiveBattle:
        live = self.public.get(LiveBattle)
        assert live is not None
        return live

    def begin(self, **more: Any) -> None:
        counts = {"one_normal": 6, "two_normal": 8, **more}
        self.do(BeginBattle("Arrakeen", "atreides", "harkonnen", **counts))

    def answers(self, *yes: str, seats: tuple[str, ...] = ("atreides", "harkonnen")) -> None:
        self.do(*(AnswerTraitor(seat, "yes" if seat in yes else "no") for seat in seats))

    def fight(self, *plans: Command) -> None:
        self.begin()
        self.do(*(plans or (ATREIDES, HARKONNEN)))

    def spice(self) -> int:
        return self.truth.bank + sum(own.spice for own in self.truth.seats.values() if isinstance(own.spice, int))

    def cards(self) -> list[str]:
        piles = [self.truth.deck, self.truth.discard, *(own.hand for own in self.truth.seats.values())]
        return sorted(str(card) for pile in piles for card in pile)
