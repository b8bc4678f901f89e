"""Spacing Guild: nothing of theirs touches bidding; their room keeps what they start with."""

from __future__ import annotations

from referee.phases.setup import Faction, faction

ME = "spacing_guild"
LEADERS = {"Staban Tuek": 5, "Master Bewt": 3, "Esmar Tuek": 3, "Soo-Soo Sook": 2, "Guild Rep.": 1}
RULES, FULL = ("2.06.01", "2.06.02"), {"Guild Rep.": "Guild Representative"}
faction(Faction(ME, "Spacing Guild", "gui", spice=5, cards=1, rules=RULES, leaders=LEADERS, in_full=FULL))
