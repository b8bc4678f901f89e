"""A question is one of the ways of asking in whole, or it is none of them."""

from __future__ import annotations

import pytest

from referee.common.factions import FACTIONS
from referee.kernel import discover  # noqa: F401
from referee.offers.answers import ANSWERERS, reply, understood
from referee.rulebook.book import rulebook
from tests.answers.asking import samples
from tests.kit.table import LiveTable
from tests.tools.search.__main__ import questions, right

GENERAL = {"known", "public", "dictated", "table", "strangers", "asked", "none"}


@pytest.mark.parametrize(
    ("text", "function", "blanks"),
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
def test_people_ask_in_their_own_words(text: str, function: str, blanks: dict[str, str]) -> None:
    found = understood(text)
    assert found is not None and (found[0].answer.__name__, found[1]) == (function, blanks)


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
        "",
        "💥",
        "can i bid " + "very " * 90 + "much",
    ],
)
def test_a_longer_question_about_something_else_is_left_to_the_rules(text: str) -> None:
    assert understood(text) is None


def test_every_way_is_understood_and_cites_a_rule_that_exists() -> None:
    assert {one.rule for one in ANSWERERS} <= set(rulebook())
    missed = [text for text, _ in samples() if understood(text) is None]
    assert not missed


def test_no_way_takes_a_written_question_whose_rule_is_another() -> None:
    table = LiveTable(phase="bidding")
    taken = []
    for one in (one for file in sorted(GENERAL) for one in questions(file) if one.half != "unseen"):
        found, said = understood(one.text), reply(table.screen("harkonnen"), one.text)
        if found and said and not any(right(one, rule) for rule in (*said.because, found[0].rule)):
            taken.append(one.text)
    assert not taken
