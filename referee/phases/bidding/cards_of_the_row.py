"""Events of the row's cards: dealt, looked at, bought, returned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.common.turn import in_this_phase
from referee.holdings.purse import PricePaid
from referee.holdings.taken_cards import top_of_deck
from referee.kernel import (
    FACE_DOWN,
    Called,
    Card,
    Event,
    Pile,
    Public,
    Sealed,
    SeatEvent,
    Table,
    known,
    say_many,
)
from referee.phases.bidding.order_of_bidding import Sale, bidding_of

DEALT_TO_ALL = (
    "{n} card dealt, one for each player with room in hand.",
    "{n} cards dealt, one for each player with room in hand.",
)
RETURNED = {  # one card, and more
    "dealt": (
        "{n} unsold card goes back on top of the deck.",
        "{n} unsold cards go back on top of the deck, first-dealt card first.",
    ),
    "top": (
        "{n} unsold card goes back on top of the deck, shuffled.",
        "{n} unsold cards go back on top of the deck, shuffled.",
    ),
    "deck": (
        "{n} unsold card goes back into the shuffled deck.",
        "{n} unsold cards go back into the shuffled deck.",
    ),
}


class RowDealt(Event, because=("1.04.04",), later=("room", "why")):
    """Cards were dealt face down in a row; ``room`` is how many hands had room, -1 in earlier journals."""

    count: Public[int]
    room: Public[int] = -1
    why: Public[tuple[str, ...]] = ()

    def apply(self, table: Table) -> None:
        bidding = bidding_of(table)
        bidding.row = Pile(top_of_deck(table) for _ in range(self.count))
        bidding.dealt = self.count

    def sentence(self, name: Called) -> str:
        if not self.count:
            return "No card is dealt." if self.room > 0 else "No card is dealt, because every hand is full."
        if self.room not in {self.count, -1}:
            return say_many(self.count, "{n} card dealt.", "{n} cards dealt.")
        return say_many(self.count, *DEALT_TO_ALL)


class CardPeeked(SeatEvent, shows="card"):
    """A faction looked at the card now up."""

    card: Sealed[str]
    why: Public[tuple[str, ...]]
    fuller = "{seat!n:The looks} at the card: {card!c}."
    says = "{seat!n:The looks} at the card."

    def apply(self, table: Table) -> None:
        if known(self.card):
            bidding_of(table).row[0] = self.card


class CardBought(SeatEvent, because=("1.04.06.02",), shows="card"):
    price: Public[int]
    card: Sealed[str]

    def apply(self, table: Table) -> None:
        """A viewer who saw the card in the row still knows it."""
        bidding = bidding_of(table)
        seen = bidding.row.pop(0) if bidding.row else FACE_DOWN
        card: Card = self.card if known(self.card) else seen
        table.seats[self.seat].hand.append(card)
        bidding.sales.append(Sale(bidding.number, self.seat, self.price))
        bidding.turn, bidding.barred = "", []
        bidding.last_opener, bidding.last_bidder = bidding.opener, bidding.first_bidder

    def pattern(self) -> str:
        seen = known(self.card) and self.card
        if self.price:
            return "{seat!n:The takes} {card!c} for {price}." if seen else "{seat!n:The takes} the card for {price}."
        unseen = "{seat!n:The takes} the card without paying spice."
        return "{seat!n:The takes} {card!c} without paying spice." if seen else unseen


class CardDrawn(SeatEvent, shows="card"):
    """A faction drew the top card of the deck, free."""

    card: Sealed[str]
    why: Public[tuple[str, ...]]
    fuller = "{seat!n:The draws} a bonus card: {card!c}."
    says = "{seat!n:The draws} a bonus card."

    def apply(self, table: Table) -> None:
        top = top_of_deck(table)
        table.seats[self.seat].hand.append(self.card if known(self.card) else top)
        bidding_of(table).sales[-1].extra = True


class CardsReturned(Event):
    """Unsold cards went back to the deck: on top as dealt, or shuffled (option B2)."""

    count: Public[int]
    how: Public[str]
    order: tuple[Card, ...]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        bidding = bidding_of(table)
        if self.how == "dealt":
            table.deck[:0] = bidding.row
        else:
            rest = len(table.deck) if self.how == "deck" else 0
            new = Pile.laid(self.order, len(bidding.row) + rest)
            table.deck = Pile([*new, *table.deck[rest:]])
        bidding.row, bidding.returned, bidding.turn = Pile(), self.count, ""

    def sentence(self, name: Called) -> str:
        singular, more = RETURNED.get(self.how, RETURNED["deck"])
        return say_many(self.count, singular, more)


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
    number = sum(isinstance(event, CardBought) for event in events)
    bought_at = next((n for n, event in enumerate(events) if isinstance(event, CardBought)), None)
    if bought_at is None:
        return None
    bought = events[bought_at]
    assert isinstance(bought, CardBought)
    paid = next((event for event in events[bought_at + 1 :] if isinstance(event, (PricePaid, CardBought))), None)
    if not isinstance(paid, PricePaid) or paid.buyer != bought.seat:
        return LastSale(bought.seat, 0, {}, "", bought.card, number)
    return LastSale(bought.seat, paid.price, paid.shares, paid.payee, bought.card, number)
