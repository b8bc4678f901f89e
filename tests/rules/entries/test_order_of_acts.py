"""1.06.01 at each way to ship and each way to move: shipping comes before moving, told by a script as on a phone."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.rules.entries.positions import Step, act, answer, refused

NEAR = {"Tuek's Sietch": 4}


class Way(NamedTuple):
    """Who does it, what it is, and what the position has besides."""

    by: str
    steps: tuple[Step, ...]
    more: dict[str, Any] = {}


def _ship(by: str, **more: Any) -> Step:
    return act("ship", by, forces=1, to="Carthag", **more)


LENT = act("LendField", "Richese", token=3)
SHIPMENTS = {
    "from the reserves": Way("Emperor", (_ship("Emperor"),)),
    "by Karama": Way("Emperor", (_ship("Emperor", karama="guild_rates"),), {"hand": {"Emperor": ["Karama"]}}),
    "to a world": Way("Emperor", (act("ship", "Emperor", forces=1, to="Caladan"),), {"options": {"M4": "on"}}),
    "across": Way(
        "Spacing Guild", (act("cross_ship", "Spacing Guild", forces=1, from_="Tuek's Sietch", to="Carthag"),)
    ),
    "back": Way("Spacing Guild", (act("ship_off_planet", "Spacing Guild", forces=1, from_="Tuek's Sietch"),)),
    "sent": Way("Fremen", (act("send", "Fremen", forces=1, to="The Great Flat"),)),
    "a No-Field": Way("Richese", (act("LayField", "Richese", token=3, goal="Carthag"),)),
    "a No-Field that was lent": Way(
        "Emperor",
        (act("ShipByField", "Emperor", normal=2, goal="Carthag"),),
        {"also": ["Richese"], "alliances": [["Emperor", "Richese"]]},
    ),
    "two No-Fields": Way(
        "Richese",
        (act("LayTwoFields", "Richese", token=3, shown=5, goal="Carthag"),),
        {"nexus_cards": {"Richese": ["Richese"]}},
    ),
}


def _move(by: str, **more: Any) -> Step:
    return act("move", by, forces=1, from_="Tuek's Sietch", **{"to": "Pasty Mesa", "sector": 4, **more})


MOVES = {
    "a group": Way("Emperor", (_move("Emperor"),)),
    "by ornithopter": Way(
        "Emperor",
        (act("FlyOrnithopter", "Emperor"), _move("Emperor")),
        {"discoveries": [{"token": "Ornithopter", "by": "Emperor"}]},
    ),
    "within a territory": Way("Emperor", (act("move", "Emperor", forces=1, from_="Meridian", to="Meridian",
                                              from_sector=1, sector=18),)),
    "between two worlds": Way(
        "Emperor", (act("CrossOver", "Emperor", normal=1, origin="Kaitain"),), {"options": {"M4": "on"}}
    ),
    "a No-Field": Way(
        "Richese",
        (act("MoveField", "Richese", goal="Pasty Mesa"),),
        {"no_field": {"by": "Richese", "territory": "Tuek's Sietch", "token": 3}},
    ),
}  # fmt: skip


def _play(way: Way, *events: Step, **more: Any) -> str:
    board = {way.by: {"Tuek's Sietch": 4, "Meridian": [{"sector": 1, "normal": 2}]}, "Atreides": {}}
    return refused(answer(board, *events, **{**way.more, **more}))


@pytest.mark.parametrize("phase", ["shipment", "any"])
@pytest.mark.parametrize("name", SHIPMENTS)
def test_1_06_01_no_shipment_comes_after_the_move(name: str, phase: str) -> None:
    way = SHIPMENTS[name]
    before = (LENT,) if "lent" in name else ()
    assert _play(way, *before, *way.steps, phase=phase) == ""
    assert _play(way, *before, _move(way.by), *way.steps, phase=phase) == "1.06.01"


@pytest.mark.parametrize("phase", ["shipment", "any"])
@pytest.mark.parametrize("name", MOVES)
def test_1_06_01_after_no_kind_of_move_comes_a_shipment(name: str, phase: str) -> None:
    way = MOVES[name]
    assert _play(way, _ship(way.by), *way.steps, phase=phase) == ""
    assert _play(way, *way.steps, _ship(way.by), phase=phase) == "1.06.01"


SHIPPING = {"act": "command", "command": "GoTo", "phase": "shipment", "anyway": True}
NEITHER = {
    "ride": Way(
        "Fremen", (act("ride", "Fremen", forces=1, from_="Meridian", to="The Great Flat"),), {"worm": "Meridian"}
    ),
    "a ride with reserves": Way(
        "Fremen",
        (
            {"act": "command", "command": "GreatMakerComes", "territory": "Meridian"},
            act("RideWithReserves", "Fremen", normal=1, goal="The Great Flat"),
        ),
        {"options": {"M7": "on"}, "nexus": "over"},
    ),
    "a step into a place just found": Way(
        "Emperor",
        (
            act("RevealToken", "Emperor", place="Meridian"),
            act("StepInside", "Emperor", place="Jacurutu Sietch", normal=1),
        ),
        {"discoveries": [{"token": "Jacurutu Sietch", "territory": "Meridian"}]},
    ),
}


@pytest.mark.parametrize("name", NEITHER)
def test_1_06_01_a_ride_and_a_step_inside_are_not_the_move_of_the_turn(name: str) -> None:
    way = NEITHER[name]
    ship = act("send", "Fremen", forces=1, to="The Great Flat") if way.by == "Fremen" else _ship(way.by)
    assert _play(way, *way.steps, ship, _move(way.by), phase="any") == ""


def test_1_06_01_each_turn_begins_with_shipping_anew() -> None:
    way = SHIPMENTS["from the reserves"]
    assert _play(way, _move("Emperor"), {"act": "next_turn"}, SHIPPING, *way.steps, phase="any") == ""


def test_4_05_16_02_the_guild_ships_a_second_time_after_it_has_moved() -> None:
    card = {"nexus_cards": {"Spacing Guild": ["Spacing Guild"]}}
    guild = Way("Spacing Guild", (), card)
    first = (_ship("Spacing Guild"), _move("Spacing Guild"))
    assert _play(guild, *first, act("ShipAgain", "Spacing Guild"), _ship("Spacing Guild")) == ""
    assert _play(guild, *first, _ship("Spacing Guild")) == "1.06.02"


def test_1_06_01_who_is_done_neither_ships_nor_moves_in_this_turn() -> None:
    done, way = act("done", "Emperor"), SHIPMENTS["from the reserves"]
    assert _play(way, done, *way.steps) == "1.06.01"
    assert _play(way, done, _move("Emperor")) == "1.06.01"
    assert _play(way, done, {"act": "next_turn"}, SHIPPING, *way.steps) == ""
