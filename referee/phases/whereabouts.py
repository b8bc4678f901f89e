"""Where each treachery card is, as one viewer knows it: deck, row, a hand, the discard pile, aside, or unknown."""

from __future__ import annotations

from dataclasses import dataclass

from referee.phases.aside import set_aside
from referee.phases.bidding import Bidding
from referee.phases.setup import faction_name
from referee.rulings import Question, ask, ruling
from referee.table import Pile, Table

DECK, ROW, DISCARD, ASIDE = "in the deck", "up for auction", "discarded", "set aside"


@dataclass(frozen=True)
class Piles(Question[dict[str, Pile]]):
    """In which piles do treachery cards lie at this table, by the words for each?"""


@ruling(Piles, rule="0.06")
def every_pile(question: Piles, table: Table, so_far: dict[str, Pile] | None) -> dict[str, Pile]:
    """The deck, the row, the discards, what lies aside, and every hand."""
    bidding = table.get(Bidding)
    row = bidding.row if bidding else Pile()
    hands = {f"held by {faction_name(seat)}": own.hand for seat, own in table.seats.items()}
    return {DECK: table.deck, ROW: row, DISCARD: table.discard, ASIDE: set_aside(table), **hands}


def where(table: Table, card: str) -> str:
    """Return where a card is in words, "" where this viewer does not know it."""
    return next((words for words, pile in ask(table, Piles()).value.items() if card in pile), "")
