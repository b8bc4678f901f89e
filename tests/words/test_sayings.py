"""The door: a sentence is English at once, and remembers what it was made of."""

from __future__ import annotations

import pytest

import referee.kernel.discover  # noqa: F401
from referee.common.factions import FACTIONS, named
from referee.kernel import capital, count, listed, say, say_many, together
from referee.kernel.events import kinds
from referee.kernel.phrases import KINDS, filled, without_kinds
from referee.kernel.wording import CAPITAL, VERB, Saying, Several

LANGUAGES = {"de", "fr", "es"}
GENDERS = {"m", "f", "n", "mp", "fp"}


def test_a_sentence_is_a_string_in_english_that_knows_its_pattern() -> None:
    made = say("{seat:The pays} {n}.", seat=named("emperor"), n=5)
    assert isinstance(made, Saying)
    assert made == "The Emperor pays 5." and hash(made) == hash("The Emperor pays 5.")
    assert made.pattern == "{seat:The pays} {n}." and made.slots["n"] == 5
    assert say("{seat:The pays} {n}.", seat=named("fremen"), n=5) == "Fremen pay 5."


@pytest.mark.parametrize(("n", "words"), [(0, "0 cards are left."), (1, "1 card is left."), (2, "2 cards are left.")])
def test_a_number_chooses_between_two_patterns(n: int, words: str) -> None:
    made = say_many(n, "{n} card is left.", "{n} cards are left.")
    assert isinstance(made, Saying)
    assert (made, made.pattern, made.plural) == (words, "{n} card is left.", "{n} cards are left.")


def test_lists_and_capitals_and_verbs_keep_what_they_are_made_of() -> None:
    two = listed([named("emperor"), named("fremen")])
    assert two == "the Emperor and Fremen" and isinstance(two, Several) and two.items[0] is not two
    begun = capital(two)
    assert begun == "The Emperor and Fremen" and isinstance(begun, Saying) and begun.pattern == CAPITAL
    pays = named("fremen").verb("pays")
    assert isinstance(pays, Saying) and (pays, pays.pattern, pays.slots["does"]) == ("pay", VERB, "pays")
    assert type(capital("a plain word")) is str
    two_cards = count(2, "card")
    assert isinstance(two_cards, Saying) and two_cards.plural == "{n} cards"


def test_sentences_together_are_one_with_a_slot_for_each() -> None:
    assert together(["Pass.", "", say("Bid {n}.", n=2)]) == "Pass. Bid 2."
    assert together(["Pass."]) == "Pass." and together([]) == ""


def test_a_pattern_of_an_event_is_told_without_the_kinds_of_its_blanks() -> None:
    made = filled("{seat!n:The bids} {amount}.", {"seat": "emperor", "amount": 3}.__getitem__, named)
    assert made == "The Emperor bids 3." and isinstance(made, Saying)
    assert made.pattern == "{seat:The bids} {amount}." and made.slots["seat"] == "the Emperor"
    with pytest.raises(ValueError, match="two ways"):
        without_kinds("{seat!n} {seat}")
    patterns = [kind.says for kind in kinds().values()] + [k.words for k in KINDS.values() if isinstance(k.words, str)]
    assert len([without_kinds(one) for one in patterns]) > 100


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_faction_has_its_name_in_each_language_or_is_called_by_its_english_one(faction: str) -> None:
    spoken = FACTIONS[faction].spoken
    assert not spoken or (spoken.keys() == LANGUAGES and {one.gender for one in spoken.values()} <= GENDERS)
    assert named(faction).of == faction


def test_the_factions_of_the_boxes_have_their_names_in_each_language() -> None:
    assert len([one for one in FACTIONS.values() if one.spoken]) >= 12


@pytest.mark.parametrize("ends", [".", "!", "?"])
def test_a_sentence_that_ends_a_pattern_keeps_its_own_last_mark(ends: str) -> None:
    assert say("{won}.", won=f"You win{ends}") == f"You win{ends}"
