"""Atreides: start, free revivals, and the right to keep notes."""

from __future__ import annotations

from referee.board.forces import Group
from referee.board.forces_counted import Start, StartForces
from referee.common.factions import Faction, faction
from referee.kernel import Noun, fixed
from referee.knowledge.notes import MayKeepNotes
from referee.phases.mentat.victory import Spoils
from referee.phases.revival.limits_and_prices import FreeOnSheet

ME = "atreides"
LEADERS = {"Thufir Hawat": 5, "Lady Jessica": 5, "Gurney Halleck": 4, "Duncan Idaho": 2, "Dr. Yueh": 1}
faction(
    Faction(
        ME,
        "Atreides",
        "atr",
        spice=10,
        cards=1,
        rules=("2.01.01", "2.01.02"),
        leaders=LEADERS,
        spoken={"de": Noun("Atreides", "mp"), "fr": Noun("Atréides", "mp"), "es": Noun("Atreides", "mp")},
    )
)
fixed(StartForces, "2.01.02", Start(Group(10), ("Arrakeen",)), seat=ME)
fixed(FreeOnSheet, "2.01.04", 2, seat=ME)
fixed(MayKeepNotes, "2.01.06", True, seat=ME)
fixed(Spoils, "2.04.09.02", True, seat=ME, place="Tuek's Sietch")
