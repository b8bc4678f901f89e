"""`referee play --json`: a position sets what it names, and one that contradicts itself is not read."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from referee.cli.battle import answer_line as battle_line
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


# -- battles --------------------------------------------------------------------------------------------

A: dict[str, Any] = {"faction": "Atreides", "forces": {"normal": 5}, "spice": 9, "dial": 2, "leader": "Duncan Idaho"}
D: dict[str, Any] = {"faction": "Harkonnen", "forces": {"normal": 5}, "spice": 9, "dial": 1, "leader": "Umman Kudu"}
SUK: dict[str, Any] = {"skills": {"Duncan Idaho": "Suk Graduate"}, "spice_support": 1, "dial": 1}


def fought(a: dict[str, Any] | None = None, rules: str = "advanced", **more: Any) -> dict[str, Any]:
    one, two = {**A, "spice_support": 2, **(a or {})}, {**D, "spice_support": 1}
    if rules == "basic":
        one, two = {**A, **(a or {})}, D
    return battle_line(json.dumps({"id": "x", "rules": rules, "aggressor": one, "defender": two, **more}))


BATTLES_AT_ODDS: list[dict[str, Any]] = [
    {"territory": "Carthage"},
    {"territory": "Polar Sink"},
    {"territory": "Arrakeen", "stronghold": False},
    {"territory": "Old Gap", "stronghold": True},
    {"others_in_territory": [{"faction": "Atreides", "forces": {"normal": 1}}]},
    {"reserves": {"Atreides": 16}},
    {"calls": {"copied_card": "Arrakeen"}},
    {"agressor": A, "aggressor": None},
    {"spice": {"Atreides": 3}},
    {"a": {"forces": {"normal": 21}}},
    {"a": {"forces": {"normal": 5, "special": 1}}},
    {"a": {"forces": {"norml": 5}}},
    {"a": {"weapn": "Lasgun"}},
    {"a": {"leader": {"name": "Duncan Idaho", "strenght": 2}}},
    {"a": {"leader": {"name": "Duncan Idaho", "strength": "X"}}},
    {"a": {"leader": {"name": "Duncan Idaho", "original_faction": "Emperor"}}},
    {"a": {"commit": {"normal_full": 3}}},
    {"a": {"ally": "Atreides"}},
    {"a": {"ally": "Emperor", "ally_traitors": {"Fremen": ["Umman Kudu"]}}},
    {"a": {"support_from_ally": {"Fremen": 2}}},
    {"a": {"forces_of": "Fremen"}},
    {"a": {"beside": {"faction": "Fremen", "forces": {"normal": 2}}}},
    {"a": {"hand": ["Shield", "Snooper"], "hand_size": 1}},
    {"a": {"hand_size": 5}},
    {"a": {"leaders_used_elsewhere": {"Dr. Yueh": "Carthage"}}},
    {"a": {"skills": {"Duncan Idaho": "Mentat", "Dr. Yueh": "Mentat"}}},
]


@pytest.mark.parametrize("told", BATTLES_AT_ODDS, ids=lambda told: json.dumps(told)[:70])
def test_0_09_a_battle_that_contradicts_itself_is_not_judged(told: dict[str, Any]) -> None:
    error = fought(**told).get("error", {})
    assert error.get("code") == "BAD_INPUT" and re.search(r"[.)?]$|· [0-9.]+$", error["why"]), error
    assert fought()["legal"], "without it there is nothing wrong"


@pytest.mark.parametrize("side", [{"spice_support": 1}, {"ally": "Emperor", "support_from_ally": {"Emperor": 1}}])
def test_1_13_04_in_the_basic_game_nothing_is_supported(side: dict[str, Any]) -> None:
    assert "In the basic game" in fought(side, "basic")["error"]["why"] and fought(rules="basic")["legal"]


def test_2_09_12_the_auditor_does_not_lead_in_the_basic_game() -> None:
    led = {"faction": "CHOAM", "leader": "Auditor", "leaders_available": ["Auditor"]}
    refused = fought(led, "basic")
    assert fought(led)["legal"] and [one["code"] for one in refused["errors"]] == ["LEADER_UNAVAILABLE"]


@pytest.mark.parametrize(("lost", "kept"), [(1, (1, 0)), (2, (1, 1)), (4, (1, 2))])
def test_4_03_22_a_suk_graduate_saves_no_more_than_were_lost(lost: int, kept: tuple[int, int]) -> None:
    saved = fought({**SUK, "dial": lost, "spice_support": lost, "forces": {"normal": 6}})["forces_saved"]["Atreides"]
    assert (saved["stay"], saved["to_reserves"]) == kept


# -- what a position says holds at every door -------------------------------------------------------------

OF_ANOTHER_PHASE = [
    ("shipment", {"act": "revive_forces", "by": "Emperor", "normal": 1}),
    ("storm", {"act": "claim_charity", "by": "Emperor"}),
    ("battle", {"act": "collect_bribes", "by": "Emperor"}),
    ("bidding", {"act": "ship", "by": "Emperor", "forces": 1, "to": "Carthag"}),
    ("revival", {"act": "spice_blow", "territory": "South Mesa", "amount": 10}),
]


@pytest.mark.parametrize(("phase", "act"), OF_ANOTHER_PHASE, ids=lambda one: str(one)[:40])
def test_1_00_00_an_act_belongs_to_its_phase_without_a_map_too(phase: str, act: dict[str, Any]) -> None:
    there: dict[str, Any] = {"map": None, "tanks": {"Emperor": 3}, "front_of_shield": {"Emperor": 2}}
    there["spice"] = {"Emperor": 1, "Ecaz": 5}
    refused = answer(act, phase=phase, **there)
    assert not refused["legal"] and refused["error"]["rule"] == "1.00.00", refused
    assert answer(act, **there)["legal"]


@pytest.mark.parametrize(("storm", "left"), [(4, {}), (5, {"South Mesa": 10})])
def test_1_02_04_a_position_that_tells_of_the_storm_says_whether_spice_appears(
    storm: int, left: dict[str, int]
) -> None:
    blown = {"act": "spice_blow", "territory": "South Mesa", "amount": 10}
    assert answer(blown, phase="spice_blow", storm=storm)["territory_spice_after"] == left
    assert answer(blown, storm=storm, map=None)["territory_spice_after"] == left
    for under in (True, False):
        told = answer({**blown, "icon_in_storm": under}, phase="spice_blow", storm=storm)
        other = {"act": "command", "command": "SpiceBlows", "territory": "South Mesa", "under_storm": under}
        for one in (told, answer(other, storm=storm)):
            assert ("territory_spice_after" in one) == (under is not bool(left)), one
            assert "error" not in one or f"The storm is in sector {storm}, " in one["error"]["why"]


def test_1_02_04_a_spice_blow_is_a_card_that_there_is() -> None:
    blown: dict[str, Any] = {"act": "spice_blow", "territory": "Red Chasm", "amount": 8}
    tapped = {"act": "command", "command": "SpiceBlows", "territory": "Red Chasm", "amount": 6}
    for wrong in ({**blown, "amount": 6}, {**blown, "territory": "Meridian"}, tapped):
        refused = answer(wrong, phase="spice_blow")
        assert not refused["legal"] and refused["error"]["rule"] == "1.02.04", refused
    assert answer(blown, phase="spice_blow")["legal"]


def test_2_02_05_on_a_map_nobody_goes_along_where_the_script_tells_of_no_shipment() -> None:
    along = {"act": "spiritual_advisor", "by": "Bene Gesserit", "to": "Carthag"}
    ship = {"act": "ship", "by": "Emperor", "forces": 1, "to": "Carthag"}
    place: dict[str, Any] = {"phase": "shipment", "players": [*SEATS, "Bene Gesserit"], "storm": 2}
    assert answer(along, **place)["error"]["rule"] == "2.02.05" and answer(ship, along, **place)["legal"]
    assert answer(along, **{**place, "map": None})["legal"]


def test_1_08_01_beside_a_map_nobody_tells_where_forces_and_spice_are() -> None:
    for flag in ({"separated_by_storm": False}, {"same_sector_as_spice": True}):
        collect = {"act": "collect", "by": "Emperor", "territory": "Red Chasm", "forces": 2, **flag}
        assert next(iter(flag)) in answer(collect)["error"]["why"]
        assert answer(collect, map=None, territory_spice={"Red Chasm": 8})["legal"]


@pytest.mark.parametrize("command", ["Ship", "MoveForces"])
def test_0_13_who_ships_or_moves_takes_one_force_at_least(command: str) -> None:
    ends = {"goal": "Carthag"} if command == "Ship" else {"origin": "Carthag", "goal": "Arsunt"}
    made = {"act": "command", "command": command, "by": "Emperor", "normal": 0, **ends}
    assert answer(made, phase="shipment", map={"Emperor": {"Carthag": 2}})["error"]["why"] == "Enter 1 force or more."


OF_NOBODY = ["spice", "front_of_shield", "tanks", "reserves", "leaders", "captives", "hand", "cities"]


@pytest.mark.parametrize("field", OF_NOBODY)
def test_0_08_what_a_position_says_of_a_faction_that_does_not_play_is_an_error(field: str) -> None:
    said: Any = {"leaders": {}, "captives": {}, "hand": [], "cities": ["Carthag"]}.get(field, 1)
    place: dict[str, Any] = {"map": None, field: {"Ixian": said}}
    assert "Ixian does not play here." in answer(**place)["error"]["why"]


@pytest.mark.parametrize("token", ["Ecaz", "Fremen"])
def test_2_11_04_ambassadors_that_are_not_told_may_be_with_ecaz(token: str) -> None:
    placed = {"act": "command", "command": "PlaceAmbassador", "by": "Ecaz", "token": token, "place": "Carthag"}
    assert answer(placed, phase="revival")["spice"]["Ecaz"] == 4
    assert not answer(placed, phase="revival", ambassadors={"Arrakeen": token})["legal"]


def test_4_03_12_a_retreat_that_is_refused_says_why() -> None:
    lost: dict[str, Any] = {"skills": {"Dr. Yueh": "Diplomat"}, "leader": "Dr. Yueh", "dial": 0, "spice_support": 0}
    many = {"by": "Atreides", "command": "Retreat", "normal": 2, "goal": "Rock Outcroppings"}
    why = fought(lost, territory="Hagga Basin", calls={"after": [many]})["error"]["why"]
    assert why == "'after', 0: You can retreat with 1 to 1 forces that you did not dial. (4.03.12)"


def test_1_04_10_nobody_asks_for_their_own_count() -> None:
    line = {"rules": "basic", "players": SEATS[:2], "first_player": SEATS[0], "hands": {}, "spice": {}, "deck_top": []}
    steps = [{"act": "declare"}, *({"act": "ask_hand", "by": "Emperor", "of": of} for of in SEATS[:2])]
    told = answer_line(json.dumps({**line, "script": steps}))["steps"]
    assert told[1]["error"]["rule"] == "1.04.10" and told[2]["answer"] == {"of": "Harkonnen", "count": 0}


def test_0_13_what_lies_in_no_sector_is_an_error_that_names_it() -> None:
    ixian: dict[str, Any] = {"players": [*SEATS, "Ixian"], "mobile_stronghold": {"territory": "Polar Sink"}}
    weathered: dict[str, Any] = {"map": {"Emperor": {"Polar Sink": [{"normal": 2, "weathered": True}]}}}
    for place, field in ((ixian, "mobile_stronghold"), (weathered, "weathered")):
        assert answer(**place)["error"]["why"] == f"Polar Sink is in no sector of the map. Correct '{field}'."
