"""Where one rule number speaks more than once on a question or after an event, the code says who goes first."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest

import referee.kernel.discover  # noqa: F401
from referee.common.lines_on_paper import OnPublicSheet, OnSheet, PublicSheetTaken, SheetTaken
from referee.kernel import rulings
from referee.kernel.rulings import Question, adds, ask, fixed, ruling
from referee.kernel.table import Table

ON_PAPER = {
    OnPublicSheet: "the_seals used_up cards_aside they_are_dealt back_from_the_tanks where_the_markers_stand the_token "
    "that_one_lies_there what_is_left drawn_and_shown at_what_it_points",
    OnSheet: "those_laid_aside_too face_down_and_captive on_their_sheet on_their_sheet on_their_sheet and_its_number "
    "what_is_really_left on_their_sheet",
    PublicSheetTaken: "still_used_up lay_them_aside not_dealt_again as_they_were they_stand_there_again "
    "it_lies_as_before it_lies_there_again not_those_that_were_sold they_are_drawn it_points_as_before",
    SheetTaken: " ".join(["from_their_sheet"] * 8),
}


class Fits(Question[tuple[str, ...]]):
    """A question of this test: which words fit?"""

    card: str = ""
    rule = "1.00.02"

    def plain(self, table: Table) -> tuple[str, ...]:
        return ("plain",)


@pytest.fixture(autouse=True)
def book() -> Iterator[None]:
    with patch.dict(rulings._answers, {Fits: rulings._answers[Fits][:]}):
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


def test_answers_for_different_fields_do_not_meet() -> None:
    fixed(Fits, "2.05.07", ("a",), card="A")
    fixed(Fits, "2.05.07", ("b",), card="B")
    assert [ask(Table(), Fits(card)).value for card in "AB"] == [("a",), ("b",)]
    with pytest.raises(ValueError, match="more than once"):
        fixed(Fits, "2.05.07", ("c",), card="B")


@pytest.mark.parametrize("kind", ON_PAPER)
def test_the_lines_of_the_printed_sheets_keep_their_order(kind: type) -> None:
    speakers = (rulings._answers | rulings._effects)[kind]
    assert [one.__name__ for _, rule, one in speakers if rule == "4.97.16"] == ON_PAPER[kind].split()


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
