"""Option B4: when a bid that cannot be paid is found out."""

from __future__ import annotations

from referee.phases.auction import Bid
from referee.play import Judge
from referee.rulings import option, ruling, setting
from referee.table import Table

option(
    "B4",
    "4.91.04",
    "A bid that cannot be paid",
    (
        "phone",
        "Their own phone says so",
        "Only the bidder's phone holds it back. Others learn of it at payment.",
    ),
    (
        "refuse",
        "Refused everywhere",
        "It is refused at once, on the table screen too. That shows a poor purse.",
    ),
)


@ruling(Judge, rule="4.91.04")
def judged_by_the_referee(question: Judge, table: Table, so_far: str) -> str | None:
    """The table may have every bid judged on the true purse."""
    return "referee" if isinstance(question.ask, Bid) and setting(table, "B4") == "refuse" else None
