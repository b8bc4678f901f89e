"""2.12.13 and 2.12.15 to 2.12.17: Moritani and what follows a battle; E15: reactions to one entry."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.board.entries import Reaction, Reactions, reaction_now
from referee.board.forces import Group
from referee.board.forces_counted import KeepCount, LoseLeader
from referee.cli.battle import answer_line
from referee.factions.duke_vidal import VIDAL
from referee.factions.moritani import ME
from referee.factions.moritani.assassins import Assassinate, SpareLeaders, assassins
from referee.factions.moritani.keeps_a_card import SaveCard, choices
from referee.factions.moritani.reaction import RULE
from referee.factions.moritani.vidal import LeaveVidal, TakeVidal, fights_for_him
from referee.factions.moritani.winners_cards import DecideWinnersCards
from referee.holdings.leaders import leaders_known
from referee.holdings.shared_discs import who_has
from referee.holdings.traitors import Traitors, TraitorsKept
from referee.offers.waiting import asked_by_name
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import Conclude, SettleBattle
from referee.phases.battle.live_battle import REVEALED
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.on_screen import settle_it
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import PutRight, SetDown
from tests.kit import LiveTable, Room

SEATS = (ME, "emperor", "atreides", "harkonnen")


def fought(
    one: str = ME, two: str = "emperor", leader: str = "Lupino Ord", weapon: str = "", defence: str = "",
    theirs: tuple[str, str] = ("", ""), traitor: str = "", yes: bool = False, **more: Any,
) -> Room:  # fmt: skip
    """Let two fight in Arrakeen so that the second wins, unless a traitor is called."""
    made = Room(more.pop("rules", "advanced"), seats=SEATS, allies=more.pop("allies", ""), first=ME, **more)
    if traitor:
        made.truth.hear(TraitorsKept(frozenset({ME}), ME, (traitor,), ("0.11",)))
        made.screen(ME).hear(TraitorsKept(frozenset({ME}), ME, (traitor,), ("0.11",)))
    made.do(BeginBattle("Arrakeen", one, two, 8, 0, 8))
    lead = "Hasimir Fenring" if two == "emperor" else "Lady Jessica"
    made.do(LockPlan(one, 0, leader, weapon, defence), LockPlan(two, 4, lead, *theirs))
    made.answers(*((ME,) if yes else ()), seats=(one, two))
    return made


# -- the ally keeps a card ----------------------------------------------------------------------------

HANDS = {"emperor": ("Crysknife/1", "Shield/1", "Cheap Hero/1"), ME: ()}


def ally_lost(**more: Any) -> Room:
    """Return a battle that the Emperor, Moritani's ally, lost to Atreides with two cards."""
    return fought(
        "emperor", "atreides", "Bashar", "Crysknife", "Shield",
        hands={**HANDS, "atreides": ("Snooper/1",)}, allies="moritani emperor", **more,
    )  # fmt: skip


def test_2_12_15_the_ally_keeps_one_card_it_played() -> None:
    sitting = ally_lost()
    assert choices(sitting.public) == ("emperor", ("Crysknife", "Shield"))
    assert "emperor" in asked_by_name(sitting.public) and "SaveCard" in sitting.offered("emperor")
    sitting.do(SaveCard("emperor", "Shield"), SettleBattle())
    assert sitting.screen("emperor").seats["emperor"].hand == ["Shield/1", "Cheap Hero/1"]


def test_2_12_15_once_and_only_for_the_loser_and_their_cards() -> None:
    sitting = ally_lost()
    assert sitting.no(SaveCard("emperor", "Cheap Hero")) in {"2.12.15", "4.97.09"}
    assert sitting.no(SaveCard("atreides", "Shield")) in {"2.12.15", "4.97.09"}
    sitting.do(SaveCard("emperor"))
    assert choices(sitting.public) is None


def test_2_12_15_not_for_who_is_no_ally() -> None:
    sitting = fought("emperor", "atreides", "Bashar", "Crysknife", "Shield", hands=HANDS)
    assert choices(sitting.public) is None


@pytest.mark.parametrize(("card", "kept"), [("Shield", True), ("Lasgun", False), ("Cheap Hero", False)])
def test_2_12_15_a_script_says_which_card_is_kept(card: str, kept: bool) -> None:
    side = {"forces": {"normal": 5}, "spice": 10, "dial": 0}
    case = {
        "rules": "basic", "territory": "Arrakeen", "players": ["Moritani"],
        "aggressor": {**side, "faction": "Emperor", "leader": {"name": "Caid"}, "defense": "Shield",
                      "hand": ["Shield"], "ally": "Moritani"},
        "defender": {**side, "faction": "Atreides", "dial": 4, "leader": {"name": "Lady Jessica"}},
        "calls": {"card_kept": card},
    }  # fmt: skip
    said = answer_line(json.dumps(case))
    gone = said["cards_discarded"].get("Emperor", [])
    assert said["winner"] == "Atreides" and (gone == ([] if kept else ["Shield"]))


# -- leaders assassinated -----------------------------------------------------------------------------


def test_2_12_16_another_leader_of_the_winner_dies() -> None:
    sitting = fought(traitor="Caid").do(SettleBattle())
    assert assassins(sitting.public).against == "emperor" and "Assassinate" in sitting.secret(ME)
    before = sitting.purse(ME)[0]
    sitting.do(Assassinate(ME, "Caid"))
    assert leaders_known(sitting.public, "emperor").face_up == ["Caid"]
    assert sitting.purse(ME) == [before + 3] and assassins(sitting.public).used == ["emperor"]  # type: ignore[operator]


def test_2_12_16_the_card_is_set_aside_and_a_new_one_drawn_in_the_mentat_pause() -> None:
    sitting = fought(traitor="Caid").do(SettleBattle(), Assassinate(ME, "Caid"))
    sitting.do(GoTo("mentat_pause", anyway=True))
    kept = sitting.screen(ME).state(Traitors).kept[ME]
    assert len(kept) == 1 and kept != ("Caid",) and ME not in sitting.public.state(Traitors).kept


def test_2_12_16_a_leader_who_lies_in_the_tanks_is_not_assassinated() -> None:
    sitting = fought(traitor="Caid").do(SettleBattle(), LoseLeader("Caid"))
    assert "Assassinate" not in sitting.secret(ME) and sitting.no(Assassinate(ME, "Caid")) == "2.12.16"


def test_2_12_16_who_has_no_such_card_is_asked_all_the_same() -> None:
    for card in ("Hasimir Fenring", "Alia"):
        sitting = fought(traitor=card).do(SettleBattle())
        assert assassins(sitting.public).against == "emperor" and "Assassinate" not in sitting.secret(ME)
        assert sitting.no(Assassinate(ME, "Caid")) == "2.12.16"
        sitting.do(SpareLeaders(ME))
        assert assassins(sitting.public).against == "" and not assassins(sitting.public).used


def test_2_12_16_not_in_the_basic_game_nor_twice_against_one_faction() -> None:
    assert assassins(fought(rules="basic", traitor="Caid").do(SettleBattle()).public).against == ""
    sitting = fought(traitor="Caid").do(SettleBattle(), Assassinate(ME, "Caid"))
    sitting.do(BeginBattle("Carthag", ME, "emperor", 5, 0, 5))
    sitting.do(LockPlan(ME, 0, "Trin Kronos"), LockPlan("emperor", 2, "Burseg"))
    sitting.answers(seats=(ME, "emperor"))
    assert assassins(sitting.do(SettleBattle()).public).against == ""


@pytest.mark.parametrize(("way", "again"), [("game", False), ("turn", True)])
def test_4_96_08_after_a_traitor_was_called(way: str, again: bool) -> None:
    sitting = fought(traitor="Hasimir Fenring", yes=True, E8=way).do(SettleBattle())
    sitting.do(GoTo("mentat_pause", anyway=True), GoTo("storm", anyway=True), GoTo("battle", anyway=True))
    sitting.do(BeginBattle("Carthag", ME, "atreides", 5, 0, 5))
    sitting.do(LockPlan(ME, 0, "Trin Kronos"), LockPlan("atreides", 2, "Lady Jessica"))
    sitting.answers(seats=(ME, "atreides"))
    assert (assassins(sitting.do(SettleBattle()).public).against == "atreides") is again


# -- once a game --------------------------------------------------------------------------------------


def test_2_12_17_they_decide_what_the_winner_keeps() -> None:
    hands = {ME: ("Karama/1",), "emperor": ("Crysknife/1", "Shield/1")}
    sitting = fought(hands=hands, theirs=("Crysknife", "Shield"))
    assert "DecideWinnersCards" in sitting.secret(ME)
    sitting.do(DecideWinnersCards(ME, "Crysknife"))
    assert "Conclude" not in sitting.offered("emperor")
    sitting.do(SettleBattle())
    assert sitting.screen("emperor").seats["emperor"].hand == ["Shield/1"]
    assert "Karama/1" in sitting.public.discard and "Crysknife/1" in sitting.public.discard


def test_2_12_17_the_winners_own_choice_does_not_settle_the_battle_before_theirs() -> None:
    sitting = fought(hands={ME: ("Kulon/1",), "emperor": ("Crysknife/1", "Shield/1")}, theirs=("Crysknife", "Shield"))
    sitting.do(Conclude("emperor", cards="Shield"))
    assert settle_it(sitting.public).small == "Moritani may still decide the winner's cards by Karama"
    assert sitting.live.step == REVEALED, "though they hold none: nothing shows what they hold"


def test_2_12_17_only_after_a_lost_battle() -> None:
    hands = {ME: ("Karama/1",), "emperor": ("Crysknife/1",)}
    sitting = fought("atreides", "emperor", "Dr. Yueh", hands=hands, theirs=("Crysknife", ""))
    assert "DecideWinnersCards" not in sitting.secret(ME)
    assert sitting.no(DecideWinnersCards(ME, "Crysknife")) == "2.12.17"


# -- Duke Vidal where the map is kept -----------------------------------------------------------------


def on_the_map(*places: str) -> LiveTable:
    """Return a battle phase in which Moritani stand with the Emperor in these places."""
    sitting = LiveTable(ME, "emperor", "fremen", phase="storm", hands={})
    sitting.do(KeepCount(), SetDown("fremen", 10, "Sietch Tabr"), SetDown(ME, 6, "Polar Sink"))
    for place in places:
        sitting.do(PutRight(ME, place, 2, other="reserves"), PutRight("emperor", place, 2, other="reserves"))
    return sitting.do(GoTo("battle", anyway=True))


def test_2_12_13_where_the_map_is_kept_everybody_waits_for_their_answer() -> None:
    sitting = on_the_map("Arrakeen", "Carthag")
    assert fights_for_him(sitting.public) == 2 and asked_by_name(sitting.public) == (ME,)
    assert sitting.no(BeginBattle("Arrakeen", ME, "emperor", 2, 0, 2)) == "2.12.13"
    sitting.do(TakeVidal(ME))
    assert who_has(sitting.public, VIDAL) == ME and sitting.why(LeaveVidal(ME)) != ""


def test_2_12_13_the_window_in_which_it_can_be_stopped_closes_by_itself() -> None:
    sitting = LiveTable(ME, "emperor", "fremen", phase="storm", hands={}, K8="8")
    sitting.do(KeepCount(), SetDown("fremen", 10, "Sietch Tabr"), SetDown(ME, 6, "Polar Sink"))
    for place in ("Arrakeen", "Carthag"):
        sitting.do(PutRight(ME, place, 2, other="reserves"), PutRight("emperor", place, 2, other="reserves"))
    sitting.do(GoTo("battle", anyway=True), TakeVidal(ME))
    assert who_has(sitting.public, VIDAL) == ""
    assert who_has(sitting.wait(10).public, VIDAL) == ME


def test_2_12_13_one_stronghold_is_not_enough() -> None:
    sitting = on_the_map("Arrakeen", "Red Chasm")
    assert fights_for_him(sitting.public) == 1 and "TakeVidal" not in sitting.offered(ME)
    assert sitting.why(TakeVidal(ME)) != "" and sitting.no(LeaveVidal(ME)) == "2.12.13"


def test_2_12_13_a_stronghold_with_forces_of_ecaz_does_not_count() -> None:
    sitting = LiveTable(ME, "emperor", "ecaz", "fremen", phase="storm", hands={})
    sitting.do(KeepCount(), SetDown("fremen", 10, "Sietch Tabr"), SetDown(ME, 6, "Polar Sink"))
    for place in ("Arrakeen", "Carthag"):
        sitting.do(PutRight(ME, place, 2, other="reserves"), PutRight("emperor", place, 2, other="reserves"))
    sitting.do(PutRight("ecaz", "Carthag", 1, other="reserves"), GoTo("battle", anyway=True))
    assert fights_for_him(sitting.public) == 1 and "TakeVidal" not in sitting.offered(ME)


# -- several reactions --------------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "first"), [("numbers", "2.11.06"), ("terror", "2.12.05")])
def test_4_96_15_several_reactions_to_one_entry(way: str, first: str) -> None:
    table = LiveTable(ME, "emperor", E15=way).truth
    entry = ("emperor", "Arrakeen", 10, "shipment", Group(3))
    table.put(Reactions([Reaction("ecaz", "2.11.06", *entry), Reaction(ME, RULE, *entry)]))
    now = reaction_now(table)
    assert now is not None and now.rule == first


def test_2_12_15_the_winner_concludes_while_the_loser_still_chooses() -> None:
    sitting = ally_lost()
    if "Conclude" in sitting.offered("atreides"):
        sitting.do(Conclude("atreides"))
    assert sitting.live.step == "revealed"
