"""When bribes may be paid: never before the first storm is placed, and never in the Mentat Pause."""

from __future__ import annotations

from referee.phases.purse import BribesNow
from referee.rulings import ruling
from referee.table import Table


@ruling(BribesNow, rule="1.12.04")
def not_during_setup(question: BribesNow, table: Table, so_far: bool) -> bool | None:
    """The first deal is made after the first storm."""
    return False if table.phase == "setup" or (table.phase == "lobby" and table.turn == 1) else None


@ruling(BribesNow, rule="1.12.05")
def not_in_the_mentat_pause(question: BribesNow, table: Table, so_far: bool) -> bool | None:
    """From the Mentat Pause on nobody bribes until the next turn."""
    return False if table.phase == "mentat_pause" else None
