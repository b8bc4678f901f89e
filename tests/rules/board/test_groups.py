"""A force is a group in a sector: what storm, march, battle, worm and ally ask of it."""

from __future__ import annotations

from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.standing import stands
from referee.kernel.table import Table
from referee.phases.shipment.shipping import Send
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm, PlaceStorm
from referee.turn.on_the_map import PutRight
from tests.kit.table import LiveTable
from tests.rules.board.test_positions import here, told


def put(table: LiveTable, seat: str, place: str, *groups: str) -> LiveTable:
    """Put groups of a faction down, each "sector:forces" or "sector:forces+starred", out of its reserves."""
    for one in groups:
        sector, _, forces = one.partition(":")
        normal, _, special = forces.partition("+")
        table.do(PutRight(seat, place, int(normal), int(special or 0), int(sector), other=RESERVES, alone=True))
    return table


def by_sector(table: Table, seat: str, place: str) -> dict[int, int]:
    return {one.sector: one.group.total for one in stands(table, place) if one.seat == seat}


def storm(table: LiveTable, distance: int) -> LiveTable:
    return table.do("storm", AnnounceStorm(distance), MoveStorm())


# -- what a storm has done to a group -----------------------------------------------------------------


def test_2_04_16_who_lived_through_its_arrival_is_not_halved_again_when_it_leaves() -> None:
    table = storm(put(told("storm", turn=2).do(PlaceStorm(4)), "fremen", "Red Chasm", "6:6"), 2)
    assert here(table.public, "Red Chasm") == {"fremen": 3}
    table.do("mentat_pause")
    storm(table, 2)
    assert here(table.public, "Red Chasm") == {"fremen": 3} and forces_in(table.public, "fremen", TANKS) == Group(3)


def test_2_04_16_a_group_that_was_only_put_there_is_halved() -> None:
    table = storm(put(told("storm", turn=2).do(PlaceStorm(6)), "fremen", "Red Chasm", "6:6"), 2)
    assert here(table.public, "Red Chasm") == {"fremen": 3}


def test_2_04_16_groups_in_one_territory_are_halved_together_and_plain_ones_die_first() -> None:
    table = put(told("storm", turn=2).do(PlaceStorm(17)), "fremen", "Meridian", "18:3", "1:2+1")
    storm(table, 4)
    assert here(table.public, "Meridian") == {"fremen": 3}
    assert forces_in(table.public, "fremen", TANKS) == Group(3)


def test_2_04_16_only_the_group_in_its_own_sector_has_lived_through_it() -> None:
    table = put(told("storm", turn=2).do(PlaceStorm(16)), "fremen", "Meridian", "18:4", "1:4")
    storm(table, 2)
    assert by_sector(table.public, "fremen", "Meridian") == {18: 2, 1: 4}
    storm(table.do("mentat_pause"), 2)
    assert by_sector(table.public, "fremen", "Meridian") == {18: 2, 1: 2}


def test_2_04_17_who_was_sent_into_the_storm_and_lived_is_not_halved_again() -> None:
    table = told(first="fremen").do(PlaceStorm(15), Send("fremen", 4, "The Greater Flat", into_storm=True))
    assert by_sector(table.public, "fremen", "The Greater Flat") == {15: 2}
    storm(table.do("mentat_pause"), 2)
    assert by_sector(table.public, "fremen", "The Greater Flat") == {15: 2}
