"""Random positions on the map, judged twice: by the referee and by a clerk who knows only the texts.

A few of each kind by default; ``REFEREE_BOARDS=20000`` judges twenty thousand.
"""

from __future__ import annotations

import json
import os
from random import Random
from typing import Any

import pytest

from referee.cli.play import answer_line
from tests.contract.board_clerk import BESIDE, BOARD, GROUND, SECTORS, Board, Refused, Step

BOARDS = int(os.environ.get("REFEREE_BOARDS", "240"))
PLAYERS = ("Atreides", "Harkonnen", "Emperor", "Fremen", "Spacing Guild", "Bene Gesserit", "CHOAM", "Tleilaxu")
STARRED = {"Emperor": 5, "Fremen": 3}
WIDE = [name for name, sectors in SECTORS.items() if len(sectors) > 1]
SAND = [name for name, ground in GROUND.items() if ground == "sand"]
KINDS = ("march", "storm", "worm", "ally", "all")


def position(dice: Random, kind: str) -> Step:
    """Return a position of a few factions that crowd into a few territories, most of these of several sectors."""
    players = dice.sample(PLAYERS, dice.randint(2, 5))
    if kind == "worm" and "Fremen" not in players:
        players[0] = "Fremen"
    allies = dice.random() < (0.9 if kind in {"ally", "worm"} else 0.4)
    near = dice.sample(WIDE, 3) + dice.sample(sorted(BOARD), 3) + dice.sample(["Arrakeen", "Carthag", "Polar Sink"], 1)
    near = [*dict.fromkeys(near)]
    storm = dice.choice([*SECTORS[near[0]], dice.randint(1, 18)])
    rules = dice.choice(["basic", "advanced"])
    board = {who: groups(dice, who, near, storm) for who in players}
    calm: dict[str, list[str]] = {}
    if rules == "advanced" and "Bene Gesserit" in players:
        shared = [
            n for n in board["Bene Gesserit"] if n != "Polar Sink" and sum(n in own for own in board.values()) > 1
        ]
        calm = {"Bene Gesserit": dice.sample(shared, dice.randint(0, len(shared)))}
    return {
        "id": kind, "rules": rules, "phase": "any",
        "situation": {
            "turn": 3, "players": players, "spice": {}, "first_player": dice.choice(players), "storm": storm,
            "wall": dice.random() < 0.8, "alliances": [players[:2]] if allies else [], "map": board, "calm": calm,
            "events": [],
        },
    }  # fmt: skip


def groups(dice: Random, who: str, near: list[str], storm: int) -> Step:
    left, found = {"normal": 12, "special": STARRED.get(who, 0)}, dict[str, list[Step]]()
    for where in dice.sample(near, dice.randint(1, 4)):
        for sector in dice.sample(SECTORS[where], dice.randint(1, min(3, len(SECTORS[where])))):
            one: Step = {kind: dice.randint(0, min(4, left[kind])) for kind in left}
            for kind in left:
                left[kind] -= one[kind]
            if one["normal"] + one["special"]:
                lived = sector == storm and who == "Fremen" and dice.random() < 0.5
                found.setdefault(where, []).append({"sector": sector, **one, **({"weathered": True} if lived else {})})
    return found


def acts(dice: Random, kind: str, case: Step) -> list[Step]:
    place = case["situation"]
    if kind == "storm":
        first: Step = {"act": "storm_moves", "distance": dice.choice([0, 1, 2, 3, 4, 6, 10])}
        again: list[Step] = [{"act": "next_turn"}, {"act": "storm_moves", "distance": dice.randint(0, 6)}]
        return [first, *(again if dice.random() < 0.6 else [])]
    made: list[Step] = [act(dice, "worm", place, [])] if kind == "worm" else []
    for _ in range(dice.randint(1, 3)):
        word = {"march": "move", "worm": dice.choice(["worm", "ride", "spare_ally"]), "ally": "done"}.get(kind)
        made.append(act(dice, word or dice.choice(["move", "worm", "ride", "done", "storm_moves"]), place, made))
    if [one["act"] for one in made].count("storm_moves") > 1:
        made = [one for one in made if one["act"] != "storm_moves"]
    return [*made, {"act": "battles"}]


def act(dice: Random, word: str, place: Step, before: list[Step]) -> Step:
    moved = {one["by"] for one in before if one["act"] == "move"}
    rare = dice.random() < 0.1
    who = dice.choice(
        place["players"] if rare else [one for one in place["players"] if one not in moved] or place["players"]
    )
    where = dice.choice([*(() if rare else place["map"][who])] or SAND[:2])
    goal = dice.choice([*sorted(BOARD), *(one for own in place["map"].values() for one in own)])
    if word == "done":
        return {"act": word, "by": who}
    if word == "storm_moves":
        return {"act": word, "distance": dice.randint(0, 5)}
    met = [one["territory"] for one in before if one["act"] == "worm"]
    stood = [one for one in place["map"].get("Fremen", {}) if GROUND[one] == "sand"] or SAND[:1]
    if word == "worm":
        return {"act": word, "territory": dice.choice([*stood, *SAND[:1]])}
    if word == "spare_ally":
        return {"act": word, "by": "Fremen" if "Fremen" in place["players"] else who,
                "territory": dice.choice(met or stood), "spare": dice.random() < 0.5}  # fmt: skip
    if word == "ride":
        who, where = ("Fremen" if "Fremen" in place["players"] else who), dice.choice(met or stood)
    here = place["map"][who].get(where, [{"sector": SECTORS[where][0], "normal": 1, "special": 0}])
    some = dice.sample(here, dice.randint(1, len(here)) if dice.random() < 0.5 else 1)
    sector = dice.choice(SECTORS[goal])
    if word == "move" and dice.random() < 0.9:  # next door, so that many marches are legal
        goal, sector = dice.choice(sorted(BESIDE[where, some[0]["sector"]]))
    most = {kind: sum(one[kind] for one in some) for kind in ("normal", "special")}
    forces = {kind: dice.choice([n, n, dice.randint(0, n)]) for kind, n in most.items()}
    forces[dice.choice(["normal", "special"])] += dice.random() < 0.1
    forces["normal"] += not sum(forces.values())
    named = dice.choice([0, 0, some[0]["sector"]])
    ends = {"from": where, "to": goal, "from_sector": named, "sector": sector}
    if ends["from"] == ends["to"] and (len(SECTORS[goal]) == 1 or word == "ride" or named == ends["sector"]):
        ends["to"], ends["sector"] = (
            ("Polar Sink", 0) if where != "Polar Sink" else ("Arrakeen", SECTORS["Arrakeen"][0])
        )
    return {"act": word, "by": who, "forces": forces, **ends}


def by_clerk(case: Step) -> Step:
    board, legal = Board(case), True
    for step in case["situation"]["events"]:
        try:
            board.take(step)
        except Refused:
            legal = False
            break
    stands: dict[str, Any] = {}
    for (who, where), here in board.at.items():
        stands.setdefault(who, {})[where] = sorted((sector, *here[sector].values()) for sector in here)
    fights = None if board.fights is None or not legal else sorted(map(str, board.fights))
    return {"legal": legal, "map": stands, "tanks": board.tanks, "storm": board.storm, "battles": fights}


def by_referee(case: Step) -> Step:
    answer = answer_line(json.dumps(case))
    assert "BAD_INPUT" not in str(answer.get("error")), answer
    stands = {
        who: {
            where: sorted((one["sector"], one["normal"], one["special"]) for one in here) for where, here in own.items()
        }
        for who, own in answer["map"].items()
    }
    told = [
        [one[name] for name in ("territory", "aggressor", "defender", "forces")] for one in answer.get("battles", ())
    ]
    fights = sorted(map(str, told)) if "battles" in answer else None
    kept = {name: answer[name] for name in ("legal", "tanks", "storm")}
    return {**kept, "map": stands, "battles": fights}


@pytest.mark.parametrize("kind", KINDS)
def test_the_clerk_and_the_referee_agree(kind: str) -> None:
    dice, legal, fights = Random(f"board {kind}"), 0, 0
    for _ in range(BOARDS // len(KINDS)):
        case = position(dice, kind)
        case["situation"]["events"] = acts(dice, kind, case)
        clerk, referee = by_clerk(case), by_referee(case)
        assert referee == clerk, json.dumps(case)
        legal, fights = legal + clerk["legal"], fights + len(clerk["battles"] or ())
    share = 3 if kind == "march" else 5
    assert legal > BOARDS // len(KINDS) // share, "so many are legal that the referee is really tried"
    assert fights or kind == "storm"
