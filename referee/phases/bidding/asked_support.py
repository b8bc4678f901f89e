"""Asking an ally or the Emperor for support of one's bids: an amount, answered yes or no (4.90.08).

Only the two concerned hear of it. Yes is a promise as if the helper had made it unasked.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import named
from referee.holdings.purse import enough, whole
from referee.kernel import (
    Amount,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    Table,
    Whisper,
    adds,
    ask,
    say,
)
from referee.offers.offer import Offer, SecretOffers, seat_and_sum
from referee.phases.bidding.bid_limit import MayBack, SupportPromised, backing_of, promise
from referee.phases.bidding.order_of_bidding import Backing, Bidding

RULE, MOST = "4.90.08", 99


class SupportAsked(Whisper, because=(RULE,)):
    bidder: Public[str]
    helper: Public[str]
    amount: Public[int]
    says = "{bidder!n:The asks} {helper!n} for {amount} spice."

    def apply(self, table: Table) -> None:
        backing_of(table).asked[self.helper, self.bidder] = self.amount


class SupportRefused(Whisper, because=(RULE,)):
    bidder: Public[str]
    helper: Public[str]
    amount: Public[int]
    says = "{helper!n:The says} no: {bidder!n} will not get {amount} spice."

    def apply(self, table: Table) -> None:
        backing_of(table).asked.pop((self.helper, self.bidder), None)


def _auctions(table: Table) -> bool:
    """Return True while cards are auctioned."""
    bidding = table.get(Bidding)
    return table.phase == "bidding" and bidding is not None and bidding.step != "over"


def helpers(table: Table, seat: str) -> list[str]:
    """Return who may promise this faction spice for its bids."""
    return [other for other in table.seats if other != seat and ask(table, MayBack(other, seat)).value]


class AskSupport(SeatCommand, by="seat"):
    to: str
    amount: Amount

    def objections(self, table: Table) -> Iterable[Objection]:
        if not _auctions(table):
            yield Objection(RULE, "Ask for support while cards are auctioned.", firm=True)
        elif self.to not in helpers(table, self.seat):
            yield Objection(RULE, "This faction can't support your bids. Ask your ally.", "NOT_ALLIED", firm=True)
        elif not whole(self.amount, 1) or self.amount > MOST:
            yield Objection(RULE, "Ask for a whole number of spice, 1 or more.", "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield SupportAsked(frozenset({self.seat, self.to}), self.seat, self.to, int(self.amount))


class AnswerSupport(SeatCommand, by="seat"):
    """Answer a request: yes promises the amount asked for, or what was promised before if that is more."""

    to: str
    yes: bool

    def objections(self, table: Table) -> Iterable[Objection]:
        amount = table.state(Backing).asked.get((self.seat, self.to))
        if amount is None:
            yield Objection(RULE, "That request is answered or withdrawn.", firm=True)
        elif self.yes:
            yield from enough(table, self.seat, amount, RULE)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        amount, two = table.state(Backing).asked[self.seat, self.to], frozenset({self.seat, self.to})
        if self.yes:
            amount = max(amount, promise(table, self.seat, self.to))
            yield SupportPromised(
                two, self.seat, self.to, amount, (*ask(table, MayBack(self.seat, self.to)).because, RULE)
            )
        else:
            yield SupportRefused(two, self.to, self.seat, amount)


@adds(SecretOffers, rule=RULE)
def ask_or_answer(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    for (helper, bidder), amount in table.state(Backing).asked.items():
        if helper == seat:
            for yes, label, icon in (
                ("1", say("Support {bidder} with {amount}", bidder=named(bidder), amount=amount), "check"),
                ("", say("Refuse {bidder} the {amount}", bidder=named(bidder), amount=amount), "pass"),
            ):
                yield Offer(AnswerSupport, label, RULE, fixed=(("to", bidder), ("yes", yes)), at_once=True, icon=icon)
    if able := helpers(table, seat) if _auctions(table) else []:
        yield Offer(AskSupport, "Ask for support", RULE, seat_and_sum(able, "Ask for", 1, MOST))
