"""`referee play --json` with positions: the examples, lines that cannot be read, and the exit code."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from referee.cli import main
from referee.cli.play import answer_line
from referee.rulebook.book import rulebook
from tests.kit import ROOT

FILE = ROOT / "tests" / "cases" / "ledger.example.jsonl"
CASES = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
KEYS = {
    "id", "legal", "spice", "bank_delta", "front_of_shield", "territory_spice_after", "reserves_delta", "pool_gains",
    "cards_discarded", "kh_alive", "leader_goes_to", "because",
}  # fmt: skip


def answer(case: Any) -> dict[str, Any]:
    return answer_line(json.dumps(case))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_an_answer_holds_every_field_of_the_contract(case: dict[str, Any]) -> None:
    got = answer(case)
    assert set(got) - {"error", "alliances", "hands"} == KEYS and ("error" in got) == (not got["legal"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_sentence_names_a_rule_that_exists(case: dict[str, Any]) -> None:
    got = answer(case)
    lines = [*got["because"], *([{**got["error"], "sentence": got["error"]["why"]}] if "error" in got else [])]
    assert lines and all(line["rule"] in rulebook() and line["sentence"].endswith(".") for line in lines)


FULL: dict[str, Any] = {
    "id": "x", "rules": "advanced", "phase": "any", "options": {"T11": "front"}, "situation": {
        "players": ["Atreides", "Emperor", "Spacing Guild"], "alliances": [["Atreides", "Emperor"]],
        "spice": {"Atreides": 9, "Emperor": 9, "Spacing Guild": 9}, "front_of_shield": {"Atreides": 1},
        "tanks": {"Atreides": {"normal": 5, "special": 0}}, "hand": {"Atreides": ["Karama"]},
        "leaders": {"Atreides": {"face_up": ["Caid"], "face_down": [], "pool": [], "died_before": ["x"]}},
        "cities": {"Atreides": ["Arrakeen"]}, "territory_spice": {"Red Chasm": 4}, "events": [
            {"act": "revive_forces", "by": "Atreides", "normal": 1, "special": 0},
            {"act": "gift", "by": "Emperor", "to": "Atreides", "amount": 1},
            {"act": "collect", "by": "Atreides", "territory": "Red Chasm", "forces": 1, "as": "forces"},
            {"act": "ship", "by": "Atreides", "forces": {"normal": 2, "special": 0}, "to": "Carthag",
             "stronghold": True, "karama": "guild_rates", "paid": {"Atreides": 1}, "promised": {"Emperor": 1}},
        ],
    },
}  # fmt: skip
JUNK: tuple[Any, ...] = (None, -1, 1.5, True, "no such thing", "", [], {}, [1], {"a": 1}, [[]])


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to every value in a case."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(below for key, entry in steps for below in paths(entry, (*path, key)))]


def spoilt(path: tuple[Any, ...], junk: Any) -> Any:
    case = deepcopy(FULL)
    if not path:
        return junk
    inner = case
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = junk
    return case


def test_the_whole_case_is_fine_as_it_stands() -> None:
    got = answer(FULL)
    assert got["legal"] and got["cards_discarded"] == {"Atreides": ["Karama"]}


SENTENCE = re.compile(r"(\.|\)| · [\d.]+)$")


@pytest.mark.parametrize("path", paths(FULL), ids=lambda path: ".".join(map(str, path)) or "all")
def test_values_of_the_wrong_kind_get_a_sentence(path: tuple[Any, ...]) -> None:
    for junk in JUNK:
        got = answer(spoilt(path, junk))
        assert "legal" in got or (got["error"]["code"] == "BAD_INPUT" and SENTENCE.search(got["error"]["why"]))
        assert "cannot play" not in str(got.get("error"))


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"events": [{"act": "dance", "by": "Atreides"}]}, "An act"),
        ({"events": [{"act": "claim_charity", "by": "Fremen"}]}, "does not play"),
        ({"events": [{"act": "claim_charity", "by": "Smugglers"}]}, "No faction"),
        ({"events": [{"act": "claim_charity"}]}, "needs 'by'"),
        ({"events": [{"act": "bribe", "by": "Atreides", "to": "Emperor"}]}, "amount"),
        ({"events": [{"act": "bribe", "by": "Atreides", "to": "Atreides", "amount": 1}]}, "another faction"),
        ({"events": [{"act": "bribe", "by": "Atreides", "to": "Emperor", "amount": 0}]}, "whole number"),
        ({"events": [{"act": "play_card", "by": "Atreides", "card": "Ace"}]}, "No card"),
        ({"alliances": [["Atreides", "Emperor"], ["Emperor", "Spacing Guild"]]}, "two alliances"),
        ({"alliances": [["Atreides", "Emperor", "Spacing Guild"]]}, "two members"),
        ({"spice": {"Atreides": -1}}, "whole number"),
        ({"players": []}, "at least one"),
    ],
)
def test_what_does_not_add_up_is_bad_input(change: dict[str, Any], word: str) -> None:
    case = deepcopy(FULL)
    case["situation"].update(change)
    got = answer(case)
    assert got["id"] == "x" and got["error"]["code"] == "BAD_INPUT" and word in got["error"]["why"]


def test_a_bad_line_leaves_the_others_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join([json.dumps(CASES[0]), "{", json.dumps(CASES[-1])]), "utf-8")
    assert main(["play", "--json", str(file)]) == 1
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["id"] for line in told] == [CASES[0]["id"], None, CASES[-1]["id"]]


def test_a_refusal_is_no_bad_line(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(CASES[-1]), "utf-8")
    assert answer(CASES[-1])["legal"] is False and main(["play", "--json", str(file)]) == 0


@pytest.mark.parametrize(
    ("seat", "scripted", "ability"),
    [
        ("Fremen", {"act": "revive_forces", "normal": 3}, "FREE_REVIVAL"),
        ("Fremen", {"act": "send", "forces": 2, "to": "The Great Flat"}, "SHIPMENT"),
        ("Spacing Guild", {"act": "ship", "forces": 2, "to": "Arrakeen"}, "PAYMENT_FOR_SHIPMENT"),
    ],
)
def test_3_01_11_01_what_bears_no_star_or_was_not_used_is_not_stopped(
    seat: str, scripted: dict[str, Any], ability: str
) -> None:
    karama = {"act": "karama", "by": "Harkonnen", "use": "cancel", "ability": ability, "of": seat}
    place = {"players": [seat, "Harkonnen"], "spice": {seat: 5}, "events": [{**scripted, "by": seat}, karama]}
    got = answer({"id": 1, "rules": "advanced", "phase": "any", "situation": place})
    assert got["error"]["code"] == "NOT_ELIGIBLE" and got["error"]["rule"] == "3.01.11.01"
    assert got["cards_discarded"] == {}


def test_a_leader_in_the_tanks_is_known_without_the_title() -> None:
    dead = {"face_up": ["Count Hasimir Fenring", "Captain Aramsham", "Caid", "Burseg", "Bashar"]}
    event = {"act": "revive_leader", "by": "Emperor", "leader": "HASIMIR FENRING", "strength": 6}
    place = {"players": ["Emperor"], "spice": {"Emperor": 7}, "leaders": {"Emperor": dead}, "events": [event]}
    got = answer({"id": "x", "rules": "basic", "phase": "revival", "situation": place})
    assert (got["legal"], got["spice"]) == (True, {"Emperor": 1})


def test_1_04_02_a_hand_that_is_not_told_is_neither_full_nor_empty() -> None:
    """A world of CHOAM has the table look for hands that are too large."""
    cards = ("Baliset", "Jubba Cloak", "Kulon", "La, La, La", "Lasgun", "Shield", "Snooper", "Stunner", "Chaumas")
    played = [{"act": "play_card", "by": "Emperor", "card": card} for card in cards]
    gift = {"act": "distrans", "by": "Emperor", "to": "Harkonnen", "card": "Shield"}
    seats = ["Emperor", "CHOAM", "Harkonnen", "Richese"]
    place = {"players": seats, "spice": {}, "map": {}, "events": [*played, gift]}
    case = {"id": "x", "rules": "advanced", "phase": "any", "options": {"M4": "on"}, "situation": place}
    assert answer(case)["legal"]
    place["hand"] = {"Emperor": 8}
    assert answer(case)["error"]["code"] == "CARD_NOT_HELD"


def test_1_00_00_what_some_phase_allows_is_allowed_where_the_phase_is_not_told() -> None:
    events = [
        {"act": "ship", "by": "Emperor", "forces": 1, "to": "Arrakeen"},
        {"act": "flip", "by": "Bene Gesserit", "territory": "Arrakeen"},
        {"act": "distrans", "by": "Emperor", "to": "Bene Gesserit", "card": "Shield"},
    ]
    place = {"players": ["Emperor", "Bene Gesserit"], "spice": {"Emperor": 5}, "events": events}
    place["map"] = {"Bene Gesserit": {"Arrakeen": 1}}
    assert answer({"id": "x", "rules": "advanced", "phase": "any", "situation": place})["legal"]
    assert not answer({"id": "x", "rules": "advanced", "phase": "setup", "situation": place})["legal"]
