"""How Richese sell: once around, by sealed bids, or as usual, and what becomes of a card that nobody wants.

All of it is answers to what every auction asks: who is asked next, what follows when nobody is, who is paid.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.phones_at_seats import phones_of
from referee.factions.richese import ME
from referee.factions.richese.announce_sale import WAYS
from referee.factions.richese.cache import STYLES, plan
from referee.factions.richese.juice_of_sapho import put_in_place
from referee.factions.richese.sale import (
    BidSealed,
    CardRemoved,
    Sale,
    SaleEnded,
    SaleOpened,
    SaleWithdrawn,
    SealsAsked,
    SealsOpened,
    Unwanted,
    sale_of,
)
from referee.holdings.hands import has_room
from referee.holdings.purse import spice_of, whole
from referee.holdings.setup import everybody
from referee.kernel.commands import Amount, Command, Objection
from referee.kernel.events import Event, sealed
from referee.kernel.rulings import Chance, adds, after, ask, ruling
from referee.kernel.table import Table, face_name
from referee.phases.bidding.auction import next_card
from referee.phases.bidding.bid_time import BidSeconds, TimeOutPasses
from referee.phases.bidding.cards_of_the_row import CardBought, CardsReturned
from referee.phases.bidding.events import CardSold
from referee.phases.bidding.order_of_bidding import (
    AskedNext,
    CardInWords,
    ComesFirst,
    NextOpener,
    NobodyAsked,
    WindowCloses,
    eligible,
)
from referee.phases.bidding.payment import Payee, hand_over
from referee.phases.bidding.state import bidding_of
from referee.powers.powers import CardBuys, Power, SaleSeconds, Stoppable
from referee.powers.windows import Ready, phase_window
from referee.screens.offers import Blank, Offer, Offers, SecretOffers

LEAST_SECONDS, LOOK = 30, "2.01.05"


@ruling(ComesFirst, rule="2.10.04")
def the_card_of_the_cache(question: ComesFirst, table: Table, so_far: tuple[Event, ...]) -> tuple[Event, ...] | None:
    """The first or the last card of the row is the one from the cache."""
    made = plan(table)
    due = made.when == "first" or (made.when == "last" and not bidding_of(table).row)
    if not due or made.opened or not made.card or table.get(Sale) is not None or not eligible(table):
        return None
    return (SaleOpened("cache", made.style, made.way, "", sealed(made.card, *everybody(table)), ("2.10.04",)),)


def _round(table: Table, sale: Sale) -> list[str]:
    others = table.right_of(ME)[:-1]
    return list(put_in_place(table, [*(others if sale.way == "right" else reversed(others)), ME]))


@ruling(AskedNext, rule="2.10.05")
def once_around(question: AskedNext, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    """Each is asked once, Richese last and only to outbid; then the top bid buys."""
    sale = table.get(Sale)
    if sale is None or sale.style != "once":
        return None
    order = _round(table, sale)
    rest = order[order.index(question.after) + 1 :] if question.after else order
    high = bidding_of(table).high_by
    return (*(seat for seat in rest if seat != ME or high), *((high,) if high else ()))


@ruling(AskedNext, rule="2.10.06")
def all_at_once(question: AskedNext, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    """In a round of sealed bids nobody is asked in turn."""
    sale = table.get(Sale)
    return () if sale is not None and sale.style == "silent" else None


@ruling(NextOpener, rule="2.10.05")
def beside_the_seller(question: NextOpener, table: Table, so_far: str) -> str | None:
    """The first in the round begins."""
    sale = table.get(Sale)
    if sale is None or sale.style != "once":
        return None
    first = next((seat for seat in _round(table, sale) if has_room(table, seat)), ME)
    return table.right_of(first)[-2] if len(table.seats) > 1 else first


@ruling(NobodyAsked, rule="2.10.06")
def sealed_bids(question: NobodyAsked, table: Table, so_far: tuple[Event, ...]) -> tuple[Event, ...] | None:
    """First everybody seals a bid; the best of those opened buys."""
    sale, bidding = table.get(Sale), bidding_of(table)
    if sale is None or sale.style != "silent":
        return None
    if bidding.high_by:  # the bid above it could not be paid
        return (CardSold(bidding.high_by, bidding.high, ask(table, SaleSeconds()).value),)
    clock = ask(table, BidSeconds()).value if ask(table, TimeOutPasses()).value else 0
    return (SealsAsked(bidding.opener, max(LEAST_SECONDS, clock) if clock else 0, "sealed", ("2.10.06",)),)


@ruling(NobodyAsked, rule="2.10.08")
def nobody_wants_it(question: NobodyAsked, table: Table, so_far: tuple[Event, ...]) -> tuple[Event, ...] | None:
    """A card from the hand is kept; for one of the cache Richese decide."""
    sale = table.get(Sale)
    return None if sale is None or so_far else _unwanted(sale)


def _unwanted(sale: Sale) -> tuple[Event, ...]:
    return (Unwanted(),) if sale.source == "cache" else (SaleEnded(False),)


def _sealing(table: Table) -> bool:
    now = phase_window(table)
    return now is not None and now.kind == "sealed"


@ruling(WindowCloses, rule="2.10.06")
def open_them(question: WindowCloses, table: Table, so_far: tuple[Event, ...]) -> tuple[Event, ...] | None:
    """All sealed bids are opened together."""
    sale = table.get(Sale)
    if sale is None or not _sealing(table):
        return None
    able, storm = eligible(table), table.from_seat(table.first_player)
    bids = [(amount, -storm.index(seat), seat) for seat, amount in sale.seals.items() if amount and seat in able]
    return (SealsOpened(tuple(bid[2] for bid in sorted(bids)), tuple(bid[0] for bid in sorted(bids))),)


@after(SealsOpened, rule="2.10.06")
def the_best_buys(event: SealsOpened, table: Table, chance: Chance) -> Iterable[Event]:
    won = bidding_of(table).high_by
    yield from ask(table, NobodyAsked()).value if won else _unwanted(sale_of(table))


@ruling(Payee, rule="2.10.07")
def others_pay_richese(question: Payee, table: Table, so_far: str) -> str | None:
    """Other buyers pay Richese; Richese pay for their own card as for any card."""
    return ME if table.get(Sale) is not None and question.buyer != ME else None


@ruling(Stoppable, rule="2.10.07")
def no_other_is_paid(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """A power to be paid that is beaten here is not at work."""
    buyer = bidding_of(table).high_by if table.get(Sale) is not None and question.moment == "sale" else ""
    beaten = ask(table, Payee(buyer)).because[1:] if buyer and buyer != ME else ()
    return tuple(power for power in so_far if power.rule not in beaten) if beaten else None


@ruling(Stoppable, rule="2.10.03")
def seen_by_all(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """A cache card lies open: there is no look at it that could be prevented."""
    sale = table.get(Sale)
    open_now = question.moment == "card" and sale is not None and sale.source == "cache"
    return tuple(power for power in so_far if power.rule != LOOK) if open_now else None


@ruling(CardBuys, rule="2.10.09")
def for_spice_alone(question: CardBuys, table: Table, so_far: bool) -> bool | None:
    """No card buys what Richese sell."""
    return False if table.get(Sale) is not None else None


@after(CardBought, rule="2.10.07")
def the_sale_is_over(event: CardBought, table: Table, chance: Chance) -> Iterable[Event]:
    """The bidding phase goes on where it was."""
    if table.get(Sale) is not None:
        yield SaleEnded(True)


@after(CardsReturned, rule="2.10.08")
def not_into_the_deck(event: CardsReturned, table: Table, chance: Chance) -> Iterable[Event]:
    """A cache card or of the hand never goes into the deck unsold."""
    sale = table.get(Sale)
    if sale is not None:
        yield SaleWithdrawn(sealed(sale.card, *(everybody(table) if sale.source == "cache" else {ME})))


@ruling(CardInWords, rule="2.10.04", order=1)
def what_the_cache_sells(question: CardInWords, table: Table, so_far: tuple[str, str]) -> tuple[str, str] | None:
    """A cache card lies face up."""
    sale = table.get(Sale)
    return (
        _in_words(table, sale, f"*{face_name(sale.card)}* from the cache") if sale and sale.source == "cache" else None
    )


@ruling(CardInWords, rule="2.10.15")
def what_the_black_market_sells(question: CardInWords, table: Table, so_far: tuple[str, str]) -> tuple[str, str] | None:
    """It lies face down, and is what it is said to be, or not."""
    sale = table.get(Sale)
    if sale is None or sale.source != "hand":
        return None
    return _in_words(table, sale, "A card from their hand" + (f", said to be *{sale.said}*" if sale.said else ""))


def _in_words(table: Table, sale: Sale, what: str) -> tuple[str, str]:
    way = f" {WAYS[sale.way]}" if sale.style == "once" else ""
    if sale.unwanted:
        return ("Nobody bids", f"{what}: Richese take it free, or it leaves the game.")
    return ("Sealed bids" if _sealing(table) else "", f"{what}, {STYLES[sale.style]}{way}.")


class SealBid(Command):
    """Seal a bid; 0 is no bid. It may be changed until all are opened."""

    by = "both"
    grave = True
    seat: str
    amount: Amount

    def objections(self, table: Table) -> Iterable[Objection]:
        """Only while sealed bids are asked for, with room in the hand, and out of their own purse."""
        own = spice_of(table, self.seat)
        if table.get(Sale) is None or not _sealing(table):
            yield Objection("2.10.06", "There are no sealed bids now.", "NOT_YOUR_TURN", True)
        elif self.seat not in eligible(table):
            yield Objection(
                "1.04.03", "You cannot bid: your hand is full, or you sit out this card.", "HAND_FULL", True
            )
        elif not whole(self.amount):
            yield Objection("2.10.06", "Seal a whole number, or 0.", "BID_NOT_WHOLE", True)
        elif own is not None and self.amount > own:
            sentence = f"You have {own} spice, not {self.amount}. Seal less."
            yield Objection("2.10.06", sentence, "BID_EXCEEDS_SPICE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Only the bidder hears how much; everybody sees that the seat has answered."""
        yield BidSealed(frozenset({self.seat}), self.seat, int(self.amount))
        if (now := phase_window(table)) and self.seat not in now.ready:
            yield from Ready(self.seat).decide(table, chance)


class KeepUnsold(Command):
    """Take a card of the cache that nobody wanted, or remove it from the game."""

    by = "both"
    seat: str
    keep: bool

    def objections(self, table: Table) -> Iterable[Objection]:
        """Only the seller, when nobody has bid, and with room in the hand to take it."""
        if self.seat != ME or not sale_of(table).unwanted:
            yield Objection("2.10.08", "There is no unsold card now.", firm=True)
        elif self.keep and not has_room(table, ME):
            yield Objection("1.04.03", "Your hand is full, so remove the card from the game.", "HAND_FULL", True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if self.keep:
            yield from hand_over(table, ME, 0, chance)
            return
        yield CardRemoved(str(bidding_of(table).row[0]))
        yield SaleEnded(False)
        yield from next_card(table, chance)


def _seal(table: Table, seat: str) -> tuple[Offer, ...]:
    sale = table.get(Sale)
    if sale is None or not _sealing(table) or seat not in eligible(table):
        return ()
    own = spice_of(table, seat)
    mine = str(sale.seals.get(seat, 0))
    label = "Change my sealed bid" if seat in sale.seals else "Seal my bid"
    blank = Blank("amount", "Sealed bid", "number", 0, 99 if own is None else own, mine)
    return (Offer("SealBid", label, "2.10.06", (blank,), at_once=True),)


@adds(SecretOffers, rule="2.10.06")
def seal_behind_the_shield(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """Every phone with room in the hand, all at once."""
    return _seal(table, question.seat)


@adds(Offers, rule="2.10.06")
def seal_at_the_table(question: Offers, table: Table) -> Iterable[Offer]:
    """For a seat without a phone the table enters it, for all to see."""
    seat = question.seat
    return _seal(table, seat) if seat in table.seats and seat not in phones_of(table) else ()


@adds(Offers, rule="2.10.08", seat=ME)
def keep_or_remove(question: Offers, table: Table) -> Iterable[Offer]:
    """The seller decides in the open."""
    if not sale_of(table).unwanted:
        return ()
    take = (Offer("KeepUnsold", "Take it free", "2.10.08", fixed=(("keep", "1"),)),) if has_room(table, ME) else ()
    return (*take, Offer("KeepUnsold", "Remove it from the game", "2.10.08", fixed=(("keep", "0"),)))
