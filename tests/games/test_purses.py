"""1.11.01: what every purse says of itself in whole random games, and that it is the owner's alone."""

from __future__ import annotations

from itertools import pairwise

import pytest

from referee.holdings.purse import spice_of
from referee.kernel import Table
from referee.knowledge.purse_history import flows
from tests.kit import Players

SEATS = ["atreides", "emperor", "fremen", "spacing_guild", "harkonnen"]


def adds_up(own: Table, seat: str) -> None:
    """Every line follows from the one before, and the last one is the purse."""
    lines = flows(own, seat)
    assert all(two.total == one.total + two.amount for one, two in pairwise(lines))
    assert (lines[-1].total if lines else None) == spice_of(own, seat)
    assert all(line.rules and line.reason for line in lines)


@pytest.mark.parametrize(("seed", "spice"), [(1, "kept"), (2, "told"), (3, "untracked"), (4, "kept")])
def test_1_11_01_the_history_of_a_purse_is_the_purse(seed: int, spice: str) -> None:
    players = Players(seed, SEATS, "advanced", (("P2", spice),))
    players.play(turns=3, presses=15)
    for seat in SEATS:
        adds_up(players.sitting.screen(seat), seat)
        assert not flows(players.public, seat), "the table screen knows nobody's purse"
        assert not flows(players.sitting.screen(seat), next(one for one in SEATS if one != seat))
    players.sitting.journal.close()
