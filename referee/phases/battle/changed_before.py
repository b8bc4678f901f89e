"""What has changed a battle before its plans are locked: a power that was stopped, and what rooms of the boxes add.

All of it is public, and each of it names the rule that did it: the card, not the power that it stopped.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import named
from referee.common.turn import PhaseBegan
from referee.kernel import Question, Table, adds, ask, memoized
from referee.offers.what_now import Says
from referee.phases.battle.before_the_plans import steps
from referee.phases.battle.live_battle import OPEN, LiveBattle, battle_now
from referee.powers.karama_windows import PowerStopped
from referee.powers.powers import power_by_rule


class ChangedBefore(Question[tuple[Says, ...]], rule="1.07.04"):
    """What has changed the battle that is fought now, so far as everybody may know?"""

    def plain(self, table: Table) -> tuple[Says, ...]:
        return ()


@memoized
def changed_before(table: Table) -> tuple[Says, ...]:
    """Return what both should know as they make their plans; nothing once both are locked."""
    live = battle_now(table)
    return ask(table, ChangedBefore()).value if live and live.step == OPEN and not live.locked else ()


def fighting(table: Table, live: LiveBattle) -> frozenset[str]:
    """Return who fights here, with whose forces, beside whom, and their allies."""
    fight = {*live.seats, *live.troops.values(), *(ally for ally, _ in live.beside.values())}
    return frozenset({*fight, *(ally for seat in fight if (ally := table.ally(seat)))})


def stop_of(table: Table, rule: str) -> PowerStopped | None:
    """Return how this power was stopped last in this phase."""
    for heard in reversed(table.log):
        if isinstance(heard.event, PowerStopped) and heard.event.rule == rule:
            return heard.event
        if isinstance(heard.event, PhaseBegan):
            return None
    return None


@adds(ChangedBefore, rule="3.01.11.01")
def powers_are_stopped(question: ChangedBefore, table: Table) -> Iterable[Says]:
    """Of an order or question that was stopped, its own line says so."""
    live = battle_now(table)
    spoken = {step.say.rule for step in steps(table)} if live and table.suspended else set()
    for rule in (one for one in table.suspended if live and one not in spoken):
        stop, whose = stop_of(table, rule), power_by_rule(rule, "").seat
        if stop is not None and live and whose in fighting(table, live):
            yield Says(stop.sentence(named), stop.why[0], whose)
