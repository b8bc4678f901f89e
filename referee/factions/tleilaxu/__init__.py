"""Tleilaxu: their start and their leaders; Zoal is as strong as whoever stands opposite and counts 0 here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.common.factions import Faction, faction
from referee.common.forces import Group
from referee.common.leaders import among
from referee.common.ledger import BANK, pay
from referee.common.traitors import TraitorsDrawn
from referee.kernel.events import Event
from referee.kernel.rulings import Chance, after, fixed, ruling
from referee.kernel.table import Table
from referee.phases.revival.leaders import LeaderPrice, LeaderStrength
from referee.phases.revival.questions import (
    MANY,
    ExtraRevival,
    ForcePrice,
    ForcesRevived,
    FreeOnSheet,
    RevivalLimit,
    RevivalPayee,
    revivals,
)
from referee.phases.turn.counting import Start, StartForces

ME = "tleilaxu"
LEADERS = {"Zoal": 0, "Hidar Fen Ajidica": 4, "Master Zaaf": 3, "Wykk": 2, "Blin": 1}
faction(Faction(ME, "Tleilaxu", "tle", spice=5, cards=1, rules=("2.08.01", "2.08.02"), leaders=LEADERS))


@dataclass
class FaceDancers:
    """The Face Dancers as far as this viewer knows them, those that were shown, and the turn of the last change."""

    held: tuple[str, ...] = ()
    shown: list[str] = field(default_factory=list)
    drawn: bool = False
    changed: int = 0


def dancers_of(table: Table) -> FaceDancers:
    """Return the Face Dancers as this viewer knows them."""
    return table.state(FaceDancers)


# -- Tleilaxu outside the auction: the tanks are theirs, so revivals pay them and cost them half ------


ZOAL = 3


fixed(FreeOnSheet, "2.08.06", 2, seat=ME)


fixed(RevivalLimit, "2.08.06", MANY, seat=ME)


@ruling(ForcePrice, rule="2.08.08")
def half_for_forces(question: ForcePrice, table: Table, so_far: int) -> int | None:
    """They pay half, rounded up on the whole sum."""
    return (so_far + 1) // 2 if question.seat == ME else None


@ruling(LeaderPrice, rule="2.08.08")
def half_for_leaders(question: LeaderPrice, table: Table, so_far: int) -> int | None:
    """They pay half of a leader's strength, rounded up."""
    return (so_far + 1) // 2 if question.seat == ME else None


@ruling(RevivalPayee, rule="2.08.09")
def others_pay_the_tleilaxu(question: RevivalPayee, table: Table, so_far: str) -> str | None:
    """Whoever else revives pays them; their own price goes to the bank."""
    return ME if ME in table.seats and question.seat != ME else None


@after(ForcesRevived, rule="2.08.10")
def one_for_a_free_revival(event: ForcesRevived, table: Table, chance: Chance) -> Iterable[Event]:
    """The first free revival of another faction in a turn brings them one spice from the bank."""
    first = event.free and revivals(table).free.get(event.seat) == event.free
    if first and ME in table.seats and event.seat != ME:
        yield from pay(BANK, ME, 1, "Free revival of another faction", ("2.08.10",))


@after(ExtraRevival, rule="2.08.10")
def one_for_a_ghola(event: ExtraRevival, table: Table, chance: Chance) -> Iterable[Event]:
    """So does a card that brings somebody back."""
    if ME in table.seats and event.seat != ME:
        yield from pay(BANK, ME, 1, "Extra revival by a card", ("2.08.10",))


@ruling(LeaderStrength, rule="2.08.13")
def zoal_counts_three(question: LeaderStrength, table: Table, so_far: int) -> int | None:
    """For revival Zoal is a leader of three."""
    return ZOAL if among(question.leader, ["Zoal"]) else None


fixed(StartForces, "2.08.02", Start(Group(20)), seat=ME)


fixed(TraitorsDrawn, "2.08.03", 0, seat=ME)
