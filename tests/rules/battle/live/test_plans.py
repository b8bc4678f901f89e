"""A battle at the table before the wheels are open: envelopes and whispers."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from referee.board.forces_counted import KeepCount
from referee.cards.karama.stopping import StopPower
from referee.kernel import FACE_DOWN, PUBLIC, to_json
from referee.offers.offer import offers
from referee.offers.waiting import duties_of, waiting
from referee.phases.battle.battle_as_known import position
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.call_traitor import ALL, WAITED, AnswerTraitor
from referee.phases.battle.live_battle import LiveBattle, battle_now, traitor_answers
from referee.phases.battle.lock_plan import LockPlan, ReopenPlan
from referee.phases.battle.reveal import Reveal
from tests.kit import ATREIDES, BATTLE_SEATS, HARKONNEN, Room


@pytest.fixture
def room() -> Room:
    return Room()


# -- before the reveal --------------------------------------------------------------------------------


def test_1_07_06_06_who_is_waited_for_reads_it_and_others_that_the_plans_open_without_them(room: Room) -> None:
    room.fight()
    told = {seat: [(one.you, one.then) for one in duties_of(room.screen(seat), seat)] for seat in BATTLE_SEATS}
    fight, watch = told.pop("atreides"), told.pop("emperor")
    assert fight == told["harkonnen"] == [("answer whether you call a traitor", WAITED)]
    assert watch == [("answer, if you like, whether you call a traitor", ALL)]


def test_1_07_02_the_first_in_storm_order_is_the_aggressor(room: Room) -> None:
    room.begin()
    assert room.live.seats == ("harkonnen", "atreides")
    assert (room.live.forces["atreides"].normal, room.live.forces["harkonnen"].normal) == (6, 8)


def test_a_battle_that_cannot_be_is_refused(room: Room) -> None:
    assert room.refusals(BeginBattle("Arrakeen", "atreides", "atreides", 1, 0, 1)) == [("1.07.01", "NOT_NOW")]
    assert room.refusals(BeginBattle("Arrakeen", "fremen", "harkonnen", 1, 0, 1)) == [("1.10.02.06", "NOT_NOW")]
    assert room.refusals(BeginBattle("Nowhere", "atreides", "emperor", 1, 0, 1)) == [("1.07.01", "NOT_NOW")]
    assert room.refusals(BeginBattle("Arrakeen", "atreides", "emperor", 0, 0, 1)) == [("1.07.01", "NOT_NOW")]
    room.begin()
    assert room.refusals(BeginBattle("Carthag", "atreides", "emperor", 1, 0, 1)) == [("1.07.03", "NOT_NOW")]


def test_1_07_04_an_illegal_plan_is_refused_with_every_reason_and_rings_nobody(room: Room) -> None:
    room.begin()
    room.rings.clear()
    wrong = LockPlan("atreides", 7, "Feyd-Rautha", "Snooper", "Shield")
    found = [code for _, code in room.refusals(wrong)]
    assert found == ["DIAL_TOO_HIGH", "LEADER_NOT_OWNED", "CARD_WRONG_SLOT", "CARD_NOT_HELD"]
    assert room.refusals(LockPlan("atreides", 2)) == [("1.07.04.04", "LEADER_REQUIRED")]
    assert room.refusals(LockPlan("fremen", 1)) == [("1.07.04", "NOT_NOW")]
    assert room.refusals(LockPlan("atreides", 2.5, "Lady Jessica")) == [("1.07.04.01", "DIAL_STEP")]
    assert not room.rings


def test_1_07_04_a_plan_is_reopened_until_both_are_locked(room: Room) -> None:
    room.fight(ATREIDES)
    assert room.refusals(ATREIDES) == [("1.07.04", "NOT_NOW")]
    assert room.refusals(Reveal()) == [("1.07.05", "PLAN_MISSING")]
    assert room.refusals(AnswerTraitor("atreides", "no")) == [("1.07.06.06", "NOT_NOW")]
    room.do(ReopenPlan("atreides"))
    assert "atreides" not in room.live.plans
    room.do(dataclasses.replace(ATREIDES, dial=2), HARKONNEN)
    assert room.refusals(ReopenPlan("atreides")) == [("1.07.05", "NOT_NOW")]
    assert room.refusals(ReopenPlan("emperor")) == [("1.07.04", "NOT_NOW")]


def test_before_the_reveal_others_hear_no_plan_and_no_answer_but_how_many_have_answered(room: Room) -> None:
    room.fight()
    for viewer in (PUBLIC, *BATTLE_SEATS):
        live = room.screen(viewer).get(LiveBattle)
        assert live is not None and live.locked
        for seat in live.seats:
            assert (live.plans[seat] is FACE_DOWN) == (viewer != seat)
        said = repr([heard.event for heard in room.screen(viewer).log])
        assert ("Gom Jabbar" in said) == (viewer == "atreides") and ("Chaumurky" in said) == (viewer == "harkonnen")
    room.rings.clear()
    before = {viewer: (len(room.screen(viewer).log), room.version(viewer)) for viewer in (PUBLIC, *BATTLE_SEATS)}
    room.do(AnswerTraitor("harkonnen", "yes"))
    for viewer, (lines, version) in before.items():
        own = viewer == "harkonnen"
        assert (len(room.screen(viewer).log), room.version(viewer)) == (lines + 1 + own, version + 1)
        live = room.screen(viewer).get(LiveBattle)
        assert live is not None and bool(traitor_answers(room.screen(viewer))) == own and live.replied == 1
    room.rings.clear()
    room.do(AnswerTraitor("harkonnen", "wait"), AnswerTraitor("emperor", "no"))
    assert room.rings == [{"harkonnen"}, {"emperor"}], "nobody counts twice, and who may not call is not counted"


def test_two_games_with_other_plans_and_answers_are_alike_to_everybody_else() -> None:
    other = LockPlan("harkonnen", 7, "Cheap Hero", "", "Shield")
    said: list[list[Any]] = []
    for plan, answer in ((HARKONNEN, "yes"), (other, "wait")):
        room = Room()
        room.fight(ATREIDES, plan)
        room.do(AnswerTraitor("harkonnen", answer))
        viewers = (PUBLIC, "atreides", "fremen", "emperor")
        said.append([[to_json(heard.event) for heard in room.screen(v).log] for v in viewers])
        said[-1].append([offers(room.public, seat) for seat in BATTLE_SEATS])
    assert said[0] == said[1]


def test_every_phone_is_asked_for_a_traitor_alike_and_at_the_same_moment(room: Room) -> None:
    asked = lambda: [[o.blanks for o in offers(room.public, s) if o.name == "AnswerTraitor"] for s in BATTLE_SEATS]  # noqa: E731
    room.fight(ATREIDES)
    assert asked() == [[], [], [], []]
    room.do(HARKONNEN)
    assert len(same := {tuple(made) for made in asked()}) == 1
    assert [value for value, _ in same.pop()[0][0].choices] == ["no", "yes", "wait"]
    assert "Traitor question answered by 0 of 2: waiting for Atreides, Harkonnen" in [
        one.words for one in waiting(room.public)
    ]
    room.do(AnswerTraitor("emperor", "yes"))
    assert battle_now(room.public) and room.live.step == "open", "a bystander's answer opens nothing"
    room.answers()
    assert room.live.step == "revealed"  # type: ignore[comparison-overlap]
    assert asked() == [[], [], [], []]


def test_the_wheels_open_when_all_have_answered_whatever_it_was_or_when_the_table_says_so(room: Room) -> None:
    again = Room()
    again.fight()
    again.do(AnswerTraitor("atreides", "no"), AnswerTraitor("harkonnen", "wait"))
    assert again.live.step == "revealed", "shut wheels would betray who waits for the reveal"
    room.fight()
    room.do(AnswerTraitor("atreides", "wait"))
    assert room.live.step == "open"
    room.do(Reveal())
    assert room.live.step == "revealed"  # type: ignore[comparison-overlap]
    assert room.refusals(Reveal()) == [("1.07.05", "NOT_NOW")]
    assert room.refusals(ATREIDES) == [("1.07.05", "NOT_NOW")]


def test_0_13_a_battle_refused_for_a_count_says_whose_count_it_is(room: Room) -> None:
    room.do(KeepCount())
    request = BeginBattle("Arrakeen", "atreides", "emperor", 1, 0, 5)
    said = room.act(request, PUBLIC).objections[0].sentence
    assert "The Emperor has 20 forces in reserves and Tanks" in said


def test_2_01_11_stopped_by_karama_it_guards_nobody_and_joins_nobody_else() -> None:
    game = Room("advanced", hands={"fremen": ("Karama/1",)})
    game.do(StopPower("fremen", "2.01.11"))
    game.begin()
    assert game.code(LockPlan("harkonnen", 0, "Feyd-Rautha", companion=True)) == "KH_NOT_ATREIDES"
    game.do(LockPlan("harkonnen", 0, "Feyd-Rautha"), LockPlan("atreides", 0, "Lady Jessica", companion=True))
    game.answers()
    assert not position(game.truth, game.live).side(game.live.at("atreides")).companion
