"""Option B2: how cards that nobody bought go back to the deck."""

from __future__ import annotations

from referee.phases.bidding import ReturnOrder
from referee.rulings import option, ruling, setting
from referee.table import Table

option(
    "B2",
    "4.91.02",
    "Cards nobody bought",
    ("dealt", "On top, as dealt", "They go back on top of the deck, first dealt on top."),
    ("top", "Shuffled, on top", "They are shuffled among themselves and laid on top of the deck."),
    ("deck", "Shuffled into the deck", "They are shuffled into the whole deck."),
)


@ruling(ReturnOrder, rule="4.91.02")
def the_table_may_shuffle(question: ReturnOrder, table: Table, so_far: str) -> str | None:
    """The table may have them shuffled."""
    value = setting(table, "B2")
    return value if value != "dealt" else None
