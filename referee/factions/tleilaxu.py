"""Tleilaxu: their start and their leaders; Zoal is as strong as whoever stands opposite and counts 0 here."""

from __future__ import annotations

from referee.phases.setup import Faction, faction

ME = "tleilaxu"
LEADERS = {"Zoal": 0, "Hidar Fen Ajidica": 4, "Master Zaaf": 3, "Wykk": 2, "Blin": 1}
faction(Faction(ME, "Tleilaxu", "tle", spice=5, cards=1, rules=("2.08.01", "2.08.02"), leaders=LEADERS))
