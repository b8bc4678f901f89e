"""Shipment: price, payee, who helps, and the ways of Guild, Fremen and Bene Gesserit."""

from __future__ import annotations

import pytest

from tests.kit import P


@pytest.mark.parametrize(("step", "price"), [("A ships 4 city", 4), ("A ships 4 sand", 8), ("A ships 1 sand", 2)])
def test_1_06_03_01_one_into_a_stronghold_two_elsewhere(step: str, price: int) -> None:
    done = P("A 9", step)
    assert (done.spice, done.bank) == (f"A-{price}", price) and {"1.06.03.01", "1.06.03.02"} <= done.rules


def test_1_06_03_the_forces_leave_the_reserves() -> None:
    assert P("A 9", "A ships 4 city").back == "A-4"


def test_1_06_03_01_not_without_the_spice() -> None:
    done = P("A 9", "A ships 5 sand")
    assert done.refused == ("NOT_ENOUGH_SPICE", "1.06.03.01") and (done.spice, done.back) == ("", "")


def test_1_06_02_once_a_turn() -> None:
    assert P("A 9", "A ships 1 city | A ships 1 city").refused == ("NOT_ELIGIBLE", "1.06.02")


def test_2_06_04_others_pay_the_guild() -> None:
    done = P("A 9 | G 0", "A ships 5 city")
    assert (done.spice, done.bank) == ("A-5 G+5", 0) and "2.06.04" in done.rules


def test_2_06_04_karama_sends_one_payment_to_the_bank() -> None:
    done = P("A 9 | H 9 | G 0", "A ships 5 city | A stops PAYMENT_FOR_SHIPMENT | H ships 1 city")
    assert (done.spice, done.bank) == ("A-5 H-1 G+1", 5)


@pytest.mark.parametrize(("step", "price"), [("3 city", 2), ("3 sand", 3), ("1 city", 1), ("6 city", 3)])
def test_2_06_06_the_guild_pays_half_to_the_bank(step: str, price: int) -> None:
    done = P("A 9 | G 9", f"G ships {step}")
    assert (done.spice, done.bank) == (f"G-{price}", price) and "2.06.06" in done.rules


def test_2_06_06_karama_makes_it_pay_in_full_or_stay() -> None:
    assert P("A 9 | G 9", "G ships 6 city | A stops HALF_PRICE_SHIPPING").spice == "G-6"
    stayed = P("A 9 | G 4", "G ships 6 city | A stops HALF_PRICE_SHIPPING")
    assert (stayed.spice, stayed.back, stayed.answer["legal"]) == ("", "", True)
    assert P("A 9 | G 4", "G ships 6 city | A stops HALF_PRICE_SHIPPING | G ships 4 city").spice == "G-4"


def test_2_06_09_the_ally_pays_half_to_the_guild_if_it_wants_to() -> None:
    assert P("A 9 | G 0", "A ships 3 city half", allies="AG").spice == "A-2 G+2"
    assert P("A 9 | G 0", "A ships 3 city", allies="AG").spice == "A-3 G+3"
    assert P("A 9 | G 0", "A ships 3 city half").refused == ("NOT_ALLIED", "1.06.03.01")


@pytest.mark.parametrize("ability", ["HALF_PRICE_SHIPPING", "ALLY_HALF_PRICE"])
def test_2_06_09_karama_stops_it(ability: str) -> None:
    assert P("A 9 | G 0 | H 0", f"A ships 3 city half | H stops {ability}", allies="AG").spice == "A-3 G+3"


def test_2_06_05_01_across_the_board_at_half_price() -> None:
    done = P("A 9 | G 9", "G crosses 5 city")
    assert (done.spice, done.bank, done.back) == ("G-3", 3, "") and "2.06.05.01" in done.rules
    assert P("A 9 | G 9", "G crosses 5 city | A stops CROSS_SHIP").spice == ""


def test_2_06_10_the_ally_crosses_too_and_nobody_else() -> None:
    assert P("A 9 | G 9", "A crosses 5 city", allies="AG").spice == "A-5 G+5"
    assert P("A 9 | G 9", "A crosses 5 city half", allies="AG").spice == "A-3 G+3"
    assert P("A 9 | G 9", "A crosses 5 city").refused == ("NOT_ALLIED", "1.06.03")
    assert P("A 9", "A crosses 5 city").refused == ("NOT_ELIGIBLE", "1.06.03")


@pytest.mark.parametrize(("forces", "price"), [(4, 2), (5, 3), (1, 1)])
def test_2_06_07_home_for_one_spice_for_two(forces: int, price: int) -> None:
    done = P("G 9", f"G leaves {forces}")
    assert (done.spice, done.bank, done.back) == (f"G-{price}", price, f"G+{forces}")


def test_1_06_04_and_2_06_05_02_nobody_else_goes_home() -> None:
    assert P("A 9 | G 9", "A leaves 4", allies="AG").refused == ("NOT_ELIGIBLE", "1.06.04")
    assert P("A 9 | G 9", "G leaves 4 | A stops OFF_PLANET").spice == ""


def test_3_01_11_03_karama_ships_at_half_price_paid_to_the_bank() -> None:
    done = P("A 9 | G 0", "A ships 5 city karama")
    assert (done.spice, done.bank) == ("A-3", 3) and "3.01.11.03" in done.rules
    assert done.answer["cards_discarded"] == {"Atreides": ["Karama"]}


def test_3_01_11_03_never_a_quarter() -> None:
    assert P("A 9 | G 0", "A ships 4 city karama half", allies="AG").spice == "A-2"
    assert P("A 9 | G 9", "G ships 4 city karama").spice == "G-2"


def test_3_01_11_03_needs_the_card_or_what_counts_as_one() -> None:
    assert P("A 9", "A ships 4 city karama", hand={"A": ["Baliset"]}).refused == ("CARD_NOT_HELD", "3.00.02")
    done = P("B 9", "B ships 4 city karama", hand={"B": ["Baliset"]})
    assert done.spice == "B-2" and done.answer["cards_discarded"] == {"Bene Gesserit": ["Baliset"]}


@pytest.mark.parametrize("words", ["pays A9,H2", "offers H3", "pays A9,H2 offers H2"])
def test_1_10_02_05_an_ally_pays_a_part(words: str) -> None:
    done = P("A 9 | H 9 | G 0", f"A ships 11 city {words}", allies="AH")
    assert done.spice == "A-9 H-2 G+11" and "1.10.02.05" in done.rules


def test_1_10_02_05_the_ally_may_be_the_carrier() -> None:
    assert P("A 9 | G 5", "A ships 5 city pays A3,G2", allies="AG").spice == "A-3 G+3"


def test_1_10_02_05_its_limits() -> None:
    assert P("A 9 | H 9", "A ships 11 city pays A9,H2").refused == ("NOT_ALLIED", "1.10.02.05")
    assert P("A 9 | H 9", "A ships 11 city pays A8,H3 offers H2", allies="AH").refused[0] == "NOT_ENOUGH_SPICE"
    assert P("A 9 | H 1", "A ships 11 city offers H5", allies="AH").refused[0] == "NOT_ENOUGH_SPICE"
    assert P("A 9 | H 9", "A ships 5 city pays A3,H1", allies="AH").refused[0] == "NOT_ENOUGH_SPICE"
    assert P("A 9 | H 9", "A ships 5 city pays A5,H1", allies="AH").refused[0] == "FULL_PRICE"


def test_2_04_03_fremen_do_not_ship() -> None:
    assert P("F 9 | G 0", "F ships 3 city").refused == ("NO_NORMAL_SHIPMENT", "2.04.03")
    assert P("F 9 | G 0", "F ships 3 city karama").refused == ("NO_NORMAL_SHIPMENT", "2.04.03")


def test_2_04_05_they_send_free() -> None:
    done = P("F 9 | G 0", "F sends 7")
    assert (done.spice, done.bank, done.back) == ("", 0, "F-7") and "2.04.05" in done.rules
    assert P("A 9", "A sends 7").refused[0] == "NOT_ELIGIBLE"
    assert P("F 9", "F sends 7 | F sends 1").refused == ("NOT_ELIGIBLE", "1.06.02")


def test_2_02_05_one_goes_along_free() -> None:
    done = P("A 9 | B 0", "A ships 4 city | B goes Polar Sink", rules="basic")
    assert (done.spice, done.back) == ("A-4", "A-4 B-1") and "2.02.05" in done.rules
    assert P("A 9 | B 0", "A ships 4 city | B goes Polar Sink | B goes Polar Sink").refused[0] == "NOT_ELIGIBLE"


@pytest.mark.parametrize("before", ["F sends 3", "G crosses 2 city", "B ships 2 city", "G leaves 2"])
def test_2_02_05_only_with_a_ship_of_others_from_off_the_planet(before: str) -> None:
    assert P("F 9 | G 9 | B 9", f"{before} | B goes Polar Sink").refused == ("NOT_ELIGIBLE", "2.02.05")


def test_2_02_11_or_to_the_same_place_in_the_advanced_game() -> None:
    assert P("A 9 | B 0", "A ships 4 city | B goes Arrakeen").back == "A-4 B-1"
    assert P("A 9 | B 0", "A ships 4 city | B goes Carthag").refused == ("NOT_ELIGIBLE", "2.02.11")
    assert P("A 9 | B 0", "A ships 4 city | B goes Arrakeen", rules="basic").refused[0] == "NOT_ELIGIBLE"


@pytest.mark.parametrize("place", ["Polar Sink", "Arrakeen"])
def test_2_02_05_karama_stops_one_send(place: str) -> None:
    done = P("A 9 | B 0", f"A ships 4 city | B goes {place} | A stops SPIRITUAL_ADVISORS")
    assert done.back == "A-4" and done.answer["legal"]


def test_1_14_05_the_guild_stops_a_shipment_before_it_lands() -> None:
    done = P("A 9 | G 0", "A ships 4 city | G great A")
    assert (done.spice, done.back) == ("", "") and "1.14.05" in done.rules
    assert P("A 9 | G 0", "G great A | A ships 4 city").refused == ("NOT_ELIGIBLE", "1.14.05")
    assert P("F 9 | G 0", "F sends 4 | G great F").refused == ("NOT_ELIGIBLE", "1.14.05")


def test_2_00_04_a_power_without_a_star_is_safe() -> None:
    done = P("E 9 | H 0 | A 0", "E gives H 4 | A stops GIFT", allies="EH")
    assert done.refused == ("NOT_ELIGIBLE", "3.01.11.01") and done.spice == "E-4 H+4"
    assert P("B 9 | A 3", "B claims | B stops CHARITY").refused[0] == "NOT_ELIGIBLE"


def test_1_10_02_05_what_the_ally_leaves_of_the_price_is_told_as_such() -> None:
    short = P("A 2 | H 9", "A ships 5 city offers H2", allies="AH")
    assert short.refused[0] == "NOT_ENOUGH_SPICE"
    assert short.answer["error"]["why"].startswith("The rest of the price is 3 spice, and Atreides have 2.")
    split = P("A 9 | H 1", "A ships 5 city pays A2,H3", allies="AH")
    assert split.answer["error"]["why"].startswith("The share of Harkonnen is 3 spice, and Harkonnen have 1.")
