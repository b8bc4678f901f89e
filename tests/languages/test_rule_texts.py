"""Rule texts in each language: the rules of the English book, part by part, and English where a text is not there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import referee.kernel.discover  # noqa: F401
from referee.kernel import say, title_of
from referee.languages import language as spoken
from referee.languages.language import language
from referee.rulebook.book import Rulebook, load, read_room, rulebook
from referee.rulebook.lookup import Lookup, ask_in
from referee.rulebook.search import ask
from referee.rulebook.translated import Texts, digest, entries_of, in_english, is_whole, said, texts, whole
from tests.kit import SIX, Evening, set_up
from tests.languages.texts import differing, numbers, wrong

ENGLISH = """
## 1.04.02 Hand limit
asked as: how many cards

Four cards at most. Harkonnen hold 8.

> Ruling: five cards | May I have five? No. Four.
"""
GERMAN = """
## 1.04.02 Handlimit
asked as: wie viele karten
of: {of}

Höchstens vier Karten. Die Harkonnen halten 8.

> Ruling: fünf karten | Darf ich fünf haben? Nein. Vier.
"""
BOOK = Rulebook(read_room(ENGLISH, "phases/bidding"))
OWN = read_room(GERMAN.format(of=digest(BOOK["1.04.02"])), "phases/bidding")[0]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    one = Evening(tmp_path).begin(set_up(spice=dict.fromkeys(SIX, 20)))
    yield one
    one.close()


@pytest.mark.parametrize("code", ["de", "fr", "es"])
def test_each_rule_text_has_the_parts_and_the_numbers_of_the_english_one(code: str) -> None:
    assert not [*wrong(code, rulebook())]


def test_what_a_translation_lacks_is_noticed() -> None:
    assert is_whole(OWN, BOOK["1.04.02"]) and not [*differing(OWN, BOOK["1.04.02"])]
    for another in ({"text": ("Vier.", "Acht.")}, {"asked_as": ()}, {"star": "after"}, {"text": ("Höchstens 9.",)}):
        assert [*differing(replace(OWN, **another), BOOK["1.04.02"])], another
    assert numbers("1.04.02, and 8.") == numbers("8 1.04.02") != numbers("8 1.04")


def test_a_translation_of_a_text_that_was_changed_is_not_shown(tmp_path: Path) -> None:
    english = rulebook()["1.04.02"]
    changed = Rulebook([replace(english, text=("Five cards at most.",))])
    assert "1.04.02" in texts("de").rules and "1.04.02" not in whole(entries_of("de"), changed)
    assert in_english({}, changed) >= {"Five cards at most."}


def test_a_file_in_another_language_is_none_of_the_book(tmp_path: Path) -> None:
    (tmp_path / "bidding.md").write_text(ENGLISH, "utf-8")
    (tmp_path / "bidding.de.md").write_text(GERMAN, "utf-8")
    assert [entry.title for entry in load(tmp_path).values()] == ["Hand limit"]


def test_titles_texts_rulings_and_sentences_are_said_in_the_language() -> None:
    known = said({OWN.id: OWN}, BOOK)
    assert known["Hand limit"] == "Handlimit" and known["May I have five? No. Four."].endswith("haben? Nein. Vier.")
    assert known["Harkonnen hold 8."] == "Die Harkonnen halten 8." and known["No. Four."] == "Nein. Vier."


def test_a_title_in_a_sentence_is_in_the_language_and_what_is_not_is_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    german, title = language("de"), title_of("1.04.06.03")
    assert title not in german.said(say("*{title}*", title=title)) and not german.in_english(title)
    monkeypatch.setattr(spoken, "texts", lambda code: Texts({}, {}, in_english({}, BOOK)))
    assert german.in_english("Hand limit") and german.in_english(say("*{title}*", title="Hand limit"))
    assert not german.in_english("Stilgar") and german.said("Hand limit") == "Hand limit"


def test_a_question_finds_a_rule_by_its_words_in_the_language() -> None:
    found = Lookup("de", BOOK, {OWN.id: OWN})
    for asked in ("wie viele Karten", "wieviel karten darf ich", "fünf Karden"):
        assert [hit.entry.id for hit in found.ask(asked, (), 3).hits] == ["1.04.02"], asked
    assert found.ask("fünf karten", (), 3).hits[0].sentence == "May I have five? No. Four."
    assert not found.ask("", (), 3).hits and not found.ask("xyzzy", (), 3).sure


def test_a_question_in_english_or_a_number_is_answered_by_the_english_book() -> None:
    assert ask_in("en", "hand limit") == ask("hand limit") and ask_in("de", "1.04.06") == ask("1.04.06")
    assert ask_in("de", "may i bid after i passed").hits[0].entry.id == ask("may i bid after i passed").hits[0].entry.id


def test_the_page_of_a_rule_its_hints_and_its_answer_are_in_the_readers_language(evening: Evening) -> None:
    own = texts("de").rules["1.04.02"]
    guest = evening.browser()
    page = guest.get("/rules/1.04.02?language=de").text
    assert own.title in page and own.text[0] in page and 'lang="en"' not in page.split("<main")[1]
    assert own.title in guest.get(f"/rules?q={own.asked_as[0]}").text
    assert own.title in guest.get(f"/rules/hints?q={own.asked_as[0]}").text
    assert own.title in guest.get("/rules/digest/1.04").text
    english = evening.browser().get("/rules/1.04.02").text
    assert rulebook()["1.04.02"].title in english and own.title not in english


def test_a_text_that_is_not_there_is_marked_as_english(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Texts({}, {}, in_english({}, rulebook()))
    monkeypatch.setattr(spoken, "texts", lambda code: nothing)
    page = evening.browser().get("/rules/1.04.02?language=de").text
    entry = rulebook()["1.04.02"]
    assert f'<span lang="en">{entry.title}</span>' in page and page.count('lang="en"') > 4
