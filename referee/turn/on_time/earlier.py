"""The pace of an evening that is over, read from what everybody heard of it."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.turn import TurnBegan
from referee.holdings.setup import TableSet
from referee.kernel import Heard
from referee.phases.bidding.events import BiddingBegan
from referee.turn.clock import kept_pace
from referee.turn.pace import NOT_BEGUN, Span


def spans_of(log: Iterable[Heard]) -> tuple[Span, ...]:
    """Return the phases that were played to their end, from the public log."""
    pace, turn = NOT_BEGUN, 1
    for heard in log:
        if isinstance(heard.event, (TurnBegan, TableSet, BiddingBegan)):
            turn = heard.event.turn
        pace = kept_pace(pace, heard.event, turn, heard.at)
    return pace.spans
