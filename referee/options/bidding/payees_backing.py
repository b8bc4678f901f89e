"""Option B17: when spice that the Emperor lent for a card paid to the Emperor comes back."""

from __future__ import annotations

from collections.abc import Iterable

from referee.holdings.purse import PricePaid
from referee.kernel import Chance, Event, Public, SeatEvent, State, Table, adds, after, option, setting
from referee.knowledge.conserved import Elsewhere
from referee.phases.bidding.bid_limit import purses_changed
from referee.phases.bidding.events import BiddingEnded

PAYEES_BACKING = option(
    "B17",
    "4.91.17",
    "When the Emperor backs a card paid to the Emperor",
    ("once", "Back at once", "The Emperor's share comes back with the payment."),
    ("after", "After the phase", "It is set aside and comes back when bidding is over."),
)


class LaidApart(State):
    """Spice set aside until the phase is over, by faction."""

    sums: dict[str, int]


class BackingHeld(SeatEvent, because=("4.91.17",)):
    """The payee's own share was set aside or, below zero, came back."""

    amount: Public[int]
    back = property(lambda event: -event.amount)

    def apply(self, table: Table) -> None:
        own = table.seats[self.seat]
        own.spice = own.spice - self.amount
        apart = table.get(LaidApart) or LaidApart({})
        apart.sums[self.seat] = apart.sums.get(self.seat, 0) + self.amount
        table.put(apart)

    def pattern(self) -> str:
        back = "{seat!n:The takes} back {back} spice set aside."
        return "{seat!n:The sets} aside {amount} of their own spice until bidding is over." if self.amount > 0 else back


@after(PricePaid, rule="4.91.17")
def lay_it_apart(event: PricePaid, table: Table, chance: Chance) -> Iterable[Event]:
    share = event.shares.get(event.payee, 0)
    if share and setting(table, PAYEES_BACKING) == "after":
        yield BackingHeld(event.payee, share)


@after(BackingHeld, rule="4.91.17")
def promises_after_it(event: BackingHeld, table: Table, chance: Chance) -> Iterable[Event]:
    yield from purses_changed(table, {event.seat})


@after(BiddingEnded, rule="4.91.17")
def give_it_back(event: BiddingEnded, table: Table, chance: Chance) -> Iterable[Event]:
    apart = table.get(LaidApart) or LaidApart({})
    for seat, amount in apart.sums.items():
        if amount:
            yield BackingHeld(seat, -amount)


@adds(Elsewhere, rule="4.91.17")
def laid_apart(question: Elsewhere, table: Table) -> Iterable[int]:
    """Spice that comes back when bidding is over."""
    apart = table.get(LaidApart)
    return tuple(apart.sums.values()) if apart else ()
