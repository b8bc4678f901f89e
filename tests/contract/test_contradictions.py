"""`referee play --json`: a position sets what it names, and one that contradicts itself is not read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.cli.play import answer_line

SEATS = ["Emperor", "Harkonnen", "Ecaz", "Moritani"]


def answer(*events: dict[str, Any], phase: str = "any", rules: str = "advanced", **place: Any) -> dict[str, Any]:
    told = {"players": SEATS, "spice": dict.fromkeys(SEATS, 5), "map": {}, "turn": 3, "events": [*events], **place}
    return answer_line(json.dumps({"id": "x", "rules": rules, "phase": phase, "situation": told}))


AT_ODDS: list[dict[str, Any]] = [
    {"worm": "Arrakeen"},
    {"territory_spice": {"Arrakeen": 3}},
    {"territory_spice": {"Nowhere": 3}},
    {"no_field": {"by": "Richese", "territory": "Carthag", "token": 3}},
    {"players": [*SEATS, "Richese"], "no_field": {"by": "Emperor", "territory": "Carthag", "token": 3}},
    {"players": [*SEATS, "Richese"], "no_field": {"by": "Richese", "territory": "Carthag", "token": 4}},
    {"mobile_stronghold": {"territory": "Red Chasm"}},
    {"players": ["Emperor"], "terror": [{"token": "atomics", "territory": "Carthag"}]},
    {"terror": [{"token": "atomics", "territory": "Carthag"}, {"token": "atomics", "territory": "Arrakeen"}]},
    {"ambassadors": {"Carthag": "Moritani"}},
    {"ambassadors": {"Carthag": "Emperor", "Arrakeen": "Emperor"}},
    {"reserves": {"Harkonnen": {"normal": 3, "special": 1}}},
    {"tanks": {"Emperor": {"normal": 3, "special": 6}}, "map": None},
    {"leaders": {"Emperor": {"pool": ["Caid"], "face_up": ["Caid"]}}},
    {"leaders": {"Emperor": {"pool": ["Caid"]}, "Harkonnen": {"face_down": ["caid"]}}},
    {"leaders": {"Emperor": {"face_up": ["Caid"]}}, "captives": {"Harkonnen": {"Caid": "Emperor"}}},
    {"cities": {"Emperor": ["Arrakeen"]}},
    {"map": None, "cities": {"Emperor": ["Arrakeen"], "Ecaz": ["Arrakeen"]}},
    {"map": None, "cities": {"Emperor": ["Nowhere"]}},
    {"players": [*SEATS, "Bene Gesserit"], "calm": {"Bene Gesserit": ["Arrakeen"]}},
]


@pytest.mark.parametrize("place", AT_ODDS, ids=lambda place: json.dumps(place)[:70])
def test_0_09_a_position_that_contradicts_itself_is_not_read(place: dict[str, Any]) -> None:
    error = answer(**place)["error"]
    assert error["code"] == "BAD_INPUT" and error["why"].endswith((".", ")"))


@pytest.mark.parametrize("where", ["pool", "face_up", "face_down"])
@pytest.mark.parametrize("holder", ["Ecaz", "Moritani"])
def test_2_13_02_duke_vidal_is_where_the_position_says(where: str, holder: str) -> None:
    told = answer(leaders={holder: {where: ["Duke Vidal"]}})
    assert told["vidal"] == (holder if where == "pool" else "tanks")
    taken = answer(captives={"Harkonnen": {"Duke Vidal": "Ecaz"}})
    assert taken["vidal"] == "Harkonnen" and answer()["vidal"] is None


@pytest.mark.parametrize("act", ["worm", "shai_hulud"])
def test_1_02_05_a_worm_comes_to_sand_alone(act: str) -> None:
    said = {place: answer({"act": act, "territory": place}, phase="spice_blow") for place in ("Red Chasm", "Arrakeen")}
    assert said["Red Chasm"]["legal"] and said["Arrakeen"]["error"]["rule"] == "1.02.05"


def test_1_02_04_spice_blows_on_sand_alone() -> None:
    blow = {"act": "spice_blow", "territory": "Arrakeen", "amount": 6}
    assert answer(blow, phase="spice_blow")["error"]["rule"] == "1.02.04"


COLLECTS = {"act": "collect", "by": "Emperor", "territory": "Red Chasm"}


STANDS: list[tuple[Any, int]] = [
    (1, 1),
    ({"normal": 2, "special": 1}, 3),
    ([{"sector": 12, "special": 2}, {"sector": 11, "normal": 4}], 2),
    ({"sector": 11, "normal": 4}, 0),
]


@pytest.mark.parametrize(("there", "many"), STANDS)
def test_1_08_01_a_collection_without_forces_is_by_all_that_stand_in_the_sector(there: Any, many: int) -> None:
    place: dict[str, Any] = {"map": {"Emperor": {"Hagga Basin": there}}, "territory_spice": {"Hagga Basin": 20}}
    act = {**COLLECTS, "territory": "Hagga Basin"}
    assert answer(act, phase="spice_collection", **place)["spice"]["Emperor"] == 5 + 2 * many
    more = {**act, "forces": {"normal": 9}}
    assert answer(more, phase="spice_collection", **place)["error"]["rule"] == "1.08.01"


@pytest.mark.parametrize("events", [(), (COLLECTS,), ({"act": "city_income"},), (COLLECTS, {"act": "city_income"})])
def test_1_13_01_every_holder_of_a_city_is_paid_whatever_else_is_collected(events: Any) -> None:
    place: dict[str, Any] = {
        "map": {"Emperor": {"Red Chasm": 1}, "Ecaz": {"Carthag": 1}},
        "territory_spice": {"Red Chasm": 6},
    }
    said = answer(*events, phase="spice_collection", **place)
    assert said["legal"] and said["spice"]["Ecaz"] == 7
    late = answer({"act": "city_income"}, phase="mentat_pause", **place)
    assert late["error"]["rule"] == "1.00.00" and late["spice"]["Ecaz"] == 5
