"""A faction that speaks before the plans of a battle: to its own opponent, or to its ally's.

Two factions have such a power, the one to order and the other to ask, and each has it twice: for itself and for its
ally. What is the same about them is said here once; the rule of each, and what its words bind, come from its room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.common.karama_windows import window_over
from referee.common.powers import Power, Stoppable, StopSeconds, stoppable
from referee.kernel.commands import Objection
from referee.kernel.events import Event
from referee.kernel.rulings import Chance, after, ask, option, ruling, setting
from referee.kernel.table import Table
from referee.phases.battle.plan import MoreObjections
from referee.phases.battle.sides import At, Battle
from referee.phases.battle.spoken import (
    ANNOUNCED,
    ASKED,
    ORDER,
    SAID,
    PowerAnnounced,
    PrescienceAsked,
    Say,
    Speaks,
    VoiceSpoken,
    foe_of,
    step_by,
)

LATEST_STOP = option(
    "K3",
    "4.92.03",
    "Latest moment to stop Voice or Prescience",
    ("announced", "When it is announced", "Before its content is spoken."),
    ("heard", "After it is heard", "The order or question may be out already."),
)

Bound = Callable[[Table, Battle, At, str], tuple[Objection, ...]]


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
        due = {ANNOUNCED, *({heard} if setting(table, LATEST_STOP) == "heard" else ())}
        return (*so_far, power) if step and step.state in due else None


# -- The window after a power was announced before the plans: it may be stopped before its content is out (option K3)


def _window(table: Table, seat: str, rule: str, *, content: bool) -> Iterable[Event]:
    late = setting(table, LATEST_STOP) == "heard"
    powers = tuple(power for power in stoppable(table, table.phase) if power.rule == rule)
    if late == content and powers and ask(table, StopSeconds()).value:
        yield window_over(table, seat, powers)


@after(PowerAnnounced, rule="4.90.03")
def before_it_is_spoken(event: PowerAnnounced, table: Table, chance: Chance) -> Iterable[Event]:
    """The others may stop it now."""
    yield from _window(table, event.seat, event.rule, content=False)


@after(VoiceSpoken, rule="4.92.03")
def after_the_order(event: VoiceSpoken, table: Table, chance: Chance) -> Iterable[Event]:
    """Where the content may be heard first, they may stop it then."""
    yield from _window(table, event.seat, event.why[0], content=True)


@after(PrescienceAsked, rule="4.92.03")
def after_the_question(event: PrescienceAsked, table: Table, chance: Chance) -> Iterable[Event]:
    """A question too, before it is answered."""
    yield from _window(table, event.seat, event.why[0], content=True)
