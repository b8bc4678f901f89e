"""Sealed shuffles: a commitment to every order that the referee shuffles, so that nobody must trust its dealing.

A seal is the SHA-256 of a salt and the cards in order, one per line (4.97.60). Everybody gets the seal when the order
is fixed; salt and order are in an envelope without addressees until they are opened. Then anybody can recompute the
seal and see that the order was not changed after the first card was dealt. The salt comes from the same source as the
order: a shuffle of 64 hexadecimal digits, each of the sixteen four times, one of 2**222.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from hashlib import sha256

from referee.kernel import Called, Chance, Event, Public, Sealed, State, Table, say, sealed

DECK, TRAITORS, SPICE = "treachery deck", "traitor cards", "spice deck"
SHORT = 32
_DIGITS = "0123456789abcdef" * 4


def seal_of(salt: str, order: Sequence[str]) -> str:
    """Return the SHA-256, in hexadecimal, of salt and cards, one per line (4.97.60)."""
    return sha256("\n".join((salt, *order)).encode()).hexdigest()


def salt_drawn(chance: Chance) -> str:
    """Return 64 random hexadecimal digits."""
    return "".join(chance.shuffled(_DIGITS))


def in_fours(seal: str) -> str:
    """Return a seal in groups of four digits."""
    return " ".join(seal[place : place + 4] for place in range(0, len(seal), 4))


class Order(State):
    """A sealed order as a viewer knows it; ``salt`` and ``cards`` are empty until it is opened."""

    pile: str
    count: int
    seal: str
    salt: str = ""
    cards: tuple[str, ...] = ()

    @property
    def opened(self) -> bool:
        return bool(self.salt)


class Orders(State):
    """Every sealed order of this game, the first one first."""

    found: list[Order] = field(default_factory=list)


def orders_of(table: Table) -> list[Order]:
    return table.state(Orders).found


class OrderSealed(Event, because=("4.97.60",)):
    """The referee fixed the order of a pile and published its seal."""

    pile: Public[str]
    count: Public[int]
    seal: Public[str]
    salt: Sealed[str]
    order: Sealed[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.put(Orders([*orders_of(table), Order(self.pile, self.count, self.seal)]))

    def sentence(self, name: Called) -> str:
        """The first half of the seal is what players write down."""
        return say("The order of the {pile} is sealed: {words}", pile=self.pile, words=in_fours(self.seal[:SHORT]))


class OrderClosed(Event, because=("4.97.61",), housekeeping=True, lasting=True):
    """The opening was undone: it stays in the history."""

    pile: Public[str]
    says = "Undone: the sealed order of the {pile} was open."


class OrderOpened(Event, because=("4.97.61",), shows="card"):
    """A sealed order was opened: everybody sees the salt and the cards."""

    pile: Public[str]
    seal: Public[str]
    salt: Public[str]
    order: Public[tuple[str, ...]]

    def undone(self) -> Iterator[Event]:
        yield OrderClosed(self.pile)

    def apply(self, table: Table) -> None:
        opened = Order(self.pile, len(self.order), self.seal, self.salt, self.order)
        table.put(Orders([opened if order.seal == self.seal else order for order in orders_of(table)]))

    def sentence(self, name: Called) -> str:
        return say("The sealed order of the {pile} is open: {words}", pile=self.pile, words=in_fours(self.seal[:SHORT]))


def seal_order(pile: str, order: Sequence[str], chance: Chance) -> Iterator[OrderSealed]:
    """Yield the event that seals an order, none for no cards; the salt must be drawn after the order."""
    if not order:
        return
    salt = salt_drawn(chance)
    yield OrderSealed(pile, len(order), seal_of(salt, order), sealed(salt), sealed(tuple(order)))
