"""4.05.13, 4.05.14, 4.05.17, 4.05.18, 4.05.21: Nexus cards about forces and leaders."""

from __future__ import annotations

from typing import Any

import pytest

from referee.agreements.alliances import EndNexus
from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import KeepCount, LoseForces, LoseLeader
from referee.board.standing import stands
from referee.common.factions import FACTIONS
from referee.factions.ecaz.nexus_card import AskForTraitor, FetchVidal, SendAllyHome, TraitorTold
from referee.factions.emperor.nexus_card import FiveSardaukar, ReviveThree
from referee.factions.fremen.nexus_card import FreeThree, HoldFremen, LetWormEat, RideFromElsewhere, SaveFromWorm
from referee.factions.fremen.worms import RideWorm
from referee.factions.ixian.nexus_card import StrongSuboids
from referee.factions.tleilaxu.nexus_card import ReviveCheaply
from referee.holdings.leaders import leaders_known
from referee.holdings.shared_discs import DiscDied, who_has
from referee.holdings.traitors import DealTraitors, Traitors
from referee.kernel import known
from referee.modules.nexus_cards.stopping import Betray
from referee.offers.offer import behind_shield
from referee.offers.what_now import left_over
from referee.phases.battle.begin_battle import BeginBattle, CancelBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.on_screen import changed_before
from referee.phases.revival.forces import ReviveForces
from referee.phases.shipment.marching import MoveForces
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.phases.storm.storm_moves import PlaceStorm
from referee.turn.on_the_map import PutRight
from referee.web.battle.phone import composer
from referee.web.battle.table import fight_view
from referee.web.phase.battle_headlines import lines as lines_of
from tests.kit import LiveTable, Room, Top
from tests.rules.modules.nexus_cards.holding import at_table, hold, let_hear


def fight(*seats: str, cards: dict[str, str], forces: tuple[int, int, int, int], **more: Any) -> Room:
    """Return a battle of the first two with so many normal and special forces each."""
    usual = {"M5": "on", "allies": "", "turn": 2, "hands": {}, "first": seats[0], **more}
    made = Room("advanced", seats, **usual)
    hold(made, **cards)
    made.do(BeginBattle("Arrakeen", seats[0], seats[1], *forces))
    return made


# -- battle -------------------------------------------------------------------------------------------


def test_4_05_13_01_sardaukar_lose_their_strength_before_the_plans() -> None:
    room = fight("emperor", "harkonnen", "atreides", cards={"harkonnen": "emperor"}, forces=(0, 5, 8, 0), K8="8")
    assert "Betray" in room.secret("harkonnen")
    room.do(Betray("harkonnen", "2.03.08"))
    assert room.no(LockPlan("emperor", 6, "Caid", support=5))
    room.do(LockPlan("emperor", 5, "Caid", support=5))


def test_4_05_13_01_until_both_plans_are_locked_every_screen_says_which_card_stopped_them() -> None:
    room = fight("emperor", "harkonnen", "atreides", cards={"harkonnen": "emperor"}, forces=(0, 5, 8, 0), K8="8")
    assert not changed_before(room.public)
    room.do(Betray("harkonnen", "2.03.08"))
    told = ("Harkonnen stop “Sardaukar”.", ["4.05.13.01"])
    fight_of = fight_view(room.public, False)
    plan = composer(room.screen("emperor"), "emperor")
    assert fight_of and plan
    for lines in (fight_of.lines, lines_of(room.public, waits=False), plan.warned):
        assert told in [(line.text, [one.rule for one in line.chips]) for line in lines]
    room.do(LockPlan("emperor", 5, "Caid", support=5), LockPlan("harkonnen", 1, "Feyd-Rautha", support=1))
    assert not changed_before(room.public)
    room.answers(seats=("emperor", "harkonnen"))
    verdict = fight_view(room.public, False)
    assert verdict and ["4.05.13.01", "2.03.08"] in [[one.rule for one in line.chips] for line in verdict.proof]


def test_4_05_03_a_card_that_makes_forces_stronger_is_said_too() -> None:
    room = fight("emperor", "harkonnen", "atreides", cards={"emperor": "emperor"}, forces=(6, 0, 4, 0))
    room.do(FiveSardaukar("emperor"))
    assert [(one.rule, one.seat) for one in changed_before(room.public)] == [("4.05.13.02", "emperor")]


def test_4_05_13_02_five_count_as_sardaukar_and_are_lost_as_what_they_are() -> None:
    room = fight("emperor", "harkonnen", "atreides", cards={"emperor": "emperor"}, forces=(6, 0, 4, 0))
    assert room.no(LockPlan("emperor", 8, "Caid", support=6))
    room.do(FiveSardaukar("emperor"), LockPlan("emperor", 10, "Caid", support=5))
    room.do(LockPlan("harkonnen", 1, "Feyd-Rautha", support=1))
    room.answers(seats=("emperor", "harkonnen"))
    losses = room.live.verdict.losses["emperor"]
    assert Group(5) in losses and not any(group.special for group in losses)


def test_4_05_13_02_not_beside_real_ones_nor_after_the_plan() -> None:
    room = fight("emperor", "harkonnen", "atreides", cards={"emperor": "emperor"}, forces=(6, 1, 4, 0))
    assert room.no(FiveSardaukar("emperor")) == "4.05.13.02"
    room = fight("emperor", "harkonnen", "atreides", cards={"emperor": "emperor"}, forces=(6, 0, 4, 0))
    assert room.do(LockPlan("emperor", 1, "Caid", support=1)).no(FiveSardaukar("emperor")) == "4.05.13.02"


def test_4_05_17_02_suboids_count_in_full_without_spice() -> None:
    room = fight("ixian", "harkonnen", "atreides", cards={"ixian": "ixian"}, forces=(6, 0, 4, 0))
    assert room.no(LockPlan("ixian", 4, "Dominic Vernius"))
    room.do(StrongSuboids("ixian"), LockPlan("ixian", 6, "Dominic Vernius"))


@pytest.mark.parametrize(("said", "strong"), [("turn", True), ("battle", False)])
def test_4_96_44_for_the_turn_or_for_one_battle(said: str, strong: bool) -> None:
    room = fight("ixian", "harkonnen", "atreides", cards={"ixian": "ixian"}, forces=(6, 0, 4, 0), E44=said)
    room.do(StrongSuboids("ixian"), CancelBattle(), BeginBattle("Carthag", "ixian", "harkonnen", 6, 0, 4, 0))
    refused = room.why(LockPlan("ixian", 6, "Dominic Vernius"))
    assert (not refused) is strong


# -- worms --------------------------------------------------------------------------------------------


def blown(*seats: str, **more: Any) -> LiveTable:
    made = at_table(*seats, **{"phase": "spice_blow", "rules": "basic", "first": seats[0], **more})
    return made.do(KeepCount(), PlaceStorm(3))


def test_4_05_14_01_no_worm_is_ridden_in_this_turn() -> None:
    table = blown("fremen", "harkonnen", cards={"harkonnen": "fremen"})
    table.do(PutRight("fremen", "Sihaya Ridge", 3, other=RESERVES), WormComes("Sihaya Ridge"), SpiceBlows("Old Gap"))
    table.do(EndNexus())
    assert "RideWorm" in table.offered("fremen")
    table.do(HoldFremen("harkonnen", "ride"))
    assert "RideWorm" not in table.offered("fremen")
    assert table.no(RideWorm("fremen", 2, "Sihaya Ridge", "Arrakeen")) == "4.05.14.01"


def test_4_05_14_01_or_fremen_move_one_territory_in_this_turn() -> None:
    table = at_table("harkonnen", "fremen", cards={"harkonnen": "fremen"}, phase="storm", first="fremen")
    table.do(KeepCount(), PlaceStorm(3), "shipment", PutRight("fremen", "The Great Flat", 3, other=RESERVES))
    assert table.no(HoldFremen("harkonnen", "ride"))
    table.do(HoldFremen("harkonnen", "far"))
    assert table.no(MoveForces("fremen", 1, "The Great Flat", "Habbanya Erg"))
    table.do(MoveForces("fremen", 1, "The Great Flat", "The Greater Flat"))


def test_4_05_14_02_they_ride_from_other_sand_where_a_worm_came_to_nobody() -> None:
    table = blown("fremen", "harkonnen", cards={"fremen": "fremen"})
    table.do(PutRight("fremen", "The Great Flat", 3, other=RESERVES), WormComes("Sihaya Ridge"), SpiceBlows("Old Gap"))
    early = RideFromElsewhere("fremen", 2, "The Great Flat", "Arrakeen")
    assert table.no(early) == "2.04.08"
    table.do(EndNexus())
    assert "RideFromElsewhere" in table.secret("fremen")
    assert table.no(RideFromElsewhere("fremen", 2, "Sietch Tabr", "Arrakeen")) == "4.05.14.02"
    table.do(early)
    assert forces_in(table.truth, "fremen", "Arrakeen") == Group(2)


def test_4_05_14_03_a_holder_saves_forces_from_the_worm_and_every_holder_is_asked() -> None:
    cards = {"harkonnen": "fremen", "atreides": "choam"}
    table = blown("harkonnen", "atreides", "emperor", cards=cards)
    for seat in ("harkonnen", "atreides", "emperor"):
        table.do(PutRight(seat, "Sihaya Ridge", 2, other=RESERVES))
    table.do(WormComes("Sihaya Ridge"))
    assert {one.seat for one in stands(table.public, "Sihaya Ridge")} == {"harkonnen", "atreides"}
    assert "4.05.14.03" in [one.rule for one in left_over(table.public)]
    assert table.no(SaveFromWorm("atreides", "Sihaya Ridge")) == "4.05.03"
    table.do(SaveFromWorm("harkonnen", "Sihaya Ridge"), LetWormEat("atreides", "Sihaya Ridge"))
    assert [one.seat for one in stands(table.public, "Sihaya Ridge")] == ["harkonnen"]
    assert table.no(LetWormEat("harkonnen", "Sihaya Ridge")) == "4.05.14.03"


# -- revival ------------------------------------------------------------------------------------------


def dead(seat: str, many: int, **cards: str) -> LiveTable:
    table = at_table(seat, "atreides", phase="revival", spice=20, cards=cards)
    return table.do(
        KeepCount(), PutRight(seat, "Carthag", many, other=RESERVES), LoseForces(seat, many, origin="Carthag")
    )


def test_4_05_14_03_or_three_forces_return_free() -> None:
    table = dead("emperor", 5, emperor="fremen")
    table.do(FreeThree("emperor"), ReviveForces("emperor", 3))
    assert table.purse("emperor") == [20] and table.no(ReviveForces("emperor", 1))


def test_4_05_13_03_or_three_more_return_free_beyond_the_limit() -> None:
    table = dead("harkonnen", 8, harkonnen="emperor")
    table.do(ReviveForces("harkonnen", 3))
    spent = table.purse("harkonnen")
    assert table.no(ReviveThree("harkonnen", 4)) == "4.05.13.03"
    table.do(ReviveThree("harkonnen", 3))
    assert table.purse("harkonnen") == spent and forces_in(table.truth, "harkonnen", TANKS) == Group(2)


def test_4_05_18_03_a_leader_free_and_up_to_five_for_1_each() -> None:
    table = dead("harkonnen", 8, harkonnen="tleilaxu").do(LoseLeader("Umman Kudu"))
    assert table.no(ReviveCheaply("harkonnen")) == "4.05.18.03"
    assert table.no(ReviveCheaply("harkonnen", 6)) == "4.05.18.03"
    table.do(ReviveCheaply("harkonnen", 5, leader="Umman Kudu"))
    assert table.purse("harkonnen") == [15] and forces_in(table.truth, "harkonnen", TANKS) == Group(3)
    assert "Umman Kudu" in leaders_known(table.truth, "harkonnen").pool
    table.do(ReviveForces("harkonnen", 3))


# -- Ecaz ---------------------------------------------------------------------------------------------


def test_4_05_21_01_the_ally_s_forces_go_home_from_one_shared_territory() -> None:
    cards = {"harkonnen": "ecaz"}
    table = at_table("ecaz", "emperor", "harkonnen", phase="revival", allies="ecaz emperor", cards=cards)
    table.do(
        KeepCount(), PutRight("emperor", "Arrakeen", 4, other=RESERVES), PutRight("ecaz", "Arrakeen", 2, other=RESERVES)
    )
    assert table.no(SendAllyHome("harkonnen", "Carthag")) == "4.05.21.01"
    table.do(SendAllyHome("harkonnen", "Arrakeen"))
    assert [one.seat for one in stands(table.public, "Arrakeen")] == ["ecaz"]


def test_4_05_21_02_duke_vidal_comes_for_this_turn() -> None:
    table = at_table("ecaz", "emperor", "moritani", phase="shipment", cards={"ecaz": "ecaz"})
    table.do(FetchVidal("ecaz"))
    assert who_has(table.public, "Duke Vidal") == "ecaz"
    table.do("mentat_pause", "storm")
    assert who_has(table.public, "Duke Vidal") == ""


def test_4_05_21_02_from_the_tanks_too() -> None:
    table = at_table("ecaz", "emperor", "moritani", phase="shipment", cards={"ecaz": "ecaz"})
    let_hear(table, DiscDied("Duke Vidal", "ecaz"))
    table.do(FetchVidal("ecaz"))
    assert who_has(table.public, "Duke Vidal") == "ecaz"


@pytest.mark.parametrize("traitor", ["Caid", "Chani"])
def test_4_05_21_03_a_player_tells_whether_they_hold_one_of_your_leaders(traitor: str) -> None:
    table = at_table("harkonnen", "emperor", "fremen", dice=Top(traitor), turn=1)
    table.do(DealTraitors())
    hold(table, emperor="ecaz")
    assert table.no(AskForTraitor("emperor", "emperor")) == "4.05.21.03"
    table.do(AskForTraitor("emperor", "harkonnen"))
    told, heard = (table.screen(seat).log[-1].event for seat in ("emperor", "fremen"))
    assert isinstance(told, TraitorTold) and isinstance(heard, TraitorTold)
    own = {*FACTIONS["emperor"].leaders} & {*table.truth.state(Traitors).kept["harkonnen"]}
    assert told.holds is bool(own) and not known(heard.holds)
    assert "4.05.21.03" in [one.rule for one in behind_shield(table.screen("emperor"), "emperor")]
