"""Richese: start and free revivals; cache, sales, black market and No-Field are modules of their own."""

from __future__ import annotations

from referee.board.forces import Group
from referee.board.forces_counted import Start, StartForces
from referee.common.factions import Faction, faction
from referee.kernel import Noun, fixed
from referee.phases.mentat.victory import Spoils
from referee.phases.revival.limits_and_prices import FreeOnSheet

ME, WORLD, WORLD_RULE = "richese", "Richese", "4.04.21"
LEADERS = {"Premier Ein Calimar": 5, "Lady Helena": 4, "Flinto Kinnis": 3, "Haloa Rund": 2, "Talis Balt": 2}
faction(
    Faction(
        ME,
        "Richese",
        "ric",
        spice=5,
        cards=1,
        rules=("2.10.01", "2.10.02"),
        leaders=LEADERS,
        spoken={"de": Noun("Richese", "mp"), "fr": Noun("Richese", "mp"), "es": Noun("Richese", "mp")},
    )
)
fixed(StartForces, "2.10.02", Start(Group(20)), seat=ME)
fixed(FreeOnSheet, "2.10.10", 2, seat=ME)
fixed(Spoils, "2.10.14", True, seat=ME, place="Tuek's Sietch")
