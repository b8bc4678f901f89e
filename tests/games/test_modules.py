"""Random games with modules of the boxes in play: cards, spice, forces and leaders are conserved after every act.

An undo of the last acts leaves what is the fold of those before.
"""

from __future__ import annotations

import random

import pytest

from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.kernel import PUBLIC, REFEREE, fold
from tests.kit import Fighters, Rooms, known_to, seeds

GAMES, MOST, BACK = 6, 6, 4
OWN = {"ecaz", "moritani", "fremen"}


@pytest.mark.parametrize("seed", seeds(range(GAMES), daily=2))
def test_a_random_game_with_modules_loses_nothing(seed: int) -> None:
    dice = random.Random(f"modules {seed}")
    chosen = tuple((one.key, one.value) for one in MODULES.values() if seed == 0 or dice.random() < 0.6)
    seats = dice.sample([*FACTIONS], dice.randint(4, MOST))
    game = Fighters(seed, seats, "advanced" if seed % 3 else "basic", chosen)
    assert game.play(2, 12) >= 1
    undone = [game.sitting.undo(PUBLIC).done for _ in range(BACK)]
    events = [event for act in game.sitting.acts() for event in act.events]
    views = {PUBLIC: game.public, REFEREE: game.truth}
    assert any(undone) and all(known_to(table) == known_to(fold(events, viewer)) for viewer, table in views.items())


@pytest.mark.parametrize("seed", seeds(range(GAMES // 2), daily=1))
def test_a_random_game_with_what_the_boxes_bring_loses_nothing(seed: int) -> None:
    """With Ecaz, Moritani and Fremen, and the Great Maker in play."""
    dice = random.Random(f"rooms {seed}")
    chosen = tuple((one.key, one.value) for one in MODULES.values() if one.key == "M7" or dice.random() < 0.7)
    seats = ["ecaz", "moritani", "fremen", *dice.sample([one for one in FACTIONS if one not in OWN], 2)]
    game = Rooms(seed, seats, "advanced" if seed % 2 else "basic", chosen)
    assert game.play(2, 8) >= 1
    kinds = {type(event).__name__ for act in game.sitting.rows() for event in act.events}
    assert kinds & {"TerrorPlaced", "AmbassadorPlaced", "NexusVotedOn"}, "what the boxes bring comes up"
