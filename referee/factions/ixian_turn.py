"""Ixians outside the auction: cyborgs cost more to revive and carry more home."""

from __future__ import annotations

from referee.phases.collection import Carries
from referee.phases.counting import Start, StartForces
from referee.phases.forces import Group, Starred
from referee.phases.revival import ForcePrice, FreeOnSheet
from referee.phases.territories import STRONGHOLD, Territory, territory
from referee.rulings import ruling
from referee.table import Table

ME = "ixian"
HOME = territory(Territory("Hidden Mobile Stronghold", STRONGHOLD, owner=ME)).name


@ruling(FreeOnSheet, rule="2.07.04")
def one_free(question: FreeOnSheet, table: Table, so_far: int) -> int | None:
    """One force returns free, a cyborg too."""
    return 1 if question.seat == ME else None


@ruling(Carries, rule="2.07.07")
def a_cyborg_carries_three(question: Carries, table: Table, so_far: int) -> int | None:
    """Each cyborg collects three wherever they stand."""
    rate = so_far // (question.normal + question.special) if so_far else 0
    return so_far + (3 - rate) * question.special if question.seat == ME and question.special else None


@ruling(ForcePrice, rule="2.07.09")
def three_for_a_cyborg(question: ForcePrice, table: Table, so_far: int) -> int | None:
    """A cyborg costs three."""
    return so_far + question.special if question.seat == ME and question.special else None


@ruling(Starred, rule="2.07.02")
def starred_forces(question: Starred, table: Table, so_far: int) -> int | None:
    """Seven cyborgs."""
    return 7 if question.seat == ME else None


@ruling(StartForces, rule="2.07.02")
def reserves_at_the_start(question: StartForces, table: Table, so_far: Start) -> Start | None:
    """Ten suboids and four cyborgs in reserve; six are in the stronghold of their own."""
    return Start(Group(10, 4), (HOME,)) if question.seat == ME else None
