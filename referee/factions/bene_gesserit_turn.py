"""Bene Gesserit outside the auction: charity for the rich, and an advisor with every ship from off the planet."""

from __future__ import annotations

from referee.phases.charity import CharityDue
from referee.phases.collection import MayCollect
from referee.phases.counting import Start, StartForces
from referee.phases.forces import Group
from referee.phases.revival import FreeOnSheet
from referee.phases.shipment import DOWN, MayAccompany, shipments
from referee.rulings import ruling
from referee.table import Table

ME = "bene_gesserit"
HAVEN = "Polar Sink"


@ruling(FreeOnSheet, rule="2.02.04")
def one_free(question: FreeOnSheet, table: Table, so_far: int) -> int | None:
    """One force returns free."""
    return 1 if question.seat == ME else None


@ruling(CharityDue, rule="2.02.09")
def two_whatever_they_own(question: CharityDue, table: Table, so_far: int) -> int | None:
    """In the advanced game a claim brings them two, however much they own."""
    return 2 if question.seat == ME and table.rules == "advanced" else None


@ruling(MayAccompany, rule="2.02.05")
def one_to_the_polar_sink(question: MayAccompany, table: Table, so_far: bool) -> bool | None:
    """When another faction ships from off the planet, one force goes free to the Polar Sink."""
    if question.seat != ME:
        return None
    return question.goal == HAVEN and _others_landed(table)


@ruling(MayAccompany, rule="2.02.11")
def one_to_the_same_place(question: MayAccompany, table: Table, so_far: bool) -> bool | None:
    """In the advanced game one advisor may go along to the very place instead, unless the first power is stopped."""
    last = shipments(table).last
    if question.seat != ME or table.rules != "advanced" or last is None or question.goal == HAVEN:
        return None
    return question.goal == last[2] and _others_landed(table) and "2.02.05" not in table.suspended


def _others_landed(table: Table) -> bool:
    made = shipments(table)
    return made.last is not None and made.last[0] != ME and made.last[1] == DOWN and ME not in made.along


@ruling(MayCollect, rule="2.02.12")
def advisors_do_not(question: MayCollect, table: Table, so_far: bool) -> bool | None:
    """Advisors collect no spice."""
    return False if question.kind == "advisors" else None


@ruling(StartForces, rule="2.02.02")
def reserves_at_the_start(question: StartForces, table: Table, so_far: Start) -> Start | None:
    """Nineteen in reserve."""
    return Start(Group(19)) if question.seat == ME else None
