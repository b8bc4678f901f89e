"""The weapons and defenses of the deck, the Cheap Heroes, and the worthless cards.

A projectile is stopped by the projectile defense, a poison by the poison defense, a lasgun by nothing; a lasgun and a
shield, in whichever plans, destroy the territory. The table below has all of it.
"""

from __future__ import annotations

from referee.kernel import Table, ask, fixed, option, ruling, setting
from referee.phases.battle.cards_in_battle import (
    DEFENCE,
    STAND_IN,
    WEAPON,
    ActsAs,
    Explodes,
    Fits,
    Idle,
    IsShield,
    MayKeep,
    Stops,
    Strike,
    Strikes,
)
from referee.phases.battle.two_sides import SIDES

ELLACA_DRUG = option(
    "T1",
    "4.93.01",
    "What stops the Ellaca Drug",
    ("poison", "Poison, stopped by Snooper", "It is a poison like any other."),
    ("printed", "As printed, stopped by Shield", "A Shield stops it, a Snooper does not."),
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
for _name, (_kind, _rule) in WEAPONS.items():
    fixed(Strikes, _rule, Strike(_kind), card=_name)
    fixed(Fits, _rule, True, card=_name, slot=WEAPON)


@ruling(Explodes, rule="3.01.14")
def beam_meets_shield(question: Explodes, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    weapons = [ask(table, ActsAs(question.battle, at, WEAPON)).value for at in SIDES]
    beams = [card for card in weapons if card and ask(table, Strikes(card)).value.kind == BEAM]
    defences = [ask(table, ActsAs(question.battle, at, DEFENCE)).value for at in SIDES]
    shields = [card for card in defences if card and ask(table, IsShield(card)).value]
    return (beams[0], shields[0]) if beams and shields else None


# -- defenses: which strikes each one stops -----------------------------------------------------------


SHIELD, SNOOPER = "Shield", "Snooper"
DEFENCES: dict[str, tuple[str, str]] = {SHIELD: ("projectile", "3.01.16"), SNOOPER: ("poison", "3.01.18")}
MISPRINTED = "Ellaca Drug"
for _name, (_kind, _rule) in DEFENCES.items():
    fixed(Stops, _rule, True, defence=_name, kind=_kind)
    fixed(Fits, _rule, True, card=_name, slot=DEFENCE)
fixed(IsShield, "3.01.16", True, card=SHIELD)


@ruling(Stops, rule="4.93.01")
def as_printed(question: Stops, table: Table, so_far: bool) -> bool | None:
    """Only for the misprinted poison."""
    if question.weapon != MISPRINTED or setting(table, ELLACA_DRUG) != "printed":
        return None
    stopped = ask(table, Stops("", "projectile", question.defence)).value
    return stopped if stopped != so_far else None


# -- Cheap Heroes --------------------------------------------------------------------------------


HERO = "Cheap Hero"
fixed(Fits, "3.01.04", True, card=HERO, slot=STAND_IN)
fixed(MayKeep, "3.01.04", False, card=HERO)


# -- worthless cards: as weapon, as defense, or one copy as both -------------------------


WORTHLESS: dict[str, str] = {
    "Baliset": "3.01.01",
    "Jubba Cloak": "3.01.10",
    "Kulon": "3.01.12",
    "La, La, La": "3.01.13",
    "Trip to Gamont": "3.01.21",
}
for _name, _rule in WORTHLESS.items():
    for _slot in (WEAPON, DEFENCE):
        fixed(Fits, _rule, True, card=_name, slot=_slot)
    fixed(Idle, _rule, True, card=_name)
