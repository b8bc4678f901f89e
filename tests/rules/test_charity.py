"""Starting spice and CHOAM charity."""

from __future__ import annotations

import pytest

from referee.offers.waiting import duties_of
from referee.phases.charity import ClaimCharity
from referee.turn.next_phase import onward
from tests.kit import LiveTable, P

START = [
    ("A", 10, "2.01.01"), ("H", 10, "2.05.01"), ("E", 10, "2.03.01"), ("F", 3, "2.04.01"), ("B", 5, "2.02.01"),
    ("G", 5, "2.06.01"), ("I", 10, "2.07.01"), ("T", 5, "2.08.01"),
]  # fmt: skip


@pytest.mark.parametrize(("who", "spice", "rule"), START)
def test_0_12_everybody_takes_what_the_sheet_says(who: str, spice: int, rule: str) -> None:
    done = P(f"{who} 0", f"{who} starts", phase="setup")
    assert (done.spice, done.bank) == (f"{who}+{spice}", -spice) and {rule, "0.12"} <= done.rules


def test_0_12_only_once() -> None:
    assert P("A 0", "A starts | A starts", phase="setup").refused == ("ALREADY_CLAIMED", "0.12")


@pytest.mark.parametrize(("held", "gain"), [(0, 2), (1, 1)])
def test_1_03_01_a_poor_purse_is_filled_up_to_two(held: int, gain: int) -> None:
    done = P(f"A {held}", "A claims")
    assert (done.spice, done.bank) == (f"A+{gain}", -gain) and "1.03.01" in done.rules


@pytest.mark.parametrize("held", [2, 3, 40])
def test_1_03_01_two_are_too_many(held: int) -> None:
    done = P(f"A {held}", "A claims")
    assert done.refused == ("NOT_ELIGIBLE", "1.03.01") and (done.spice, done.bank) == ("", 0)


def test_1_03_01_spice_in_front_of_the_shield_does_not_count() -> None:
    assert P("A 1", "A claims", front="A7").spice == "A+1"


def test_1_03_02_once_a_turn_even_when_poor_again() -> None:
    done = P("A 0 | H 5", "A claims | A bribes H 2 | A claims")
    assert done.refused == ("ALREADY_CLAIMED", "1.03.02") and done.spice == ""


@pytest.mark.parametrize("held", [0, 1, 2, 9])
def test_2_02_09_the_bene_gesserit_always_get_two(held: int) -> None:
    done = P(f"B {held}", "B claims")
    assert (done.spice, done.bank) == ("B+2", -2) and "2.02.09" in done.rules


@pytest.mark.parametrize("held", [0, 19])
def test_2_02_09_their_phone_asks_them_to_claim_whatever_they_hold_and_others_only_if_they_are_poor(held: int) -> None:
    sitting = LiveTable(spice=held, phase="choam_charity")
    said = {seat: duties_of(sitting.screen(seat), seat)[0].words for seat in ("bene_gesserit", "fremen")}
    assert said == {"bene_gesserit": "claim charity", "fremen": "claim charity, if you have fewer than 2 spice"}


def test_1_03_01_nobody_is_held_to_claim_and_the_table_reads_that_the_poor_still_may() -> None:
    sitting = LiveTable(spice=19, phase="choam_charity")
    asked = {seat: duties_of(sitting.screen(seat), seat)[0].asks for seat in ("bene_gesserit", "fremen")}
    assert asked == {"bene_gesserit": "", "fremen": "0 or 1 spice? Claim charity"}
    sitting.do(ClaimCharity("bene_gesserit"))
    made = onward(sitting.public)
    assert made.small == "Anyone with fewer than 2 spice may still claim charity." and made.lead and not made.sure


def test_2_02_09_not_in_the_basic_game() -> None:
    assert P("B 9", "B claims", rules="basic").refused == ("NOT_ELIGIBLE", "1.03.01")


def test_2_02_09_karama_stops_it_for_the_rich() -> None:
    done = P("B 9 | A 3", "B claims | A stops CHARITY")
    assert (done.spice, done.bank) == ("", 0) and done.answer["legal"]
    assert done.answer["cards_discarded"] == {"Atreides": ["Karama"]} and "3.01.11.01" in done.rules


def test_2_02_09_the_poor_are_then_like_anybody() -> None:
    assert P("B 1 | A 3", "B claims | A stops CHARITY").spice == "B+1"
    assert P("B 1 | A 3", "B claims | A stops CHARITY | B claims").spice == "B+1"


def test_3_01_11_02_nothing_is_prevented_whose_star_stands_after_it() -> None:
    done = P("B 9 | A 3", "A prevents CHARITY | B claims")
    assert done.refused == ("NOT_ELIGIBLE", "3.01.11.02") and done.answer["cards_discarded"] == {}


# -- CHOAM in the game --------------------------------------------------------------------------------


SIX = "C 2 | A 0 | H 5 | E 5 | F 5 | G 5"


@pytest.mark.parametrize("steps", ["", "C claims"])
def test_2_09_03_choam_take_two_for_every_faction(steps: str) -> None:
    done = P(SIX, steps, phase="choam_charity")
    assert (done.spice, done.bank) == ("C+12", -12) and "2.09.03" in done.rules


def test_2_09_03_their_claim_is_taken_once() -> None:
    assert P(SIX, "C claims | C claims", phase="choam_charity").refused[0] == "ALREADY_CLAIMED"


def test_2_09_04_what_others_claim_is_paid_by_choam() -> None:
    assert P(SIX, "A claims", phase="choam_charity").spice == "C+10 A+2"
    assert P(SIX, "A claims | C claims").spice == "C+10 A+2"


def test_2_09_03_karama_comes_before_it() -> None:
    hand = {"H": ["Karama"]}
    done = P("C 1 | A 0 | H 5", "H prevents CHARITY | C claims", phase="choam_charity", hand=hand)
    assert done.spice == "C+1" and done.answer["cards_discarded"] == {"Harkonnen": ["Karama"]}
    late = P("C 1 | A 0 | H 5", "C claims | H stops CHARITY", phase="choam_charity", hand=hand)
    assert late.refused == ("NOT_ELIGIBLE", "3.01.11.01") and late.spice == "C+6"
