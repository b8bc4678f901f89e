"""4.97: the referee's own rules, on a running table with a clock that stands where the test puts it."""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel import PUBLIC, ObjectionWaived
from referee.phases.bidding.auction import Bid, DealRow, price_shown
from referee.phases.bidding.events import Passed
from referee.phases.bidding.order_of_bidding import Bidding, bidding_of
from referee.powers.windows import CloseWindow, Window, phase_window
from referee.turn.clock import ResumeClock
from tests.kit import TWELVE_CARDS, LiveTable, command_for


class AtFirstBid(LiveTable):
    """Three players at the first bid, and the seconds since it began."""

    def after(self, seconds: float) -> None:
        """Set the clock to so many seconds after the first card came up."""
        self.at = 1_000_000 + int(seconds * 1000)

    def step(self, step: str, **how: Any) -> str:
        """Take a step; return the rule that refuses it, or nothing."""
        command = command_for(step)
        found = self.act(command, getattr(command, "seat", PUBLIC), **how).objections
        return found[0].rule if found else ""

    @property
    def bidding(self) -> Bidding:
        return bidding_of(self.public)


@pytest.fixture
def evening() -> AtFirstBid:
    spice = {"atreides": 9, "fremen": 9, "spacing_guild": 3}
    begun = AtFirstBid(*spice, spice=spice, deck=TWELVE_CARDS.split(), phase="bidding", B7="off")
    return begun.do(DealRow())


def test_4_97_01_half_a_second_after_zero_still_counts(evening: AtFirstBid) -> None:
    evening.after(10.3)
    assert evening.step("atreides 1") == ""


def test_4_97_01_what_comes_later_does_not(evening: AtFirstBid) -> None:
    evening.after(10.7)
    assert evening.step("atreides 1") == "4.97.01"


def test_1_04_06_04_the_referee_passes_after_its_grace(evening: AtFirstBid) -> None:
    evening.after(11.1)
    evening.tick()
    assert evening.bidding.passed == {"atreides": "time"} and evening.bidding.turn == "fremen"


def test_4_97_05_after_several_timeouts_in_a_row_the_table_waits_for_somebody(evening: AtFirstBid) -> None:
    for seconds in (11.1, 22.2):
        evening.after(seconds)
        evening.tick()
    assert evening.bidding.passed == {"atreides": "time", "fremen": "time"}
    evening.after(33.4)
    evening.tick()
    timer = evening.timer()
    assert timer and timer.paused and timer.reason == "nobody" and timer.left(evening.at) == 10_000
    assert evening.bidding.turn == "spacing_guild", "nobody's card is given away"
    evening.act(ResumeClock(), PUBLIC)
    assert evening.step("spacing_guild 1") == ""


def test_4_97_05_whoever_bids_is_there(evening: AtFirstBid) -> None:
    evening.after(11.1)
    evening.tick()
    assert evening.step("fremen 1") == ""
    evening.after(22.4)
    evening.tick()
    assert [event.how for event in passes(evening)] == ["time", "time"]


def passes(evening: AtFirstBid) -> list[Passed]:
    return [heard.event for heard in evening.public.log if isinstance(heard.event, Passed)]


def test_4_90_01_a_card_that_is_auctioned_again_begins_with_a_beat() -> None:
    begun = AtFirstBid(
        "atreides", "fremen", spice={"atreides": 3, "fremen": 9}, deck=TWELVE_CARDS.split(), phase="bidding", B7="45"
    )
    evening = begun.do(DealRow(), CloseWindow())
    evening.act(Bid("atreides", 7), PUBLIC)
    evening.step("fremen -")
    assert (evening.bidding.barred, phase_window(evening.public)) == (["atreides"], Window("again", 5))
    evening.do(CloseWindow())
    assert (evening.bidding.step, evening.bidding.barred, evening.bidding.turn) == ("bid", ["atreides"], "fremen")


def test_4_97_02_undo_and_redo(evening: AtFirstBid) -> None:
    evening.step("atreides 1")
    evening.step("fremen 2")
    evening.undo("host")
    assert (evening.bidding.high_by, evening.bidding.turn) == ("atreides", "fremen")
    evening.redo("host")
    assert (evening.bidding.high_by, evening.bidding.high) == ("fremen", 2)


def test_4_97_02_what_was_seen_stays_on_record(evening: AtFirstBid) -> None:
    seen = len(evening.seen("atreides"))
    evening.undo("host")
    assert seen and len(evening.seen("atreides")) == seen
    assert evening.bidding.step == "deal"


def test_4_97_03_the_table_overrules(evening: AtFirstBid) -> None:
    assert evening.step("fremen 1") == "1.04.06.01"
    assert evening.step("fremen 1", waive=True) == ""
    heard = [one.event for one in evening.public.log if isinstance(one.event, ObjectionWaived)]
    assert heard[0].rules() == ("4.97.03", "1.04.06.01")


def test_4_97_05_after_a_restart_the_clock_is_paused(evening: AtFirstBid) -> None:
    evening.after(4)
    evening.wake()
    timer = evening.timer()
    assert timer is not None and (timer.paused, timer.left(99_000)) == (True, 10_000)
    assert evening.step("atreides 1") == "4.97.05"


def test_4_97_06_a_bid_on_an_old_price_is_refused(evening: AtFirstBid) -> None:
    sight = price_shown(evening.screen("public"))
    evening.step("atreides 1")
    assert evening.step("fremen 2", sight=sight) == "4.97.06"
    assert evening.step("fremen 2", sight=price_shown(evening.screen("public"))) == ""
