"""A choice for offers: a territory."""

from __future__ import annotations

from functools import lru_cache

from referee.board.territories import Territory, on_board
from referee.kernel import Hashed, Table
from referee.offers.offer import Blank


def places(table: Table, name: str, label: str) -> Blank:
    """Return a choice of all territories, strongholds first."""
    return Blank(name, label, "place", choices=_named(on_board(table)))


@lru_cache(maxsize=64)
def _named(territories: Hashed[Territory]) -> tuple[tuple[str, str], ...]:
    return tuple((land.name, land.name) for land in territories)
