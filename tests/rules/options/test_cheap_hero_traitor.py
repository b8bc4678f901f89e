"""4.10: the Cheap Hero is one more traitor card."""

from __future__ import annotations

import pytest

from referee.common.lines_on_paper import SheetTaken
from referee.holdings.traitors import DealTraitors, KeepTraitor, Traitors, TraitorsDealt, TraitorsKept, traitor_cards
from referee.kernel import REFEREE, fold, react, sealed
from referee.phases.battle.call_traitor import AnswerTraitor, CallTraitor
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.verdict import TRAITOR
from referee.running.dice import Dice
from tests.kit import LiveTable, Room

HERO = "Cheap Hero"


def room(*kept: str, option: str = "on") -> Room:
    """Return a battle in which Harkonnen plan a Cheap Hero, and Atreides have kept these traitors."""
    made = Room(M9=option, turn=2)
    made.begin()
    for event in (TraitorsDealt("atreides", 4, sealed(kept, "atreides")), _kept(kept)):
        for table in (made.truth, made.screen("atreides"), made.public):
            table.hear(event)
    made.do(LockPlan("atreides", 0, "Lady Jessica"), LockPlan("harkonnen", 8, HERO))
    return made


def _kept(kept: tuple[str, ...]) -> TraitorsKept:
    return TraitorsKept(frozenset({"atreides"}), "atreides", kept, ("0.11",))


@pytest.mark.parametrize(("option", "there"), [("on", True), ("off", False)])
def test_4_10_one_more_card_is_dealt(option: str, there: bool) -> None:
    found = set()
    for seed in range(40):
        table = LiveTable("atreides", "fremen", dice=Dice(seed), M9=option).do(DealTraitors())
        found |= {name for held in table.truth.state(Traitors).dealt.values() for name in held}
    assert (HERO in found) is there is (HERO in traitor_cards(table.truth))


def test_4_10_it_may_be_kept() -> None:
    for seed in range(40):
        table = LiveTable("atreides", "fremen", dice=Dice(seed), M9="on").do(DealTraitors())
        if HERO in table.truth.state(Traitors).dealt["fremen"]:
            table.do(KeepTraitor("fremen", HERO))
            assert table.truth.state(Traitors).kept["fremen"] == (HERO,)
            return
    raise AssertionError("it was never dealt")


def test_4_10_who_kept_it_wins_against_a_cheap_hero_and_nobody_is_paid() -> None:
    made = room(HERO)
    made.answers("atreides")
    assert made.live.winner == "atreides" and made.live.verdict.how == TRAITOR
    before = made.purse("atreides")
    made.do(SettleBattle())
    assert made.purse("atreides") == before and "Cheap Hero/1" in made.truth.discard
    assert made.truth.state(Traitors).kept["atreides"] == (HERO,)  # it may be called again


def test_4_10_it_may_be_called_after_the_reveal() -> None:
    made = room(HERO)
    made.do(AnswerTraitor("atreides", "wait"), AnswerTraitor("harkonnen", "no"))
    assert made.live.winner == "harkonnen"
    made.do(CallTraitor("atreides"))
    assert made.live.winner == "atreides"


def test_4_10_no_other_traitor_card_matches() -> None:
    made = room("Feyd-Rautha")
    made.answers("atreides")
    assert made.live.winner == "harkonnen" and made.no(CallTraitor("atreides")) == "1.07.06.06"


def test_4_10_without_the_module_a_cheap_hero_is_no_traitor() -> None:
    made = room(HERO, option="off")
    made.answers("atreides")
    assert made.live.winner == "harkonnen" and made.no(CallTraitor("atreides")) == "1.07.06.06"


def test_4_10_the_card_comes_back_from_paper() -> None:
    table = fold([one.event for one in LiveTable("atreides", "fremen", M9="on").truth.log], REFEREE)
    sheet = SheetTaken("atreides", sealed((f"dealt {HERO}|Stilgar",), "atreides"))
    for event in react(table, sheet, Dice(1)):
        table.hear(event)
    assert table.state(Traitors).dealt["atreides"] == (HERO, "Stilgar")
