"""2.02.10: advisors that turn to fighters and fighters that turn to advisors, by the map."""

from __future__ import annotations

from referee.board.forces import RESERVES
from referee.board.standing import holdings, stands
from referee.factions.bene_gesserit.turning_over import TurnOver
from referee.phases.battle.who_fights_where import open_battles
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.shipping import Ship
from referee.phases.storm.storm_moves import PlaceStorm
from referee.turn.on_the_map import PutRight
from tests.kit import LiveTable
from tests.rules.board.test_positions import told


def calm(table: LiveTable, place: str) -> bool:
    return any(one.calm for one in stands(table.public, place) if one.seat == "bene_gesserit")


def test_2_02_10_and_2_02_15_fighters_turn_to_advisors_when_another_comes_in() -> None:
    table = told(first="emperor").do(PutRight("bene_gesserit", "Meridian", 3, sector=1, other=RESERVES))
    assert "TurnOver" not in table.offered("bene_gesserit")
    table.do(Ship("emperor", 3, "Meridian", sector=1))
    assert "Flip 3 forces in Meridian to advisors" in table.labels("bene_gesserit")
    table.do(TurnOver("bene_gesserit", "Meridian"), "battle")
    assert calm(table, "Meridian") and not open_battles(table.public)


def test_2_02_13_they_ship_no_fighters_to_where_their_advisors_stand() -> None:
    table = told(first="bene_gesserit").do(PutRight("bene_gesserit", "Arsunt", 2, peace=True, other=RESERVES))
    assert table.no(Ship("bene_gesserit", 1, "Arsunt")) == "2.02.13"
    table.do(Ship("bene_gesserit", 1, "Meridian", sector=1))
    assert not calm(table, "Meridian")


def test_2_02_15_they_do_not_turn_for_their_ally_and_2_02_18_stay_advisors_beside_them() -> None:
    table = told(first="emperor", allies="emperor bene_gesserit")
    table.do(PutRight("bene_gesserit", "Meridian", 3, sector=1, other=RESERVES), Ship("emperor", 3, "Meridian"))
    assert table.no(TurnOver("bene_gesserit", "Meridian")) == "2.02.15"
    table.do("revival", PutRight("bene_gesserit", "Meridian", 3, sector=1, peace=True))
    assert table.no(TurnOver("bene_gesserit", "Meridian")) == "2.02.18"
    assert "TurnOver" not in table.offered("bene_gesserit")


def test_2_02_16_advisors_that_come_in_take_up_arms_where_there_is_room() -> None:
    table = told(first="bene_gesserit").do(PutRight("bene_gesserit", "Arsunt", 2, peace=True, other=RESERVES))
    table.do(PutRight("emperor", "Arsunt", 1, other=RESERVES), MoveForces("bene_gesserit", 2, "Arsunt", "Carthag"))
    assert calm(table, "Carthag")
    table.do(TurnOver("bene_gesserit", "Carthag"))
    assert not calm(table, "Carthag") and "TurnOver" not in table.offered("bene_gesserit")


def test_2_02_16_advisors_that_change_sector_within_their_territory_stay_advisors() -> None:
    table = told(first="bene_gesserit").do(PutRight("emperor", "Meridian", 1, sector=1, other=RESERVES))
    table.do(PutRight("bene_gesserit", "Meridian", 2, sector=1, peace=True, other=RESERVES), PlaceStorm(10))
    table.do(MoveForces("bene_gesserit", 2, "Meridian", "Meridian", leaves=1, sector=18))
    assert calm(table, "Meridian") and "TurnOver" not in table.offered("bene_gesserit")


def test_2_02_17_before_shipment_advisors_turn_to_fighters_and_2_02_19_not_under_the_storm() -> None:
    table = told("revival").do(PutRight("bene_gesserit", "Carthag", 2, peace=True, other=RESERVES), PlaceStorm(10))
    assert table.no(TurnOver("bene_gesserit", "Carthag")) == "2.02.19"
    table.do(PlaceStorm(3), TurnOver("bene_gesserit", "Carthag"))
    assert not calm(table, "Carthag")
    later = told(first="emperor").do(PutRight("bene_gesserit", "Carthag", 2, peace=True, other=RESERVES))
    assert "TurnOver" in later.offered("bene_gesserit")
    assert "TurnOver" not in later.do(Ship("emperor", 1, "Meridian")).offered("bene_gesserit")


def test_2_02_21_advisors_that_are_alone_before_battle_turn_to_fighters() -> None:
    table = told().do(PutRight("bene_gesserit", "Habbanya Sietch", 2, peace=True, other=RESERVES))
    assert holdings(table.public).held["bene_gesserit"] == ()
    table.do("battle")
    assert not calm(table, "Habbanya Sietch")
    assert holdings(table.public).held["bene_gesserit"] == ("Habbanya Sietch",)
