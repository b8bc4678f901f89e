"""No event of a new game holds a sentence except what a person typed; ``LiveTable`` checks it too."""

from __future__ import annotations

import os
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.kernel import PUBLIC, BadCommand, Command, Event, phrase, sealed
from referee.kernel.events import kinds, types_of
from referee.kernel.phrases import blanks, without_kinds
from referee.knowledge.notes import NoteKept
from referee.phases.bidding.cards_of_the_row import CardBought
from referee.running.outcome import Outcome
from tests.house.sentences import no_sentences, sentences
from tests.kit import Rooms

GAMES = int(os.environ.get("REFEREE_GAMES", "6"))
SAYS = phrase("test.says", "{seat!n:The says} so.")


@pytest.mark.parametrize(
    "words", ["The Emperor wins.", ("emperor", ("Lost to the storm",)), {"says": {"why": "Bribes taken in"}}]
)
def test_a_sentence_is_noticed_wherever_it_stands(words: Any) -> None:
    assert len([*sentences(CardBought(words, 1, sealed("Shield/1")))]) == 1
    assert len([*sentences(CardBought("emperor", 1, sealed(words)))]) == 1


@pytest.mark.parametrize("words", ["emperor", "Duncan Idaho", "on:Red Chasm", "Cheap Hero/3", SAYS(seat="Red Chasm")])
def test_names_and_phrases_and_what_was_typed_are_no_sentences(words: Any) -> None:
    assert [*sentences(CardBought(words, 1, sealed(words)))] == []
    assert [*sentences(NoteKept(frozenset(), "emperor", "Whatever they typed."))] == []


def test_the_blanks_of_a_sentence_are_fields_or_properties() -> None:
    for kind in kinds().values():
        for pattern in (kind.says, kind.fuller):
            named = {blank for blank, way in without_kinds(pattern)[1] if way == "n" and blank in FACTIONS}
            assert all(blank in types_of(kind) or hasattr(kind, blank) for blank in blanks(pattern) - named), kind
        plain = kind.sentence is Event.sentence and kind.pattern is Event.pattern
        assert plain or not {"says", "fuller"} & vars(kind).keys(), f"{kind} says it twice"


class Lenient(Rooms):
    """A table that allows some of what is refused, but no battle plan; no count of forces fits it."""

    def audit(self) -> None:
        pass

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        outcome = super().try_it(command, who)
        if not outcome.done and self.public.phase != "battle" and self.random.random() < 0.2:
            with suppress(BadCommand):
                return self.sitting.act(command, PUBLIC, waive=True)
        return outcome


def test_random_games_with_all_boxes_hold_no_sentence() -> None:
    options = (*((one.key, one.value) for one in MODULES.values()), ("K8", "20"))
    kinds_heard = set[str]()
    for seed in range(GAMES):
        game = Lenient(seed, Random(seed).sample(sorted(FACTIONS), 6), "advanced", options)
        with suppress(AssertionError):  # where too much was allowed, its players may find no way on
            game.play(3, 30)
        events = [heard.event for heard in game.truth.log]
        no_sentences(events)
        kinds_heard |= {type(event).__name__ for event in events}
    assert {"ObjectionWaived", "WindowOpened"} <= kinds_heard
