"""`referee play --json`: Karama in a script of a bidding phase."""

from __future__ import annotations

import pytest

from tests.kit import OPEN, code_of, last_state, play_script


def test_an_over_bid_stays_hidden_when_outbid() -> None:
    states = play_script("A 2 (Karama) | F 20 | G 9", f"{OPEN} | A karama overbid | A 9 | F 10 | G - | A -")
    assert states[2]["limit"]["Atreides"] is None and not any(state["revealed"] for state in states)
    assert states[-1]["hand_counts"]["Atreides"] == 1 and states[-1]["discarded"] == {}
    assert not any(state["public_view_names_cards"] for state in states)


def test_an_over_bidder_who_can_pay_keeps_the_karama() -> None:
    state = last_state("A 9 (Karama) | F 9", f"{OPEN} | A karama overbid | A 5 | F -")
    assert state["won"]["paid"] == {"Atreides": 5} and not state["revealed"] and state["hand_counts"]["Atreides"] == 2


def test_an_over_bidder_who_cannot_pays_by_karama() -> None:
    state = last_state("A 2 (Karama) | F 9", f"{OPEN} | A karama overbid | A 5 | F -")
    assert (state["won"]["paid"], state["revealed"], state["discarded"]) == ({}, True, {"Atreides": ["Karama"]})


def test_karama_takes_the_card_on_turn() -> None:
    states = play_script("A 2 (Karama) | H 9 | E 9", f"{OPEN} | A 1 | H 3 | E - | A karama take_card | H - | E - | A -")
    assert states[5]["won"] == {"faction": "Atreides", "price": 0, "paid": {}, "paid_to": {}}
    assert (states[5]["opener"], states[5]["card"], states[5]["spice"]["Harkonnen"]) == ("Harkonnen", "c2", 9)
    assert states[-1]["phase"] == "over"


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("F 9 | A 2 (Karama)", "NOT_YOUR_TURN"),
        ("F 9 | A 2 4 (Karama)", "HAND_FULL"),
        ("A 2 4 (Karama) | F 9", "HAND_FULL"),
    ],
)
def test_when_karama_takes_no_card(line: str, wanted: str) -> None:
    assert code_of(last_state(line, f"{OPEN} | A karama take_card")) == wanted


def test_options_of_karama() -> None:
    room = {"options": {"B12": "playing it makes room", "B11": "any time"}}
    assert last_state("F 9 | A 2 4 (Karama)", f"{OPEN} | A karama take_card", **room)["hand_counts"]["Atreides"] == 4
    instead = {"options": {"B11": "instead"}}
    states = play_script("A 9 (Karama) | F 9", f"{OPEN} | A 3 | F - | A karama take_card | F 1", **instead)
    assert (
        states[3]["sold_to"]
        and (states[4]["won"]["price"], states[4]["won"]["paid"]) == (3, {})
        and states[4]["spice"]["Atreides"] == 9
    )


def test_harkonnen_draws_for_a_card_taken_and_may_be_stopped() -> None:
    line = "H 2 (Karama) | A 9 (Karama)"
    assert last_state(line, f"{OPEN} | H karama take_card")["bonus_card"] == {
        "faction": "Harkonnen",
        "card": "c3",
    }
    states = play_script(line, f"{OPEN} | H karama take_card | A karama cancel TOP_CARD")
    assert states[-1]["bonus_card"] is None and states[-1]["hand_counts"] == {"Harkonnen": 1, "Atreides": 0}


def test_a_payment_is_stopped_after_it_was_made_at_once() -> None:
    line = "A 9 | E 9 | F 9 (Karama)"
    states = play_script(
        line, f"{OPEN} | A 3 | E - | F - | F karama cancel PAYMENT_FOR_TREACHERY | E - | F 2 | A - | E -"
    )
    assert states[4]["won"]["paid_to"] == {"Emperor": 3} and states[5]["won"]["paid_to"] == {"bank": 3}
    assert states[5]["spice"] == {"Atreides": 6, "Emperor": 9, "Fremen": 9} and states[5]["turn"] == "Emperor"
    assert states[-1]["won"]["paid_to"] == {"Emperor": 2}


def test_a_payment_is_stopped_before_it_is_made() -> None:
    line, stop = "A 9 | E 9 | F 9 (Karama)", "F karama cancel PAYMENT_FOR_TREACHERY"
    waiting = play_script(line, f"{OPEN} | A 3 | E - | F - | {stop} | A pay A3")
    assert waiting[5]["sold_to"] and waiting[6]["won"]["paid_to"] == {"bank": 3}
    phase = play_script(
        line, f"{OPEN} | A 3 | E - | F - | {stop} | E - | F 1 | A - | E -", options={"K1": "rest of the phase"}
    )
    assert phase[-1]["won"]["paid_to"] == {"bank": 1}


def test_stopping_the_payment_for_the_last_card() -> None:
    states = play_script("A 9 | E 9 4 | F 9 4 (Karama)", f"{OPEN} | A 3 | F karama cancel PAYMENT_FOR_TREACHERY")
    assert states[2]["phase"] == "over" and states[3]["won"]["paid_to"] == {"bank": 3}
    assert states[3]["spice"]["Emperor"] == 9 and states[3]["phase"] == "over"


def test_the_hand_that_stopped_a_payment_is_no_longer_full() -> None:
    line = "A 9 | E 9 | F 9 4 (Karama)"
    state = last_state(line, f"{OPEN} | A 3 | E - | F karama cancel PAYMENT_FOR_TREACHERY")
    assert state["eligible"] == ["Atreides", "Emperor", "Fremen"] and state["cards_dealt"] == 2


def test_what_happened_in_between_still_happens() -> None:
    line = "A 9 | H 9 | E 9 | F 9 (Karama)"
    script = (
        f"{OPEN} | H absent | E absent | A 3 | F - | A bribe F 2 | F ask_hand A | F karama cancel PAYMENT_FOR_TREACHERY"
    )
    state = last_state(line, script)
    assert state["spice"] == {"Atreides": 4, "Harkonnen": 9, "Emperor": 9, "Fremen": 9}
    assert state["front_of_shield"]["Fremen"] == 2 and state["won"]["paid_to"] == {"bank": 3}

    script = f"{OPEN} | H absent | E absent | A 3 | F - | A bribe F 2 | F ask_hand A"
    script += " | F karama cancel PAYMENT_FOR_TREACHERY"


def test_worthless_cards_of_the_bene_gesserit() -> None:
    script = f"{OPEN} | B karama overbid Kulon | B 9 | F - | B pay with Kulon"
    state = last_state("B 2 (Kulon) | F 9", script, rules="advanced")
    assert (state["discarded"], state["won"]["paid"]) == ({"Bene Gesserit": ["Kulon"]}, {})
    assert code_of(last_state("B 2 (Kulon) | F 9", f"{OPEN} | B karama overbid Kulon")) == "NOT_A_KARAMA"
    assert (
        code_of(last_state("F 2 (Kulon) | B 9", f"{OPEN} | F karama overbid Kulon", rules="advanced")) == "NOT_A_KARAMA"
    )
    real = last_state("B 2 (Kulon; Karama) | F 9", f"{OPEN} | B karama take_card", rules="advanced")
    assert real["discarded"] == {"Bene Gesserit": ["Karama"]}


def test_the_great_swap_spends_a_karama_and_keeps_the_counts() -> None:
    state = last_state("H 9 3 (Karama) | F 9 2", f"{OPEN} | H karama special F", rules="advanced")
    assert state["discarded"] == {"Harkonnen": ["Karama"]} and state["hand_counts"] == {"Harkonnen": 2, "Fremen": 2}
    assert code_of(last_state("H 9 3 (Karama) | F 9 2", f"{OPEN} | H karama special F")) != ""


@pytest.mark.parametrize("power", ["TOP_CARD", "PAYMENT_FOR_TREACHERY"])
def test_3_01_11_02_a_power_with_its_star_behind_it_is_not_prevented(power: str) -> None:
    line = "H 2 | E 9 | A 9 (Karama)"
    state = last_state(line, f"{OPEN} | A karama prevent {power}")
    assert state["error"]["rule"] == "3.01.11.02" and state["hand_counts"]["Atreides"] == 1


@pytest.mark.parametrize("power", ["TOP_CARD", "PAYMENT_FOR_TREACHERY", "BIDDING_PRESCIENCE"])
@pytest.mark.parametrize("before", ["declare", f"{OPEN} | H -", f"{OPEN} | H - | E - | F 1 | A - | H - | E -"])
def test_3_01_11_01_a_power_that_nobody_uses_is_not_cancelled(power: str, before: str) -> None:
    before = f"{before} | H - | E -" if before.endswith("E -") else before
    state = last_state(
        "H 2 | E 9 | F 9 | A 9 (Karama)", f"{before} | F karama cancel {power}".replace("F kar", "A kar")
    )
    if power == "BIDDING_PRESCIENCE":
        state = last_state("H 2 | A 9 | F 9 (Karama)", f"declare | F karama cancel {power}")
    assert (code_of(state), state["error"]["rule"]) == ("NOT_NOW", "3.01.11.01")
    assert "Karama" not in str(state["discarded"]) and not state["revealed"]
