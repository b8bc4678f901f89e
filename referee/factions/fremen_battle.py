"""Fremen in battle: Fedaykin count for two, and nobody needs spice to fight in full."""

from __future__ import annotations

from referee.phases.battle_forces import ForceWorth, Worth, twice
from referee.rulings import ruling
from referee.table import Table

ME = "fremen"


def _mine(question: ForceWorth, table: Table) -> bool:
    return question.battle.side(question.at).faction == ME and table.rules == "advanced"


@ruling(ForceWorth, rule="2.04.18")
def fedaykin_count_twice(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    """A Fedaykin is worth two in the advanced game. A Karama may prevent it."""
    return twice(so_far) if _mine(question, table) and question.starred else None


@ruling(ForceWorth, rule="2.04.21")
def battle_hardened(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    """Full strength without spice. A Karama may prevent it."""
    return Worth(so_far.full, so_far.full, False) if _mine(question, table) else None
