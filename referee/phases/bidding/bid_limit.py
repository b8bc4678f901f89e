"""The bid limit: one's own purse and the promises of helpers.

A promise holds for the phase and is heard by the two concerned. It never exceeds the helper's purse: if that shrinks
below, both hear the new sum (1.10.02.04). Only the buyer knows how they mean to pay.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.holdings.purse import PurseChanged, enough, spice_of
from referee.kernel import (
    Amount,
    Chance,
    Event,
    Objection,
    Public,
    Question,
    SeatCommand,
    SeatQuestion,
    Table,
    Value,
    Whisper,
    after,
    ask,
    option,
    ruling,
)
from referee.phases.bidding.order_of_bidding import Backing, Promise

NO_LIMIT = float("inf")

UNPAYABLE_BID = option(
    "B4",
    "4.91.04",
    "A bid that cannot be paid",
    ("phone", "Their own phone says so", "Only the bidder's phone refuses it. Others learn of it at payment."),
    ("refuse", "Refused everywhere", "It is refused at once, on the table screen too. That reveals who is poor."),
)


class Limit(Value):
    """The highest bid, whose spice may pay for it, and the rules."""

    sources: tuple[tuple[str, int], ...] = ()
    unlimited: bool = False
    because: tuple[str, ...] = ()

    @property
    def most(self) -> float:
        """Return the highest legal bid; ``NO_LIMIT`` if there is none or this viewer cannot know it."""
        return NO_LIMIT if self.unlimited else sum(amount for _, amount in self.sources)

    def plus(self, helper: str, amount: int) -> Limit:
        return Limit((*self.sources, (helper, amount)), self.unlimited) if amount else self


class BidLimit(SeatQuestion[Limit], rule="1.04.06.03"):
    """How much may this faction bid?"""

    def plain(self, table: Table) -> Limit:
        own = spice_of(table, self.seat)
        return Limit(unlimited=True) if own is None else Limit(((self.seat, own),))


@ruling(BidLimit, rule="1.10.02.04")
def ally_support(question: BidLimit, table: Table, so_far: Limit) -> Limit | None:
    ally = table.ally(question.seat)
    amount = promise(table, ally, question.seat) if ally else 0
    return so_far.plus(ally, amount) if ally and amount else None


def promise(table: Table, helper: str, bidder: str) -> int:
    """Return what remains of a helper's promise, as this viewer knows it."""
    backing = table.state(Backing)
    pledge = backing.promises.get((helper, bidder))
    return pledge.stands if pledge else 0


def bid_limit(table: Table, seat: str) -> Limit:
    """Return the limit, the deciding rule first."""
    answer = ask(table, BidLimit(seat))
    last = "1.04.06.03"
    return Limit(answer.value.sources, answer.value.unlimited, (last, *(r for r in answer.because if r != last)))


class MayBack(Question[bool], rule="1.10.02.04"):
    """May this faction promise spice for that one's bids?"""

    helper: str
    bidder: str

    def plain(self, table: Table) -> bool:
        return table.ally(self.helper) == self.bidder


def backing_of(table: Table) -> Backing:
    """Return what is promised in this phase, to be written to."""
    return table.put(table.state(Backing))


class SupportPromised(Whisper):
    """A helper promised to pay up to this much in this phase."""

    helper: Public[str]
    bidder: Public[str]
    amount: Public[int]
    why: Public[tuple[str, ...]]
    says = "{helper!n:The supports} {bidder!n} with up to {amount}."

    def apply(self, table: Table) -> None:
        backing = backing_of(table)
        backing.promises[self.helper, self.bidder] = Promise(self.amount, self.amount)
        backing.asked.pop((self.helper, self.bidder), None)


class SupportStands(Whisper, because=("1.10.02.04",)):
    """A promise was cut to what its helper's purse holds."""

    helper: Public[str]
    bidder: Public[str]
    amount: Public[int]
    says = "{helper!n:The 's} support for {bidder!n} is now {amount}."

    def apply(self, table: Table) -> None:
        pledge = backing_of(table).promises.setdefault((self.helper, self.bidder), Promise(self.amount, 0))
        pledge.stands = self.amount


class SharesChosen(Whisper, because=("1.10.02.04",)):
    seat: Public[str]
    shares: Public[dict[str, int]]

    def apply(self, table: Table) -> None:
        backing_of(table).shares[self.seat] = dict(self.shares)


def purses_changed(table: Table, seats: Iterable[str]) -> Iterable[Event]:
    """Yield the cut of each promise above its helper's purse (1.10.02.04)."""
    backing = table.state(Backing)
    touched = set(seats)
    for (helper, bidder), pledge in list(backing.promises.items()):
        own = spice_of(table, helper) if helper in touched else None
        if own is not None and min(pledge.promised, own) != pledge.stands:
            yield SupportStands(frozenset({helper, bidder}), helper, bidder, min(pledge.promised, own))


@after(PurseChanged, rule="1.10.02.04")
def promises_follow_the_purse(event: PurseChanged, table: Table, chance: Chance) -> Iterable[Event]:
    yield from purses_changed(table, event.purses())


class Back(SeatCommand, by="seat", own_form=True):
    """Promise to pay up to this much of another's price in this phase; 0 withdraws it."""

    to: str
    amount: Amount

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.to not in table.seats or self.to == self.seat:
            yield Objection("1.10.02.04", "Support another faction at this table. Choose one.", "NOT_ALLIED")
            return
        may = ask(table, MayBack(self.seat, self.to))
        if not may.value:
            allied = "At this table everybody bids with their own spice only. Change that under Options."
            strangers = "Only allies may support each other's bids. Pay a bribe instead."
            yield Objection(may.because[0], allied if table.ally(self.seat) == self.to else strangers, "NOT_ALLIED")
        elif self.amount != 0:
            yield from enough(table, self.seat, self.amount, may.because[0])

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        why = ask(table, MayBack(self.seat, self.to)).because
        yield SupportPromised(frozenset({self.seat, self.to}), self.seat, self.to, int(self.amount), why)
