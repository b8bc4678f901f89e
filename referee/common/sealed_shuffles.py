"""Sealed orders: whatever the referee shuffles is sealed at once, so that nobody need take its word for the dealing.

A seal is the SHA-256 of a salt and of the cards in order, one a line. Everybody is told the seal the moment the order
is fixed; salt and order stay in an envelope that bears no name until they are opened. Then anybody can work out the
seal again and see that the order was not changed after the first card was dealt. The salt is drawn from the same
chance as the order: 64 hexadecimal digits, each sixteen standing four times, in one of 2**222 arrangements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from referee.kernel.events import Event, Public, Sealed, sealed
from referee.kernel.rulings import Chance
from referee.kernel.table import Table
from referee.kernel.wording import Called

DECK, TRAITORS, SPICE = "treachery deck", "traitor cards", "spice deck"
SHORT = 32
_DIGITS = "0123456789abcdef" * 4


def seal_of(salt: str, order: Sequence[str]) -> str:
    """Return the SHA-256, in hexadecimal, of the salt and the cards in order, one a line (4.97.60)."""
    return sha256("\n".join((salt, *order)).encode()).hexdigest()


def salt_drawn(chance: Chance) -> str:
    """Return 64 hexadecimal digits that nobody can guess."""
    return "".join(chance.shuffled(_DIGITS))


def in_fours(seal: str) -> str:
    """Return a seal as people read it aloud: four digits at a time."""
    return " ".join(seal[place : place + 4] for place in range(0, len(seal), 4))


@dataclass
class Order:
    """One sealed order as a viewer knows it; salt and cards are there once it was opened."""

    pile: str
    count: int
    seal: str
    salt: str = ""
    cards: tuple[str, ...] = ()

    @property
    def opened(self) -> bool:
        """Say whether everybody may see it."""
        return bool(self.salt)


@dataclass
class Orders:
    """Every order that was sealed in this game, the first one first."""

    found: list[Order] = field(default_factory=list)


def orders_of(table: Table) -> list[Order]:
    return table.state(Orders).found


class OrderSealed(Event):
    """The referee fixed the order of a pile and told everybody its seal."""

    pile: Public[str]
    count: Public[int]
    seal: Public[str]
    salt: Sealed[str]
    order: Sealed[tuple[str, ...]]
    because = ("4.97.60",)

    def apply(self, table: Table) -> None:
        table.put(Orders([*orders_of(table), Order(self.pile, self.count, self.seal)]))

    def sentence(self, name: Called) -> str:
        """Say the first half of the seal, which is what players write down."""
        return f"The order of the {self.pile} is sealed: {in_fours(self.seal[:SHORT])}"


class OrderOpened(Event):
    """A sealed order was opened: everybody sees the salt and the cards."""

    pile: Public[str]
    seal: Public[str]
    salt: Public[str]
    order: Public[tuple[str, ...]]
    because = ("4.97.61",)
    shows = "card"

    def apply(self, table: Table) -> None:
        opened = Order(self.pile, len(self.order), self.seal, self.salt, self.order)
        table.put(Orders([opened if one.seal == self.seal else one for one in orders_of(table)]))

    def sentence(self, name: Called) -> str:
        return f"The sealed order of the {self.pile} is open: {in_fours(self.seal[:SHORT])}"


def seal_order(pile: str, order: Sequence[str], chance: Chance) -> OrderSealed:
    """Return the event that this order is fixed; draw the salt only after the order, never before it."""
    salt = salt_drawn(chance)
    return OrderSealed(pile, len(order), seal_of(salt, order), sealed(salt), sealed(tuple(order)))
