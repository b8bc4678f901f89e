"""A No-Field for the ally (2.10.13), and a shipment stopped right after it was made (1.14.05)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import RESERVES, forces_in
from referee.board.forces_counted import KeepCount
from referee.factions.richese.no_field import LayField, field_of
from referee.factions.richese.no_field_for_the_ally import LendField, ShipByField
from referee.factions.spacing_guild import StopShipment
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Ship
from referee.phases.storm.storm_moves import PlaceStorm
from referee.turn.who_is_done import SayDone
from tests.kit import LiveTable, left_with
from tests.rules.board.test_positions import here

THREE = ("emperor", "richese", "atreides")
GUILD = ("emperor", "spacing_guild", "bene_gesserit", "richese")


def allied(**more: Any) -> LiveTable:
    table = LiveTable(*THREE, turn=2, first="emperor", allies="emperor richese", **more)
    return table.do(KeepCount(), PlaceStorm(12), "shipment")


def test_2_10_13_the_ally_ships_with_a_lent_token_for_the_price_of_one() -> None:
    table = allied()
    assert "ShipByField" not in table.secret("emperor") and "LendField" in table.secret("richese")
    table.do(LendField("richese", 5))
    assert "ShipByField" in table.secret("emperor") and "ShipByField" not in table.secret("richese")
    assert table.no(ShipByField("emperor", 5, "Carthag", special=1)) == "2.10.13"
    table.do(ShipByField("emperor", 3, "Carthag", special=2))
    assert here(table.public, "Carthag") == {"emperor": 5} and table.purse("emperor", "richese") == [19, 20]
    assert field_of(table.public).last == 5 and table.no(Ship("emperor", 1, "Carthag")) == "1.06.02"


def test_2_10_13_richese_may_pay_and_the_token_is_the_one_used_last() -> None:
    table = allied().do(LendField("richese", 3), ShipByField("emperor", 3, "Red Chasm", richese_pay=True))
    assert table.purse("emperor", "richese") == [20, 18] and here(table.public, "Red Chasm") == {"emperor": 3}
    table.do(SayDone("emperor"))
    assert table.no(LayField("richese", 3, "Basin")) == "2.10.11"
    table.do(LayField("richese", 5, "Basin"))
    assert field_of(table.truth).token == 5


def test_2_10_13_nothing_is_shipped_for_spice_that_richese_have_not() -> None:
    table = allied().do(LendField("richese", 3), *left_with("richese", 0))
    table.do(ShipByField("emperor", 3, "Red Chasm", richese_pay=True))
    assert table.purse("emperor", "richese") == [20, 0] and not here(table.public, "Red Chasm")


def test_2_10_13_only_a_free_token_is_lent_and_only_to_the_ally() -> None:
    table = LiveTable(*THREE, turn=2, first="richese", allies="emperor richese").do(
        KeepCount(), PlaceStorm(12), "shipment"
    )
    table.do(LayField("richese", 3, "Basin"))
    assert table.no(LendField("richese", 3)) == "2.10.13" and table.no(LendField("atreides", 5)) == "2.10.13"
    table.do(LendField("richese", 5), SayDone("richese"))
    assert table.no(ShipByField("atreides", 5, "Carthag")) == "2.10.13"


def guild(**more: Any) -> LiveTable:
    table = LiveTable(*GUILD, turn=2, first="emperor", hands={"spacing_guild": ("Karama/1",)}, **more)
    return table.do(KeepCount(), PlaceStorm(12), "shipment")


def test_1_14_05_a_shipment_that_has_just_landed_goes_back_with_what_was_paid() -> None:
    table = guild().do(Ship("emperor", 4, "Carthag", special=1), SendAlong("bene_gesserit", "Polar Sink"))
    assert table.purse("emperor", "spacing_guild") == [15, 25]
    table.do(StopShipment("spacing_guild", "emperor"))
    assert not here(table.public, "Carthag") and not here(table.public, "Polar Sink")
    assert table.purse("emperor", "spacing_guild") == [20, 20]
    assert forces_in(table.public, "emperor", RESERVES).total == 20  # type: ignore[union-attr]
    assert table.no(Ship("emperor", 1, "Carthag")) == "1.14.05"


@pytest.mark.parametrize("went_on", [MoveForces("emperor", 1, "Carthag", "Arsunt"), SayDone("emperor")])
def test_1_14_05_not_once_its_player_has_gone_on(went_on: Any) -> None:
    table = guild().do(Ship("emperor", 4, "Carthag"), went_on)
    assert table.no(StopShipment("spacing_guild", "emperor")) == "1.14.05"


def test_1_14_05_a_no_field_that_was_stopped_is_taken_back() -> None:
    table = LiveTable(*GUILD, turn=2, first="richese", hands={"spacing_guild": ("Karama/1",)})
    table.do(KeepCount(), PlaceStorm(12), "shipment", LayField("richese", 5, "Basin"))
    table.do(StopShipment("spacing_guild", "richese"))
    assert not field_of(table.truth).goal and table.purse("richese") == [20]


def test_1_14_05_what_the_guild_has_spent_does_not_come_back() -> None:
    table = guild().do(
        Ship("emperor", 5, "Carthag"),
        *left_with("spacing_guild", 2),
    )
    table.do(StopShipment("spacing_guild", "emperor"))
    assert table.purse("emperor", "spacing_guild") == [17, 0]
