"""Option B7: the time to make deals before each card."""

from __future__ import annotations

from referee.phases.bidding import TalkSeconds
from referee.rulings import option, ruling, setting
from referee.table import Table

option(
    "B7",
    "4.91.07",
    "Deal window before each card",
    ("45", "45 s", "It ends early when everybody is ready."),
    ("30", "30 s", "It ends early when everybody is ready."),
    ("60", "60 s", "It ends early when everybody is ready."),
    ("off", "None", "The next card comes up at once."),
    seconds=(10, 120),
)


@ruling(TalkSeconds, rule="4.91.07")
def the_table_sets_the_window(question: TalkSeconds, table: Table, so_far: int) -> int | None:
    """The table may shorten, stretch or drop the window."""
    value = setting(table, "B7")
    return 0 if value == "off" else int(value) if value != "45" else None
