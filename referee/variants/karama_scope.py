"""Option K1: how long a power stopped by Karama stays silent."""

from __future__ import annotations

from referee.cards.karama import StopScope
from referee.rulings import option, ruling, setting
from referee.table import Table

option(
    "K1",
    "4.92.01",
    "A power stopped by Karama",
    ("use", "One use", "The power is stopped once."),
    ("phase", "The rest of the phase", "The power is silent until the phase is over."),
    ("turn", "The whole turn", "The power is silent until the turn is over."),
)


@ruling(StopScope, rule="4.92.01")
def it_may_last_longer(question: StopScope, table: Table, so_far: str) -> str | None:
    """The table may silence it for longer."""
    value = setting(table, "K1")
    return value if value != "use" else None
