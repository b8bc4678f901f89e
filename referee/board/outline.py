"""The shapes of the territories, assembled from their borders.

Every border is written once, as a line between two territories, so shapes have no gaps or overlaps. A ``Spot`` is
polar: the bearing counts sectors from Storm Start in the storm's direction (sector 3 is between bearings 2 and 3), the
radius goes from 0 at the pole to 100 at the edge of the map.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

SECTORS, EDGE = 18, 100.0


class Spot(NamedTuple):
    """A point of the map: bearing in sectors (0 to 18), radius in hundredths of the map's."""

    bearing: float
    radius: float


Line = tuple[Spot, ...]


@cache
def data() -> Mapping[str, Any]:
    """Return ``arrakis.toml``, parsed."""
    return tomllib.loads(Path(__file__).with_name("arrakis.toml").read_text("utf-8"))


def spots(text: str) -> Line:
    """Parse ``3,15 3.5,16``."""
    return tuple(Spot(*map(float, pair.split(","))) for pair in text.split())


@cache
def borders() -> Mapping[tuple[str, str], Line]:
    """Return each border by the two territories that share it."""
    lines = {tuple(names.split(" | ")): spots(text) for names, text in data()["borders"].items()}
    return {(place, other): line for (place, other), line in lines.items()}


def end(spot: Spot) -> Spot:
    """Normalize the end of a line: bearings 19 and 1 are the same."""
    return Spot(round(spot.bearing % SECTORS, 3), spot.radius)


def unwound(line: Iterable[Spot]) -> Line:
    """Return a line whose bearings do not wrap at Storm Start; they may be below 0 or above 18."""
    points: list[Spot] = []
    for spot in line:
        last = points[-1].bearing if points else spot.bearing
        turns = round((last - spot.bearing) / SECTORS)
        points.append(Spot(spot.bearing + turns * SECTORS, spot.radius))
    return tuple(points)


def joined(lines: Iterable[Line]) -> list[Line]:
    """Join lines end to end as far as they fit."""
    left, chains = list(lines), []
    while left:
        chain = left.pop()
        while fitting := next((line for line in left if end(chain[-1]) in (end(line[0]), end(line[-1]))), None):
            left.remove(fitting)
            chain = (*chain, *(fitting[1:] if end(fitting[0]) == end(chain[-1]) else fitting[-2::-1]))
        while fitting := next((line for line in left if end(chain[0]) in (end(line[0]), end(line[-1]))), None):
            left.remove(fitting)
            chain = (*(fitting[:-1] if end(fitting[-1]) == end(chain[0]) else fitting[:0:-1]), *chain)
        chains.append(unwound(chain))
    return chains


@cache
def rings(name: str) -> tuple[Line, ...]:
    """Return the outline of a territory, and of holes in it; the last spot joins the first.

    An open outline ends at the edge of the map on both sides and follows it.
    """
    return tuple(joined(line for names, line in borders().items() if name in names))


def area(ring: Line) -> float:
    """Return the area of a ring, where the map has 18: positive if it runs in the storm's direction."""
    closed = unwound((*ring, ring[0]))
    swept = (
        (b.bearing - a.bearing) * (a.radius**2 + a.radius * b.radius + b.radius**2) / 3 for a, b in pairwise(closed)
    )
    return sum(swept) / EDGE**2


def _cut(ring: Line, at: float, keep: int) -> Line:
    """Return the part of a ring after a bearing (keep 1) or before it (keep -1)."""
    points: list[Spot] = []
    for a, b in pairwise((*ring, *ring[:1])):
        da, db = keep * (a.bearing - at), keep * (b.bearing - at)
        if da >= 0:
            points.append(a)
        if da * db < 0:
            share = da / (da - db)
            points.append(Spot(at, a.radius + share * (b.radius - a.radius)))
    return tuple(points)


@cache
def cell(name: str, sector: int) -> tuple[Line, ...]:
    """Return the part of a territory in one sector, as rings."""
    pieces = []
    for ring in rings(name):
        for turn in (-SECTORS, 0, SECTORS):
            part = _cut(_cut(ring, sector - 1 + turn, 1), sector + turn, -1)
            if part and abs(area(part)) > 1e-6:
                pieces.append(tuple(Spot(spot.bearing - turn, spot.radius) for spot in part))
    return tuple(pieces)


def inside(spot: Spot, shape: Iterable[Line]) -> bool:
    """Return True if a spot is in a shape of one sector; inside two of its rings is a hole."""
    odd = False
    for ring in shape:
        for a, b in pairwise((*ring, *ring[:1])):
            if (a.bearing > spot.bearing) != (b.bearing > spot.bearing):
                share = (spot.bearing - a.bearing) / (b.bearing - a.bearing)
                odd ^= spot.radius < a.radius + share * (b.radius - a.radius)
    return odd
