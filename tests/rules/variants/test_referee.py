"""4.97: the referee's own rules, on a running table with a clock that stands where the test puts it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.common.setup import SetTable
from referee.kernel.commands import ObjectionWaived
from referee.kernel.events import PUBLIC
from referee.phases.bidding.auction import BeginBidding, price_shown
from referee.phases.bidding.state import Bidding, bidding_of
from referee.running.journal import Journal
from referee.running.sitting import Dice, Sitting
from tests.kit.notation import DECK, QUIET, command_for, place


class Evening:
    """A sitting of three players at the first bid, and its clock in seconds."""

    def __init__(self, file: Path) -> None:
        self.now, self.file = 0.0, file
        self.sitting = self.open()
        seats = tuple(place(words) for words in ("atreides 9", "fremen 9", "guild 3"))
        first = SetTable("t", seats, "atreides", options=tuple(QUIET.items()), deck=tuple(DECK.split()))
        for command in (first, BeginBidding(), command_for("declare"), command_for("deal")):
            assert self.sitting.act(command, "referee").done

    def open(self) -> Sitting:
        return Sitting(Journal(self.file), Dice(1), lambda: int(self.now * 1000))

    def act(self, step: str, who: str = "", **how: object) -> str:
        """Take a step; return the rule that refuses it, or nothing."""
        command = command_for(step)
        done = self.sitting.act(command, who or getattr(command, "seat", PUBLIC), **how)  # type: ignore[arg-type]
        return "" if done.done else done.objections[0].rule

    @property
    def bidding(self) -> Bidding:
        return bidding_of(self.sitting.screen(PUBLIC))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path / "evening.referee")
    yield made
    made.sitting.journal.close()


def test_4_97_01_half_a_second_after_zero_still_counts(evening: Evening) -> None:
    evening.now = 10.3
    assert evening.act("atreides 1") == ""


def test_4_97_01_what_comes_later_does_not(evening: Evening) -> None:
    evening.now = 10.7
    assert evening.act("atreides 1") == "4.97.01"


def test_1_04_06_04_the_referee_passes_after_its_grace(evening: Evening) -> None:
    evening.now = 11.1
    evening.sitting.tick()
    assert evening.bidding.passed == {"atreides": "time"} and evening.bidding.turn == "fremen"


def test_4_97_02_undo_and_redo(evening: Evening) -> None:
    evening.act("atreides 1")
    evening.act("fremen 2")
    evening.sitting.undo("host")
    assert (evening.bidding.high_by, evening.bidding.turn) == ("atreides", "fremen")
    evening.sitting.redo("host")
    assert (evening.bidding.high_by, evening.bidding.high) == ("fremen", 2)


def test_4_97_02_what_was_seen_stays_on_record(evening: Evening) -> None:
    seen = len(evening.sitting.seen("atreides"))
    evening.sitting.undo("host")
    assert seen and len(evening.sitting.seen("atreides")) == seen
    assert evening.bidding.step == "deal"


def test_4_97_03_the_table_overrules(evening: Evening) -> None:
    assert evening.act("fremen 1") == "1.04.06.01"
    assert evening.act("fremen 1", waive=True) == ""
    heard = [one.event for one in evening.sitting.screen(PUBLIC).log if isinstance(one.event, ObjectionWaived)]
    assert heard[0].rules() == ("4.97.03", "1.04.06.01")


def test_4_97_05_after_a_restart_the_clock_is_paused(evening: Evening) -> None:
    evening.now = 4
    evening.sitting.journal.close()
    evening.sitting = evening.open()
    timer = evening.sitting.timer()
    assert timer is not None and (timer.paused, timer.left(99_000)) == (True, 10_000)
    assert evening.act("atreides 1") == "4.97.05"


def test_4_97_06_a_bid_on_an_old_price_is_refused(evening: Evening) -> None:
    sight = price_shown(evening.sitting.screen("public"))
    evening.act("atreides 1")
    assert evening.act("fremen 2", sight=sight) == "4.97.06"
    assert evening.act("fremen 2", sight=price_shown(evening.sitting.screen("public"))) == ""
