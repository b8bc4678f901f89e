"""Fremen on foot: two territories in a move, three with ornithopters like anybody."""

from __future__ import annotations

from referee.phases.lapses import lapses_after
from referee.phases.movement import MoveRange
from referee.rulings import ruling
from referee.table import Table

ME = "fremen"
lapses_after("2.04.06", "shipment")


@ruling(MoveRange, rule="2.04.06")
def two_on_foot(question: MoveRange, table: Table, so_far: int) -> int | None:
    """Two, unless they fly."""
    return max(2, so_far) if question.seat == ME else None
