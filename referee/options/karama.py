"""Options B11, K5 and K8, and what B13 pays with: Karama, and what it can stop.

B12 and B13 stand with the purchase, K1 with the stopping.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.kernel import Objection, Table, adds, option, setting
from referee.phases.battle.live_battle import battle_now, declarations
from referee.phases.battle.lock_plan import ReopenPlan
from referee.powers.karama_windows import Against

PLAN_FIXED = option(
    "K5",
    "4.92.05",
    "Until when may a plan change?",
    ("reveal", "At the reveal", "A locked plan may be changed until both are locked."),
    ("spoken", "After Voice or Prescience", "A plan that was locked after one of them stays as it is."),
)


@adds(Against, rule="4.92.05", of=ReopenPlan)
def what_was_spoken_fixes_the_plan(question: Against, table: Table) -> Iterable[Objection]:
    command = question.command
    if not isinstance(command, ReopenPlan) or battle_now(table) is None or setting(table, PLAN_FIXED) != "spoken":
        return ()
    spoken = declarations(table)
    if command.seat not in spoken.orders and command.seat not in spoken.answers:
        return ()
    return (Objection("4.92.05", "At this table a plan cannot change after the Voice or Prescience."),)
