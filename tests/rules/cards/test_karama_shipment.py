"""3.01.11.03 and 4.92.12: Karama for the shipment of another faction, at half price and paid to the bank."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import RESERVES
from referee.cards.karama.shipment import CheapenShipment
from referee.phases.shipment.prices_and_permissions import HOME
from referee.phases.shipment.shipping import Ship
from tests.kit import LiveTable

FOR_EMPEROR = CheapenShipment("atreides", "emperor")


def shipping(**more: Any) -> LiveTable:
    hands = {"atreides": ("Karama/1", "Karama/2"), "bene_gesserit": ("Kulon/1",)}
    return LiveTable(phase="shipment", turn=2, first="atreides", **{"hands": hands, **more})


def test_3_01_11_03_another_ships_at_half_price_to_the_bank_and_pays_it() -> None:
    table = shipping().do(FOR_EMPEROR)
    assert table.public.discard == ["Karama/1"] and table.purse("atreides") == [20]
    table.do(Ship("emperor", 5, "Arrakeen"))
    assert table.purse("emperor", "spacing_guild") == [17, 20] and table.truth.bank == 3
    assert table.do(Ship("harkonnen", 5, "Carthag")).purse("harkonnen", "spacing_guild") == [15, 25]


def test_3_01_11_03_it_holds_for_this_turn_and_for_shipments_onto_the_board() -> None:
    table = shipping().do(FOR_EMPEROR, "battle")
    assert not table.truth.suspended
    table.do(
        "spice_collection", "mentat_pause", "storm", "spice_blow", "choam_charity", "bidding", "revival", "shipment"
    )
    assert table.do(Ship("emperor", 4, "Arrakeen")).purse("emperor") == [16]
    guild = shipping().do(CheapenShipment("atreides", "spacing_guild"))
    assert guild.do(Ship("spacing_guild", 4, RESERVES, kind=HOME, origin="Tuek's Sietch")).purse("spacing_guild") == [
        18
    ]


@pytest.mark.parametrize(
    ("of", "rule", "code"),
    [
        ("atreides", "3.01.11.03", "NOT_ELIGIBLE"),
        ("fremen", "3.01.11.03", "NOT_ELIGIBLE"),
        ("nobody", "3.01.11.03", "NOT_ELIGIBLE"),
    ],
)
def test_3_01_11_03_only_for_another_who_ships_from_off_planet(of: str, rule: str, code: str) -> None:
    assert shipping().refused(CheapenShipment("atreides", of)) == (rule, code)


def test_3_01_11_03_before_the_shipment_and_once() -> None:
    table = shipping().do(FOR_EMPEROR)
    assert table.code(FOR_EMPEROR) == "NOT_ELIGIBLE"
    shipped = shipping().do(Ship("emperor", 1, "Arrakeen"))
    assert shipped.code(FOR_EMPEROR) == "NOT_ELIGIBLE"
    assert shipping().code(CheapenShipment("harkonnen", "emperor")) == "CARD_NOT_HELD"
    assert LiveTable(phase="revival", turn=2, hands={"atreides": ("Karama/1",)}).code(FOR_EMPEROR) == "NOT_NOW"


def test_4_92_12_a_table_may_keep_it_for_ones_own_shipment() -> None:
    table = shipping(K12="own")
    assert table.refused(FOR_EMPEROR) == ("4.92.12", "NOT_ELIGIBLE")
    assert "CheapenShipment" not in table.secret("atreides") and "CheapenShipment" in shipping().secret("atreides")
    assert table.do(Ship("atreides", 5, "Arrakeen", by_card=True)).purse("atreides") == [17]


def test_2_02_22_a_worthless_card_does_it_too_and_is_announced() -> None:
    table = shipping(K8="").do(CheapenShipment("bene_gesserit", "emperor"))
    assert not table.public.discard
    table.wait(9)
    assert table.public.discard == ["Kulon/1"]
