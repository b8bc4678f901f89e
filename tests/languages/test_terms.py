"""Terms that were agreed on for each language: two buttons have two names, and what a native stumbles over is gone.

What is not said stands in the glossary of each language, below "Not said".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from referee.languages.catalogue import HERE, entries_of, files, read
from tests.kit import ROOT

APART = (("Ready", "Done"), ("Card", "Map"), ("Undo", "Redo"))  # stand on one screen
ROW = re.compile(r"^\| `(.+)` \| (.+) \|$", re.M)
BUTTON = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")
NAME = re.compile(r"[A-Z][\w’'-]+(?:,? (?:(?:and|for|of|the|to) )*[A-Z][\w’'-]+)+")  # of two words or more
FOR_THE_SEARCH = re.compile(r"(asked as|[a-z]+)[^.!?|]{0,60}:")
SHIELD = {"de": "sichtschirm", "fr": "paravent", "es": "biombo"}  # a player's; the card's name is another word
ASKED = ("asked as", "names")  # what people say stands there


@cache
def never(code: str) -> dict[str, str]:
    """Return what is not said in a language, as regular expressions, and what is said instead."""
    _, _, below = (HERE / f"GLOSSARY-{code.upper()}.md").read_text("utf-8").partition("## Not said")
    return {words.replace("\\|", "|"): instead for words, instead in ROW.findall(below)}


def found(code: str, text: str) -> list[str]:
    return [words for words in never(code) if re.search(words, text)]


def rule_texts(code: str) -> list[Path]:
    return sorted((ROOT / "referee").rglob(f"*.{code}.md"))


def spoken(line: str) -> str:
    """Return what a line of a rule text says itself, without the ways in which a ruling is asked for."""
    return line.rpartition(" | ")[2] if line.startswith("> Ruling") else line


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
    wrong = [(name, line) for name, line in lines if not line.startswith(ASKED) and found(code, spoken(line))]
    assert len(lines) > 1000 and not wrong


def test_what_was_agreed_is_noticed() -> None:
    assert found("fr", "Vous recevez 3 d’épice.") and not found("fr", "Vous recevez 3 épices, pas d’épice.")
    assert found("de", "Alle Allianzen enden.") and not found("de", "Alle Bündnisse enden.")


def buttons(code: str) -> Iterator[tuple[str, str, set[str], list[str]]]:
    """Yield each button that an English rule text names, what the screens call it, and what the translation names."""
    screens: dict[str, set[str]] = {}
    for entry in entries_of(files()[code].read_text("utf-8")):
        screens.setdefault(entry.words, set()).update(map(plain, entry.said.values()))
    for path in rule_texts(code):
        theirs = dict(paragraphs(path))
        for place, words in paragraphs(path.with_name(path.name.replace(f".{code}.md", ".md"))):
            for label in BUTTON.findall(words) if place in theirs else ():
                called = next((screens[key] for key in (label, f"{label}.", f"{label}?") if key in screens), set())
                yield f"{path.name} {place}", label, called, [plain(name) for name in BUTTON.findall(theirs[place])]


def paragraphs(path: Path) -> Iterator[tuple[tuple[str, int], str]]:
    rule, number = "", 0
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("## "):
            rule, number = line.split()[1], 0
        elif line.strip() and not FOR_THE_SEARCH.match(line):
            number += 1
            yield (rule, number), spoken(line)


def plain(name: str) -> str:
    return name.strip().rstrip(".:,?").lower().replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize("code", files())
def test_a_rule_text_calls_a_button_what_the_screens_call_it(code: str) -> None:
    named = [(place, label, called, names) for place, label, called, names in buttons(code) if called]
    assert len(named) > 50 and not [one for one in named if not one[2] & set(one[3])]


def names(code: str) -> Iterator[tuple[str, str, set[str], str]]:
    """Yield each name of a card or thing in an English rule text, what the screens call it, and the translation."""
    screens: dict[str, set[str]] = {}
    for entry in entries_of(files()[code].read_text("utf-8")):
        if NAME.fullmatch(entry.words) and not entry.words.startswith("In "):
            screens.setdefault(entry.words, set()).update(entry.said.values())
    named = re.compile(rf"(?<![\w*])({'|'.join(sorted(map(re.escape, screens), key=len, reverse=True))})(?![\w*-])")
    for path in rule_texts(code):
        theirs = dict(paragraphs(path))
        for place, words in paragraphs(path.with_name(path.name.replace(f".{code}.md", ".md"))):
            for name in {*named.findall(words)} if place in theirs else ():
                yield f"{path.name} {place}", name, screens[name], theirs[place]


def has_name(told: str, name: str) -> bool:
    """Return True for a text with the words of a name, whatever endings its sentence gives them."""
    return all(word[: max(4, len(word) - 2)] in plain(told) for word in re.findall(r"[\w’'-]+", plain(name)))


@pytest.mark.parametrize("code", files())
def test_a_rule_text_calls_a_card_what_the_screens_call_it(code: str) -> None:
    named = [(place, name, any(has_name(told, one) for one in called)) for place, name, called, told in names(code)]
    assert len(named) > 300 and not [(place, name) for place, name, right in named if not right]


def test_another_name_for_a_card_is_noticed() -> None:
    assert has_name("Die Nullentropie-Boxen der Richese", "Nullentropie-Box")
    assert not has_name("Die Nullentropie-Kiste der Richese", "Nullentropie-Box")


@pytest.mark.parametrize("code", files())
def test_the_shield_of_a_player_is_called_one_thing(code: str) -> None:
    def meant(words: str) -> bool:
        return bool(re.search(r"\bshields?\b", words)) and "lasgun" not in words.lower()

    told = [
        (one.words, said) for one in entries_of(files()[code].read_text("utf-8")) for said in one.said.values() if said
    ]
    for path in rule_texts(code):
        theirs = dict(paragraphs(path))
        english = paragraphs(path.with_name(path.name.replace(f".{code}.md", ".md")))
        told += [(words, theirs[place]) for place, words in english if place in theirs]
    shields = [said for words, said in told if meant(words)]
    assert len(shields) > 100 and not [said for said in shields if SHIELD[code] not in said.lower()]
