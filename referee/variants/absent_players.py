"""Option B8: whether a player marked away passes at once."""

from __future__ import annotations

from referee.phases.bidding import AwayPasses
from referee.rulings import option, ruling, setting
from referee.table import Table

option(
    "B8",
    "4.91.08",
    "Players away from the table",
    ("pass", "Pass at once", "Whoever the table marks as away passes without a wait."),
    ("clock", "The clock runs", "They get their seconds like everybody else."),
)


@ruling(AwayPasses, rule="4.91.08")
def the_clock_may_run(question: AwayPasses, table: Table, so_far: bool) -> bool | None:
    """The table may wait for them."""
    return False if setting(table, "B8") == "clock" else None
