"""The Voice: before the plans are made the Bene Gesserit order an opponent, their own or their ally's."""

from __future__ import annotations

from collections.abc import Callable

from referee.phases.battle_listing import LivesInPeace
from referee.phases.battle_plan import MayGoWithout, MoreObjections
from referee.phases.battle_spoken import ANNOUNCED, ORDER, SAID, Say, Speaks, foe_of, step_by
from referee.phases.battle_voice import against_order, left_alone
from referee.phases.powers import Power, Stoppable
from referee.play import Objection
from referee.rulings import ruling, setting
from referee.table import Table

ME = "bene_gesserit"
VOICE = Power("2.02.06", ME, "VOICE", "after", "The Bene Gesserit use the Voice.")
FOR_AN_ALLY = Power("2.02.07", ME, "VOICE_FOR_ALLY", "after", "The Bene Gesserit use the Voice for their ally.")


@ruling(Speaks, rule="2.02.06")
def the_voice(question: Speaks, table: Table, so_far: tuple[Say, ...]) -> tuple[Say, ...] | None:
    """Whoever fights them hears it."""
    if ME not in table.seats or ME not in question.fighting:
        return None
    return (*so_far, Say("2.02.06", ME, foe_of(table, ME, question.fighting), ORDER))


@ruling(Speaks, rule="2.02.07")
def the_voice_for_an_ally(question: Speaks, table: Table, so_far: tuple[Say, ...]) -> tuple[Say, ...] | None:
    """So does whoever fights their ally."""
    to = foe_of(table, ME, question.fighting) if ME in table.seats and ME not in question.fighting else ""
    return (*so_far, Say("2.02.07", ME, to, ORDER)) if to else None


@ruling(LivesInPeace, rule="2.02.12")
def advisors(question: LivesInPeace, table: Table, so_far: bool) -> bool | None:
    """Their advisors fight no battle."""
    return True if question.seat == ME and table.rules == "advanced" else None


def _binds(rule: str) -> Callable[[MoreObjections, Table, tuple[Objection, ...]], tuple[Objection, ...] | None]:
    def binds(question: MoreObjections, table: Table, so_far: tuple[Objection, ...]) -> tuple[Objection, ...] | None:
        found = against_order(table, question.battle, question.at, rule)
        return (*so_far, *found) if found else None

    return binds


def _without(rule: str) -> Callable[[MayGoWithout, Table, bool], bool | None]:
    def without(question: MayGoWithout, table: Table, so_far: bool) -> bool | None:
        return True if question.seat and left_alone(table, question.seat, rule) else None

    return without


def _stopped(power: Power) -> Callable[[Stoppable, Table, tuple[Power, ...]], tuple[Power, ...] | None]:
    def stopped(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
        step = step_by(table, power.rule) if question.moment in {"battle", "any"} else None
        due = {ANNOUNCED, *({SAID} if setting(table, "K3") == "heard" else ())}
        return (*so_far, power) if step and step.state in due else None

    return stopped


for _power in (VOICE, FOR_AN_ALLY):
    ruling(MoreObjections, rule=_power.rule)(_binds(_power.rule))
    ruling(MayGoWithout, rule=_power.rule)(_without(_power.rule))
    ruling(Stoppable, rule=_power.rule)(_stopped(_power))
