"""Option B14: when the numbers of cards in hand are public."""

from __future__ import annotations

from referee.phases.hands import CountsArePublic
from referee.rulings import option, ruling, setting
from referee.table import Table

option(
    "B14",
    "4.91.14",
    "Numbers of cards in hand",
    ("bidding", "Public while bidding", "Shown during the bidding phase only."),
    ("always", "Always public", "Shown all the time."),
)


@ruling(CountsArePublic, rule="4.91.14")
def always_open(question: CountsArePublic, table: Table, so_far: bool) -> bool | None:
    """The table may show them all the time."""
    return True if setting(table, "B14") == "always" else None
