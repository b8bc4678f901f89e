"""Asking the rules: numbers, words, typos, combinations, nonsense, and the command for the terminal."""

import io
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.cli import main
from referee.common.turn import PHASES
from referee.rulebook.book import BadRuleText, Rulebook, RuleEntry, Ruling, read_room, rulebook
from referee.rulebook.query_words import matter, plain, stem
from referee.rulebook.search import Index, index, likeness, search
from referee.rulebook.search import ask as look_up
from tests.kit import tried
from tests.tools.search.__main__ import questions, share

SETS = ("public", "dictated", "table", "strangers", "asked", "posted", "rules_asked", "known")
EVERY = int(os.environ.get("REFEREE_QUESTIONS", "1"))  # of those that were looked at
ODD = ["", " ", "a", "?", "'", '"', "x" * 10_000, "ab " * 5_000, "AND OR NOT NEAR", 'NEAR("a" b)', "-bid", "bid*"]
ODD += [
    "bid:card",
    "^bid",
    "'; drop table words; --",
    "%_%",
    "\x00\x07\x1b[31m",
    "🐛🏜️",
    "харконнен",
    "カラマ",
    "\ud800",
]
ODD += ["{}", "<script>", "1.", ".1", "...", "1..2", "٣٫٤", "9" * 500, "1.04." * 300, "\u202e", "é̂̃"]


GUILD = "factions/spacing_guild"


def first(query: str, **context: Any) -> str | None:
    return next((hit.entry.id for hit in search(query, **context)), None)


def three(query: str) -> list[str]:
    return [hit.entry.id for hit in search(query)[:3]]


@pytest.mark.parametrize(
    "query", ["1.04.06.03", "1040603", "1.4.6.3", "rule 1.04.06.03", " 1 04 06 03 ", "what does 1.04.06.03 say"]
)
def test_a_rule_is_found_by_its_number(query: str) -> None:
    assert first(query) == "1.04.06.03"


def test_the_beginning_of_a_number_gives_the_rules_that_begin_so() -> None:
    assert [hit.entry.id for hit in search("1.04.06", limit=3)] == ["1.04.06", "1.04.06.00", "1.04.06.01"]


@pytest.mark.parametrize(("query", "id"), [("06.03", "1.04.06.03"), ("10.02.04", "1.10.02.04"), (".11", "0.11")])
def test_the_end_of_a_number_finds_its_rule(query: str, id: str) -> None:
    assert first(query) == id


@pytest.mark.parametrize(("query", "id"), [("B5", "4.91.05"), ("option k3", "4.92.03"), ("T 6", "4.93.06")])
def test_an_option_is_found_by_the_name_on_its_row(query: str, id: str) -> None:
    assert first(query) == id


def test_an_amount_in_a_sentence_is_no_rule_number() -> None:
    assert first("does a suboid have 0.5 strength") == "2.07.08" and first("what does rule 2.5 say") == "2.05"


def test_a_number_nobody_uses_finds_nothing() -> None:
    assert search("8.88.88") == []


@pytest.mark.parametrize("id", ["1.04.09", "2.01.08", "2.05.07", "2.05.08", "3.01.05", "3.01.22", "1.04.06.03"])
def test_a_title_finds_its_rule(id: str) -> None:
    assert first(rulebook()[id].title) == id


@pytest.mark.parametrize(
    ("query", "id"),
    [
        ("karama bid over spice", "3.01.11.04"),
        ("harkonen extra card", "2.05.08"),
        ("auction nobody wants it", "1.04.09"),
        ("does a shield save me from a lasgun", "3.01.14"),
        ("who pays emperor", "2.03.04"),
        ("How many treachery cards may I hold?", "1.04.02"),
        ("presience", "2.01.08"),
        ("lasgun traitor", "3.01.14"),
        ("sardukar", "2.03.08"),
        ("can i open w 0 lol", "1.04.06.01"),
        ("2nd place gets the card bc the winner is skint?", "1.04.06.03"),
        ("a 5th card", "1.04.02"),
        ("padishah free revival", "2.03.03"),
        ("fremen two spaces", "2.04.06"),
        ("how many do the navigators revive free", "2.06.03"),
    ],
)
def test_the_way_people_ask_finds_the_rule(query: str, id: str) -> None:
    assert id in three(query)


ABOUT = {"karama": "3.01.11", "the bid limit": "1.04.06.03", "shipping": "1.06", "a nexus": "1.", "the storm": "1.01"}
AROUND = ["how does {} work", "can you explain {} again", "question about {}", "hey, walk me through {}?", "{} details"]
AROUND += ["we are arguing about {}", "I don't understand {}", "what's the deal with {}", "{} explained, pls"]
AROUND += [
    "exact wording of {}",
    "what does the rule book say about {}",
    "{} for dummies",
    "what's the official ruling on {}",
]


@pytest.mark.parametrize("around", AROUND)
def test_the_words_around_a_question_do_not_hide_what_it_is_about(around: str) -> None:
    for about, id in ABOUT.items():
        assert any(found.startswith(id) for found in three(around.format(about))), (around.format(about), id)


def test_a_question_of_nothing_but_such_words_is_read_as_it_stands() -> None:
    assert matter("explain") == "explain" and matter("details") == "details" and matter("tell me about") != ""
    assert matter("can i ask a question about the past") == "can i ask a question about the past"


@pytest.mark.parametrize("query", ["how do i bake bread", "asdfghjkl", "what is the capital of france?", "🐛"])
def test_a_question_that_no_rule_answers_is_not_sure(query: str) -> None:
    found = look_up(query)
    assert not (found.sure or found.close or found.about_dune)


@pytest.mark.parametrize("query", ODD)
def test_odd_input_is_answered_and_never_raises(query: str) -> None:
    assert all(isinstance(hit.entry, RuleEntry) and 0 <= hit.score <= 1 for hit in search(query))


@given(st.text(max_size=60))
@example("bid\x00 limit")
@settings(max_examples=tried(150), deadline=None)
def test_any_text_is_answered(query: str) -> None:
    assert len(search(query, phase=query, faction=query)) <= 5


def test_answers_are_few_sorted_and_each_rule_once() -> None:
    hits = search("can i bid more spice than i have", limit=4)
    assert len(hits) == 4 and len({hit.entry.id for hit in hits}) == 4
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert search("bid", limit=0) == search("bid", limit=-3) == []


def test_the_seat_and_the_phase_decide_between_equals() -> None:
    assert first("free revival", faction="fremen") == "2.04.04"
    assert first("starting spice", faction="Harkonnen") == "2.05.01"
    rooms = [search("payment", phase=phase)[0].entry.room for phase in ("revival", "shipment")]
    assert rooms == ["phases/revival", "phases/shipment"]


@pytest.mark.parametrize(
    ("phase", "query"),
    [
        ("battle", "what happens if i play lasgun and my opponent a shield?"),
        ("battle", "what does the voice do"),
        ("shipment", "when may i leave my ally?"),
        ("shipment", "ally of the guild ships cheaper"),
        ("shipment", "any number of people can sit in the polar sink without fighting?"),
    ],
)
def test_the_phase_that_is_played_puts_no_rule_before_a_better_one(phase: str, query: str) -> None:
    assert look_up(query, phase).hits[0].entry == look_up(query).hits[0].entry


@pytest.mark.parametrize(("phase", "room"), [("mentat_pause", "mentat"), ("Spice Collection", "collection")])
def test_a_phase_is_known_by_every_name(phase: str, room: str) -> None:
    assert index().rooms_of("phases", phase) == {f"phases/{room}"}
    assert index().rooms_of("factions", "Guild") == {GUILD} and not index().rooms_of("factions", "zorg")
    assert all(index().rooms_of("phases", name) for name in (*PHASES, "setup"))


def test_a_named_faction_comes_before_the_others() -> None:
    for faction, id in (("atreides", "2.01.04"), ("guild", "2.06.03"), ("emperor", "2.03.03")):
        assert first(f"{faction} free revival") == id


def test_a_nickname_brings_its_own_words() -> None:
    book = Rulebook([RuleEntry("2.1", "House Zed", names=("zed", "pale ones")), RuleEntry("2.2", "House Why")])
    index = Index(book)
    for query in ("pale ones", "ZED", "who are the pale one?"):
        assert index.ask(query).hits[0].entry.id == "2.1", query


def test_an_empty_book_answers_nothing() -> None:
    assert Index(Rulebook([])).ask("bid").hits == ()


def test_many_phones_may_ask_at_once() -> None:
    asked = ["hand limit", "lasgun shield", "who pays emperor", "top card"] * 25
    with ThreadPoolExecutor(8) as phones:
        assert list(phones.map(first, asked)) == [first(query) for query in asked]


@pytest.mark.parametrize(
    ("query", "begins"),
    [
        ("what does the voice do", "The Voice lets"),
        ("what is the wheel for", "Each player secretly dials"),
        ("hajr", "Hajr gives its owner"),
        ("can i play without phones", "Yes, they play like everybody else"),
        ("can i join late", "May I join late? Yes"),
        ("can the guild cross ship", "May the Guild cross-ship? Yes"),
        ("does it need wifi", "Does the referee need the internet? No"),
    ],
)
def test_the_first_rule_answers_in_these_words(query: str, begins: str) -> None:
    first = look_up(query, limit=1).hits[0]
    assert any(told.startswith(begins) for told in (first.sentence, *first.also))


@pytest.mark.parametrize(
    ("query", "id"),
    [
        ("wann kann ich einen anführer wiederbeleben", "1.05.03"),
        ("what is the preis of the landung", "1.06.03.01"),
        ("move the mobile strong hold", "2.07.11"),
        ("software", "4.97"),
    ],
)
def test_words_from_beside_the_book_are_read_in_its_language(query: str, id: str) -> None:
    assert id in three(query)


def test_a_rule_that_fits_everyday_words_is_told_but_not_as_sure() -> None:
    found = look_up("one of us has to go home early")
    assert found.hits[0].entry.id.startswith("4.97.18") and not found.sure
    assert not look_up("when does the bus leave").about_dune


def test_a_power_for_an_ally_yields_where_nobody_speaks_of_one() -> None:
    own, lent = (
        RuleEntry("2.1.1", "Crossing", ("Zed cross.",)),
        RuleEntry("2.1.2", "Crossing for an ally", ("Zed cross.",)),
    )
    index = Index(Rulebook([replace(entry, room="factions/zed") for entry in (lent, own)]))
    assert [index.ask(query).hits[0].entry.id for query in ("crossing", "crossing with an ally")] == ["2.1.1", "2.1.2"]


def test_the_list_is_not_cut_where_the_answer_is_not_sure() -> None:
    found = look_up("what does the armorer cost in solari")
    assert found.about_dune and not found.sure and len(found.hits) == 5


def test_the_sentence_that_answers_is_told_with_each_rule() -> None:
    found = look_up("does the guild round half a price up", limit=1)
    assert found.sure and "rounded up" in found.hits[0].told


@pytest.mark.parametrize(
    ("heard", "name"),
    [
        ("hark on an", "harkonnen"),
        ("benny jesuit", "benegesserit"),
        ("free men", "fremen"),
        ("till a locks", "tleilaxufaction"),
        ("sardo car", "sardaukar"),
        ("gum jabber", "gomjabbar"),
    ],
)
def test_a_name_is_told_by_its_sound(heard: str, name: str) -> None:
    assert name in [word.stem for word in index().lexicon.read(f"what about the {heard}")]


def test_a_repair_never_turns_one_word_of_the_game_into_another() -> None:
    lexicon = index().lexicon
    for name in sorted({word for spoken, _ in lexicon.words.sounds for word in spoken.split()}):
        (read,) = lexicon.read(name)
        assert read.meant == ((read.stem, 1.0),) and read.stem == lexicon.names.get(stem(name), stem(name)), name


def test_a_ruling_is_read_found_and_told() -> None:
    text = "## 1.1 Walking\n\nForces walk.\n\n> Ruling: May forces fly? No: they only walk (1.1).\n"
    (entry,) = read_room(text, "phases/x")
    assert entry.rulings == (Ruling("May forces fly?", "No: they only walk (1.1)."),)
    (hit,) = Index(Rulebook([entry])).ask("can my forces fly like that").hits
    assert hit.sentence == "May forces fly? No: they only walk (1.1)."
    with pytest.raises(BadRuleText, match="a ruling is a question"):
        read_room(text.replace("?", "."), "phases/x")


def test_a_ruling_is_found_by_every_way_of_asking_for_it() -> None:
    text = "## 1.1 Walking\n\nForces walk.\n\n> Ruling: airborne troops | take off | May forces fly? No.\n"
    (entry,) = read_room(text, "phases/x")
    assert entry.asked == ("May forces fly?", "airborne troops", "take off")
    (hit,) = Index(Rulebook([entry])).ask("airborne soldiers?").hits
    assert hit.sentence == "May forces fly? No."


def test_a_text_is_as_like_a_question_as_it_speaks_of_it() -> None:
    same, other = likeness("does a sandworm eat fremen", ["Fremen are eaten by worms here", "The storm moves"])
    assert same > 0.9 and other < 0.2


def test_words_are_compared_without_accents_case_and_endings() -> None:
    assert plain("  Tuek’s SIETCH — naïve! ") == "tueks sietch naive"
    assert stem("troops") == stem("soldier") == stem("forces")
    assert stem("revived") == stem("revivals") == stem("reviving")
    assert stem("favours") == stem("favor") and stem("neighbour") == stem("neighbors") and stem("hour") == "hour"


@pytest.mark.parametrize("file", [*SETS, "none"])
def test_each_set_of_questions_is_whole(file: str) -> None:
    asked = questions(file)
    assert len({question.text for question in asked}) == len(asked) >= 60
    assert {id.removesuffix("*") for question in asked for id in question.ids} <= set(rulebook())


@pytest.mark.parametrize(
    ("file", "at_one", "at_three"),
    [
        ("public", 0.8, 0.95),
        ("dictated", 0.7, 0.75),
        ("table", 0.67, 0.85),
        ("strangers", 0.72, 0.88),
        ("asked", 0.65, 0.83),
        ("posted", 0.75, 0.92),
        ("rules_asked", 0.72, 0.88),
        ("known", 0.82, 0.94),
    ],
)
def test_the_search_keeps_its_promise(file: str, at_one: float, at_three: float) -> None:
    asked = [question for question in questions(file) if question.ids][:: EVERY if file == "known" else 1]
    assert share(asked, 1) >= at_one
    assert share(asked, 3) >= at_three


def test_no_entry_repeats_the_questions_of_the_tests_and_no_answer_has_more_than_eight_ways_of_asking() -> None:
    asked = {plain(question.text) for file in SETS for question in questions(file)}
    for entry in rulebook().values():
        assert all(len(answer.ways) <= 8 + answer.ruled for answer in entry.answers), entry.id
        assert not asked & {plain(line) for line in (*entry.asked_as, *entry.asked)}, entry.id


def test_every_ruling_answers_its_own_question() -> None:
    rulings = [(entry, ruling) for entry in rulebook().values() for ruling in entry.rulings][::EVERY]
    told = [(ruling, look_up(ruling.question, limit=2).hits) for _, ruling in rulings]
    right = sum(any(ruling.told in hit.told for hit in hits) for ruling, hits in told)
    assert len(rulings) >= 1000 // EVERY and right >= 0.95 * len(rulings)


def test_what_no_rule_answers_gets_no_sure_answer() -> None:
    assert share(questions("none"), 1) >= 0.9


# -- the command


def ask(*arguments: str) -> int:
    return main(["rules", *arguments])


def test_the_command_shows_the_rule_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("emperor", "is", "paid", "for", "cards") == 0
    shown = capsys.readouterr().out
    assert "2.03.04" in shown and "Karama can cancel" in shown and "1.04.06.02" in shown


def test_the_command_does_not_offer_what_it_shows_already(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("1.04") == 0
    assert "1.04.00" not in capsys.readouterr().out


def test_the_command_names_the_options_of_a_contested_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("1.04.06.03") == 0
    assert "House-rule options: 4.91.03" in " ".join(capsys.readouterr().out.replace("│", "").split())
    assert ask("4.91.05") == 0 and "House-rule" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("code", "asked", "words"),
    [
        ("de", "1.04.06", ("1.04.06", "Wer eröffnet", "Siehe auch: ")),
        ("fr", "qui ouvre les enchères", ("1.04.06", "Qui ouvre")),
        ("es", "3.01.14", ("3.01.14", "Láser", "Ver también: ")),
    ],
)
def test_the_command_asks_and_tells_in_a_language(
    code: str, asked: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask("--language", code, asked) == 0
    shown = " ".join(capsys.readouterr().out.replace("│", "").split())
    assert all(word in shown for word in words) and "See also" not in shown


def test_the_command_says_so_when_no_rule_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("zzzzzz") == 3
    assert "I don't know" in capsys.readouterr().err


def test_the_command_without_words_shows_the_chapters(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask() == 0
    assert "1.04" in capsys.readouterr().out


def answers(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_json_answers_one_line_a_question(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('"harkonnen top card"\n\n{"id": 7, "q": "1.04.02"}\n{"id": "n", "q": "qqqqqq wwww"}\n', "utf-8")
    assert ask("--json", str(file)) == 0
    top, hand, nothing = answers(capsys)
    assert "id" not in top and top["q"] == "harkonnen top card"
    assert top["answers"][0]["id"] == "2.05.08" and top["answers"][0]["karama"] == "cancel"  # type: ignore[index]
    assert hand["id"] == 7 and hand["answers"][0]["overridden_by"][:2] == ["2.05.07", "2.09.05"]  # type: ignore[index]
    first = {"id", "title", "text", "sentence", "score", "overridden_by", "overrides", "karama"}
    assert set(hand["answers"][0]) == first and top["sure"] is hand["sure"] is True  # type: ignore[index]
    assert nothing == {"id": "n", "q": "qqqqqq wwww", "answers": [], "sure": False, "about_dune": False}


def test_json_answers_the_other_lines_when_one_is_bad(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [b'{"id": 1, "q": 5}', b"{", b"\xff", b'{"id": 2}', b"null", b"NaN", b"[" * 5000, b'{"q": "x", "phase": 1}']
    lines += [b'{"q": "x", "faction": "zorg"}', b'{"q": "x", "id": 1e999}']
    raw = io.BytesIO(b"\n".join([*lines, b'"top card"']))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw, "utf-8"))
    assert ask("--json", "-") == 1
    *bad, good = answers(capsys)
    assert [line["error"]["code"] for line in bad] == ["BAD_INPUT"] * len(lines)  # type: ignore[index]
    assert [line["id"] for line in bad[:4]] == [1, None, None, 2]
    assert good["q"] == "top card" and good["answers"]


def test_json_of_a_missing_file_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("--json", str(tmp_path / "none")) == 5
    assert "cannot be read" in capsys.readouterr().err


def test_answers_of_a_rule_that_are_about_as_likely_are_told_together() -> None:
    both, alone = (look_up(query).hits[0] for query in ("does it need wifi", "how many cards may i hold"))
    assert both.also and {both.sentence, *both.also} <= {one.told for one in both.entry.answers}
    assert not alone.also and alone.told == alone.sentence


def test_a_rule_that_says_yes_or_no_first_answers_as_a_whole() -> None:
    found = look_up("grandpa has no phone")
    assert found.hits[0].sentence == rulebook()["4.97.17.02"].text[0]


def test_rules_almost_as_near_are_shown_together_and_none_is_sure() -> None:
    found = look_up("hand limit")
    assert not found.sure and {hit.entry.id for hit in found.close} >= {"1.04.02", "2.08.07"}
