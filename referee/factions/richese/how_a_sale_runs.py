"""How Richese sell: once around, by sealed bids, or as usual, and what becomes of an unsold card.

These are answers to the questions of every auction: who is asked next, what follows the last one, who is paid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.factions.richese import ME
from referee.factions.richese.announce_sale import how
from referee.factions.richese.cache import plan
from referee.factions.richese.juice_of_sapho import put_in_place
from referee.factions.richese.sale import (
    CardRemoved,
    RicheseSale,
    SaleEnded,
    SaleOpened,
    SaleWithdrawn,
    Unwanted,
    sale_of,
)
from referee.holdings.hands import has_room
from referee.kernel import (
    FACE_DOWN,
    Chance,
    Event,
    Objection,
    Table,
    after,
    ask,
    everybody,
    face_name,
    ruling,
    say,
    sealed,
)
from referee.offers.choices import Choice
from referee.offers.offer import Offer
from referee.phases.bidding.auction import next_card
from referee.phases.bidding.cards_of_the_row import CardBought, CardsReturned
from referee.phases.bidding.order_of_bidding import (
    Auction,
    AuctionHeld,
    CardInWords,
    ComesFirst,
    Form,
    bidding_of,
    eligible,
)
from referee.phases.bidding.payment import Payee, hand_over
from referee.phases.bidding.sealed_bids import sealing
from referee.powers.powers import Power, Stoppable

LOOK = "2.01.05"


@ruling(ComesFirst, rule="2.10.04")
def the_card_of_the_cache(question: ComesFirst, table: Table, so_far: tuple[Event, ...]) -> tuple[Event, ...] | None:
    planned = plan(table)
    due = planned.when == "first" or (planned.when == "last" and not bidding_of(table).row)
    if not due or planned.opened or not planned.card or table.get(RicheseSale) is not None or not eligible(table):
        return None
    return (SaleOpened("cache", planned.style, planned.way, "", sealed(planned.card, *everybody(table)), ("2.10.04",)),)


def _round(table: Table, sale: RicheseSale) -> tuple[str, ...]:
    others = table.right_of(ME)[:-1]
    return tuple(put_in_place(table, [*(others if sale.way == "right" else reversed(others)), ME]))


def _held(table: Table, form: Form = "in turn", order: tuple[str, ...] = ()) -> Auction:
    """No card pays (2.10.09); unsold, one from the hand is kept, and of one from the cache Richese decide (2.10.08)."""
    if sale_of(table).source == "cache":
        return Auction(form, order, (Unwanted(),), spice_only="2.10.09")
    row = bidding_of(table).row  # the Ixians may have put another card in its place
    back = SaleEnded(False, sealed(row[0] if row else FACE_DOWN, ME))
    return Auction(form, order, (back,), spice_only="2.10.09")


@ruling(AuctionHeld, rule="2.10.05")
def once_around(question: AuctionHeld, table: Table, so_far: Auction) -> Auction | None:
    sale = table.get(RicheseSale)
    return _held(table, "once around", _round(table, sale)) if sale is not None and sale.style == "once" else None


@ruling(AuctionHeld, rule="2.10.06")
def all_at_once(question: AuctionHeld, table: Table, so_far: Auction) -> Auction | None:
    sale = table.get(RicheseSale)
    return _held(table, "sealed") if sale is not None and sale.style == "silent" else None


@ruling(AuctionHeld, rule="2.10.08")
def as_usual(question: AuctionHeld, table: Table, so_far: Auction) -> Auction | None:
    sale = table.get(RicheseSale)
    return _held(table) if sale is not None and sale.style == "normal" else None


@ruling(Payee, rule="2.10.07")
def others_pay_richese(question: Payee, table: Table, so_far: str) -> str | None:
    return ME if table.get(RicheseSale) is not None and question.buyer != ME else None


@ruling(Stoppable, rule="2.10.07")
def no_other_is_paid(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    buyer = bidding_of(table).high_by if table.get(RicheseSale) is not None and question.moment == "sale" else ""
    beaten = ask(table, Payee(buyer)).because[1:] if buyer and buyer != ME else ()
    return tuple(power for power in so_far if power.rule not in beaten) if beaten else None


@ruling(Stoppable, rule="2.10.03")
def seen_by_all(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    sale = table.get(RicheseSale)
    open_now = question.moment == "card" and sale is not None and sale.source == "cache"
    return tuple(power for power in so_far if power.rule != LOOK) if open_now else None


@after(CardBought, rule="2.10.07")
def the_sale_is_over(event: CardBought, table: Table, chance: Chance) -> Iterable[Event]:
    if table.get(RicheseSale) is not None:
        yield SaleEnded(True)


@after(CardsReturned, rule="2.10.08")
def not_into_the_deck(event: CardsReturned, table: Table, chance: Chance) -> Iterable[Event]:
    """A card that was put in its place (2.07.16) goes back like any other, and the sale is over."""
    sale = table.get(RicheseSale)
    if sale is not None and sale.card not in table.deck:
        yield SaleEnded(True)
    elif sale is not None:
        yield SaleWithdrawn(sealed(sale.card, *(everybody(table) if sale.source == "cache" else {ME})))


@ruling(CardInWords, rule="2.10.04", order=1)
def what_the_cache_sells(question: CardInWords, table: Table, so_far: tuple[str, str]) -> tuple[str, str] | None:
    sale = table.get(RicheseSale)
    row = bidding_of(table).row
    if sale is None or sale.source != "cache" or (row and row[0] != sale.card):
        return None
    return _in_words(table, sale, say("*{card}* from the cache", card=face_name(sale.card)))


@ruling(CardInWords, rule="2.10.15")
def what_the_black_market_sells(question: CardInWords, table: Table, so_far: tuple[str, str]) -> tuple[str, str] | None:
    sale = table.get(RicheseSale)
    if sale is None or sale.source != "hand":
        return None
    words = "A card from their hand, said to be *{said}*" if sale.said else "A card from their hand"
    return _in_words(table, sale, say(words, said=sale.said))


def _in_words(table: Table, sale: RicheseSale, card: str) -> tuple[str, str]:
    if sale.unwanted:
        return ("Nobody bids", say("{card}: Richese take it free, or it leaves the game.", card=card))
    return ("Sealed bids" if sealing(table) else "", say("{card}, {how}.", card=card, how=how(sale.style, sale.way)))


class KeepUnsold(Choice[str], by="both"):
    rule, who, phase = "2.10.08", ME, "bidding"
    nothing = "There is no unsold card now."
    does, you = "decides about the unsold card", "take the card free, or remove it"
    keep: bool

    @classmethod
    def waiting(cls, table: Table) -> str:
        return ME if sale_of(table).unwanted else ""

    @classmethod
    def ways(cls, table: Table, now: str) -> Iterator[Offer]:
        if has_room(table, ME):
            yield cls.way("Take it free", keep="1")
        yield cls.way("Remove it from the game", keep="0")

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if self.keep and not has_room(table, ME):
            yield Objection("1.04.03", "Your hand is full, so remove the card from the game.", "HAND_FULL", True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        if self.keep:
            yield from hand_over(table, ME, 0, chance)
            return
        yield CardRemoved(str(bidding_of(table).row[0]))
        yield SaleEnded(False)
        yield from next_card(table, chance)
