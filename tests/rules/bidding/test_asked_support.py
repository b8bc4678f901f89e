"""4.90.08: a bidder asks an ally or the Emperor for an amount, and is answered yes or no; nobody else hears of it."""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel import PUBLIC
from referee.phases.bidding.asked_support import AnswerSupport, AskSupport
from referee.phases.bidding.auction import DealRow
from referee.phases.bidding.bid_limit import Back, bid_limit, promise
from referee.turn.next_phase import EndBidding
from tests.kit import LiveTable

ASK, YES, NO = AskSupport("fremen", "emperor", 4), ("emperor", "fremen", True), ("emperor", "fremen", False)


def bidding(**more: Any) -> LiveTable:
    made = {"phase": "bidding", "spice": {"fremen": 2, "emperor": 9, "atreides": 5}, "first": "fremen", **more}
    return LiveTable("fremen", "emperor", "atreides", "harkonnen", **made).do(DealRow())


def asked_of(table: LiveTable, seat: str) -> int:
    return table.secret(seat).count("AnswerSupport")


@pytest.mark.parametrize(("answer", "limit"), [(YES, 6), (NO, 2)])
def test_4_90_08_yes_is_a_promise_and_no_leaves_the_limit(answer: tuple[str, str, bool], limit: int) -> None:
    table = bidding().do(ASK)
    assert asked_of(table, "emperor") == 2 and not asked_of(table, "fremen") and not asked_of(table, "atreides")
    table.do(AnswerSupport(*answer))
    assert bid_limit(table.screen("fremen"), "fremen").most == limit and not asked_of(table, "emperor")
    assert table.code(AnswerSupport(*answer)) == "NOT_NOW", "a request is answered once"


def test_4_90_08_only_the_two_hear_of_it() -> None:
    table = bidding()
    before = {viewer: len(table.screen(viewer).log) for viewer in ("fremen", "emperor", "atreides", PUBLIC)}
    table.rings.clear()
    table.do(ASK, AnswerSupport(*NO))
    assert {viewer: len(table.screen(viewer).log) - n for viewer, n in before.items()} == {
        "fremen": 2, "emperor": 2, "atreides": 0, PUBLIC: 0,
    }  # fmt: skip
    assert set().union(*table.rings) == {"fremen", "emperor"}


def test_4_90_08_a_yes_lowers_no_promise_and_a_promise_unasked_answers_too() -> None:
    table = bidding().do(Back("emperor", "fremen", 7), ASK, AnswerSupport(*YES))
    assert promise(table.screen("fremen"), "emperor", "fremen") == 7
    assert not asked_of(table.do(ASK, Back("emperor", "fremen", 2)), "emperor")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (AskSupport("fremen", "atreides", 4), "NOT_ALLIED"),
        (AskSupport("emperor", "emperor", 4), "NOT_ALLIED"),
        (AskSupport("fremen", "emperor", 0), "BAD_INPUT"),
        (AskSupport("fremen", "emperor", 100), "BAD_INPUT"),
        (AnswerSupport("emperor", "atreides", True), "NOT_NOW"),
    ],
)
def test_4_90_08_what_is_no_request_or_answer(command: Any, code: str) -> None:
    assert bidding().code(command) == code


def test_4_90_08_nobody_promises_more_than_the_purse_holds() -> None:
    table = bidding(spice={"fremen": 2, "emperor": 3}).do(ASK)
    assert table.code(AnswerSupport(*YES)) == "SUPPORT_EXCEEDS_SPICE" and asked_of(table, "emperor") == 2
    table.do(AnswerSupport(*NO))


def test_4_90_08_an_ally_is_asked_as_the_emperor_is_and_nobody_when_bidding_is_over() -> None:
    table = bidding(allies="fremen atreides").do(AskSupport("fremen", "atreides", 3))
    assert asked_of(table, "atreides") == 2
    table.do(EndBidding())
    assert table.code(ASK) == "NOT_NOW" and "AskSupport" not in table.secret("fremen")
    assert not asked_of(table, "atreides"), "a request ends with the phase"
