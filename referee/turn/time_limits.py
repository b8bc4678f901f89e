"""Options C: time limits of a phase or of a player's turn in it, and the speed of all clocks.

Bidding has clocks of its own. Elsewhere a clock is a reminder: a bell rings at zero and nothing is forced. Every clock
may be turned off, stretched, paused and extended (WCAG 2.2.1).
"""

from __future__ import annotations

from typing import Literal

from referee.agreements.alliances import nexus_now
from referee.common.turn import PHASES, by_hand
from referee.kernel import Option, Table, Value, memoized, option, setting
from referee.offers.waiting import whose_turn
from referee.phases.battle.live_battle import OPEN, battle_key, battle_now
from referee.phases.bidding.order_of_bidding import Bidding
from referee.phases.mentat.victory import winner

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


def _own_clock(key: str, title: str) -> Option:
    return option(
        key,
        "4.97.12",
        title,
        ("same", "As the others", "It has the clock of a phase or turn, if there is one."),
        ("off", "No clock", "No time limit."),
        ("60", "1 min", REMINDER),
        ("120", "2 min", REMINDER),
        ("180", "3 min", REMINDER),
        ("300", "5 min", REMINDER),
        seconds=(10, 3600),
    )


SHIPMENT_CLOCK = _own_clock("C4", "Clock for shipping and moving")
PLANS_CLOCK = _own_clock("C5", "Clock for battle plans")
NEXUS_CLOCK = _own_clock("C6", "Clock for a Nexus")


def _seconds(table: Table, clock: Option) -> int:
    """Return the seconds chosen; 0 for no clock."""
    value = setting(table, clock)
    return int(value) if value.isdecimal() else 0


def stretched(table: Table, seconds: int) -> int:
    """Return these seconds at this table's speed; 0 if all clocks are off (4.97.13)."""
    value = setting(table, ALL_CLOCKS)
    return 0 if value == "off" else seconds if value == "set" else seconds * int(value) // 100


StepKind = Literal["turn", "phase"]


def _clock_of_a_part(table: Table) -> tuple[Option | None, str]:
    """Return the option that is the clock of this part of a phase alone, and the part, as everybody sees it.

    Shipping and moving, battle plans and a Nexus may have one.
    """
    if table.phase == "shipment" and whose_turn(table):
        return SHIPMENT_CLOCK, ""
    live = battle_now(table)
    if live is not None and live.step == OPEN and not live.locked:
        return PLANS_CLOCK, battle_key(live)
    return (NEXUS_CLOCK, "nexus") if nexus_now(table) and not by_hand(table) else (None, "")


class TimedStep(Value):
    """What a phase's clock is for: the ``turn`` of a seat or the whole ``phase``; its seconds, unstretched.

    ``part`` tells a battle whose plans are made, or a Nexus, from the rest of its phase.
    """

    turn: int
    phase: str
    seat: str
    seconds: int
    part: str = ""

    @property
    def kind(self) -> StepKind:
        return "turn" if self.seat else "phase"


def auction(table: Table) -> bool:
    """Return True while the referee runs bidding, with its own clocks."""
    bidding = table.get(Bidding)
    return table.phase == "bidding" and bidding is not None and not (bidding.step == "over" and by_hand(table))


@memoized
def timed_step(table: Table) -> TimedStep | None:
    """Return what the phase's clock is for now, ``None`` if none runs (4.97.12)."""
    if table.phase not in PHASES or winner(table) or auction(table):
        return None
    clock, part = _clock_of_a_part(table)
    if clock is not None and setting(table, clock) != clock.default:
        seat = whose_turn(table) if clock is SHIPMENT_CLOCK else ""
        seconds = _seconds(table, clock)
        return TimedStep(table.turn, table.phase, seat, seconds, part) if seconds else None
    each = _seconds(table, TURN_CLOCK)
    if each and (seat := whose_turn(table)):
        return TimedStep(table.turn, table.phase, seat, each)
    whole = _seconds(table, PHASE_CLOCK)
    return TimedStep(table.turn, table.phase, "", whole) if whole else None


def on_clock(table: Table) -> str:
    """Return whose turn it is by the clock: next to bid, or on turn in a phase; "" if all act."""
    bidding = table.get(Bidding)
    if bidding is not None and auction(table):
        return bidding.turn
    return whose_turn(table) if table.phase in PHASES and not winner(table) else ""
