"""The Mentat Pause: what bribes have brought goes behind the shield."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.ledger import front, pay
from referee.common.turn import in_phase
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event
from referee.kernel.rulings import Chance
from referee.kernel.table import Table


def bribes_taken_in(table: Table, seats: Iterable[str] = ()) -> Iterator[Event]:
    """Yield that bribes in front of these shields, or of all, go behind them (1.09.01)."""
    for seat in seats or table.seats:
        waiting = table.seats[seat].bribes
        yield from pay(front(seat), seat, waiting, "Bribes taken in", ("1.09.01", "1.12.02"))


class TakeBribes(Command):
    """Take the spice in front of the shield behind it."""

    waits = True
    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "mentat_pause")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from bribes_taken_in(table, (self.seat,))
