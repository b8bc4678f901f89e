"""CHOAM and their ally exchange one card each, once a turn (2.09.09).

That a card is laid down is public; the two know the faces once both are down.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.factions.choam import ME, between_auctions
from referee.holdings.hands import called, held_card
from referee.kernel import (
    FACE_DOWN,
    Chance,
    Event,
    FaceDown,
    Objection,
    Public,
    Sealed,
    SeatCommand,
    SeatEvent,
    State,
    Table,
    adds,
    sealed,
)
from referee.offers.offer import Blank, Offer, SecretOffers, cards_to_choose

RULE = "2.09.09"


class Exchange(State):
    """Cards laid down, as far as this viewer knows, and the turn of the last exchange."""

    seat: str = ""
    to: str = ""
    card: str | FaceDown = FACE_DOWN
    done: int = 0


class CardLaidDown(SeatEvent, because=(RULE,), shows="card"):
    to: Public[str]
    card: Sealed[str]
    says = "{seat!n:The offers} {to!n} a card in exchange for one of theirs."

    def apply(self, table: Table) -> None:
        table.put(Exchange(self.seat, self.to, self.card, table.state(Exchange).done))


class CardsExchanged(Event, because=(RULE,), shows="card"):
    one: Public[str]
    other: Public[str]
    gives: Sealed[str]
    gets: Sealed[str]
    says = "{one!n:The exchanges} {gives!c} for {gets!c} with {other!n}."

    def apply(self, table: Table) -> None:
        for giver, taker, card in ((self.one, self.other, self.gives), (self.other, self.one, self.gets)):
            table.seats[giver].hand.lose(card)
            table.seats[taker].hand.append(card)
        table.put(Exchange(done=table.turn))


def lies_for(table: Table, seat: str) -> Exchange | None:
    """Return the card that this seat's ally has laid down for it."""
    lies = table.state(Exchange)
    return lies if lies.seat and (lies.seat, lies.to) == (table.ally(seat), seat) else None


def partner(table: Table, seat: str) -> str:
    """Return the seat that this seat may exchange with now, "" for none."""
    ally = table.ally(seat) or ""
    free = ME in {seat, ally} and bool(ally) and between_auctions(table)
    return ally if free and table.state(Exchange).done != table.turn else ""


class ExchangeCard(SeatCommand, by="seat", waits_for_powers=True, grave=True):
    """Cards change hands once both have laid one down."""

    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if not partner(table, self.seat):
            yield Objection(RULE, "CHOAM and their ally exchange a card once a turn, at the end of a phase.", firm=True)
        elif held_card(table, self.seat, called(self.card)) is None:
            yield Objection(RULE, "You do not hold that card. Choose one you hold.", "CARD_NOT_HELD", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """A card that has left the hand since no longer counts as laid down."""
        ally, lies = partner(table, self.seat), lies_for(table, self.seat)
        mine = held_card(table, self.seat, called(self.card))
        if mine is None:
            return
        if lies and isinstance(lies.card, str) and lies.card in table.seats[ally].hand.faces():
            both = (ally, self.seat)
            yield CardsExchanged(*both, sealed(lies.card, *both), sealed(mine, *both))
        else:
            yield CardLaidDown(self.seat, ally, sealed(mine, self.seat))


@adds(SecretOffers, rule=RULE)
def offer_to_exchange(question: SecretOffers, table: Table) -> Iterable[Offer]:
    ally, cards = partner(table, question.seat), table.seats[question.seat].hand.faces()
    lies = table.state(Exchange)
    if ally and cards and (lies.seat, lies.to) != (question.seat, ally):
        answers = lies_for(table, question.seat)
        label = "Exchange a card for the one offered" if answers else "Offer your ally a card in exchange"
        yield Offer(ExchangeCard, label, RULE, (Blank("card", "Card", "select", choices=cards_to_choose(cards)),))
