"""The worthless cards: each may stand for a weapon, for a defence, or one copy for both, and does nothing there."""

from __future__ import annotations

from collections.abc import Callable

from referee.phases.battle_cards import DEFENCE, WEAPON, Fits, Idle
from referee.rulings import ruling
from referee.table import Table

WORTHLESS: dict[str, str] = {
    "Baliset": "3.01.01",
    "Jubba Cloak": "3.01.10",
    "Kulon": "3.01.12",
    "La, La, La": "3.01.13",
    "Trip to Gamont": "3.01.21",
}


def _fits(name: str) -> Callable[[Fits, Table, bool], bool | None]:
    def fits(question: Fits, table: Table, so_far: bool) -> bool | None:
        return True if question.card == name and question.slot in {WEAPON, DEFENCE} else None

    return fits


def _idle(name: str) -> Callable[[Idle, Table, bool], bool | None]:
    def idle(question: Idle, table: Table, so_far: bool) -> bool | None:
        return True if question.card == name else None

    return idle


for _name, _rule in WORTHLESS.items():
    ruling(Fits, _rule)(_fits(_name))
    ruling(Idle, _rule)(_idle(_name))
