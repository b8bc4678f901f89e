"""3.04: Recruits, Reinforcements, Harass and Withdraw."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import ForcesToTanks, KeepCount
from referee.board.standing import holdings
from referee.cards.third_box import HARASS, RECRUITS, REINFORCEMENTS, RULES
from referee.cards.third_box.recruits import PlayRecruits
from referee.factions.atreides.part_of_a_plan import AnswerPrescience, AskPrescience
from referee.holdings.hands import DeckCards
from referee.kernel import Table, ask
from referee.knowledge.card_uses import CardUses
from referee.phases.battle.before_the_plans import Announce
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.call_traitor import CallTraitor
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.revival.forces import ReviveForces
from referee.phases.revival.limits_and_prices import FreeRevival, RevivalLimit
from tests.kit import LiveTable, Room

SEATS = ("atreides", "harkonnen", "fremen", "emperor")


def test_3_04_the_deck_has_three_more() -> None:
    plain, more = (ask(Table(options={"M8": said}), DeckCards()).value for said in ("off", "on"))
    assert {*more} - {*plain} == {f"{name}/1" for name in RULES}


# -- Recruits -----------------------------------------------------------------------------------------


def revival(*seats: str, **more: Any) -> LiveTable:
    usual = {"M8": "on", "turn": 2, "phase": "revival", "hands": {"emperor": (f"{RECRUITS}/1",)}}
    return LiveTable(*(seats or ("emperor", "fremen", "choam", "tleilaxu", "atreides")), **{**usual, **more})


def test_3_04_01_free_revival_is_doubled_and_seven_may_return() -> None:
    table = revival().do(PlayRecruits("emperor"))
    free = {seat: ask(table.public, FreeRevival(seat)).value for seat in table.public.seats}
    assert free == {"emperor": 2, "fremen": 6, "choam": 0, "tleilaxu": 4, "atreides": 4}
    most = {seat: ask(table.public, RevivalLimit(seat)).value for seat in table.public.seats}
    assert most["emperor"] == most["fremen"] == 7 and min(most["choam"], most["tleilaxu"]) > 20
    assert f"{RECRUITS}/1" in table.truth.discard
    before = table.purse("fremen")
    table.do(ReviveForces("fremen", 7))
    assert table.purse("fremen") == [int(str(before[0])) - 2]
    assert table.no(ReviveForces("fremen", 1)) == "3.04.01"


def test_3_04_01_no_more_than_seven_are_free() -> None:
    table = revival(allies="atreides fremen").do(PlayRecruits("emperor"))
    assert max(ask(table.public, FreeRevival(seat)).value for seat in table.public.seats) <= 7


def test_3_04_01_in_revival_by_its_holder_and_for_one_turn() -> None:
    table = revival(phase="bidding")
    assert table.no(PlayRecruits("emperor")) == "1.00.00"
    table = revival()
    assert table.why(PlayRecruits("atreides")) == "3.00.02"
    assert "PlayRecruits" in table.secret("emperor") and "PlayRecruits" not in table.secret("fremen")
    uses = ask(table.screen("emperor"), CardUses("emperor", f"{RECRUITS}/1")).value
    assert [use.rule for use in uses] == ["3.04.01"]
    table.do(PlayRecruits("emperor"))
    assert any(rule == "3.04.01" for _, rule in table.said())
    for phase in ("mentat_pause", "storm", "revival"):
        table.do(phase)
    assert ask(table.public, RevivalLimit("fremen")).value == 3


class Talking(Room):
    """Nobody passes before the plans."""

    talks = True


# -- in plans -----------------------------------------------------------------------------------------


def fight(card: str, slot: str = "weapon", counted: bool = True, dial: int = 2, theirs: int = 0, **more: Any) -> Room:
    """Return a battle about to be settled: Atreides play the card with 6 forces against 6 of Harkonnen."""
    hands = {"atreides": (f"{card}/1",), "harkonnen": ("Chaumas/1",)}
    room = Room("basic", M8="on", turn=2, hands=hands, allies="", **more)
    if counted:
        room.do(KeepCount())
    room.do(BeginBattle("Arrakeen", "atreides", "harkonnen", 6, 0, 6))
    weapon, defence = (card, "") if slot == "weapon" else ("", card)
    room.do(LockPlan("atreides", dial, "Duncan Idaho", weapon, defence), LockPlan("harkonnen", theirs, "Umman Kudu"))
    room.answers()
    return room


@pytest.mark.parametrize("slot", ["weapon", "defence"])
def test_3_04_02_reinforcements_add_two_and_cost_three_reserves(slot: str) -> None:
    room = fight(REINFORCEMENTS, slot)
    assert room.live.totals["atreides"] == 2 + 2 + 2
    assert "Atreides add 2 to the number dialed: Reinforcements." in [line.sentence for line in room.live.verdict.lines]
    before = forces_in(room.truth, "atreides", RESERVES)
    made = room.events(SettleBattle())
    assert [(e.normal, e.origin) for e in made if isinstance(e, ForcesToTanks)] == [(3, RESERVES)]
    assert before is not None and forces_in(room.truth, "atreides", RESERVES) == before.plus(Group(3), -1)
    assert forces_in(room.truth, "atreides", TANKS) == Group(2 + 3)
    assert f"{REINFORCEMENTS}/1" in room.truth.discard


def test_3_04_02_also_if_the_battle_is_lost() -> None:
    room = fight(REINFORCEMENTS, dial=0, theirs=6)
    assert room.live.winner == "harkonnen"
    assert any(isinstance(one, ForcesToTanks) for one in room.events(SettleBattle()))


def test_3_04_02_three_forces_must_be_in_the_reserves() -> None:
    hands = {"atreides": (f"{REINFORCEMENTS}/1",)}
    room = Room("basic", M8="on", turn=2, hands=hands, allies="").do(KeepCount())
    for table in (room.truth, room.screen("atreides"), room.public):
        table.hear(ForcesToTanks("atreides", 8, 0, RESERVES, ("0.13",)))
    room.do(BeginBattle("Arrakeen", "atreides", "harkonnen", 6, 0, 6))
    plan = LockPlan("atreides", 2, "Duncan Idaho", REINFORCEMENTS)
    assert room.refused(plan) == ("3.04.02", "TOO_FEW_RESERVES")


@pytest.mark.parametrize(("dial", "theirs", "winner"), [(2, 0, "atreides"), (1, 6, "harkonnen")])
def test_3_04_03_what_was_not_dialed_goes_back_whether_won_or_lost(dial: int, theirs: int, winner: str) -> None:
    room = fight(HARASS, dial=dial, theirs=theirs)
    assert room.live.winner == winner
    before = forces_in(room.truth, "atreides", RESERVES)
    room.do(SettleBattle())
    assert before is not None and forces_in(room.truth, "atreides", RESERVES) == before.plus(Group(6 - dial))
    assert forces_in(room.truth, "atreides", TANKS) == Group(dial)
    assert "Arrakeen" not in holdings(room.public).held.get("atreides", ())
    lines = " ".join(line.sentence for line in room.live.verdict.lines if line.faction == "atreides")
    assert "all others go back to the reserves" in lines and "all they had" not in lines
    assert f"{HARASS}/1" in room.truth.discard


def test_3_04_03_a_called_traitor_leaves_nothing_to_take_back() -> None:
    room = fight(HARASS)
    room.do(CallTraitor("harkonnen"))
    assert room.live.winner == "harkonnen" and not room.live.verdict.withdraw
    room.do(SettleBattle())
    assert forces_in(room.truth, "atreides", TANKS) == Group(6)


def test_3_04_03_prescience_is_answered_with_none_and_the_card_may_still_be_played() -> None:
    hands = {"harkonnen": (f"{HARASS}/1", "Chaumas/1")}
    room = Talking("basic", M8="on", turn=2, hands=hands, allies="")
    room.do(BeginBattle("Arrakeen", "atreides", "harkonnen", 6, 0, 6))
    room.do(Announce("atreides", "2.01.08"), AskPrescience("atreides", "weapon"))
    assert room.why(AnswerPrescience("harkonnen", HARASS)) == "2.01.08"
    room.do(AnswerPrescience("harkonnen", ""))
    assert room.why(LockPlan("harkonnen", 2, "Umman Kudu", "Chaumas")) == "2.01.08"
    room.do(LockPlan("harkonnen", 2, "Umman Kudu", HARASS))
