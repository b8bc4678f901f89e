"""Tleilaxu Ghola: an extra revival at any time, free: one leader whatever the others do, or up to five forces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.facts import Event
from referee.phases.forces import Group
from referee.phases.hands import CardDiscarded, NothingToShow, called, may_hold, shown_card
from referee.phases.leaders import LeaderRevived
from referee.phases.revival import EXTRA, ExtraRevival, ForcesRevived
from referee.phases.reviving import one_or_the_other
from referee.phases.seating import on_own_phone
from referee.play import Ask, Objection
from referee.rulings import Chance
from referee.table import Table

GHOLA = "Tleilaxu Ghola"
WHY = ("3.01.20",)
MOST = 5


@dataclass(frozen=True)
class PlayGhola(Ask):
    """Play the card for forces, or for the leader named."""

    seat: str
    normal: int = 0
    special: int = 0
    leader: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """With the card in hand: one leader or up to five forces, out of the tanks."""
        yield from on_own_phone(table, self.seat, "4.97.07")
        if not may_hold(table, self.seat, called(GHOLA)):
            yield Objection("3.01.20", f"There is no {GHOLA} in this hand.", "CARD_NOT_HELD")
        forces = Group(self.normal, self.special)
        yield from one_or_the_other(table, "3.01.20", self.seat, self.leader, forces, MOST)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Discard it; the normal revivals of the turn are untouched."""
        card = shown_card(table, self.seat, called(GHOLA), GHOLA)
        if card is None:
            yield NothingToShow(self.seat)
            return
        yield CardDiscarded(self.seat, card, WHY)
        yield ExtraRevival(self.seat, WHY)
        if self.leader:
            yield LeaderRevived(self.seat, self.leader, True, WHY)
        elif self.normal + self.special:
            yield ForcesRevived(self.seat, self.normal, self.special, 0, EXTRA, WHY)
