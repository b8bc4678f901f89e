"""Option B11: when Karama may take a card without payment."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards.karama.bidding import OverbidIsOpen, PurchaseMoment, RoomForKarama, StopScope
from referee.common.hands import hand_limit
from referee.common.karama_windows import Against
from referee.common.powers import SaleSeconds, StopSeconds
from referee.kernel.commands import Objection
from referee.kernel.rulings import adds, option, ruling, setting
from referee.kernel.table import Table
from referee.phases.battle.before_reveal import ReopenPlan
from referee.phases.battle.state import battle_now, spoken

option(
    "B11",
    "4.91.11",
    "Taking a card by Karama",
    ("turn", "On your turn", "It ends the auction of this card."),
    ("instead", "Instead of paying", "After winning the card."),
    ("any", "At any time", "While the card is up."),
)


@ruling(PurchaseMoment, rule="4.91.11")
def the_table_names_the_moment(question: PurchaseMoment, table: Table, so_far: str) -> str | None:
    """The table may choose another moment."""
    value = setting(table, "B11")
    return value if value != "turn" else None


@ruling(SaleSeconds, rule="4.91.11")
def time_to_pay_by_karama(question: SaleSeconds, table: Table, so_far: int) -> int | None:
    """Where Karama replaces the payment, every sale leaves ten seconds for it."""
    return 10 if setting(table, "B11") == "instead" and not so_far else None


# -- Option B12: whether playing Karama makes room in a full hand -------------------------------------


option(
    "B12",
    "4.91.12",
    "Karama and a full hand",
    ("counts", "It counts", "A full hand may not take a card by Karama."),
    ("room", "It makes room", "Playing Karama makes room for the card it takes."),
)


@ruling(RoomForKarama, rule="4.91.12")
def it_may_make_room(question: RoomForKarama, table: Table, so_far: bool) -> bool | None:
    """The table may let it make room."""
    full = len(table.seats[question.seat].hand) == hand_limit(table, question.seat)
    return True if full and setting(table, "B12") == "room" else None


# -- Option B13: whether an over-bid by Karama is declared --------------------------------------------


option(
    "B13",
    "4.91.13",
    "Over-bidding with Karama",
    (
        "hidden",
        "Hidden",
        "It shows only when the card is paid. If outbid, nothing was spent and nobody learns of it.",
    ),
    ("declared", "Declared", "The bidder says so when choosing it."),
)


@ruling(OverbidIsOpen, rule="4.91.13")
def it_may_be_declared(question: OverbidIsOpen, table: Table, so_far: bool) -> bool | None:
    """The table may want it declared."""
    return True if setting(table, "B13") == "declared" else None


# -- Option K1: how long a power stopped by Karama stays silent ---------------------------------------


option(
    "K1",
    "4.92.01",
    "A power stopped by Karama",
    ("use", "One use", "The power is stopped once."),
    ("phase", "The rest of the phase", "The power is silent until the phase is over."),
    ("turn", "The whole turn", "The power is silent until the turn is over."),
)


@ruling(StopScope, rule="4.92.01")
def it_may_last_longer(question: StopScope, table: Table, so_far: str) -> str | None:
    """The table may silence it for longer."""
    value = setting(table, "K1")
    return value if value != "use" else None


# -- Option K8: the pause in which Karama may be played against a power -------------------------------


option(
    "K8",
    "4.92.08",
    "Window for Karama",
    ("10", "10 s", "The same window and button on all phones; it ends early when everybody is ready."),
    ("5", "5 s", "A short window on all phones."),
    ("20", "20 s", "A long window on all phones."),
    ("all", "Until everybody answers", "Nothing goes on before every seat has answered."),
    ("off", "None", "Whoever wants to stop a power must speak up in time."),
    seconds=(5, 60),
)


@ruling(StopSeconds, rule="4.92.08")
def the_table_sets_the_pause(question: StopSeconds, table: Table, so_far: int) -> int | None:
    """The table may stretch the pause, wait for everybody, or drop it."""
    value = setting(table, "K8")
    return {"off": 0, "all": -1, "10": None}.get(value, int(value) if value.isdecimal() else None)


# -- Options K5, K7 and K9: when a plan is fixed, when cards are swapped, and whether lent traitors can be stopped


option(
    "K5",
    "4.92.05",
    "When the rest of a plan is fixed",
    ("reveal", "At the reveal", "A locked plan may be changed until both are locked."),
    ("spoken", "After Voice or Prescience", "A plan that was locked after one of them stays as it is."),
)
option(
    "K7",
    "4.92.07",
    "When the great swap of cards is made",
    ("bidding", "While bidding, between two cards", "Never while somebody has bid on a card."),
    ("any", "At any time", "In any phase."),
)
option(
    "K9",
    "4.92.09",
    "Karama against traitors called for an ally",
    ("no", "No", "That ability bears no star."),
    ("yes", "Yes", "It can be prevented for one battle."),
)


@adds(Against, rule="4.92.05")
def what_was_spoken_fixes_the_plan(question: Against, table: Table) -> Iterable[Objection]:
    """The table may fix a plan once something was said about it."""
    command = question.command
    if not isinstance(command, ReopenPlan) or battle_now(table) is None or setting(table, "K5") != "spoken":
        return ()
    said = spoken(table)
    if command.seat not in said.orders and command.seat not in said.answers:
        return ()
    return (Objection("4.92.05", "At this table a plan stays as it is once something was said about it."),)
