"""Option B9: who counts as the opener of the previous card."""

from __future__ import annotations

from referee.phases.bidding import Bidding, NextOpener
from referee.rulings import option, ruling, setting
from referee.table import Table

option(
    "B9",
    "4.91.09",
    "The opener of the card before",
    ("asked", "Who was asked first", "Also when that player passed or was away."),
    ("bid", "Who bid first", "The first player who really made a bid."),
)


@ruling(NextOpener, rule="4.91.09")
def the_first_real_bidder(question: NextOpener, table: Table, so_far: str) -> str | None:
    """The table may count from the first bid."""
    bidding = table.get(Bidding)
    return bidding.last_bidder or None if bidding and setting(table, "B9") == "bid" else None
