"""Bene Gesserit outside the auction: charity for the rich, and an advisor with every ship from off the planet."""

from __future__ import annotations

from referee.phases.charity import CharityDue
from referee.phases.collection import MayCollect
from referee.phases.counting import Start, StartForces
from referee.phases.forces import Group
from referee.phases.powers import Power, Stoppable
from referee.phases.revival import FreeOnSheet
from referee.phases.shipment import DOWN, MayAccompany, shipments
from referee.rulings import ruling
from referee.table import Table

ME = "bene_gesserit"
HAVEN = "Polar Sink"
CHARITY = Power("2.02.09", ME, "CHARITY", "after", "The Bene Gesserit claim charity.")
ADVISOR = Power("2.02.05", ME, "SPIRITUAL_ADVISORS", "after", "The Bene Gesserit send a force along.")


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
    return question.goal == last[2] and _others_landed(table) and ADVISOR.rule not in table.suspended


def _others_landed(table: Table) -> bool:
    made = shipments(table)
    return made.last is not None and made.last[0] != ME and made.last[1] == DOWN and ME not in made.along


@ruling(MayCollect, rule="2.02.12")
def advisors_do_not(question: MayCollect, table: Table, so_far: bool) -> bool | None:
    """Advisors collect no spice."""
    return False if question.kind == "advisors" else None


@ruling(Stoppable, rule="2.02.09")
def charity_may_be_stopped(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """One such payment can be stopped."""
    due = question.moment in {"choam_charity", "any"} and table.rules == "advanced"
    return (*so_far, CHARITY) if due and ME in table.seats else None


@ruling(Stoppable, rule="2.02.05")
def each_send_may_be_stopped(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """Each single send can be stopped."""
    return (*so_far, ADVISOR) if question.moment in {"shipment", "any"} and ME in table.seats else None


@ruling(StartForces, rule="2.02.02")
def reserves_at_the_start(question: StartForces, table: Table, so_far: Start) -> Start | None:
    """Nineteen in reserve."""
    return Start(Group(19)) if question.seat == ME else None
