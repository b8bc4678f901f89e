"""Powers that the referee only reminds of: it never sees their use, so a silence on one is used up with its phase."""

from __future__ import annotations

from collections.abc import Iterable

from referee.phases.turn import PHASES, PhaseBegan
from referee.rulings import Chance, SuspensionSpent, after
from referee.table import Table

PHASE_OF: dict[str, str] = {}


def lapses_after(rule: str, phase: str) -> None:
    """Declare that a silence on this rule ends with this phase; its room calls this once."""
    PHASE_OF[rule] = phase


@after(PhaseBegan, rule="3.01.11.01")
def the_use_is_over(fact: PhaseBegan, table: Table, chance: Chance) -> Iterable[SuspensionSpent]:
    """One use is stopped; when the phase is over, that use is."""
    for rule, phase in PHASE_OF.items():
        if table.suspended.get(rule) == 1 and _later(fact.phase, phase):
            yield SuspensionSpent(rule)


def _later(now: str, phase: str) -> bool:
    return now in PHASES and PHASES.index(now) > PHASES.index(phase)
