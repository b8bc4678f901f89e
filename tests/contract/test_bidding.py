"""`referee play --json`: what a script of a bidding phase answers, step by step."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.cli.play import answer_line
from tests.kit import (
    OPEN,
    PLAIN_PURSES,
    RESTART,
    THREE,
    code_of,
    last_state,
    play_script,
    script_case,
)

# -- dealing and turns --------------------------------------------------------------------------------


def test_declaration_and_deal() -> None:
    first, second = play_script("A 10 1 | H 10 8 | E 10 4 | F 0", OPEN)
    assert first["declared"] == {"Atreides": 1, "Harkonnen": 8, "Emperor": 4, "Fremen": 0}
    assert (first["turn"], first["card"], first["opener"], first["row"]) == (None, None, None, [])
    assert (second["cards_dealt"], second["row"], second["eligible"]) == (2, ["c1", "c2"], ["Atreides", "Fremen"])
    assert (second["card"], second["opener"], second["turn"], second["high_bid"]) == (
        "c1",
        "Atreides",
        "Atreides",
        None,
    )
    assert second["deck_top_after"] == [f"c{n}" for n in range(3, 10)] and second["phase"] == "bidding"


@pytest.mark.parametrize(
    ("script", "wanted", "rule"),
    [
        ("deal", "DECLARE_FIRST", "1.04.01"),
        ("A 1", "DECLARE_FIRST", "1.04.01"),
        ("declare | A 1", "NOT_YOUR_TURN", "1.04.05"),
        (f"{OPEN} | H 1", "NOT_YOUR_TURN", "1.04.06.01"),
        (f"{OPEN} | H -", "NOT_YOUR_TURN", "1.04.06.01"),
        (f"{OPEN} | H !", "NOT_YOUR_TURN", "1.04.06.01"),
        (f"{OPEN} | A 0", "BID_TOO_LOW", "1.04.06.01"),
        (f"{OPEN} | A -1", "BID_TOO_LOW", "1.04.06.01"),
        (f"{OPEN} | A 2.5", "BID_NOT_WHOLE", "1.04.06.01"),
        (f"{OPEN} | A 3 | H 3", "BID_TOO_LOW", "1.04.06.01"),
        (f"{OPEN} | A 11", "BID_EXCEEDS_SPICE", "1.04.06.03"),
        (f"{OPEN} | A refuse_hand H", "MUST_ANSWER", "1.04.10"),
        ("A support H 1", "NOT_ALLIED", "1.10.02.04"),
        (f"{OPEN} | A karama overbid", "CARD_NOT_HELD", "3.01.11.04"),
        ("A play_card Hajr", "CARD_NOT_HELD", "3.00.02"),
        (f"{OPEN} | A karama take_card", "CARD_NOT_HELD", "3.01.11.04"),
        (f"{OPEN} | A pay A1", "NOT_YOUR_TURN", "1.04.06.02"),
        (f"{OPEN} | A cannot_pay", "NOT_YOUR_TURN", "1.04.06.03"),
        ("H gift A 1", "GIFT_NOT_ALLOWED", "1.10.02.03"),
        ("E gift A 1", "NOT_ALLIED", "2.03.06"),
        ("A bribe H 11", "NOT_ENOUGH_SPICE", "1.12.01"),
        ("F karama prevent TOP_CARD", "CARD_NOT_HELD", "3.01.11"),
        ("declare | declare", "NOT_YOUR_TURN", "1.04.06"),
    ],
)
def test_refusals(script: str, wanted: str, rule: str) -> None:
    states = play_script(f"{THREE} | F 10", script)
    assert (code_of(states[-1]), states[-1]["error"]["rule"]) == (wanted, rule) and states[-1]["error"]["why"]
    same = ("turn", "high_bid", "spice", "hand_counts", "phase", "row")
    assert len(states) < 2 or {key: states[-1][key] for key in same} == {key: states[-2][key] for key in same}


def test_hands_over_the_limit_are_not_declared() -> None:
    over = play_script("A 9 5 (Hajr) | H 9 8", "declare | deal | A play_card Hajr | declare | deal")
    assert over[0]["error"]["rule"] == "1.04.02" and [code_of(s) for s in over[:2]] == [
        "HAND_OVER_LIMIT",
        "DECLARE_FIRST",
    ]
    assert over[2]["discarded"] == {"Atreides": ["Hajr"]} and code_of(over[3]) == "" and over[4]["cards_dealt"] == 0
    assert over[4]["phase"] == "over"
    assert last_state("H 9 9 | A 1", "declare")["error"]["rule"] == "2.05.07"


def test_whole_bids_in_another_notation_are_whole() -> None:
    record = script_case(THREE, f"{OPEN} | A 1")
    record["script"][-1]["amount"] = 3.0
    assert answer_line(json.dumps(record))["steps"][-1]["high_bid"] == {"faction": "Atreides", "amount": 3}


def test_full_hands_are_told_so_before_they_are_told_to_wait() -> None:
    state = last_state("A 9 | F 9 4 | G 9", f"{OPEN} | F 2")
    assert (code_of(state), state["error"]["rule"], state["turn"]) == ("HAND_FULL", "1.04.03", "Atreides")
    assert code_of(last_state("A 9 | F 9 4 | G 9", f"{OPEN} | F -")) == "NOT_YOUR_TURN"


def test_passed_players_may_bid_again() -> None:
    states = play_script(PLAIN_PURSES, f"{OPEN} | A - | F 2 | G 3 | A 4 | F - | G -")
    assert states[4]["turn"] == "Atreides" and states[-1]["won"]["price"] == 4
    final = play_script(PLAIN_PURSES, f"{OPEN} | A - | F 2 | G 3", options={"B1": "pass is final for this card"})
    assert final[-1]["turn"] == "Fremen"


def test_absent_players_pass_without_a_step_and_stay_eligible() -> None:
    states = play_script(PLAIN_PURSES, f"A absent | {OPEN} | F 1 | G - | A present | A absent")
    assert (states[2]["cards_dealt"], states[2]["opener"], states[2]["turn"]) == (3, "Atreides", "Fremen")
    assert (
        states[4]["won"]["faction"] == "Fremen"
        and states[4]["opener"] == "Fremen"
        and "Atreides" in states[2]["eligible"]
    )
    assert not any(map(code_of, states))


def test_the_opening_moves_on_and_the_phase_ends() -> None:
    states = play_script("A 9 | F 9", f"{OPEN} | A 1 | F - | F 2 | A -")
    assert (states[3]["opener"], states[3]["card"], states[3]["row"]) == ("Fremen", "c2", ["c2"])
    assert (states[-1]["phase"], states[-1]["returned_to_deck"], states[-1]["turn"]) == ("over", [], None)
    assert (states[-1]["eligible"], states[-1]["card"], states[-1]["high_bid"]) == ([], None, None)
    assert code_of(last_state("A 9 | F 9", f"{OPEN} | A 1 | F - | F 2 | A - | A 3")) == "NOT_YOUR_TURN"


def test_unwanted_cards_return_in_dealt_order() -> None:
    state = last_state(PLAIN_PURSES, f"{OPEN} | A 1 | F - | G - | F - | G - | A -")
    assert state["returned_to_deck"] == ["c2", "c3"] and state["deck_top_after"][:3] == ["c2", "c3", "c4"]


def test_hands_fill_up_in_mid_phase() -> None:
    state = last_state("A 9 3 | F 9 3", f"{OPEN} | A 1 | F - | F 1", deck_top=["c1", "c2", "c3"])
    assert (state["phase"], state["returned_to_deck"], state["eligible"]) == ("over", [], [])
    state = last_state("H 9 6 | F 9 4 | G 9 3", f"{OPEN} | H 1 | G - | G 1")
    assert (state["phase"], state["hand_counts"]["Harkonnen"]) == ("over", 8)


def test_a_discard_in_mid_phase_opens_the_bidding_again() -> None:
    states = play_script("A 9 | F 9 4 (Hajr) | G 9", f"{OPEN} | F play_card Hajr | A 1 | F 2")
    assert (
        states[2]["eligible"] == ["Atreides", "Fremen", "Spacing Guild"]
        and states[4]["high_bid"]["faction"] == "Fremen"
    )
    assert states[1]["cards_dealt"] == 2


def test_a_short_deck_is_finished_from_the_discards() -> None:
    state = last_state(PLAIN_PURSES, OPEN, deck_top=["c1"], discard_pile=["x", "y", "z"])
    assert state["row"][0] == "c1" and set(state["row"] + state["deck_top_after"]) == {"c1", "x", "y", "z"}
    assert last_state(PLAIN_PURSES, OPEN, deck_top=["c1"])["row"] == ["c1"]


def test_cards_with_one_name_stay_apart() -> None:
    states = play_script("A 9 | F 9 (a/b)", f"{OPEN} | A 1 | F - | F play_card a/b", deck_top=["a/b", "a/b"])
    assert states[1]["row"] == ["a/b", "a/b"] and states[-1]["discarded"] == {"Fremen": ["a/b"]}
    assert states[-1]["hand_counts"] == {"Atreides": 1, "Fremen": 0}


# -- paying -------------------------------------------------------------------------------------------


def test_the_winner_pays_at_once_unless_a_payment_is_coming() -> None:
    states = play_script(THREE, f"{OPEN} | A 3 | H - | E -")
    assert states[-1]["won"] == {"faction": "Atreides", "price": 3, "paid": {"Atreides": 3}, "paid_to": {"Emperor": 3}}
    assert states[-1]["sold_to"] is None and states[-1]["bonus_card"] is None
    states = play_script(THREE, f"{OPEN} | A 3 | H - | E - | A ask_hand H | A pay A3")
    assert (states[4]["sold_to"], states[4]["won"]) == ({"faction": "Atreides", "price": 3}, None)
    assert (states[4]["card"], states[4]["turn"], states[5]["answer"]) == ("c1", None, {"of": "Harkonnen", "count": 0})
    assert states[6]["won"]["paid"] == {"Atreides": 3} and states[6]["card"] == "c2"


def test_an_emperor_pays_the_bank() -> None:
    assert last_state("E 9 | A 9", f"{OPEN} | E 3 | A -")["won"]["paid_to"] == {"bank": 3}


@pytest.mark.parametrize(
    ("pay", "wanted"),
    [
        ("A4", "FULL_PRICE"),
        ("A6", "FULL_PRICE"),
        ("A2 H3 E0", ""),
        ("A3 H2", "BID_EXCEEDS_SPICE"),
        ("A2 F3", "NOT_ALLIED"),
        ("A1 H4", "SUPPORT_EXCEEDS_SPICE"),
        ("A2.5 H2.5", "FULL_PRICE"),
        ("with Hajr", "NOT_A_KARAMA"),
        ("with Karama", "CARD_NOT_HELD"),
        ("A6 H-1", "FULL_PRICE"),
    ],
)
def test_shares(pay: str, wanted: str) -> None:
    script = f"H support A 3 | {OPEN} | A 5 | H - | E - | F - | A pay {pay}"
    states = play_script("A 2 (Hajr) | H 5 | E 9 | F 9", script, alliances=[["Atreides", "Harkonnen"]])
    assert code_of(states[-1]) == wanted
    assert (states[-1]["sold_to"] is None) == (wanted == "")


def test_a_refused_payment_is_settled_before_the_next_bid() -> None:
    states = play_script(PLAIN_PURSES, f"{OPEN} | A 5 | F - | G - | A pay A4 | F 1")
    assert code_of(states[5]) == "FULL_PRICE" and states[5]["sold_to"]["price"] == 5
    assert states[6]["won"]["paid"] == {"Atreides": 5} and states[6]["high_bid"] == {"faction": "Fremen", "amount": 1}


def test_support_makes_the_limit_and_shrinks_with_the_purse() -> None:
    script = f"H support A 5 | H bribe E 3 | {OPEN} | H support A 0 | H support A 3 | A 5"
    states = play_script("A 2 | H 5 | E 9", script, alliances=[["Atreides", "Harkonnen"]])
    assert [state["limit"]["Atreides"] for state in states[:5]] == [7, 4, 4, 4, 2]
    assert code_of(states[5]) == "SUPPORT_EXCEEDS_SPICE" and code_of(states[6]) == "BID_EXCEEDS_SPICE"
    assert states[1]["front_of_shield"]["Emperor"] == 3 and states[1]["spice"]["Emperor"] == 9


def test_a_promise_is_not_used_up_by_one_card() -> None:
    script = f"H support A 3 | {OPEN} | A 5 | H - | E - | H 1 | E - | A -"
    states = play_script("A 2 | H 9 | E 9", script, alliances=[["Atreides", "Harkonnen"]])
    assert states[5]["won"]["paid"] == {"Atreides": 2, "Harkonnen": 3} and states[5]["limit"]["Atreides"] == 3


def test_a_gift_is_the_allys_own_spice() -> None:
    states = play_script("A 2 | E 9", f"E gift A 4 | {OPEN} | A 6 | E -", alliances=[["Emperor", "Atreides"]])
    assert states[0]["spice"] == {"Atreides": 6, "Emperor": 5} and states[-1]["spice"] == {"Atreides": 0, "Emperor": 11}


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        ({}, "NOT_ALLIED"),
        ({"variants": {"bid_limit": "refuse", "emperor_subsidy": True}}, ""),
        ({"variants": {}}, "NOT_ALLIED"),
        ({"options": {"B3": "all"}}, ""),
        ({"variants": {"emperor_subsidy": False}}, "NOT_ALLIED"),
    ],
)
def test_the_emperor_backs_strangers_where_the_table_says_so(more: dict[str, Any], wanted: str) -> None:
    assert code_of(last_state("A 2 | E 9", "E support A 3", **more)) == wanted


def test_option_b3_own_only_leaves_allies_out() -> None:
    pair = {"alliances": [["Atreides", "Harkonnen"]], "options": {"B3": "own only"}}
    state = last_state("A 2 | H 9", f"{OPEN} | H support A 5", **pair)
    assert (code_of(state), state["limit"]["Atreides"]) == ("NOT_ALLIED", 2) and "Options" in state["error"]["why"]


def test_without_variants_the_house_rules_hold() -> None:
    record = script_case("A 2 | E 9", f"E support A 3 | {OPEN} | A 5 | E -")
    del record["variants"]
    state = answer_line(json.dumps(record))["steps"][-1]
    assert state["won"]["paid"] == {"Atreides": 2, "Emperor": 3} and state["spice"] == {"Atreides": 0, "Emperor": 11}


def test_between_allies_no_bribe() -> None:
    assert (
        code_of(last_state("A 2 | E 9", "E bribe A 3", alliances=[["Emperor", "Atreides"]])) == "BRIBE_BETWEEN_ALLIES"
    )


# -- restart ------------------------------------------------------------------------------------------


def test_any_bid_is_accepted_and_the_same_card_comes_up_again() -> None:
    states = play_script(
        "A 9 | F 3 | G 9", f"{OPEN} | A 1 | F 6 | G - | A - | F cannot_pay | F 1 | A 1 | G - | F 1", **RESTART
    )
    assert states[5]["sold_to"] == {"faction": "Fremen", "price": 6}
    assert states[6]["restart"] == {"card": "c1", "barred": ["Fremen"]} and states[6]["high_bid"] is None
    assert (states[6]["opener"], states[6]["eligible"]) == ("Atreides", ["Atreides", "Spacing Guild"])
    assert code_of(states[7]) == "BARRED" and states[9]["won"]["price"] == 1 and states[9]["eligible"][1] == "Fremen"
    assert states[10]["high_bid"]["faction"] == "Fremen"


def test_without_a_word_a_winner_who_cannot_pay_is_found_out() -> None:
    state = last_state("A 9 | F 3 | G 9", f"{OPEN} | A 1 | F 6 | G - | A -", **RESTART)
    assert state["restart"]["barred"] == ["Fremen"] and state["won"] is None


def test_who_can_pay_pays() -> None:
    state = last_state("A 9 | F 8 | G 9", f"{OPEN} | A 1 | F 6 | G - | A - | F cannot_pay", **RESTART)
    assert code_of(state) == "FULL_PRICE" and state["sold_to"]["faction"] == "Fremen"


def test_two_offenders_and_a_barred_opener() -> None:
    script = f"{OPEN} | A 20 | F - | G - | F 20 | G - | G 1"
    states = play_script("A 9 | F 3 | G 9", script, **RESTART)
    assert states[4]["opener"] == "Fremen" and states[6]["restart"]["barred"] == ["Atreides", "Fremen"]
    assert states[7]["won"]["faction"] == "Spacing Guild" and len(states[7]["eligible"]) == 3


def test_nobody_is_left_to_bid() -> None:
    state = last_state("A 1 | F 9 4", f"{OPEN} | A 5", **RESTART)
    assert (state["phase"], state["returned_to_deck"]) == ("over", ["c1"]) and state["restart"]["card"] == "c1"


# -- Harkonnen and Atreides ---------------------------------------------------------------------------


@pytest.mark.parametrize(("held", "bonus", "count"), [(0, "c3", 2), (5, "c3", 7), (6, "c3", 8), (7, None, 8)])
def test_the_extra_card(held: int, bonus: str | None, count: int) -> None:
    state = last_state(f"H 9 {held} | A 9", f"{OPEN} | H 2 | A -")
    assert (state["bonus_card"] or {}).get("card") == bonus and state["hand_counts"]["Harkonnen"] == count


def test_atreides_looks_at_each_card_when_it_is_up() -> None:
    states = play_script("A 9 4 | H 9 | E 9", f"{OPEN} | H 1 | E -")
    assert [state["sees_card"] for state in states] == [[], ["Atreides"], ["Atreides"], ["Atreides"]]
    assert last_state("H 9 | E 9", OPEN)["sees_card"] == []
    assert not any(state["public_view_names_cards"] for state in states)


def test_the_look_is_prevented_for_the_card_now_up_or_else_the_next() -> None:
    line, stop = "A 9 | F 9 (Karama; Karama) | G 9", "F karama prevent BIDDING_PRESCIENCE"
    now = play_script(line, f"{OPEN} | {stop} | A 1 | F - | G -")
    assert [state["sees_card"] for state in now[1:]] == [["Atreides"], [], [], [], ["Atreides"]]
    assert now[2]["discarded"] == {"Fremen": ["Karama"]} and now[2]["revealed"] and now[2]["hand_counts"]["Fremen"] == 1
    late = play_script(line, f"{OPEN} | A 1 | {stop} | F - | G - | F 1 | G - | A -")
    assert [state["sees_card"] for state in late[2:]] == [
        ["Atreides"],
        ["Atreides"],
        ["Atreides"],
        [],
        [],
        [],
        ["Atreides"],
    ]
    assert play_script(line, f"{stop} | {OPEN}")[-1]["sees_card"] == []
    assert play_script(line, f"{OPEN} | F karama cancel BIDDING_PRESCIENCE")[-1]["sees_card"] == []
