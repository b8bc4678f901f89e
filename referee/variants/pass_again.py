"""Option B1: may a player who passed bid again on the same card?"""

from __future__ import annotations

from referee.phases.bidding import BidAgain
from referee.rulings import option, ruling, setting
from referee.table import Table

option(
    "B1",
    "4.91.01",
    "Bidding again after a pass",
    ("again", "Yes", "A pass is for this turn. The card is sold when all others pass in a row."),
    ("final", "No, a pass is final", "Whoever passes sits out the rest of this card."),
)


@ruling(BidAgain, rule="4.91.01")
def a_pass_may_be_final(question: BidAgain, table: Table, so_far: bool) -> bool | None:
    """The table may make a pass final for the card."""
    return False if setting(table, "B1") == "final" else None
