"""2.07.10 to 2.07.14: where the stronghold beside the map points, how it moves, and who goes in and out."""

from __future__ import annotations

from typing import Any

from referee.board.forces import RESERVES
from referee.board.forces_counted import KeepCount
from referee.board.standing import holdings, stands
from referee.board.ways import Cell
from referee.factions.ixian import HOME, ME
from referee.factions.ixian.on_the_way import TakeOnTheWay
from referee.factions.ixian.pointing import PointStronghold
from referee.factions.ixian.stronghold import MoveByKarama
from referee.offers.offer import offers
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.shipping import Ship
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm, PlaceStorm
from referee.turn.on_the_map import PutRight
from referee.web.map.position import known_position
from tests.kit import LiveTable


def laid(at: str = "Red Chasm|6", turn: int = 2, **more: Any) -> LiveTable:
    """Return a table on which the stronghold points somewhere."""
    table = LiveTable("emperor", ME, turn=turn, first="emperor", **more).do(KeepCount(), PlaceStorm(14), "storm")
    return table.do(PointStronghold(ME, at))


def test_2_07_10_it_is_placed_once_the_first_storm_has_moved_and_at_no_stronghold() -> None:
    table = LiveTable("emperor", ME).do(KeepCount(), PlaceStorm(14), "storm")
    assert "PointStronghold" not in table.offered(ME)
    table.do(AnnounceStorm(1), MoveStorm())
    assert table.no(PointStronghold(ME, "Carthag|10"), "public") == "2.07.10"
    table.do(PointStronghold(ME, "Red Chasm|6"))
    for viewer in ("public", "emperor", ME):
        assert known_position(table.screen(viewer)).doors == ((HOME, Cell("Red Chasm", 6)),)
    assert "PointStronghold" not in table.offered(ME)


def test_2_07_11_it_moves_three_before_the_storm_not_through_it_and_once() -> None:
    table = laid()
    assert table.no(PointStronghold(ME, "Hagga Basin|12"), "public") == "2.07.11"
    table.do(PlaceStorm(5))
    assert table.no(PointStronghold(ME, "False Wall South|4"), "public") == "2.07.11"
    table.do(PlaceStorm(14), PointStronghold(ME, "South Mesa|4"))
    assert table.no(PointStronghold(ME, "Red Chasm|6"), "public") == "2.07.11"


def test_2_07_11_nobody_inside_moves_it() -> None:
    table = laid().do(PutRight(ME, HOME, 0, other=RESERVES))
    assert table.no(PointStronghold(ME, "South Mesa|4"), "public") == "2.07.11"


def test_2_07_12_on_the_way_they_take_two_for_each_force_inside() -> None:
    table = laid(spice=5).do("spice_blow", SpiceBlows("South Mesa"), PutRight(ME, HOME, 0, 3, other=RESERVES))
    table.do("choam_charity", "storm")
    assert table.no(TakeOnTheWay(ME, "South Mesa", 6)) == "2.07.12"
    table.do(PointStronghold(ME, "South Mesa|5"))
    assert table.no(TakeOnTheWay(ME, "South Mesa", 7)) == "2.07.12"
    table.do(TakeOnTheWay(ME, "South Mesa", 3))
    assert table.no(TakeOnTheWay(ME, "South Mesa", 3)) == "2.07.12"


def test_2_07_12_it_passes_no_spice_that_lies_on_no_way_of_three_territories() -> None:
    table = laid("South Mesa|5", spice=5).do(
        "spice_blow", SpiceBlows("Red Chasm"), SpiceBlows("Cielago South"), "storm"
    )
    assert {one.blanks[0].choices for one in offers(table.public, ME) if one.command is TakeOnTheWay} == set()
    table.do(PointStronghold(ME, "Cielago South|2"))
    assert table.no(TakeOnTheWay(ME, "Red Chasm", 2)) == "2.07.12"
    table.do(TakeOnTheWay(ME, "Cielago South", 2))


def test_2_07_13_one_walks_in_and_out_where_it_points() -> None:
    table = laid().do("shipment", Ship("emperor", 3, "Red Chasm"), MoveForces("emperor", 2, "Red Chasm", HOME))
    assert [(one.seat, one.group.total) for one in stands(table.public, HOME)] == [(ME, 6), ("emperor", 2)]
    far = laid().do("shipment", Ship("emperor", 3, "Meridian"))
    assert far.no(MoveForces("emperor", 2, "Meridian", HOME)) == "1.06.05.03"


def test_2_07_14_it_counts_for_who_holds_it_and_no_worm_reaches_inside() -> None:
    table = laid().do("spice_blow", SpiceBlows("Red Chasm"), WormComes("Red Chasm"))
    assert [one.group.total for one in stands(table.public, HOME)] == [6]
    assert holdings(table.public).held[ME] == (HOME,)


def test_2_07_19_by_karama_it_moves_two_in_shipment() -> None:
    table = laid(hands={ME: ("Karama/1",)}).do("shipment")
    assert "PointStronghold" not in table.offered(ME)
    table.do(MoveByKarama(ME))
    assert table.no(PointStronghold(ME, "Meridian|1"), "public") == "2.07.19"
    table.do(PointStronghold(ME, "South Mesa|5"))
    assert "PointStronghold" not in table.offered(ME)


def test_2_07_11_every_place_in_its_list_is_one_that_nothing_is_said_against() -> None:
    """The first speaks for all when a page is drawn."""
    unplaced = LiveTable("emperor", ME).do(KeepCount(), PlaceStorm(14), "storm", AnnounceStorm(1), MoveStorm())
    moving = laid().do(PlaceStorm(5))
    for table, most in ((unplaced, 100), (moving, 60)):
        (made,) = (one for one in offers(table.public, ME) if one.command is PointStronghold)
        cells = [value for value, _ in made.blanks[0].choices]
        assert made.judged
        assert 3 < len(cells) < most
        assert not [cell for cell in cells if any(PointStronghold(ME, cell).objections(table.public))]
