"""Revival of forces and leaders, with everything that factions and cards change about it."""

from __future__ import annotations

from typing import Any

import pytest

from referee.holdings.leaders import LeadersNoted
from referee.holdings.setup import TableSet
from referee.kernel import REFEREE, fold, sealed
from referee.phases.battle.events import CompanionNoted
from referee.phases.revival.leaders import leader_price
from referee.turn.phase_offers import may_return
from tests.kit import LEADERS, P

FREE = [
    ("A", 2, "2.01.04"), ("H", 2, "2.05.05"), ("E", 1, "2.03.03"), ("F", 3, "2.04.04"), ("B", 1, "2.02.04"),
    ("G", 1, "2.06.03"), ("I", 1, "2.07.04"),
]  # fmt: skip


@pytest.mark.parametrize(("who", "free", "rule"), FREE)
def test_1_05_01_01_so_many_are_free(who: str, free: int, rule: str) -> None:
    done = P(f"{who} 9", f"{who} revives 3", tanks=f"{who}5")
    price = 2 * (3 - free)
    assert (done.bank, done.back) == (price, f"{who}+3") and done.answer["spice"].popitem()[1] == 9 - price
    assert {rule, "1.05.01.01", "1.05.02"} <= done.rules


def test_1_05_01_three_a_turn() -> None:
    assert P("A 20", "A revives 4", tanks="A9").refused == ("REVIVAL_LIMIT", "1.05.01")
    assert P("A 20", "A revives 2 | A revives 2", tanks="A9").refused == ("REVIVAL_LIMIT", "1.05.01")


def test_1_05_01_no_more_than_lie_in_the_tanks() -> None:
    assert P("A 20", "A revives 3", tanks="A2").refused == ("NOT_IN_TANKS", "1.05.01")
    assert P("A 20", "A revives 1", tanks="A0").refused == ("NOT_IN_TANKS", "1.05.01")


def test_1_05_01_02_two_spice_for_each_other_force() -> None:
    done = P("A 10", "A revives 2 | A revives 1", tanks="A9")
    assert (done.spice, done.bank) == ("A-2", 2) and {"1.05.01.02", "1.05.01.03"} <= done.rules


def test_1_05_01_02_not_without_the_spice() -> None:
    done = P("G 3", "G revives 3", tanks="G5")
    assert done.refused == ("NOT_ENOUGH_SPICE", "1.05.01.02") and (done.spice, done.back) == ("", "")


def test_1_12_02_bribes_do_not_pay_for_a_revival() -> None:
    done = P("A 0", "A revives 3", tanks="A5", front="A4")
    assert done.refused == ("NOT_ENOUGH_SPICE", "1.12.02") and done.answer["front_of_shield"] == {"Atreides": 4}


@pytest.mark.parametrize(("who", "rule"), [("E", "2.03.11"), ("F", "2.04.20")])
def test_2_03_11_and_2_04_20_one_starred_force_a_turn(who: str, rule: str) -> None:
    assert P(f"{who} 9", f"{who} revives 0+2", tanks=f"{who}3+3").refused == ("ELITE_LIMIT", rule)
    assert P(f"{who} 9", f"{who} revives 0+1 | {who} revives 0+1", tanks=f"{who}3+3").refused == ("ELITE_LIMIT", rule)
    assert P(f"{who} 9", f"{who} revives 2+1", tanks=f"{who}3+3").back == f"{who}+2+1"


def test_2_03_10_a_sardaukar_costs_what_a_force_costs() -> None:
    assert P("E 9", "E revives 2+1", tanks="E3+3").spice == "E-4"


def test_2_04_11_the_ally_of_the_fremen_revives_three_free() -> None:
    done = P("F 3 | G 0", "F grants G | G revives 3", allies="FG", tanks="G5")
    assert (done.spice, done.back) == ("", "G+3") and "2.04.11" in done.rules


def test_2_04_11_only_the_ally_and_only_by_fremen() -> None:
    assert P("F 3 | G 0", "F grants G").refused == ("NOT_ALLIED", "2.04.11")
    assert P("A 3 | G 0", "A grants G", allies="AG").refused == ("NOT_ELIGIBLE", "1.05.01.01")


@pytest.mark.parametrize("steps", ["F grants G | A stops GRANT | G revives 3", "F grants G | G revives 3 | A stops"])
def test_2_04_11_karama_takes_the_grant_away(steps: str) -> None:
    done = P("F 3 | G 6 | A 1", steps, allies="FG", tanks="G5")
    assert (done.spice, done.bank, done.back) == ("G-4", 4, "G+3")


def test_2_03_07_the_emperor_pays_for_three_more() -> None:
    done = P("E 9 | H 4", "H revives 3 | E revives 3 for H", allies="EH", tanks="H9")
    assert (done.spice, done.bank, done.back) == ("E-6 H-2", 8, "H+6") and "2.03.07" in done.rules


def test_2_03_07_not_four_not_for_others_and_nobody_else() -> None:
    assert P("E 9 | H 4", "E revives 4 for H", allies="EH", tanks="H9").refused == ("REVIVAL_LIMIT", "2.03.07")
    assert P("E 9 | H 4", "E revives 1 for H", tanks="H9").refused == ("NOT_ALLIED", "2.03.07")
    assert P("A 9 | H 4", "A revives 1 for H", allies="AH", tanks="H9").refused == ("NOT_ELIGIBLE", "1.05.01.03")
    assert P("E 5 | H 4", "E revives 3 for H", allies="EH", tanks="H9").refused[0] == "NOT_ENOUGH_SPICE"


def test_2_03_07_karama_undoes_it() -> None:
    done = P("E 9 | H 4", "E revives 3 for H | H stops ALLY_REVIVAL", allies="EH", tanks="H9")
    assert (done.spice, done.bank, done.back) == ("", 0, "")


def test_1_14_02_once_a_game_three_forces_free_on_top() -> None:
    done = P("E 9", "E revives 3 | E great 3", tanks="E9")
    assert (done.spice, done.back) == ("E-4", "E+6") and {"1.14.02", "1.13.06"} <= done.rules
    assert done.answer["cards_discarded"] == {"Emperor": ["Karama"]}


def test_1_14_02_its_limits() -> None:
    assert P("E 9", "E great 4", tanks="E9").refused == ("REVIVAL_LIMIT", "1.14.02")
    assert P("E 9", "E great 1 | E great 1", tanks="E9").refused == ("NOT_ELIGIBLE", "1.13.06")
    assert P("E 9", "E great 1", tanks="E9", rules="basic").refused == ("NOT_ELIGIBLE", "1.14.02")
    assert P("A 9", "A great 1", tanks="A9").refused == ("NOT_ELIGIBLE", "1.14.02")
    assert P("E 9", "E great 1", tanks="E9", hand={"E": ["Shield"]}).refused == ("CARD_NOT_HELD", "3.01.11.05")


def test_3_01_20_the_ghola_brings_five_forces_besides_the_others() -> None:
    done = P("A 9", "A ghola 5 | A revives 3", tanks="A9")
    assert (done.spice, done.back) == ("A-2", "A+8") and "3.01.20" in done.rules
    assert done.answer["cards_discarded"] == {"Atreides": ["Tleilaxu Ghola"]}


def test_3_01_20_not_six_nor_without_the_card_nor_two_sardaukar() -> None:
    assert P("A 9", "A ghola 6", tanks="A9").refused == ("REVIVAL_LIMIT", "3.01.20")
    assert P("A 9", "A ghola 0", tanks="A9").refused == ("REVIVAL_LIMIT", "3.01.20"), "no card is laid down for nobody"
    assert P("A 9", "A ghola 2", tanks="A9", hand={"A": ["Shield"]}).refused == ("CARD_NOT_HELD", "3.01.20")
    assert P("E 9", "E ghola 0+2", tanks="E3+3").refused == ("ELITE_LIMIT", "2.03.11")
    assert P("A 9", "A ghola 5", tanks="A3").refused == ("NOT_IN_TANKS", "1.05.01")


def own(up: list[str], down: list[str], pool: list[str], died: tuple[str, ...] | list[str] = ()) -> dict[str, Any]:
    return {"A": {"face_up": up, "face_down": down, "pool": pool, "died_before": list(died)}}


def test_1_05_03_01_a_leader_costs_the_strength() -> None:
    done = P("A 10", "A leader Duncan Idaho 2", leaders=own(LEADERS, [], []))
    assert (done.spice, done.bank, done.answer["pool_gains"]) == ("A-2", 2, {"Atreides": ["Duncan Idaho"]})
    assert {"1.05.03.01", "1.05.03.02", "1.05.03.03"} <= done.rules


def test_1_05_03_not_while_a_leader_lives_who_never_died() -> None:
    done = P("A 10", "A leader Thufir Hawat 5", leaders=own(LEADERS[:3], [], LEADERS[3:], LEADERS[3:4]))
    assert done.refused == ("LEADERS_ACTIVE", "1.05.03")


def test_1_05_03_when_all_have_died_once() -> None:
    assert P("A 10", "A leader thufir HAWAT 5", leaders=own(LEADERS[:1], [], LEADERS[1:], LEADERS[1:])).spice == "A-5"


def test_1_05_03_one_a_turn_and_only_from_the_tanks() -> None:
    two = P("A 20", "A leader Thufir Hawat 5 | A leader Jessica 5", leaders=own(LEADERS, [], []))
    assert two.refused == ("LEADER_LIMIT", "1.05.03") and two.spice == "A-5"
    assert P("A 9", "A leader Dr. Yueh 1", leaders=own([], [], LEADERS)).refused == ("NOT_IN_TANKS", "1.05.03")
    assert P("H 9", "H leader Stilgar 7").refused == ("NOT_ELIGIBLE", "1.05.03")


def test_1_05_03_02_nobody_owes_a_leader() -> None:
    assert P("A 4", "A leader Thufir Hawat 5", leaders=own(LEADERS, [], [])).refused == (
        "NOT_ENOUGH_SPICE",
        "1.05.03.01",
    )


@pytest.mark.parametrize(("up", "pool"), [(LEADERS[1:], []), ([], LEADERS[1:]), (LEADERS[1:2], LEADERS[2:])])
def test_1_05_04_face_down_until_the_others_have_died_again(up: list[str], pool: list[str]) -> None:
    done = P("A 10", "A leader Thufir Hawat 5", leaders=own(up, LEADERS[:1], pool, LEADERS))
    assert done.refused == ("FACE_DOWN", "1.05.04")


def test_1_05_04_then_any_of_them() -> None:
    assert P("A 10", "A leader Thufir Hawat 5", leaders=own([], LEADERS, [])).spice == "A-5"


def test_3_01_20_the_ghola_asks_nothing_of_the_other_leaders() -> None:
    for place in (own(LEADERS[:1], [], LEADERS[1:]), own(LEADERS[1:2], LEADERS[:1], LEADERS[2:])):
        done = P("A 0", "A ghola Thufir Hawat", leaders=place)
        assert done.answer["pool_gains"] == {"Atreides": ["Thufir Hawat"]} and done.spice == ""


def test_1_14_02_or_one_leader() -> None:
    place = {"E": {"face_up": [], "face_down": ["Caid"], "pool": ["Bashar"]}}
    assert P("E 0", "E great Caid", leaders=place).answer["pool_gains"] == {"Emperor": ["Caid"]}


SLEEPER = "Kwisatz Haderach"
DEAD = [
    TableSet("", "advanced", 5, ("atreides", "emperor"), ("Atreides", "Emperor"), "atreides"),
    LeadersNoted("atreides", (), tuple(LEADERS), sealed((), "atreides"), ()),
]


def test_2_01_14_the_kwisatz_haderach_takes_the_leader_revival() -> None:
    place = own([*LEADERS, SLEEPER], [], [])
    done = P("A 10", f"A leader {SLEEPER} 2", leaders=place)
    assert (done.spice, done.answer["kh_alive"], done.answer["pool_gains"]) == ("A-2", True, {})
    assert P("A 10", f"A leader {SLEEPER} 2 | A leader Thufir Hawat 5", leaders=place).refused[0] == "LEADER_LIMIT"


def test_2_01_14_it_costs_two_though_its_token_names_no_strength() -> None:
    place = own([*LEADERS, SLEEPER], [], [])
    assert P("A 10", f"A leader {SLEEPER} 0", leaders=place).spice == "A-2"
    assert P("A 1", f"A leader {SLEEPER} 0", leaders=place).refused[1] == "2.01.14"


def test_2_01_14_like_a_leader_and_for_atreides_alone() -> None:
    done = P("A 10", f"A leader {SLEEPER} 2", leaders=own([*LEADERS[:4], SLEEPER], [], LEADERS[4:]))
    assert done.refused == ("LEADERS_ACTIVE", "1.05.03") and done.answer["kh_alive"] is False
    assert P("H 10", f"H leader {SLEEPER} 2").refused == ("NOT_ELIGIBLE", "2.01.14")


def test_2_01_14_it_is_revived_only_from_the_tanks_and_awake() -> None:
    assert P("A 10", f"A leader {SLEEPER} 2", leaders=own(LEADERS, [], [])).refused == ("NOT_IN_TANKS", "1.05.03")
    table = fold([*DEAD, CompanionNoted("atreides", sealed(9, "atreides"), False, "", ("2.01.13",))], REFEREE)
    assert may_return(table, "atreides")[SLEEPER] == 0 and leader_price(table, "atreides", SLEEPER, 0) == 2
    assert SLEEPER not in may_return(fold(DEAD, REFEREE), "atreides")


def test_2_01_15_it_never_holds_a_leader_back() -> None:
    for place in (own(LEADERS, [], [SLEEPER]), own([SLEEPER], LEADERS, [])):
        assert P("A 10", "A leader Thufir Hawat 5", leaders=place).spice == "A-5"


def test_2_07_09_a_cyborg_costs_three() -> None:
    assert P("I 9", "I revives 1+1", tanks="I3+3").spice == "I-2"
    assert P("I 9", "I revives 0+2", tanks="I3+3").spice == "I-3"


def test_2_08_06_no_cap_and_2_08_08_half_price() -> None:
    done = P("T 9", "T revives 5", tanks="T9")
    assert (done.spice, done.bank, done.back) == ("T-3", 3, "T+5") and {"2.08.06", "2.08.08"} <= done.rules
    assert P("T 9", "T leader Master Zaaf 3").spice == "T-2"


def test_2_08_09_the_tleilaxu_are_paid_and_2_08_10_earn_on_free_ones() -> None:
    done = P("A 9 | T 0", "A revives 2 | A revives 1", tanks="A9")
    assert (done.spice, done.bank) == ("A-2 T+3", -1)
    assert P("A 9 | T 0", "A leader Thufir Hawat 5", leaders=own(LEADERS, [], [])).spice == "A-5 T+5"
    assert P("A 9 | T 0", "A ghola 5", tanks="A9").spice == "T+1"


def test_4_93_14_zoal_costs_three_or_half_of_it() -> None:
    assert P("T 9", "T leader Zoal X").spice == "T-3" and P("T 9", "T leader Zoal X", T14="half").spice == "T-2"
    assert "2.08.13" in P("T 9", "T leader Zoal X").rules and P("T 2", "T leader Zoal X").refused[1] == "2.08.13"


def test_4_93_15_their_own_free_revival_may_pay_too() -> None:
    tanks = {"tanks": "T5 A5"}
    assert P("T 9 | A 9", "T revives 2 | A revives 2", **tanks).spice == "T+1"  # type: ignore[arg-type]
    assert P("T 9 | A 9", "T revives 2 | A revives 2", T15="own", **tanks).spice == "T+2"  # type: ignore[arg-type]
