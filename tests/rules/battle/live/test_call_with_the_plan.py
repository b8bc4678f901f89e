"""1.07.06.06 with the plan: a player who locks says whether to call a traitor, and nobody is asked again."""

from __future__ import annotations

import pytest

from referee.holdings.traitors import TraitorsKept
from referee.offers.waiting import duties_of
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.live_battle import OPEN, REVEALED, LiveBattle, battle_now
from referee.phases.battle.lock_plan import LockPlan
from tests.kit import LiveTable


def fight(*traitors: str) -> LiveTable:
    """Begin a battle of Emperor and Fremen; the Emperor holds these traitors."""
    table = LiveTable("emperor", "fremen", "harkonnen", phase="battle", turn=2)
    table.truth.hear(TraitorsKept(frozenset({"emperor"}), "emperor", traitors, ("0.11",)))
    table.truth.hear(TraitorsKept(frozenset({"fremen"}), "fremen", ("Burseg",), ("0.11",)))
    return table.do(BeginBattle("Arrakeen", "emperor", "fremen", 5, 0, 5, 0))


def live(table: LiveTable) -> LiveBattle:
    found = battle_now(table.public)
    assert found is not None
    return found


@pytest.mark.parametrize(("says", "called"), [("yes", ["emperor"]), ("no", [])])
def test_1_07_06_06_the_second_lock_opens_the_wheels(says: str, called: list[str]) -> None:
    table = fight("Stilgar")
    table.do(LockPlan("emperor", 1, "Hasimir Fenring", traitor=says), LockPlan("fremen", 1, "Stilgar", traitor="yes"))
    assert live(table).step == REVEALED and list(live(table).calls) == called


def test_1_07_06_06_whoever_wants_everybody_to_be_asked_is_waited_for() -> None:
    table = fight("Stilgar")
    table.do(LockPlan("emperor", 1, "Hasimir Fenring"), LockPlan("fremen", 1, "Stilgar", traitor="yes"))
    assert live(table).step == OPEN and live(table).locked


def test_1_07_06_06_no_other_word_is_taken() -> None:
    assert fight().code(LockPlan("emperor", 1, "Hasimir Fenring", traitor="maybe")) == "BAD_INPUT"


def test_2_08_03_nobody_waits_for_tleilaxu_where_all_are_asked_for_a_traitor() -> None:
    table = LiveTable("emperor", "fremen", "tleilaxu", "atreides", phase="battle", turn=2)
    table.do(BeginBattle("Arrakeen", "emperor", "fremen", 5, 0, 5, 0))
    table.do(LockPlan("emperor", 1, "Hasimir Fenring"), LockPlan("fremen", 1, "Stilgar"))
    asked = {seat for seat in table.public.seats if duties_of(table.screen(seat), seat)}
    assert asked == {"emperor", "fremen", "atreides"}
