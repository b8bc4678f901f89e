"""Option B6: how long a player has to bid, and what the bell means."""

from __future__ import annotations

from referee.kernel.rulings import option, ruling, setting
from referee.kernel.table import Table
from referee.phases.bidding.bid_time import BidSeconds, TalkSeconds, TimeOutPasses

option(
    "B6",
    "4.91.06",
    "Time to bid",
    ("10", "10 s, then passed", "A bell at zero; after one second of grace the referee passes."),
    ("15", "15 s, then passed", "A bell at zero; after one second of grace the referee passes."),
    ("20", "20 s, then passed", "A bell at zero; after one second of grace the referee passes."),
    ("bell", "10 s, the bell only", "The bell rings; the table decides whether the player has passed."),
    ("off", "No clock", "Nobody is hurried."),
    seconds=(5, 120),
)


@ruling(BidSeconds, rule="4.91.06")
def the_table_sets_the_clock(question: BidSeconds, table: Table, so_far: int) -> int | None:
    """The table may stretch the time or take the clock away."""
    value = setting(table, "B6")
    return {"off": 0, "10": None, "bell": None}.get(value, int(value) if value.isdecimal() else None)


@ruling(TimeOutPasses, rule="4.91.06")
def the_bell_alone(question: TimeOutPasses, table: Table, so_far: bool) -> bool | None:
    """The table may keep the decision to itself."""
    return False if setting(table, "B6") == "bell" else None


# -- Option B7: the time to make deals before each card -----------------------------------------------


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
