"""The card that was sold last in this phase, and what was paid for it: for powers that change a sale afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.common.turn import in_this_phase
from referee.holdings.purse import PricePaid
from referee.kernel.table import Table
from referee.phases.bidding.cards_of_the_row import CardBought


class LastSale(NamedTuple):
    """Who bought, what each paid, to whom ("" if no spice was paid), the card as known, and which sale it was."""

    buyer: str
    price: int
    shares: Mapping[str, int]
    payee: str
    card: object
    number: int


def last_sale(table: Table) -> LastSale | None:
    """Return the last sale of this bidding phase, until the next card is sold."""
    if table.phase != "bidding":
        return None
    events = list(in_this_phase(table))
    number = sum(isinstance(one, CardBought) for one in events)
    found = next((n for n, one in enumerate(events) if isinstance(one, CardBought)), None)
    if found is None:
        return None
    bought = events[found]
    assert isinstance(bought, CardBought)
    paid = next((one for one in events[found + 1 :] if isinstance(one, (PricePaid, CardBought))), None)
    if not isinstance(paid, PricePaid) or paid.buyer != bought.seat:
        return LastSale(bought.seat, 0, {}, "", bought.card, number)
    return LastSale(bought.seat, paid.price, paid.shares, paid.payee, bought.card, number)
