"""Fremen: nothing of theirs touches bidding; their room keeps what they start with."""

from __future__ import annotations

from referee.phases.setup import Faction, faction

ME = "fremen"
LEADERS = {"Stilgar": 7, "Chani": 6, "Otheym": 5, "Shadout Mapes": 3, "Jamis": 2}
faction(Faction(ME, "Fremen", "fre", spice=3, cards=1, rules=("2.04.01", "2.04.02"), leaders=LEADERS))
