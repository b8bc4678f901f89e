"""Karama on screen outside the auction: behind the shield of whoever holds a card that counts as one.

For a player without a phone the table screen enters it, whoever holds what: a card that is not there does nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.great_powers import CardPlayed, counting
from referee.common.karama_windows import stoppable_now
from referee.common.offers import TABLE, Blank, Offer, Offers, SecretOffers
from referee.common.powers import CountsAsKarama, stoppable
from referee.common.seating import phones_of
from referee.common.turn import PHASES
from referee.kernel.rulings import adds, ask
from referee.kernel.table import Table
from referee.phases.bidding.state import Bidding
from referee.phases.shipment.questions import DOWN, shipments
from referee.phases.turn.phase_offers import ways_down


def holds_one(table: Table, seat: str) -> bool:
    """Say whether this seat, as it knows its own hand, has a card to play."""
    return bool(table.seats[seat].hand.faces()) and bool(ask(table, CardPlayed(seat, "")).value)


def which(table: Table, seat: str) -> tuple[Blank, ...]:
    """Return the choice between different cards that would do, the true one first; nothing where there is none."""
    cards = sorted(counting(table, seat), key=lambda card: not ask(table, CountsAsKarama("", card)).value)
    choices = tuple((card, card) for card in cards)
    return (Blank("card", "Card", "select", value=cards[0], choices=choices),) if len(cards) > 1 else ()


@adds(SecretOffers, rule="3.01.11.03")
def ship_cheaply(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """The shipment of the turn at half price, paid to the bank."""
    seat = question.seat
    if table.phase != "shipment" or seat in shipments(table).made or not holds_one(table, seat):
        return ()
    return _cheap(table, seat)


def _cheap(table: Table, seat: str) -> Iterator[Offer]:
    for one in ways_down(table, seat):
        if one.ask == "Ship" and dict(one.fixed).get("kind", DOWN) == DOWN:
            fixed, card = (("by_card", "1"),), which(table, seat)
            yield Offer("Ship", "Karama: ship at half price", "3.01.11.03", (*one.blanks, *card), fixed, aside=True)


@adds(Offers, rule="3.01.11.03")
def ship_cheaply_without_a_phone(question: Offers, table: Table) -> Iterable[Offer]:
    """The table screen enters it for a player who has no phone."""
    seat = question.seat
    if seat == TABLE or table.phase != "shipment" or seat in phones_of(table) or seat in shipments(table).made:
        return ()
    return _cheap(table, seat)


@adds(SecretOffers, rule="3.01.11.01")
def stop_a_power(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """Another faction's power that can come in this phase is stopped once; while a window is open, what it is for."""
    if table.phase not in PHASES or table.phase == "bidding" or not holds_one(table, question.seat):
        return ()
    powers = [power for power in stoppable_now(table) if power.seat != question.seat]
    choices = tuple((power.rule, f"{power.line} {power.rule}") for power in powers)
    blank = Blank("rule", "Power", "select", choices=choices)
    return (
        (Offer("StopInPhase", "Karama: stop a power", "3.01.11.01", (blank, *which(table, question.seat))),)
        if powers
        else ()
    )


@adds(SecretOffers, rule="3.01.11.02")
def before_the_deal(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """A power of this bidding phase is prevented while the row is not dealt yet, for no window opens before it."""
    bidding = table.get(Bidding)
    early = table.phase == "bidding" and bidding is not None and bidding.step in {"declare", "deal"}
    if not early or not holds_one(table, question.seat):
        return ()
    ahead = [one for one in stoppable(table, "ahead") if one.seat != question.seat and one.star == "before"]
    choices = tuple((power.rule, f"{power.line} {power.rule}") for power in ahead)
    blank = Blank("rule", "Power", "select", choices=choices)
    return (
        (Offer("StopPower", "Karama: prevent a power", "3.01.11.02", (blank, *which(table, question.seat))),)
        if ahead
        else ()
    )


@adds(SecretOffers, rule="3.01.11.01", order=1)
def with_the_other_card(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """In the windows of the auction whoever has the choice between cards makes it behind the shield."""
    bidding, cards = table.get(Bidding), which(table, question.seat)
    moment = {"talk": "card", "settle": "sale"}.get(bidding.step if bidding else "", "")
    if table.phase != "bidding" or not moment or not cards:
        return ()
    powers = [one for one in stoppable(table, moment) if one.seat != question.seat]
    choices = tuple((power.rule, f"{power.line} {power.rule}") for power in powers)
    blank = Blank("rule", "Power", "select", choices=choices)
    return (Offer("StopPower", "Karama: stop a power", "3.01.11.01", (blank, *cards)),) if powers else ()
