"""Options B6 and B7: time to bid, whether its end is a pass, and time for deals before a card."""

from __future__ import annotations

from referee.kernel.rulings import option, ruling, setting
from referee.kernel.table import Table
from referee.phases.bidding.bid_time import BidSeconds, TalkSeconds, TimeOutPasses

TIME_TO_BID = option(
    "B6",
    "4.91.06",
    "Time to bid",
    ("10", "10 s, then auto-pass", "A bell at zero; a second later the player passes."),
    ("15", "15 s, then auto-pass", "A bell at zero; a second later the player passes."),
    ("20", "20 s, then auto-pass", "A bell at zero; a second later the player passes."),
    ("bell", "10 s, the bell only", "The bell rings; the table decides whether the player has passed."),
    ("off", "No clock", "No time limit."),
    seconds=(5, 120),
)
TIME_TO_BID.decides(TimeOutPasses, {"bell": False})


@ruling(BidSeconds, rule="4.91.06")
def the_table_sets_the_clock(question: BidSeconds, table: Table, so_far: int) -> int | None:
    value = setting(table, TIME_TO_BID)
    return {"off": 0, "10": None, "bell": None}.get(value, int(value) if value.isdecimal() else None)


DEAL_WINDOW = option(
    "B7",
    "4.91.07",
    "Time to make deals before each card",
    ("off", "None", "The next card comes up at once, or after the time to play Karama."),
    ("30", "30 s", "It ends early when everybody is ready."),
    ("45", "45 s", "It ends early when everybody is ready."),
    ("60", "60 s", "It ends early when everybody is ready."),
    seconds=(10, 120),
)


@ruling(TalkSeconds, rule="4.91.07")
def the_table_sets_the_window(question: TalkSeconds, table: Table, so_far: int) -> int | None:
    value = setting(table, DEAL_WINDOW)
    return int(value) if value != "off" else None
