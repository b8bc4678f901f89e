"""The map is drawn whole: every territory once, none upon another, each where its sectors are."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from referee.board.outline import (
    EDGE,
    SECTORS,
    Line,
    Spot,
    area,
    borders,
    cell,
    data,
    end,
    inside,
    rings,
    spots,
    unwound,
)
from referee.board.territories import ICE, ROCK, SAND, STRONGHOLD

TOLD = data()["territories"]
ON_SECTORS = [name for name, one in TOLD.items() if one["ground"] != ICE]


def _stretches(line: Line) -> list[tuple[Spot, Spot]]:
    return list(pairwise(unwound(line)))


def _side(a: Spot, b: Spot, c: Spot) -> float:
    return (b.bearing - a.bearing) * (c.radius - a.radius) - (b.radius - a.radius) * (c.bearing - a.bearing)


def _cross(one: tuple[Spot, Spot], other: tuple[Spot, Spot]) -> bool:
    """Say whether two stretches cross, ends that they share aside."""
    (a, b), (c, d) = one, other
    return _side(a, b, c) * _side(a, b, d) < -1e-9 and _side(c, d, a) * _side(c, d, b) < -1e-9


def test_every_territory_is_drawn_once() -> None:
    assert set(TOLD) == {name for names in borders() for name in names}
    with_an_island = [name for name in TOLD if len(rings(name)) > 1]
    assert with_an_island == ["Habbanya Ridge Flat"]  # the sietch of that name lies inside it
    assert Counter(one["ground"] for one in TOLD.values()) == {SAND: 29, ROCK: 7, STRONGHOLD: 5, ICE: 1}


def test_the_territories_fill_the_map_and_no_more() -> None:
    island = abs(area(rings("Habbanya Sietch")[0]))
    whole = sum(max(abs(area(ring)) for ring in rings(name)) for name in TOLD) - island
    assert whole == pytest.approx(SECTORS)


def test_no_border_crosses_another() -> None:
    stretches = [(names, stretch) for names, line in borders().items() for stretch in _stretches(line)]
    for (one, a), (other, b) in combinations(stretches, 2):
        for turn in (-SECTORS, 0, SECTORS):
            moved = (Spot(b[0].bearing + turn, b[0].radius), Spot(b[1].bearing + turn, b[1].radius))
            assert not _cross(a, moved), f"{one} crosses {other}"


def test_borders_meet_by_threes_on_the_map_and_by_twos_at_its_edge() -> None:
    ends = Counter(end(line[side]) for line in borders().values() for side in (0, -1))
    for spot, many in ends.items():
        island = many == 2 and spot.radius < EDGE
        assert many == (1 if spot.radius == EDGE else 2 if island else many)
        assert many >= 3 or spot.radius == EDGE or island
    assert [spot for spot, many in ends.items() if many == 2] == [Spot(16, 74)]


@pytest.mark.parametrize("name", ON_SECTORS)
def test_each_sector_line_crosses_what_it_should(name: str) -> None:
    """A territory has a part in each of its sectors, and in no other."""
    assert [n for n in range(1, SECTORS + 1) if cell(name, n)] == sorted(TOLD[name]["sectors"])


@pytest.mark.parametrize("name", ON_SECTORS)
def test_what_is_laid_on_a_cell_lies_in_it(name: str) -> None:
    told = TOLD[name]
    places = spots(told["forces_at"])
    assert len(places) == len(told["sectors"])
    for sector, spot in zip(told["sectors"], places, strict=True):
        assert inside(spot, cell(name, sector)), f"forces in sector {sector}"
    if told.get("spice"):
        assert inside(spots(told["spice_at"])[0], cell(name, told["icon"]))


@pytest.mark.parametrize("name", ON_SECTORS)
def test_the_name_stands_in_its_territory(name: str) -> None:
    (spot,) = spots(TOLD[name]["name_at"])
    assert any(inside(spot, cell(name, sector)) for sector in TOLD[name]["sectors"])
    assert " ".join(TOLD[name]["name"]) == name


def test_the_sectors_of_the_drawing_go_once_round() -> None:
    degrees = data()["drawing"]["degrees"]
    assert len(degrees) == SECTORS
    assert sum(degrees) == 360
