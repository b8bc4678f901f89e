"""Bribes: never before the first storm is placed, never in the Mentat Pause, and taken in then behind the shields.

A player without a phone lays a bribe through the table screen, where a purse too small comes to light at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.ledger import front, pay
from referee.common.offers import TABLE, Blank, Offer, Offers, seats_of
from referee.common.purse import Bribe, BribesNow, afforded
from referee.common.seating import on_own_phone, phones_of
from referee.common.turn import in_phase
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event
from referee.kernel.rulings import Chance, adds, ask, ruling
from referee.kernel.table import Table


@ruling(BribesNow, rule="1.12.04")
def not_during_setup(question: BribesNow, table: Table, so_far: bool) -> bool | None:
    """The first deal is made after the first storm."""
    return False if table.phase == "setup" or (table.phase == "lobby" and table.turn == 1) else None


@ruling(BribesNow, rule="1.12.05")
def not_in_the_mentat_pause(question: BribesNow, table: Table, so_far: bool) -> bool | None:
    """From the Mentat Pause on nobody bribes until the next turn."""
    return False if table.phase == "mentat_pause" else None


class LayBribe(Bribe):
    """Lay a bribe for a player without a phone."""

    by = "both"

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from on_own_phone(table, self.seat, "1.12.01")
        yield from super().objections(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if (yield from afforded(table, {self.seat: int(self.amount)}, ("1.12.01",))):
            yield from super().decide(table, chance)


@adds(Offers, rule="1.12.01")
def a_bribe_from_the_table(question: Offers, table: Table) -> Iterable[Offer]:
    """Whoever has no phone may be helped to a bribe, whenever bribes are paid."""
    seat = question.seat
    if seat == TABLE or seat in phones_of(table) or not ask(table, BribesNow()).value:
        return ()
    others = tuple(one for one in seats_of(table) if one[0] not in {seat, table.ally(seat)})
    blanks = (Blank("to", "Bribes", "select", choices=others), Blank("amount", "Spice", "number", 1, 99, "1"))
    return (Offer("LayBribe", "Lay a bribe", "1.12.01", blanks, aside=True),) if others else ()


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
