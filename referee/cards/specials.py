"""Special cards in battle: the Cheap Hero leads in a leader's place and is gone after use."""

from __future__ import annotations

from referee.phases.battle_cards import STAND_IN, Fits, MayKeep
from referee.rulings import ruling
from referee.table import Table

HERO = "Cheap Hero"


@ruling(Fits, rule="3.01.04")
def leads_for_a_leader(question: Fits, table: Table, so_far: bool) -> bool | None:
    """It stands in for a leader."""
    return True if question.card == HERO and question.slot == STAND_IN else None


@ruling(MayKeep, rule="3.01.04")
def gone_after_use(question: MayKeep, table: Table, so_far: bool) -> bool | None:
    """Even a winner discards it."""
    return False if question.card == HERO else None
