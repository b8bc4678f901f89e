"""4.04.19 to 4.04.23: what the worlds of Tleilaxu, CHOAM, Richese, Ecaz and Moritani do."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import CountForces
from referee.board.worlds import occupier
from referee.common.factions import named
from referee.factions.choam import TurnIntoSpice
from referee.factions.choam.tupile import AskHoldings, Told
from referee.factions.ecaz import VIDAL
from referee.factions.ecaz.occupy import ChooseFighter
from referee.factions.moritani.grumman import AddTerror, TakeTerrorOff
from referee.factions.moritani.reaction import awaited
from referee.factions.moritani.terror import PlaceTerror, tokens_at
from referee.factions.richese.announce_sale import NameCacheCard, OfferCache
from referee.factions.richese.cache import plan
from referee.factions.richese.no_field import LayField
from referee.factions.richese.no_field_on_the_map import MoveField
from referee.factions.tleilaxu.face_dance import dancer_may_be
from referee.factions.tleilaxu.tleilax import SendRevived
from referee.holdings.hands import CardDiscarded, hand_limit
from referee.holdings.shared_discs import may_take, who_has
from referee.holdings.taken_cards import DiscardDown, overfull
from referee.kernel import PUBLIC, ask, known
from referee.phases.battle.before_the_plans import StaySilent
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.live_battle import live_of
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.reveal import Reveal
from referee.phases.battle.who_fights_where import FightNext, open_battles
from referee.phases.mentat.victory import CheckVictory, winner
from referee.phases.revival.forces import ReviveForces
from referee.phases.revival.leaders import MayRevive
from referee.phases.shipment.prices_and_permissions import OUT
from referee.phases.shipment.shipping import Ship
from referee.turn.on_the_map import PutRight
from referee.web.phase.holdups import table_acts
from tests.kit import LiveTable
from tests.rules.modules.homeworlds.setting import next_turn, occupied, shipped, table

# -- Tleilax ------------------------------------------------------------------------------------------

TLE = ("tleilaxu", "atreides", "harkonnen")


def test_4_04_19_forces_revived_free_go_to_one_territory_or_world() -> None:
    made = table("revival", *TLE).do(CountForces("tleilaxu", RESERVES, 9), CountForces("tleilaxu", TANKS, 6))
    assert made.no(SendRevived("tleilaxu", 1, "Carthag")) == "4.04.19"
    made.do(ReviveForces("tleilaxu", 4))
    assert made.no(SendRevived("tleilaxu", 3, "Carthag")) == "4.04.19"
    assert made.no(SendRevived("tleilaxu", 1, "Tleilax")) == "4.04.02"
    sent = made.events(SendRevived("tleilaxu", 1, "Caladan"))
    assert sent[0].sentence(named) == "Tleilaxu send 1 revived force to Caladan, free."
    assert made.no(SendRevived("tleilaxu", 1, "Carthag")) == "4.04.19"
    made.do(SendRevived("tleilaxu", 1, "Caladan"))
    assert forces_in(made.public, "tleilaxu", "Caladan") == Group(2)
    assert forces_in(made.public, "tleilaxu", RESERVES) == Group(11)


@pytest.mark.parametrize(("reserves", "paid"), [(9, 1), (8, 0)])
def test_4_04_19_low_as_revival_begins_others_bring_them_no_spice(reserves: int, paid: int) -> None:
    made = table("bidding", *TLE).do(CountForces("tleilaxu", RESERVES, reserves), "revival")
    made.do(CountForces("tleilaxu", RESERVES, 12), CountForces("harkonnen", TANKS, 2), ReviveForces("harkonnen", 1))
    assert made.purse("tleilaxu") == [20 + paid]


def test_4_04_19_no_face_dancer_against_who_occupies_tleilax_and_their_ally() -> None:
    for allies, safe in (("", False), ("harkonnen atreides", True)):
        made = occupied("harkonnen", "Tleilax", 2, "shipment", *TLE, "emperor", allies=allies, first="atreides")
        made.do(Ship("emperor", 1, "Arrakeen"), "battle")
        one = next(one for one in open_battles(made.public) if one.territory == "Arrakeen")
        made.do(FightNext(one.aggressor, "Arrakeen", one.defender))
        made.do(StaySilent("atreides", "2.01.08"), LockPlan("atreides", 3, "Lady Jessica", support=3))
        made.do(LockPlan("emperor", 0, "Bashar"), Reveal())
        assert live_of(made.public).winner == "atreides"
        assert bool(dancer_may_be(made.public, "tleilaxu")) is not safe


# -- Tupile -------------------------------------------------------------------------------------------

CHO = ("choam", "atreides", "harkonnen")


def test_4_04_20_high_no_worthless_card_is_turned_into_spice() -> None:
    hands = {"choam": ("Jubba Cloak/1", "Shield/1", "Shield/2"), "atreides": (), "harkonnen": ()}
    made = table("revival", *CHO, hands=hands)
    assert made.no(TurnIntoSpice("choam", "Jubba Cloak")) == "4.04.20"
    made.do(TurnIntoSpice("choam", "Shield"))
    made.do(CountForces("choam", RESERVES, 10), TurnIntoSpice("choam", "Jubba Cloak"))


def test_4_04_20_low_who_is_on_tupile_tells_spice_and_weapons_once() -> None:
    hands = {"choam": (), "atreides": (), "harkonnen": ("Lasgun/1", "Crysknife/1", "Shield/1")}
    made = shipped("harkonnen", "Tupile", 1, 0, *CHO, hands=hands)
    assert made.no(AskHoldings("choam", "harkonnen", "weapons")) == "4.04.20"
    made.do(CountForces("choam", RESERVES, 10), AskHoldings("choam", "harkonnen", "weapons"))
    spice = made.purse("harkonnen")[0]
    assert made.screen("choam").state(Told).by["harkonnen"] == ("weapons", spice, 2)
    for viewer in ("atreides", PUBLIC):
        told = made.screen(viewer).state(Told).by["harkonnen"]
        assert not known(told[1]) and not known(told[2])
    assert made.no(AskHoldings("choam", "harkonnen", "defenses")) == "4.04.20"
    assert made.no(AskHoldings("choam", "atreides", "weapons")) == "4.04.20"


def test_4_04_20_an_occupier_and_its_ally_hold_one_more_and_discard_it_when_that_ends() -> None:
    five = tuple(f"{one}/1" for one in ("Shield", "Lasgun", "Hajr", "Snooper", "Chaumas"))
    hands: dict[str, Any] = {"choam": (), "atreides": five, "harkonnen": ()}
    made = occupied("atreides", "Tupile", 2, "shipment", *CHO, allies="atreides harkonnen")
    assert [hand_limit(made.public, one) for one in CHO] == [5, 5, 9]
    made = LiveTable(*CHO, turn=2, M4="on", hands=hands)
    assert hand_limit(made.public, "atreides") == 4 and overfull(made.public) == "atreides"
    assert [act.act for act in table_acts(made.public)] == ["DiscardDown"]  # nobody has a phone here
    made.do(DiscardDown("atreides", "Hajr"))
    assert not overfull(made.public)


# -- Richese ------------------------------------------------------------------------------------------

RIC = ("richese", "atreides", "harkonnen")


def test_4_04_21_reserves_ship_together_with_a_no_field_while_it_is_high() -> None:
    made = table("shipment", *RIC)
    made.do(LayField("richese", 3, "Carthag", 4))
    assert made.purse("richese") == [20 - 5] and forces_in(made.public, "richese", "Carthag") == Group(4)
    low = table("shipment", *RIC).do(CountForces("richese", RESERVES, 9))
    assert low.no(LayField("richese", 3, "Carthag", 4)) == "4.04.21"
    low.do(LayField("richese", 3, "Carthag"))


def test_4_04_21_low_a_no_field_does_not_move() -> None:
    made = next_turn(table("shipment", *RIC).do(LayField("richese", 3, "Red Chasm")))
    made.do(CountForces("richese", RESERVES, 9))
    assert made.no(MoveField("richese", "South Mesa")) == "4.04.21"
    made.do(CountForces("richese", RESERVES, 10), MoveField("richese", "South Mesa"))


def test_4_04_21_an_occupier_chooses_the_cache_card() -> None:
    made = occupied("harkonnen", "Richese", 2, "bidding", *RIC, deck=tuple(f"c{n}" for n in range(8)))
    assert made.no(OfferCache("richese", "Karama")) == "4.04.21"
    assert made.no(NameCacheCard("atreides", "Ornithopter")) == "4.04.21"
    made.do(NameCacheCard("harkonnen", "Ornithopter"))
    assert known(plan(made.screen("richese")).named) and known(plan(made.screen("harkonnen")).named)
    assert not known(plan(made.screen("atreides")).named) and not known(plan(made.public).named)
    assert made.no(OfferCache("richese", "Karama")) == "4.04.21"
    made.do(OfferCache("richese", "Ornithopter"))


# -- Ecaz ---------------------------------------------------------------------------------------------

ECA = ("ecaz", "atreides", "harkonnen", "emperor")


def test_4_04_22_three_spice_for_each_poison_weapon_discarded() -> None:
    hands: dict[str, Any] = {"ecaz": ("Chaumas/1", "Lasgun/1"), "atreides": (), "harkonnen": (), "emperor": ()}
    made = shipped("ecaz", "Giedi Prime", 3, 0, *ECA, hands=hands).do("battle")
    one = next(one for one in open_battles(made.public) if one.territory == "Giedi Prime")
    made.do(FightNext(one.aggressor, "Giedi Prime", one.defender))
    made.do(LockPlan("ecaz", 0, "Bindikk Narvi", weapon="Chaumas"), LockPlan("harkonnen", 2, "Umman Kudu", support=2))
    before = int(str(made.purse("ecaz")[0]))
    events = [*made.do(Reveal()).events(SettleBattle())]
    gone = [one.card for one in events if isinstance(one, CardDiscarded) and one.seat == "ecaz"]
    assert gone == ["Chaumas/1"] and made.purse("ecaz") == [before + 3]


def test_4_04_22_low_the_opponent_says_who_of_the_pair_fights() -> None:
    for reserves, seat in ((7, "ecaz"), (6, "harkonnen")):
        made = table("shipment", *ECA, allies="ecaz atreides").do(
            PutRight("ecaz", "Carthag", 2, other="Imperial Basin"), PutRight("atreides", "Carthag", 2, other="Arrakeen")
        )
        made.do(CountForces("ecaz", RESERVES, reserves), "battle")
        one = next(one for one in open_battles(made.public) if one.territory == "Carthag")
        made.do(FightNext(one.aggressor, "Carthag", one.defender))
        other = "harkonnen" if seat == "ecaz" else "ecaz"
        assert made.no(ChooseFighter(other, "ecaz")) == "2.11.22"
        assert [one for one in made.offered(seat) if one == "ChooseFighter"]
        made.do(ChooseFighter(seat, "atreides"))


def test_4_04_22_one_stronghold_together_and_two_worlds_of_others_win() -> None:
    made = table("shipment", *ECA, allies="ecaz atreides")
    made.do(Ship("ecaz", 2, "Giedi Prime", kind=OUT), Ship("atreides", 2, "Kaitain", kind=OUT))
    made.do(PutRight("ecaz", "Arrakeen", 2, other="Imperial Basin"))
    next_turn(made, "mentat_pause")
    assert (occupier(made.public, "Giedi Prime"), occupier(made.public, "Kaitain")) == ("ecaz", "atreides")
    made.do(CheckVictory())
    won = winner(made.public)
    assert won and set(won.seats) == {"ecaz", "atreides"}


def test_4_04_22_who_occupies_ecaz_has_duke_vidal_and_may_revive_him() -> None:
    made = occupied("harkonnen", "Ecaz", 2, "shipment", *ECA)
    assert who_has(made.public, VIDAL) == "harkonnen"
    assert not may_take(made.public, "ecaz", VIDAL)
    assert (
        ask(made.public, MayRevive("harkonnen", VIDAL)).value and not ask(made.public, MayRevive("ecaz", VIDAL)).value
    )


# -- Grumman ------------------------------------------------------------------------------------------

MOR = ("moritani", "atreides", "harkonnen", "spacing_guild")


def terror_in(place: str, **more: Any) -> LiveTable:
    """Return a table in shipment where a terror token lies in a place."""
    made = table("mentat_pause", *MOR, **more)
    return made.do(PlaceTerror("moritani", place, "extortion"), "storm", "shipment")


def test_4_04_23_low_terror_strikes_only_three_and_more() -> None:
    for reserves, forces, struck in ((8, 1, True), (7, 2, False), (7, 3, True)):
        made = terror_in("Carthag").do(CountForces("moritani", RESERVES, reserves), Ship("atreides", forces, "Carthag"))
        assert bool(awaited(made.public)) is struck


def test_4_04_23_not_against_the_occupier_and_their_ally() -> None:
    made = terror_in("Carthag", allies="atreides spacing_guild").do(Ship("atreides", 2, "Grumman", kind=OUT))
    made = next_turn(made)
    assert occupier(made.public, "Grumman") == "atreides"
    made.do(Ship("spacing_guild", 3, "Carthag"))
    assert not awaited(made.public)


def test_4_04_23_in_collection_a_second_token_or_one_off_the_board_for_four_spice() -> None:
    made = terror_in("Carthag").do("spice_collection")
    assert made.no(AddTerror("moritani", "Arrakeen", "robbery")) == "4.04.23"
    before = int(str(made.purse("moritani")[0]))
    made.do(AddTerror("moritani", "Carthag", "robbery"))
    assert len(tokens_at(made.public, "Carthag")) == 2 and made.purse("moritani") == [before + 4]
    assert made.no(TakeTerrorOff("moritani", "Carthag")) == "4.04.23"
    off = terror_in("Carthag").do("spice_collection", TakeTerrorOff("moritani", "Carthag"))
    assert not tokens_at(off.public, "Carthag")
    low = terror_in("Carthag").do(CountForces("moritani", RESERVES, 7), "spice_collection")
    assert low.no(TakeTerrorOff("moritani", "Carthag")) == "4.04.23"


def test_4_96_36_the_other_reading_places_the_second_in_the_mentat_pause() -> None:
    made = terror_in("Carthag", E36="pause").do("spice_collection")
    assert made.no(AddTerror("moritani", "Carthag", "robbery")) == "4.96.36"
    made.do("mentat_pause", PlaceTerror("moritani", "Carthag", "robbery"))
    assert len(tokens_at(made.public, "Carthag")) == 2
    assert terror_in("Carthag").do("mentat_pause").no(PlaceTerror("moritani", "Carthag", "robbery")) == "2.12.04"
