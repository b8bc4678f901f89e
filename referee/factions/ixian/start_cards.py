"""Ixians at set-up: they see every starting card and keep one; the others are shuffled and dealt.

Nobody is dealt a card before that. If the game begins without a choice, the cards are dealt in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import FACTIONS
from referee.common.phones_at_seats import phones_of
from referee.common.turn import ANY, PhaseBegan
from referee.factions.ixian import ME
from referee.factions.ixian.deck import (
    NONE_OF_THEM,
    START,
    SortingSkipped,
    look,
    looked,
    put_one,
    seen,
    was_looked_at,
)
from referee.holdings.setup import StartCardsWait, StartWaits
from referee.kernel import (
    Called,
    Card,
    Chance,
    Command,
    Event,
    Objection,
    Pile,
    Public,
    Sealed,
    SeatEvent,
    Table,
    adds,
    after,
    count,
    face_names,
    listed,
    ruling,
    say,
    sealed,
)
from referee.offers.choices import Choice
from referee.offers.offer import (
    TABLE,
    BehindShield,
    Blank,
    Kept,
    Offer,
    Offers,
    cards_to_choose,
)
from referee.offers.what_now import Says, WhatNow
from referee.phases.bidding.auction import BeginBidding
from referee.phases.bidding.events import BiddingBegan
from referee.powers.karama_windows import Against
from referee.turn.first_turn import StartTurnOne
from referee.turn.next_phase import GoTo

WAITS = "Ixians look at all starting cards and keep one. Then the others are dealt."


class StartCardsDealt(SeatEvent, because=("0.14",), shows="card"):
    count: Public[int]
    cards: Sealed[tuple[Card, ...]]

    def apply(self, table: Table) -> None:
        del table.deck[: self.count]
        table.seats[self.seat].hand.extend(Pile.laid(self.cards, self.count))

    def sentence(self, name: Called) -> str:
        cards = listed(face_names(self.cards), ",") or count(self.count, "card")
        return say("{seat:The is} dealt {cards}.", seat=name(self.seat), cards=cards)


@ruling(StartWaits, rule=START)
def they_choose_first(question: StartWaits, table: Table, so_far: bool) -> bool | None:
    return True if ME in table.seats else None


@after(StartCardsWait, rule=START)
def they_look_at_all(event: StartCardsWait, table: Table, chance: Chance) -> Iterable[Event]:
    yield look(table, len(table.seats), START)


def start_waits(table: Table) -> bool:
    made = looked(table, START)
    return bool(made.count) and not made.done and not any(own.hand for own in table.seats.values())


def _deal(table: Table) -> Iterable[Event]:
    """Yield one card for each faction, Ixians first, then what some are dealt beyond that."""
    for seat in (ME, *(seat for seat in table.seats if seat != ME)):
        yield StartCardsDealt(seat, 1, sealed(tuple(table.deck[:1]), seat))
    for seat in table.seats:
        more = FACTIONS[seat].cards - 1
        if more > 0:
            yield StartCardsDealt(seat, more, sealed(tuple(table.deck[:more]), seat))


def _without(table: Table) -> Iterable[Event]:
    if start_waits(table):
        yield SortingSkipped(START)
        yield from _deal(table)


@after(PhaseBegan, rule=START)
def dealt_when_the_game_begins(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    """A table that goes on without the choice is dealt here."""
    yield from _without(table)


@after(BiddingBegan, rule=START)
def dealt_before_bidding(event: BiddingBegan, table: Table, chance: Chance) -> Iterable[Event]:
    """A table that only bids is dealt here."""
    yield from _without(table)


class KeepStartCard(Choice[bool], by="seat", grave=True):
    rule, who, phase, hidden = START, ME, ANY, True
    nothing = "There is no starting card to choose now."
    does, then = "keeps a starting card", "Then the others are dealt."
    waiting = staticmethod(start_waits)
    card: str

    @classmethod
    def phrases(cls, table: Table, now: bool) -> tuple[str, str]:
        return (cls.does if ME in phones_of(table) else "", "")

    @classmethod
    def secret_ways(cls, table: Table, now: bool) -> Iterator[Offer]:
        choices = cards_to_choose(looked(table, START).cards)
        yield cls.way("Keep this card", Blank("card", "Your starting card", "tap", choices=choices))

    def against(self, table: Table, now: bool) -> Iterator[Objection]:
        if not was_looked_at(table, START, self.card):
            yield Objection(START, NONE_OF_THEM, "CARD_NOT_HELD", firm=True)

    def outcome(self, table: Table, now: bool, chance: Chance) -> Iterator[Event]:
        yield from put_one(table, START, self.card, 0, chance)
        yield from _deal(table)


# -- on screen ----------------------------------------------------------------------------------------


class DealWithoutChoice(Command, by="table"):
    def objections(self, table: Table) -> Iterable[Objection]:
        if not start_waits(table):
            yield Objection(START, "The starting cards are dealt.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from _without(table)


@adds(Against, rule=START, of=GoTo)
@adds(Against, rule=START, of=StartTurnOne)
@adds(Against, rule=START, of=BeginBidding)
def not_before_they_have_chosen(question: Against, table: Table) -> Iterable[Objection]:
    begins = isinstance(question.command, (GoTo, BeginBidding)) and not getattr(question.command, "anyway", False)
    if begins and start_waits(table) and ME in phones_of(table):
        yield Objection(START, "Ixians choose their card first. Wait, or deal without their choice.", firm=True)


@adds(WhatNow, rule=START)
def everybody_waits(question: WhatNow, table: Table) -> Iterable[Says]:
    return (Says(WAITS, START),) if start_waits(table) else ()


@adds(BehindShield, rule=START, seat=ME)
def all_of_them(question: BehindShield, table: Table) -> Iterable[Kept]:
    if start_waits(table):
        yield seen("Cards to be dealt", table, START)


@adds(Offers, rule=START, seat=TABLE)
def the_way_round(question: Offers, table: Table) -> Iterable[Offer]:
    if start_waits(table):
        yield Offer(DealWithoutChoice, "Deal without the Ixians' choice", START, at_once=True)
