"""One line for a side, one call for a battle: the notation of the battle tests.

    fight("Atreides 5: 3 Thufir Hawat | Crysknife | Shield", "Emperor 2+3: 4 hero", rules="advanced")
A side is a faction, its plain (+ starred) forces, and the plan: dial, leader (hero: Cheap Hero, nobody: none), weapon
and defense; a slot left empty is "-". Strengths are those on the discs, X if there is none. The hand holds what is
played. Everything else of the contract goes in by name: ``a`` and ``d`` for the sides, ``calls``, and the case itself.
"""

from __future__ import annotations

import json
import re
from typing import Any

import referee.kernel.discover  # noqa: F401  (puts every room in force)
from referee.cli.battle import answer_line
from referee.common.factions import FACTIONS
from referee.holdings.leaders import printed_strength

Case = dict[str, Any]
NOTATION = re.compile(r"(?P<faction>[A-Za-z ]+?) (?P<n>\d+)(?:\+(?P<s>\d+))?: (?P<dial>-?[\d.]+) (?P<leader>[^|]+)")


def side(text: str, **more: Any) -> Case:
    plan, *slots = (part.strip() for part in text.split("|"))
    found = NOTATION.fullmatch(plan)
    assert found, text
    weapon, defense = ([None if card == "-" else card for card in slots] + [None, None])[:2]
    dial = float(found["dial"])
    leader = _leader(found["leader"].strip())
    return {
        **planned(found["faction"], leader, weapon, defense),
        "forces": {"normal": int(found["n"]), "special": int(found["s"] or 0)},
        "spice": 20,
        "leaders_available": leaders(found["faction"]),
        "dial": int(dial) if dial == int(dial) else dial,
        "spice_support": 0,
        "commit": None,
        **more,
    }


def planned(faction: str, leader: Any, weapon: str | None, defense: str | None) -> Case:
    """Return the plan of a side; its hand is what it plays."""
    hand = [card for card in (weapon, defense, "Cheap Hero" if leader == "cheap hero" else None) if card]
    plan = {"leader": leader, "weapon": weapon, "defense": defense, "kwisatz_haderach": False}
    return {"faction": faction, "hand": hand, "traitors": [], "ally": None, **plan}


def leaders(faction: str) -> list[str]:
    return next(list(made.leaders) for made in FACTIONS.values() if made.name == faction)


def _leader(name: str) -> Any:
    if name in {"hero", "nobody"}:
        return "cheap hero" if name == "hero" else None
    return {"name": name, "strength": "X" if name == "Zoal" else printed_strength(name) or 1}


def battle_case(aggressor: Case, defender: Case, rules: str = "basic", calls: Case | None = None, **more: Any) -> Case:
    place = {"territory": "Arrakeen", "stronghold": True, "territory_spice": 0, "others_in_territory": []}
    sides = {"aggressor": aggressor, "defender": defender}
    return {"id": "x", "rules": rules, **place, **sides, "calls": calls or {}, **more}


def call(by: str, against: str, **more: Any) -> Case:
    return {"traitor": [{"by": by, "against": against, **more}]}


def fight(one: str, two: str, rules: str = "basic", a: Case | None = None, d: Case | None = None, **more: Any) -> Case:
    """Settle a battle given as two sides."""
    return settle(battle_case(side(one, **(a or {})), side(two, **(d or {})), rules, **more))


def settle(record: Case) -> Case:
    return answer_line(json.dumps(record))


def codes(said: Case) -> list[tuple[str, str]]:
    """Return the objections to the plans, as (A or D, code)."""
    assert said.get("legal") is False, said
    assert (said["winner"], said["aggressor_total"], said["defender_total"]) == (None, None, None)
    assert all(error["why"].endswith(".") and error["rule"] for error in said["errors"])
    return [(error["side"][0].upper(), error["code"]) for error in said["errors"]]


def lost(said: Case, faction: str) -> list[tuple[int, int]]:
    """Return every way in which a faction may lose forces, as (normal, special)."""
    one = said["forces_lost"].get(faction)
    groups = [one] if one else said["forces_lost_any_of"][faction]
    return [(group["normal"], group["special"]) for group in groups]


def rules_of(said: Case) -> list[str]:
    return [line["rule"] for line in said["because"]]
