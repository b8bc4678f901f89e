"""4.05.13, 4.05.16, 4.05.17, 4.05.20: Nexus cards that change a sale or a shipment after it was paid, or before."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import RESERVES, Group, forces_in
from referee.board.forces_counted import KeepCount
from referee.cards.hajr import PlayHajr
from referee.common.turn import finished
from referee.factions.emperor.nexus_card import BetrayEmperor, KeepPrice
from referee.factions.ixian.nexus_card import SwapBought
from referee.factions.richese.announce_sale import OfferCache
from referee.factions.richese.nexus_card import LayTwoFields, ShipFive, SpoilSale
from referee.factions.richese.no_field import field_of
from referee.factions.spacing_guild.nexus_card import ShipAgain, ShipLikeThem, TakeFare
from referee.modules.nexus_cards.holding import holders
from referee.modules.nexus_cards.stopping import Betray
from referee.phases.bidding.auction import Bid, DealRow, DeclareHands, Pass
from referee.phases.bidding.order_of_bidding import bidding_of
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.shipping import Ship
from referee.phases.storm.storm_moves import PlaceStorm
from referee.turn.on_the_map import PutRight
from referee.turn.who_is_done import SayDone
from tests.kit import LiveTable
from tests.rules.modules.nexus_cards.holding import at_table

DECK = tuple(
    f"{name}/1" for name in ("Lasgun", "Snooper", "Hajr", "Crysknife", "Baliset", "Kulon", "Chaumas", "Stunner")
)


def sold(buyer: str, *seats: str, price: int = 3, **more: Any) -> LiveTable:
    """Return a table whose first card this faction has bought and paid."""
    table = at_table(*seats, phase="bidding", first=buyer, deck=DECK, spice=10, **more)
    return bought(table.do(DealRow()), buyer, price)


def bought(table: LiveTable, buyer: str, price: int = 3) -> LiveTable:
    while bidding_of(table.truth).turn not in {"", buyer}:
        table.do(Pass(bidding_of(table.truth).turn))
    table.do(Bid(buyer, price))
    while bidding_of(table.truth).step == "bid" and bidding_of(table.truth).high_by == buyer:
        table.do(Pass(bidding_of(table.truth).turn))
    return table


# -- the Emperor --------------------------------------------------------------------------------------


def test_4_05_13_01_the_emperor_pays_the_card_of_his_ally() -> None:
    cards = {"harkonnen": "emperor"}
    table = sold("atreides", "atreides", "emperor", "harkonnen", allies="atreides emperor", cards=cards)
    assert table.purse("atreides", "emperor") == [7, 13] and "BetrayEmperor" in table.secret("harkonnen")
    table.do(BetrayEmperor("harkonnen"))
    assert table.purse("atreides", "emperor") == [10, 10] and not holders(table.public)


def test_4_05_13_01_not_where_somebody_else_bought() -> None:
    table = sold("fremen", "fremen", "emperor", "harkonnen", cards={"harkonnen": "emperor"})
    assert table.no(BetrayEmperor("harkonnen")) == "4.05.13.01"


def test_4_96_43_as_an_option_what_was_paid_to_him_goes_to_the_bank() -> None:
    table = sold("fremen", "fremen", "emperor", "harkonnen", cards={"harkonnen": "emperor"}, E43="bank")
    bank = table.truth.bank
    table.do(BetrayEmperor("harkonnen"))
    assert table.purse("fremen", "emperor") == [7, 10] and table.truth.bank == bank + 3


def test_4_05_13_03_the_price_is_kept() -> None:
    table = sold("fremen", "fremen", "atreides", "harkonnen", cards={"fremen": "emperor", "atreides": "choam"})
    assert table.purse("fremen") == [7] and table.no(KeepPrice("atreides")) == "4.05.03"
    table.do(KeepPrice("fremen"))
    assert table.purse("fremen") == [10]
    other = sold("atreides", "fremen", "atreides", "harkonnen", cards={"fremen": "emperor"})
    assert other.no(KeepPrice("fremen")) == "4.05.13.03"


# -- Ixians -------------------------------------------------------------------------------------------


def test_4_05_17_01_the_look_at_the_cards_is_stopped() -> None:
    table = at_table("fremen", "ixian", "harkonnen", phase="bidding", deck=DECK, cards={"fremen": "ixian"}, K8="")
    assert "Betray" in table.secret("fremen")
    table.do(Betray("fremen", "2.07.06"))
    assert table.truth.suspended and not holders(table.public)


def test_4_05_17_03_the_card_bought_is_discarded_for_the_next() -> None:
    table = sold("fremen", "fremen", "atreides", "harkonnen", cards={"fremen": "ixian"})
    (old,) = table.truth.seats["fremen"].hand
    top = table.truth.deck[0]
    table.do(SwapBought("fremen"))
    assert table.truth.seats["fremen"].hand == [top] and table.truth.discard[0] == old
    assert table.no(SwapBought("fremen")) == "4.05.03"


# -- Richese ------------------------------------------------------------------------------------------


def cache_sold(buyer: str, **more: Any) -> LiveTable:
    seats = ("richese", "fremen", "harkonnen")
    table = at_table(*seats, phase="bidding", deck=DECK, spice=10, first="fremen", **more)
    table.do(DeclareHands(), OfferCache("richese", "Stone Burner", "once", "first", "right"), DealRow())
    if buyer == "richese":
        table.do(Bid("fremen", 1))
    return bought(table, buyer)


def test_4_05_20_01_what_richese_were_paid_goes_to_the_bank() -> None:
    table = cache_sold("fremen", cards={"harkonnen": "richese"})
    bank = table.truth.bank
    assert table.purse("fremen", "richese") == [7, 13]
    table.do(SpoilSale("harkonnen"))
    assert table.purse("fremen", "richese") == [7, 10] and table.truth.bank == bank + 3


def test_4_05_20_01_the_cache_card_that_they_bought_is_lost_unpaid() -> None:
    table = cache_sold("richese", cards={"harkonnen": "richese"})
    assert table.purse("richese") == [7]
    table.do(SpoilSale("harkonnen"))
    assert table.purse("richese") == [10] and table.truth.discard[0] == "Stone Burner/1"
    assert not table.truth.seats["richese"].hand


def test_4_05_20_01_a_card_of_the_deck_is_no_sale_of_theirs() -> None:
    table = cache_sold("fremen", cards={"harkonnen": "richese"})
    bought(table, "fremen", 1)
    assert table.no(SpoilSale("harkonnen")) == "4.05.20.01"


def ships(first: str, *seats: str, **more: Any) -> LiveTable:
    made = at_table(*seats, spice=20, first=first, phase="storm", **more)
    return made.do(KeepCount(), PlaceStorm(3), "shipment")


def test_4_05_20_02_two_no_fields_for_the_price_of_one_and_one_is_shown() -> None:
    table = ships("richese", "richese", "fremen", cards={"richese": "richese"})
    assert table.no(LayTwoFields("richese", 3, 3, "Arrakeen")) == "4.05.20.02"
    before = forces_in(table.truth, "richese", RESERVES)
    table.do(LayTwoFields("richese", 3, 5, "Arrakeen"))
    lies = field_of(table.truth)
    assert (lies.goal, lies.token, lies.last) == ("Arrakeen", 3, 5) and table.purse("richese") == [19]
    assert forces_in(table.truth, "richese", "Arrakeen") == Group(5)
    assert before is not None and forces_in(table.truth, "richese", RESERVES) == before.plus(Group(5), -1)
    assert table.no(Ship("richese", 1, "Carthag")) == "1.06.02"


@pytest.mark.parametrize(("many", "cost"), [(5, 1), (1, 1), (6, 6)])
def test_4_05_20_03_up_to_five_ship_for_the_price_of_one(many: int, cost: int) -> None:
    table = ships("harkonnen", "harkonnen", "fremen", cards={"harkonnen": "richese"})
    table.do(ShipFive("harkonnen"), Ship("harkonnen", many, "Arrakeen"))
    assert table.purse("harkonnen") == [20 - cost]


# -- the Guild ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("payer", ["emperor", "harkonnen"])
def test_4_05_16_01_a_whole_payment_is_taken_one_s_own_too(payer: str) -> None:
    cards = {"harkonnen": "spacing_guild"}
    table = ships(payer, "emperor", "harkonnen", "spacing_guild", cards=cards)
    assert table.no(TakeFare("harkonnen")) == "4.05.16.01"
    table.do(Ship(payer, 4, "Arrakeen"))
    table.do(TakeFare("harkonnen"))
    assert table.purse("spacing_guild") == [20]
    assert table.purse("harkonnen") == [20 if payer == "harkonnen" else 24]


def test_4_05_16_01_a_payment_to_the_bank_is_taken_too() -> None:
    table = ships("spacing_guild", "emperor", "harkonnen", "spacing_guild", cards={"harkonnen": "spacing_guild"})
    table.do(Ship("spacing_guild", 4, "Arrakeen"), TakeFare("harkonnen"))
    assert table.purse("harkonnen", "spacing_guild") == [22, 18]


def test_4_05_16_02_a_second_shipment_after_which_nothing_moves_but_by_hajr() -> None:
    table = ships(
        "spacing_guild", "spacing_guild", "fremen", cards={"spacing_guild": "spacing_guild"},
        hands={"spacing_guild": ("Hajr/1",)},
    )  # fmt: skip
    assert table.no(ShipAgain("spacing_guild")) == "4.05.16.02"
    table.do(Ship("spacing_guild", 2, "Arrakeen"), ShipAgain("spacing_guild"), Ship("spacing_guild", 2, "Carthag"))
    assert table.no(MoveForces("spacing_guild", 1, "Carthag", "Imperial Basin")) == "4.05.16.02"
    table.do(PlayHajr("spacing_guild"), MoveForces("spacing_guild", 1, "Carthag", "Arsunt"))
    assert "spacing_guild" not in finished(table.public)


def test_4_05_16_03_ship_at_their_price_across_or_back() -> None:
    table = ships("harkonnen", "harkonnen", "fremen", cards={"harkonnen": "spacing_guild"})
    table.do(ShipLikeThem("harkonnen"), Ship("harkonnen", 5, "Arrakeen"))
    assert table.purse("harkonnen") == [17]
    other = ships("harkonnen", "harkonnen", "fremen", cards={"harkonnen": "spacing_guild"})
    other.do(PutRight("harkonnen", "Carthag", 4, other=RESERVES))
    assert other.no(Ship("harkonnen", 2, RESERVES, kind="home", origin="Carthag")) == "1.06.04"
    other.do(ShipLikeThem("harkonnen"), Ship("harkonnen", 2, RESERVES, kind="home", origin="Carthag"))
    assert other.purse("harkonnen") == [19]
    third = ships("harkonnen", "harkonnen", "fremen", cards={"harkonnen": "spacing_guild"})
    third.do(PutRight("harkonnen", "Carthag", 4, other=RESERVES), ShipLikeThem("harkonnen"))
    third.do(Ship("harkonnen", 4, "Arrakeen", kind="across", origin="Carthag"))
    assert third.purse("harkonnen") == [18] and third.no(ShipLikeThem("harkonnen")) == "4.05.03"
    third.do(SayDone("harkonnen"))
