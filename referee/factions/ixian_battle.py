"""Ixians in battle: cyborgs count for two, suboids for a half, and a suboid may die to spare a cyborg."""

from __future__ import annotations

from referee.phases.battle_forces import ForceWorth, MaySpare, Worth, twice
from referee.rulings import ruling
from referee.table import Table

ME = "ixian"
SUBOID = Worth(0.5, 0.5, False)


def _mine(question: ForceWorth) -> bool:
    return question.battle.side(question.at).faction == ME


@ruling(ForceWorth, rule="2.07.07")
def cyborgs_count_twice(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    """A cyborg is worth two, in the basic game too; unfed in the advanced game, one."""
    return twice(so_far) if _mine(question) and question.starred else None


@ruling(ForceWorth, rule="2.07.08")
def suboids_count_half(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    """A suboid is worth a half."""
    return SUBOID if _mine(question) and not question.starred else None


@ruling(ForceWorth, rule="2.07.17")
def no_spice_for_suboids(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    """Spice makes no suboid stronger."""
    return SUBOID if _mine(question) and not question.starred and table.rules == "advanced" else None


@ruling(MaySpare, rule="2.07.18")
def a_suboid_for_a_cyborg(question: MaySpare, table: Table, so_far: bool) -> bool | None:
    """In the advanced game each suboid left may die for one cyborg."""
    mine = question.battle.side(question.at).faction == ME
    return True if mine and table.rules == "advanced" else None
