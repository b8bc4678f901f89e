"""Karama instead of spice: bid above the limit in secret and pay with it, or take the card that is up.

The intention is a whisper to the buyer alone until the price is due; a buyer who is outbid has spent nothing and nobody
learns of it (3.01.11.04, option B13).
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards.karama import KARAMA, karama_of, no_karama
from referee.common.phones_at_seats import phones_of
from referee.holdings.hands import CardDiscarded, NothingToShow, hand_limit, has_room, may_hold
from referee.kernel import (
    PUBLIC,
    Called,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    Table,
    Whisper,
    adds,
    after,
    ask,
    decided,
    option,
    ruling,
    say,
    setting,
)
from referee.offers.offer import CardOffers, Offer
from referee.phases.bidding.bid_limit import BidLimit, Limit
from referee.phases.bidding.cards_of_the_row import CardBought
from referee.phases.bidding.order_of_bidding import AuctionHeld, Backing, Bidding, bidding_of, bids_are_over
from referee.phases.bidding.payment import AnotherWayToPay, CardInstead, hand_over, means_to
from referee.powers.powers import KARAMA_PURCHASE, counting, is_karama

Fixed = tuple[tuple[str, str], ...]

KARAMA_IN_FULL_HAND = option(
    "B12",
    "4.91.12",
    "Karama and a full hand",
    ("counts", "It still counts", "A full hand cannot take a card with Karama."),
    ("room", "It makes room", "Playing Karama makes room for the card it takes."),
)
KARAMA_OVERBID = option(
    "B13",
    "4.91.13",
    "Bidding above your limit with Karama",
    ("hidden", "Hidden", "It shows only at payment. If you are outbid, nothing is spent and nobody learns of it."),
    ("declared", "Declared", "The bidder announces it with the bid."),
)


@ruling(AnotherWayToPay, rule=KARAMA_OVERBID.rule)
def whoever_declared_it_pays_with_it(question: AnotherWayToPay, table: Table, so_far: str) -> str | None:
    """A winner who holds the card that was declared can pay."""
    words = say(
        "The bid was declared as one by {KARAMA}, and the card is there to pay with. Close the sale.", KARAMA=KARAMA
    )
    return words if setting(table, KARAMA_OVERBID) == "declared" and means_to(table, question.buyer) else None


def no_room(table: Table, seat: str) -> Iterable[Objection]:
    """Object to a full hand, in which the Karama itself counts (option B12)."""
    one_more = setting(table, KARAMA_IN_FULL_HAND) == "room"
    if table.seats[seat].hand.least >= hand_limit(table, seat) + one_more:
        sentence = say("A full hand cannot take a card, not even with {KARAMA}. Make room first.", KARAMA=KARAMA)
        yield Objection("3.01.11.04", sentence, "HAND_FULL")


def _for_spice_only(table: Table) -> Iterable[Objection]:
    if rule := ask(table, AuctionHeld()).value.spice_only:
        yield Objection(
            rule, say("{KARAMA} does not pay for this card. Bid spice, or wait for the next card.", KARAMA=KARAMA)
        )


# -- bids above the limit -----------------------------------------------------------------------------------------


class WayToPayChosen(Whisper, because=("3.01.11.04",)):
    """A player decided in secret to pay the next card with Karama, or with spice after all."""

    seat: Public[str]
    by_card: Public[bool]
    card: Public[str] = ""

    def apply(self, table: Table) -> None:
        backing = table.put(table.state(Backing))
        backing.by_card.pop(self.seat, None)
        if self.by_card:
            backing.by_card[self.seat] = self.card

    def sentence(self, name: Called) -> str:
        who = name(self.seat)
        return (
            say("{seat:The} will pay with {card}.", seat=who, card=KARAMA)
            if self.by_card
            else say("{seat:The} will pay with spice.", seat=who)
        )


@ruling(BidLimit, rule="3.01.11.04")
def karama_knows_no_limit(question: BidLimit, table: Table, so_far: Limit) -> Limit | None:
    return Limit(so_far.sources, unlimited=True) if means_to(table, question.seat) else None


@ruling(CardInstead, rule="3.01.11.04")
def karama_pays(question: CardInstead, table: Table, so_far: str) -> str | None:
    seat = question.buyer
    backing = table.get(Backing)
    return karama_of(table, seat, backing.by_card[seat]) if backing and means_to(table, seat) else None


@after(CardBought, rule="3.01.11.04")
def for_one_card_only(event: CardBought, table: Table, chance: Chance) -> Iterable[Event]:
    backing = table.get(Backing)
    if backing is not None and event.seat in backing.by_card:
        yield _chosen(table, event.seat, by_card=False)


def _chosen(table: Table, seat: str, *, by_card: bool, card: str = "") -> WayToPayChosen:
    if setting(table, KARAMA_OVERBID) == "declared":
        return WayToPayChosen(frozenset({*table.seats, PUBLIC}), seat, by_card)
    return WayToPayChosen(frozenset({seat}), seat, by_card, card)


class PayByKarama(SeatCommand, by="seat", own_form=True, unlisted=("on", "card")):
    """Intend to pay the next card with Karama (``on``), or with spice after all."""

    on: bool
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        if not self.on:
            return
        yield from _for_spice_only(table)
        yield from no_karama(table, self.seat, "3.01.11.04", self.card)
        yield from no_room(table, self.seat)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield _chosen(table, self.seat, by_card=self.on, card=self.card)


# -- take the card ------------------------------------------------------------------------------------


class TakeByKarama(SeatCommand, by="both", unlisted=("card",), led=False, grave=True, lays_down=True, plays=(KARAMA,)):
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        bidding = table.get(Bidding)
        if bidding is None or bidding.step not in {"bid", "settle"} or self.seat not in table.seats:
            yield Objection("3.01.11.04", "No card is up for auction now. Wait for the next.", "NOT_YOUR_TURN", True)
            return
        if self.seat in bidding.barred:
            yield Objection("4.90.01", "After an illegal bid you sit out this card. Wait for the next.", "BARRED")
        yield from _for_spice_only(table)
        yield from no_room(table, self.seat)
        yield from self._moment(table, bidding)
        yield from no_karama(table, self.seat, "3.01.11.04", self.card)

    def _moment(self, table: Table, bidding: Bidding) -> Iterable[Objection]:
        moment = decided(table, KARAMA_PURCHASE, "3.01.11.04")
        won = bidding.step == "settle" and bidding.high_by == self.seat
        full = bidding.step == "bid" and not has_room(table, self.seat)
        when, fits = {
            "turn": ("on your turn", bidding.turn == self.seat or full),
            "instead": ("after winning the card", won),
            "any": ("while a card is up", bidding.step == "bid" or won),
        }[moment.value]
        if not fits:
            words = say("At this table {KARAMA} can take a card only {when}. Wait for that.", KARAMA=KARAMA, when=when)
            yield Objection(moment.because[0], words, "NOT_YOUR_TURN")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        card = karama_of(table, self.seat, self.card)
        if card is None:
            yield NothingToShow(self.seat)
            return
        bidding = bidding_of(table)
        price = bidding.high if bidding.step == "settle" else 0
        yield CardDiscarded(self.seat, card, ("3.01.11.04",))
        yield from hand_over(table, self.seat, price, chance)


# -- on screen ----------------------------------------------------------------------------------------


@adds(CardOffers, rule="3.01.11.04")
def buy_with_it(question: CardOffers, table: Table) -> Iterable[Offer]:
    """To pay with it, and to take the card that is up; the card is named where more than one would do."""
    seat, bidding = question.seat, table.get(Bidding)
    if question.use == "take" and bidding and table.phase == "bidding" and bidding.turn == seat:
        return (
            ()
            if seat in phones_of(table)
            else (_take(say("Take the card with {KARAMA}", KARAMA=KARAMA), (("seat", seat),)),)
        )
    held = question.use == "buy" and not bids_are_over(table) and may_hold(table, seat, is_karama(table, seat))
    if not held or ask(table, AuctionHeld()).value.spice_only:
        return ()
    names, chosen = counting(table, seat), table.state(Backing).by_card
    cards: list[tuple[str, Fixed]] = [(word, (("card", word),)) for word in names] if len(names) > 1 else [(KARAMA, ())]
    on = seat in chosen
    pays: list[tuple[str, Fixed]] = [(chosen[seat] or KARAMA, ())] if on else cards
    turns = (("on", "0" if on else "1"),)
    offers = [
        Offer(PayByKarama, say("Pay with {word}", word=word), fixed=(*turns, *more), icon="star", on=on)
        for word, more in pays
    ]
    up = table.phase == "bidding" and bidding and bidding.step in {"bid", "settle"}
    return (*offers, *((_take(say("Take the card by {word}", word=word), more) for word, more in cards) if up else ()))


def _take(label: str, fixed: Fixed) -> Offer:
    return Offer(TakeByKarama, label, fixed=fixed, icon="star")
