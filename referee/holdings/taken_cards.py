"""A card that a power brings from the deck; a hand over its limit is then discarded down to it, and all wait."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from referee.common.factions import named
from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.hands import CardDiscarded, called, hand_limit, may_hold_named, refill, shown_card
from referee.kernel import (
    FACE_DOWN,
    Called,
    Card,
    Chance,
    Event,
    Objection,
    Public,
    Question,
    Sealed,
    SeatEvent,
    State,
    Table,
    ask,
    card_name,
    face_name,
    known,
    say,
    sealed,
)
from referee.offers.choices import Choice
from referee.offers.offer import Blank, Offer, cards_to_choose

LIMIT = "1.04.02"
BY_NAME = Blank("card", "Name of the card")


def top_of_deck(table: Table) -> Card:
    """Remove the top card of the deck; a printed deck gives an unknown face."""
    return table.deck.pop(0) if table.deck else FACE_DOWN


def drawn_by(table: Table, seat: str) -> Sealed[str]:
    """Return the top card in an envelope for the faction that draws it, face down if nobody knows it."""
    return sealed(table.deck[0] if table.deck else FACE_DOWN, seat)


class Overfull(State):
    """Who took a card over the limit, in order."""

    seats: list[str] = field(default_factory=list)


class TopCardTaken(SeatEvent, shows="card"):
    """A faction took the top card of the deck by a power."""

    card: Sealed[str]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        top = top_of_deck(table)
        table.seats[self.seat].hand.append(self.card if known(self.card) else top)
        kept = table.put(table.state(Overfull))
        kept.seats = [*(other for other in kept.seats if other != self.seat), self.seat]

    def sentence(self, name: Called) -> str:
        what = face_name(self.card)
        return say(
            "{seat:The takes} a card from the deck{words}.", seat=name(self.seat), words=f": {what}" if what else ""
        )


def take_top_card(table: Table, seat: str, why: tuple[str, ...], chance: Chance) -> Iterator[Event]:
    """Yield that a faction takes the top card, none if deck and discards are empty."""
    yield from refill(table, 1, chance)
    if table.deck or not cards_are_dealt(table):
        yield TopCardTaken(seat, drawn_by(table, seat), why)


class MayBeOverfull(Question[tuple[str, ...]], rule=LIMIT, answer=()):
    """Whose limit may fall below what they hold, so that they then discard?

    One homeworld of the third box only: a limit that grew with it falls again.
    """


def overfull(table: Table) -> str:
    """Return who has to discard down to the limit first, "" for nobody."""
    seats = (*table.state(Overfull).seats, *ask(table, MayBeOverfull()).value)
    return next((seat for seat in seats if table.seats[seat].hand.least > hand_limit(table, seat)), "")


class DiscardDown(Choice[str], by="both", led=False, grave=True):
    """Discard a card of one's choice, since the hand is over its limit."""

    rule, hidden = LIMIT, True
    nothing = "Your hand is within its limit. Keep your cards."
    does, you = "discards a card", "discard a card: your hand is over its limit"
    halts = "{seat:The holds} more than {table} cards. First one is discarded."
    waiting = staticmethod(overfull)
    card: str

    @classmethod
    def words(cls, table: Table, now: str) -> dict[str, object]:
        return {"table": hand_limit(table, now)}

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        held = cards_to_choose(table.seats[now].hand.faces())
        yield cls.way("Discard a card", Blank("card", "Card", "tap", choices=held) if held else BY_NAME)

    @classmethod
    def ways_aloud(cls, table: Table, now: str) -> Iterator[Offer]:
        yield replace(cls.way(say("{seat:The discards} a card", seat=named(now)), BY_NAME), at_once=False)

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if not may_hold_named(table, self.seat, self.card):
            words = say("You have no {card}. Choose a card you hold.", card=card_name(self.card))
            yield Objection("3.00.02", words, "CARD_NOT_HELD", firm=True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        card = shown_card(table, self.seat, called(self.card), self.card)
        if card is not None:
            yield CardDiscarded(self.seat, card, (LIMIT,))
