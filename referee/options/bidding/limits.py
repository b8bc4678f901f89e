"""Options B3 and B18: what counts toward a bid limit, and what is left of support that was partly spent."""

from __future__ import annotations

from collections.abc import Iterable

from referee.holdings.purse import PricePaid
from referee.kernel import Chance, Event, Table, after, option, ruling, setting
from referee.phases.bidding.bid_limit import BidLimit, Limit, MayBack, SupportPromised, purses_changed
from referee.phases.bidding.order_of_bidding import Backing

BID_MADE_OF = option(
    "B3",
    "4.91.03",
    "What counts toward a bid limit",
    ("all", "Own, ally, Emperor", "Own spice, the ally's support, and the Emperor's support for anybody."),
    ("ally", "Own and ally", "Own spice and the ally's support."),
    ("own", "Own only", "Own spice only."),
)


def _counts(table: Table, bidder: str, helper: str) -> bool:
    value = setting(table, BID_MADE_OF)
    return value == "all" or helper == bidder or (value == "ally" and helper == table.ally(bidder))


@ruling(BidLimit, rule="4.91.03")
def the_table_narrows_it(question: BidLimit, table: Table, so_far: Limit) -> Limit | None:
    kept = tuple(source for source in so_far.sources if _counts(table, question.seat, source[0]))
    return Limit(kept, so_far.unlimited) if kept != so_far.sources else None


@ruling(MayBack, rule="4.91.03")
def no_backing_where_it_does_not_count(question: MayBack, table: Table, so_far: bool) -> bool | None:
    return False if so_far and not _counts(table, question.bidder, question.helper) else None


SPENT_PROMISES = option(
    "B18",
    "4.91.18",
    "Support that was partly spent",
    ("card", "Stands for each card", "The next card has the same support, as far as the spice lasts."),
    ("phase", "Shrinks", "What was paid is deducted."),
)


@after(PricePaid, rule="4.91.18")
def what_was_paid_is_taken_off(event: PricePaid, table: Table, chance: Chance) -> Iterable[Event]:
    if setting(table, SPENT_PROMISES) != "phase":
        return
    for helper, share in event.shares.items():
        promise = table.state(Backing).promises.get((helper, event.buyer))
        if promise is not None and share:
            left = max(0, promise.promised - share)
            yield SupportPromised(frozenset({helper, event.buyer}), helper, event.buyer, left, ("4.91.18",))
            yield from purses_changed(table, {helper})
