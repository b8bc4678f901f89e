"""What a faction takes from the bank before the first turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.common.factions import FACTIONS
from referee.common.ledger import BANK, pay
from referee.common.turn import in_phase
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, Public
from referee.kernel.rulings import Chance
from referee.kernel.table import Table


@dataclass
class Started:
    """The factions that have taken their starting spice."""

    seats: set[str] = field(default_factory=set)


class StartTaken(Event):
    """A faction took its starting spice."""

    seat: Public[str]
    because = ("0.12",)

    def apply(self, table: Table) -> None:
        kept = table.state(Started)
        kept.seats.add(self.seat)
        table.put(kept)


class TakeStart(Command):
    """Take the starting spice of the faction."""

    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "setup")
        if self.seat in table.state(Started).seats:
            yield Objection(
                "0.12", "This faction has its starting spice already. Go on with the game.", "ALREADY_CLAIMED"
            )

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        one = FACTIONS[self.seat]
        yield StartTaken(self.seat)
        yield from pay(BANK, self.seat, one.spice, "Starting spice", (*one.rules[:1], "0.12"))
