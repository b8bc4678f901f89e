"""Tleilaxu: their start and their leaders; Zoal is as strong as whoever stands opposite and counts 0 here."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.phases.setup import Faction, faction
from referee.table import Table

ME = "tleilaxu"
LEADERS = {"Zoal": 0, "Hidar Fen Ajidica": 4, "Master Zaaf": 3, "Wykk": 2, "Blin": 1}
faction(Faction(ME, "Tleilaxu", "tle", spice=5, cards=1, rules=("2.08.01", "2.08.02"), leaders=LEADERS))


@dataclass
class FaceDancers:
    """The Face Dancers as far as this viewer knows them, those that were shown, and the turn of the last change."""

    held: tuple[str, ...] = ()
    shown: list[str] = field(default_factory=list)
    drawn: bool = False
    changed: int = 0


def dancers_of(table: Table) -> FaceDancers:
    """Return the Face Dancers as this viewer knows them."""
    return table.get(FaceDancers) or FaceDancers()
