"""Lessons are cases: each moment is offered on its phone, is done, and what must come of it comes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from referee.board.forces import RESERVES, forces_in
from referee.cli.play import answer_line
from referee.common.factions import FACTIONS
from referee.lessons.at_the_table import Laid, found, is_told
from referee.lessons.lesson import BadLesson, Exercise, Lesson, case_of, learners, lesson
from referee.phases.battle.before_the_plans import StaySilent
from referee.phases.battle.call_traitor import AnswerTraitor
from referee.phases.bidding.auction import Pass
from referee.phases.shipment.prices_and_permissions import ShipmentPrice
from referee.phases.shipment.shipping import Ship
from referee.rulebook.book import rulebook
from tests.lessons.__main__ import minutes

TWELVE = learners()
FEWEST, MOST, OWN = 8, 12, 3
LONGEST = 15  # minutes


@cache
def learned(seat: str) -> Lesson:
    return lesson(seat)


def moments() -> Iterator[tuple[str, Exercise]]:
    for seat in TWELVE:
        yield from ((seat, one) for one in learned(seat).moments)


def wrong(seat: str, moment: Exercise) -> str:
    """Return what is not as the lesson says, "" if all is."""
    laid = Laid(seat, moment)
    came = laid.tapped(laid.tap)
    if came.refused is not None:
        return f"{seat}, {moment.id}: {came.refused.sentence}"
    return "" if came.fits else f"{seat}, {moment.id}: came {came.lines}"


def test_each_faction_has_a_lesson_with_three_of_its_own_powers() -> None:
    missing = {*FACTIONS} - {*TWELVE}
    assert not missing, f"write a lesson.md beside the rules of {', '.join(sorted(missing))}"
    for seat in TWELVE:
        made = learned(seat)
        own = [one for one in made.moments[-made.own :] if rulebook()[one.rule].room.split("/")[1] == seat]
        assert FEWEST <= len(made.moments) <= MOST and len(own) >= OWN, (seat, len(made.moments), len(own))
        assert len({one.id for one in made.moments}) == len(made.moments)


@pytest.mark.parametrize("seat", TWELVE)
def test_what_a_lesson_asks_for_is_offered_and_what_must_come_of_it_comes(seat: str) -> None:
    assert not list(filter(None, (wrong(seat, one) for one in learned(seat).moments)))


@pytest.mark.parametrize("seat", TWELVE)
def test_each_position_is_one_that_play_reads_and_answers_alike(seat: str) -> None:
    for moment in learned(seat).moments:
        case = case_of(moment)
        said = answer_line(json.dumps({"id": moment.id, **case}))
        refused = [step["error"] for step in said.get("steps", ()) if "error" in step]
        assert not refused and said.get("legal", "steps" in said), (moment.id, refused, said.get("error"))
        for path, value in case["expect"].items() if "steps" not in said else ():
            assert is_told(found(said, path), value), (moment.id, path, found(said, path))


def test_rules_and_questions_of_a_lesson_stand_in_the_book() -> None:
    for seat, moment in moments():
        assert moment.rule in rulebook() and moment.answer, (seat, moment.id)


def test_before_the_tap_nothing_of_what_must_come_is_there() -> None:
    for seat, moment in moments():
        laid = Laid(seat, moment)
        told, case = laid.told(), case_of(moment)
        already = all(is_told(found(told, path), value) for path, value in case["expect"].items())
        assert not already, (seat, moment.id)


def test_nobody_needs_longer_than_a_quarter_of_an_hour() -> None:
    assert max(minutes(seat) for seat in TWELVE) <= LONGEST


# -- mutants ------------------------------------------------------------------------------------------


def with_case(moment: Exercise, **changed: Any) -> Exercise:
    return replace(moment, case=json.dumps({**json.loads(moment.case), **changed}))


def own(seat: str, name: str) -> Exercise:
    return next(one for one in learned(seat).moments if one.id == name)


def test_a_lesson_that_a_rule_makes_untrue_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = own("harkonnen", "ships")
    assert not wrong("harkonnen", moment)
    monkeypatch.setattr(ShipmentPrice, "plain", lambda question, table: 2 * question.voyage.forces)
    assert "came" in wrong("harkonnen", moment)


def test_a_lesson_that_expects_something_else_is_red() -> None:
    moment = own("harkonnen", "two-cards-for-the-price-of-one")
    assert "came" in wrong("harkonnen", with_case(moment, expect={"spice/Harkonnen": 7}))


def test_a_lesson_whose_beginning_is_refused_names_its_moment() -> None:
    moment = own("fremen", "from-the-deep-desert-free")
    place = json.loads(moment.case)["situation"]
    with pytest.raises(BadLesson, match="from-the-deep-desert-free"):
        Laid(
            "fremen",
            with_case(moment, situation={**place, "events": [{**place["events"][0], "forces": 30}, *place["events"]]}),
        )


def test_a_tap_that_is_not_the_one_does_not_pass() -> None:
    laid = Laid("harkonnen", own("harkonnen", "ships"))
    assert isinstance(laid.tap, Ship)
    came = laid.tapped(replace(laid.tap, normal=3))
    assert came.refused is None and not came.fits


def test_what_comes_without_doing_what_is_asked_does_not_pass() -> None:
    asked = {one.id: one for one in learned("bene_gesserit").moments}
    bid, voice = Laid("bene_gesserit", asked["bids"]), Laid("bene_gesserit", asked["say-what-they-may-not-play"])
    passed, silent = bid.tapped(Pass("bene_gesserit")), voice.tapped(StaySilent("bene_gesserit", "2.02.06"))
    assert passed.refused is silent.refused is None and not passed.fits and not silent.fits


def test_a_traitor_who_is_not_called_does_not_pass() -> None:
    asked = set[str]()
    for seat, moment in moments():
        laid = Laid(seat, moment)
        if isinstance(laid.tap, AnswerTraitor):
            asked.add(seat)
            assert not laid.tapped(replace(laid.tap, answer="no")).fits, (seat, moment.id)
    assert asked >= {"harkonnen", "emperor"}


def test_in_the_basic_game_no_star_stands_in_the_reserves() -> None:
    for seat, moment in moments():
        if "situation" in (case := case_of(moment)) and case["rules"] == "basic":
            table = Laid(seat, moment).sitting.screen(seat)
            held = forces_in(table, seat, RESERVES)
            assert seat == "ixian" or held is None or not held.special, (seat, moment.id)
