"""One English word that stands for two things has a context in each, so that each language says both rightly."""

from __future__ import annotations

import ast

import pytest

import referee.kernel.discover  # noqa: F401
from referee.kernel import meant
from referee.languages.catalogue import files, read
from referee.languages.language import language
from tests.languages.kinds import kinds, of_python
from tests.languages.pseudo import Pseudo

ALIKE = {  # the same word with the same endings wherever it stands
    "Bid": "an order to who plays: on the button, and above its paragraph in the guide",
    "No": "an answer",
    "Yes": "an answer",
    "no": "an answer",
    "No clock": "of bids and of phases",
    "Nobody": "of players and of leaders, who are people",
    "Owner chooses": "of forces, of any owner",
    "Put back": "what to do, and the card with which it is done",
    "Set aside": "of a card and of a disc, which agree in each language",
}
TWO_THINGS = """
Offer(Discard, "Discard")
Kept("Discard", lines)
option("A1", "4.91.01", "Hints", ("off", "None", "None at all."))
Pick("", "None" if one else "Nothing")
"""


def test_no_entry_of_one_or_two_words_is_used_by_two_kinds_of_places() -> None:
    two = {words: found for words, found in kinds().items() if len(found) > 1}
    assert {words: sorted(found) for words, found in two.items() if words not in ALIKE} == {}
    assert {*ALIKE} == {*two}, "an excuse is not needed any more"


def test_a_word_for_two_things_is_noticed() -> None:
    found = [*of_python(ast.parse(TWO_THINGS), "cards")]
    assert found == [
        ("Discard", "button"),
        ("Discard", "title"),
        ("None", "choice of cards"),
        ("None", "choice of cards"),
        ("Nothing", "choice of cards"),
    ]


@pytest.mark.parametrize("code", files())
def test_what_is_meant_for_something_is_said_so_in_each_language(code: str) -> None:
    card, rest = meant("None", "card"), meant("Not kept", "traitors")
    assert card == "None" and language(code).said(card) == read(code).said["card", "None"][0]
    assert language(code).said(rest) != language(code).said("Not kept")


def test_a_context_that_no_catalogue_has_leaves_the_plain_words() -> None:
    assert language("de").said(meant("Cards", "of nobody")) == "Karten"
    assert Pseudo().said(meant("Cards", "of nobody")).startswith("⟦")
