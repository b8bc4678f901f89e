"""Atreides outside the auction: two free revivals, and the Kwisatz Haderach, which returns the way a leader does."""

from __future__ import annotations

from referee.phases.counting import Start, StartForces
from referee.phases.forces import Group
from referee.phases.leaders import CountsAsLeader, MayRevive, among
from referee.phases.revival import FreeOnSheet
from referee.phases.victory import Spoils
from referee.rulings import ruling
from referee.table import Table

ME = "atreides"
SLEEPER = "Kwisatz Haderach"


@ruling(FreeOnSheet, rule="2.01.04")
def two_free(question: FreeOnSheet, table: Table, so_far: int) -> int | None:
    """Two forces return free."""
    return 2 if question.seat == ME else None


@ruling(MayRevive, rule="2.01.14")
def the_token_like_a_leader(question: MayRevive, table: Table, so_far: bool) -> bool | None:
    """Atreides may spend the turn's leader revival on the token, in the advanced game."""
    mine = question.seat == ME and table.rules == "advanced"
    return mine if among(question.leader, [SLEEPER]) else None


@ruling(CountsAsLeader, rule="2.01.15")
def the_token_is_no_leader(question: CountsAsLeader, table: Table, so_far: bool) -> bool | None:
    """Alive or dead, the token never stands in the way of a leader."""
    return False if among(question.leader, [SLEEPER]) else None


@ruling(StartForces, rule="2.01.02")
def reserves_at_the_start(question: StartForces, table: Table, so_far: Start) -> Start | None:
    """Ten in reserve; ten stand in Arrakeen."""
    return Start(Group(10), ("Arrakeen",)) if question.seat == ME else None


@ruling(Spoils, rule="2.04.09.02")
def spoils_it_in_the_smugglers_sietch(question: Spoils, table: Table, so_far: bool) -> bool | None:
    """Their forces in Tuek's Sietch spoil a special victory."""
    return True if question.seat == ME and question.place == "Tuek's Sietch" else None
