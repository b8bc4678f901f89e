"""One reveal, and everything that follows from it: verdict, spice, cards, leaders, traitors, taking back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.board.forces import TANKS, ForcesCounted, forces_in
from referee.holdings.leaders import leaders_of
from referee.holdings.traitors import Traitors, TraitorsKept
from referee.kernel import FACE_DOWN, PUBLIC, Chance, Command, Table
from referee.kernel.events import from_json, to_json
from referee.offers.offer import offers
from referee.phases.battle.battle_as_known import position
from referee.phases.battle.begin_battle import BeginBattle, CancelBattle
from referee.phases.battle.call_traitor import AnswerTraitor, CallTraitor
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.events import BattleEnded, PlansRevealed
from referee.phases.battle.judging import judge
from referee.phases.battle.live_battle import LiveBattle, battle_now, fought_in
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.verdict_in_journal import read, written
from tests.kit import ATREIDES, BATTLE_SEATS, Room


@pytest.fixture
def room() -> Room:
    return Room()


# -- the reveal and what follows ----------------------------------------------------------------------


def test_1_07_05_one_fact_rings_every_screen_at_once(room: Room) -> None:
    room.fight()
    room.do(AnswerTraitor("atreides", "no"))
    room.rings.clear()
    room.do(AnswerTraitor("harkonnen", "no"))
    assert room.rings == [{PUBLIC, *BATTLE_SEATS}]
    opened = [heard.event for heard in room.screen("emperor").log if isinstance(heard.event, PlansRevealed)]
    assert opened[0].defender["weapon"] == "Gom Jabbar" and opened[0].aggressor["leader"] == "Feyd-Rautha"


def test_1_07_06_the_verdict_is_the_judges_and_everybody_reads_the_same(room: Room) -> None:
    room.fight()
    room.answers()
    battle = position(room.truth, room.truth.get(LiveBattle))  # type: ignore[arg-type]
    judged = written(judge(room.truth, battle), room.live.seats)
    expected = read(judged, room.live.seats)
    for viewer in (PUBLIC, *BATTLE_SEATS):
        live = room.screen(viewer).state(LiveBattle)
        assert live.verdict == expected and live.winner == "atreides"
        assert live.totals == {"harkonnen": 4, "atreides": 8}
    assert expected.lines and all(line.rule and line.sentence for line in expected.lines)


def test_1_07_06_04_everything_follows_and_nothing_gets_lost(room: Room) -> None:
    room.truth.hear(ForcesCounted("harkonnen", "Arrakeen", 8, 0))
    room.truth.hear(ForcesCounted("harkonnen", TANKS, 0, 0))
    room.fight()
    room.answers()
    spice, cards = room.spice(), room.cards()
    events = room.events(SettleBattle())
    assert all(from_json(json.loads(json.dumps(to_json(event)))) == event for event in events)
    assert (room.spice(), room.cards()) == (spice, cards)
    assert room.truth.seats["atreides"].spice == 16, "Feyd-Rautha's strength in spice"
    assert sorted(room.truth.discard.faces()) == ["Chaumurky/1", "Shield/1"]
    assert list(room.truth.seats["atreides"].hand) == ["Gom Jabbar/1", "Snooper/1"]
    book = leaders_of(room.public, "harkonnen")
    assert book is not None and book.face_up == ["Feyd-Rautha"] and "Feyd-Rautha" not in book.pool
    assert fought_in(room.public, "Lady Jessica") == "Arrakeen"
    assert forces_in(room.truth, "harkonnen", TANKS).total == 8  # type: ignore[union-attr]
    ended = events[-1]
    assert isinstance(ended, BattleEnded) and ended.winner == "atreides" and len(ended.rules()) > 3
    assert battle_now(room.public) is None


def test_1_07_04_03_a_leader_fights_in_one_territory_a_turn(room: Room) -> None:
    room.fight()
    room.answers()
    room.do(SettleBattle(), BeginBattle("Carthag", "atreides", "emperor", 3, 0, 2))
    assert room.refusals(LockPlan("atreides", 1, "Lady Jessica")) == [("1.07.04.03", "LEADER_UNAVAILABLE")]
    room.do(LockPlan("atreides", 1, "Thufir Hawat"))


def _keeps(room: Room, seat: str, leader: str) -> None:
    """Let a seat hold a traitor card."""
    room.do(Held(seat, leader))


class Held(Command):
    """Put a traitor card into a hand, as set-up does."""

    seat: str
    leader: str

    def decide(self, table: Table, chance: Chance) -> Any:
        yield TraitorsKept(frozenset({self.seat}), self.seat, (self.leader,), ("0.11",))


def test_1_07_06_06_yes_calls_only_a_leader_whose_card_is_held(room: Room) -> None:
    _keeps(room, "harkonnen", "Lady Jessica")
    _keeps(room, "atreides", "Umman Kudu")
    room.fight()
    room.answers("atreides", "harkonnen")
    assert room.live.calls == {"harkonnen": "Lady Jessica"} and room.live.winner == "harkonnen"
    assert room.refusals(CallTraitor("atreides")) == [("1.07.06.06", "NO_MATCH")]
    room.do(SettleBattle())
    assert room.truth.seats["harkonnen"].spice == 15


def test_1_07_06_06_a_no_leaves_the_card_unknown(room: Room) -> None:
    _keeps(room, "harkonnen", "Lady Jessica")
    room.fight()
    room.answers()
    assert not room.live.calls and room.live.winner == "atreides"
    assert "kept={'harkonnen'" not in repr(room.screen("emperor").get(Traitors))


def test_1_07_06_06_a_printed_card_is_shown_after_the_reveal_and_judged_anew(room: Room) -> None:
    room.fight()
    room.answers("atreides")
    assert not room.live.calls, "the referee knows no card"
    assert room.refusals(CallTraitor("emperor")) == [("1.07.06.06", "NOT_IN_BATTLE")]
    room.do(CallTraitor("harkonnen"))
    assert room.live.verdict.how == "traitor" and room.live.winner == "harkonnen"
    assert room.refusals(CallTraitor("harkonnen")) == [("1.07.06.06", "NOT_IN_BATTLE")]
    room.do(CallTraitor("atreides"))
    assert room.live.verdict.how == "two traitors"  # type: ignore[comparison-overlap]


@pytest.mark.parametrize("first", ["no", "wait", "yes"])
def test_4_97_08_after_the_reveal_a_traitor_may_be_called_whatever_was_answered(room: Room, first: str) -> None:
    _keeps(room, "harkonnen", "Lady Jessica")
    _keeps(room, "atreides", "Umman Kudu")
    room.fight()
    room.do(AnswerTraitor("harkonnen", "no"), AnswerTraitor("atreides", first))
    for seat, leader in (("harkonnen", "Lady Jessica"), ("atreides", "Feyd-Rautha")):
        late = [one for one in offers(room.screen(seat), seat) if one.name == "CallTraitor"]
        assert [(one.label, one.aside) for one in late] == [(f"{leader} is my traitor", True)]
    room.do(CallTraitor("harkonnen"))
    assert room.live.winner == "harkonnen"
    assert "CallTraitor" not in [one.name for one in offers(room.screen("emperor"), "emperor")]


def test_2_05_09_an_ally_whose_card_may_serve_is_waited_for() -> None:
    room = Room(allies="atreides harkonnen")
    room.do(BeginBattle("Arrakeen", "atreides", "emperor", 6, 0, 5), ATREIDES, LockPlan("emperor", 4, "Burseg"))
    room.answers(seats=("atreides", "emperor"))
    assert room.live.step == "open"
    room.do(AnswerTraitor("harkonnen", "no"))
    assert room.live.step == "revealed"  # type: ignore[comparison-overlap]
    room.do(CallTraitor("harkonnen"))
    assert room.live.winner == "atreides" and room.live.verdict.how == "traitor"


def test_4_97_02_a_reveal_taken_back_is_still_on_record(room: Room) -> None:
    room.fight()
    room.answers()
    seen = {viewer: room.seen(viewer) for viewer in BATTLE_SEATS}
    rows = len(room.rows())
    assert room.undo("host").done
    assert room.live.step == "open" and room.live.locked and not room.live.verdict.how
    assert room.live.plans["atreides"] is FACE_DOWN
    assert {viewer: room.seen(viewer) for viewer in BATTLE_SEATS} == seen
    record = [event for row in room.rows() for event in row.events if isinstance(event, PlansRevealed)]
    assert len(record) == 1 and len(room.rows()) == rows + 1


def test_4_97_02_a_settled_battle_is_taken_back_whole(room: Room) -> None:
    room.fight()
    room.answers()
    spice, cards, held = room.spice(), room.cards(), room.truth.seats["atreides"].spice
    room.do(SettleBattle())
    assert room.undo("host").done
    assert room.live.step == "revealed" and room.truth.seats["atreides"].spice == held
    assert (room.spice(), room.cards()) == (spice, cards)


def test_a_battle_is_called_off_and_plans_go_back_unseen(room: Room) -> None:
    room.fight()
    room.do(CancelBattle())
    assert battle_now(room.public) is None and room.refusals(CancelBattle()) == [("1.07.01", "NOT_NOW")]
    assert "Gom Jabbar" not in repr(room.screen("harkonnen").log)
