"""No event of a new game holds a sentence but what a person typed; scenes of ``LiveTable`` are watched for it too."""

from __future__ import annotations

import os
from random import Random

import pytest

from referee.common.factions import FACTIONS
from referee.kernel.events import Event, Public, Sealed, Typed, sealed
from referee.kernel.phrases import phrase
from tests.house.sentences import no_sentences, sentences
from tests.kit.fighters import Fighters

GAMES = int(os.environ.get("REFEREE_GAMES", "6"))
SAYS = phrase("test.says", "{seat!n:The says} so.")


class ToldInWords(Event):
    words: Public[object]
    heard: Sealed[object] = sealed("")
    typed: Public[Typed] = "Whatever they typed."


@pytest.mark.parametrize(
    "words", ["The Emperor wins.", ("emperor", ("Lost to the storm",)), {"says": {"why": "Bribes taken in"}}]
)
def test_a_sentence_is_noticed_wherever_it_stands(words: object) -> None:
    assert len([*sentences(ToldInWords(words))]) == len([*sentences(ToldInWords(1, sealed(words)))]) == 1


@pytest.mark.parametrize("words", ["emperor", "Duncan Idaho", "on:Red Chasm", "Cheap Hero/3", SAYS(seat="Red Chasm")])
def test_names_and_phrases_are_no_sentences(words: object) -> None:
    assert [*sentences(ToldInWords(words, sealed(words)))] == []


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_games_hold_no_sentence(seed: int) -> None:
    game = Fighters(seed, Random(seed).sample(list(FACTIONS), 6), "advanced", (("K8", "20"),) if seed % 2 else ())
    game.play(3, 30)
    no_sentences(heard.event for heard in game.truth.log)
