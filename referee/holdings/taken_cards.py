"""A card that a power brings from the deck; a hand over its limit is then discarded down to it, and all wait."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from referee.common.factions import named
from referee.common.phones_at_seats import phones_of
from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.hands import CardDiscarded, called, hand_limit, may_hold_named, refill, shown_card
from referee.kernel.commands import Command, Objection
from referee.kernel.events import FACE_DOWN, Event, Public, Sealed, known, sealed
from referee.kernel.rulings import Chance, Question, adds, ask
from referee.kernel.table import Card, Table, card_name, face_name
from referee.kernel.wording import Called, say
from referee.offers.offer import TABLE, Blank, Duty, Halts, Offer, Offers, SecretOffers

LIMIT = "1.04.02"


def top_of_deck(table: Table) -> Card:
    """Remove the top card of the deck; a printed deck gives an unknown face."""
    return table.deck.pop(0) if table.deck else FACE_DOWN


def drawn_by(table: Table, seat: str) -> Sealed[str]:
    """Return the top card in an envelope for the faction that draws it, face down if nobody knows it."""
    return sealed(table.deck[0] if table.deck else FACE_DOWN, seat)


@dataclass
class Overfull:
    """Who took a card over the limit, in order."""

    seats: list[str] = field(default_factory=list)


class TopCardTaken(Event, shows="card"):
    """A faction took the top card of the deck by a power."""

    seat: Public[str]
    card: Sealed[str]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        top = top_of_deck(table)
        table.seats[self.seat].hand.append(self.card if known(self.card) else top)
        kept = table.put(table.state(Overfull))
        kept.seats = [*(one for one in kept.seats if one != self.seat), self.seat]

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


class MayBeOverfull(Question[tuple[str, ...]], rule=LIMIT):
    """Whose limit may fall below what they hold, so that they then discard?

    One homeworld of the third box only: a limit that grew with it falls again.
    """

    def plain(self, table: Table) -> tuple[str, ...]:
        return ()


def overfull(table: Table) -> str:
    """Return who has to discard down to the limit first, "" for nobody."""
    seats = (*table.state(Overfull).seats, *ask(table, MayBeOverfull()).value)
    return next((one for one in seats if table.seats[one].hand.least > hand_limit(table, one)), "")


class DiscardDown(Command, by="both", led=False, grave=True):
    """Discard a card of one's choice, since the hand is over its limit."""

    seat: str
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if overfull(table) != self.seat:
            yield Objection(LIMIT, "Your hand is within its limit. Keep your cards.", firm=True)
        elif not may_hold_named(table, self.seat, self.card):
            words = say("You have no {card}. Choose a card you hold.", card=card_name(self.card))
            yield Objection("3.00.02", words, "CARD_NOT_HELD", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        card = shown_card(table, self.seat, called(self.card), self.card)
        if card is not None:
            yield CardDiscarded(self.seat, card, (LIMIT,))


@adds(Halts, rule=LIMIT)
def down_to_the_limit(question: Halts, table: Table) -> Iterable[Duty]:
    if seat := overfull(table):
        halts = say(
            "{seat:The holds} more than {table} cards. First one is discarded.",
            seat=named(seat),
            table=hand_limit(table, seat),
        )
        you = "discard a card: your hand is over its limit"
        yield Duty(seat, "discards a card", LIMIT, (DiscardDown,), you=you, shielded=True, halts=halts)


@adds(SecretOffers, rule=LIMIT)
def which_one(question: SecretOffers, table: Table) -> Iterable[Offer]:
    if overfull(table) != question.seat:
        return ()
    held = tuple((card, card_name(card)) for card in table.seats[question.seat].hand.faces())
    blank = Blank("card", "Card", "tap", choices=held) if held else Blank("card", "Name of the card")
    return (Offer(DiscardDown, "Discard a card", LIMIT, (blank,), at_once=True),)


@adds(Offers, rule=LIMIT, seat=TABLE)
def of_a_seat_without_a_phone(question: Offers, table: Table) -> Iterable[Offer]:
    seat = overfull(table)
    if not seat or seat in phones_of(table):
        return ()
    blank = Blank("card", "Name of the card")
    return (
        Offer(DiscardDown, say("{seat:The discards} a card", seat=named(seat)), LIMIT, (blank,), (("seat", seat),)),
    )
