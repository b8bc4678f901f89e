"""2.07 Ixians and the stronghold that moves: when it is due, who ships inside, how far they walk, spice on its way."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.common.ledger import lying
from referee.common.offers import offers
from referee.common.setup import Place, SetTable
from referee.common.status import what_now
from referee.factions.ixians import HOME
from referee.factions.ixians.stronghold import TakeOnTheWay
from referee.kernel.events import PUBLIC
from referee.kernel.rulings import ask
from referee.phases.shipment.movement import MoveRange
from referee.phases.shipment.shipping import Ship
from referee.phases.spice_blow.blow import SpiceBlows
from referee.phases.turn.next_phase import GoTo
from referee.running.journal import Journal
from referee.running.sitting import Dice, Sitting
from tests.kit.sitting import do, no


def begun(phase: str, turn: int = 1) -> Sitting:
    """Return a table of Ixians and Fremen in this phase, eight spice on Red Chasm."""
    sitting = Sitting(Journal(Path(":memory:")), Dice(3))
    do(sitting, SetTable("x", (Place("ixian"), Place("emperor")), "ixian", turn=turn))
    return do(sitting, GoTo("spice_blow"), SpiceBlows("Red Chasm"), GoTo(phase, anyway=True))


@pytest.mark.parametrize(("turn", "rule"), [(1, "2.07.10"), (2, "2.07.11")])
def test_2_07_10_and_2_07_11_the_table_is_told_when_it_is_placed_and_moved(turn: int, rule: str) -> None:
    said = [one.rule for one in what_now(begun("storm", turn).screen(PUBLIC))]
    assert rule in said and not {"2.07.10", "2.07.11"} - {rule} & {*said}


def test_2_07_12_spice_on_its_way_goes_behind_their_shield() -> None:
    sitting = begun("storm", 2)
    assert "TakeOnTheWay" in [one.ask for one in offers(sitting.screen(PUBLIC), "ixian")]
    assert no(sitting, TakeOnTheWay("ixian", "Red Chasm", 9), "ixian") == "2.07.12"
    assert no(sitting, TakeOnTheWay("emperor", "Red Chasm", 2), "emperor") == "2.07.12"
    do(sitting, TakeOnTheWay("ixian", "Red Chasm", 6), who="ixian")
    table = sitting.views.referee
    assert (lying(table, "Red Chasm"), table.seats["ixian"].spice) == (2, 16)


def test_2_07_13_only_they_ship_straight_inside() -> None:
    sitting = begun("shipment")
    goals = {seat: [v for v, _ in offers(sitting.screen(PUBLIC), seat)[0].blanks[-1].choices] for seat in ("emperor",)}
    assert HOME not in goals["emperor"] and no(sitting, Ship("emperor", 1, HOME), "emperor") == "2.07.13"
    do(sitting, Ship("ixian", 1, HOME), who="ixian")


def test_2_07_07_and_2_07_08_a_group_with_a_cyborg_walks_two_and_suboids_alone_one() -> None:
    table = begun("shipment").screen(PUBLIC)
    assert (ask(table, MoveRange("ixian")).value, ask(table, MoveRange("emperor")).value) == (2, 1)
    assert "2.07.08" in [said.rule for said in what_now(table)]
