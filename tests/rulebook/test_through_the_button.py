"""Every ruling of the book that is played on a position is answered by the program as the book answers it."""

from __future__ import annotations

from collections import Counter

from tests.rulebook.not_played import NOT_PLAYED, ROOMS
from tests.rulebook.through_the_button import (
    BARE,
    CANNOT,
    FLOOR,
    NO,
    YES,
    asked,
    every,
    fault,
    faults,
    kinds,
    ruling_of,
    unplayed_rules,
)

TURNED = {YES: NO, NO: YES}


def test_4_97_27_the_program_answers_each_ruling_that_is_played_as_the_book_does() -> None:
    wrong = [*faults()]
    assert not wrong, "\n".join(wrong)


def test_4_97_27_an_answer_of_the_book_that_is_turned_round_is_found() -> None:
    book = asked()
    told = [line for line in every() if book[ruling_of(line)]][::10]
    assert all([*fault(line, TURNED[book[ruling_of(line)]])] for line in told)


def test_4_97_27_a_refusal_by_another_rule_is_no_answer() -> None:
    line = next(line for line in every() if "refused" in line["expect"] and asked()[ruling_of(line)] == NO)
    assert [*fault({**line, "expect": {"refused": "1.00"}}, NO)]


def test_4_97_27_more_rulings_are_played_each_time_and_fewer_cannot_be() -> None:
    found = Counter(kinds().values())
    assert found["played"] >= FLOOR and found["cannot"] <= CANNOT


def test_4_97_27_what_no_position_can_express_is_a_ruling_of_the_book_and_is_not_played() -> None:
    found = kinds()
    assert not [one for those in NOT_PLAYED.values() for one in those if found.get(one) != "cannot"]
    assert not [room for room in ROOMS if not any(one.startswith(f"{room}.") for one in found)]


def test_4_97_27_no_two_positions_have_the_same_name() -> None:
    names = [line["id"] for line in every()]
    assert sorted(names) == sorted({*names})


def test_4_97_27_fewer_rules_are_cited_by_no_objection_and_played_by_no_test() -> None:
    assert len(unplayed_rules()) <= BARE
