"""`referee play --json`: the command itself, options in words, and whatever else may stand in a file."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from referee.cli import main
from referee.cli.play import answer_line
from referee.contract.schema.misspelt import misspelt
from tests.contract.all_cases import FILES, verb_of
from tests.kit import BY_LETTER, OPEN, RESTART, THREE, code_of, last_state, play_script, script_case, tried

# -- the command --------------------------------------------------------------------------------------


def run(lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[Any]]:
    """Run the command on a file; return its exit code and its answers."""
    (tmp_path / "cases.jsonl").write_text("\n".join(lines), "utf-8", errors="surrogateescape")
    status = main(["play", "--json", str(tmp_path / "cases.jsonl")])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_one_bad_line_does_not_spoil_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = json.dumps(script_case(THREE, OPEN))
    status, answers = run([good, "{", '{"id": 7}', good, ""], tmp_path, capsys)
    assert (status, [answer["id"] for answer in answers]) == (1, ["x", None, 7, "x"])
    assert [answer.get("error", {}).get("code") for answer in answers] == [None, "BAD_INPUT", "BAD_INPUT", None]
    assert run([good], tmp_path, capsys)[0] == 0


def test_standard_input_and_missing_files(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(script_case(THREE, OPEN)).encode())))
    assert main(["play", "--json", "-"]) == 0 and json.loads(capsys.readouterr().out)["id"] == "x"
    assert main(["play", "--json", "no/such/file"]) == 5 and "cannot be read" in capsys.readouterr().err


def test_a_misspelt_field_is_refused_and_a_remark_is_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that is nearly called like a field that stands there too is passed over, and named beside the answers."""
    good = {**script_case(THREE, OPEN), "discard_pile": []}
    bad = {name: value for name, value in good.items() if name != "discard_pile"}
    lines = [{**good, "remark": 3, "expect": {"spicy": 1}}, {**good, "discard_pille": []}, good]
    lines.append({**bad, "discard_pille": []})
    (tmp_path / "cases.jsonl").write_text("\n".join(["[]", *map(json.dumps, lines)]))
    assert main(["play", "--json", str(tmp_path / "cases.jsonl")]) == 1
    said = capsys.readouterr()
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert answers[1] == answers[2] == answers[3]
    assert answers[4]["error"]["why"].endswith("no field 'discard_pille'. Leave it out. Did you mean 'discard_pile'?")
    named = [f"Line {n}: No field is called 'discard_pille'. Did you mean 'discard_pile'?" for n in (3, 5)]
    assert said.err.splitlines()[:-1] == named


def test_a_misspelt_field_is_found_in_a_side_and_in_no_case_of_ours() -> None:
    wrong = b'{"aggressor": {"defence": "Shield", "gift_received": {"Emperor": 3}}, "expect": {"winners": 3}}'
    assert [*misspelt("battle", wrong)] == ["No field is called 'defence'. Did you mean 'defense'?"]
    assert not [*misspelt("battle", b'{"a":' * 100_000)]
    lines = {file: file.read_bytes().splitlines() for file in FILES}
    assert not [said for file in FILES for line in lines[file] for said in misspelt(verb_of(file), line)]


WRONG: list[dict[str, Any]] = [
    {"rules": "hard"},
    {"rules": None},
    {"players": []},
    {"players": ["Atreides"]},
    {"players": ["Ordos", "Emperor"]},
    {"players": ["Atreides", "Atreides"]},
    {"players": "Atreides"},
    {"first_player": "Fremen"},
    {"first_player": 3},
    {"hands": {"Fremen": 1}},
    {"hands": {"Atreides": -1}},
    {"hands": {"Atreides": 1.5}},
    {"hands": []},
    {"hands": None},
    {"spice": {"Atreides": "ten"}},
    {"spice": {"Atreides": True}},
    {"special_cards": {"Atreides": [1]}},
    {"special_cards": {"Atreides": 0}},
    {"special_cards": {"Atreides": ["Karama"]}, "hands": {"Atreides": 0}},
    {"alliances": [["Atreides"]]},
    {"alliances": [["Atreides", "Emperor"], ["Emperor", "Harkonnen"]]},
    {"alliances": 5},
    {"deck_top": "c1"},
    {"deck_top": [1]},
    {"script": {}},
    {"script": [5]},
    {"script": [{"act": "dance"}]},
    {"script": [{"act": "karama", "by": "Atreides", "use": [[]]}]},
    {"script": [{"act": "bid"}]},
    {"script": [{"act": "bid", "by": "Ordos", "amount": 1}]},
    {"script": [{"act": "bid", "by": "Atreides", "amount": "1"}]},
    {"script": [{"act": "bid", "by": "Atreides", "amount": None}]},
    {"script": [{"act": ["bid"]}]},
    {"script": [{"act": "pay", "by": "Atreides"}]},
    {"script": [{"act": "pay", "by": "Atreides", "from": {"Ordos": 1}}]},
    {"script": [{"act": "pay", "by": "Atreides", "from": {}, "with": "Karama"}]},
    {"script": [{"act": "pass", "by": {}}]},
    {"script": [{"act": "karama", "by": "Atreides", "use": "juggle"}]},
    {"script": [{"act": "karama", "by": "Atreides", "use": "overbid", "of": "Fremen"}]},
    {"script": [{"act": "karama", "by": "Atreides", "use": "take_card", "ability": "TOP_CARD"}]},
    {"script": [{"act": "karama", "by": "Atreides", "use": "special", "ability": "TOP_CARD"}]},
    {"script": [{"act": "bid", "by": "Fremen", "amount": 1}]},
    {"script": [{"act": "karama", "by": "Atreides", "use": "cancel"}]},
    {"variants": {"bid_limit": "none"}},
    {"variants": 3},
    {"script": [{"act": "karama", "by": "Atreides", "use": "cancel", "ability": "VOICE"}]},
    {"options": {"B1": "perhaps"}},
    {"variants": {"emperor_subsidy": "yes"}},
    {"options": {"Z9": 1}},
    {"options": {"B7": {}}},
    {"options": {"B14": True}},
    {"options": []},
    {"spice": {"Atreides": 10**40}},
    {"script": None},
    {"variants": []},
]


@pytest.mark.parametrize("change", WRONG, ids=lambda change: json.dumps(change)[:60])
def test_wrong_fields_get_a_sentence(change: dict[str, Any]) -> None:
    answer = answer_line(json.dumps(script_case(THREE, OPEN) | change))
    assert answer["error"]["code"] == "BAD_INPUT" and answer["error"]["why"].endswith(".")
    assert "cannot play this script" not in answer["error"]["why"]


@pytest.mark.parametrize(
    "line",
    [
        b"", b"\xff\xfe\x00", b"null", b"[]", b"3", b'"text"', b"{}", b'{"id": NaN}', b'{"id": 1, "rules": Infinity}',
        b"[" * 100_000, b'{"a":' * 100_000, b'{"id": ' + b"9" * 5000 + b"}",
        '{"id": "\ud800"}'.encode("utf-8", "surrogatepass"),
    ],
)  # fmt: skip
def test_lines_that_are_no_case(line: bytes) -> None:
    answer = answer_line(line)
    assert answer["error"]["code"] == "BAD_INPUT" and json.dumps(answer)


OPTION_WORDS = [
    ("B1", "final"),
    ("B3", "own + ally"),
    ("B5", "counts as a pass"),
    ("B6", "bell only, referee decides"),
    ("B6", 20),
    ("B7", 45),
    ("B8", "wait for the clock"),
    ("B9", "first who really bid"),
    ("B10", "sell on if somebody discards"),
    ("B15", "to the bank"),
    ("K1", "whole turn"),
    ("K2", "whatever"),
    ("K8", "everybody must answer"),
    ("T7", "automatic"),
    ("B2", "Shuffled, on top"),
    ("B4", "refuse at once on every surface"),
    ("B17", "after the phase"),
    ("B14", "always"),
    ("B5", "the bid is illegal: same card, same opener, offender out for this card only"),
    ("B6", "10 s, bell at zero, automatic pass after 1 s of grace"),
    ("B8", "marked absent by the table: pass at once, with the same delay as anybody"),
    ("B10", "cards left go back on top in dealt order; discard is reshuffled to finish the deal"),
    ("B11", "on your turn, ends the auction for this card"),
    ("B12", "the Karama counts: a full hand may not use it to buy"),
    ("B13", "hidden until payment; then the player pays by Karama, or pays in full if able"),
    ("B1", True),
    ("B3", None),
    ("K9", True),
    ("T11", "in front of the shield until the Mentat Pause; none between allies (1.12.01)"),
]


@pytest.mark.parametrize(("key", "value"), OPTION_WORDS)
def test_options_in_words(key: str, value: Any) -> None:
    assert last_state(THREE, OPEN, options={key: value})["turn"] == "Atreides"


def test_a_clock_that_only_rings_leaves_the_turn() -> None:
    state = last_state(THREE, f"{OPEN} | A !", options={"B6": "bell only"})
    assert (code_of(state), state["turn"]) == ("", "Atreides")


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.floats(allow_nan=False)
    | st.sampled_from([*BY_LETTER.values(), "Karama", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*BY_LETTER.values(), "act", "by"]), inner, max_size=3)
    ),
    max_leaves=5,
)
KEYS = ["act", "by", "to", "for", "of", "amount", "from", "with", "use", "ability", "card"]


@settings(max_examples=tried(60), deadline=None, derandomize=True)
@given(
    st.sampled_from(sorted(script_case(THREE, OPEN))),
    VALUES,
    st.lists(st.dictionaries(st.sampled_from(KEYS), VALUES), max_size=3),
)
def test_whatever_stands_in_a_case_it_is_answered(key: str, value: Any, steps: list[Any]) -> None:
    record = script_case(THREE, OPEN, **RESTART)
    record["script"] += steps
    answer = answer_line(json.dumps(record | {key: value}))
    assert "cannot play" not in answer.get("error", {}).get("why", "") and json.dumps(answer)


WORDS = [
    "A -", "H -", "E -", "F -", "A !", "A 1", "H 2", "E 3", "F 4", "A 5", "H 30", "A absent", "A present",
    "E absent", "H support A 3", "H support A 0", "E support F 2", "E gift A 2", "A bribe E 2", "A pay A5",
    "A pay A2 H3", "F karama overbid", "A pay with Karama", "A cannot_pay", "H cannot_pay", "A karama overbid",
    "A karama take_card", "F karama take_card", "F karama cancel TOP_CARD",
    "F karama cancel PAYMENT_FOR_TREACHERY", "A karama prevent TOP_CARD", "H karama special F",
    "F karama prevent BIDDING_PRESCIENCE", "H ask_hand A", "H refuse_hand A", "F play_card Hajr", "A play_card c1",
]  # fmt: skip


@settings(max_examples=tried(60), deadline=None, derandomize=True)
@given(
    st.lists(st.sampled_from(WORDS), max_size=40),
    st.sampled_from(["refuse", "restart"]),
    st.sampled_from([{}, {"B10": "wait"}]),
)
def test_random_scripts_keep_cards_and_spice_together(words: list[str], limit: str, options: dict[str, str]) -> None:
    line = "A 5 (Karama; Karama) | H 5 3 (Karama) | E 5 3 | F 5 4 (Karama; Hajr)"
    more = {"variants": {"bid_limit": limit}, "alliances": [["Atreides", "Harkonnen"]]}
    states = play_script(line, " | ".join([*OPEN.split(" | "), *words]), rules="advanced", options=options, **more)
    gone = 0
    for state in states:
        gone += sum(map(len, state["discarded"].values()))
        assert sum(state["hand_counts"].values()) + len(state["row"]) + len(state["deck_top_after"]) + gone == 21
        assert min(state["spice"].values()) >= 0 and sum(state["spice"].values()) <= 20
        assert not state["public_view_names_cards"]


@pytest.mark.parametrize("verb", ["battle", "play", "rules"])
def test_a_field_that_stands_twice_is_an_error(
    verb: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    twice = b'{"id": "x", "q": "shield", "rules": "basic", "q": "lasgun", "rules": "advanced"}'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(twice)))
    assert main([verb, "--json", "-"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["id"] == "x" and said["error"]["why"] == "'q' stands twice in one object. Leave one out."


def test_a_misspelt_field_of_a_question_is_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = b'{"q": "shield", "langauge": "de"}\n{"q": "shield", "remark": "de", "language": "de", "langauge": "fr"}'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    assert main(["rules", "--json", "-"]) == 1
    bad, good = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert bad["error"]["why"].endswith("Did you mean 'language'?") and good["answers"]
