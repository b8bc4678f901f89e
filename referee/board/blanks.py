"""Choices for offers: a territory, or one with spice."""

from __future__ import annotations

from referee.board.territories import on_board
from referee.holdings.ledger import SpiceOnBoard
from referee.kernel.table import Table
from referee.kernel.wording import say
from referee.screens.offers import Blank


def places(table: Table, name: str, label: str) -> Blank:
    """Return a choice of all territories, strongholds first."""
    return Blank(name, label, "place", choices=tuple((one.name, one.name) for one in on_board(table)))


def with_spice(table: Table) -> tuple[tuple[str, str], ...]:
    board = table.state(SpiceOnBoard).lying
    return tuple((name, say("{name} ({n})", name=name, n=amount)) for name, amount in board.items() if amount)
