"""Option B10: cards are left, but every hand is full."""

from __future__ import annotations

from collections.abc import Iterable

from referee.facts import Event
from referee.phases.auction import next_card, next_opener
from referee.phases.bidding import Bidding, FullHandsEnd
from referee.phases.hands import CardDiscarded, CountCorrected
from referee.rulings import Chance, after, option, ruling, setting
from referee.table import Table

option(
    "B10",
    "4.91.10",
    "Every hand is full",
    ("return", "Cards go back", "What is left of the row goes back on top of the deck, as dealt."),
    ("wait", "Wait for a discard", "Bidding goes on if somebody discards a card."),
)


@ruling(FullHandsEnd, rule="4.91.10")
def the_table_may_wait(question: FullHandsEnd, table: Table, so_far: bool) -> bool | None:
    """The table may wait for room in a hand."""
    return False if setting(table, "B10") == "wait" else None


@after(CountCorrected, rule="4.91.10")
@after(CardDiscarded, rule="4.91.10")
def room_at_last(fact: Event, table: Table, chance: Chance) -> Iterable[Event]:
    """Room in a hand while everybody waits brings up the next card."""
    bidding = table.get(Bidding)
    if bidding and bidding.step == "talk" and bidding.window == "wait" and next_opener(table):
        yield from next_card(table, chance)
