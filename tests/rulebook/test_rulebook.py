"""The rule book: how it is read, and that what stands in it is complete and agrees with itself."""

import gc
import os
import re
import sqlite3
from pathlib import Path

import pytest

from referee.rulebook import index_file
from referee.rulebook.book import BadRuleText, Rulebook, RuleEntry, UnknownRule, load, next_free, read_room, rulebook
from referee.rulebook.query_words import plain
from referee.rulebook.search import Index
from tests.kit import ROOT

ROOM = """# 1.04 Bidding

Free text before the first rule is nobody's rule.

## 1.04.02 Maximum hand size
marks: code, table
star: after
overrides: 1.04.01
overridden by: 2.05.07, 4.90
see: 1.04.03
option: B12
names: hand limit | cap
asked as: how many cards | max hand |
asked as: full hand number

A player holds at most
four cards.

- one
- two

> Example: Atreides hold four: they sit out.

> Source note: nothing
> to note.

## 1.04.03 A full hand

Pass.
"""
STARS = {
    "2.01.05": "prevent",
    "2.01.08": "cancel",
    "2.01.09": "cancel",
    "2.01.11": "prevent",
    "2.02.06": "cancel",
    "2.02.07": "cancel",
    "2.02.22": "cancel",
    "2.03.04": "cancel",
    "2.03.08": "prevent",
    "2.04.18": "prevent",
    "2.04.21": "prevent",
    "2.05.08": "cancel",
    "2.05.10": "cancel",
    "1.04.02": None,
    "2.03.05": None,
    "2.05.07": None,
    "2.05.09": None,
    "3.01.14": None,
}
OVERRIDES = [
    ("2.05.07", "1.04.02"),
    ("2.03.04", "1.04.06.02"),
    ("2.05.08", "1.04.06.02"),
    ("2.01.05", "1.04.04"),
    ("1.10.02.04", "1.04.06.03"),
    ("3.01.11.04", "1.04.06.03"),
    ("1.14.04", "2.05.07"),
]


def ids() -> list[str]:
    return (ROOT / "tests" / "tools" / "search" / "rule_ids.txt").read_text("utf-8").split()


def test_an_entry_is_read_from_its_text() -> None:
    entry = read_room(ROOM, "phases/bidding")[0]
    assert (entry.id, entry.title, entry.room) == ("1.04.02", "Maximum hand size", "phases/bidding")
    assert (entry.marks, entry.star, entry.option) == (("code", "table"), "after", "B12")
    assert (entry.overrides, entry.overridden_by, entry.see) == (("1.04.01",), ("2.05.07", "4.90"), ("1.04.03",))
    assert entry.text == ("A player holds at most four cards.", "- one\n- two")
    assert entry.examples == ("Atreides hold four: they sit out.",)
    assert entry.notes == ("Source note: nothing to note.",)
    assert entry.asked_as == ("how many cards", "max hand", "full hand number")
    assert entry.names == ("hand limit", "cap")
    assert entry.body == "A player holds at most four cards.\n\n- one\n- two"


def test_what_a_rule_does_not_say_is_empty() -> None:
    entry = read_room(ROOM, "phases/bidding")[1]
    assert entry == RuleEntry("1.04.03", "A full hand", ("Pass.",), room="phases/bidding")


@pytest.mark.parametrize(
    ("star", "karama"), [("after", "cancel"), ("before", "prevent"), ("both", "prevent"), ("", None)]
)
def test_the_place_of_the_star_says_what_karama_does(star: str, karama: str | None) -> None:
    assert read_room(f"## 2.01 A\nstar: {star}\n\nText.", "a")[0].karama == karama


def test_each_way_of_asking_is_answered_by_its_sentences() -> None:
    text = "asked as: cap\nasked as 2-3: who holds more\nasked as 3: choam\n\nFour. Harkonnen hold eight. CHOAM five.\n"
    entry = read_room(f"## 1.04.02 Cap\n{text}\nThat is all.\n\n> Ruling: six | Is it six? No.\n", "phases/bidding")[0]
    assert [(answer.told, answer.ways) for answer in entry.answers] == [
        ("Four.", ("cap",)),
        ("Harkonnen hold eight. CHOAM five.", ("who holds more",)),
        ("CHOAM five.", ("choam",)),
        ("That is all.", ()),
        ("Is it six? No.", ("Is it six?", "six")),
    ]


def test_ways_of_asking_of_the_table_name_its_answer_and_are_no_matter_of_the_book() -> None:
    lines = (
        "asked as: cap\nasked as cards: am i full [to me|for us] | how much/many cards\nasked as limit: {number} cards"
    )
    (entry,) = read_room(f"## 1.04.02 Cap\n{lines}\n\nFour.\n", "bidding")
    assert entry.asked_as == ("cap",) and [answer.ways for answer in entry.answers] == [("cap",)]
    assert [(line.answer, line.ways, line.where) for line in entry.at_table] == [
        ("cards", ("am i full [to me|for us]", "how much/many cards"), "bidding.md, line 3"),
        ("limit", ("{number} cards",), "bidding.md, line 4"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("## Bidding", 1, "a heading needs a rule number and a title"),
        ("Free.\n\n## 1.04", 3, "a heading needs a rule number and a title"),
        ("## 1.04 A\nmarks: code\nstar: above", 3, "a star stands before, after or both, not “above”"),
        ("## 1.04 A\nstar: after\nstar: before", 3, "a star stands"),
        ("## 1.04 A\nmarks: secret", 2, "marks are code, table, social or heading, not “secret”"),
        ("## 1.04 A\nmarks:", 2, "marks are"),
        ("## 1.04 A\nmarks: code\nsse: 1", 3, "nothing is called “sse” in a rule text. There are marks, star, "),
        ("## 1 A\nsee 2: 1", 2, "nothing is called “see 2” in a rule text"),
        (
            "## 1 A\n\nOne.\n\n## 2 A\nasked as: a\nasked as 1-2: who\n\nNobody.",
            7,
            "“asked as 2”, but the last sentence is 1",
        ),
    ],
)
def test_a_text_that_cannot_be_read_names_its_room_and_line(text: str, line: int, says: str) -> None:
    with pytest.raises(BadRuleText) as trouble:
        read_room(text, "phases/x")
    assert str(trouble.value).startswith(f"phases/x.md, line {line}: {says}")


def test_a_number_used_twice_stops_the_reading_and_names_both_places_and_a_free_one(tmp_path: Path) -> None:
    (tmp_path / "storm").mkdir()
    (tmp_path / "storm/storm.md").write_text("Free.\n\n## 1.04.09 One\n\nText.\n\n## 1.04 Head\n\nText.\n", "utf-8")
    (tmp_path / "two.md").write_text("## 1.04.09 Two\n\nText.\n", "utf-8")
    with pytest.raises(BadRuleText) as trouble:
        load(tmp_path)
    assert (
        str(trouble.value) == "two.md, line 1: rule 1.04.09 stands in storm/storm.md, line 3 already. 1.04.10 is free."
    )


def test_a_rule_of_a_package_names_its_own_file(tmp_path: Path) -> None:
    (tmp_path / "cards/sand").mkdir(parents=True)
    (tmp_path / "cards/sand/sand.md").write_text("## 3.09 Sand\nsse: 1\n", "utf-8")
    with pytest.raises(BadRuleText, match=r"^cards/sand/sand\.md, line 2: "):
        load(tmp_path)


def test_every_free_number_that_is_named_is_free() -> None:
    for id in rulebook():
        free = next_free(id, rulebook())
        assert free not in rulebook() and free.rpartition(".")[0] == id.rpartition(".")[0]
    assert next_free("9", ["1", "9"]) == "10"
    assert next_free("1.04.06.99", ["1.04.06.99", "1.04.06"]) == "1.04.06.100"


def test_rules_come_in_the_order_of_the_book() -> None:
    book = Rulebook(RuleEntry(id, id) for id in ["1.10", "1.04.06.10", "1.04.06.02", "0.01", "1.04.06"])
    assert list(book) == ["0.01", "1.04.06", "1.04.06.02", "1.04.06.10", "1.10"]


@pytest.mark.parametrize("id", ["9.99", "", "1.4", "1.04.06.3", "../x"])
def test_an_unknown_number_is_an_error_with_a_sentence(id: str) -> None:
    with pytest.raises(UnknownRule) as trouble:
        rulebook()[id]
    assert str(trouble.value).startswith(f"There is no rule {id} in this book.")
    assert rulebook().get(id) is None and id not in rulebook()


def test_parents_and_children_follow_the_numbers() -> None:
    book = Rulebook(RuleEntry(id, id) for id in ["1", "1.00.01", "1.04", "1.04.06", "1.04.06.01", "1.04.07"])
    assert [entry.id for entry in book.children("1.04")] == ["1.04.06", "1.04.07"]
    assert [entry.id for entry in book.children("1")] == ["1.00.01", "1.04"]
    assert book.parent("1") is None and book.parent("1.04.06.01") == book["1.04.06"]


def test_neighbours_are_the_references_then_the_rules_around() -> None:
    rules = [
        RuleEntry("1", "a"),
        RuleEntry("1.1", "b"),
        RuleEntry("1.2", "c", see=("1.9", "7", "1.1")),
        RuleEntry("1.3", "d"),
    ]
    book = Rulebook([*rules, RuleEntry("1.9", "e")])
    assert [entry.id for entry in book.neighbours("1.2")] == ["1.9", "1.1", "1.3", "1"]


def test_what_opens_a_part_of_the_book_is_shown_with_it() -> None:
    opening = RuleEntry("1.05.00", "Before", ("Second.",), marks=("heading",))
    book = Rulebook(
        [RuleEntry("1.05", "Revival", ("First.",), see=("1.05.00", "1.05.01")), opening, RuleEntry("1.05.01", "a")]
    )
    assert book.shown("1.05.00") == book.shown("1.05") and book.shown("1.05").text == ("First.", "Second.")
    assert [entry.id for entry in book.neighbours("1.05")] == ["1.05.01"]
    tie = Rulebook([RuleEntry("1.07", "Who wins"), RuleEntry("1.07.00", "Ties", ("The aggressor.",))])
    assert tie.shown("1.07.00").title == "Ties" and not tie.shown("1.07").text


def test_the_book_is_read_once() -> None:
    assert rulebook() is rulebook()


def test_every_number_of_the_index_has_its_rule() -> None:
    assert [id for id in ids() if id not in rulebook()] == []


def test_every_rule_says_something() -> None:
    assert [id for id, entry in rulebook().items() if not entry.body.strip() or not entry.asked_as] == []


def test_every_reference_leads_to_a_rule() -> None:
    book = rulebook()
    lost = [
        f"{id} -> {other}"
        for id, entry in book.items()
        for other in (*entry.overrides, *entry.overridden_by, *entry.see)
        if other not in book or other == id
    ]
    assert lost == []


def test_what_beats_a_rule_is_known_on_both_sides() -> None:
    book = rulebook()
    beats = {(id, other) for id, entry in book.items() for other in entry.overrides}
    beaten = {(other, id) for id, entry in book.items() for other in entry.overridden_by}
    assert sorted(beats ^ beaten) == []


@pytest.mark.parametrize(("over", "under"), OVERRIDES)
def test_the_known_overrides_stand_in_the_book(over: str, under: str) -> None:
    assert over in rulebook()[under].overridden_by


@pytest.mark.parametrize(("id", "karama"), STARS.items())
def test_the_stars_agree_with_the_facts(id: str, karama: str | None) -> None:
    assert rulebook()[id].karama == karama


def test_every_rule_cited_in_a_sentence_exists() -> None:
    book = rulebook()
    cited = re.compile(r"(?<![\d.])[0-4]\.\d\d(?:\.\d\d)*(?!\d)")
    lost = [
        f"{entry.id} -> {id}"
        for entry in book.values()
        for text in (*entry.text, *entry.examples, *entry.ruled)
        for id in cited.findall(text)
        if id not in book
    ]
    assert lost == []


@pytest.mark.skipif("RULE_SOURCES" not in os.environ, reason="RULE_SOURCES names a folder of texts to compare with")
def test_no_ten_words_in_a_row_stand_in_a_source() -> None:
    files = Path(os.environ["RULE_SOURCES"]).glob("*.txt")
    sources = {run for file in files for run in runs(file.read_text("utf-8"))}
    texts = ((id, text) for id, entry in rulebook().items() for text in (*entry.text, *entry.examples, *entry.notes))
    assert sources and [(id, run) for id, text in texts for run in runs(text) if run in sources] == []


def runs(text: str) -> list[tuple[str, ...]]:
    words = plain(text).split()
    return [tuple(words[place : place + 10]) for place in range(len(words) - 9)]


def test_a_nickname_belongs_to_one_rule() -> None:
    owners = [name.casefold() for entry in rulebook().values() for name in entry.names]
    assert sorted(owners) == sorted(set(owners))


def test_an_index_that_nobody_uses_any_more_closes_its_database() -> None:
    few = Rulebook([*rulebook().values()][:20])
    db = index_file.built(few)
    Index(few, db)
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        db.execute("select 1")
