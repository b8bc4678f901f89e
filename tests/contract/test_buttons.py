"""`referee play --json`: whatever the table screen can do with Richese, Ixians and CHOAM, a script can do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.cli.play import answer_line
from referee.contract.table_acts import BUTTONS, NAMES
from referee.kernel import commands
from tests.kit import script_case

LINE = "R 5 | F 9 | G 9 | E 9"
Step = dict[str, Any]
CACHE = {"act": "sell_cache", "by": "Richese", "card": "Stone Burner", "style": "once", "when": "first"}


def run(line: str, *steps: Step, **more: Any) -> list[Any]:
    """Return the states of a script of which the hands are counted first."""
    record = {**script_case(line, "declare", rules="advanced", **more), "script": [{"act": "declare"}, *steps]}
    said = answer_line(json.dumps(record))
    assert "error" not in said, said
    return list(said["steps"])[1:]


def bids(*said: str) -> list[Step]:
    names = {"R": "Richese", "F": "Fremen", "G": "Spacing Guild", "E": "Emperor", "I": "Ixian", "H": "Harkonnen"}
    made = []
    for words in said:
        who, what = words.split()
        bid = {"act": "pass"} if what == "-" else {"act": "bid", "amount": int(what)}
        made.append({**bid, "by": names[who]})
    return made


def test_every_button_is_a_command_of_the_table() -> None:
    assert all(made.command in commands() for made in BUTTONS.values()) and len({*NAMES}) == len(NAMES)


def test_2_10_04_the_row_waits_for_the_cache() -> None:
    waits, none, dealt = run(LINE, {"act": "deal"}, {"act": "no_cache"}, {"act": "deal"})
    assert waits["error"]["code"] == "NOT_NOW" and "cache" in waits["waits_for"]
    assert "waits_for" not in none and dealt["cards_dealt"] == 4


def test_2_10_04_what_is_said_of_a_row_that_is_one_card_shorter_is_true() -> None:
    dealt = run(LINE, CACHE, {"act": "deal"})[1]
    said = next(line["sentence"] for line in dealt["because"] if "dealt" in line["sentence"])
    assert (
        said == "3 cards dealt."
        and dealt["cards_dealt"] == 3
        and "2.10.04" in {line["rule"] for line in dealt["because"]}
    )
    said = [line["sentence"] for line in run("F 9 | G 9", {"act": "deal"})[0]["because"]]
    assert "2 cards dealt, one for each player with room in hand." in said


def test_2_10_05_once_around_richese_are_paid() -> None:
    states = run(LINE, CACHE, {"act": "deal"}, *bids("F 2", "G -", "E 3", "R -"))
    assert states[1]["card"] == "Stone Burner" and states[1]["turn"] == "Fremen"
    assert states[-1]["won"]["paid_to"] == {"Richese": 3} and states[-1]["spice"]["Richese"] == 8


def test_2_10_06_sealed_bids_are_opened_together() -> None:
    seals = [{"act": "seal", "by": who, "amount": n} for who, n in (("Fremen", 4), ("Spacing Guild", 6))]
    states = run(LINE, {**CACHE, "style": "silent"}, {"act": "deal"}, *seals, {"act": "open_bids"})
    assert states[2]["sealed"] == ["Fremen"] and states[2]["high_bid"] is None
    assert states[-1]["won"]["faction"] == "Spacing Guild" and states[-1]["won"]["price"] == 6


@pytest.mark.parametrize(("keep", "held"), [(True, 1), (False, 0)])
def test_2_10_08_what_nobody_wants(keep: bool, held: int) -> None:
    none = bids("F -", "G -", "E -")
    states = run(LINE, CACHE, {"act": "deal"}, *none, {"act": "keep_unsold", "by": "Richese", "keep": keep})
    assert states[-1]["hand_counts"]["Richese"] == held and states[-1]["card"] == "c1"


def test_2_10_15_the_black_market() -> None:
    sells = {"act": "black_market", "by": "Richese", "card": "Hajr", "style": "once", "said": "Karama"}
    record = {
        **script_case("R 5 (Hajr) | F 9 | G 9", "declare", rules="advanced"),
        "script": [sells, *bids("F 1", "G -", "R -")],
    }
    states = answer_line(json.dumps(record))["steps"]
    assert states[-1]["won"]["paid_to"] == {"Richese": 1} and states[-1]["hand_counts"]["Richese"] == 0


def test_2_10_04_karama_prevents_the_sale_and_not_a_second_time() -> None:
    stop = {"act": "karama", "by": "Fremen", "use": "prevent", "ability": "CACHE_SALE"}
    states = run("R 5 | F 9 (Karama) | G 9 | E 9", stop, CACHE, {"act": "deal"})
    assert states[0]["discarded"] == {"Fremen": ["Karama"]} and states[1]["error"]["rule"] == "3.01.11.02"
    assert states[2]["cards_dealt"] == 4


def test_2_10_16_a_card_of_the_cache_for_three() -> None:
    buys = {"act": "buy_cache", "by": "Richese", "card": "Karama"}
    state = run("R 5 (Karama) | F 9 | G 9", buys)[0]
    assert state["spice"]["Richese"] == 2 and state["hand_counts"]["Richese"] == 1


def test_2_07_06_and_2_07_16_ixians_sort_the_row_and_swap_a_card() -> None:
    line = "I 5 (Hajr) | F 9 | G 9"
    look, back = (
        {"act": "look_through", "by": "Ixian"},
        {"act": "lay_back", "by": "Ixian", "card": "c2", "place": "top"},
    )
    swap = {"act": "technology", "by": "Ixian", "card": "Hajr"}
    states = run(line, look, back, {"act": "deal"}, swap, *bids("I -"))
    assert states[1]["deck_top_after"][3] == "c2" or "c2" in states[1]["deck_top_after"]
    assert states[2]["cards_dealt"] == 3 and states[3]["card"] == "Hajr" and states[3]["hand_counts"]["Ixian"] == 1
    assert run(line, {"act": "no_sorting"}, look)[1]["error"]["code"] == "NOT_NOW"
    alone = run(line, {"act": "no_sorting", "by": "Ixian"}, {"act": "deal"})
    assert "error" not in alone[0] and alone[1]["row"] == ["c1", "c2", "c3"]


def test_2_09_06_choam_turn_a_card_into_spice() -> None:
    state = run("C 2 (Kulon; Hajr) | F 9", {"act": "turn_into_spice", "by": "CHOAM", "card": "Kulon"})[0]
    assert state["spice"]["CHOAM"] == 4 and state["discarded"] == {"CHOAM": ["Kulon"]}


@pytest.mark.parametrize("phase", ["any", "mentat_pause"])
def test_2_09_06_choam_keep_one_of_three_alike_in_a_position(phase: str) -> None:
    turn = {"act": "turn_into_spice", "by": "CHOAM", "card": "Shield"}
    place = {"players": ["CHOAM"], "spice": {"CHOAM": 1}, "hand": {"CHOAM": ["Shield"] * 3}, "events": [turn] * 3}
    said = answer_line(json.dumps({"id": "x", "phase": phase, "rules": "basic", "situation": place}))
    assert (said["legal"], said["error"]["rule"], said["spice"], said["bank_delta"]) == (
        *(False, "2.09.07"),
        {"CHOAM": 7},
        -6,
    )


def test_any_other_button_goes_by_the_name_of_its_command() -> None:
    warn = {"act": "command", "command": "Warn", "by": "Fremen", "bid_only": True}
    said = run(LINE, warn)
    assert "error" not in said[0]


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"act": "command", "command": "Nonsense"}, "No button of the table is called 'Nonsense'."),
        ({"act": "command", "command": "SetTable"}, "cannot be read"),
        ({"act": "command", "command": "Warn", "by": "Fremen", "x": 1}, "has no field 'x'"),
        ({"act": "seal", "by": "Fremen"}, "fill in the amount"),
        ({"act": "seal", "by": "Fremen", "amount": "many"}, "as a number"),
        ({"act": "seal", "by": "Fremen", "amount": []}, "must be a number"),
        ({"act": "command", "by": "Fremen"}, "The name of a command must be a text."),
    ],
)
def test_what_cannot_be_read_is_a_sentence(step: Step, words: str) -> None:
    said = answer_line(json.dumps({**script_case(LINE, "declare"), "script": [step]}))
    assert said["error"]["code"] == "BAD_INPUT" and words in said["error"]["why"], said


def test_2_09_10_a_position_knows_the_buttons_too() -> None:
    place = {
        "players": ["CHOAM", "Fremen"],
        "spice": {"CHOAM": 2},
        "events": [{"act": "inflation", "by": "CHOAM", "side": "double"}],
    }
    record = {"id": "x", "phase": "mentat_pause", "rules": "advanced", "situation": place}
    said = answer_line(json.dumps(record))
    assert said["legal"] and "2.09.10" in {line["rule"] for line in said["because"]}
    said = answer_line(json.dumps({**record, "phase": "storm"}))
    assert said["legal"] is False


def test_2_10_17_the_cards_of_the_cache_are_acts() -> None:
    send = {"act": "distrans", "by": "Richese", "to": "Fremen", "card": "Shield"}
    (sent,) = run("R 5 (Distrans; Shield) | F 9 | G 9 | E 9", send)
    assert sent["hand_counts"] == {"Richese": 0, "Fremen": 1, "Spacing Guild": 0, "Emperor": 0}
    assert sent["discarded"] == {"Richese": ["Distrans"]}
    box = {"act": "nullentropy", "by": "Richese", "card": "Lasgun"}
    (found,) = run("R 5 (Nullentropy Box) | F 9 | G 9 | E 9", box, discard_pile=["Lasgun", "Shield"])
    assert found["spice"]["Richese"] == 3 and found["hand_counts"]["Richese"] == 1
    first = {"act": "juice", "by": "Spacing Guild", "use": "first"}
    states = run("R 5 | F 9 | G 9 (Juice of Sapho) | E 9", first, {"act": "no_cache"}, {"act": "deal"})
    assert states[-1]["turn"] == "Spacing Guild"
    drug = {"act": "semuta", "by": "Fremen", "card": "Shield"}
    plays = {"act": "play_card", "by": "Emperor", "card": "Shield"}
    (_, taken) = run("R 5 | F 9 (Semuta Drug) | G 9 | E 9 (Shield)", plays, drug)
    assert taken["hand_counts"]["Fremen"] == 1 and taken["hand_counts"]["Emperor"] == 0
    for act in ({"act": "ornithopter", "by": "Richese", "way": "far"}, {"act": "residual_poison", "by": "Richese"}):
        (no,) = run(LINE, act)
        assert no["error"]["code"] in {"NOT_NOW", "CARD_NOT_HELD"}


def test_2_09_12_the_audit_is_an_act() -> None:
    for act in ("pay_auditor", "show_cards"):
        record = {
            "id": "a", "phase": "battle", "rules": "advanced",
            "situation": {"players": ["CHOAM", "Fremen"], "spice": {"CHOAM": 2, "Fremen": 3}, "alliances": [],
                          "events": [{"act": act, "by": "Fremen"}]},
        }  # fmt: skip
        said = answer_line(json.dumps(record))
        assert not said["legal"] and said["error"]["rule"] == "2.09.12"
