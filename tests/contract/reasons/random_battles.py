"""Battles at random, most of them legal: plans, skills, calls and things of the modules, of one table."""

from __future__ import annotations

from random import Random
from typing import Any

from referee.common.factions import FACTIONS
from referee.kernel import Table, ask
from referee.modules.leader_skills import CARDS
from referee.phases.battle.cards_in_battle import DEFENCE, STAND_IN, WEAPON, BattleCards, Fits

Line = dict[str, Any]
SEATS = {made.name: made for made in FACTIONS.values()}
SPECIAL = {"Emperor": 5, "Fremen": 3, "Ixian": 7}
STRONGHOLDS = ["Arrakeen", "Carthag", "Sietch Tabr", "Habbanya Sietch", "Tuek's Sietch"]
PLACES = [*STRONGHOLDS, "Funeral Plain", "Funeral Plain", "The Great Flat"]


def cards(slot: str) -> list[str]:
    every = ask(Table(), BattleCards()).value
    return [
        card for card in every if ask(Table(), Fits(card, slot)).value and not ask(Table(), Fits(card, STAND_IN)).value
    ]


WEAPONS, DEFENCES = cards(WEAPON), cards(DEFENCE)


def random_battle(number: int) -> Line:
    """Return a line for ``referee battle``, always the same one by its number."""
    dice = Random(number)
    one, two, third, ally = dice.sample([*SEATS], 4)
    rules, place = dice.choice(("advanced", "advanced", "basic")), dice.choice(PLACES)
    sides = {at: _side(name, rules, dice) for at, name in (("aggressor", one), ("defender", two))}
    line: Line = {
        "id": number,
        "rules": rules,
        "territory": place,
        **sides,
        "calls": {},
        "players": [third, "Tleilaxu"],
    }
    if "Tleilaxu" in (one, two):
        line["players"] = [third]
    if dice.random() < 0.15:
        line["territory_spice"] = dice.randint(1, 9)
    if dice.random() < 0.2 and third not in (one, two):
        line["others_in_territory"] = [{"faction": third, "forces": {"normal": dice.randint(1, 4)}}]
    if dice.random() < 0.15:
        line["stronghold_cards"] = {dice.choice((one, two)): [dice.choice(STRONGHOLDS)]}
    if dice.random() < 0.1:
        dice.choice((*sides.values(),))["ally"] = ally
    if dice.random() < 0.3:
        line["reserves"] = {one: dice.randint(3, 9), two: dice.randint(3, 9)}
    helped = dice.choice((*sides.values(),))
    if dice.random() < 0.1 and "Ecaz" not in (one, two):
        helped |= {"ally": "Ecaz", "beside": {"faction": "Ecaz", "forces": {"normal": dice.randint(1, 6)}}}
    if dice.random() < 0.1 and rules == "advanced":
        helped["strongholds"] = dice.sample(STRONGHOLDS, 3)
    _calls(line, sides, dice)
    return line


def _side(name: str, rules: str, dice: Random) -> Line:
    special = dice.choice((0, 0, dice.randint(0, SPECIAL.get(name, 0))))
    normal, advanced = dice.randint(0 if special else 1, 8), rules == "advanced"
    support = dice.randint(0, normal + special) if advanced and name != "Fremen" else 0
    most = support + (normal + special - support) // 2 if advanced and name != "Fremen" else normal + special
    most = min(most, normal // 2 + special) if name == "Ixian" else most
    leader = dice.choice([*SEATS[name].leaders])
    side: Line = {
        "faction": name,
        "forces": {"normal": normal, "special": special},
        "spice": 20,
        "dial": dice.randint(0, most),
        "spice_support": support,
        "leader": "Cheap Hero" if dice.random() < 0.1 else {"name": leader},
        "weapon": dice.choice([None, *WEAPONS]),
        "defense": dice.choice([None, *DEFENCES]),
    }
    named = [side["weapon"], side["defense"], *(["Cheap Hero"] if side["leader"] == "Cheap Hero" else [])]
    side["hand"] = [card for card in named if card] + (["Karama"] if dice.random() < 0.2 else [])
    if dice.random() < 0.25:
        skilled = dice.choice([*SEATS[name].leaders])
        side["skills"] = {skilled: dice.choice([*CARDS])}
        side["in_front"] = [] if isinstance(side["leader"], dict) and side["leader"]["name"] == skilled else [skilled]
    if name == "Atreides" and advanced and dice.random() < 0.4:
        side |= {"kwisatz_haderach": True, "kh_state": {"forces_lost": 9}}
    return side


def _calls(line: Line, sides: Line, dice: Random) -> None:
    one, two = sides.values()
    for side, foe in ((one, two), (two, one)):
        if isinstance(foe["leader"], dict) and dice.random() < 0.08:
            side["traitors"] = [foe["leader"]["name"]]
            line["calls"].setdefault("traitor", []).append({"by": side["faction"], "against": foe["leader"]["name"]})
    led = dice.choice((one, two))["leader"]
    if isinstance(led, dict) and dice.random() < 0.08 and "Tleilaxu" in line["players"]:
        line["calls"]["face_dance"] = {"by": "Tleilaxu", "against": led["name"]}
        line["face_dancers"] = {"Tleilaxu": [led["name"]]}
    if dice.random() < 0.3:
        line["calls"]["stone_burner"] = dice.choice(("kill", "spare"))
        if "Stone Burner" not in (one["weapon"], two["weapon"]):
            del line["calls"]["stone_burner"]
    if dice.random() < 0.1:
        words = ("SARDAUKAR", "FEDAYKIN", "CYBORG", "BATTLE_HARDENED", "KWISATZ_HADERACH", "CAPTURED_LEADERS")
        line["calls"]["karama"] = [{"by": dice.choice((one, two))["faction"], "cancels": dice.choice(words)}]
