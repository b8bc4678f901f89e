"""The defences of the deck: which strikes each one stops.

The table may play the Ellaca Drug as printed (option T1): a poison in name, stopped by what stops a projectile.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.phases.battle_cards import DEFENCE, Fits, IsShield, Stops
from referee.rulings import ask, ruling, setting
from referee.table import Table

SHIELD, SNOOPER = "Shield", "Snooper"
DEFENCES: dict[str, tuple[str, str]] = {SHIELD: ("projectile", "3.01.16"), SNOOPER: ("poison", "3.01.18")}
MISPRINTED = "Ellaca Drug"


def _stops(name: str, kind: str) -> Callable[[Stops, Table, bool], bool | None]:
    def stops(question: Stops, table: Table, so_far: bool) -> bool | None:
        return True if question.defence == name and question.kind == kind else None

    return stops


def _fits(name: str) -> Callable[[Fits, Table, bool], bool | None]:
    def fits(question: Fits, table: Table, so_far: bool) -> bool | None:
        return True if question.card == name and question.slot == DEFENCE else None

    return fits


for _name, (_kind, _rule) in DEFENCES.items():
    ruling(Stops, _rule)(_stops(_name, _kind))
    ruling(Fits, _rule)(_fits(_name))


@ruling(IsShield, rule="3.01.16")
def a_shield_is_one(question: IsShield, table: Table, so_far: bool) -> bool | None:
    """The card that meets a lasgun in an explosion."""
    return True if question.card == SHIELD else None


@ruling(Stops, rule="4.93.01")
def as_printed(question: Stops, table: Table, so_far: bool) -> bool | None:
    """The table may let every projectile defence stop the misprinted poison, and no other."""
    if question.weapon != MISPRINTED or setting(table, "T1") != "printed":
        return None
    stopped = ask(table, Stops("", "projectile", question.defence)).value
    return stopped if stopped != so_far else None
