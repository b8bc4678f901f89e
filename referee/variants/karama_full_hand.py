"""Option B12: whether playing Karama makes room in a full hand."""

from __future__ import annotations

from referee.cards.karama import RoomForKarama
from referee.phases.hands import hand_limit
from referee.rulings import option, ruling, setting
from referee.table import Table

option(
    "B12",
    "4.91.12",
    "Karama and a full hand",
    ("counts", "It counts", "A full hand may not take a card by Karama."),
    ("room", "It makes room", "Playing Karama makes room for the card it takes."),
)


@ruling(RoomForKarama, rule="4.91.12")
def it_may_make_room(question: RoomForKarama, table: Table, so_far: bool) -> bool | None:
    """The table may let it make room."""
    full = len(table.seats[question.seat].hand) == hand_limit(table, question.seat)
    return True if full and setting(table, "B12") == "room" else None
