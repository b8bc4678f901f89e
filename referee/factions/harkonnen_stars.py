"""What of Harkonnen bears a star outside the auction, and when it is announced."""

from __future__ import annotations

from referee.phases.announcing import Uses
from referee.phases.powers import Power, starred
from referee.rulings import ruling
from referee.table import Table

ME = "harkonnen"
CAPTURE = Power("2.05.10", ME, "CAPTURED_LEADERS", "after", "Harkonnen capture a leader.")
starred(CAPTURE, "battle", advanced=True, ledger=True)


@ruling(Uses, rule="2.05.10")
def a_capture_is_announced(question: Uses, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """Whether the prisoner is killed or kept."""
    mine = getattr(question.wish, "captures", False) and getattr(question.wish, "seat", "") == ME
    return (*so_far, CAPTURE) if mine else None
