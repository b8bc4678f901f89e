"""Settling a sale: payment and hand-over, or the winner cannot pay.

After the last pass one window, alike for everybody, lets Karama stop a power and the buyer choose how to pay. By
default buyers pay from their own purse first, then from promises. Nothing is discounted (2.03.05): the shares add up to
the price.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from referee.holdings.hands import CardDiscarded, may_hold
from referee.holdings.purse import PricePaid, spice_of, whole
from referee.kernel import (
    BANK,
    FACE_DOWN,
    Amount,
    Chance,
    Event,
    Objection,
    Question,
    SeatCommand,
    SuspensionSpent,
    Table,
    after,
    ask,
    decided,
    option,
    say,
    sealed,
)
from referee.phases.bidding.auction import card_up, next_card, next_to_bid, talkers, time_before
from referee.phases.bidding.bid_limit import MayBack, SharesChosen, bid_limit, promise
from referee.phases.bidding.cards_of_the_row import CardBought
from referee.phases.bidding.events import BidIllegal, BidStruck, CardSold, TalkBegan
from referee.phases.bidding.order_of_bidding import AuctionHeld, Backing, Bidding, bidding_of, eligible
from referee.powers.powers import Power, is_karama, stoppable
from referee.powers.who_answers import may_stop
from referee.powers.windows import RUNS, Runs, stoppable_now, window

BEAT = 5  # seconds before a card is auctioned again


class Payee(Question[str], rule="1.04.06.02", answer=BANK):
    """Who is paid for a card?"""

    buyer: str


class CardInstead(Question[str], rule="1.04.06.02", answer=""):
    """Which card does the buyer pay with instead of spice? "" means with spice.

    Karama only, whose room alone knows the card.
    """

    buyer: str


UNPAYABLE_WIN = option(
    "B5",
    "4.91.05",
    "A winner who cannot pay",
    ("restart", "Auction the card again", "Same card, same opener, without that player for this card."),
    ("pass", "Counts as a pass", "The bid before it stands and bidding goes on."),
)


def means_to(table: Table, seat: str) -> bool:
    """Return True if a buyer pays the next card with a Karama and may hold one, as far as this viewer knows."""
    backing, held = table.get(Backing), may_hold(table, seat, is_karama(table, seat))
    return backing is not None and seat in backing.by_card and held and not ask(table, AuctionHeld()).value.spice_only


def own_shares(table: Table, buyer: str, price: int) -> dict[str, int]:
    """Return who pays how much by default; empty if the price cannot be paid."""
    if spice_of(table, buyer) is None:
        return {buyer: price}
    shares: dict[str, int] = {}
    for seat, amount in bid_limit(table, buyer).sources:
        share = min(price - sum(shares.values()), amount)
        if share:
            shares[seat] = share
    return shares if sum(shares.values()) == price else {}


def _shares(table: Table, buyer: str, price: int) -> dict[str, int]:
    backing = table.state(Backing)
    chosen = backing.shares.get(buyer, {})
    stale = any(True for _ in share_objections(table, buyer, price, chosen))
    return own_shares(table, buyer, price) if stale else chosen


def settle(table: Table, chance: Chance, *, window: bool = True) -> Iterator[Event]:
    """Yield payment and hand-over, or that the winner cannot pay."""
    bidding = bidding_of(table)
    buyer, price = bidding.high_by, bidding.high
    card = ask(table, CardInstead(buyer))
    shares = {} if card.value else _shares(table, buyer, price)
    if card.value:
        yield CardDiscarded(buyer, card.value, card.because[:1])
    elif shares:
        yield from _pay(table, buyer, price, shares)
    else:
        yield from unpayable(table, chance)
        return
    yield from hand_over(table, buyer, price, chance, window=window)


def _pay(table: Table, buyer: str, price: int, shares: dict[str, int]) -> Iterator[Event]:
    payee = ask(table, Payee(buyer))
    backed = ("1.10.02.04",) if len(shares) > 1 or buyer not in shares else ()
    yield PricePaid(buyer, price, shares, payee.value, (*payee.because, *backed))
    for rule in payee.stopped:
        yield SuspensionSpent(rule)


def hand_over(table: Table, buyer: str, price: int, chance: Chance, *, window: bool = True) -> Iterator[Event]:
    """Yield that the buyer gets the card, and what comes next."""
    row = bidding_of(table).row
    yield CardBought(buyer, price, sealed(row[0] if row else FACE_DOWN, buyer))
    backing = table.get(Backing)
    if backing is not None and buyer in backing.shares:
        yield SharesChosen(frozenset({buyer}), buyer, {})
    yield from next_card(table, chance, window=window)


def unpayable(table: Table, chance: Chance) -> Iterator[Event]:
    """Yield that the winner's bid was illegal, and what follows (4.90.01, option B5)."""
    bidding = bidding_of(table)
    buyer, price, opener = bidding.high_by, bidding.high, bidding.opener
    follows = decided(table, UNPAYABLE_WIN, "4.90.01")
    if follows.value == "restart":
        yield BidIllegal(buyer, price, follows.because)
        able = [seat for seat in table.from_seat(opener or table.first_player) if seat in eligible(table)]
        first = able[0] if able else opener
        if time_before(table)[0]:
            yield TalkBegan(first, BEAT, "again", follows.because)
        else:
            yield from card_up(table, first, follows.because, chance)
    else:
        yield BidStruck(buyer, price, follows.because)
        yield from next_to_bid(table, bidding.high_by or buyer, chance)


# -- the windows of this phase ------------------------------------------------------------------------


def _next_card(table: Table, chance: Chance) -> Iterator[Event]:
    return next_card(table, chance, window=False)


def _same_card(table: Table, chance: Chance) -> Iterator[Event]:
    return card_up(table, bidding_of(table).opener, decided(table, UNPAYABLE_WIN, "4.90.01").because, chance)


def _settle(table: Table, chance: Chance) -> Iterator[Event]:
    return settle(table, chance, window=not _joined(table))


def _joined(table: Table) -> bool:
    """Return True if the window after a sale also serves the next card."""
    now = window(table)
    return now is not None and now.seconds > 0 and len(bidding_of(table).row) > 1


def _before_a_card(table: Table) -> tuple[Power, ...]:
    return stoppable(table, "card")


def _at_a_sale(table: Table) -> tuple[Power, ...]:
    more = _before_a_card(table) if _joined(table) else ()
    return tuple(dict.fromkeys((*stoppable(table, "sale"), *more)))


def _asked(table: Table) -> list[str]:
    """Return everybody if there is time to talk, else who may stop something, and the buyer after a sale."""
    now, buyer = window(table), bidding_of(table).high_by
    stops = may_stop(table, now.seconds if now else 0, stoppable_now(table))
    return talkers(table) or [seat for seat in table.seats if seat == buyer or seat in stops]


def _talks(table: Table, seat: str) -> str:
    return "make your deals, then tap Ready"


def _makes_room(table: Table, seat: str) -> str:
    return "discard a card, or tap Ready"


RUNS["talk"] = Runs(_next_card, _asked, _before_a_card, _talks)
RUNS["pause"] = Runs(_next_card, _asked, _before_a_card)
RUNS["settle"] = Runs(_settle, _asked, _at_a_sale)
RUNS["wait"] = Runs(_next_card, powers=_before_a_card, asks=_makes_room)
RUNS["again"] = Runs(_same_card, powers=_before_a_card)


def buys_now(table: Table, seat: str) -> bool:
    """Return True if this faction has won a card that is not paid yet."""
    bidding = table.get(Bidding)
    return bidding is not None and bidding.step == "settle" and bidding.high_by == seat


def not_the_buyer(table: Table, seat: str, rule: str = "1.04.06.02") -> Iterable[Objection]:
    """Object if the faction has no card to pay."""
    if not buys_now(table, seat):
        yield Objection(rule, "Only the winner of a card pays for it, after the last pass.", "NOT_YOUR_TURN", True)


class PayShares(SeatCommand, by="seat"):
    """Choose who pays how much of the price."""

    shares: tuple[tuple[str, Amount], ...]

    def open_to_seat(self, table: Table) -> bool:
        return False

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_the_buyer(table, self.seat)
        if buys_now(table, self.seat):
            yield from share_objections(table, self.seat, bidding_of(table).high, dict(self.shares))

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        paid = {seat: int(share) for seat, share in self.shares if share}
        yield SharesChosen(frozenset({self.seat}), self.seat, paid)


class ChooseShares(SeatCommand, by="seat"):
    """Choose how much a helper pays; the buyer pays the rest."""

    helper: str
    amount: Amount

    def objections(self, table: Table) -> Iterable[Objection]:
        return self._shares(table).objections(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        return self._shares(table).decide(table, chance)

    def _shares(self, table: Table) -> PayShares:
        bidding = table.get(Bidding)
        rest = (bidding.high if bidding else 0) - self.amount
        return PayShares(self.seat, ((self.seat, rest), (self.helper, self.amount)))


def share_objections(table: Table, buyer: str, price: int, shares: Mapping[str, Amount]) -> Iterable[Objection]:
    """Object to shares that are not whole, not the full price, or more than promised or held."""
    if not all(whole(share) for share in shares.values()) or sum(shares.values()) != price:
        rule = "2.03.05" if ask(table, Payee(buyer)).value != BANK else "1.04.06.02"
        yield Objection(
            rule, say("The price is {price}. Correct the shares so that they add up to it.", price=price), "FULL_PRICE"
        )
    for seat, share in shares.items():
        if seat == buyer:
            own = spice_of(table, buyer)
            if own is not None and share > own:
                sentence = say("You have {own} spice, not {share}. Pay less.", own=own, share=share)
                yield Objection("1.04.06.03", sentence, "BID_EXCEEDS_SPICE")
        elif share > promise(table, seat, buyer):
            may = seat in table.seats and ask(table, MayBack(seat, buyer)).value
            sentence = "Your supporter did not promise that much. Ask for more, or pay the rest."
            yield Objection("1.10.02.04", sentence, "SUPPORT_EXCEEDS_SPICE" if may else "NOT_ALLIED")


class AnotherWayToPay(Question[str], rule="1.04.06.02", answer=""):
    """Must this buyer pay otherwise than with spice? A sentence, "" if not.

    Karama only, where over-bids are declared (option B13).
    """

    buyer: str


class CannotPay(SeatCommand):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_the_buyer(table, self.seat, "4.90.01")
        known_purse = buys_now(table, self.seat) and spice_of(table, self.seat) is not None
        if known_purse and own_shares(table, self.seat, bidding_of(table).high):
            yield Objection("2.03.05", "You have enough spice, so you must pay.", "FULL_PRICE")
        other = ask(table, AnotherWayToPay(self.seat))
        if other.value:
            yield Objection(other.because[0], other.value, "FULL_PRICE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from unpayable(table, chance)


@after(CardSold, rule="1.04.06.02")
def pay_at_once_without_a_window(event: CardSold, table: Table, chance: Chance) -> Iterable[Event]:
    if event.seconds == 0:
        yield from settle(table, chance)
