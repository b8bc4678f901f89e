"""Rules that do not speak for a while, and when that ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.kernel.events import Event, Public

if TYPE_CHECKING:
    from referee.kernel.table import Table


class RuleSuspended(Event):
    """A rule is stopped for one ``use``, for the ``phase`` or for the ``turn`` (3.01.11.01, option K1)."""

    rule: Public[str]
    scope: Public[str]
    why: Public[tuple[str, ...]] = ()

    def apply(self, table: Table) -> None:
        table.suspended[self.rule] = {"use": 1, "phase": 2, "turn": 3}[self.scope]


class SuspensionSpent(Event):
    """A suspended rule would have answered; a suspension for one use ends here."""

    rule: Public[str]

    def apply(self, table: Table) -> None:
        if table.suspended.get(self.rule) == 1:
            del table.suspended[self.rule]
