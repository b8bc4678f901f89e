"""Spice on the board, captured leaders, gifts and bribes."""

from __future__ import annotations

import pytest

from tests.kit import SAND, P


def left(done: P) -> int:
    return int(done.answer["territory_spice_after"][SAND])


@pytest.mark.parametrize(("forces", "gain"), [(1, 2), (3, 6), (4, 8), (9, 8)])
def test_1_08_02_and_1_08_03_two_a_force_as_far_as_it_goes_and_the_rest_stays(forces: int, gain: int) -> None:
    done = P("A 0", f"A collects {forces}", lying=8)
    assert (done.spice, done.bank, left(done)) == (f"A+{gain}", 0, 8 - gain)
    assert ("1.08.03" in done.rules) == (gain < 8)


@pytest.mark.parametrize(("cities", "gain"), [(["Arrakeen"], 6), (["Carthag"], 6), (["Tuek's Sietch"], 4)])
def test_1_08_02_three_with_a_city(cities: list[str], gain: int) -> None:
    assert P("A 0", "A collects 2", lying=8, rules="basic", cities={"A": cities}).spice == f"A+{gain}"
    done = P("A 0 | H 0", "A collects 2", lying=8, rules="basic", cities={"H": cities} | {"A": []})
    assert done.spice == "A+4"


@pytest.mark.parametrize("word", ["apart", "elsewhere"])
def test_1_08_01_only_from_the_sector_of_the_spice(word: str) -> None:
    done = P("A 0", f"A collects 2 {word}", lying=8)
    assert done.refused == ("NOTHING_TO_COLLECT", "1.08.01") and left(done) == 8


def test_1_08_01_nothing_where_nothing_lies_or_nobody_stands() -> None:
    assert P("A 0", "A collects 2").refused == ("NOTHING_TO_COLLECT", "1.08.01")
    assert P("A 0", "A collects 0", lying=8).refused == ("NOTHING_TO_COLLECT", "1.08.01")


def test_2_02_12_advisors_collect_nothing() -> None:
    assert P("B 0", "B collects 2 advisors", lying=8).refused == ("NOTHING_TO_COLLECT", "2.02.12")


def test_2_07_07_a_cyborg_collects_three() -> None:
    assert P("I 0", "I collects 1+1", lying=8).spice == "I+5"


CITIES = {"H": ["Carthag", "Tuek's Sietch"]}


@pytest.mark.parametrize("steps", ["H collects 2 Carthag", "H collects 2 Carthag | H collects 1 Tuek's Sietch"])
def test_1_13_01_every_stronghold_pays_once(steps: str) -> None:
    done = P("H 0", steps, cities=CITIES)
    assert (done.spice, done.bank) == ("H+3", -3) and "1.13.01" in done.rules


def test_1_13_01_beside_what_lies_in_the_sand() -> None:
    done = P("H 0", "H collects 2", cities=CITIES, lying=10)
    assert (done.spice, done.bank, left(done)) == ("H+9", -3, 4)


def test_1_13_01_not_in_the_basic_game() -> None:
    assert P("H 0", "H collects 2 Carthag", cities=CITIES, rules="basic").refused[0] == "NOTHING_TO_COLLECT"
    assert P("H 0", "H collects 2 Carthag").spice == "H+2"


def test_1_13_01_everybody_who_stands_there_without_being_asked() -> None:
    assert P("H 0 | A 0", "", cities={**CITIES, "A": ["Arrakeen"]}, phase="spice_collection").spice == "H+3 A+2"


def test_1_01_03_the_storm_takes_the_spice() -> None:
    done = P("A 0", "storm", lying=8)
    assert (done.bank, left(done)) == (8, 0) and "1.01.03" in done.rules


def test_1_02_05_so_does_the_worm() -> None:
    done = P("A 0", "worm", lying=8)
    assert (done.bank, left(done)) == (8, 0) and "1.02.05" in done.rules


def test_1_14_03_and_the_worm_that_fremen_call() -> None:
    done = P("F 0", "F great worm", lying=8)
    assert (done.bank, left(done)) == (8, 0) and "1.14.03" in done.rules


def test_1_02_04_a_blow_brings_spice_unless_the_icon_lies_in_storm() -> None:
    assert (P("A 0", "blow 8", lying=2).bank, left(P("A 0", "blow 8", lying=2))) == (-8, 10)
    assert (P("A 0", "blow 8 hidden", lying=2).bank, left(P("A 0", "blow 8 hidden", lying=2))) == (0, 2)


def test_2_05_10_01_two_spice_whatever_the_strength() -> None:
    done = P("H 0 | F 0", "H kills Stilgar", leaders={"F": {"pool": ["Stilgar"]}})
    assert (done.spice, done.bank) == ("H+2", -2) and {"2.05.10.01", "2.05.12"} <= done.rules
    assert done.answer["leader_goes_to"] == {"Stilgar": "Tleilaxu Tanks, face down"}


def test_2_05_10_nobody_else_and_nobody_of_their_own() -> None:
    assert P("A 0", "A kills Stilgar").refused == ("NOT_ELIGIBLE", "1.07.06.03")
    assert P("H 0", "H kills Feyd-Rautha").refused == ("NOT_ELIGIBLE", "2.05.10.00")
    assert P("H 0 | F 0", "H kills Stilgar | F stops CAPTURED_LEADERS").spice == ""


def test_1_12_02_a_bribe_lies_in_front_of_the_shield() -> None:
    done = P("A 9 | H 0", "A bribes H 4 | H bribes A 1")
    assert done.refused == ("NOT_ENOUGH_SPICE", "1.12.01") and done.spice == "A-4"
    assert done.answer["front_of_shield"] == {"Harkonnen": 4}


def test_1_09_01_until_the_mentat_pause() -> None:
    done = P("A 9 | H 0", "A bribes H 4 | H takes", front="H3")
    assert (done.spice, done.bank, done.answer["front_of_shield"]) == ("A-4 H+7", 0, {"Harkonnen": 0})


def test_1_12_01_allies_do_not_bribe_each_other() -> None:
    assert P("A 9 | H 0", "A bribes H 4", allies="AH").refused == ("BRIBE_BETWEEN_ALLIES", "1.12.01")


@pytest.mark.parametrize(("phase", "rule"), [("setup", "1.12.04"), ("mentat_pause", "1.12.05")])
def test_1_12_04_and_1_12_05_not_at_every_time(phase: str, rule: str) -> None:
    assert P("A 9 | H 0", "A bribes H 4", phase=phase).refused == ("NO_BRIBES_NOW", rule)


def test_4_93_11_a_table_may_pay_bribes_at_once_or_not_at_all() -> None:
    done = P("A 9 | H 0", "A bribes H 4", T11="immediate")
    assert (done.spice, done.answer["front_of_shield"]) == ("A-4 H+4", {"Harkonnen": 0})
    assert P("A 9 | H 0", "A bribes H 4", T11="none").refused == ("NO_BRIBES_NOW", "4.93.11")


def test_2_03_06_the_emperor_gives_to_his_ally_at_once() -> None:
    done = P("E 9 | H 0", "E gives H 4", allies="EH")
    assert (done.spice, done.answer["front_of_shield"]) == ("E-4 H+4", {})


def test_2_03_06_and_1_10_02_03_nobody_else_gives() -> None:
    assert P("E 9 | H 0", "E gives H 4").refused == ("NOT_ALLIED", "2.03.06")
    assert P("E 9 | H 9", "H gives E 4", allies="EH").refused == ("GIFT_NOT_ALLOWED", "1.10.02.03")
    assert P("E 3 | H 9", "E gives H 4", allies="EH").refused[0] == "NOT_ENOUGH_SPICE"


def test_2_05_11_with_no_leader_of_their_own_the_other_captive_goes_home() -> None:
    own = ["Feyd-Rautha", "Beast Rabban", "Piter de Vries", "Captain Iakin Nefud", "Umman Kudu"]
    held = {"H": {"face_up": own, "pool": ["Stilgar", "Chani"]}, "F": {"pool": ["Jamis"]}}
    done = P("H 0 | F 0", "H kills Stilgar", leaders=held)
    assert done.answer["leader_goes_to"] == {"Stilgar": "Tleilaxu Tanks, face down", "Chani": "Fremen leader pool"}
    held["H"] = {"face_up": own[1:], "pool": [own[0], "Stilgar", "Chani"]}
    assert "Chani" not in P("H 0 | F 0", "H kills Stilgar", leaders=held).answer["leader_goes_to"]
