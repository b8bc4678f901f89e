"""Catalogues say what the program says: the same slots, nothing that is gone, all of bidding, and no new glue."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import referee.kernel.discover  # noqa: F401
from referee.languages.catalogue import Translation, entries_of, files, read
from referee.languages.grammar import ARTICLES
from referee.languages.language import is_bare, parsed
from tests.kit import ROOT
from tests.languages.collect import Outside, Wanted, collected, folder, in_english, of_python, worse
from tests.languages.pinned import IN_ENGLISH, OUTSIDE, WORSE

SOURCE = """
one(f"{name:The pays} {amount}.")
say("{seat:The pays} {n}.", seat=name, n=1)
say_many(n, "{n} card left.", "{n} cards left.")
name.verb("pays"), name.verb(say("buys for {n}", n=1))
count(2, "force")
"There is {} here.".format(1)
none = "Nothing is left."
"""
WHOLE = ("referee/phases/bidding/", "templates/phone_parts", "templates/board", "templates/join", "static/")
ELSEWHERE = tuple(f"referee/phases/bidding/{one}" for one in ("answers", "bid_time", "order_of_bidding"))  # other pages
DROPPED = {  # the verb agrees with the name beside it
    "{payers} to {payee}, who {adds} {own}.": {"adds"},
    "{seat:The} still {has} {n} to collect.": {"has"},
}
ORDINALS = {"2nd", "3rd", *(f"{n}th" for n in range(4, 13))}
ABBREVIATED = {"Guild Rep.", *ORDINALS}  # a full stop ends no sentence, "Guild Rep.", "2." in German
UNSAID = {"once around", "in turn", "row grow", "Bidding has not begun."}


@pytest.fixture(params=["de", "fr", "es"])
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@cache
def entries(code: str) -> tuple[Translation, ...]:
    return (*entries_of(files()[code].read_text("utf-8")),)[1:]


def slots(pattern: str) -> set[str]:
    return {name for _, name, _ in parsed(pattern) if name}


def test_nothing_in_it_is_gone_from_the_program_or_said_twice(code: str) -> None:
    wanted = {(one.context, one.words) for one in collected()[0]}
    found = Counter((one.context, one.words) for one in entries(code))
    gone, doubled = [*(found.keys() - wanted)], [one for one, times in found.items() if times > 1]
    assert (gone, doubled) == ([], []) and len(found) > 400


def test_every_sentence_has_the_slots_of_the_english_one(code: str) -> None:
    wrong = [
        (one.words, said)
        for one in entries(code)
        for said in one.said.values()
        if one.context != "script" and not slots(said) <= slots(one.words) | slots(one.plural)
    ]
    left_out = [
        (one.words, said)
        for one in entries(code)
        for said in one.said.values()
        if one.context != "script" and slots(one.words) - slots(said) - {"n", *DROPPED.get(one.words, ())}
    ]
    assert not wrong and not left_out


def test_every_slot_of_a_name_says_its_article(code: str) -> None:
    wrong = []
    for one in entries(code):
        names = {name for _, name, spec in parsed(one.words) if spec} if one.context != "script" else set()
        for said in one.said.values() if names else ():
            specs = [spec.split(" ")[0].lower() for _, name, spec in parsed(said) if name in names]
            wrong += [(one.words, said) for spec in specs if spec and spec not in {*ARTICLES[code], "-"}]
    assert not wrong


def test_stars_and_edges_are_those_of_the_english_sentence(code: str) -> None:
    pairs = [(one.words, said) for one in entries(code) for said in one.said.values() if one.context != "verb"]
    assert not [pair for pair in pairs if pair[0].count("*") != pair[1].count("*")]
    stops = [pair for pair in pairs if pair[0].endswith(".") != pair[1].endswith(".") and "{" not in pair[0]]
    assert not [pair for pair in stops if pair[0] not in ABBREVIATED]


def test_tags_are_those_of_the_english_paragraph(code: str) -> None:
    tags = re.compile(r"</?\w+>").findall
    wrong = [
        one.words
        for one in entries(code)
        for said in one.said.values()
        if sorted(tags(one.words)) != sorted(tags(said))
    ]
    assert not wrong


def test_bidding_its_pages_and_the_scripts_are_whole(code: str) -> None:
    have = read(code).said.keys()
    plurals = {one.plural for one in entries(code)}
    missing = [
        one
        for one in collected()[0]
        if one.place.startswith(WHOLE)
        and not one.place.startswith(ELSEWHERE)
        and (one.context, one.words) not in have
        and not is_bare(one.words)
        and one.words not in {*plurals, *UNSAID}
    ]
    assert not missing


@pytest.mark.parametrize("script", sorted((ROOT / "static").glob("*.js")), ids=lambda path: path.name)
def test_no_script_says_a_sentence_past_the_door(script: Path) -> None:
    """Of a whole string, or of one that a value is glued to: ``' Next time …'``, ``'Player in seat ' + seat``."""
    text = re.sub(r"/\*.*?\*/|worded\('(?:[^'\\]|\\.)*'", "", script.read_text("utf-8"), flags=re.DOTALL)
    strings = re.findall(r"'((?:[^'\\\n]|\\.)*)'", text)
    assert not [one for one in strings if re.match(r" ?[A-Z][a-z]+ ([a-z ]+|$)", one) and one != "Bid "]  # a key


def test_no_new_sentence_is_glued_outside_the_door_and_none_loses_its_translation() -> None:
    """Write what is new with ``say``; translate again what was reworded."""
    outside = Counter(folder(one.place) for one in collected()[1])
    keys = {(one.context, one.words) for one in collected()[0]}
    found = [*worse(outside, OUTSIDE), *worse(in_english(keys), IN_ENGLISH)]
    glued = [one for one in collected()[1] if outside[folder(one.place)] > OUTSIDE.get(folder(one.place), 0)]
    assert not found, f"{found}: {glued}"


def test_pins_are_no_worse_than_those_of_the_commit_before_unless_a_reason_is_given() -> None:
    """A pin is kept in a file, so a hand could raise it; the commit before remembers."""
    before = subprocess.run(["git", "show", "HEAD:tests/languages/pinned.py"], cwd=ROOT, capture_output=True, text=True)
    parent = subprocess.run(
        ["git", "show", "HEAD~1:tests/languages/pinned.py"], cwd=ROOT, capture_output=True, text=True
    )
    for told in (one.stdout for one in (before, parent) if one.returncode == 0):
        pins: dict[str, Any] = {}
        exec(compile(told, "pinned", "exec"), pins)
        found = [
            *worse(OUTSIDE, pins["OUTSIDE"]),
            *(worse(IN_ENGLISH, pins["IN_ENGLISH"]) if "IN_ENGLISH" in pins else ()),
        ]
        assert not found or pins.get("WORSE", "") != WORSE, found


def test_what_is_worse_is_told() -> None:
    assert worse({"a": 2, "b": 1, "c": 1}, {"a": 1, "b": 1}) == ["a: 2, was 1", "c: 1, was 0"]
    assert not worse({"a": 0}, {"a": 1, "d": 2})


def test_what_is_glued_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.languages.collect.ROOT", tmp_path)
    (tmp_path / "one.py").write_text(SOURCE, "utf-8")
    found = [*of_python(tmp_path / "one.py")]
    assert [one.words for one in found if isinstance(one, Outside)] == ["… pays ….", "There is {} here."]
    assert [one[1:] for one in found if isinstance(one, Wanted)] == [
        ("", "{seat:The pays} {n}.", ""),
        ("", "{n} card left.", "{n} cards left."),
        ("verb", "pays", ""),
        ("verb", "buys for {n}", ""),
        ("", "{n} force", "{n} forces"),
        ("", "Nothing is left.", ""),
    ]
