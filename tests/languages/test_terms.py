"""Terms that were agreed on for each language: two buttons have two names, and what a native stumbles over is gone.

What is not said stands in the glossary of each language, below "Not said".
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from referee.languages.catalogue import HERE, entries_of, files, read
from tests.kit import ROOT

APART = (("Ready", "Done"), ("Card", "Map"), ("Undo", "Redo"))  # stand on one screen
ROW = re.compile(r"^\| `(.+)` \| (.+) \|$", re.M)
ASKED = ("asked as", "names", "> Ruling")  # what people say stands there too


@cache
def never(code: str) -> dict[str, str]:
    """Return what is not said in a language, as regular expressions, and what is said instead."""
    _, _, below = (HERE / f"GLOSSARY-{code.upper()}.md").read_text("utf-8").partition("## Not said")
    return {words.replace("\\|", "|"): instead for words, instead in ROW.findall(below)}


def found(code: str, text: str) -> list[str]:
    return [words for words in never(code) if re.search(words, text)]


def rule_texts(code: str) -> list[Path]:
    return sorted((ROOT / "referee").rglob(f"*.{code}.md"))


@pytest.mark.parametrize("code", files())
def test_two_buttons_of_one_screen_have_two_names(code: str) -> None:
    said = read(code).said
    assert not [pair for pair in APART if said["", pair[0]] == said["", pair[1]]]


@pytest.mark.parametrize("code", files())
def test_no_catalogue_says_what_was_agreed_not_to_be_said(code: str) -> None:
    said = [words for one in entries_of(files()[code].read_text("utf-8")) for words in one.said.values() if one.words]
    assert len(never(code)) > 3 and not [(words, hits) for words in said if (hits := found(code, words))]


@pytest.mark.parametrize("code", files())
def test_no_rule_text_says_what_was_agreed_not_to_be_said(code: str) -> None:
    lines = [(path.name, line) for path in rule_texts(code) for line in path.read_text("utf-8").splitlines()]
    wrong = [(name, line) for name, line in lines if not line.startswith(ASKED) and found(code, line)]
    assert len(lines) > 1000 and not wrong


def test_what_was_agreed_is_noticed() -> None:
    assert found("fr", "Vous recevez 3 d’épice.") and not found("fr", "Vous recevez 3 épices, pas d’épice.")
    assert found("de", "Alle Allianzen enden.") and not found("de", "Alle Bündnisse enden.")
