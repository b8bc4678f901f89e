"""A choice for offers: a territory."""

from __future__ import annotations

from referee.board.territories import on_board
from referee.kernel import Table
from referee.offers.offer import Blank


def places(table: Table, name: str, label: str) -> Blank:
    """Return a choice of all territories, strongholds first."""
    return Blank(name, label, "place", choices=tuple((land.name, land.name) for land in on_board(table)))
