"""Seconds of bidding (1.04.06.04): for a bid (B6), for deals before a card (B7), for a pause."""

from __future__ import annotations

from referee.kernel import Question, Table, meant, option, ruling, setting

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
DEAL_WINDOW = option(
    "B7",
    "4.91.07",
    "Time to make deals before each card",
    ("off", meant("None", "time"), "The next card comes up at once, or after the time to play Karama."),
    ("30", "30 s", "It ends early when everybody is ready."),
    ("45", "45 s", "It ends early when everybody is ready."),
    ("60", "60 s", "It ends early when everybody is ready."),
    seconds=(10, 120),
)


class BidSeconds(Question[int], rule="1.04.06.04", answer=10):
    """How many seconds does a player have to bid? 0 means no clock.

    Only the table's option answers, and house rules: groups change this number first.
    """


@ruling(BidSeconds, rule="4.91.06")
def the_table_sets_the_clock(question: BidSeconds, table: Table, so_far: int) -> int | None:
    value = setting(table, TIME_TO_BID)
    return {"off": 0, "10": None, "bell": None}.get(value, int(value) if value.isdecimal() else None)


def time_out_passes(table: Table) -> bool:
    """Return True if the referee passes for a player whose time is up."""
    return setting(table, TIME_TO_BID) != "bell"


def talk_seconds(table: Table) -> int:
    """Return the seconds for deals before a card, 0 for none (4.90.04)."""
    value = setting(table, DEAL_WINDOW)
    return int(value) if value != "off" else 0


class PauseSeconds(Question[int], rule="1.04.05", answer=0):
    """How many seconds are there before a card without time for deals? 0 for none.

    The Ixians only, who may swap the card.
    """
