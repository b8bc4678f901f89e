"""Options B11 to B13, K1, K5 and K8: Karama, and what it can stop."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards.karama import KARAMA
from referee.cards.karama.purchase import OverbidIsOpen, RoomForKarama, means_to
from referee.cards.karama.stopping import StopScope
from referee.holdings.hands import hand_limit
from referee.kernel.commands import Objection
from referee.kernel.rulings import adds, ask, option, ruling, setting
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


KARAMA_IN_FULL_HAND = option(
    "B12",
    "4.91.12",
    "Karama and a full hand",
    ("counts", "It still counts", "A full hand cannot take a card with Karama."),
    ("room", "It makes room", "Playing Karama makes room for the card it takes."),
)


@ruling(RoomForKarama, rule="4.91.12")
def it_may_make_room(question: RoomForKarama, table: Table, so_far: bool) -> bool | None:
    full = len(table.seats[question.seat].hand) == hand_limit(table, question.seat)
    return True if full and setting(table, KARAMA_IN_FULL_HAND) == "room" else None


KARAMA_OVERBID = option(
    "B13",
    "4.91.13",
    "Bidding above your limit with Karama",
    ("hidden", "Hidden", "It shows only at payment. If you are outbid, nothing is spent and nobody learns of it."),
    ("declared", "Declared", "The bidder announces it with the bid."),
)
KARAMA_OVERBID.decides(OverbidIsOpen, {"declared": True})


@ruling(AnotherWayToPay, rule="4.91.13")
def whoever_declared_it_pays_with_it(question: AnotherWayToPay, table: Table, so_far: str) -> str | None:
    words = f"The bid was declared as one by {KARAMA}, and the card is there to pay with. Close the sale."
    return words if ask(table, OverbidIsOpen()).value and means_to(table, question.buyer) else None


STOPPED_POWER = option(
    "K1",
    "4.92.01",
    "A power stopped by Karama",
    ("use", "One use", "The power is stopped once."),
    ("phase", "The rest of the phase", "The power is stopped until the phase is over."),
    ("turn", "The whole turn", "The power is stopped until the turn is over."),
)
STOPPED_POWER.decides(StopScope, {"phase": "phase", "turn": "turn"})

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
