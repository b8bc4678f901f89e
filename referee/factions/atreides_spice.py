"""Atreides and the spice deck: a private reminder to look at its top card before the first shipment."""

from __future__ import annotations

from referee.phases.lapses import lapses_after
from referee.phases.offers import BehindShield, Kept
from referee.phases.shipment import shipments
from referee.rulings import ruling
from referee.table import Table

ME = "atreides"
lapses_after("2.01.07", "shipment")


@ruling(BehindShield, rule="2.01.07")
def look_before_the_first_ship(
    question: BehindShield, table: Table, so_far: tuple[Kept, ...]
) -> tuple[Kept, ...] | None:
    """While nobody has shipped in this turn they may look at the uppermost spice card."""
    due = question.seat == ME and table.phase == "shipment" and not shipments(table).made
    said = "You may look at its top card now, before the first ship."
    return (*so_far, Kept("Spice deck", (said,), "2.01.07", now=True)) if due else None
