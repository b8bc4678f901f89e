"""The Mentat Pause: what bribes have brought goes behind the shield."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.facts import Event
from referee.phases.ledger import front, pay
from referee.phases.turn import in_phase
from referee.play import Ask, Objection
from referee.rulings import Chance
from referee.table import Table


@dataclass(frozen=True)
class TakeBribes(Ask):
    """Take the spice in front of the shield behind it."""

    waits = True
    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """Only in the Mentat Pause."""
        yield from in_phase(table, "mentat_pause")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """From now on it can be spent."""
        waiting = table.seats[self.seat].bribes
        yield from pay(front(self.seat), self.seat, waiting, "Bribes taken in", ("1.09.01", "1.12.02"))
