"""An answer on the Sardaukar: where they are, with all other forces of their faction."""

from __future__ import annotations

from referee.board.answers import stars_of
from referee.factions.emperor import ME
from referee.kernel import Table
from referee.offers.answers import Asked, Reply, answers


@answers
def sardaukar(asked: Asked, table: Table) -> Reply | None:
    return stars_of(ME, asked, table)
