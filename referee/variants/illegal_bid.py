"""Option B5: what follows when the winner cannot pay."""

from __future__ import annotations

from referee.phases.payment import AfterUnpayable
from referee.rulings import option, ruling, setting
from referee.table import Table

option(
    "B5",
    "4.91.05",
    "A winner who cannot pay",
    ("restart", "The card begins again", "Same card, same opener, without that player for this card."),
    ("pass", "Counts as a pass", "The bid before it stands and bidding goes on."),
)


@ruling(AfterUnpayable, rule="4.91.05")
def it_may_count_as_a_pass(question: AfterUnpayable, table: Table, so_far: str) -> str | None:
    """The table may let the bid before it stand."""
    return "pass" if setting(table, "B5") == "pass" else None
