"""Whole games with stand-ins, each from its seed; many more by ``python -m tests.tools.chairs``.

Every act is audited as it is made (4.97.22): what would appear from nothing or vanish is refused.
"""

from __future__ import annotations

import pytest

from referee.phases.mentat.victory import winner
from tests.stand_in.games import LAST_TURN, drawn


@pytest.mark.parametrize("seed", [5, pytest.param(6, marks=pytest.mark.long), 12])
def test_4_97_67_a_game_ends_and_nothing_is_refused_more_than_twice(seed: int) -> None:
    game = drawn(seed).play()
    assert not game.stuck and not game.faults
    assert winner(game.public) or game.public.turn > LAST_TURN
    assert all(times <= 2 for times in game.refused.values()), game.refused
    assert sum(game.done.values()) > 50
