"""4.05: random games with Nexus cards are audited: treachery cards, spice, forces, leaders and Nexus cards add up."""

from __future__ import annotations

import os
from random import Random

import pytest

from referee.common.factions import FACTIONS
from referee.kernel import sealed
from referee.modules.nexus_cards.holding import (
    NEXUS_CARDS,
    NexusDeck,
    NexusHands,
    NexusNoted,
    NexusPlayed,
    held_nexus,
    holders,
)
from referee.offers.offer import halted, secret_offers
from tests.kit import Fighters

GAMES = int(os.environ.get("REFEREE_GAMES", "6"))


class NexusFighters(Fighters):
    """Random players who are given a Nexus card again and again, and like to play it."""

    played = 0

    def deal(self) -> None:
        """Give a card to everybody who has none and no ally."""
        left = [card for card in NEXUS_CARDS if card not in self.truth.state(NexusHands).of.values()]
        for seat in self.truth.seats:
            if seat not in holders(self.truth) and not self.truth.ally(seat) and left:
                card = left.pop(self.random.randrange(len(left)))
                event = NexusNoted(seat, sealed(card, seat))
                for view in (self.truth, *self.sitting.views.tables.values()):
                    view.hear(event)

    def something(self) -> None:
        if self.random.random() < 0.3:
            seat = self.random.choice(list(self.public.seats))
            shown = [one for one in secret_offers(self.sitting.screen(seat), seat) if one.rule.startswith("4.05.")]
            if shown:
                self.press(self.random.choice(shown), seat)
                return
        super().something()

    def enter(self, phase: str) -> None:
        super().enter(phase)
        if self.random.random() < 0.5:
            self.deal()

    def end(self) -> None:
        while halted(self.public):
            self.something()
        super().end()

    def audit(self) -> None:
        super().audit()
        made = self.truth.state(NexusDeck)
        held = [held_nexus(self.truth, seat) for seat in holders(self.truth)]
        assert not any(self.truth.ally(seat) for seat in holders(self.truth))
        assert len(held) == len({*held}) and not {*held} & {*made.pile}


@pytest.mark.parametrize("seed", range(GAMES))
def test_4_05_random_games_with_nexus_cards_add_up(seed: int) -> None:
    seats = Random(seed).sample(list(FACTIONS), 6)
    game = NexusFighters(seed, seats, "advanced" if seed % 3 else "basic", (("M5", "on"),))
    game.play(3, 25)
    while not any(isinstance(heard.event, NexusPlayed) for heard in game.truth.log):
        assert game.truth.turn < 9, "nobody ever used a Nexus card"
        game.play(1, 25)
