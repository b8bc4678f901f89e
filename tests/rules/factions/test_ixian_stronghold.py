"""2.07 Ixians and the stronghold that moves: when it is due, who ships inside, how far they walk, spice on its way."""

from __future__ import annotations

import pytest

from referee.board.forces_counted import KeepCount
from referee.factions.ixian import HOME
from referee.factions.ixian.on_the_way import TakeOnTheWay
from referee.factions.ixian.pointing import PointStronghold
from referee.holdings.ledger import lying
from referee.kernel import ask
from referee.offers.offer import offers
from referee.offers.waiting import on_turn
from referee.offers.what_now import left_over, what_now
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.prices_and_permissions import MoveRange
from referee.phases.shipment.shipping import Ship
from referee.phases.spice_blow.blow import SpiceBlows
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm, PlaceStorm, SeatMarkers
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import PutRight
from tests.kit import LiveTable


def begun(phase: str, turn: int = 1) -> LiveTable:
    """Return a table of Ixians and Fremen in this phase, eight spice on Red Chasm."""
    night = LiveTable("ixian", "emperor", turn=turn, count=-1, spice=-1, deck=None, phase="spice_blow")
    return night.do(SpiceBlows("Red Chasm"), GoTo(phase, anyway=True))


@pytest.mark.parametrize(("turn", "rule"), [(1, "2.07.10"), (2, "2.07.11")])
def test_2_07_10_and_2_07_11_the_table_is_told_when_it_is_placed_and_moved(turn: int, rule: str) -> None:
    said = [one.rule for one in what_now(begun("storm", turn).public)]
    assert rule in said and not {"2.07.10", "2.07.11"} - {rule} & {*said}
    assert turn == 1 or said[0] == rule, "what may still be done stands before what comes next"


def test_2_07_10_after_the_first_storm_the_table_waits_for_the_ixians() -> None:
    sitting = LiveTable("ixian", "emperor", count=-1, spice=-1, deck=None, phase="storm")
    sitting.do(KeepCount(), SeatMarkers("ixian"), AnnounceStorm(3))
    assert not {one.rule for one in left_over(sitting.public)} & {"2.07.10"}
    sitting.do(MoveStorm())
    assert on_turn(sitting.public) == ("ixian",) and "2.07.10" in {one.rule for one in left_over(sitting.public)}
    sitting.do(PointStronghold("ixian", "Arsunt|11"))
    assert not on_turn(sitting.public) and "2.07.10" not in {one.rule for one in left_over(sitting.public)}


def test_2_07_12_spice_on_its_way_goes_behind_their_shield() -> None:
    sitting = begun("storm", 2)
    assert "TakeOnTheWay" in [one.name for one in offers(sitting.public, "ixian")]
    assert sitting.no(TakeOnTheWay("ixian", "Red Chasm", 9)) == "2.07.12"
    assert sitting.no(TakeOnTheWay("emperor", "Red Chasm", 2)) == "2.07.12"
    sitting.do(TakeOnTheWay("ixian", "Red Chasm", 6))
    table = sitting.truth
    assert (lying(table, "Red Chasm"), table.seats["ixian"].spice) == (2, 16)


def test_2_07_13_only_they_ship_straight_inside() -> None:
    sitting = begun("shipment")
    goals = {seat: [v for v, _ in offers(sitting.public, seat)[0].blanks[-1].choices] for seat in ("emperor",)}
    assert HOME not in goals["emperor"] and sitting.no(Ship("emperor", 1, HOME)) == "2.07.13"
    sitting.do(Ship("ixian", 1, HOME))


def test_2_07_07_and_2_07_08_a_group_with_a_cyborg_walks_two_and_suboids_alone_one() -> None:
    table = begun("shipment").public
    assert (ask(table, MoveRange("ixian")).value, ask(table, MoveRange("emperor")).value) == (2, 1)
    assert ask(table, MoveRange("ixian", starred=False)).value == 1
    assert "2.07.08" in [said.rule for said in what_now(table)]


def test_2_07_08_the_map_lets_suboids_go_two_territories_in_the_company_of_a_cyborg_alone() -> None:
    table = LiveTable("ixian", "emperor", turn=2, first="ixian", phase="shipment").do(KeepCount(), PlaceStorm(9))
    table.do(PutRight("ixian", "Meridian", 3, 1, sector=1, other=HOME))
    assert table.no(MoveForces("ixian", 2, "Meridian", "Cielago North")) == "1.06.05.03"
    table.do(MoveForces("ixian", 2, "Meridian", "Cielago North", special=1))
