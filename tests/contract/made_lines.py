"""Lines at random that their schema allows, whose fields are of one table: who plays, whose leaders lead, on which map.

A schema says what one field may hold. Here all factions play, no two sides are one faction, and a side names leaders of
its own, so that most of what else a line says is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

from referee.board.territories import TERRITORIES
from referee.common.factions import FACTIONS
from referee.contract.schema import schema_of
from tests.contract.from_schema import Maker

Line = dict[str, Any]
BY_NAME = {made.name: made for made in FACTIONS.values()}
SEATS = [*BY_NAME]
LEADERS = {leader: strength for made in FACTIONS.values() for leader, strength in made.leaders.items()}
# what of a side made at random is mostly at odds with the rest of it
AT_ONE = {**dict.fromkeys(("hand_size", "in_front", "ally", "ally_traitors", "support_from_ally", "forces_of", "beside",
                           "kh_state", "skills", "captured_from")), "forces": {"normal": 5}}  # fmt: skip
OWN = ("leaders_available", "leaders_dead", "leaders_used_here", "leaders_revived")
ANYBODYS = ("captured_leaders", "traitors", "face_dancers")
FORMS = {"position": "play", "bidding": "play"}  # of a kind of line, where it is not called like it
schema = cache(schema_of)


def made_line(kind: str, number: int) -> Line:
    """Return a line: a battle, a position, a bidding script or a question, always the same one by its number."""
    whole, dice = schema(FORMS.get(kind, kind)), Random(f"{kind} {number}")
    line: Line = Maker(whole, dice).made({"$ref": f"#/$defs/{kind}"} if kind in FORMS else whole)
    if kind == "battle":
        return _one_battle(line, dice)
    if kind in FORMS:
        place = line.get("situation") or line
        place.update(players=SEATS, alliances=[], first_player="Emperor")
        if place is not line and place.get("map") is None:
            place["map"] = {}
    return line


def _one_battle(line: Line, dice: Random) -> Line:
    two = dice.sample(SEATS, 2)
    sides = {at: _side(line[at], name, dice) for at, name in zip(("aggressor", "defender"), two, strict=True)}
    place = dice.choice([name for name, one in TERRITORIES.items() if not one.owner and not one.found and one.sectors])
    line.update(sides, players=SEATS, stronghold=None, others_in_territory=None, territory=place)
    if line["rules"] == "basic":
        for side in sides.values():
            side["spice_support"] = None
    return line


def _side(said: Mapping[str, Any], name: str, dice: Random) -> Line:
    """Return what is said of a side, of the leaders of this faction."""
    own, side = [*BY_NAME[name].leaders], {**said, "faction": name, **AT_ONE}
    if side.get("leader"):
        side["leader"] = {"name": (leads := dice.choice(own)), "strength": LEADERS[leads] or "X"}
    for fields, names in ((OWN, own), (ANYBODYS, [*LEADERS])):
        side.update({field: dice.sample(names, min(len(side[field]), 3)) for field in fields if side.get(field)})
    if side.get("leaders_used_elsewhere"):
        side["leaders_used_elsewhere"] = {dice.choice(own): "Arrakeen"}
    return side
