"""Cards set aside for the rest of the game: public, and never back in the deck."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.common.lines_on_paper import PAPER, OnPublicSheet, Open, PublicSheetTaken, line
from referee.kernel.events import Event, Public
from referee.kernel.rulings import Chance, adds, after
from referee.kernel.table import Pile, Table, card_name
from referee.kernel.wording import Called


@dataclass
class Aside:
    """The cards set aside, the last one first."""

    cards: Pile = field(default_factory=Pile)


def set_aside(table: Table) -> Pile:
    return table.state(Aside).cards


class CardSetAside(Event):
    seat: Public[str]
    card: Public[str]
    why: Public[tuple[str, ...]] = ()
    shows = "card"
    says = "{seat!n:The plays} {card!c}. It is set aside."

    def apply(self, table: Table) -> None:
        table.seats[self.seat].hand.take(self.card)
        kept = table.state(Aside)
        kept.cards.insert(0, self.card)
        table.put(kept)


# -- on paper -----------------------------------------------------------------------------------------

ON_PAPER = "aside"


class AsideBefore(Event):
    """Cards that were set aside when the referee joined; they are not discards."""

    cards: Public[tuple[str, ...]]
    because = (PAPER,)

    def apply(self, table: Table) -> None:
        table.discard[:] = [card for card in table.discard if card not in self.cards]
        table.put(Aside(Pile(self.cards)))

    def sentence(self, name: Called) -> str:
        return f"Already set aside: {', '.join(map(card_name, self.cards))}."


@adds(OnPublicSheet, rule=PAPER, order="3.01")
def cards_aside(question: OnPublicSheet, table: Table) -> Iterable[Open]:
    names = [card_name(card) for card in set_aside(table).faces()]
    return (Open(f"Set aside: {', '.join(names)}", line(ON_PAPER, *names)),) if names else ()


@after(PublicSheetTaken, rule=PAPER, order="3.01")
def lay_them_aside(event: PublicSheetTaken, table: Table, chance: Chance) -> Iterable[Event]:
    """The set-up put them on the discard pile, the last one at the bottom."""
    names = event.things(ON_PAPER)
    cards = tuple(table.discard.faces()[-len(names) :]) if names else ()
    there = tuple(map(card_name, cards)) == names
    if names:
        yield AsideBefore(cards if there else tuple(f"{name}/{n}" for n, name in enumerate(names, start=1)))
