"""The card that was sold last in this phase, and what was paid for it: for powers that change a sale afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.common.turn import in_this_phase
from referee.holdings.ledger import BANK, pay
from referee.holdings.purse import PricePaid, spice_of
from referee.kernel.events import Event
from referee.kernel.phrases import Phrase
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


def moved_on(table: Table, payer: str, payee: str, amount: int, reason: Phrase, rule: str) -> Iterator[Event]:
    """Yield that spice of a sale goes elsewhere, as far as the payer still has it."""
    left = amount if payer == BANK else spice_of(table, payer)
    yield from pay(payer, payee, amount if left is None else min(amount, left), reason, (rule,))
