"""Emperor: is paid for treachery cards, gives to an ally, and may back anybody's bid."""

from __future__ import annotations

from referee.phases.backing import BidLimit, Limit, MayBack, promise
from referee.phases.bidding import bidding_of
from referee.phases.payment import Payee
from referee.phases.powers import Power, Stoppable
from referee.phases.purse import MayGive
from referee.phases.setup import Faction, faction
from referee.rulings import ruling
from referee.table import Table

ME = "emperor"
LEADERS = {"Hasimir Fenring": 6, "Captain Aramsham": 5, "Caid": 3, "Burseg": 3, "Bashar": 2}
faction(Faction(ME, "Emperor", "emp", spice=10, cards=1, rules=("2.03.01", "2.03.02"), leaders=LEADERS))
PAYMENT = Power("2.03.04", ME, "PAYMENT_FOR_TREACHERY", "after", "The Emperor is paid for the card.")


@ruling(Payee, rule="2.03.04")
def others_pay_the_emperor(question: Payee, table: Table, so_far: str) -> str | None:
    """Every other faction pays the Emperor; his own price goes to the bank."""
    return ME if ME in table.seats and question.buyer != ME else None


@ruling(Payee, rule="4.91.15")
def his_own_cards(question: Payee, table: Table, so_far: str) -> str | None:
    """Where nobody else is paid, his own price goes to the bank (option B15, which has no other setting)."""
    return so_far if question.buyer == ME and so_far == "bank" else None


@ruling(Stoppable, rule="2.03.04")
def may_be_stopped(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """The payment can be turned to the bank while it is made."""
    due = question.moment == "ahead" or (question.moment == "sale" and bidding_of(table).high_by != ME)
    return (*so_far, PAYMENT) if due and ME in table.seats else None


@ruling(MayGive, rule="2.03.06")
def gives_to_an_ally(question: MayGive, table: Table, so_far: bool) -> bool | None:
    """The Emperor may hand his ally spice at any time."""
    return table.ally(ME) == question.taker if question.giver == ME else None


@ruling(MayBack, rule="4.90.02")
def backs_anybody(question: MayBack, table: Table, so_far: bool) -> bool | None:
    """With the Emperor's permission anybody may bid more than their own purse holds."""
    return True if question.helper == ME and question.bidder != ME else None


@ruling(BidLimit, rule="4.90.02")
def permission_counts(question: BidLimit, table: Table, so_far: Limit) -> Limit | None:
    """What the Emperor has allowed counts, whoever bids; an ally's promise is counted already."""
    if ME not in table.seats or table.ally(question.seat) == ME:
        return None
    amount = promise(table, ME, question.seat)
    return so_far.plus(ME, amount) if amount else None
