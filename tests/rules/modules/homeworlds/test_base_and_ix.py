"""4.04.11 to 4.04.18: what the worlds of the first seven factions do on each side, and for an occupier."""

from __future__ import annotations

import pytest

from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import CountForces
from referee.board.worlds import is_high, is_low, occupier
from referee.common.phones_at_seats import TakeSeat
from referee.factions.atreides.caladan import BringReserve
from referee.factions.atreides.prescience import LookAtSpice
from referee.factions.emperor.worlds import CrossOver, DiscardPaid
from referee.factions.fremen.southern_hemisphere import SendFedaykin
from referee.factions.ixian.before_auction import LayBack, LookThrough
from referee.factions.ixian.deck import SORT, looked
from referee.factions.ixian.pointing import PointStronghold
from referee.factions.spacing_guild.junction import GrantPassage
from referee.kernel import PUBLIC, ask, known
from referee.phases.battle.before_the_plans import Speaks, StaySilent
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.reveal import Reveal
from referee.phases.battle.who_fights_where import FightNext, open_battles
from referee.phases.bidding.auction import Bid, DealRow, DeclareHands, Pass
from referee.phases.bidding.order_of_bidding import bidding_of
from referee.phases.collection.collection import CollectAll
from referee.phases.revival.forces import ReviveForces
from referee.phases.shipment.prices_and_permissions import ACROSS, OUT
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Ship
from referee.phases.spice_blow.blow import SpiceBlows
from referee.phases.spice_blow.deck import DrawSpiceCard
from referee.turn.next_phase import EndBidding
from referee.turn.on_the_map import PutRight
from tests.kit import LiveTable
from tests.rules.modules.homeworlds.setting import next_turn, occupied, table

SIX_CARDS = tuple(f"{one}/1" for one in ("Shield", "Lasgun", "Hajr", "Karama", "Snooper", "Chaumas"))

# -- Caladan ------------------------------------------------------------------------------------------


def victory(**more: str) -> LiveTable:
    """Return a table where Atreides beat Harkonnen in Carthag with 4 of 6 forces left."""
    made = table("shipment", "atreides", "harkonnen", **more).do(PutRight("atreides", "Carthag", 6, other="Arrakeen"))
    made.do("battle")
    one = open_battles(made.public)[0]
    made.do(FightNext(one.aggressor, one.territory, one.defender))
    made.do(StaySilent("atreides", "2.01.08"))
    made.do(LockPlan("atreides", 2, "Lady Jessica", support=2), LockPlan("harkonnen", 0, "Umman Kudu"))
    return made.do(Reveal(), SettleBattle())


def test_4_04_11_a_reserve_joins_the_victors_once_while_caladan_is_high() -> None:
    made = victory()
    made.do(BringReserve("atreides"))
    assert forces_in(made.public, "atreides", "Carthag") == Group(5)
    assert forces_in(made.public, "atreides", RESERVES) == Group(9)
    assert made.no(BringReserve("atreides")) == "4.04.11"
    low = victory()
    low.do(CountForces("atreides", RESERVES, 5))
    assert "BringReserve" not in low.offered("atreides") and low.no(BringReserve("atreides")) == "4.04.11"


def test_4_04_11_on_a_low_caladan_nobody_looks_into_the_spice_deck() -> None:
    made = table("spice_blow", P5="dealt").do(DrawSpiceCard(), "shipment")
    assert "LookAtSpice" in made.secret("atreides")
    made.do(CountForces("atreides", RESERVES, 5))
    assert "LookAtSpice" not in made.secret("atreides") and made.no(LookAtSpice("atreides")) == "4.04.11"


def auction(made: LiveTable) -> LiveTable:
    if bidding_of(made.public).step == "declare":
        made.do(DeclareHands())
    return made.do(DealRow())


def test_4_04_11_who_occupies_caladan_sees_the_card_for_sale_too() -> None:
    deck = ("Shield/1", "Lasgun/1", "Karama/1", "Snooper/1", "Chaumas/1", "Hajr/1", "Jubba Cloak/1")
    made = auction(occupied("harkonnen", "Caladan", 2, "bidding", deck=deck, K8="off"))
    card = bidding_of(made.truth).row[0]
    assert bidding_of(made.screen("atreides")).row[0] == card == bidding_of(made.screen("harkonnen")).row[0]
    assert not known(bidding_of(made.screen("fremen")).row[0]) and not known(bidding_of(made.screen(PUBLIC)).row[0])


# -- Giedi Prime --------------------------------------------------------------------------------------


def collection(seat: str, places: int, *more: object) -> LiveTable:
    fields = ("Hagga Basin", "Cielago North")[:places]
    made = table("spice_blow").do(*(SpiceBlows(one) for one in fields))
    made.do(*(PutRight(seat, one, 1, other=RESERVES) for one in fields), *more)  # type: ignore[arg-type]
    return made.do("spice_collection")


def test_4_04_12_two_more_spice_once_a_collection_while_giedi_prime_is_high() -> None:
    for reserves, more in ((10, 2), (6, 0)):
        made = collection("harkonnen", 2, CountForces("harkonnen", RESERVES, reserves))
        before = int(str(made.purse("harkonnen")[0]))
        made.do(CollectAll())
        gathered = sum(3 for _ in range(2))  # 1 force in each of two places, with one in Carthag
        assert made.purse("harkonnen") == [before + gathered + more]


def test_4_04_12_it_counts_what_a_world_pays_too() -> None:
    made = occupied("harkonnen", "Caladan", 2)
    before = int(str(made.purse("harkonnen")[0]))
    made.do("spice_collection")
    assert made.purse("harkonnen") == [before + 2 + 2 + 2]  # Carthag, Caladan, and what Giedi Prime adds


# -- Southern Hemisphere ------------------------------------------------------------------------------


def test_4_04_13_a_revived_fedaykin_goes_to_its_people() -> None:
    made = table("revival", "fremen", "atreides").do(
        CountForces("fremen", RESERVES, 6, 2), CountForces("fremen", TANKS, 1, 1), PutRight("fremen", "Sietch Tabr", 3)
    )
    assert made.no(SendFedaykin("fremen", "Sietch Tabr")) == "4.04.13"
    made.do(ReviveForces("fremen", 0, 1))
    assert made.no(SendFedaykin("fremen", "Arrakeen")) == "4.04.13"
    made.do(SendFedaykin("fremen", "Sietch Tabr"))
    assert forces_in(made.public, "fremen", "Sietch Tabr") == Group(3, 1)
    assert made.no(SendFedaykin("fremen", "Sietch Tabr")) == "4.04.13"


def test_4_04_13_an_occupier_gets_half_of_what_fremen_collect_rounded_down_once() -> None:
    made = occupied("atreides", "Southern Hemisphere", 2, "spice_blow").do(
        SpiceBlows("Hagga Basin"), SpiceBlows("Red Chasm")
    )
    made.do(PutRight("fremen", "Hagga Basin", 3), PutRight("fremen", "Red Chasm", 1), "spice_collection")
    before = [int(str(one)) for one in made.purse("fremen", "atreides")]
    made.do(CollectAll())
    assert made.purse("fremen", "atreides") == [before[0] + 4, before[1] + 4]


# -- Junction -----------------------------------------------------------------------------------------


def test_4_04_14_the_guild_lets_another_ship_across_home_too_at_half_or_full_price() -> None:
    made = table("shipment")
    assert made.no(Ship("atreides", 4, "Carthag", kind=ACROSS, origin="Arrakeen")) == "1.06.03"
    made.do(GrantPassage("spacing_guild", "atreides", "half"), GrantPassage("spacing_guild", "harkonnen", "full"))
    made.do(Ship("atreides", 4, "Caladan", kind=ACROSS, origin="Arrakeen"))
    assert made.purse("atreides") == [20 - 2] and forces_in(made.public, "atreides", RESERVES) == Group(14)
    made.do(Ship("harkonnen", 4, "Kaitain", kind=ACROSS, origin="Carthag"))
    assert made.purse("harkonnen") == [20 - 4] and forces_in(made.public, "harkonnen", "Kaitain") == Group(4)
    low = table("shipment").do(CountForces("spacing_guild", RESERVES, 4))
    assert low.no(GrantPassage("spacing_guild", "atreides")) == "4.04.14"


def test_4_04_14_low_the_guild_keeps_half_rounded_up() -> None:
    made = table("shipment").do(CountForces("spacing_guild", RESERVES, 4))
    made.do(Ship("atreides", 5, "Carthag"))
    assert made.purse("atreides", "spacing_guild") == [15, 23]


def test_4_04_14_an_occupier_gets_the_other_half() -> None:
    made = occupied("harkonnen", "Junction", 2)
    assert occupier(made.public, "Junction") == "harkonnen"
    before = [int(str(one)) for one in made.purse("spacing_guild", "harkonnen")]
    made.do(Ship("atreides", 5, "Carthag"))
    assert made.purse("spacing_guild", "harkonnen") == [before[0] + 3, before[1] + 2]


# -- Wallach IX ---------------------------------------------------------------------------------------


def test_4_04_15_two_go_to_the_pole_while_it_is_high_and_none_while_it_is_low() -> None:
    made = table("shipment").do(Ship("atreides", 1, "Carthag"), SendAlong("bene_gesserit", "Polar Sink"))
    made.do(SendAlong("bene_gesserit", "Polar Sink"))
    assert made.no(SendAlong("bene_gesserit", "Polar Sink")) == "2.02.05"
    assert forces_in(made.public, "bene_gesserit", RESERVES) == Group(17)
    low = table("shipment").do(CountForces("bene_gesserit", RESERVES, 10), Ship("atreides", 1, "Carthag"))
    assert low.no(SendAlong("bene_gesserit", "Polar Sink")) == "2.02.05"
    one = table("shipment").do(Ship("atreides", 1, "Carthag"), SendAlong("bene_gesserit", "Carthag"))
    assert one.no(SendAlong("bene_gesserit", "Polar Sink")) == "2.02.05"


def test_4_04_15_the_voice_does_not_reach_an_occupier_and_its_ally() -> None:
    made = occupied("harkonnen", "Wallach IX", 2, allies="harkonnen emperor")
    for foe, heard in (("harkonnen", False), ("emperor", False), ("atreides", True)):
        says = [one for one in ask(made.public, Speaks(("bene_gesserit", foe))).value if one.seat == "bene_gesserit"]
        assert bool(says) is heard


# -- Kaitain and Salusa Secundus ----------------------------------------------------------------------


def test_4_04_16_the_emperor_discards_for_two_spice_each_when_bidding_ends() -> None:
    hands = {"emperor": ("Shield/1", "Lasgun/1")}
    made = table("bidding", hands=hands, deck=("Hajr/1", "Karama/1"))
    assert made.no(DiscardPaid("emperor", "Shield")) == "4.04.16"
    made.do(EndBidding(), DiscardPaid("emperor", "Shield"))
    assert made.purse("emperor") == [18] and "Shield" in [one.split("/")[0] for one in made.public.discard.faces()]


def test_4_04_16_nothing_is_discarded_for_spice_where_the_referee_holds_no_bidding() -> None:
    made = table("bidding", hands={"emperor": ("Shield/1",)}, R="clocks")
    assert "DiscardPaid" not in made.secret("emperor") and made.no(DiscardPaid("emperor", "Shield")) == "4.04.16"


@pytest.mark.parametrize(("reserves", "kept"), [(15, 5), (4, 3)])
def test_4_04_16_low_he_keeps_half_of_a_price_rounded_up(reserves: int, kept: int) -> None:
    made = table("bidding", deck=SIX_CARDS)
    made.do(CountForces("emperor", RESERVES, reserves))
    buy(made, "harkonnen", 5)
    assert made.purse("emperor", "harkonnen") == [20 + kept, 15]


def buy(made: LiveTable, seat: str, price: int) -> None:
    """Sell the card that comes up to a seat for a price."""
    if bidding_of(made.public).step == "declare":
        made.do(DeclareHands())
    if bidding_of(made.public).step == "deal":
        made.do(DealRow())
    for _ in range(12):
        now = bidding_of(made.public).turn
        if not now or bidding_of(made.public).sales:
            return
        made.do(Bid(seat, price) if now == seat and bidding_of(made.public).high < price else Pass(now))


def test_4_04_16_an_occupier_gets_the_other_half_also_of_its_own_price() -> None:
    made = occupied(
        "harkonnen",
        "Kaitain",
        2,
        "bidding",
        deck=("Shield/1", "Lasgun/1", "Hajr/1", "Karama/1", "Snooper/1", "Chaumas/1"),
    )
    before = [int(str(one)) for one in made.purse("emperor", "harkonnen")]
    buy(made, "harkonnen", 5)
    assert made.purse("emperor", "harkonnen") == [before[0] + 3, before[1] - 5 + 2]


def test_4_04_17_sardaukar_need_no_spice_while_salusa_is_high_and_are_ordinary_where_it_is_occupied() -> None:
    totals = []
    for reserves, taken in ((5, False), (1, False), (5, True)):
        made = table("shipment", "emperor", "spacing_guild", "harkonnen", first="emperor")
        made.do(CountForces("emperor", RESERVES, 15, reserves))
        if taken:
            made.do(Ship("spacing_guild", 2, "Salusa Secundus", kind=OUT))
            next_turn(made)
            assert occupier(made.public, "Salusa Secundus") == "spacing_guild"
        made.do(Ship("emperor", 0, "Carthag", special=1), "battle")
        one = next(one for one in open_battles(made.public) if one.territory == "Carthag")
        made.do(FightNext(one.aggressor, "Carthag", one.defender))
        most = 2 if (reserves, taken) == (5, False) else 1
        assert made.no(LockPlan("emperor", most + 1, "Bashar")) == "1.07.04.01"
        totals.append(most)
    assert totals == [2, 1, 1]


def test_4_04_17_low_no_sardaukar_comes_back_free() -> None:
    for reserves, paid in ((2, 0), (1, 2)):
        made = table("revival", "emperor", "atreides").do(
            CountForces("emperor", RESERVES, 10, reserves), CountForces("emperor", TANKS, 3, 1)
        )
        made.do(ReviveForces("emperor", 0, 1))
        assert made.purse("emperor") == [20 - paid]


def test_4_04_17_the_emperor_moves_reserves_between_his_worlds_as_his_move() -> None:
    made = table("shipment", "emperor", "atreides")
    made.do(CrossOver("emperor", 4, "Kaitain"))
    assert forces_in(made.public, "emperor", "Salusa Secundus") == Group(4, 5)
    assert forces_in(made.public, "emperor", "Kaitain") == Group(11)
    assert forces_in(made.public, "emperor", RESERVES) == Group(15, 5)
    assert made.no(CrossOver("emperor", 1, "Kaitain")) == "4.04.17"
    next_turn(made).do(CrossOver("emperor", 2, "Salusa Secundus", special=4))
    assert forces_in(made.public, "emperor", "Salusa Secundus") == Group(2, 1)
    assert forces_in(made.public, "emperor", "Kaitain") == Group(13, 4)
    assert is_low(made.public, "Salusa Secundus") and is_high(made.public, "Kaitain")
    assert next_turn(made).no(CrossOver("emperor", 3, "Salusa Secundus")) == "4.04.17"
    made.do(Ship("emperor", 13, "Arrakeen", special=5))
    assert forces_in(made.public, "emperor", RESERVES) == Group(2)


# -- Ix -----------------------------------------------------------------------------------------------


def test_4_04_18_two_suboids_come_with_a_cyborg_that_was_paid_for() -> None:
    for free_first in (False, True):
        made = table("revival", "ixian", "atreides").do(
            CountForces("ixian", RESERVES, 5), CountForces("ixian", TANKS, 3, 3)
        )
        made.do(ReviveForces("ixian", 0, 1 if free_first else 2))
        assert forces_in(made.public, "ixian", TANKS) == Group(3 if free_first else 1, 2 if free_first else 1)


def test_4_04_18_low_the_stronghold_stays() -> None:
    made = table("storm", "ixian", "atreides", turn=1).do("spice_blow", PointStronghold("ixian", "Red Chasm|6"))
    made.do("mentat_pause", "storm")
    made.do(CountForces("ixian", RESERVES, 4))
    assert made.no(PointStronghold("ixian", "South Mesa|4")) == "2.07.11"
    made.do(CountForces("ixian", RESERVES, 5), PointStronghold("ixian", "South Mesa|4"))


def test_4_04_18_an_occupier_looks_through_the_cards_in_their_place() -> None:
    made = occupied("atreides", "Ix", 2, "bidding", "ixian", "atreides", "harkonnen", deck=SIX_CARDS)
    made.do(*(TakeSeat(seat, "phone") for seat in ("ixian", "atreides")), who="referee")
    assert made.no(LookThrough("ixian")) == "2.07.06"
    made.do(LookThrough("atreides"))
    assert looked(made.screen("atreides"), SORT).cards and not looked(made.screen("ixian"), SORT).cards
    assert made.no(LayBack("ixian", "Shield")) == "2.07.06"
    made.do(LayBack("atreides", "Shield"))
