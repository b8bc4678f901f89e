"""What becomes of a locked plan when Karama stops a power that it may count on (1.07.04, 3.01.11.02)."""

from __future__ import annotations

import pytest

from referee.cards.karama.stopping import StopPower
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.events import BattleEnded
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.reveal import Reveal
from tests.kit import Room

HANDS = {"ixian": ("Karama/1",), "emperor": (), "atreides": ()}


def fight(one: str, normal: int, special: int) -> Room:
    seats = (one, "ixian", "fremen", "harkonnen")
    room = Room("advanced", seats, hands={**HANDS, "fremen": (), "harkonnen": ()}, K8="off", P7="with")
    return room.do(BeginBattle("Arrakeen", "ixian", one, 6, 0, normal, special))


@pytest.mark.parametrize("dial", [9, 2])
def test_1_07_04_a_plan_is_made_anew_when_its_sardaukar_are_stopped_whatever_was_dialed(dial: int) -> None:
    room = fight("emperor", 1, 5).do(LockPlan("emperor", dial, "Burseg", support=5))
    assert "emperor" in room.live.plans
    room.do(StopPower("ixian", "2.03.08"))
    assert "emperor" not in room.live.plans
    assert room.code(LockPlan("emperor", 9, "Burseg", support=5)) == "DIAL_TOO_HIGH"
    room.do(LockPlan("emperor", 3, "Burseg", support=5), LockPlan("ixian", 0, "Cammar Pilru"), Reveal(), SettleBattle())
    assert any(isinstance(one.event, BattleEnded) for one in room.public.log)


def test_1_07_04_only_the_plan_that_may_count_on_it_is_made_anew() -> None:
    room = fight("emperor", 1, 5).do(LockPlan("ixian", 0, "Cammar Pilru"), StopPower("ixian", "2.03.08"))
    assert "ixian" in room.live.plans
