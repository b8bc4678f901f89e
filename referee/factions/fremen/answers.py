"""An answer on the Fedaykin: where they are, with all other forces of their faction."""

from __future__ import annotations

from referee.board.answers import stars_of
from referee.factions.fremen import ME
from referee.kernel import Table
from referee.offers.answers import Asked, Reply, answers


@answers
def fedaykin(asked: Asked, table: Table) -> Reply | None:
    return stars_of(ME, asked, table)
