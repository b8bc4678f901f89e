"""Options B10 and B14: what follows where room in a hand brings up the next card, and who may know card counts."""

from __future__ import annotations

from collections.abc import Iterable

from referee.holdings.hands import CardDiscarded, CountCorrected, CountsArePublic
from referee.kernel import Chance, Event, Table, after, option
from referee.phases.bidding.auction import next_card, next_opener
from referee.powers.windows import phase_window


@after(CountCorrected, rule="4.91.10")
@after(CardDiscarded, rule="4.91.10")
def room_at_last(event: Event, table: Table, chance: Chance) -> Iterable[Event]:
    now = phase_window(table)
    if now and now.kind == "wait" and next_opener(table):
        yield from next_card(table, chance)


CARD_COUNTS = option(
    "B14",
    "4.91.14",
    "Card counts",
    ("bidding", "Public while bidding", "Shown during the bidding phase only."),
    ("always", "Always public", "Shown all the time."),
)
CARD_COUNTS.decides(CountsArePublic, {"always": True})
