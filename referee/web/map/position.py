"""What is known of the board: what the drawing is made from, and what a table tells of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from referee.board.forces import is_kept
from referee.board.standing import FaceDownTokens, MapToken, PointsAt, TokensOnMap, stands
from referee.board.storm import Storm
from referee.board.ways import Cell
from referee.holdings.ledger import SpiceOnBoard
from referee.kernel import Table, Value, ask
from referee.phases.battle.how_they_stand import PEACE, standing

CALM, HIDDEN = "calm", "hidden"


class MapForces(Value):
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


class KnownBoard(Value):
    """What a viewer knows of the board; ``doors`` are the places beside the map with the cells at which they open."""

    storm: int = 0
    spice: Mapping[str, int] = field(default_factory=dict)
    stands: tuple[MapForces, ...] = ()
    markers: Mapping[str, int] = field(default_factory=dict)
    first: str = ""
    wall: bool = True
    doors: tuple[tuple[str, Cell], ...] = ()
    tokens: tuple[MapToken, ...] = ()


def known_position(table: Table) -> KnownBoard:
    storm = table.state(Storm)
    return KnownBoard(
        storm.sector,
        {place: amount for place, amount in table.state(SpiceOnBoard).lying.items() if amount},
        tuple(_stands(table)),
        dict(storm.markers),
        table.first_player,
        storm.wall,
        ask(table, PointsAt()).value,
        ask(table, TokensOnMap()).value,
    )


def _stands(table: Table) -> Iterator[MapForces]:
    """Yield who stands where: of those whose every move is told, or what was entered in this turn."""
    entered = standing(table).ways
    for one in stands(table):
        if is_kept(table, one.seat) or (one.seat, one.place) in entered:
            calm = one.calm or entered.get((one.seat, one.place)) == PEACE
            yield MapForces(one.seat, one.place, one.sector, one.group.normal, one.group.special, CALM if calm else "")
    for token in ask(table, FaceDownTokens()).value:
        yield MapForces(token.seat, token.place, token.sector, kind=HIDDEN)
