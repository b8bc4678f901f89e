"""Options C: clocks for phases and turns, off by default, and the speed of all clocks."""

from __future__ import annotations

from referee.kernel.rulings import Option, option, ruling, setting
from referee.kernel.table import Table
from referee.turn.time_limits import PhaseSeconds, Stretched, TurnSeconds

REMINDER = "A bell at zero; nothing else happens."

PHASE_CLOCK = option(
    "C1",
    "4.97.12",
    "Clock for a phase",
    ("off", "No clock", "No time limit."),
    ("120", "2 min", REMINDER),
    ("300", "5 min", REMINDER),
    ("600", "10 min", REMINDER),
    seconds=(10, 3600),
)

TURN_CLOCK = option(
    "C2",
    "4.97.12",
    "Clock for each player's turn",
    ("off", "No clock", "No time limit."),
    ("60", "1 min", REMINDER),
    ("120", "2 min", REMINDER),
    ("180", "3 min", REMINDER),
    seconds=(10, 3600),
)

ALL_CLOCKS = option(
    "C3",
    "4.97.13",
    "Clock speed",
    ("set", "Normal", "Every clock as set."),
    ("150", "Half as long again", "Every clock runs one and a half times as long."),
    ("200", "Twice as long", "Every clock runs twice as long."),
    ("off", "Off", "No clocks at all, not even for bids."),
)


def _seconds(table: Table, clock: Option) -> int | None:
    value = setting(table, clock)
    return int(value) if value.isdecimal() else None


@ruling(PhaseSeconds, rule="4.97.12")
def a_time_for_the_phase(question: PhaseSeconds, table: Table, so_far: int) -> int | None:
    return _seconds(table, PHASE_CLOCK)


@ruling(TurnSeconds, rule="4.97.12")
def a_time_for_each(question: TurnSeconds, table: Table, so_far: int) -> int | None:
    return _seconds(table, TURN_CLOCK)


@ruling(Stretched, rule="4.97.13")
def longer_or_none(question: Stretched, table: Table, so_far: int) -> int | None:
    return 0 if setting(table, ALL_CLOCKS) == "off" else _seconds(table, ALL_CLOCKS)
