"""Option B11: when Karama may take a card without payment."""

from __future__ import annotations

from referee.cards.karama import PurchaseMoment
from referee.phases.powers import SaleSeconds
from referee.rulings import option, ruling, setting
from referee.table import Table

option(
    "B11",
    "4.91.11",
    "Taking a card by Karama",
    ("turn", "On your turn", "It ends the auction of this card."),
    ("instead", "Instead of paying", "After winning the card."),
    ("any", "At any time", "While the card is up."),
)


@ruling(PurchaseMoment, rule="4.91.11")
def the_table_names_the_moment(question: PurchaseMoment, table: Table, so_far: str) -> str | None:
    """The table may choose another moment."""
    value = setting(table, "B11")
    return value if value != "turn" else None


@ruling(SaleSeconds, rule="4.91.11")
def time_to_pay_by_karama(question: SaleSeconds, table: Table, so_far: int) -> int | None:
    """Where Karama replaces the payment, every sale leaves ten seconds for it."""
    return 10 if setting(table, "B11") == "instead" and not so_far else None
