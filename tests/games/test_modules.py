"""Random games with modules of the boxes in play: cards, spice, forces and leaders are conserved after every act."""

from __future__ import annotations

import random

import pytest

from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from tests.kit.fighters import Fighters

GAMES, MOST = 6, 6


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_with_modules_loses_nothing(seed: int) -> None:
    dice = random.Random(f"modules {seed}")
    chosen = tuple((one.key, one.value) for one in MODULES.values() if seed == 0 or dice.random() < 0.6)
    seats = dice.sample([*FACTIONS], dice.randint(4, MOST))
    game = Fighters(seed, seats, "advanced" if seed % 3 else "basic", chosen)
    assert game.play(2, 12) >= 1
