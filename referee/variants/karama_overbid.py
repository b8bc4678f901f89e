"""Option B13: whether an over-bid by Karama is declared."""

from __future__ import annotations

from referee.cards.karama import OverbidIsOpen
from referee.rulings import option, ruling, setting
from referee.table import Table

option(
    "B13",
    "4.91.13",
    "Over-bidding with Karama",
    (
        "hidden",
        "Hidden",
        "It shows only when the card is paid. If outbid, nothing was spent and nobody learns of it.",
    ),
    ("declared", "Declared", "The bidder says so when choosing it."),
)


@ruling(OverbidIsOpen, rule="4.91.13")
def it_may_be_declared(question: OverbidIsOpen, table: Table, so_far: bool) -> bool | None:
    """The table may want it declared."""
    return True if setting(table, "B13") == "declared" else None
