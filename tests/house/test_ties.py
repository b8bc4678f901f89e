"""Where one rule number answers a question or follows an event more than once, the code fixes the order."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest

import referee.kernel.discover  # noqa: F401
from referee.common.lines_on_paper import PAPER, OnSheet, PublicSheetTaken, SheetTaken
from referee.kernel import Question, Table, adds, ask, fixed, option, ruling, rulings


class Fits(Question[tuple[str, ...]]):
    """A question of this test: which words fit?"""

    card: str = ""
    rule = "1.00.02"

    def plain(self, table: Table) -> tuple[str, ...]:
        return ("plain",)


@pytest.fixture(autouse=True)
def book() -> Iterator[None]:
    with patch.dict(rulings._answers, {Fits: rulings._answers[Fits][:]}), patch.dict(rulings.OPTIONS):
        yield


def test_a_rule_that_speaks_twice_without_an_order_is_refused() -> None:
    adds(Fits, "2.05.07")(lambda question, table: ["one"])
    with pytest.raises(ValueError, match=r"2\.05\.07 speaks on Fits more than once"):
        adds(Fits, "2.05.07")(lambda question, table: ["two"])


def test_the_order_counts_and_not_who_came_first() -> None:
    adds(Fits, "2.05.07", order=2)(lambda question, table: ["two"])
    adds(Fits, "2.05.07", order=1)(lambda question, table: ["one"])
    assert ask(Table(), Fits()).value == ("plain", "one", "two")


def test_a_plain_answer_comes_before_others_of_its_number() -> None:
    ruling(Fits, "1.00.02")(lambda question, table, so_far: (*so_far, "more"))
    assert ask(Table(), Fits()).value == ("plain", "more")


@pytest.mark.parametrize("rule", ["0.01", "1.00.01", "1.00"])
def test_an_answer_that_the_plain_one_would_overwrite_is_refused(rule: str) -> None:
    def mine(question: Fits, table: Table, so_far: tuple[str, ...] = ()) -> tuple[str, ...]:
        return ("mine",)

    before = rulings._answers[Fits][:]
    for refused in (adds(Fits, rule), ruling(Fits, rule)):
        with pytest.raises(
            ValueError, match=rf"Rule {rule} .* Fits before its plain answer, 1\.00\.02, .*a number after"
        ):
            refused(mine)
    assert rulings._answers[Fits] == before


def test_an_answer_in_the_place_of_a_rule_may_have_any_number() -> None:
    option("Z98", "0.01", "Fits", ("in", "in", "In.")).replaces("1.00.02", Fits, {"in": ("instead",)})
    assert ask(Table(), Fits()).value == ("instead",)


def test_an_option_under_a_key_that_is_taken_is_refused() -> None:
    kept = rulings.OPTIONS["T13"]
    with pytest.raises(ValueError, match=f"T13 is the key of “{kept.title}” already. Give “Fits” a free one"):
        option("T13", "0.01", "Fits", ("in", "in", "In."))
    assert rulings.OPTIONS["T13"] is kept


def test_answers_for_different_fields_do_not_meet() -> None:
    fixed(Fits, "2.05.07", ("a",), card="A")
    fixed(Fits, "2.05.07", ("b",), card="B")
    assert [ask(Table(), Fits(card)).value for card in "AB"] == [("a",), ("b",)]
    with pytest.raises(ValueError, match="more than once"):
        fixed(Fits, "2.05.07", ("c",), card="B")


@pytest.mark.parametrize("kind", [OnSheet, PublicSheetTaken, SheetTaken])
def test_rooms_write_on_paper_in_the_order_of_their_rules_and_share_no_places(kind: type) -> None:
    page = (rulings._answers | rulings._effects)[kind]
    assert not [one.__module__ for place, rule, one in page if rule == PAPER and len(place.order) == 1]


def test_an_order_may_be_a_rule() -> None:
    adds(Fits, "2.05.07", order="2.08")(lambda question, table: ["two"])
    adds(Fits, "2.05.07", order="2.07.10")(lambda question, table: ["one"])
    assert ask(Table(), Fits()).value == ("plain", "one", "two")


def test_who_speaks_on_some_fields_alone_is_not_asked_about_others() -> None:
    asked = list[str]()

    class Toll(Question[int]):
        """What does this seat pay at the gate?"""

        seat: str
        rule = "1.04.02"

        def plain(self, table: Table) -> int:
            return 1

    try:

        @rulings.ruling(Toll, "2.01.01", seat="atreides")
        def twice(question: Toll, table: Table, so_far: int) -> int:
            asked.append(question.seat)
            return 2 * so_far

        assert [rulings.ask(Table(), Toll(seat)).value for seat in ("atreides", "fremen", "atreides")] == [2, 1, 2]
        assert asked == ["atreides"] * 2
        rulings.fixed(Toll, "2.04.01", 9, seat="fremen")
        assert rulings.ask(Table(), Toll("fremen")).value == 9, "who comes later is asked too"
        with pytest.raises(TypeError, match="has no field place"):
            rulings.ruling(Toll, "2.04.02", place="gate")(twice)
    finally:
        del rulings._answers[Toll]
