"""Prices paid at the table for a seat without a phone: the table says that it was paid, and the purse line is booked.

What is entered on the table screen is judged on what everybody knows, so a price may turn out to be more than the
purse holds. Where the referee keeps the spice, that comes to light as it would at the table: nothing is paid and
nothing happens. Where tokens lie behind the shield, the tokens are right: what a phone was told is counted anew first,
and nobody else notices.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass

from referee.facts import Event, Public
from referee.phases.purse import SpiceTold, spice_of
from referee.rulings import setting
from referee.table import Table


@dataclass(frozen=True)
class NotPaid(Event):
    """A price could not be paid; what it was for does not happen."""

    seat: Public[str]
    price: Public[int]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        """Nothing changes."""

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say so."""
        return f"{name(self.seat)} cannot pay {self.price} spice. Nothing happens."


def short_of(table: Table, sums: Mapping[str, int]) -> tuple[str, ...]:
    """Return whose purse, as far as it is known here, holds less than the sum named for it."""
    held = {payer: spice_of(table, payer) for payer in sums}
    return tuple(payer for payer, sum_ in sums.items() if (own := held[payer]) is not None and own < sum_)


def afforded(table: Table, sums: Mapping[str, int], why: tuple[str, ...]) -> Generator[Event, None, bool]:
    """Yield the recount that makes a purse hold its sum, or that nothing is paid; return whether all can be paid."""
    for payer in short_of(table, sums):
        if setting(table, "P2") != "told":
            yield NotPaid(payer, sums[payer], why)
            return False
        yield SpiceTold(frozenset({payer}), payer, sums[payer])
    return True
