"""Options B11, K5 and K8, and what B13 pays with: Karama, and what it can stop.

B12 and B13 stand with the purchase, K1 with the stopping.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards.karama import KARAMA
from referee.cards.karama.purchase import KARAMA_OVERBID, means_to
from referee.kernel.commands import Objection
from referee.kernel.rulings import adds, option, ruling, setting
from referee.kernel.table import Table
from referee.phases.battle.live_battle import battle_now, spoken
from referee.phases.battle.lock_plan import ReopenPlan
from referee.phases.bidding.payment import AnotherWayToPay
from referee.powers.karama_windows import Against
from referee.powers.powers import PurchaseMoment, SaleSeconds, StopSeconds

KARAMA_PURCHASE = option(
    "B11",
    "4.91.11",
    "Taking a card with Karama",
    ("turn", "On your turn", "It ends the auction of this card."),
    ("instead", "Instead of paying", "After winning the card."),
    ("any", "At any time", "While the card is up."),
)
KARAMA_PURCHASE.decides(PurchaseMoment, {"instead": "instead", "any": "any"})


@ruling(SaleSeconds, rule="4.91.11")
def time_to_pay_by_karama(question: SaleSeconds, table: Table, so_far: int) -> int | None:
    """Where Karama replaces the payment, every sale leaves ten seconds for it."""
    return 10 if setting(table, KARAMA_PURCHASE) == "instead" and not so_far else None


@ruling(AnotherWayToPay, rule="4.91.13")
def whoever_declared_it_pays_with_it(question: AnotherWayToPay, table: Table, so_far: str) -> str | None:
    words = f"The bid was declared as one by {KARAMA}, and the card is there to pay with. Close the sale."
    return words if setting(table, KARAMA_OVERBID) == "declared" and means_to(table, question.buyer) else None


KARAMA_WINDOW = option(
    "K8",
    "4.92.08",
    "Time to play Karama",
    ("8", "8 s", "The same button on all phones; it ends early when everybody is ready."),
    ("10", "10 s", "A little longer on all phones."),
    ("5", "5 s", "A short window on all phones."),
    ("20", "20 s", "A long window on all phones."),
    ("all", "Until everybody answers", "The game waits for every player."),
    ("off", "None", "To stop a power, speak up in time."),
    seconds=(5, 60),
)


@ruling(StopSeconds, rule="4.92.08")
def the_table_sets_the_pause(question: StopSeconds, table: Table, so_far: int) -> int | None:
    value = setting(table, KARAMA_WINDOW)
    return {"off": 0, "all": -1, "8": None}.get(value, int(value) if value.isdecimal() else None)


PLAN_FIXED = option(
    "K5",
    "4.92.05",
    "Until when may a plan change?",
    ("reveal", "At the reveal", "A locked plan may be changed until both are locked."),
    ("spoken", "After Voice or Prescience", "A plan that was locked after one of them stays as it is."),
)


@adds(Against, rule="4.92.05")
def what_was_spoken_fixes_the_plan(question: Against, table: Table) -> Iterable[Objection]:
    command = question.command
    if not isinstance(command, ReopenPlan) or battle_now(table) is None or setting(table, PLAN_FIXED) != "spoken":
        return ()
    said = spoken(table)
    if command.seat not in said.orders and command.seat not in said.answers:
        return ()
    return (Objection("4.92.05", "At this table a plan cannot change after the Voice or Prescience."),)
