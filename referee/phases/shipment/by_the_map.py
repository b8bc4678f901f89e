"""Shipments and moves on the map: their cells, and the objections.

A place may be named without its sector. Then all its sectors are tried, and the group goes to the first that is
allowed: where spice is if possible, else in the storm's direction.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.board.forces import NO_SECTOR
from referee.board.standing import ADVISORS, PointsAt, may_stand, stands, with_tokens
from referee.board.storm_reach import closed_sectors
from referee.board.territories import TERRITORIES
from referee.board.ways import Cell, cells
from referee.kernel.commands import Objection
from referee.kernel.rulings import ask
from referee.kernel.table import Table
from referee.phases.shipment.where_to import Doors, Stands, landing, marches, marching


def occupied(table: Table) -> Stands:
    """Return who is where, and as what, as far as this table knows."""
    found: dict[str, dict[str, str]] = {}
    for one in with_tokens(table):
        found.setdefault(one.place, {})[one.seat] = ADVISORS if one.calm else "forces"
    return found


def _by_choice(place: str, sector: int) -> list[Cell]:
    icon = TERRITORIES[place].icon if place in TERRITORIES else 0
    return sorted(may_stand(place, sector), key=lambda one: one.sector != icon)


def landing_cell(table: Table, seat: str, kind: str, goal: str, sector: int, storm: bool = False) -> Cell:
    """Return the cell of a landing; with ``storm`` the one under the storm."""
    wanted, here = _by_choice(goal, sector) or [Cell(goal, NO_SECTOR)], occupied(table)
    shut = closed_sectors(table)
    if storm and not sector:
        wanted.sort(key=lambda one: one.sector not in shut)
    else:
        wanted.sort(key=lambda one: one.sector in shut)
    return next((one for one in wanted if not any(landing(table, seat, kind, one, here))), wanted[0])


def against_landing(table: Table, seat: str, kind: str, goal: str, sector: int) -> Iterator[Objection]:
    """Object to a landing because of storm, a full stronghold, or distance."""
    yield from landing(table, seat, kind, landing_cell(table, seat, kind, goal, sector), occupied(table))


def _cells_of(table: Table, seat: str, place: str, sector: int) -> list[Cell]:
    """Return where a group may be in a territory, as far as known."""
    known = [one.sector for one in stands(table, place) if one.seat == seat and one.sector]
    return [one for one in may_stand(place, sector) if sector or not known or one.sector in known]


def against_leaving(table: Table, seat: str, origin: str, sector: int) -> Iterator[Objection]:
    """Object to a shipment out of the storm (1.06.03.04)."""
    here, shut = _cells_of(table, seat, origin, sector), closed_sectors(table)
    if here and all(one.sector in shut for one in here):
        words = f"The storm is over sector {here[0].sector}. Nobody may leave it. Ship another group."
        yield Objection("1.06.03.04", words, "NOT_ELIGIBLE")


def doors(table: Table) -> Doors:
    """Return the cells next to strongholds beside the map."""
    return tuple((Cell(place, NO_SECTOR), cell) for place, cell in ask(table, PointsAt()).value)


def marching_cells(
    table: Table, seat: str, origin: str, goal: str, leaves: int, enters: int, starred: bool = True
) -> tuple[Cell, Cell]:
    """Return the first cells of a move that the rules allow, else the first meant."""
    here = occupied(table)
    starts = _cells_of(table, seat, origin, leaves) or [Cell(origin, NO_SECTOR)]
    goals = _by_choice(goal, enters) or [Cell(goal, NO_SECTOR)]
    for start in starts:
        open_to = marches(table, seat, start, here, doors(table), starred)
        for one in goals:
            if one in open_to and one != start:
                return start, one
    return starts[0], goals[0]


def against_march(
    table: Table, seat: str, origin: str, goal: str, leaves: int, enters: int, starred: bool = True
) -> Iterator[Objection]:
    """Object to a move; not if a place beside the map points to an unknown cell."""
    known = {place for place, _ in ask(table, PointsAt()).value}
    if all(cells(place) or place in known for place in (origin, goal)):
        start, end = marching_cells(table, seat, origin, goal, leaves, enters, starred)
        yield from marching(table, seat, start, end, occupied(table), doors(table), starred)
