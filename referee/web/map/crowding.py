"""Where several factions stand in one place: below each other, or beside each other where a name is below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from referee.board.outline import data, spots
from referee.board.territories import STRONGHOLD
from referee.web.map.projection import RADIUS, XY, point

LETTERS, LEAD, WIDE = 28, 0.94, 0.54  # units: the size of a name's letters, how far lines stand apart, a letter's width
HIGH, CLOSE = 37, 31  # units: how far pieces stand apart in a place, two of them and more
TALL, GAP = 36, 4  # units: a piece's height, and what is left between two beside each other
HEAP = 22  # units: half of what spice takes
Box = tuple[float, float, float, float]  # left, top, right, bottom


@cache
def taken() -> tuple[Box, ...]:
    """Return what pieces should not lie on: each line of each name, and each place of spice."""
    return tuple(_taken())


def _taken() -> Iterator[Box]:
    for told in data()["territories"].values():
        x, y = point(spots(told["name_at"])[0])
        lines: list[str] = told["name"]
        if told.get("name_turned"):
            half = LETTERS * WIDE * sum(map(len, lines)) / 2
            yield x - LETTERS / 2, y - half, x + LETTERS / 2, y + half
            continue
        for n, line in enumerate(lines):
            middle, half = y + (n - (len(lines) - 1) / 2) * LETTERS * LEAD, LETTERS * WIDE * len(line) / 2
            yield x - half, middle - 0.6 * LETTERS, x + half, middle + 0.6 * LETTERS
        if "spice_at" in told:
            x, y = point(spots(told["spice_at"])[0])
            yield x - HEAP, y - HEAP, x + HEAP, y + HEAP


@lru_cache(maxsize=1024)
def places(where: XY, widths: tuple[int, ...], ground: str) -> tuple[XY, ...]:
    """Return the middle of each of these pieces: the first arrangement that covers least of what is to be read."""
    return min(_arranged(where, widths, ground), key=lambda made: _covered(made, widths))


def _arranged(where: XY, widths: Sequence[int], ground: str) -> Iterator[tuple[XY, ...]]:
    (x, y), many = where, len(widths)
    apart = HIGH if many < 3 else CLOSE
    top = y - HIGH / 2 * min(many - 1, 1)
    yield tuple((x, top + n * apart) for n in range(many))
    if many == 1 or ground == STRONGHOLD:
        return  # its name stands above
    for down in (0, -HIGH / 2, HIGH / 2, -HIGH, HIGH, -1.5 * HIGH, 1.5 * HIGH):
        for rows in (widths,), (widths[:2], widths[2:]), (widths[:1], widths[1:]):
            for side in (0, -1, 1):
                yield tuple(_rows((x, y + down), rows, side))
    for low in (y - (many - 1) * apart, y, y - (many - 2) * apart):
        for side in (0, -1, 1):
            yield tuple((x + side * widths[0] / 2, low + n * apart) for n in range(many))


def _rows(where: XY, rows: Sequence[Sequence[int]], side: int) -> Iterator[XY]:
    """Yield the middles of rows of pieces, each centered or from the first or to the last piece of it."""
    for n, widths in enumerate(one for one in rows if one):
        left = where[0] - (sum(widths) + GAP * (len(widths) - 1)) / 2
        left += side * (sum(widths) / 2 - widths[0] / 2)
        for wide in widths:
            yield left + wide / 2, where[1] + n * CLOSE
            left += wide + GAP


def _covered(made: Sequence[XY], widths: Sequence[int]) -> float:
    """Return how much of what is to be read is covered, a word that is half covered more than two a quarter each."""
    found = 0.0
    for (x, y), wide in zip(made, widths, strict=True):
        left, top, right, bottom = x - wide / 2, y - TALL / 2, x + wide / 2, y + TALL / 2
        for one in taken():
            over = max(0, min(right, one[2]) - max(left, one[0])) * max(0, min(bottom, one[3]) - max(top, one[1]))
            found += (over / min(wide * TALL, (one[2] - one[0]) * (one[3] - one[1]))) ** 2
        far = max(abs(complex(a - 500, b - 500)) for a in (left, right) for b in (top, bottom))
        found += max(0, far - RADIUS) / TALL
    return round(found, 3)
