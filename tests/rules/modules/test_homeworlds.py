"""4.04: worlds beside Arrakis, who is high and low, shipping there, battles with natives, and occupations."""

from __future__ import annotations

import pytest

from referee.agreements.alliances import MayAlly, OfferAlliance
from referee.board.forces import RESERVES, TANKS, Forces, Group, forces_in
from referee.board.forces_counted import CountForces, KeepCount
from referee.board.standing import stands
from referee.board.territories import on_board, strongholds
from referee.board.worlds import PRINTED, WORLDS, is_high, is_low, occupier, worlds
from referee.common.lines_on_paper import PublicSheetTaken
from referee.kernel import PUBLIC, REFEREE, ask, fold, react
from referee.modules.homeworlds import about
from referee.modules.homeworlds.occupation import ShareIncome
from referee.modules.tech_tokens import NameTokenOwner
from referee.modules.tech_tokens.income import paying
from referee.modules.tech_tokens.names import LINERS
from referee.offers.what_now import WhatNow
from referee.paper.sheets import public_sheet
from referee.phases.battle.battle_as_known import callers
from referee.phases.battle.call_traitor import CallTraitor
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.live_battle import live_of
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.reveal import Reveal
from referee.phases.battle.who_fights_where import FightNext, open_battles
from referee.phases.charity import ClaimCharity
from referee.phases.revival.limits_and_prices import FreeRevival
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.prices_and_permissions import ACROSS, HOME, OUT
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Ship
from referee.phases.spice_blow.blow import WormComes
from referee.powers.powers import Stoppable
from referee.rulebook.book import rulebook
from referee.running.dice import Dice
from referee.turn.phase_offers import fares
from referee.web.phase.strip import said_to
from tests.kit import LiveTable
from tests.rules.modules.homeworlds.setting import SEATS, invaded, next_turn, shipped, table, won

# -- sides --------------------------------------------------------------------------------------------


def test_4_04_without_the_module_there_are_no_worlds() -> None:
    plain = LiveTable(*SEATS, turn=2).do(KeepCount(), "shipment")
    assert not worlds(plain.public)
    assert plain.no(Ship("atreides", 2, "Kaitain", kind=OUT)) == "1.06.03"
    assert not any("world" in label for label in plain.labels("atreides"))


def test_4_04_a_world_for_each_faction_and_two_for_the_emperor_in_the_advanced_game() -> None:
    assert [*WORLDS] == PRINTED and len(PRINTED) == 13
    assert [one.name for one in worlds(table().public)] == [
        "Caladan", "Southern Hemisphere", "Junction", "Giedi Prime", "Kaitain", "Salusa Secundus", "Wallach IX",
    ]  # fmt: skip
    assert "Salusa Secundus" not in [one.name for one in worlds(table(rules="basic").public)]


def test_4_04_01_a_world_is_high_with_just_enough_reserves_and_low_with_one_fewer() -> None:
    made = table()
    for name, one in WORLDS.items():
        if one.owner in SEATS and one.name != "Salusa Secundus":
            made.do(CountForces(one.owner, RESERVES, one.high))
            assert is_high(made.public, name)
            made.do(CountForces(one.owner, RESERVES, one.high - 1))
            assert is_low(made.public, name)


def test_4_04_01_salusa_counts_sardaukar_alone_and_is_high_with_two() -> None:
    made = table()
    for sardaukar, high in ((2, True), (1, False)):
        made.do(CountForces("emperor", RESERVES, 12, sardaukar))
        assert is_high(made.public, "Salusa Secundus") is high and is_high(made.public, "Kaitain")
    made.do(CountForces("emperor", RESERVES, 4, 5))
    assert is_low(made.public, "Kaitain") and is_high(made.public, "Salusa Secundus")
    assert forces_in(made.public, "emperor", "Salusa Secundus") == Group(0, 5)
    assert forces_in(made.public, "emperor", "Kaitain") == Group(4)


def test_4_04_01_it_turns_over_as_forces_leave_and_come_back() -> None:
    made = table(first="harkonnen")
    assert is_high(made.public, "Giedi Prime")
    made.do(CountForces("harkonnen", RESERVES, 7), Ship("harkonnen", 1, "Arrakeen"))
    assert is_low(made.public, "Giedi Prime")


# -- shipping -----------------------------------------------------------------------------------------


def test_4_04_02_one_spice_a_force_to_anothers_world_and_half_for_the_guild() -> None:
    made = shipped("atreides", "Giedi Prime", 4)
    assert made.purse("atreides", "spacing_guild") == [16, 24]
    assert forces_in(made.public, "atreides", "Giedi Prime") == Group(4)
    assert forces_in(made.public, "atreides", RESERVES) == Group(6)
    assert not stands(made.public, "Giedi Prime")
    assert shipped("spacing_guild", "Caladan", 5).purse("spacing_guild") == [17]


def test_4_04_02_what_may_i_do_names_the_price_that_a_world_is_charged() -> None:
    said = fares(table().public, "atreides")
    assert said["Ship to another world"] == "1 spice a force"
    assert said["Ship from reserves"] == "1 spice a force into a stronghold, 2 elsewhere"
    guild = fares(table(first="spacing_guild").public, "spacing_guild")
    assert guild["Ship to another world"] == "½ spice a force"
    assert guild["Ship across the board"] == "½ spice a force into a stronghold or to a world, 1 elsewhere"
    assert guild["Ship from reserves"] == "½ spice a force into a stronghold, 1 elsewhere"


def test_4_04_02_fremen_ship_there_for_spice_and_only_there() -> None:
    made = shipped("fremen", "Kaitain", 3, 1)
    assert made.purse("fremen") == [16] and forces_in(made.public, "fremen", "Kaitain") == Group(3, 1)
    assert table(first="fremen").no(Ship("fremen", 1, "Arrakeen")) == "2.04.03"


def test_4_04_02_neither_to_ones_own_world_nor_to_an_allys_nor_on_foot() -> None:
    made = table(allies="atreides harkonnen")
    assert made.no(Ship("atreides", 1, "Caladan", kind=OUT)) == "4.04.02"
    assert made.no(Ship("atreides", 1, "Giedi Prime", kind=OUT)) == "4.04.02"
    assert made.no(Ship("atreides", 1, "Arrakeen", kind=OUT)) == "4.04.02"
    assert made.no(Ship("atreides", 1, "Kaitain")) == "4.04.02"
    assert made.no(MoveForces("atreides", 1, "Arrakeen", "Kaitain")) == "1.06.05"
    goals = next(one for one in made.labels("atreides") if "another world" in one)
    assert goals == "Ship to another world"


def test_4_04_02_only_who_ships_across_leaves_a_world_again_or_goes_there_from_arrakis() -> None:
    made = next_turn(shipped("atreides", "Kaitain", 3).do(Ship("spacing_guild", 4, "Caladan", kind=OUT)))
    assert made.no(Ship("atreides", 1, "Arrakeen", kind=ACROSS, origin="Kaitain")) == "1.06.03"
    made.do(Ship("spacing_guild", 1, "Arrakeen", kind=ACROSS, origin="Caladan"))
    assert forces_in(made.public, "spacing_guild", "Caladan") == Group(3)
    next_turn(made).do(Ship("spacing_guild", 2, "Kaitain", kind=ACROSS, origin="Tuek's Sietch"))
    assert forces_in(made.public, "spacing_guild", "Kaitain") == Group(2)
    next_turn(made).do(Ship("spacing_guild", 2, RESERVES, kind=HOME, origin="Caladan"))
    assert forces_in(made.public, "spacing_guild", "Caladan") == Group(1)
    assert next_turn(made).no(Ship("spacing_guild", 1, "Junction", kind=ACROSS, origin="Caladan")) == "4.04.02"


# -- battles ------------------------------------------------------------------------------------------


def test_4_04_03_natives_fight_with_their_reserves_and_add_the_number_of_their_side() -> None:
    made = invaded("spacing_guild", "Giedi Prime", 4)
    made.do(LockPlan("spacing_guild", 4, "Soo-Soo Sook", support=4), LockPlan("harkonnen", 3, "Umman Kudu", support=3))
    live = live_of(made.do(Reveal()).public)
    assert live.verdict.totals == (4 + 2, 3 + 1 + 2) and live.winner == "spacing_guild"
    made = invaded("spacing_guild", "Giedi Prime", 4)
    made.do(LockPlan("spacing_guild", 3, "Soo-Soo Sook", support=3), LockPlan("harkonnen", 3, "Umman Kudu", support=3))
    made.do(Reveal(), SettleBattle())
    assert forces_in(made.public, "harkonnen", "Giedi Prime") == Group(7)
    assert forces_in(made.public, "harkonnen", RESERVES) == Group(7)
    assert forces_in(made.public, "harkonnen", TANKS) == Group(3)
    assert forces_in(made.public, "spacing_guild", TANKS) == Group(4)


def test_4_04_03_an_invader_that_wins_takes_all_reserves_and_stays_there() -> None:
    made = won("spacing_guild", "Giedi Prime", 8, 5)
    assert forces_in(made.public, "harkonnen", RESERVES) == Group()
    assert forces_in(made.public, "harkonnen", TANKS) == Group(10)
    assert forces_in(made.public, "spacing_guild", "Giedi Prime") == Group(3)
    assert occupier(made.public, "Giedi Prime") == "spacing_guild"


def test_4_04_04_occupations_go_onto_paper_and_come_back() -> None:
    made = won("spacing_guild", "Giedi Prime", 8, 5)
    line = "occupied Giedi Prime=spacing_guild"
    assert line in public_sheet(made.public)["more"]
    other = fold([heard.event for heard in table(first="spacing_guild").truth.log], REFEREE)
    for event in react(other, PublicSheetTaken((line,)), Dice(1)):
        other.hear(event)
    assert occupier(other, "Giedi Prime") == "spacing_guild"


def test_4_04_03_on_a_low_kaitain_natives_add_three_and_on_a_high_one_two() -> None:
    totals = []
    for reserves in (4, 5):
        made = table(first="spacing_guild").do(CountForces("emperor", RESERVES, reserves))
        made.do(Ship("spacing_guild", 3, "Kaitain", kind=OUT), "battle")
        one = next(one for one in open_battles(made.public) if one.territory == "Kaitain")
        made.do(FightNext(one.aggressor, "Kaitain", one.defender))
        made.do(LockPlan("spacing_guild", 0, "Soo-Soo Sook"), LockPlan("emperor", 0, "Bashar"), Reveal())
        totals.append(live_of(made.public).verdict.totals)
    assert totals == [(2, 2 + 3), (2, 2 + 2)]


def test_4_04_03_forces_on_each_of_the_emperors_worlds_fight_for_it_alone() -> None:
    made = won("spacing_guild", "Kaitain", 12, 9)
    assert forces_in(made.public, "emperor", RESERVES) == Group(0, 5)
    assert forces_in(made.public, "emperor", "Salusa Secundus") == Group(0, 5)
    assert forces_in(made.public, "emperor", TANKS) == Group(15)
    assert occupier(made.public, "Kaitain") == "spacing_guild" and not occupier(made.public, "Salusa Secundus")


def test_4_04_03_only_natives_call_a_traitor() -> None:
    made = invaded("spacing_guild", "Giedi Prime", 4)
    made.do(LockPlan("spacing_guild", 4, "Soo-Soo Sook", support=4), LockPlan("harkonnen", 3, "Umman Kudu", support=3))
    assert [*callers(made.public, live_of(made.public))] == ["harkonnen"]
    made.do(Reveal())
    assert made.no(CallTraitor("spacing_guild")) == "1.07.06.06"


def test_4_04_03_between_two_invaders_nobody_may_call_and_the_wheels_open() -> None:
    made = table(first="spacing_guild").do(
        CountForces("emperor", RESERVES, 0),
        Ship("spacing_guild", 3, "Kaitain", kind=OUT),
        Ship("harkonnen", 3, "Kaitain", kind=OUT),
        "battle",
    )
    one = next(one for one in open_battles(made.public) if one.territory == "Kaitain")
    made.do(FightNext(one.aggressor, "Kaitain", one.defender))
    made.do(LockPlan("spacing_guild", 2, "Soo-Soo Sook", support=2), LockPlan("harkonnen", 1, "Umman Kudu", support=1))
    assert live_of(made.public).step == "revealed"


def test_4_04_03_an_explosion_costs_natives_only_their_number() -> None:
    hands = {"spacing_guild": ("Lasgun/1",), "harkonnen": ("Shield/1",)}
    made = invaded("spacing_guild", "Giedi Prime", 4, hands=hands)
    made.do(
        LockPlan("spacing_guild", 4, "Soo-Soo Sook", weapon="Lasgun", support=4),
        LockPlan("harkonnen", 3, "Umman Kudu", defence="Shield", support=3),
        Reveal(),
        SettleBattle(),
    )
    assert forces_in(made.public, "harkonnen", RESERVES) == Group(10 - 2)
    assert forces_in(made.public, "spacing_guild", "Giedi Prime") in {Group(), None}
    assert forces_in(made.public, "spacing_guild", TANKS) == Group(4)
    assert not occupier(made.public, "Giedi Prime")


def test_4_04_03_harass_and_withdraw_does_not_work_at_home() -> None:
    hands = {"spacing_guild": ("Harass and Withdraw/1",), "harkonnen": ("Harass and Withdraw/2",)}
    made = invaded("spacing_guild", "Giedi Prime", 4, hands=hands)
    assert made.no(LockPlan("harkonnen", 1, "Umman Kudu", weapon="Harass and Withdraw", support=1)) == "3.04.03"
    made.do(LockPlan("spacing_guild", 1, "Soo-Soo Sook", weapon="Harass and Withdraw", support=1))


# -- occupation ---------------------------------------------------------------------------------------


def test_4_04_04_who_stands_there_as_a_turn_begins_is_the_occupier_for_that_turn() -> None:
    made = shipped("spacing_guild", "Kaitain", 2)
    assert not occupier(made.public, "Kaitain")
    next_turn(made)
    assert occupier(made.public, "Kaitain") == "spacing_guild"
    made.do(Ship("spacing_guild", 2, RESERVES, kind=HOME, origin="Kaitain"))
    assert occupier(made.public, "Kaitain") == "spacing_guild"
    assert not occupier(next_turn(made).public, "Kaitain")


def test_4_04_04_of_several_nobody_unless_one_was_before() -> None:
    made = shipped("spacing_guild", "Kaitain", 2).do(Ship("atreides", 2, "Kaitain", kind=OUT))
    assert not occupier(next_turn(made).public, "Kaitain")
    made = next_turn(shipped("spacing_guild", "Kaitain", 2)).do(Ship("atreides", 2, "Kaitain", kind=OUT))
    assert occupier(next_turn(made).public, "Kaitain") == "spacing_guild"


def test_4_04_04_natives_that_leave_make_who_is_left_the_occupier() -> None:
    made = table(first="harkonnen").do(CountForces("harkonnen", RESERVES, 2))
    made.do(Ship("atreides", 1, "Giedi Prime", kind=OUT))
    assert not occupier(made.public, "Giedi Prime")
    made.do(Ship("harkonnen", 2, "Arrakeen"))
    assert occupier(made.public, "Giedi Prime") == "atreides"


@pytest.mark.parametrize(("choice", "there", "after"), [("turn", "spacing_guild", ""), ("stays", "", "")])
def test_4_96_35_alone_once_and_until_the_last_is_gone(choice: str, there: str, after: str) -> None:
    made = next_turn(shipped("spacing_guild", "Kaitain", 2, E35=choice))
    assert occupier(made.public, "Kaitain") == there
    made = table(first="spacing_guild", E35=choice).do(CountForces("emperor", RESERVES, 0))
    made.do(Ship("spacing_guild", 2, "Kaitain", kind=OUT))
    assert occupier(made.public, "Kaitain") == "spacing_guild"
    next_turn(made).do(Ship("spacing_guild", 2, RESERVES, kind=HOME, origin="Kaitain"))
    assert occupier(made.public, "Kaitain") == ("spacing_guild" if choice == "turn" else after)


@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_4_04_05_an_occupier_is_paid_as_collection_begins_and_may_share(rules: str) -> None:
    made = next_turn(shipped("atreides", "Kaitain", 2, rules=rules, allies="atreides harkonnen"))
    before = made.purse("atreides", "harkonnen")
    made.do("spice_collection")
    assert made.purse("atreides")[0] == int(str(before[0])) + 2 + (2 if rules == "advanced" else 0)
    assert "Atreides occupy Kaitain: 2 from the bank." in [one.words for one in ask(made.public, WhatNow()).value]
    assert "Give Harkonnen spice from Kaitain" in made.labels("atreides")
    said = said_to(made.public, made.public, "atreides", None)
    assert said.then.startswith("Until the phase Mentat begins."), said
    made.do(ShareIncome("atreides", 2))
    assert made.purse("harkonnen")[0] == int(str(before[1])) + 2 + (2 if rules == "advanced" else 0)
    assert made.no(ShareIncome("atreides", 1)) == "4.04.05"


def test_4_04_06_no_alliance_with_an_occupier() -> None:
    made = next_turn(shipped("atreides", "Kaitain", 2), "spice_blow").do(WormComes("Funeral Plain"))
    assert made.no(OfferAlliance("emperor", "atreides")) == "4.04.06"
    assert made.no(OfferAlliance("atreides", "emperor")) == "4.04.06"
    assert ask(made.public, MayAlly("atreides", "harkonnen")).value == ""
    assert "Accept the Emperor's alliance" not in made.labels("atreides")


def test_4_04_07_a_low_world_gives_a_free_revival_and_a_spice_of_charity() -> None:
    made = table("choam_charity", spice={"harkonnen": 0, "atreides": 0})
    free = ask(made.public, FreeRevival("harkonnen")).value
    made.do(ClaimCharity("atreides"), CountForces("harkonnen", RESERVES, 6), ClaimCharity("harkonnen"))
    assert made.purse("atreides", "harkonnen") == [2, 3]
    assert ask(made.public, FreeRevival("harkonnen")).value == free + 1


def test_4_04_07_salusa_gives_neither() -> None:
    made = table().do(CountForces("emperor", RESERVES, 15, 1))
    assert is_low(made.public, "Salusa Secundus") and ask(made.public, FreeRevival("emperor")).value == 1


def test_4_04_08_no_advisor_goes_there_and_no_world_is_a_territory() -> None:
    made = shipped("atreides", "Kaitain", 2)
    assert made.no(SendAlong("bene_gesserit", "Kaitain")) == "4.04.08"
    made.do(SendAlong("bene_gesserit", "Polar Sink"))
    assert not {*WORLDS} & {one.name for one in on_board(made.public)}
    assert "Kaitain" not in strongholds(made.public)


def test_4_04_08_karama_stops_nothing_of_it() -> None:
    made = table()
    assert not [one.rule for one in ask(made.public, Stoppable("any")).value if one.rule.startswith("4.04")]
    assert not [one.id for one in rulebook().values() if one.id.startswith("4.04") and one.star]


def test_4_04_01_its_owner_reads_on_the_phone_which_side_is_up_and_who_occupies_it() -> None:
    made = next_turn(shipped("atreides", "Kaitain", 2))
    assert about(made.public, "Kaitain")[0] == "Kaitain is high: 15 reserves, 5 needed."
    assert "Atreides occupy it." in about(made.public, "Kaitain")


def test_4_04_02_a_shipment_to_a_world_makes_heighliners_pay() -> None:
    for seat, pays in (("atreides", True), ("spacing_guild", False)):
        made = table(M1="on").do(NameTokenOwner(LINERS, "fremen"), Ship(seat, 2, "Kaitain", kind=OUT))
        assert (LINERS in paying(made.public)) is pays


def test_4_04_an_undo_takes_a_conquest_back_with_its_occupation() -> None:
    made = table(first="harkonnen").do(CountForces("harkonnen", RESERVES, 2))
    made.do(Ship("atreides", 1, "Giedi Prime", kind=OUT))
    held = dict(made.public.state(Forces).held)
    made.do(Ship("harkonnen", 2, "Arrakeen"))
    assert occupier(made.public, "Giedi Prime") == "atreides"
    assert made.undo(PUBLIC).done
    assert not occupier(made.public, "Giedi Prime") and made.public.state(Forces).held == held
