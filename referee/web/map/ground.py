"""The ground of the map as a file of its own, ``static/arrakis.svg``: ``python -m referee.web.map.ground`` writes it.

It never changes during a game, so browsers load it once, and pages lay it down with ``<use>``. Colors are custom
properties of the page (``static/map.css``), so that it is dark or light with it. Borders of rock are craggy and borders
of sand are smooth; the unevenness is made up, but always the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from itertools import pairwise
from math import cos, pi, radians, sin
from operator import add
from pathlib import Path

from referee.board.outline import EDGE, SECTORS, Line, Spot, borders, cell, data, end, inside, joined, spots, unwound
from referee.board.territories import ICE, ROCK, SAND, STRONGHOLD, slug
from referee.web.map.projection import MIDDLE, RADIUS, RIM, XY, at, degrees, path, point

FILE = Path(__file__).parents[3] / "static" / "arrakis.svg"
STEP, CRAG, WAVE = 9.0, 2.6, 0.9  # units: how closely a border is drawn, how far rock and sand stray from it
SMALL, LARGE, LEAD = 28, 28, 0.94  # the letters of names, in units, and how far lines stand apart


def _chance(*seed: float) -> float:
    """Return a number from -1 to 1 that always comes out the same for the same place."""
    parts = (one * (12.9898 + 65.4 * n) for n, one in enumerate(seed))
    x = sin(reduce(add, parts)) * 43758.5453  # not sum(), whose last digit depends on the Python version
    return 2 * (x - x // 1) - 1


def _curve(line: Line) -> Iterator[Spot]:
    """Yield a line rounded, after Catmull and Rom, and drawn closely."""
    whole = unwound(line)
    around = (whole[0], *whole, whole[-1])
    for n, (b, c) in enumerate(pairwise(whole)):
        a, d = around[n], around[n + 3]
        (x1, y1), (x2, y2) = point(b), point(c)
        many = max(1, round(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 / STEP))
        for step in range(many):
            t = step / many
            yield Spot(*(_between(*four, t) for four in zip(a, b, c, d, strict=True)))
    yield whole[-1]


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    return b + t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))) / 2


@cache
def _fine(one: str, other: str) -> Line:
    """Return a border as it is drawn; its ends stay where others join it."""
    grounds = {data()["territories"][name]["ground"] for name in (one, other)}
    stray = CRAG if grounds & {ROCK, ICE} and STRONGHOLD not in grounds else WAVE
    first, *rest, last = _curve(borders()[one, other])
    made = [
        Spot(
            spot.bearing + stray * _chance(*spot) / max(1.0, spot.radius / EDGE * RADIUS * pi / SECTORS * 2),
            spot.radius + stray * _chance(spot.radius, spot.bearing) / RADIUS * EDGE,
        )
        for spot in rest
    ]
    return (first, *made, last)


def _along_the_edge(a: Spot, b: Spot) -> str:
    return f"A{RADIUS:g} {RADIUS:g} 0 0 {int(b.bearing < a.bearing)} {' '.join(str(round(v)) for v in point(b))}"


def shape(name: str) -> str:
    made = ""
    for ring in joined(_fine(*names) for names in borders() if name in names):
        open_ = end(ring[0]) != end(ring[-1])
        made += path(map(point, ring)) + (_along_the_edge(ring[-1], ring[0]) if open_ else "") + "z"
    return made


def _kind(ground: str) -> list[str]:
    return [name for name, told in data()["territories"].items() if told["ground"] == ground]


def _shapes() -> Iterator[str]:
    """Yield the territories, ground by ground: the colors stand with the group, so that a page may use one alone."""
    for ground in (SAND, ROCK, ICE, STRONGHOLD):
        drawn = "".join(f'<path id="t-{slug(name)}" d="{shape(name)}"/>' for name in _kind(ground))
        stroke = "edge" if ground == STRONGHOLD else "line"
        width = 9 if ground == STRONGHOLD else 2.2
        extra = 'stroke-linejoin="round" fill-rule="evenodd"'
        yield f'<g fill="var(--m-{ground})" stroke="var(--m-{stroke})" stroke-width="{width}" {extra}>{drawn}</g>'


def _marks(ground: str, apart: float) -> Iterator[tuple[XY, float, float]]:
    """Yield where the texture of a ground is drawn: the point, the way the storm goes there, and a chance."""
    for ring in range(6, int(RADIUS / apart)):
        around = round(2 * pi * ring / SECTORS)
        for sector in range(1, SECTORS + 1):
            cells = [cell(name, sector) for name in _kind(ground) if sector in data()["territories"][name]["sectors"]]
            for n in range(around):
                b = sector - 1 + (n + 0.5 + 0.35 * _chance(ring, sector, n)) / around
                r = (ring + 0.4 * _chance(sector, n, ring)) * apart / RADIUS * EDGE
                wide = 16 / (r / EDGE * RADIUS) * SECTORS / 2 / pi
                here = (Spot(min(max(x, sector - 1), sector), r) for x in (b - wide, b, b + wide))
                if all(any(inside(spot, one) for one in cells) for spot in here):
                    yield point(Spot(b, r)), degrees(b), _chance(b, r)


def _dunes() -> str:
    made = ""
    for (x, y), turn, luck in _marks(SAND, 37):
        long, bend = 13 + 5 * luck, 4 + 2 * luck
        dx, dy = cos(radians(turn)) * long, -sin(radians(turn)) * long
        bx, by = sin(radians(turn)) * bend, cos(radians(turn)) * bend
        made += f"M{x - dx:.0f} {y - dy:.0f}q{dx + bx:.0f} {dy + by:.0f} {2 * dx:.0f} {2 * dy:.0f}"
    return f'<path d="{made}" fill="none" stroke="var(--m-dune)" stroke-width="2" stroke-linecap="round"/>'


def _crags() -> str:
    made = ""
    for (x, y), _, luck in _marks(ROCK, 33):
        high = 8 + 4 * luck
        made += f"M{x - 11:.0f} {y + high / 2:.0f}l6-{high:.0f} 4 {high / 2:.0f} 5-{high:.0f} 7 {high * 1.3:.0f}"
    return f'<path d="{made}" fill="none" stroke="var(--m-crag)" stroke-width="2" stroke-linejoin="round"/>'


def _lines() -> Iterator[str]:
    middle = (RADIUS + RIM) / 2
    wide = RIM - RADIUS
    around = f'cx="{MIDDLE:g}" cy="{MIDDLE:g}" fill="none"'
    yield f'<circle r="{middle:g}" {around} stroke="var(--m-rim)" stroke-width="{wide:g}"/>'
    sectors = "".join(
        f"M{x1:.0f} {y1:.0f}L{x2:.0f} {y2:.0f}"
        for k in range(SECTORS)
        for (x1, y1), (x2, y2) in [(point(Spot(k, 19)), at(k, RADIUS))]
    )
    yield f'<path d="{sectors}" stroke="var(--m-sector)" stroke-width="1.5" stroke-dasharray="2 7"/>'
    ticks = "".join(
        f"M{x1:.0f} {y1:.0f}L{x2:.0f} {y2:.0f}"
        for k in range(SECTORS)
        for (x1, y1), (x2, y2) in [(at(k, RADIUS), at(k, RIM))]
    )
    yield f'<path d="{ticks}" stroke="var(--m-line)" stroke-width="2"/>'
    for r in (RADIUS, RIM):
        yield f'<circle r="{r:g}" {around} stroke="var(--m-line)" stroke-width="3"/>'
    numbers = "".join(
        f'<text x="{x:.0f}" y="{y + 7:.0f}">{k}</text>' for k in range(1, SECTORS + 1) for x, y in [at(k - 0.5, middle)]
    )
    yield f'<g font-size="20" font-weight="600" text-anchor="middle" fill="var(--m-name)">{numbers}</g>'


def _names(ground: set[str], size: int, weight: int) -> str:
    made = ""
    for name, told in data()["territories"].items():
        if told["ground"] in ground:
            (spot,) = spots(told["name_at"])
            x, y = point(spot)
            if turned := told.get("name_turned"):
                made += f'<text transform="translate({x:.0f} {y:.0f}) rotate({turned})" y="6">{name}</text>'
                continue
            top = y - (len(told["name"]) / 2 - 0.78) * size * LEAD
            for n, line in enumerate(told["name"]):
                made += f'<text x="{x:.0f}" y="{top + n * size * LEAD:.0f}">{line}</text>'
    dark = ICE in ground
    how = (
        f'font-size="{size}" font-weight="{weight}" text-anchor="middle" fill="var(--m-{"on-ice" if dark else "name"})"'
    )
    halo = ' stroke="var(--m-halo)" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'
    return f"<g {how}{'' if dark else halo}>{made}</g>"


def drawn() -> str:
    """Return the whole file: ``ground`` and ``names``, ``strongholds`` for the names that are read from afar."""
    ground = "".join((*_shapes(), _dunes(), _crags(), *_lines()))
    parts = (
        f'<g id="ground">{ground}</g>',
        f'<g id="names">{_names({SAND, ROCK}, SMALL, 600)}{_names({ICE}, SMALL, 600)}</g>',
        f'<g id="strongholds">{_names({STRONGHOLD}, LARGE, 800)}</g>',
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">{"".join(parts)}</svg>\n'


if __name__ == "__main__":
    FILE.write_text(drawn(), "utf-8")
    print(f"{FILE}: {FILE.stat().st_size:,} bytes")
