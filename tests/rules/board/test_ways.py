"""Who borders on whom, and how far it is: as in public sources, and by the rules of movement."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.board.territories import TERRITORIES
from referee.board.ways import Cell, cells, neighbours, reach, touching, within

ARRAKEEN, IMPERIAL_BASIN = Cell("Arrakeen", 9), Cell("Imperial Basin", 9)


def known() -> dict[tuple[str, str], set[tuple[int, int]]]:
    """Return which territories share a border, and in which sectors, as public sources have it.

    Shared/Map.cs of ronaldossendrijver/treachery.online has the same 86 cells, borders and spice icons. Map.cs of
    AAAMON/IP-2A3-2024 lacks three of the borders: Broken Land and Old Gap (10-10), and, where another sector of the
    same two meets, Arsunt and Imperial Basin (10-9) and Cielago East and False Wall South (2-3).
    """
    found = {}
    for row in Path(__file__).with_name("known_borders.tsv").read_text("utf-8").splitlines():
        one, other, meet = row.split("\t")
        found[one, other] = {(int(a), int(b)) for a, b in (pair.split("-") for pair in meet.split())}
    return found


def test_borders_agree_with_what_is_known() -> None:
    """No border too few and none too many."""
    drawn = {(name, other) for name in TERRITORIES for other in neighbours(name) if name < other}
    assert drawn == set(known())


@pytest.mark.parametrize(("one", "other"), known())
def test_territories_meet_in_the_sectors_that_are_known(one: str, other: str) -> None:
    """The storm may close one way between two territories and leave another open."""
    meet = {(here.sector, there.sector) for here in cells(one) for there in touching()[here] if there in cells(other)}
    assert meet == known()[one, other]


@pytest.mark.parametrize("name", [name for name in TERRITORIES if cells(name)])
def test_a_territory_hangs_together(name: str) -> None:
    (start, *rest) = cells(name)
    assert set(reach(start, 0)) == {start, *rest}


def test_1_06_05_03_one_step_leads_to_a_neighbour() -> None:
    assert within("Habbanya Sietch", 1) == {"Habbanya Sietch", "Habbanya Ridge Flat"}
    assert within("Arrakeen", 1) == {"Arrakeen", "Imperial Basin", "Old Gap", "Rim Wall West"}


def test_1_06_05_04_three_steps_by_ornithopter() -> None:
    """Arrakeen to Carthag are two: over the Imperial Basin."""
    assert reach(ARRAKEEN, 3)[Cell("Carthag", 10)] == 2
    assert reach(ARRAKEEN, 3)[Cell("Hagga Basin", 11)] == 3
    assert "Sietch Tabr" not in within("Arrakeen", 3)
    assert "Sietch Tabr" in within("Carthag", 3)


def test_1_06_05_05_sectors_do_not_count() -> None:
    """All of South Mesa is one step from Tuek's Sietch, whatever sector."""
    reached = reach(Cell("Tuek's Sietch", 4), 1)
    assert {cell.sector for cell in reached if cell.territory == "South Mesa"} == {3, 4, 5}


def test_1_06_05_06_nobody_leaves_a_sector_in_storm() -> None:
    assert reach(ARRAKEEN, 3, closed={9}) == {}


def test_1_06_05_06_nobody_enters_or_crosses_a_sector_in_storm() -> None:
    """With the storm in sector 16 no way leads into Habbanya Sietch; its neighbor is reached from the south only."""
    reached = reach(Cell("Habbanya Ridge Flat", 17), 9, closed={16})
    assert all(cell.sector != 16 for cell in reached)
    assert Cell("Habbanya Erg", 15) in reached  # the long way round, over the pole
    assert Cell("Habbanya Erg", 15) not in reach(Cell("Habbanya Ridge Flat", 17), 2, closed={16})


def test_1_06_05_07_a_territory_partly_in_storm_is_crossed_beside_it() -> None:
    """From Arsunt the Imperial Basin is entered in sector 9 or 10, and left where the storm is not."""
    beside = reach(Cell("Arsunt", 10), 2, closed={8})
    assert Cell("Old Gap", 9) in beside
    assert Cell("Shield Wall", 8) not in beside


def test_1_06_05_07_the_storm_divides_a_territory() -> None:
    """A group in the east of the Imperial Basin does not get west of a storm over its middle in one step."""
    reached = reach(Cell("Imperial Basin", 8), 1, closed={9})
    assert Cell("Imperial Basin", 10) not in reached
    assert Cell("Hole in the Rock", 8) in reached


def test_1_06_05_09_a_full_stronghold_is_neither_entered_nor_crossed() -> None:
    assert Cell("Carthag", 10) not in reach(IMPERIAL_BASIN, 3, full={"Carthag"})
    assert reach(Cell("Imperial Basin", 10), 3)[Cell("Hagga Basin", 11)] == 2
    beyond = reach(Cell("Tuek's Sietch", 4), 2, full={"Tuek's Sietch"})
    assert Cell("Harg Pass", 4) in beyond  # forces in it may leave


def test_1_06_06_the_pole_is_never_closed() -> None:
    """Eight territories lie round it, and the storm of a sector closes one way out."""
    pole = Cell("Polar Sink", 0)
    assert len(neighbours("Polar Sink")) == 8
    assert pole in reach(Cell("Wind Pass", 13), 1, closed=set(range(14, 19)))
    assert {cell.sector for cell in reach(pole, 1, closed={3})} == {0, *range(1, 19)} - {3}


def test_1_06_08_a_group_may_change_its_sector() -> None:
    assert reach(Cell("Meridian", 18), 0) == {Cell("Meridian", 18): 0, Cell("Meridian", 1): 0}
    assert reach(Cell("Meridian", 18), 0, closed={1}) == {Cell("Meridian", 18): 0}


def test_2_07_13_a_stronghold_beside_the_map_is_entered_from_where_it_points() -> None:
    """Into it and out of it is one step, and the storm over that sector shuts the door."""
    home, outside = Cell("Hidden Mobile Stronghold", 0), Cell("Red Chasm", 6)
    door = [(home, outside)]
    assert cells("Hidden Mobile Stronghold") == ()
    assert reach(home, 3) == {home: 0}
    assert reach(home, 1, doors=door) == {home: 0, outside: 1}
    assert reach(Cell("South Mesa", 5), 2, doors=door)[home] == 2
    assert home not in reach(Cell("South Mesa", 5), 2, closed={6}, doors=door)
    assert home not in reach(outside, 1, full={"Hidden Mobile Stronghold"}, doors=door)
