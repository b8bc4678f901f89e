"""Cases of battles, bidding and positions whose answers were worked out by hand from the rules, kept as data.

A case is written in the notation of the tests (battle_cases, scripts and positions in tests/kit) and
says only what it is about. ``lost`` lists the splits of a faction, ``codes`` what is refused, ``rules`` what
``because`` must name; in the ledger ``d`` is what the purses gained, ``back`` what the reserves did.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from referee.cli.play import answer_line
from referee.kernel.rulings import OPTIONS
from tests.kit import ROOT
from tests.kit.battle_cases import fight, lost, rules_of
from tests.kit.positions import P
from tests.kit.scripts import NAMES, code, play

Case = dict[str, Any]

ROOM = ROOT / "tests" / "cases"
LETTERS = {name: letter for letter, name in NAMES.items()}
SOME = {"spice", "limit", "hand_counts", "declared", "front_of_shield", "discarded"}


def wrong(name: str, answer: Callable[[Case, Any], Any]) -> dict[str, Any]:
    """Return by title what is answered in a file of cases where it is not what the case expects."""
    cases = [json.loads(line) for line in (ROOM / f"{name}.jsonl").read_text("utf-8").splitlines()]
    said = [(case.pop("title"), expect := case.pop("expect"), answer(case, expect)) for case in cases]
    return {title: (expect, got) for title, expect, got in said if got != expect}


def test_battles() -> None:
    assert not wrong("battle", _battle)


def test_4_93_a_battle_settled_otherwise_by_an_option_cites_it() -> None:
    cases = [json.loads(line) for line in (ROOM / "battle.jsonl").read_text("utf-8").splitlines()]
    changed, silent = set(), []
    for case in (case for case in cases if case.get("options")):
        title, one, two, _ = (case.pop(field) for field in ("title", "one", "two", "expect"))
        said, plain = fight(one, two, **case), fight(one, two, **{**case, "options": {}})
        if said["legal"] and any(said[key] != plain.get(key) for key in said if key != "because"):
            changed |= set(case["options"])
            silent += [title for option in case["options"] if OPTIONS[option].rule not in rules_of(said)]
    assert not silent
    assert changed == {"T1", "T3", "T4", "T5", "T7", "T8", "T9", "T10"}


def _battle(case: Case, expect: Case) -> Case:
    said = fight(case.pop("one"), case.pop("two"), **case)
    refused = {} if "codes" in expect or expect.get("legal", True) is said["legal"] else {"legal": said["legal"]}
    return {key: _of_battle(said, key, want) for key, want in expect.items()} | refused


def _of_battle(said: Case, key: str, want: Any) -> Any:
    if key == "codes":
        errors = [[error["side"][0].upper(), error["code"], error["rule"]] for error in said.get("errors", [])]
        return [error[: len(want[0])] for error in errors]
    if key == "rules":
        return [rule for rule in want if rule in rules_of(said)]
    if key == "lost":
        splits = {faction: [list(split) for split in lost(said, faction)] for faction in want}
        return {faction: got if isinstance(want[faction][0], list) else got[0] for faction, got in splits.items()}
    return said["spice"][key] if key in {"payouts", "to_bank", "net"} else said.get(key, "MISSING")


def test_bidding() -> None:
    assert not wrong("bidding", _bidding)


def _bidding(case: Case, expect: list[Any]) -> list[Any]:
    states = play(case.pop("table"), case.pop("script"), **case)
    named = {step for step, wanted in expect if wanted.get("code")}
    more = [[step, state["error"]] for step, state in enumerate(states) if code(state) and step not in named]
    told = [[n, {key: _of_state(states[n], key, want) for key, want in wanted.items()}] for n, wanted in expect]
    return [*told, *more]


def _of_state(state: Case, key: str, want: Any) -> Any:
    if key == "code":
        return code(state) if isinstance(want, str) else [code(state), state.get("error", {}).get("rule")]
    said = _short(state.get(key, "MISSING"))
    return {name: said.get(name) for name in want} if key in SOME else said


def _short(value: Any) -> Any:
    """Return a value with factions by their letters."""
    if isinstance(value, dict):
        return {LETTERS.get(key, key): _short(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_short(inner) for inner in value]
    return LETTERS.get(value, value) if isinstance(value, str) else value


def test_positions() -> None:
    assert not wrong("ledger", _position)


def _position(case: Case, expect: Case) -> Case:
    played = P(case.pop("table"), case.pop("steps"), **case)
    refused = {} if played.answer["legal"] or "code" in expect else {"refused": played.refused}
    return {key: _of_position(played, key, want) for key, want in expect.items()} | refused


def _of_position(played: P, key: str, want: Any) -> Any:
    if key == "code":
        refused = list(played.refused) if not played.answer["legal"] else ["", ""]
        return refused[0] if isinstance(want, str) else refused
    if key == "rules":
        return [rule for rule in want if rule in played.rules]
    said = {"d": lambda: played.spice, "bank": lambda: played.bank, "back": lambda: played.back}
    return said[key]() if key in said else played.answer.get(key)


EXAMPLES = [json.loads(line) for line in (ROOM / "bidding.example.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["id"])
def test_the_bidding_examples_of_the_contract(case: Case) -> None:
    steps = answer_line(json.dumps(case))["steps"]
    for wanted in case["expect"]:
        state = steps[wanted.pop("after")]
        assert {key: _some(state[key], want) for key, want in wanted.items()} == wanted
    spoke = {line["rule"] for state in steps for line in state["because"]}
    assert {rule for rule in case["rule_ids"] if rule[0].isdigit()} <= spoke


def _some(said: Any, want: Any) -> Any:
    """Return of a value by faction what is asked for, of a pile as many cards."""
    if isinstance(said, dict) and isinstance(want, dict):
        return {name: said[name] for name in want}
    return said[: len(want)] if isinstance(said, list) and want else said
