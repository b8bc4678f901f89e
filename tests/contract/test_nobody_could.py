"""What a line names and nobody could do is refused with a sentence; what is unknown is not too much."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.cli.play import answer_line

Step = dict[str, Any]
ALL = ["Harkonnen", "Emperor", "Fremen", "Spacing Guild", "Bene Gesserit"]


def answer(*events: Step, phase: str = "any", options: Step | None = None, **more: Any) -> Step:
    players = more.pop("players", ALL)
    place = {"turn": 3, "players": players, "spice": dict.fromkeys(players, 10), **more, "events": events}
    case = {"id": "x", "rules": "advanced", "phase": phase, "situation": place, "options": options or {}}
    return answer_line(json.dumps(case))


@pytest.mark.parametrize("phase", ["any", "battle"])
@pytest.mark.parametrize("told", [{}, {"captives": {"Harkonnen": {"Caid": "Emperor"}}}])
def test_2_05_10_00_a_captive_is_killed_once_in_a_line(phase: str, told: Step) -> None:
    kill = {"act": "kill_captured_leader", "by": "Harkonnen", "leader": "Caid"}
    tapped = {"act": "command", "command": "KillCaptive", "by": "Harkonnen", "leader": "Caid"}
    for twice in ((kill, kill), (tapped, tapped), (kill, tapped)):
        said = answer(*twice, phase=phase, **told)
        assert said["spice"]["Harkonnen"] == 12 and said["error"]["event"] == 1, said


@pytest.mark.parametrize(
    "act",
    [
        {"act": "ship", "by": "Emperor", "forces": 2, "to": "Arakeen"},
        {"act": "cross_ship", "by": "Spacing Guild", "forces": 2, "from": "Arrakeen", "to": "Arakeen"},
        {"act": "ship_off_planet", "by": "Spacing Guild", "forces": 2, "from": "Arakeen"},
        {"act": "send", "by": "Fremen", "forces": 2, "to": "Arakeen"},
        {"act": "spiritual_advisor", "by": "Bene Gesserit", "to": "Arakeen"},
        {"act": "collect", "by": "Fremen", "forces": 2, "territory": "Arakeen"},
    ],
    ids=lambda act: act["act"],
)
def test_without_a_map_nobody_goes_where_there_is_no_place(act: Step) -> None:
    said = answer(act)
    assert said["error"]["code"] == "BAD_INPUT" and "Did you mean 'Arrakeen'?" in said["error"]["why"], said
    worlds = answer({"act": "ship", "by": "Emperor", "forces": 2, "to": "Kaitain"})
    assert "Add 'map'" in worlds["error"]["why"]
    assert answer({"act": "ship", "by": "Emperor", "forces": 2, "to": "arrakeen"})["spice"]["Emperor"] == 8


def test_2_04_05_on_a_map_too_fremen_come_to_no_place_that_there_is_not() -> None:
    send = {"act": "send", "by": "Fremen", "forces": 2, "to": "Nowhere"}
    said = answer(send, phase="shipment", map={}, storm=2)
    assert not said["legal"] and said["reserves"]["Fremen"] == {"normal": 17, "special": 3}, said


def test_4_94_02_nothing_is_too_dear_for_a_purse_that_nobody_counts() -> None:
    board: Step = {"storm": 12, "map": {"Emperor": {"Arrakeen": 5}, "Harkonnen": {"Arrakeen": 5}}}
    plan = {"act": "command", "command": "LockPlan", "by": "Emperor", "dial": 5, "leader": "Caid", "support": 5}
    fight = {"act": "command", "command": "FightNext", "by": "Emperor", "territory": "Arrakeen", "against": "Harkonnen"}
    acts = ({"act": "battles"}, fight, plan)
    for way in ("told", "untracked"):
        said = answer(
            *acts, phase="shipment", options={"P2": way}, **board, first_player="Emperor", spice={"Fremen": 3}
        )
        assert said["legal"] and (said["spice"]["Emperor"], said["spice"]["Fremen"]) == (None, 3), said
        poor = answer(
            *acts, phase="shipment", options={"P2": way}, **board, first_player="Emperor", spice={"Emperor": 3}
        )
        assert poor["error"]["code"] == "SPICE_EXCEEDS_HELD"
    kept = answer(*acts, phase="shipment", **board, first_player="Emperor", spice={"Fremen": 3})
    assert kept["error"]["code"] == "SPICE_EXCEEDS_HELD"


def test_2_12_11_a_card_is_given_from_a_hand_that_was_not_told_if_there_is_one() -> None:
    players = ["Emperor", "Moritani"]
    told: Step = {"players": players, "terror": [{"token": "sabotage", "territory": "Carthag"}], "map": {}, "storm": 2}
    ship = {"act": "ship", "by": "Emperor", "forces": 1, "to": "Carthag"}
    shown = {"act": "command", "command": "RevealTerror", "by": "Moritani"}
    for card, held in (("Shield", ["Shield"]), ("Sheild", None)):
        gift = {"act": "command", "command": "GiveCard", "by": "Moritani", "card": card}
        said = answer(ship, shown, gift, phase="shipment", **told, hand={"Emperor": ["Snooper"]})
        assert said.get("hands", {}).get("Emperor") == held if held else not said.get("legal"), said


def played(card: str, by: str = "Harkonnen", **more: Any) -> Step:
    return {"act": "play_card", "by": by, "card": card, **more}


@pytest.mark.parametrize("hand", [None, {"Harkonnen": 8}, {"Emperor": ["Snooper"]}])
def test_3_00_02_no_card_is_played_more_often_than_there_are_copies(hand: Any) -> None:
    for card, copies in (("Lasgun", 1), ("Shield", 4), ("Kulon", 1), *(() if hand else [("Hunter-Seeker", 1)])):
        acts = [played(card)] * (copies + 1)
        refused = answer(*acts, hand=hand)["error"]
        assert (refused["code"], refused["event"]) == ("CARD_NOT_HELD", copies), refused
        assert answer(*acts[1:], hand=hand)["legal"]
    control = played("Weather Control", distance=3)
    refused = answer(control, control, phase="storm", storm=3, map={}, hand=hand)["error"]
    assert (refused["code"], refused["event"]) == ("CARD_NOT_HELD", 1)


def test_3_00_02_a_card_that_another_hand_holds_or_discarded_is_played_by_nobody_else() -> None:
    assert answer(played("Lasgun"), hand={"Emperor": ["Lasgun"]})["error"]["code"] == "CARD_NOT_HELD"
    refused = answer(played("Lasgun", "Emperor"), played("Lasgun"))["error"]
    assert (refused["code"], refused["event"]) == ("CARD_NOT_HELD", 1)
    assert answer(played("Snooper", "Emperor"), played("Snooper"))["legal"]


def test_1_07_04_06_no_plan_has_a_card_that_is_gone() -> None:
    board: Step = {"storm": 12, "map": {"Emperor": {"Arrakeen": 5}, "Harkonnen": {"Arrakeen": 5}}}
    fight = {"act": "command", "command": "FightNext", "by": "Emperor", "territory": "Arrakeen", "against": "Harkonnen"}
    plan = {"act": "command", "command": "LockPlan", "by": "Emperor", "dial": 0, "leader": "Caid", "weapon": "Lasgun"}
    acts, told = ({"act": "battles"}, fight, plan), {"phase": "shipment", "first_player": "Emperor", **board}
    assert answer(*acts, **told)["legal"]
    assert answer(*acts, **told, hand={"Harkonnen": ["Lasgun"]})["error"]["code"] == "CARD_NOT_HELD"


NONE_NEEDED = "Your forces there are at full strength without spice."


@pytest.mark.parametrize(
    ("rules", "support", "emperor", "fremen"),
    [
        ("basic", 5, "In the basic game no spice supports forces.", "In the basic game no spice supports forces."),
        ("advanced", 6, "Spice supports at most 5 of your forces there.", NONE_NEEDED),
        ("advanced", 5, "", NONE_NEEDED),
        ("advanced", 0, "", ""),
    ],
)
def test_1_13_04_spice_in_a_plan_supports_forces_that_are_there(
    rules: str, support: int, emperor: str, fremen: str
) -> None:
    place: Step = {"turn": 3, "players": ALL, "spice": dict.fromkeys(ALL, 10), "first_player": "Emperor", "storm": 12}
    place["map"] = {"Emperor": {"Arrakeen": 5}, "Fremen": {"Arrakeen": 5}}
    fight = {"act": "command", "command": "FightNext", "by": "Emperor", "territory": "Arrakeen", "against": "Fremen"}
    for seat, leader, why in (("Emperor", "Caid", emperor), ("Fremen", "Stilgar", fremen)):
        plan = {"act": "command", "command": "LockPlan", "by": seat, "dial": 2, "leader": leader, "support": support}
        case = {
            "rules": rules,
            "phase": "shipment",
            "situation": {**place, "events": [{"act": "battles"}, fight, plan]},
        }
        said = answer_line(json.dumps(case))
        assert said["legal"] is not bool(why) and said.get("error", {"why": ""})["why"].startswith(why), said
