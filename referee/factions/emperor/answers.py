"""An answer on the Sardaukar: where they are, with all other forces of their faction."""

from __future__ import annotations

from referee.board.answers import stars_of
from referee.factions.emperor import ME
from referee.kernel import Table
from referee.offers.answers import Asked, Reply, answers
from referee.phases.revival.answers import star_back


@answers
def sardaukar(asked: Asked, table: Table) -> Reply | None:
    return stars_of(ME, asked, table)


@answers
def sardaukar_back(asked: Asked, table: Table) -> Reply | None:
    return star_back(ME, asked, table)
