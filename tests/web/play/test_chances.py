"""A phone never says that nobody waits for it while it offers what closes by others' act: it says what, until when."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from referee.common.factions import FACTIONS
from referee.kernel import PUBLIC, Command, small
from referee.offers.waiting import duties_of
from referee.powers.windows import missing, window
from referee.running.outcome import Outcome
from referee.web.phase.strip import FREE, Said, may_still, said_to
from referee.web.phase.table_view import has_news, mode_of
from tests.kit import Players, seeds

BASE = ["atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen"]


class Watched(Players):
    """Random players whose phones are read after every act."""

    heard: Counter[str]

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        outcome = super().try_it(command, who)
        if outcome.done and hasattr(self, "heard"):
            for seat in self.public.seats:
                self.read(seat)
        return outcome

    def read(self, seat: str) -> None:
        """Assert that the phone of this seat names what it offers, and when that closes."""
        public, own = self.public, self.sitting.screen(seat)
        said = said_to(public, own, seat, None)
        if window(public) and seat in missing(public):
            assert said.say != FREE, "a window is open"
        self.read_duties(seat, said)
        if has_news(public) or mode_of(public) == "lobby" or duties_of(own, seat):
            return
        open_now = [one for one in may_still(public, seat) if not (one.aside or one.why_not)]
        if not open_now:
            return
        words = f"{said.say} {said.then}"
        assert said.say != FREE and "Until " in said.then, (seat, said)
        for one in open_now[:1]:
            assert small(one.label) in words, (seat, said, one.label)
            self.heard[one.name] += 1

    def read_duties(self, seat: str, said: Said) -> None:
        public, own = self.public, self.sitting.screen(seat)
        free = [one for one in duties_of(own, seat) if one.free]
        if free and all(one.free for one in duties_of(own, seat)) and not has_news(public):
            words = f"{said.say} {said.then}"
            assert free[0].asks in words and free[0].then in words and free[0].then, (seat, said)
            self.heard[f"free {free[0].by[0].__name__}"] += 1


@pytest.mark.parametrize("seed", seeds(range(3), daily=1))
def test_a_phone_names_what_it_offers_and_until_when(seed: int) -> None:
    drawn = random.Random(seed)
    players = Watched(seed, drawn.sample(list(FACTIONS), 6) if seed % 2 else BASE, "advanced")
    players.heard = Counter()
    players.play(2, 10)
    assert players.heard
