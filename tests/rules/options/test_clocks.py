"""Clocks for phases and turns: from events alone, stretched, stopped, extended, and never forcing anything."""

from __future__ import annotations

from typing import Any

import pytest

from referee.agreements.alliances import EndNexus, nexus_now
from referee.holdings.setup import ChangeOption
from referee.knowledge.notes import KeepNote
from referee.phases.bidding.auction import Bid, DealRow
from referee.phases.bidding.order_of_bidding import Bidding
from referee.phases.spice_blow.blow import SpiceBlows, WormComes, pile_now
from referee.turn.clock import Countdown, ExtendClock, PauseClock, ResumeClock
from referee.turn.next_phase import EndBidding, GoTo
from referee.turn.who_is_done import SayDone
from referee.web.after.times import spent
from tests.kit import ATREIDES, HARKONNEN, LiveTable, Room


class Clocked(LiveTable):
    """A table whose clock is read in seconds."""

    def __init__(self, **options: Any) -> None:
        super().__init__(first="emperor", spice=5, **{"K8": "", **options})

    @property
    def clock(self) -> Countdown:
        timer = self.timer()
        assert timer is not None
        return timer

    @property
    def left(self) -> int | None:
        timer = self.timer()
        return timer.left(self.at) // 1000 if timer else None


def test_4_97_12_no_clock_unless_the_table_wants_one() -> None:
    for phase in ("storm", "revival", "shipment", "mentat_pause"):
        assert Clocked().do(phase).timer() is None


def test_4_97_12_a_phase_has_its_time_and_at_zero_nothing_is_forced() -> None:
    night = Clocked(C1="120").do("revival").wait(20)
    assert night.left == 100
    acts = len(night.acts())
    assert night.wait(500).left == 0 and len(night.acts()) == acts
    assert night.do("battle").left == 120


def test_4_97_12_each_players_turn_has_its_time() -> None:
    night = Clocked(C1="600", C2="90").do("shipment").wait(80)
    assert (night.left, night.clock.kind) == (10, "turn")
    assert night.do(SayDone("emperor")).left == 90
    assert night.do("revival").timer() is not None and night.left == 600


def test_4_97_12_bidding_keeps_its_own_clocks() -> None:
    assert Clocked(C1="120").do("bidding").timer() is None


def test_4_97_13_a_clock_stops_goes_on_and_is_extended() -> None:
    night = Clocked(C1="60").do("revival").wait(10).do(PauseClock()).wait(300)
    assert night.left == 50
    assert night.do(ResumeClock(), ExtendClock(30)).wait(5).left == 75


@pytest.mark.parametrize(("value", "left"), [("150", 90 - 15), ("200", 120 - 15), ("set", 60 - 15)])
def test_4_97_13_all_clocks_are_stretched_also_the_one_that_runs(value: str, left: int) -> None:
    assert Clocked(C1="60").do("revival").wait(15).do(ChangeOption("C3", value)).left == left
    assert Clocked(C1="60", C3=value).do("revival").left == left + 15


def test_4_97_13_all_clocks_are_taken_away_and_come_back() -> None:
    night = Clocked(C1="60", C3="off").do("revival")
    assert night.timer() is None
    assert night.do(ChangeOption("C3", "set")).left == 60
    assert night.do(ChangeOption("C3", "off")).timer() is None


def test_4_97_05_what_a_dead_or_sleeping_laptop_missed_costs_nobody_time() -> None:
    night = Clocked(C1="90").do("shipment").wait(30).do(SayDone("emperor")).wait(3600)
    night.wake()
    assert night.clock.paused and night.left == 60
    night.do(ResumeClock()).wait(20).do(PauseClock("slept"))
    assert night.left == 60 and night.clock.paused


def test_4_97_05_a_pause_ends_with_the_bidding_that_it_paused() -> None:
    night = Clocked(B7="off").do("bidding", DealRow()).wait(3).do(PauseClock())
    assert night.clock.paused
    night.do(EndBidding(), GoTo("revival", True), GoTo("bidding", True), DealRow())
    assert not night.clock.paused and night.left == night.clock.total // 1000
    timed = Clocked(C1="120").do("revival", PauseClock())
    assert timed.clock.paused and not timed.do("shipment").clock.paused and timed.left == 120


# -- time spent ---------------------------------------------------------------------------------------


def test_4_97_14_the_time_of_a_turn_belongs_to_whoever_has_it() -> None:
    night = Clocked().do("shipment").wait(40).do(SayDone("emperor")).wait(25).do(SayDone("fremen"))
    night.wait(7).do("battle").wait(100).do("spice_collection")
    found = spent(night.acts())
    assert found.seats == {"emperor": [40_000], "fremen": [25_000], "spacing_guild": [7_000]}
    assert (found.phases["shipment"], found.phases["battle"]) == (72_000, 100_000)


def test_4_97_14_a_bid_takes_the_bidders_time() -> None:
    night = Clocked(B7="off", K8="off").do("bidding", DealRow()).wait(4)
    first = night.public.get(Bidding).turn  # type: ignore[union-attr]
    night.do(Bid(first, 1))
    assert spent(night.acts()).seats == {first: [4_000]}


def test_4_97_14_a_stopped_clock_and_a_long_break_count_for_nobody() -> None:
    night = Clocked(C1="600").do("shipment").wait(10).do(PauseClock()).wait(300).do(ResumeClock())
    night.wait(5).do(SayDone("emperor")).wait(21 * 60).do(SayDone("fremen"))
    assert spent(night.acts()).seats == {"emperor": [15_000]}


def test_4_97_14_what_only_one_seat_hears_moves_no_figure() -> None:
    nights = [Clocked().do("shipment").wait(600) for _ in range(2)]
    nights[1].do(KeepNote("atreides", "x"))
    figures = [spent(night.wait(900).do(SayDone("emperor")).acts()) for night in nights]
    assert figures[0] == figures[1]


HOUR, YEAR = 3600, 365 * 86400  # seconds


def running(kind: str) -> Clocked:
    """Return a table whose clock of this kind has run for three seconds."""
    nights = {
        "phase": lambda: Clocked(C1="60").do("revival"),
        "turn": lambda: Clocked(C2="60").do("shipment"),
        "bid": lambda: Clocked().do("bidding", DealRow()),
        "window": lambda: Clocked().do("bidding", DealRow(), Bid("emperor", 1)),
    }
    return nights[kind]().wait(3)


@pytest.mark.parametrize("shift", [-YEAR, -HOUR, -60, 60, HOUR, YEAR])
@pytest.mark.parametrize("kind", ["phase", "turn", "bid", "window"])
def test_4_97_05_a_laptop_whose_clock_was_set_while_it_was_off_cuts_nobodys_time_and_gives_nobody_a_year(
    kind: str, shift: int
) -> None:
    night = running(kind)
    whole, acts = night.clock.total // 1000, len(night.acts())
    night.at += 1000 * shift
    night.wake()
    assert (night.clock.reason, night.left) == ("back", whole)
    night.wait(5)
    assert night.left == whole and len(night.acts()) == acts + 1, "nothing happens but that it is paused"
    night.do(ResumeClock()).wait(2)
    assert night.left == whole - 2
    assert all(ms >= 0 for turns in spent(night.acts()).seats.values() for ms in turns)


def test_4_97_12_shipping_and_moving_has_a_clock_of_its_own() -> None:
    night = Clocked(C1="600", C2="90", C4="60").do("shipment").wait(20)
    assert (night.left, night.clock.kind) == (40, "turn")
    assert night.do(SayDone("emperor")).left == 60
    assert night.do("revival").left == 600


def test_4_97_12_a_part_with_no_clock_has_none_though_others_have() -> None:
    assert Clocked(C1="600", C2="90", C4="off").do("shipment").timer() is None


def test_4_97_12_battle_plans_have_a_clock_until_both_are_locked() -> None:
    room = Room(C5="120")
    room.begin()
    timer = room.timer()
    assert timer is not None and (timer.kind, timer.total) == ("phase", 120_000)
    room.do(ATREIDES, who="atreides")
    assert room.timer() == timer
    room.do(HARKONNEN, who="harkonnen")
    assert room.timer() is None


def test_4_97_12_a_nexus_has_a_clock_until_it_is_over() -> None:
    night = Clocked(turn=2, C6="180").do("spice_blow", WormComes("Funeral Plain"))
    assert nexus_now(night.public) is (night.timer() is not None)
    for place, amount in (("Red Chasm", 8), ("The Minor Erg", 8)):
        if pile_now(night.public):
            night.do(SpiceBlows(place, amount))
    assert nexus_now(night.public) and night.left == 180
    night.do(EndNexus())
    assert night.timer() is None
