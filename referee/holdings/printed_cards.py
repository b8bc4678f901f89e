"""Printed cards that players enter on their own phones.

An entry is a whisper: nobody else hears that anything was entered, and card numbers are the seat's own.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.what_is_physical import cards_are_told
from referee.holdings.hands import KnownCards
from referee.kernel import (
    FACE_DOWN,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    Table,
    Whisper,
    ask,
    known,
)


class CardTold(Whisper, because=("4.94.01",), shows="card", own=True):
    """A player entered a printed card on their own phone; an empty name takes it back."""

    seat: Public[str]
    card: Public[str]
    instead: Public[str] = ""
    fuller = "{seat!n:The holds} {card!c}."

    def apply(self, table: Table) -> None:
        """Turn one hidden card of the hand into this one."""
        hand = table.seats[self.seat].hand
        old = self.instead or FACE_DOWN
        place = next((n for n, card in enumerate(hand) if card == old), None)
        if place is not None:
            hand[place] = self.card or FACE_DOWN


class TellCard(SeatCommand, by="seat"):
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if not cards_are_told(table):
            yield Objection("4.94.01", "At this table phones are not told about real cards. Change that under Options.")
        elif self.card not in ask(table, KnownCards()).value:
            yield Objection("4.94.01", "No card has that name. Choose one from the list.", "CARD_UNKNOWN")
        elif all(known(card) for card in table.seats[self.seat].hand):
            yield Objection("4.94.01", "You have named every card in your hand. Take one back first.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Number the card per seat, so that the number reveals nothing about other hands."""
        faces = table.seats[self.seat].hand.faces()
        number = next(n for n in range(1, 99) if f"{self.card}/{self.seat} {n}" not in faces)
        yield CardTold(frozenset({self.seat}), self.seat, f"{self.card}/{self.seat} {number}")


class UntellCard(SeatCommand, by="seat"):
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if not cards_are_told(table) or self.card not in table.seats[self.seat].hand:
            yield Objection("4.94.01", "You have not told this phone about that card. Look at your hand again.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield CardTold(frozenset({self.seat}), self.seat, "", self.card)
