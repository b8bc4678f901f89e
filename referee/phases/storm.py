"""The storm takes the spice that lies in a sector which it crosses or in which it stops; it goes to the bank.

Which sectors those are is seen on the board; the players say what territory it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.facts import Event
from referee.phases.ledger import BANK, lying, on, pay
from referee.phases.turn import in_phase
from referee.play import Ask, Objection
from referee.rulings import Chance
from referee.table import Table


@dataclass(frozen=True)
class StormCrosses(Ask):
    """Say that the storm crossed the spice of a territory, or stopped on it."""

    by = "table"
    territory: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """Only in the storm phase."""
        yield from in_phase(table, "storm")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Sweep it into the bank."""
        taken = lying(table, self.territory)
        yield from pay(on(self.territory), BANK, taken, "Lost to the storm", ("1.01.03",))
