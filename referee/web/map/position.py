"""What is known of the board: what the drawing is made from, and what a table tells of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from referee.common.board.ways import Cell
from referee.common.forces import Forces
from referee.common.ledger import SpiceOnBoard
from referee.common.territories import on_board
from referee.kernel.table import Table
from referee.phases.storm.storm_order import Storm

CALM, HIDDEN = "calm", "hidden"


@dataclass(frozen=True)
class Stand:
    """Forces of a faction in a territory.

    A sector of 0 means that nobody said which, a ``normal`` of ``None`` that nobody knows how many. A ``kind`` of CALM
    are those who stand there in peace, HIDDEN what a token hides.
    """

    seat: str
    territory: str
    sector: int = 0
    normal: int | None = 0
    special: int = 0
    kind: str = ""


@dataclass(frozen=True)
class Position:
    """What a viewer knows of the board; ``pointing`` is the cell at which a stronghold beside the map points."""

    storm: int = 0
    spice: Mapping[str, int] = field(default_factory=dict)
    stands: tuple[Stand, ...] = ()
    markers: Mapping[str, int] = field(default_factory=dict)
    first: str = ""
    wall: bool = True
    pointing: Cell | None = None


def known_position(table: Table) -> Position:
    """Return what a viewer's table tells of the board."""
    storm = table.state(Storm)
    return Position(
        storm.sector,
        {place: amount for place, amount in table.state(SpiceOnBoard).lying.items() if amount},
        tuple(_stands(table)),
        dict(storm.markers),
        table.first_player,
        storm.wall,
    )


def _stands(table: Table) -> Iterator[Stand]:
    here = {one.name: one for one in on_board(table)}
    for (seat, place), group in table.state(Forces).held.items():
        if place in here and group.total > 0:
            sectors = here[place].sectors
            yield Stand(seat, place, sectors[0] if len(sectors) == 1 else 0, group.normal, group.special)
