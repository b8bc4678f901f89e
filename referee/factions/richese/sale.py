"""A sale by Richese: a card of the cache or, on the black market, of the hand is put into the row.

The bid pad, clock, absence, backing, Karama window and payment are those of every auction. A round of sealed bids is a
window: a player who sealed a bid, or wants none, is ready.
"""

from __future__ import annotations

from dataclasses import replace

from referee.factions.richese import ME
from referee.factions.richese.announce_sale import how
from referee.factions.richese.cache import cache, plan
from referee.kernel import (
    FACE_DOWN,
    Called,
    Card,
    Event,
    Public,
    Sealed,
    State,
    Table,
    Typed,
    face_name,
    known,
    say,
    sealed,
)
from referee.phases.bidding.order_of_bidding import Bidding, bidding_of
from referee.powers.windows import put_phase_window

NO_CARD: Sealed[str] = sealed(FACE_DOWN)


class RicheseSale(State):
    """``source`` is cache or hand; ``said`` is what Richese say the card is."""

    source: str
    style: str
    way: str
    said: str = ""
    card: Card = FACE_DOWN
    before: tuple[str, str] = ("", "")
    unwanted: bool = False


def sale_of(table: Table) -> RicheseSale:
    return table.get(RicheseSale) or RicheseSale("cache", "once", "right")


class SaleOpened(Event, shows="card"):
    source: Public[str]
    style: Public[str]
    way: Public[str]
    said: Public[Typed]
    card: Sealed[str]
    why: Public[tuple[str, ...]]

    @property
    def face_up(self) -> bool:
        """Return True for a card of the cache, which everybody sees."""
        return self.source == "cache"

    def apply(self, table: Table) -> None:
        bidding = bidding_of(table)
        card: Card = self.card
        before = (bidding.last_opener, bidding.last_bidder)
        table.put(RicheseSale(self.source, self.style, self.way, self.said, card, before))
        if self.source == "cache":
            cache(table).cards.remove(str(card))
            table.put(replace(plan(table), opened=True))
        else:
            table.seats[ME].hand.lose(card)
            bidding.step = "talk"
        bidding.row.insert(0, card)
        bidding.dealt += 1

    def sentence(self, name: Called) -> str:
        of = {"card": face_name(self.card) or "a card from their hand", "how": how(self.style, self.way)}
        if self.said:
            return say("{seat:The sells} {card}, said to be {said}: {how}.", seat=name(ME), said=self.said, **of)
        return say("{seat:The sells} {card}: {how}.", seat=name(ME), **of)


class Unwanted(Event, because=("2.10.08",)):
    says = "Nobody bids. {richese!n:The} may take the card free or remove it from the game."

    def apply(self, table: Table) -> None:
        table.put(replace(sale_of(table), unwanted=True))


class CardRemoved(Event, because=("2.10.08",)):
    card: Public[str]
    says = "{card!c} is removed from the game."

    def apply(self, table: Table) -> None:
        bidding_of(table).row.take(self.card)
        cache(table).gone.append(self.card)


class SaleEnded(Event, because=("2.10.04",), shows="card", later=("card",)):
    """A sale before the deal leaves the phase where it was; Richese see which ``card`` returns to their hand."""

    sold: Public[bool]
    card: Sealed[str] = NO_CARD

    def apply(self, table: Table) -> None:
        """An unsold card returns to the hand; the order of opening is restored."""
        bidding, sale = bidding_of(table), sale_of(table)
        if sale.source == "hand":
            if bidding.row and not self.sold:
                seen: Card = bidding.row.pop(0)
                table.seats[ME].hand.append(self.card if known(self.card) else seen)
            table.put(replace(plan(table), market=self.sold))
            put_phase_window(table, None)
            table.put(Bidding(sales=bidding.sales, last_opener=bidding.last_opener, last_bidder=bidding.last_bidder))
        if sale.style != "normal" or not self.sold:
            bidding_of(table).last_opener, bidding_of(table).last_bidder = sale.before
        table.drop(RicheseSale)


class SaleWithdrawn(Event, because=("2.10.08",), shows="card"):
    """Bidding ended during a sale: the card returns to its source, not into the deck."""

    card: Sealed[str]

    def apply(self, table: Table) -> None:
        card: Card = self.card
        if known(card) and card in table.deck:
            table.deck.remove(card)
        else:  # shuffled, or seen by others in the row: for this viewer it is the one on top
            top = table.deck.pop(0) if table.deck else FACE_DOWN
            card = card if known(card) else top
        if sale_of(table).source == "cache":
            cache(table).cards.append(str(card))
        else:
            table.seats[ME].hand.append(card)
        table.drop(RicheseSale)
