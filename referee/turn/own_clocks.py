"""Parts of a phase that may have a clock for themselves: shipping and moving, battle plans, a Nexus (4.97.12)."""

from __future__ import annotations

from referee.agreements.alliances import nexus_now
from referee.common.turn import by_hand
from referee.kernel import Option, Table, ruling
from referee.offers.waiting import whose_turn
from referee.phases.battle.live_battle import OPEN, battle_key, battle_now
from referee.turn.time_limits import NEXUS_CLOCK, PLANS_CLOCK, SHIPMENT_CLOCK, OwnClock

Part = tuple[Option | None, str]


@ruling(OwnClock, rule="4.97.12")
def clock_of_a_part(question: OwnClock, table: Table, so_far: Part) -> Part | None:
    if table.phase == "shipment" and whose_turn(table):
        return SHIPMENT_CLOCK, ""
    live = battle_now(table)
    if live is not None and live.step == OPEN and not live.locked:
        return PLANS_CLOCK, battle_key(live)
    return (NEXUS_CLOCK, "nexus") if nexus_now(table) and not by_hand(table) else None
