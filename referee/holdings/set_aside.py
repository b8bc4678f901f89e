"""Cards set aside for the rest of the game: public, and never back in the deck."""

from __future__ import annotations

from dataclasses import field

from referee.common.lines_on_paper import PAPER, PaperLine
from referee.kernel import Event, Pile, Public, SeatEvent, State, Table, card_name, listed, say


class Aside(State):
    """The cards set aside, the last one first."""

    cards: Pile = field(default_factory=Pile)


def set_aside(table: Table) -> Pile:
    return table.state(Aside).cards


class CardSetAside(SeatEvent, shows="card"):
    card: Public[str]
    why: Public[tuple[str, ...]] = ()
    says = "{seat!n:The plays} {card!c}. It is set aside."

    def apply(self, table: Table) -> None:
        table.seats[self.seat].hand.take(self.card)
        table.put(table.state(Aside)).cards.insert(0, self.card)


# -- on paper -----------------------------------------------------------------------------------------

ON_PAPER = "aside"


class AsideBefore(Event, because=(PAPER,)):
    """Cards that were set aside when the referee joined; they are not discards."""

    cards: Public[tuple[str, ...]]
    says = "Already set aside: {cards!c}."

    def apply(self, table: Table) -> None:
        table.discard[:] = [card for card in table.discard if card not in self.cards]
        table.put(Aside(Pile(self.cards)))


@PaperLine(ON_PAPER, "3.01", lambda *_: (), public=True)  # it fills the field of the set-up form
def cards_aside(table: Table, _: str) -> tuple[str, list[str]] | None:
    names = [card_name(card) for card in set_aside(table).faces()]
    return (say("Set aside: {names}", names=listed(names, ",")), names) if names else None
