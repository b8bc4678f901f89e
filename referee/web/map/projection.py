"""Where a spot of the map lies in the drawing, in units of the picture: 1,000 across, the pole in the middle.

Storm Start is at the bottom and the storm runs counterclockwise, as on the board. A crowded sector is wider.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import accumulate
from math import cos, radians, sin

from referee.board.outline import EDGE, SECTORS, Spot, data

MIDDLE, RADIUS = 500.0, 450.0
RIM = 480.0  # the outer edge of the ring with the numbers of the sectors
XY = tuple[float, float]


@cache
def _starts() -> tuple[float, ...]:
    return tuple(accumulate(data()["drawing"]["degrees"], initial=0.0))


def degrees(bearing: float) -> float:
    """Return where a bearing points, in degrees from straight down, counterclockwise."""
    turns, rest = divmod(bearing, SECTORS)
    sector = int(rest)
    width: float = data()["drawing"]["degrees"][sector]
    turned: float = data()["drawing"]["turned"]
    return turns * 360 + _starts()[sector] + (rest - sector) * width - turned


def point(spot: Spot) -> XY:
    turn, far = radians(degrees(spot.bearing)), spot.radius / EDGE * RADIUS
    return MIDDLE + far * sin(turn), MIDDLE + far * cos(turn)


def at(bearing: float, distance: float) -> XY:
    """Return the point so many units from the pole; the ring of numbers and what is beyond have no radius of theirs."""
    return point(Spot(bearing, distance / RADIUS * EDGE))


def path(points: Iterable[XY]) -> str:
    """Return points as a path of straight strokes, in whole units and relative to each other, so that it is short."""
    (x, y), *rest = ((round(x), round(y)) for x, y in points)
    made = [f"M{x} {y}l"]
    for x2, y2 in rest:
        dx, dy = x2 - x, y2 - y
        if dx or dy:
            gap = "" if made[-1].endswith("l") or dx < 0 else " "
            made.append(f"{gap}{dx}{'' if dy < 0 else ' '}{dy}")
        x, y = x2, y2
    return "".join(made)


def wedge(sector: int, inner: float, outer: float) -> str:
    """Return the path of a sector between two distances from the pole."""
    (ax, ay), (bx, by) = at(sector - 1, inner), at(sector - 1, outer)
    (cx, cy), (dx, dy) = at(sector, outer), at(sector, inner)
    there = f"M{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}A{outer:.0f} {outer:.0f} 0 0 0 {cx:.0f} {cy:.0f}"
    return f"{there}L{dx:.0f} {dy:.0f}A{inner:.0f} {inner:.0f} 0 0 1 {ax:.0f} {ay:.0f}z"
