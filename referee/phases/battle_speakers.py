"""A faction that speaks before the plans of a battle: to its own opponent, or to its ally's.

Two factions have such a power, the one to order and the other to ask, and each has it twice: for itself and for its
ally. What is the same about them is said here once; the rule of each, and what its words bind, come from its room.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.phases.battle import Battle
from referee.phases.battle_plan import MoreObjections
from referee.phases.battle_spoken import ANNOUNCED, ASKED, ORDER, SAID, Say, Speaks, foe_of, step_by
from referee.phases.powers import Power, Stoppable
from referee.play import Objection
from referee.rulings import ruling, setting
from referee.table import Table

Bound = Callable[[Table, Battle, str, str], tuple[Objection, ...]]


def speaks_before(power: Power, kind: str, bound: Bound, *, for_ally: bool = False) -> None:
    """Give a faction the power to order or ask; ``bound`` says what its words have against the plan of a side."""

    @ruling(Speaks, rule=power.rule)
    def speaks(question: Speaks, table: Table, so_far: tuple[Say, ...]) -> tuple[Say, ...] | None:
        fights = power.seat in question.fighting
        there = power.seat in table.seats and fights is not for_ally
        to = foe_of(table, power.seat, question.fighting) if there else ""
        return (*so_far, Say(power.rule, power.seat, to, kind)) if to else None

    @ruling(MoreObjections, rule=power.rule)
    def binds(question: MoreObjections, table: Table, so_far: tuple[Objection, ...]) -> tuple[Objection, ...] | None:
        found = bound(table, question.battle, question.at, power.rule)
        return (*so_far, *found) if found else None

    @ruling(Stoppable, rule=power.rule)
    def stoppable(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
        step = step_by(table, power.rule) if question.moment in {"battle", "any"} else None
        heard = SAID if kind == ORDER else ASKED
        due = {ANNOUNCED, *({heard} if setting(table, "K3") == "heard" else ())}
        return (*so_far, power) if step and step.state in due else None
