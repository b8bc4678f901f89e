"""Positions with a map: what a script does there beyond one act, and what cannot be read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.cli.play import answer_line

Step = dict[str, Any]


def answer(board: Step, *events: Step, phase: str = "battle", rules: str = "advanced", **more: Any) -> Step:
    players = more.pop("players", [*board])
    place = {"turn": 3, "players": players, "first_player": players[0], "storm": 12, "map": board, **more}
    place.setdefault("spice", dict.fromkeys(players, 10))
    return answer_line(
        json.dumps({"id": "x", "rules": rules, "phase": phase, "situation": {**place, "events": events}})
    )


def command(name: str, by: str = "", **words: Any) -> Step:
    return {"act": "command", "command": name, **({"by": by} if by else {}), **words}


def plan(by: str, dial: int, leader: str) -> Step:
    return command("LockPlan", by, dial=dial, leader=leader, support=dial)


POOLS = {"Emperor": {"pool": ["Caid"]}, "Spacing Guild": {"pool": ["Guild Rep."]}}


def test_2_08_04_a_script_takes_the_field_from_reserves_and_from_a_territory() -> None:
    board = {"Emperor": {"Arrakeen": 8}, "Spacing Guild": {"Arrakeen": 4}, "Tleilaxu": {"Basin": 3}}
    fight = (
        {"act": "battles"}, command("FightNext", "Emperor", territory="Arrakeen", against="Spacing Guild"),
        plan("Emperor", 3, "Caid"), plan("Spacing Guild", 0, "Guild Rep."),
        *(command("AnswerTraitor", by, answer="no") for by in ("Emperor", "Spacing Guild")),
        command("ShowFaceDancer", "Tleilaxu"), command("SettleBattle"),
        {"act": "take_field", "by": "Tleilaxu", "forces": 2},
        {"act": "take_field", "by": "Tleilaxu", "forces": 2, "from": "Basin"},
    )  # fmt: skip
    said = answer(board, *fight, phase="shipment", leaders=POOLS)
    assert said["legal"], said
    assert said["map"]["Tleilaxu"] == {
        "Basin": [{"sector": 8, "normal": 1, "special": 0}], "Arrakeen": [{"sector": 9, "normal": 4, "special": 0}],
    }  # fmt: skip
    assert said["reserves"]["Tleilaxu"] == {"normal": 15, "special": 0}
    most = answer(board, *fight, {"act": "take_field", "by": "Tleilaxu", "forces": 9}, phase="shipment", leaders=POOLS)
    assert most["error"]["rule"] == "2.08.04"


def test_2_10_12_a_no_field_in_a_battle_is_shown_with_the_wheels() -> None:
    board = {"Emperor": {"Arrakeen": 2}, "Richese": {}}
    token = {"by": "Richese", "territory": "Arrakeen", "token": 3}
    fight = (
        {"act": "battles"}, command("FightNext", "Emperor", territory="Arrakeen", against="Richese"),
        plan("Emperor", 0, "Caid"), command("LockPlan", "Richese", dial=3, leader="Haloa Rund", support=3),
        *(command("AnswerTraitor", by, answer="no") for by in ("Emperor", "Richese")), command("SettleBattle"),
    )  # fmt: skip
    leaders = {"Emperor": {"pool": ["Caid"]}, "Richese": {"pool": ["Haloa Rund"]}}
    said = answer(board, *fight, phase="shipment", leaders=leaders, no_field=token)
    assert said["legal"] and not said["map"].get("Emperor") and "no_field" not in said
    assert said["tanks"]["Richese"] == {"normal": 3, "special": 0}
    beside = answer(board, *fight[:3], command("LockPlan", "Richese", dial=4, leader="Haloa Rund", support=4),
                    phase="shipment", leaders=leaders, no_field=token)  # fmt: skip
    assert not beside["legal"] and beside["error"]["rule"] == "1.07.04.01"


def test_2_05_10_02_a_position_says_who_had_a_captive_before() -> None:
    leaders = {"Harkonnen": {"pool": []}, "Emperor": {"pool": ["Caid", "Bashar"]}}
    kill = {"act": "kill_captured_leader", "by": "Harkonnen", "leader": "Caid", "strength": 3}
    said = answer(
        {"Harkonnen": {}, "Emperor": {}}, kill,
        leaders=leaders, captives={"Harkonnen": {"Caid": "Emperor"}},
    )  # fmt: skip
    assert said["legal"] and said["spice"]["Harkonnen"] == 12, said


@pytest.mark.parametrize(("turns", "charity"), [(1, 4), (2, 0), (3, 2)])
def test_2_09_10_inflation_doubles_charity_then_cancels_it_then_is_over(turns: int, charity: int) -> None:
    events = ({"act": "inflation", "by": "CHOAM", "side": "double"}, *[{"act": "next_turn"}] * turns)
    claims = (command("GoTo", phase="choam_charity", anyway=True), {"act": "claim_charity", "by": "Emperor"})
    said = answer(
        {"CHOAM": {}, "Emperor": {}}, *events, *claims, phase="mentat_pause", spice={"CHOAM": 9, "Emperor": 0}
    )
    assert said["legal"] == bool(charity) and said["spice"]["Emperor"] == charity


@pytest.mark.parametrize(
    "wrong",
    [
        {"Emperor": {"Nowhere": 1}},
        {"Emperor": {"Arrakeen": [{"sector": 3, "normal": 1}]}},
        {"Emperor": {"Arrakeen": 21}},
    ],
)
def test_a_map_that_cannot_be_is_not_read(wrong: Step) -> None:
    assert answer(wrong)["error"]["code"] == "BAD_INPUT"


def test_4_04_22_who_occupies_ecaz_is_offered_duke_vidal_from_the_tanks() -> None:
    own = ["Feyd-Rautha", "Beast Rabban", "Piter de Vries", "Captain Iakin Nefud", "Umman Kudu", "Duke Vidal"]
    said = answer(
        {"Harkonnen": {"Ecaz": 2}, "Ecaz": {}}, {"act": "revive_leader", "by": "Harkonnen", "leader": "Duke Vidal"},
        phase="revival", leaders={"Harkonnen": {"face_up": own}}, occupied={"Harkonnen": ["Ecaz"]},
    )  # fmt: skip
    assert said["legal"] and (said["spice"]["Harkonnen"], said["vidal"]) == (5, "Harkonnen"), said


def test_1_02_04_on_a_map_the_storm_decides_whether_a_blow_is_lost() -> None:
    blow = {"act": "spice_blow", "territory": "Red Chasm", "amount": 8}
    lies = [
        answer({"Emperor": {}}, blow, phase="spice_blow", rules="basic", storm=storm)["territory_spice_after"]
        for storm in (6, 5)
    ]
    assert lies == [{}, {"Red Chasm": 8}]


def test_4_99_35_the_table_discards_no_card_that_the_referee_dealt() -> None:
    board: Step = {"Emperor": {}, "Atreides": {}}
    hands = {"Emperor": ["Shield"], "Atreides": []}
    said = answer(board, command("PlayCard", "Emperor", card="Shield"), phase="shipment", hand=hands)
    assert (said["error"]["rule"], said["cards_discarded"]) == ("4.99.35", {})
    used = answer(board, {"act": "play_card", "by": "Emperor", "card": "Shield"}, phase="shipment", hand=hands)
    assert used["cards_discarded"] == {"Emperor": ["Shield"]}


def test_2_02_03_the_answer_names_whom_a_prediction_made_the_winner() -> None:
    board = {"Atreides": {"Arrakeen": 1, "Carthag": 1, "Tuek's Sietch": 1}}
    players = ["Bene Gesserit", "Atreides", "Emperor"]
    events = (
        command("Predict", "Bene Gesserit", of="atreides", turn=1), command("GoTo", phase="mentat_pause", anyway=True),
        {"act": "check_victory", "by": "Atreides"},
    )  # fmt: skip
    said = answer(board, *events, phase="setup", turn=1, players=players)
    assert said["victory"] == {"winners": ["Bene Gesserit"], "how": "strongholds"}
