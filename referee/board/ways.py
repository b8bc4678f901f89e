"""Adjacency and distance on foot, with storm and full strongholds.

A ``Cell`` is the part of a territory in one sector: forces and spice are in cells, and the storm closes them. The Polar
Sink is in no sector (1.06.06); its cell has sector 0. Distance counts territories, not sectors (1.06.05.05): a step to
the next sector of the same territory is free.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from math import ceil, floor
from types import MappingProxyType
from typing import NamedTuple

from referee.board.outline import SECTORS, Spot, borders, cell, data, inside, unwound

NO_SECTOR, A_LITTLE = 0, 0.01


class Cell(NamedTuple):
    """The part of a territory that lies in one sector."""

    territory: str
    sector: int


@cache
def cells(name: str) -> tuple[Cell, ...]:
    """Return the cells of a territory in the storm's direction; none for a place that is not on the map."""
    territory = data()["territories"].get(name)
    return tuple(Cell(name, sector) for sector in territory["sectors"] or [NO_SECTOR]) if territory else ()


@cache
def neighbours(name: str) -> frozenset[str]:
    """Return the territories that share a border with this one."""
    return frozenset(other for names in borders() if name in names for other in names if other != name)


def _at(name: str, sector: int) -> Cell:
    (*_, first) = sectors = tuple(part.sector for part in cells(name))
    return Cell(name, first if sectors == (NO_SECTOR,) else (sector - 1) % SECTORS + 1)


def _has(part: Cell, spot: Spot) -> bool:
    turns = floor((spot.bearing - part.sector + 1) / SECTORS) * SECTORS
    return inside(Spot(spot.bearing - turns, spot.radius), cell(*part))


def _meet(place: str, other: str, a: Spot, b: Spot) -> Iterator[tuple[Cell, Cell]]:
    """Yield the pairs of cells that meet along one stretch of a border."""
    low, high = sorted((a.bearing, b.bearing))
    if low == high == round(low):
        before, beyond = round(low), round(low) + 1
        left = Spot(low - A_LITTLE, (a.radius + b.radius) / 2)
        sides = (before, beyond) if _has(_at(place, before), left) else (beyond, before)
        yield _at(place, sides[0]), _at(other, sides[1])
        return
    for sector in range(floor(low), ceil(high)):
        yield _at(place, sector + 1), _at(other, sector + 1)


@cache
def touching() -> Mapping[Cell, frozenset[Cell]]:
    """Return the cells that each cell touches, in its own territory too."""
    touches: dict[Cell, set[Cell]] = {part: set() for name in data()["territories"] for part in cells(name)}
    pairs = [two for name in data()["territories"] for two in pairwise(cells(name))]
    for (place, other), line in borders().items():
        pairs += [two for a, b in pairwise(unwound(line)) for two in _meet(place, other, a, b)]
    for here, there in pairs:
        touches[here].add(there)
        touches[there].add(here)
    return {part: frozenset(others) for part, others in touches.items()}


def reach(
    start: Cell,
    steps: int,
    closed: Collection[int] = (),
    full: Collection[str] = (),
    doors: Collection[tuple[Cell, Cell]] = (),
) -> Mapping[Cell, int]:
    """Return the cells that a group standing in a cell can move to, and how many territories away they are.

    ``closed`` are the sectors in storm: nobody enters, leaves or crosses them (1.06.05.06), but a territory that lies
    only partly in storm is crossed through its other sectors (1.06.05.07). ``full`` are the strongholds in which two
    others stand (1.06.05.09). ``doors`` join to the map what lies beside it. The same values give the same answer,
    which is kept.
    """
    return _reach(start, steps, frozenset(closed), frozenset(full), tuple(doors))


@lru_cache(maxsize=512)
def _reach(
    start: Cell, steps: int, closed: frozenset[int], full: frozenset[str], doors: tuple[tuple[Cell, Cell], ...]
) -> Mapping[Cell, int]:
    distances = {} if start.sector in closed else {start: 0}
    ahead = deque(distances)
    while ahead:
        here = ahead.popleft()
        beyond = [side for door in doors if here in door for side in door if side != here]
        for there in (*touching().get(here, ()), *beyond):
            own = there.territory == here.territory
            far = distances[here] + (not own)
            open_ = there.sector not in closed and (own or there.territory not in full)
            if far <= steps and open_ and far < distances.get(there, steps + 1):
                distances[there] = far
                (ahead.appendleft if own else ahead.append)(there)
    return MappingProxyType(distances)


def within(name: str, steps: int) -> frozenset[str]:
    """Return the territories at most ``steps`` from this one, itself included, ignoring the storm."""
    return frozenset(there.territory for start in cells(name) for there in reach(start, steps))
