"""Random whole games: every card is in one place, and no viewer's table contradicts the referee's."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.knowledge.who_knows import known_by, piles
from tests.kit import Players

SEATS = ["atreides", "harkonnen", "emperor", "fremen", "spacing_guild"]


class Counting(Players):
    """Players at a table where every pile is looked at after every act, by everybody."""

    def audit(self) -> None:
        """Compare every viewer's piles with the referee's."""
        super().audit()
        truth = piles(self.truth)
        faces = Counter(card for pile in truth.values() for card in pile.faces())
        assert not self.dealt or max(faces.values()) == 1, "a card is in two places"
        for viewer, table in self.sitting.views.tables.items():
            for name, pile in piles(table).items():
                real = truth[name]
                assert len(pile) == len(real), f"{viewer} counts {name} wrong"
                assert not Counter(pile.faces()) - Counter(real.faces()), f"{viewer} is wrong about {name}"


@pytest.mark.parametrize(("seed", "cards"), [(11, "dealt"), (12, "dealt"), (13, "told")])
def test_every_card_is_in_one_place_and_nobody_believes_otherwise(seed: int, cards: str) -> None:
    players = Counting(seed, SEATS, "advanced", (("P1", cards),))
    players.play(turns=3, presses=12)
    events = [event for act in players.sitting.acts() for event in act.events]
    theirs_now = {seat: players.sitting.screen(seat) for seat in SEATS}
    for seat in SEATS:
        hand = players.truth.seats[seat].hand.faces()
        theirs = {other: players.sitting.screen(other).seats[seat].hand.faces() for other in SEATS}
        for one in known_by(events, players.sitting.screen(seat), theirs_now):
            assert one.card in hand and one.card in theirs[one.seat], "who is said to know a card knows it"
    players.sitting.journal.close()
