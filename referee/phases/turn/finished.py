"""Who has said Done in the phase that is played."""

from __future__ import annotations

from referee.common.turn import SaidInPhase, who_said
from referee.kernel.events import Event, Public
from referee.kernel.table import Table
from referee.kernel.wording import Called


class Finished(SaidInPhase):
    """The seats that have said Done, and in which turn and phase."""


def finished(table: Table) -> tuple[str, ...]:
    return who_said(table, Finished)


class SeatDone(Event):
    seat: Public[str]
    because = ("4.97.10",)

    def apply(self, table: Table) -> None:
        table.put(Finished(table.turn, table.phase, [*finished(table), self.seat]))

    def sentence(self, name: Called) -> str:
        return f"{name(self.seat):The is} done."
