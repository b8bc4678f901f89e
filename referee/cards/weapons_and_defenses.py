"""The weapons and defenses of the deck, the card that leads for a leader, and the cards that do nothing.

A projectile is stopped by the projectile defence, a poison by the poison defence, the beam by nothing; but where a
beam meets a shield, on whichever side, the territory blows up. The table below is the whole of it.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.kernel.rulings import ask, option, ruling, setting
from referee.kernel.table import Table
from referee.phases.battle.cards import (
    DEFENCE,
    STAND_IN,
    WEAPON,
    Explodes,
    Fits,
    Idle,
    IsShield,
    MayKeep,
    Stops,
    Strike,
    Strikes,
)

ELLACA_DRUG = option(
    "T1",
    "4.93.01",
    "What stops the Ellaca Drug",
    ("poison", "Poison, stopped by Snooper", "It is a poison like any other."),
    ("printed", "As printed", "A Shield stops it, a Snooper does not."),
)

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


def _fits(name: str, *slots: str) -> Callable[[Fits, Table, bool], bool | None]:
    def fits(question: Fits, table: Table, so_far: bool) -> bool | None:
        return True if question.card == name and question.slot in slots else None

    return fits


def _strikes(name: str, kind: str) -> Callable[[Strikes, Table, Strike], Strike | None]:
    def strikes(question: Strikes, table: Table, so_far: Strike) -> Strike | None:
        return Strike(kind) if question.card == name else None

    return strikes


for _name, (_kind, _rule) in WEAPONS.items():
    ruling(Strikes, _rule)(_strikes(_name, _kind))
    ruling(Fits, _rule)(_fits(_name, WEAPON))


@ruling(Explodes, rule="3.01.14")
def beam_meets_shield(question: Explodes, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    """A lasgun and a shield in one battle, in whichever plans."""
    sides = (question.battle.aggressor, question.battle.defender)
    beams = [one.weapon for one in sides if one.weapon and ask(table, Strikes(one.weapon)).value.kind == BEAM]
    shields = [one.defence for one in sides if one.defence and ask(table, IsShield(one.defence)).value]
    return (beams[0], shields[0]) if beams and shields else None


# -- defenses: which strikes each one stops -----------------------------------------------------------


SHIELD, SNOOPER = "Shield", "Snooper"
DEFENCES: dict[str, tuple[str, str]] = {SHIELD: ("projectile", "3.01.16"), SNOOPER: ("poison", "3.01.18")}
MISPRINTED = "Ellaca Drug"


def _stops(name: str, kind: str) -> Callable[[Stops, Table, bool], bool | None]:
    def stops(question: Stops, table: Table, so_far: bool) -> bool | None:
        return True if question.defence == name and question.kind == kind else None

    return stops


for _name, (_kind, _rule) in DEFENCES.items():
    ruling(Stops, _rule)(_stops(_name, _kind))
    ruling(Fits, _rule)(_fits(_name, DEFENCE))


@ruling(IsShield, rule="3.01.16")
def a_shield_is_one(question: IsShield, table: Table, so_far: bool) -> bool | None:
    """The card that meets a lasgun in an explosion."""
    return True if question.card == SHIELD else None


@ruling(Stops, rule="4.93.01")
def as_printed(question: Stops, table: Table, so_far: bool) -> bool | None:
    """The table may let every projectile defence stop the misprinted poison, and no other."""
    if question.weapon != MISPRINTED or setting(table, ELLACA_DRUG) != "printed":
        return None
    stopped = ask(table, Stops("", "projectile", question.defence)).value
    return stopped if stopped != so_far else None


# -- a card that leads --------------------------------------------------------------------------------


HERO = "Cheap Hero"


@ruling(Fits, rule="3.01.04")
def leads_for_a_leader(question: Fits, table: Table, so_far: bool) -> bool | None:
    """It stands in for a leader."""
    return True if question.card == HERO and question.slot == STAND_IN else None


@ruling(MayKeep, rule="3.01.04")
def gone_after_use(question: MayKeep, table: Table, so_far: bool) -> bool | None:
    """Even a winner discards it."""
    return False if question.card == HERO else None


# -- cards that do nothing: for a weapon, for a defense, or one copy for both -------------------------


WORTHLESS: dict[str, str] = {
    "Baliset": "3.01.01",
    "Jubba Cloak": "3.01.10",
    "Kulon": "3.01.12",
    "La, La, La": "3.01.13",
    "Trip to Gamont": "3.01.21",
}


def _idle(name: str) -> Callable[[Idle, Table, bool], bool | None]:
    def idle(question: Idle, table: Table, so_far: bool) -> bool | None:
        return True if question.card == name else None

    return idle


for _name, _rule in WORTHLESS.items():
    ruling(Fits, _rule)(_fits(_name, WEAPON, DEFENCE))
    ruling(Idle, _rule)(_idle(_name))
