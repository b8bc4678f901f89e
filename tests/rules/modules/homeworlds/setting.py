"""Tables with homeworlds: forces shipped to a world, battles there, occupations."""

from __future__ import annotations

from typing import Any

from referee.board.forces_counted import KeepCount
from referee.board.worlds import WORLDS
from referee.common.factions import FACTIONS
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.reveal import Reveal
from referee.phases.battle.who_fights_where import FightNext, open_battles
from referee.phases.shipment.prices_and_permissions import OUT
from referee.phases.shipment.shipping import Ship
from tests.kit import LiveTable

SEATS = ("atreides", "fremen", "spacing_guild", "harkonnen", "emperor", "bene_gesserit")


def table(phase: str = "shipment", *seats: str, **more: Any) -> LiveTable:
    made = LiveTable(*(seats or SEATS), **{"turn": 2, "M4": "on", "first": (seats or SEATS)[0], **more})
    return made.do(KeepCount(), phase)


def shipped(seat: str, world: str, normal: int, special: int = 0, *seats: str, **more: Any) -> LiveTable:
    """Return a table in shipment where a seat has shipped to a world."""
    made = table("shipment", *seats, **{"first": seat, **more})
    return made.do(Ship(seat, normal, world, special=special, kind=OUT))


def next_turn(made: LiveTable, phase: str = "shipment") -> LiveTable:
    return made.do("mentat_pause", "storm", phase)


def occupied(seat: str, world: str, normal: int = 2, phase: str = "shipment", *seats: str, **more: Any) -> LiveTable:
    """Return a table in the next turn, where a seat occupies a world."""
    return next_turn(shipped(seat, world, normal, 0, *seats, **more), phase)


def invaded(seat: str, world: str, normal: int, special: int = 0, *seats: str, **more: Any) -> LiveTable:
    """Return a table where a seat and the natives of a world fight."""
    made = shipped(seat, world, normal, special, *seats, **more).do("battle")
    one = next(one for one in open_battles(made.public) if one.territory == world)
    return made.do(FightNext(one.aggressor, one.territory, one.defender))


def won(seat: str, world: str, normal: int, dial: int, **more: Any) -> LiveTable:
    """Return a table where an invader beat natives who dialed nothing."""
    made = invaded(seat, world, normal, **more)
    owner = WORLDS[world].owner
    weakest = min(FACTIONS[owner].leaders, key=lambda one: FACTIONS[owner].leaders[one])
    support = dial if made.public.rules == "advanced" else 0
    plan = LockPlan(seat, dial, next(iter(FACTIONS[seat].leaders)), support=support)
    return made.do(plan, LockPlan(owner, 0, weakest), Reveal(), SettleBattle())
