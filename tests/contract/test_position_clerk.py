"""Random positions, kept twice: by the referee and by a clerk who shares no line with it and knows only the texts.

Fifty of each kind by default; REFEREE_POSITIONS=20000 keeps twenty thousand. The two agree on all of them. What they
disagreed on at first was settled by the texts, mostly against the clerk: the Bene Gesserit's charity is of the advanced
game (2.02.00), a player who collects draws the strongholds' income with it (1.13.01), the Emperor's help costs and pays
what the ally's sheet says (2.03.07, where the text now says so), and a game that is won is not won again (1.09.02).
Against the referee: a position could neither draw city income nor check for victory, and told the first check, not the
last.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from referee.cli.play import answer_line
from tests.contract.position_clerk import FREE, Book, Refused, Step

POSITIONS = int(os.environ.get("REFEREE_POSITIONS", "200"))
STRONGHOLDS = ["Arrakeen", "Carthag", "Tuek's Sietch", "Sietch Tabr", "Habbanya Sietch"]
SANDS = ["Red Chasm", "Broken Land", "South Mesa"]
PURSES = [0, 0, 1, 2, 3, 5, 8, 14]
SPECIAL = {"Emperor": 5, "Fremen": 3, "Ixian": 7}
PHASES = {
    "charity": "choam_charity", "revival": "revival", "shipping": "shipment", "collection": "spice_collection",
    "income": "spice_collection", "bribes": "bidding", "victory": "mentat_pause",
}  # fmt: skip


def position(dice: Random, kind: str) -> Step:
    """Return a position of a few factions, two of them often allied, with thin purses."""
    players = dice.sample(sorted(FREE), dice.randint(2, 6))
    pairs = [players[:2]] * dice.randint(0, 1) + [players[2:4]] * (len(players) > 3 and dice.random() < 0.4)
    dead = {
        who: {"normal": dice.randint(0, 6), "special": min(dice.randint(0, 3), SPECIAL.get(who, 0))} for who in players
    }
    cities: dict[str, list[str]] = {who: [] for who in players}
    for city in STRONGHOLDS:
        if dice.random() < 0.7:
            cities[dice.choice(players[: dice.choice([2, 6])])].append(city)
    place = {
        "players": players, "alliances": pairs, "spice": {who: dice.choice(PURSES) for who in players},
        "front_of_shield": {who: dice.randint(1, 4) for who in players if dice.random() < 0.2}, "tanks": dead,
        "cities": cities, "territory_spice": {sand: dice.choice([0, 3, 6, 10]) for sand in SANDS},
        "turn": dice.choice([1, 4, 9, 10]), "first_player": dice.choice(players),
    }  # fmt: skip
    phase = PHASES[kind] if dice.random() < 0.9 else dice.choice(sorted({*PHASES.values()}))
    case = {"id": "x", "rules": dice.choice(["basic", "advanced"]), "phase": phase, "situation": place}
    place["events"] = [EVENTS[kind](dice, place) for _ in range(dice.randint(1, 5))]
    return case


def _two(dice: Random, place: Step) -> tuple[str, str]:
    """Return who acts and upon whom: often two allies."""
    if place["alliances"] and dice.random() < 0.6:
        one, two = dice.choice(place["alliances"])
        return (one, two) if dice.random() < 0.5 else (two, one)
    one, two = dice.sample(place["players"], 2)
    return one, two


def _charity(dice: Random, place: Step) -> Step:
    return {"act": "claim_charity", "by": dice.choice(place["players"])}


def _revival(dice: Random, place: Step) -> Step:
    by, other = _two(dice, place)
    if dice.random() < 0.1 and "Fremen" in (by, other):
        return {"act": "grant_free_revival", "by": dice.choice([by, "Fremen"]), "to": other}
    if dice.random() < 0.15:
        return {"act": "revive_ally_forces", "by": by, "for": other, "normal": dice.randint(1, 3)}
    return {"act": "revive_forces", "by": by, "normal": dice.randint(0, 4), "special": dice.choice([0, 0, 1, 2])}


def _shipping(dice: Random, place: Step) -> Step:
    by, other = _two(dice, place)
    goal = dice.choice([*STRONGHOLDS, *SANDS])
    fare: Step = {"to": goal, "stronghold": goal in STRONGHOLDS, "forces": dice.randint(1, 6)}
    if dice.random() < 0.2:
        fare["promised"] = {other: dice.randint(1, 6)}
    if dice.random() < 0.2:
        fare["half_price"] = True
    acts: list[Step] = [
        {"act": "cross_ship", "by": by, "from": "Red Chasm", **fare},
        {"act": "ship_off_planet", "by": by, "from": "Red Chasm", "forces": dice.randint(1, 6)},
        {"act": "send", "by": by, "to": goal, "forces": dice.randint(1, 6)},
    ]
    return dice.choice([{"act": "ship", "by": by, **fare}] * 5 + acts)


def _collection(dice: Random, place: Step) -> Step:
    odd: list[Step] = [{"as": "advisors"}, {"separated_by_storm": True}, {"same_sector_as_spice": False}]
    more = dice.choice([{}, {}, {}, *odd])
    act = {"act": "collect", "by": dice.choice(place["players"]), "territory": dice.choice(SANDS)}
    return {**act, "forces": dice.randint(0, 4), **more}


def _income(dice: Random, place: Step) -> Step:
    return {"act": "city_income"}


def _bribes(dice: Random, place: Step) -> Step:
    by, other = _two(dice, place)
    if dice.random() < 0.3:
        return {"act": "collect_bribes", "by": by}
    return {"act": dice.choice(["bribe", "gift"]), "by": by, "to": other, "amount": dice.randint(1, 6)}


def _victory(dice: Random, place: Step) -> Step:
    return {"act": "check_victory", **({"last": True} if dice.random() < 0.3 else {})}


EVENTS: dict[str, Callable[[Random, Step], Step]] = {
    "charity": _charity, "revival": _revival, "shipping": _shipping, "collection": _collection, "income": _income,
    "bribes": _bribes, "victory": _victory,
}  # fmt: skip


def kept_by_the_clerk(case: Step) -> Step:
    book, legal = Book(case), True
    book.begin()
    for event in case["situation"]["events"]:
        try:
            book.take(event)
        except Refused:
            legal = False
            break
    return {"legal": legal, **book.state()}


def kept_by_the_referee(case: Step) -> Step:
    said = answer_line(json.dumps(case))
    assert "BAD_INPUT" not in str(said.get("error")), said
    won = said.get("victory")
    return {
        "legal": said["legal"], "spice": said["spice"], "bank_delta": said["bank_delta"],
        "victory": won and {**won, "winners": sorted(won["winners"])},
        "front_of_shield": {who: n for who, n in said["front_of_shield"].items() if n},
        "territory_spice_after": {where: n for where, n in said["territory_spice_after"].items() if n},
        "reserves_delta": said["reserves_delta"],
    }  # fmt: skip


@pytest.mark.parametrize("kind", EVENTS)
def test_the_referee_and_the_clerk_keep_the_same_book(kind: str) -> None:
    for number in range(POSITIONS if POSITIONS > 1000 else POSITIONS // 4):
        case = position(Random(f"{kind} {number}"), kind)
        one, two = kept_by_the_referee(case), kept_by_the_clerk(case)
        assert one == two, f"{kind} {number}: {differ(one, two)}\n{json.dumps(case)}"


def differ(one: Step, two: Step) -> dict[str, Any]:
    return {name: (one[name], two[name]) for name in one if one[name] != two[name]}
