"""The Voice: before the plans are made the Bene Gesserit order an opponent, their own or their ally's."""

from __future__ import annotations

from referee.phases.battle_spoken import OrderTo, foe_of
from referee.rulings import ruling
from referee.table import Table

ME = "bene_gesserit"


@ruling(OrderTo, rule="2.02.06")
def the_voice(question: OrderTo, table: Table, so_far: str) -> str | None:
    """Whoever fights them hears it."""
    return foe_of(table, ME, question.fighting) if question.seat == ME and ME in question.fighting else None


@ruling(OrderTo, rule="2.02.07")
def the_voice_for_an_ally(question: OrderTo, table: Table, so_far: str) -> str | None:
    """So does whoever fights their ally."""
    return foe_of(table, ME, question.fighting) if question.seat == ME and ME not in question.fighting else None
