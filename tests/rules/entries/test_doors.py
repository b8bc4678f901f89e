"""What a place asks of who comes in, at doors that counted by themselves before."""

from __future__ import annotations

import pytest

from referee.kernel import command_named
from referee.offers.offered import beyond, made_now
from tests.rules.entries.positions import Step, act, answer, played, refused

BG = "Bene Gesserit"
LENT = (act("LendField", "Richese", token=3), act("ShipByField", BG, normal=1, goal="Arrakeen"))
TWO = {"Emperor": {"Carthag": 2}, "Atreides": {"Carthag": 2}}


def test_2_02_13_a_no_field_that_was_lent_brings_no_fighters_beside_advisors() -> None:
    board: Step = {BG: {"Arrakeen": 1}, "Richese": {}, "Emperor": {"Arrakeen": 1}}
    allied: Step = {"alliances": [["Richese", BG]]}
    assert refused(answer(board, *LENT, **allied, calm={BG: ["Arrakeen"]})) == "2.02.13"
    assert refused(answer({**board, BG: {}}, *LENT, **allied)) == ""


def test_2_02_20_fighters_join_their_advisors_in_a_full_stronghold() -> None:
    board: Step = {BG: {"Carthag": 1, "Arsunt": 2, "Hagga Basin": 1}, **TWO}
    move = act("move", BG, forces=2, from_="Arsunt", to="Carthag")
    said = answer(board, move, calm={BG: ["Carthag"]}, storm=15)
    assert [(one["normal"], one["as"]) for one in said["map"][BG]["Carthag"]] == [(3, "advisors")]
    assert refused(answer({**board, BG: {"Arsunt": 2}}, move, storm=15)) == "1.06.05.09"


def test_4_04_13_a_fedaykin_comes_into_no_sector_in_storm() -> None:
    more: Step = {"tanks": {"Fremen": {"special": 1}}, "options": {"M4": "on"}, "phase": "revival"}
    joins = (act("revive_forces", "Fremen", special=1), act("SendFedaykin", "Fremen", goal="Sietch Tabr"))
    board: Step = {"Fremen": {"Sietch Tabr": 2}, "Emperor": {}}
    assert refused(answer(board, *joins, storm=13, **more)) == "1.06.03.04"
    assert refused(answer(board, *joins, storm=1, **more)) == ""


def test_2_12_12_the_aftermath_does_not_keep_a_sneak_attack_out() -> None:
    board: Step = {"Emperor": {"Rim Wall West": 2}, "Moritani": {}}
    lies: Step = {"terror": [{"token": "sneak_attack", "territory": "Arrakeen"}], "aftermath": "Arrakeen"}
    walks = act("move", "Emperor", forces=2, from_="Rim Wall West", to="Arrakeen")
    sneaks = (act("RevealTerror", "Moritani"), act("SneakIn", "Moritani", normal=3))
    assert refused(answer(board, walks, *sneaks, **lies)) == ""
    assert refused(answer(board, act("ship", "Emperor", forces=1, to="Arrakeen"), **lies)) == "2.12.08"


def test_1_06_07_what_comes_beside_an_ally_after_its_player_was_done_is_lost_when_the_phase_ends() -> None:
    board: Step = {"Moritani": {}, "Atreides": {"Old Gap": 2}, "Emperor": {}}
    lies: Step = {"terror": [{"token": "sneak_attack", "territory": "Old Gap"}]}
    enters = (*(act("done", one) for one in ("Moritani", "Atreides")), act("ship", "Emperor", forces=1, to="Old Gap"))
    sneaks = (act("RevealTerror", "Moritani"), act("SneakIn", "Moritani", normal=3), {"act": "battles"})
    said = answer(board, *enters, *sneaks, **lies, alliances=[["Moritani", "Atreides"]])
    assert (said["tanks"]["Moritani"]["normal"], said["tanks"]["Atreides"]["normal"]) == (3, 0)
    assert answer(board, *enters, *sneaks, **lies)["tanks"]["Moritani"]["normal"] == 0


def test_2_02_15_a_no_field_that_lay_there_when_the_phase_began_did_not_enter_in_it() -> None:
    board: Step = {BG: {"Arrakeen": 2}, "Richese": {}}
    token = {"by": "Richese", "territory": "Arrakeen", "token": 3}
    flip = act("flip", BG, territory="Arrakeen")
    assert refused(answer(board, flip, no_field=token)) == "2.02.15"
    assert refused(answer(board, act("LayField", "Richese", token=5, goal="Arrakeen"), flip)) == ""


MERIDIAN = {"discoveries": [{"token": "Jacurutu Sietch", "territory": "Meridian"}]}
WORLDS = {"options": {"M4": "on"}}
UNCOUNTED: dict[str, tuple[Step, tuple[Step, ...], Step]] = {
    "StepInside": (
        {"seat": "emperor", "place": "Jacurutu Sietch", "normal": 9},
        (act("RevealToken", "Emperor", place="Meridian"),), {"phase": "spice_collection", **MERIDIAN},
    ),
    "SendFedaykin": (
        {"seat": "fremen", "goal": "Red Chasm"}, (act("revive_forces", "Fremen", special=1),),
        {"phase": "revival", "tanks": {"Fremen": {"special": 1}}, **WORLDS},
    ),
    "RideFromElsewhere": (
        {"seat": "fremen", "normal": 2, "origin": "Red Chasm", "goal": "Arrakeen"}, (),
        {"phase": "spice_blow", "worm": "Sihaya Ridge", "nexus": "over", "nexus_cards": {"Fremen": ["Fremen"]}},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", UNCOUNTED)
def test_4_94_06_what_nobody_counts_is_on_the_button_too(name: str) -> None:
    words, before, more = UNCOUNTED[name]
    run, wrong = played({"Emperor": {"Carthag": 9}, "Fremen": {"Sietch Tabr": 5}}, *before, uncounted=True, **more)
    command = command_named(name, **words)
    made = [*made_now(type(command), words["seat"], run.referee, run.referee)]
    assert wrong is None and made and not [*beyond(command, made)]
