"""The window after a power was announced before the plans: it may be stopped before its content is out (option K3).

A table that lets players hear the content first has its window then.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.facts import Event
from referee.phases.announcing import window_over
from referee.phases.battle_spoken import PowerAnnounced, PrescienceAsked, VoiceSpoken
from referee.phases.powers import StopSeconds, stoppable
from referee.rulings import Chance, after, ask, setting
from referee.table import Table


def _window(table: Table, seat: str, rule: str, *, content: bool) -> Iterable[Event]:
    late = setting(table, "K3") == "heard"
    powers = tuple(power for power in stoppable(table, table.phase) if power.rule == rule)
    if late == content and powers and ask(table, StopSeconds()).value:
        yield window_over(table, seat, powers)


@after(PowerAnnounced, rule="4.90.03")
def before_it_is_spoken(fact: PowerAnnounced, table: Table, chance: Chance) -> Iterable[Event]:
    """The others may stop it now."""
    yield from _window(table, fact.seat, fact.rule, content=False)


@after(VoiceSpoken, rule="4.92.03")
def after_the_order(fact: VoiceSpoken, table: Table, chance: Chance) -> Iterable[Event]:
    """Where the content may be heard first, they may stop it then."""
    yield from _window(table, fact.seat, fact.why[0], content=True)


@after(PrescienceAsked, rule="4.92.03")
def after_the_question(fact: PrescienceAsked, table: Table, chance: Chance) -> Iterable[Event]:
    """A question too, before it is answered."""
    yield from _window(table, fact.seat, fact.why[0], content=True)
