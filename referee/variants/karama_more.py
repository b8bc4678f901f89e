"""Options K5, K7 and K9: when a plan is fixed, when cards are swapped, and whether lent traitors can be stopped."""

from __future__ import annotations

from referee.phases.announcing import Against
from referee.phases.battle_asks import ReopenPlan
from referee.phases.battle_live import battle_now, spoken
from referee.play import Objection
from referee.rulings import option, ruling, setting
from referee.table import Table

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


@ruling(Against, rule="4.92.05")
def what_was_spoken_fixes_the_plan(
    question: Against, table: Table, so_far: tuple[Objection, ...]
) -> tuple[Objection, ...] | None:
    """The table may fix a plan once something was said about it."""
    wish = question.wish
    if not isinstance(wish, ReopenPlan) or battle_now(table) is None or setting(table, "K5") != "spoken":
        return None
    said = spoken(table)
    if wish.seat not in said.orders and wish.seat not in said.answers:
        return None
    return (*so_far, Objection("4.92.05", "At this table a plan stays as it is once something was said about it."))
