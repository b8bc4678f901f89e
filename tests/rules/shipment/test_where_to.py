"""Where one may land and march, by the map: storm, full strongholds, distance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from referee.board.ways import Cell, within
from referee.kernel import Objection, Table
from referee.phases.collection.strongholds import NameHolders
from referee.phases.shipment.prices_and_permissions import ACROSS, DOWN, SENT
from referee.phases.shipment.where_to import Stands, full, landing, landings, marches, marching
from referee.phases.storm.storm_moves import PlaceStorm
from tests.kit import LiveTable

CARTHAG, ARRAKEEN, MERIDIAN = Cell("Carthag", 10), Cell("Arrakeen", 9), Cell("Meridian", 18)
NOBODY: Stands = {}
TWO: Stands = {"Carthag": {"harkonnen": "forces", "emperor": "forces"}}


def told(storm: int = 0, **more: Any) -> LiveTable:
    table = LiveTable(turn=2, phase="shipment", **more)
    return table.do(PlaceStorm(storm)) if storm else table


def rules(objections: Iterable[Objection]) -> list[str]:
    return [one.rule for one in objections]


@pytest.mark.parametrize(("kind", "seat"), [(DOWN, "emperor"), (ACROSS, "spacing_guild")])
def test_1_06_03_04_nobody_lands_under_the_storm(kind: str, seat: str) -> None:
    table = told(18).public
    assert rules(landing(landings(table, seat, kind, NOBODY), MERIDIAN)) == ["1.06.03.04"]
    assert not rules(landing(landings(table, seat, kind, NOBODY), Cell("Meridian", 1)))


def test_1_06_03_04_where_nobody_said_where_the_storm_is_nothing_is_refused() -> None:
    assert not rules(landing(landings(told().public, "emperor", DOWN, NOBODY), MERIDIAN))


def test_2_04_17_fremen_may_send_reserves_into_the_storm() -> None:
    table = told(14).public
    assert not rules(landing(landings(table, "fremen", SENT, NOBODY), Cell("The Great Flat", 14)))
    assert rules(
        landing(landings(told(14, rules="basic").public, "fremen", SENT, NOBODY), Cell("The Great Flat", 14))
    ) == ["1.06.03.04"]


def test_1_06_03_05_two_others_fill_a_stronghold() -> None:
    table = told().public
    assert rules(landing(landings(table, "atreides", DOWN, TWO), CARTHAG)) == ["1.06.03.05"]
    assert not rules(landing(landings(table, "harkonnen", DOWN, TWO), CARTHAG))


def test_1_06_03_05_other_territories_have_no_limit() -> None:
    assert not full(Table(), "atreides", {"Meridian": TWO["Carthag"]})


def test_2_02_12_advisors_fill_no_stronghold() -> None:
    advised: Stands = {"Carthag": {"harkonnen": "forces", "bene_gesserit": "advisors"}}
    assert not full(Table(), "atreides", advised)
    assert full(Table(), "atreides", {"Carthag": {"harkonnen": "forces", "bene_gesserit": "forces"}})


def test_2_04_05_fremen_arrive_within_two_territories_of_the_great_flat() -> None:
    table = told().public
    near = {name for name in within("The Great Flat", 9) if not rules(_fremen(table, name))}
    assert near == {
        "The Great Flat", "Funeral Plain", "Plastic Basin", "The Greater Flat", "Wind Pass", "Bight of the Cliff",
        "Broken Land", "Cielago West", "False Wall West", "Habbanya Erg", "Hagga Basin", "Polar Sink",
        "Rock Outcroppings", "Sietch Tabr", "Tsimpo", "Wind Pass North",
    }  # fmt: skip
    assert rules(_fremen(table, "Habbanya Sietch")) == ["2.04.05"]


def _fremen(table: Any, name: str) -> Iterable[Objection]:
    return landing(landings(table, "fremen", SENT, NOBODY), Cell(name, 0))


def test_2_04_05_others_ship_everywhere() -> None:
    assert not rules(landing(landings(told().public, "emperor", DOWN, NOBODY), Cell("Habbanya Sietch", 16)))


def test_1_06_05_03_on_foot_one_territory() -> None:
    table = told().public
    assert marches(table, "emperor", MERIDIAN, NOBODY)[Cell("Cielago South", 1)] == 1
    (no,) = marching(table, "emperor", MERIDIAN, Cell("Cielago East", 2), NOBODY)
    assert (no.rule, "1 territory" in no.sentence) == ("1.06.05.03", True)


def test_1_06_05_04_three_with_a_force_in_a_city() -> None:
    table = told().do("spice_collection", NameHolders(arrakeen="emperor"), "shipment").public
    assert marches(table, "emperor", MERIDIAN, NOBODY)[Cell("South Mesa", 3)] == 3
    assert rules(marching(table, "emperor", MERIDIAN, Cell("Pasty Mesa", 5), NOBODY)) == ["1.06.05.04"]


def test_2_04_06_fremen_march_two() -> None:
    table = told().public
    assert marches(table, "fremen", MERIDIAN, NOBODY)[Cell("Cielago East", 2)] == 2
    assert rules(marching(table, "fremen", MERIDIAN, Cell("South Mesa", 3), NOBODY)) == ["2.04.06"]


def test_1_06_05_06_the_storm_stops_a_march() -> None:
    table = told(18).public
    out, into = (MERIDIAN, Cell("Cielago South", 1)), (Cell("Cielago South", 1), MERIDIAN)
    assert not marches(table, "emperor", MERIDIAN, NOBODY)
    for start, goal in (out, into):
        (no,) = marching(table, "emperor", start, goal, NOBODY)
        assert (no.rule, "Sector 18" in no.sentence) == ("1.06.05.06", True)


def test_1_06_05_06_fremen_do_not_walk_through_it_either() -> None:
    table = told(18).public
    (no,) = marching(table, "fremen", Cell("Habbanya Ridge Flat", 17), Cell("Meridian", 1), NOBODY)
    assert (no.rule, "in the way" in no.sentence) == ("1.06.05.06", True)


def test_1_06_05_09_a_full_stronghold_is_not_entered() -> None:
    table = told().public
    assert rules(marching(table, "atreides", Cell("Imperial Basin", 9), CARTHAG, TWO)) == ["1.06.05.09"]
    assert not rules(marching(table, "harkonnen", Cell("Imperial Basin", 9), CARTHAG, TWO))
