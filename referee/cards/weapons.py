"""The weapons of the deck: what kind each is, and what follows from it.

A projectile is stopped by the projectile defence, a poison by the poison defence, the beam by nothing; but where a
beam meets a shield, on whichever side, the territory blows up. The table below is the whole of it.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.phases.battle_cards import WEAPON, Explodes, Fits, IsShield, Strike, Strikes
from referee.rulings import ask, ruling
from referee.table import Table

PROJECTILE, POISON, BEAM = "projectile", "poison", "beam"
WEAPONS: dict[str, tuple[str, str]] = {
    "Chaumas": (POISON, "3.01.02"),
    "Chaumurky": (POISON, "3.01.03"),
    "Crysknife": (PROJECTILE, "3.01.05"),
    "Ellaca Drug": (POISON, "3.01.06"),
    "Gom Jabbar": (POISON, "3.01.08"),
    "Lasgun": (BEAM, "3.01.14"),
    "Maula Pistol": (PROJECTILE, "3.01.15"),
    "Slip Tip": (PROJECTILE, "3.01.17"),
    "Stunner": (PROJECTILE, "3.01.19"),
}


def _strikes(name: str, kind: str) -> Callable[[Strikes, Table, Strike], Strike | None]:
    def strikes(question: Strikes, table: Table, so_far: Strike) -> Strike | None:
        return Strike(kind) if question.card == name else None

    return strikes


def _fits(name: str) -> Callable[[Fits, Table, bool], bool | None]:
    def fits(question: Fits, table: Table, so_far: bool) -> bool | None:
        return True if question.card == name and question.slot == WEAPON else None

    return fits


for _name, (_kind, _rule) in WEAPONS.items():
    ruling(Strikes, _rule)(_strikes(_name, _kind))
    ruling(Fits, _rule)(_fits(_name))


@ruling(Explodes, rule="3.01.14")
def beam_meets_shield(question: Explodes, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    """A lasgun and a shield in one battle, in whichever plans."""
    sides = (question.battle.aggressor, question.battle.defender)
    beams = [one.weapon for one in sides if one.weapon and ask(table, Strikes(one.weapon)).value.kind == BEAM]
    shields = [one.defence for one in sides if one.defence and ask(table, IsShield(one.defence)).value]
    return (beams[0], shields[0]) if beams and shields else None
