"""Answers on what somebody paid the asker this turn, from what the asker heard."""

from __future__ import annotations

from referee.agreements.bribes import Bribe, BribePaid
from referee.common.factions import named
from referee.common.turn import this_turn
from referee.holdings.ledger import SpiceMoved, front
from referee.holdings.purse import PricePaid, SpiceGiven
from referee.kernel import Event, Table, listed, say, together
from referee.offers.answers import Asked, Reply, answers, may

PURSES, BRIBES = "1.11.01", ("1.12.01", "1.12.02")


@answers
def who_paid_me(asked: Asked, table: Table) -> Reply | None:
    """Return how much spice a faction has paid the asker since the turn began."""
    if not asked.seat or asked.faction == asked.seat:
        return None
    sums = {payer: sum(_paid(event, payer, asked.seat) for event in this_turn(table)) for payer in table.seats}
    if not asked.faction:
        told = [say("{n} from {payer}", n=n, payer=named(payer)) for payer, n in sums.items() if n]
        words = say("This turn you got {told}.", told=listed(told)) if told else "This turn nobody paid you."
        return Reply(together(["Yes." if told else "No.", words]), (PURSES,))
    paid = sums[asked.faction]
    slots = {"payer": asked.name(asked.faction), "n": paid}
    if paid:
        return Reply(together(["Yes.", say("This turn you got {n} spice from {payer}.", **slots)]), (PURSES,))
    return Reply(together(["No.", say("This turn you got no spice from {payer}.", **slots)]), (PURSES,))


@answers
def may_bribe(asked: Asked, table: Table) -> Reply | None:
    """Return whether the asker may pay a faction, or any, a bribe now."""
    others = [seat for seat in table.seats if asked.seat and seat != asked.seat and table.ally(asked.seat) != seat]
    to = asked.faction or next(iter(others), "")
    return may(Bribe(asked.seat, to, asked.number or 1), table, "", BRIBES) if asked.seat and to else None


@answers
def bribes_got(asked: Asked, table: Table) -> Reply | None:
    """Return who bribed the asker, or a faction, since the turn began, and what lies in front of the shield."""
    if not (seat := asked.faction or asked.seat):
        return None
    paid = [event for event in this_turn(table) if isinstance(event, BribePaid) and event.taker == seat]
    lies = table.seats[seat].bribes
    front_of = say("{n} spice in front of the shield.", n=lies) if lies else ""
    if not paid:
        return Reply(together(["No.", "No bribe was paid this turn.", front_of]), BRIBES[::-1])
    return Reply(together(["Yes.", *(event.sentence(named) for event in paid), front_of]), BRIBES[::-1])


def _paid(event: Event, payer: str, payee: str) -> int:
    if isinstance(event, SpiceMoved):
        return event.amount if event.payer == payer and event.payee in {payee, front(payee)} else 0
    if isinstance(event, PricePaid):
        return event.shares.get(payer, 0) if event.payee == payee else 0
    if isinstance(event, SpiceGiven | BribePaid):
        return event.amount if (event.giver, event.taker) == (payer, payee) else 0
    return 0
