"""The storm on the map: the sectors it crosses, where it kills, and the wall that keeps it off."""

from __future__ import annotations

import pytest

from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.storm import Sheltered, closed_sectors, crossed, struck
from referee.board.territories import ICE, ROCK, SAND, SHELTER, STRONGHOLD, TERRITORIES
from referee.board.ways import Cell
from referee.cards.storm_cards import BlowUpWall, at_the_wall
from referee.kernel import ask
from referee.phases.storm.storm_moves import AnnounceStorm, PlaceStorm, ShieldWall
from referee.turn.on_the_map import PutRight
from tests.kit import LiveTable
from tests.rules.board.test_positions import here as standing
from tests.rules.board.test_positions import told as begun

BEHIND_THE_WALL = {"Imperial Basin", "Arrakeen", "Carthag"}


def told(storm: int, *, wall: bool = True) -> LiveTable:
    table = LiveTable(turn=2, phase="storm").do(PlaceStorm(storm))
    return table if wall else table.do(ShieldWall(False))


@pytest.mark.parametrize(
    ("origin", "distance", "way"),
    [(7, 0, ()), (7, 2, (7, 8, 9)), (17, 3, (17, 18, 1, 2)), (18, 1, (18, 1)), (5, 40, (*range(5, 19), *range(1, 5)))],
)
def test_1_01_03_the_way_goes_from_where_it_starts_to_where_it_stops(
    origin: int, distance: int, way: tuple[int, ...]
) -> None:
    assert crossed(origin, distance) == way


def test_1_01_03_it_kills_on_sand_in_the_sectors_it_crosses() -> None:
    assert struck(told(1).public, (1,)) == (
        Cell("Cielago Depression", 1),
        Cell("Cielago North", 1),
        Cell("Cielago South", 1),
        Cell("Meridian", 1),
    )


def test_1_01_03_rock_strongholds_and_what_the_wall_shelters_are_safe() -> None:
    table = told(1).public
    for name, one in TERRITORIES.items():
        safe = one.ground in {ROCK, STRONGHOLD, SHELTER, ICE} or name == "Imperial Basin"
        assert ask(table, Sheltered(name)).value == safe
    assert {one.territory for one in struck(table, range(1, 19))} == {
        name for name, one in TERRITORIES.items() if one.ground == SAND and name != "Imperial Basin"
    }


def test_3_01_07_without_the_wall_three_territories_are_open() -> None:
    table = told(9, wall=False).public
    for name in BEHIND_THE_WALL:
        answer = ask(table, Sheltered(name))
        assert (answer.value, answer.because[0]) == (False, "3.01.07")
    assert {one.territory for one in struck(table, (9,))} == {"Arrakeen", "Imperial Basin", "Old Gap"}
    assert ask(table, Sheltered("Tuek's Sietch")).value


def test_1_06_06_the_pole_is_never_struck() -> None:
    table = told(1, wall=False).public
    assert ask(table, Sheltered("Polar Sink")).value
    assert "Polar Sink" not in {one.territory for one in struck(table, range(1, 19))}


def test_1_01_04_one_sector_is_closed_where_the_storm_is_known() -> None:
    assert closed_sectors(told(7).public) == {7}
    assert closed_sectors(LiveTable(turn=2).public) == frozenset()


@pytest.mark.parametrize(
    ("here", "storm", "there"),
    [
        (Cell("Shield Wall", 8), 8, True),
        (Cell("Imperial Basin", 8), 3, True),
        (Cell("Imperial Basin", 10), 9, False),
        (Cell("Imperial Basin", 9), 9, True),
        (Cell("Imperial Basin", 9), 8, True),
        (Cell("False Wall East", 8), 8, True),
        (Cell("Gara Kulon", 7), 7, True),
        (Cell("Pasty Mesa", 7), 8, True),
        (Cell("Pasty Mesa", 6), 7, False),
        (Cell("Pasty Mesa", 5), 3, True),
        (Cell("Pasty Mesa", 5), 6, False),
        (Cell("Arrakeen", 9), 3, False),
    ],
)
def test_3_01_07_atomics_are_for_forces_at_the_wall_with_no_storm_in_between(
    here: Cell, storm: int, there: bool
) -> None:
    assert at_the_wall(told(storm).public, here) == there


def test_3_01_07_who_stands_on_the_wall_goes_with_it_and_who_is_far_away_does_not_blow_it_up() -> None:
    hands = {"fremen": ("Family Atomics/1",), "emperor": ("Family Atomics/2",)}
    table = begun("storm", hands=hands).do(PlaceStorm(2))
    table.do(PutRight("emperor", "Shield Wall", 2, 1, sector=8, other=RESERVES), AnnounceStorm(1))
    assert table.no(BlowUpWall("fremen")) == "3.01.07" and "BlowUpWall" not in table.secret("fremen")
    assert "BlowUpWall" in table.secret("emperor")
    table.do(BlowUpWall("emperor"))
    assert not standing(table.public, "Shield Wall") and forces_in(table.public, "emperor", TANKS) == Group(2, 1)


def test_3_01_07_a_wall_that_was_only_put_right_kills_nobody() -> None:
    table = begun("storm").do(PutRight("emperor", "Shield Wall", 2, sector=8, other=RESERVES), ShieldWall(False))
    assert standing(table.public, "Shield Wall") == {"emperor": 2}
