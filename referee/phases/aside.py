"""Cards that are set aside for the rest of the game: they lie open and never come back into the deck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from referee.facts import Event, Public
from referee.table import Pile, Table, card_name


@dataclass
class Aside:
    """The cards that lie aside, the last one first."""

    cards: Pile = field(default_factory=Pile)


def set_aside(table: Table) -> Pile:
    """Return the cards that lie aside."""
    return (table.get(Aside) or Aside()).cards


@dataclass(frozen=True)
class CardSetAside(Event):
    """A faction laid a card open and set it aside; it is out of the game."""

    seat: Public[str]
    card: Public[str]
    why: Public[tuple[str, ...]] = ()

    def apply(self, table: Table) -> None:
        """Move it out of the hand."""
        table.seats[self.seat].hand.take(self.card)
        kept = table.get(Aside) or Aside()
        kept.cards.insert(0, self.card)
        table.put(kept)

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say which card."""
        return f"{name(self.seat)} plays {card_name(self.card)}. It is set aside."
