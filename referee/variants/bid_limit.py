"""Option B3: what counts towards the bid limit."""

from __future__ import annotations

from referee.phases.backing import BidLimit, Limit, MayBack
from referee.rulings import option, ruling, setting
from referee.table import Table

option(
    "B3",
    "4.91.03",
    "What a bid may be made of",
    (
        "all",
        "Own, ally, Emperor",
        "Own spice, what the ally has promised, and what the Emperor allows anybody.",
    ),
    ("ally", "Own and ally", "Own spice and what the ally has promised."),
    ("own", "Own only", "Own spice and nothing else."),
)


def _counts(table: Table, bidder: str, helper: str) -> bool:
    value = setting(table, "B3")
    return value == "all" or helper == bidder or (value == "ally" and helper == table.ally(bidder))


@ruling(BidLimit, rule="4.91.03")
def the_table_narrows_it(question: BidLimit, table: Table, so_far: Limit) -> Limit | None:
    """The table may leave helpers out."""
    kept = tuple(source for source in so_far.sources if _counts(table, question.seat, source[0]))
    return Limit(kept, so_far.unlimited) if kept != so_far.sources else None


@ruling(MayBack, rule="4.91.03")
def no_backing_where_it_does_not_count(question: MayBack, table: Table, so_far: bool) -> bool | None:
    """Nobody promises what would not count."""
    return False if so_far and not _counts(table, question.bidder, question.helper) else None
