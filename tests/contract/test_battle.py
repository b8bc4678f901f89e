"""The contract of ``referee battle --json``: the examples, every code, and every kind of bad line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cli import main
from referee.cli.battle import answer_line
from referee.holdings.leaders import key
from tests.kit import ROOT, battle_case, fight, settle, side, tried

DATA = ROOT / "tests" / "cases" / "battle.example.jsonl"
EXAMPLES = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]
A, D = "Atreides 5: 2 Duncan Idaho", "Harkonnen 5: 2 Umman Kudu"
ALWAYS = {
    "id", "legal", "winner", "aggressor_total", "defender_total", "leaders_killed", "forces_lost", "spice",
    "cards_discarded", "cards_kept_optional", "explosion", "because",
}  # fmt: skip


def test_a_verdict_holds_every_field_of_the_contract() -> None:
    said = fight(A, D)
    assert set(said) >= ALWAYS
    assert all(set(line) == {"rule", "sentence"} and line["sentence"].endswith(".") for line in said["because"])


@pytest.mark.parametrize(
    ("one", "two", "words"),
    [
        ("Atreides 5: 2.5 Duncan Idaho", "Harkonnen 5: 2 Feyd-Rautha", "Atreides dial 2½: forces without spice"),
        ("Atreides 5: 2.5 Duncan Idaho", "Emperor 5: 1.5 Burseg", "Atreides dial 2½ and the Emperor dials 1½: forces"),
    ],
)
def test_reasons_of_a_battle_name_the_players_and_their_numbers(one: str, two: str, words: str) -> None:
    assert words in " ".join(line["sentence"] for line in fight(one, two, "advanced")["because"])


def test_no_total_where_none_is_compared() -> None:
    blown = fight(f"{A} | Lasgun | Shield", D)
    assert (blown["winner"], blown["aggressor_total"], blown["defender_total"]) == (None, None, None)


@pytest.mark.parametrize(
    ("faction", "name"),
    [
        ("Bene Gesserit", "Rev. Mother Ramallo"),
        ("Spacing Guild", "Guild Representative"),
        ("Ixian", "C’TAIR PILRÚ"),
        ("Emperor", "count hasimir fenring"),
    ],
)
def test_names_of_leaders_without_titles_marks_and_abbreviations(faction: str, name: str) -> None:
    plan = {"leader": {"name": name, "strength": 3}}
    assert fight(f"{faction} 5: 0 hero", D, a=plan)["aggressor_total"] == 3


def test_names_in_other_letters_stay_apart() -> None:
    assert key("Стилгар") != key("Чани")


BAD: list[tuple[str, Any]] = [
    ("rules", "expert"), ("rules", None), ("rules", []), ("aggressor", None), ("aggressor", []), ("defender", "x"),
    ("calls", []), ("calls", "no"), ("others_in_territory", {}), ("others_in_territory", [3]), ("territory", 7),
    ("options", {"B1": "sometimes"}),
    ("territory_spice", -1), ("territory_spice", "6"), ("options", []), ("options", {"T99": "yes"}),
    ("options", {"T1": "sometimes"}), ("options", {"T3": 4}), ("options", {"T3": []}), ("stronghold", "yes"),
]  # fmt: skip
BAD_SIDE: list[tuple[str, Any]] = [
    ("faction", "Corrino"), ("faction", None), ("faction", ["Atreides"]), ("forces", 5), ("forces", {"normal": -1}),
    ("forces", {"normal": 2.5}), ("forces", {"normal": 10**30}), ("forces", {"normal": True}), ("dial", "3"),
    ("dial", None), ("dial", True), ("dial", 1e300), ("spice", "many"), ("hand", "Shield"), ("hand", ["Sheeld"]),
    ("hand", [4]), ("weapon", "Banana"), ("weapon", 3), ("defense", {"a": 1}), ("leader", "Dunkan"),
    ("leader", 5), ("leader", {}), ("leader", {"name": 3, "strength": 1}), ("leader", {"name": "A", "strength": "Y"}),
    ("leader", {"name": "A", "strength": 1.5}), ("leader", {"name": "A", "strength": -1}), ("commit", []),
    ("leader", {"name": "A", "strength": 1, "original_faction": "Corrino"}), ("commit", {"normal_full": "2"}),
    ("spice_support", -1), ("spice_support", 0.5), ("leaders_available", "all"), ("leaders_available", [1]),
    ("leaders_used_elsewhere", []), ("leaders_used_elsewhere", {"Duncan Idaho": 4}), ("kwisatz_haderach", "no"),
    ("kh_state", 7), ("kh_state", {"forces_lost": "7"}), ("kh_state", {"alive": 1}), ("traitors", "x"),
    ("ally", "Corrino"),
    ("ally_traitors", []), ("ally_traitors", {"Corrino": []}), ("face_dancers", "x"),
    ("support_from_ally", {"Fremen": "2"}),
    ("gift_received", "a lot"), ("cheap_hero_also", 1), ("announced_no_leader", "yes"), ("captured_leaders", {}),
    ("captured_from", []), ("captured_from", {"Chani": "Corrino"}), ("captured_from", {"Chani": 3}),
]  # fmt: skip
BAD_CALLS: list[tuple[str, Any]] = [
    ("traitor", {}), ("traitor", [{}]), ("traitor", [{"by": "Corrino", "against": "x"}]),
    ("traitor_declined", ["Nobody"]),
    ("traitor", [{"by": "Atreides", "against": 3}]),
    ("traitor", [{"by": "Atreides", "against": "x", "card_held_by": 1}]),
    ("face_dance", []), ("face_dance", {"by": "Tleilaxu"}), ("capture", {"leader": "x", "choice": "eat"}),
    ("capture", 1),
    ("karama", [{"by": "Atreides", "cancels": "EVERYTHING"}]), ("karama", [{"by": 3, "cancels": "CYBORG"}]),
    ("karama", "x"), ("weapon_taken_back", "Corrino"), ("weapon_taken_back", True),
    ("weapon_taken_back", "Atreides"), ("weapon_taken_back", "Fremen"),
]  # fmt: skip


def _bad(record: Any) -> str:
    said = settle(record)
    assert set(said) == {"id", "error"} and said["error"]["code"] == "BAD_INPUT", said
    assert said["error"]["why"].endswith((".", "'?"))
    assert "cannot settle" not in said["error"]["why"], "an unforeseen error"
    return str(said["error"]["why"])


@pytest.mark.parametrize(
    ("field", "value", "meant"),
    [("weapon", "Crys knife", "Crysknife"), ("leader", {"name": "Dunkan Idaho"}, "Duncan Idaho")],
)
def test_a_name_that_is_nearly_right_is_answered_with_its_side_and_the_right_one(
    field: str, value: Any, meant: str
) -> None:
    why = _bad(battle_case(side(A), side(D) | {field: value}))
    assert why.startswith("The defender: ") and why.endswith(f"Did you mean {meant!r}?")


@pytest.mark.parametrize(("field", "value"), BAD)
def test_a_case_that_cannot_be_read_gets_a_sentence(field: str, value: Any) -> None:
    _bad({**battle_case(side(A), side(D)), field: value})


@pytest.mark.parametrize(("field", "value"), BAD_SIDE)
@pytest.mark.parametrize("at", ["aggressor", "defender"])
def test_a_side_that_cannot_be_read_gets_a_sentence(field: str, value: Any, at: str) -> None:
    record = battle_case(side(A), side(D))
    record[at] = {**record[at], field: value}
    _bad(record)


@pytest.mark.parametrize(("field", "value"), BAD_CALLS)
def test_calls_that_cannot_be_read_get_a_sentence(field: str, value: Any) -> None:
    _bad(battle_case(side(A), side(D), calls={field: value}))


@pytest.mark.parametrize("field", ["faction", "forces", "dial"])
def test_what_a_side_cannot_do_without_is_asked_for(field: str) -> None:
    record = battle_case(side(A), side(D))
    del record["defender"][field]
    assert field in _bad(record)


NULLS: list[Any] = [
    {"spice": None}, {"spice_support": None}, {"leaders_available": None}, {"gift_received": None}, {"hand": None},
    {"forces": {"normal": 5, "special": None}}, {"leader": {"name": "Duncan Idaho", "strength": None}},
    {"commit": {"normal_full": 2, "normal_half": None}}, {"calls": {"traitor": None}}, {"territory_spice": None},
]  # fmt: skip


@pytest.mark.parametrize("null", NULLS, ids=str)
def test_null_means_none(null: dict[str, Any]) -> None:
    record = battle_case(side(A), side(D))
    of_the_case = {"calls", "territory_spice"} & {*null}
    record = {**record, **null} if of_the_case else {**record, "aggressor": {**record["aggressor"], **null}}
    assert settle(record)["winner"] == "Atreides"


def test_null_means_none_for_a_companion_too() -> None:
    awake = {"kwisatz_haderach": True, "kh_state": {"forces_lost": 7, "alive": None, "used_this_turn_in": None}}
    assert fight(A, D, "advanced", a=awake, d={"spice_support": 2})["legal"] is True


def test_a_faction_does_not_fight_itself() -> None:
    assert "itself" in _bad(battle_case(side(A), side(A)))


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b"null", b"3", b'"x"', b"\xff", b'{"id": NaN}', b"[" * 20_000])
def test_a_line_that_is_no_case_gets_a_sentence(line: bytes) -> None:
    said = answer_line(line)
    assert said["error"]["code"] == "BAD_INPUT" and "cannot settle" not in said["error"]["why"]


@pytest.mark.parametrize(
    "line", [b'{"id": "7\\"", "x": NaN}', b'{"id": "7\\"", ', b'\xef\xbb\xbf{ "id": "7\\"", "q": 3,}']
)
@pytest.mark.parametrize("verb", ["battle", "play", "rules"])
def test_a_line_that_goes_wrong_keeps_its_id(
    verb: str, line: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x").write_bytes(line)
    assert main([verb, "--json", str(tmp_path / "x")]) == 1
    assert json.loads(capsys.readouterr().out)["id"] == '7"'


def test_an_id_that_cannot_be_read_is_none() -> None:
    assert answer_line(b'{"id": "\xe9", "x": 1}')["id"] is None
    assert answer_line(b'{"id": 1e999}')["id"] is None
    said = answer_line(b'{"id": 8, "dial": ' + b"9" * 5000 + b"}")
    assert (said["id"], said["error"]["why"]) == (8, "A number in this line is too long to be read.")


def test_what_a_sentence_repeats_of_a_line_is_cut_short() -> None:
    assert len(_bad({**battle_case(side(A), side(D)), "defender": {**side(D), "faction": "x" * 9999}})) < 500


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=tried(300), deadline=None)
@given(st.data(), JUNK)
def test_junk_in_any_place_is_answered(data: st.DataObject, junk: Any) -> None:
    record = battle_case(
        side(A, kh_state={"forces_lost": 7, "alive": True, "used_this_turn_in": None}), side(D), "advanced"
    )
    inner = data.draw(st.sampled_from([record, record["aggressor"], record["defender"], record["calls"]]))
    fields = [*inner, "options", "traitor", "karama", "capture", "face_dance", "ally_traitors", "gift_received"]
    inner[data.draw(st.sampled_from(fields))] = junk
    assert "cannot settle" not in answer_line(json.dumps(record)).get("error", {}).get("why", "")


# -- the command --------------------------------------------------------------------------------------


def _run(monkeypatch: pytest.MonkeyPatch, text: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    return main(["battle", "--json", "-"])


def test_good_lines_end_with_0(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = "\n".join(json.dumps(example) for example in EXAMPLES) + "\n\n"
    assert _run(monkeypatch, text) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["id"] for one in said] == [example["id"] for example in EXAMPLES]


def test_a_bad_line_leaves_the_others_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = json.dumps(battle_case(side(A), side(D)))
    assert _run(monkeypatch, f'{good}\n{{"id": 7, "rules": "x"}}\nnonsense\n{good}\n') == 1
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["id"] for one in said] == ["x", 7, None, "x"] and ["error" in one for one in said] == [0, 1, 1, 0]


def test_a_missing_file_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["battle", "--json", str(tmp_path / "none.jsonl")]) == 5
    assert "cannot be read" in capsys.readouterr().err
