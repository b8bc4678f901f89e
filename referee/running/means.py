"""What a payer had at that moment: purses, promises, and what a rule pays from the bank.

Asked before each event, on the referee's table: the same questions bound the buttons. A purse that nobody entered is
not judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.agreements.bribes import BribePaid
from referee.common.factions import faction_name
from referee.holdings.ledger import SpiceMoved, SpiceOnBoard
from referee.holdings.purse import PricePaid, SpiceGiven, spice_of
from referee.kernel import BANK, Event, Table, ask, say
from referee.phases.battle.spice_for_forces import SupportLent
from referee.phases.bidding.bid_limit import SupportPromised, bid_limit
from referee.phases.bidding.events import BidMade
from referee.phases.bidding.sealed_bids import BidSealed
from referee.phases.charity import CharityAtOnce, CharityClaimed, CharityDue
from referee.phases.collection.collection import IncomeTaken, income_due
from referee.phases.shipment.ally_pays import ShareOffered

CHARITY, INCOME = "1.03.01", "1.13.01"
Granted = dict[tuple[str, str], int]  # what a rule still pays a seat in this act


def payments(event: Event) -> Mapping[str, int]:
    """Return what an event takes out of which purse."""
    if isinstance(event, PricePaid):
        return event.shares
    if isinstance(event, SpiceMoved):
        return {event.payer: event.amount}
    return {event.giver: event.amount} if isinstance(event, (SpiceGiven, BribePaid)) else {}


def overspent(event: Event, table: Table) -> Iterator[str]:
    """Yield a clause for each purse that has less than it pays or promises."""
    promised = {event.helper: event.amount} if isinstance(event, SupportPromised) else {}
    if isinstance(event, (SupportLent, ShareOffered)):
        promised = {event.seat: event.amount}
    for seat, amount in (payments(event) or promised).items():
        own = spice_of(table, seat) if seat in table.seats else None
        if own is not None and amount > max(own, 0):
            yield say("{name} spend {amount} spice and have {own}", name=faction_name(seat), amount=amount, own=own)


def overbid(event: Event, table: Table) -> Iterator[str]:
    """Yield a clause for a bid that its bidder cannot pay: the table may enter one, as only a phone refuses it."""
    if isinstance(event, (BidMade, BidSealed)) and event.amount > (most := bid_limit(table, event.seat).most):
        name = faction_name(event.seat)
        yield say("{name} bid {amount} and can pay {most}", name=name, amount=event.amount, most=int(most))


def grant(event: Event, table: Table, granted: Granted) -> None:
    """Note what the rules pay for a claim, before it is made."""
    if isinstance(event, CharityClaimed):
        at_once = dict(ask(table, CharityAtOnce()).value).get(event.seat, 0)
        granted[event.seat, CHARITY] = max(at_once, ask(table, CharityDue(event.seat)).value)
    elif isinstance(event, IncomeTaken):
        due = income_due(table, event.seat)
        granted[event.seat, INCOME] = sum(due.get(place, 0) for place in event.places)


def overpaid(event: Event, granted: Granted) -> Iterator[str]:
    """Yield a clause for a claim that pays more than its rule does."""
    if not isinstance(event, SpiceMoved):
        return
    for rule in {CHARITY, INCOME} & {*event.why}:
        due = granted.get((event.payee, rule), 0)
        if event.amount > due:
            name = faction_name(event.payee)
            yield say("{name} are paid {amount} spice where {due} are due", name=name, amount=event.amount, due=due)
        granted[event.payee, rule] = due - event.amount
    if event.payer == BANK and not event.why:
        yield say("the bank pays {amount} spice for nothing", amount=event.amount)


def owing(table: Table) -> Mapping[str, int]:
    """Return what each account lacks that holds less than nothing."""
    held = {faction_name(seat): own.spice for seat, own in table.seats.items()}
    held |= {faction_name(seat): own.bribes for seat, own in table.seats.items() if isinstance(own.bribes, int)}
    held |= table.state(SpiceOnBoard).lying
    return {name: -spice for name, spice in held.items() if isinstance(spice, int) and spice < 0}
