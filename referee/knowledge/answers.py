"""Answers on what somebody paid the asker this turn, from what the asker heard."""

from __future__ import annotations

from referee.agreements.bribes import BribePaid
from referee.common.turn import TurnBegan
from referee.holdings.ledger import SpiceMoved, front
from referee.holdings.purse import PricePaid, SpiceGiven
from referee.kernel import Event, Table, say, together
from referee.offers.answers import Asked, Reply, answers

PURSES = "1.11.01"


@answers
def who_paid_me(asked: Asked, table: Table) -> Reply | None:
    """Return how much spice a faction has paid the asker since the turn began."""
    if not asked.seat or not asked.faction:
        return None
    paid = 0
    for heard in reversed(table.log):
        if isinstance(heard.event, TurnBegan):
            break
        paid += _paid(heard.event, asked.faction, asked.seat)
    slots = {"payer": asked.name(asked.faction), "n": paid}
    if paid:
        return Reply(together(["Yes.", say("This turn you got {n} spice from {payer}.", **slots)]), (PURSES,))
    return Reply(together(["No.", say("This turn you got no spice from {payer}.", **slots)]), (PURSES,))


def _paid(event: Event, payer: str, payee: str) -> int:
    if isinstance(event, SpiceMoved):
        return event.amount if event.payer == payer and event.payee in {payee, front(payee)} else 0
    if isinstance(event, PricePaid):
        return event.shares.get(payer, 0) if event.payee == payee else 0
    if isinstance(event, SpiceGiven | BribePaid):
        return event.amount if (event.giver, event.taker) == (payer, payee) else 0
    return 0
