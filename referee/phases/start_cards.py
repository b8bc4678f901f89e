"""The starting cards: dealt with the set-up (0.14), unless somebody chooses before anybody is dealt one."""

from __future__ import annotations

from dataclasses import dataclass

from referee.facts import Event
from referee.rulings import Question, ruling
from referee.table import Table


@dataclass(frozen=True)
class StartWaits(Question[bool]):
    """Does the dealing of the starting cards wait for somebody's choice?"""


@ruling(StartWaits, rule="0.14")
def dealt_at_once(question: StartWaits, table: Table, so_far: bool | None) -> bool:
    """They are dealt from the shuffled deck at once."""
    return False


@dataclass(frozen=True)
class StartCardsWait(Event):
    """The starting cards are not dealt yet: somebody chooses first."""

    because = ("0.14",)

    def apply(self, table: Table) -> None:
        """Every hand is empty."""
