"""A question is one of the ways of asking in whole, or it is none of them."""

from __future__ import annotations

import pytest

from referee.common.factions import FACTIONS
from referee.kernel import discover  # noqa: F401
from referee.offers.answers import ANSWERS, answerers, answers, check_answers, reply, understood
from referee.rulebook.asked_words import of_this_table
from referee.rulebook.book import BadRuleText, read_room
from referee.rulebook.lookup import ask_in, split
from referee.rulebook.ways import ANY_ORDER, has_meanings
from tests.answers.asking import sample, samples
from tests.kit import LiveTable
from tests.tools.search.__main__ import FILES, questions, right

GENERAL = {"known", "public", "dictated", "table", "strangers", "asked", "none"}


@pytest.mark.parametrize(
    ("text", "name", "blanks"),
    [
        ("can i bid 12", "may_bid_so_much", {"number": "12"}),
        ("am I allowed to bid three?", "may_bid_so_much", {"number": "3"}),
        ("can i bdi 4 pls", "may_bid_so_much", {"number": "4"}),
        ("how much is it to ship 4 guys into arakeen", "price", {"number": "4", "place": "Arrakeen"}),
        ("How much to ship 3 to Tueks sitch?", "price", {"number": "3", "place": "Tuek's Sietch"}),
        ("may i land in carthage", "may_land", {"place": "Carthag"}),
        ("how many cards does the baron have", "cards", {"faction": "harkonnen"}),
        ("how many cards do the harkonens have", "cards", {"faction": "harkonnen"}),
        ("can i revive duncan", "one_leader", {"leader": "Duncan Idaho"}),
        ("who's turn is it?", "whose_turn_it_is", {}),
        ("why cant i bid", "why_not", {}),
        ("why can i not bid", "why_not", {}),
    ],
)
def test_people_ask_in_their_own_words(text: str, name: str, blanks: dict[str, str]) -> None:
    found = understood(text)
    assert found is not None and (found[0].name, found[1]) == (name, blanks)


@pytest.mark.parametrize("seat", FACTIONS)
def test_the_name_of_every_faction_is_read_as_a_name(seat: str) -> None:
    """A word of a way is none: a way says {faction} where one is meant."""
    for way in ("who is {} allied with", "how many cards do {} have", "is {} in the game"):
        found = understood(way.format(FACTIONS[seat].name))
        assert found is not None and found[1] == {"faction": seat}, way


@pytest.mark.parametrize(
    "text",
    [
        "can i bid 12 if my ally pays the rest after the auction",
        "do we use the optional rules for something else",
        "where can i turn off the sound",
        "may i land in a territory that is in storm",
        "whose turn is it to wash the dishes",
        "can i skip",
        "",
        "💥",
        "can i bid " + "very " * 90 + "much",
    ],
)
def test_a_longer_question_about_something_else_is_left_to_the_rules(text: str) -> None:
    assert understood(text) is None


def test_every_answer_is_named_by_a_rule_text_and_every_way_is_understood() -> None:
    assert {one.name for one in answerers()} == {*ANSWERS}
    missed = [text for text, _ in samples() if understood(text) is None]
    assert not missed


def test_a_way_that_names_no_answer_is_refused_with_its_own_line() -> None:
    (entry,) = read_room("## 4.95.20 Big hands\nasked as: nine\nasked as big_hands: how big is [my|our] hand\n", "ours")
    with pytest.raises(BadRuleText, match=r"^ours.md, line 3: no answer of the table is called “big_hands”"):
        check_answers(entry)


def test_an_answer_whose_name_is_taken_is_refused() -> None:
    with pytest.raises(ValueError, match="cards already"):
        answers(ANSWERS["spice"], "cards")


def test_no_way_takes_a_written_question_whose_rule_is_another() -> None:
    table = LiveTable(phase="bidding")
    taken = []
    for one in (one for file in sorted(GENERAL) for one in questions(file) if one.half != "unseen"):
        found, said = understood(one.text), reply(table.screen("harkonnen"), one.text)
        if found and said and not any(right(one, rule) for rule in (*said.because, found[0].rule)):
            taken.append(one.text)
    assert not taken


def in_any_order() -> list[tuple[str, str]]:
    """Return a question of each way whose words come in any order, with the name of its answer."""
    every = [(way, one.name) for one in answerers() for way in one.ways]
    ways = [(way, name) for way, name in every if way.startswith(ANY_ORDER) and not has_meanings(way)]
    return [(sample(way.removeprefix(ANY_ORDER)), name) for way, name in ways]


@pytest.mark.parametrize(("question", "name"), in_any_order())
def test_words_in_any_order_are_the_same_question_and_one_word_more_is_none(question: str, name: str) -> None:
    turned = " ".join(reversed(question.split()))
    found, other = understood(question), understood(turned)
    assert found and other and (found[0].name, found[1]) == (other[0].name, other[1]), turned
    assert found[0].name == name
    assert understood(f"{question} behind sandworms") is None, "a word that no part has"
    assert understood(turned.rpartition(" ")[0]) != other, "each part is needed, its first word too"


def test_no_rule_is_sure_for_a_question_about_this_table_that_the_table_did_not_answer() -> None:
    for code, question in (
        ("en", "what happened to my 2 in habbanya"),
        ("en", "why did i lose everybody in carthag"),
        ("de", "warum hab ich in Carthag alles verloren"),
        ("fr", "pourquoi j'ai perdu mes troupes"),
        ("es", "qué ha pasado con mis 5"),
    ):
        assert not ask_in(code, question, "battle").sure and of_this_table(code, " ".join(split(question))), question
    assert ask_in("en", "what happened to my 2 in habbanya").sure, "a reader without a table"
    assert ask_in("en", "did i read 1.04.06.03", "battle").sure, "a rule by its number"


def test_few_questions_for_the_book_are_taken_to_be_about_this_table() -> None:
    texts = [one.text for file in FILES for one in questions(file) if one.ids and one.half != "unseen"]
    about = [text for text in texts if of_this_table("en", " ".join(split(text)))]
    assert len(about) < 0.03 * len(texts), about
