"""2.12 Moritani: how they begin, and what terror tokens do."""

from __future__ import annotations

import pytest

from referee.board.forces import RESERVES, Group, forces_in
from referee.board.forces_counted import KeepCount, yet_to_place
from referee.board.standing import stands
from referee.factions.moritani import ME
from referee.kernel import ask
from referee.offers.waiting import on_turn
from referee.phases.revival.limits_and_prices import FreeOnSheet
from referee.turn.on_the_map import SetDown
from tests.kit import LiveTable


def begun(*others: str) -> LiveTable:
    """Return a table at which forces are placed on the map."""
    return LiveTable(ME, *(others or ("fremen", "atreides")), spice=-1, phase="storm").do(KeepCount())


def test_2_12_01_they_begin_with_twelve_spice() -> None:
    assert begun().purse(ME) == [12]


def test_2_12_02_they_place_six_last_where_nobody_stands() -> None:
    sitting = begun()
    assert yet_to_place(sitting.public) == ("fremen",) and ME not in on_turn(sitting.public)
    assert sitting.refused(SetDown(ME, 6, "Carthag")) == ("2.12.02", "NOT_YOUR_TURN")
    sitting.do(SetDown("fremen", 10, "Sietch Tabr"))
    assert on_turn(sitting.public) == (ME,) and forces_in(sitting.public, ME, RESERVES) == Group(14)
    assert sitting.refused(SetDown(ME, 6, "Arrakeen")) == ("2.12.02", "NOT_ELIGIBLE")  # of Atreides
    assert sitting.refused(SetDown(ME, 5, "Carthag")) == ("2.12.02", "NOT_ELIGIBLE")
    sitting.do(SetDown(ME, 6, "Carthag"))
    assert [one.seat for one in stands(sitting.public, "Carthag")] == [ME] and not on_turn(sitting.public)
    assert "2.12.02" not in [rule for _, rule in sitting.said()]  # no order that was carried out


def test_2_12_02_not_the_hidden_mobile_stronghold() -> None:
    sitting = begun("ixian", "atreides")
    assert sitting.no(SetDown(ME, 6, "Hidden Mobile Stronghold")) == "2.12.02"


@pytest.mark.parametrize("kept", ["kept", "none"])
def test_2_12_02_the_table_is_told_before_the_map_waits_for_them(kept: str) -> None:
    sitting = LiveTable(ME, "fremen", "atreides", phase="storm", P6=kept).do(KeepCount())
    assert "2.12.02" in [rule for _, rule in sitting.said()]


def test_2_12_14_two_revive_free() -> None:
    assert ask(begun().public, FreeOnSheet(ME)).value == 2
