"""Options B1, B2, B8 to B10 and B14: passing, opening, full hands, and cards that nobody bought."""

from __future__ import annotations

from collections.abc import Iterable

from referee.holdings.hands import CardDiscarded, CountCorrected, CountsArePublic
from referee.kernel.events import Event
from referee.kernel.rulings import Chance, after, option, ruling, setting
from referee.kernel.table import Table
from referee.phases.bidding.auction import next_card, next_opener
from referee.phases.bidding.order_of_bidding import AwayPasses, BidAgain, FullHandsEnd, NextOpener, ReturnOrder
from referee.phases.bidding.state import Bidding
from referee.powers.windows import phase_window

BIDDING_AGAIN = option(
    "B1",
    "4.91.01",
    "Bidding again after a pass",
    ("again", "Yes", "A pass counts for this turn only. The card is sold when all others pass in a row."),
    ("final", "No, a pass is final", "A player who passes is out for this card."),
)
BIDDING_AGAIN.decides(BidAgain, {"final": False})

UNBOUGHT_CARDS = option(
    "B2",
    "4.91.02",
    "Cards nobody bought",
    ("dealt", "On top, as dealt", "They go back on top of the deck, first-dealt card first."),
    ("top", "Shuffled, on top", "They are shuffled and put on top of the deck."),
    ("deck", "Shuffled into the deck", "They are shuffled into the whole deck."),
)
UNBOUGHT_CARDS.decides(ReturnOrder, {"top": "top", "deck": "deck"})

AWAY = option(
    "B8",
    "4.91.08",
    "Players away from the table",
    ("pass", "Pass at once", "A player marked as away passes at once."),
    ("clock", "The clock runs", "They get their time like everybody else."),
)
AWAY.decides(AwayPasses, {"clock": False})

CARD_OPENER = option(
    "B9",
    "4.91.09",
    "Who opened the previous card",
    ("asked", "Who was asked first", "Even if that player passed or was away."),
    ("bid", "Who bid first", "The first player who really made a bid."),
)


@ruling(NextOpener, rule="4.91.09")
def the_first_real_bidder(question: NextOpener, table: Table, so_far: str) -> str | None:
    bidding = table.get(Bidding)
    return bidding.last_bidder or None if bidding and setting(table, CARD_OPENER) == "bid" else None


FULL_HANDS = option(
    "B10",
    "4.91.10",
    "Every hand is full",
    ("return", "Cards go back", "The remaining cards go back on top of the deck, as dealt."),
    ("wait", "Wait for a discard", "Bidding continues if somebody discards a card."),
)
FULL_HANDS.decides(FullHandsEnd, {"wait": False})


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
