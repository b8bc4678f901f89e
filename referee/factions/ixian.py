"""Ixians: their start and their leaders."""

from __future__ import annotations

from referee.phases.setup import Faction, faction

ME = "ixian"
LEADERS = {"C'Tair Pilru": 5, "Tessia Vernius": 5, "Dominic Vernius": 4, "Kailea Vernius": 2, "Cammar Pilru": 1}
faction(Faction(ME, "Ixian", "ixi", spice=10, cards=1, rules=("2.07.01", "2.07.02"), leaders=LEADERS))
