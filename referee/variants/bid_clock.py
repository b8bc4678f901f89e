"""Option B6: how long a player has to bid, and what the bell means."""

from __future__ import annotations

from referee.phases.bidding import BidSeconds, TimeOutPasses
from referee.rulings import option, ruling, setting
from referee.table import Table

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
