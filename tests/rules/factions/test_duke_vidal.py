"""2.13 Duke Vidal: whom he serves, what follows from a battle, and that his disc is always counted."""

from __future__ import annotations

from typing import Any

import pytest

from referee.factions.duke_vidal import VIDAL
from referee.factions.harkonnen.capture import DecideCaptive, DrawCaptive
from referee.factions.moritani import ME
from referee.factions.moritani.vidal import LeaveVidal, TakeVidal
from referee.holdings.leaders import among, leaders_known, leaders_of
from referee.holdings.shared_discs import (
    MayTakeDisc,
    in_the_tanks,
    may_take,
    set_aside_discs,
    shared_discs,
    who_has,
)
from referee.holdings.traitors import DealTraitors, Traitors
from referee.kernel import ask
from referee.knowledge.conserved import count_all
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import Conclude, SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.revival.leaders import MayRevive, Rank
from referee.turn.next_phase import GoTo
from tests.kit import LiveTable, Room

SEATS = (ME, "harkonnen", "emperor", "atreides")


def table(rules: str = "advanced", hand: tuple[str, ...] = (), **more: Any) -> Room:
    made = Room(rules, seats=SEATS, hands={ME: (), "harkonnen": hand}, allies="", first=ME, **more)
    return made.do(TakeVidal(ME))


def fought(sitting: Room, dial: int, theirs: int, weapon: str = "") -> Room:
    """Let Moritani with Duke Vidal fight Harkonnen in Arrakeen."""
    sitting.do(BeginBattle("Arrakeen", ME, "harkonnen", 8, 0, 8))
    sitting.do(LockPlan(ME, dial, VIDAL), LockPlan("harkonnen", theirs, "Feyd-Rautha", weapon))
    sitting.answers(seats=(ME, "harkonnen"))
    return sitting


def test_2_13_01_he_is_in_play_where_moritani_are_and_lies_aside_at_the_start() -> None:
    assert shared_discs(LiveTable("emperor", "fremen").public) == ()
    sitting = LiveTable(*SEATS, phase="storm", turn=1)
    assert set_aside_discs(sitting.public) == (VIDAL,) and who_has(sitting.public, VIDAL) == ""
    assert any(rule == "2.13.01" for _, rule in sitting.said())
    assert all(VIDAL not in leaders_known(sitting.public, seat).pool for seat in SEATS)


def test_2_13_01_he_has_no_traitor_card() -> None:
    sitting = LiveTable(*SEATS)
    sitting.do(DealTraitors())
    dealt = {name for held in sitting.truth.state(Traitors).dealt.values() for name in held}
    assert len(dealt) == 16 and VIDAL not in dealt


def test_2_13_02_everybody_knows_who_has_him() -> None:
    sitting = table()
    assert {who_has(sitting.screen(seat), VIDAL) for seat in (*SEATS, "public")} == {ME}
    assert any(rule == "2.13.02" and "strength 6" in words for words, rule in sitting.said())
    assert not may_take(sitting.public, ME, VIDAL) and may_take(sitting.public, "emperor", VIDAL)


def test_2_13_03_he_leads_and_counts_among_nobodys_leaders() -> None:
    sitting = table()
    assert ask(sitting.public, Rank(ME, VIDAL)).value == "alone"
    fought(sitting, 3, 4)
    assert sitting.live.verdict.totals == (3 + 6, 4 + 6)
    assert LockPlan("emperor", 1, VIDAL).leader == VIDAL
    sitting.do(SettleBattle())
    sitting.do(BeginBattle("Carthag", ME, "emperor", 3, 0, 3))
    assert sitting.refused(LockPlan(ME, 0, VIDAL))[1] == "LEADER_NOT_OWNED"


@pytest.mark.parametrize(("dial", "theirs"), [(8, 1), (1, 8)])
def test_2_13_04_alive_he_is_set_aside_whoever_won(dial: int, theirs: int) -> None:
    sitting = fought(table("basic"), dial, theirs).do(SettleBattle())
    assert who_has(sitting.public, VIDAL) == "" and set_aside_discs(sitting.public) == (VIDAL,)
    assert not in_the_tanks(sitting.public, VIDAL)


def test_2_13_04_killed_he_brings_six_and_lies_in_nobodys_tanks() -> None:
    sitting = table("basic", ("Crysknife/1",))
    before = sitting.purse("harkonnen")[0]
    fought(sitting, 1, 4, "Crysknife").do(SettleBattle())
    assert sitting.purse("harkonnen") == [before + 6]  # type: ignore[operator]
    assert in_the_tanks(sitting.public, VIDAL) and not may_take(sitting.public, ME, VIDAL)
    own = leaders_of(sitting.public, ME)
    assert own is not None and not among(VIDAL, (*own.pool, *own.face_up, *own.face_down, *own.died))


def test_2_13_05_moritani_cannot_revive_him() -> None:
    sitting = table("basic")
    assert not any(ask(sitting.public, MayRevive(seat, VIDAL)).value for seat in SEATS)


def captured(way: str = "anybody") -> Room:
    """Return a table where Harkonnen have won against Moritani and Duke Vidal."""
    return fought(table(E7=way), 0, 4)


def drawn(sitting: Room) -> str:
    """Draw until Duke Vidal is the captive, or say that he never comes."""
    for _ in range(60):
        sitting.do(SettleBattle())
        events = sitting.events(DrawCaptive("harkonnen"), who="public")
        name = next(str(event.leader.value) for event in events if type(event).__name__ == "CaptiveDrawn")  # type: ignore[attr-defined]
        if name == VIDAL:
            return name
        sitting.undo("public")
        sitting.undo("public")
    return ""


def test_2_13_06_and_4_96_07_his_captor_has_him_in_the_open() -> None:
    sitting = captured()
    assert drawn(sitting) == VIDAL
    sitting.do(DecideCaptive("harkonnen", "keep"))
    assert {who_has(sitting.screen(seat), VIDAL) for seat in (*SEATS, "public")} == {"harkonnen"}
    assert may_take(sitting.public, ME, VIDAL)
    sitting.do(GoTo("spice_collection", anyway=True))
    assert who_has(sitting.public, VIDAL) == "harkonnen"


def test_4_96_07_a_table_may_let_his_captor_keep_him() -> None:
    sitting = captured("kept")
    assert drawn(sitting) == VIDAL
    sitting.do(DecideCaptive("harkonnen", "keep"))
    assert not may_take(sitting.public, ME, VIDAL)
    assert ask(sitting.public, MayTakeDisc(ME, VIDAL)).because[0] == "2.13.06"


def test_4_96_07_a_table_may_set_him_aside_before_the_draw() -> None:
    sitting = captured("aside")
    assert drawn(sitting) == "" and who_has(sitting.do(SettleBattle()).public, VIDAL) == ""


def test_2_13_04_who_is_not_captured_is_set_aside_before_the_next_battle() -> None:
    sitting = captured().do(SettleBattle())
    assert who_has(sitting.public, VIDAL) == ME
    sitting.do(Conclude("harkonnen", capture="free") if "Conclude" in sitting.offered("harkonnen") else SettleBattle())
    sitting.do(BeginBattle("Carthag", ME, "emperor", 3, 0, 3))
    assert who_has(sitting.public, VIDAL) == ""


def test_2_13_06_a_captive_who_is_killed_is_dead_for_everybody() -> None:
    sitting = captured()
    assert drawn(sitting) == VIDAL
    sitting.do(DecideCaptive("harkonnen", "kill"))
    assert in_the_tanks(sitting.public, VIDAL) and in_the_tanks(sitting.truth, VIDAL)


def test_2_12_13_they_take_him_before_the_first_battle_and_for_one_turn() -> None:
    sitting = Room("basic", seats=SEATS, hands={}, allies="", first=ME)
    assert "TakeVidal" in sitting.offered(ME) and sitting.no(TakeVidal("emperor")) == "2.12.13"
    sitting.do(TakeVidal(ME), GoTo("mentat_pause", anyway=True), GoTo("storm", anyway=True))
    assert who_has(sitting.public, VIDAL) == ""
    sitting.do(GoTo("battle", anyway=True), BeginBattle("Arrakeen", ME, "harkonnen", 8, 0, 8))
    assert sitting.no(TakeVidal(ME)) == "2.12.13"


def test_2_12_13_they_may_leave_him() -> None:
    sitting = Room("basic", seats=SEATS, hands={}, allies="", first=ME).do(LeaveVidal(ME))
    assert sitting.no(TakeVidal(ME)) == "2.12.13" and who_has(sitting.public, VIDAL) == ""


def test_the_disc_is_counted_wherever_it_is() -> None:
    sitting = Room("basic", seats=SEATS, hands={"harkonnen": ("Crysknife/1",)}, allies="", first=ME)
    seen = [count_all(sitting.truth).leaders["vidal"]]
    sitting.do(TakeVidal(ME))
    seen.append(count_all(sitting.truth).leaders["vidal"])
    fought(sitting, 1, 4, "Crysknife").do(SettleBattle())
    assert [*seen, count_all(sitting.truth).leaders["vidal"]] == [1, 1, 1] and in_the_tanks(sitting.truth, VIDAL)
