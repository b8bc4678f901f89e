"""How long a phase, or one player's turn in it, may take: Questions that a table answers with its options.

Bidding has clocks of its own. Elsewhere a clock is only a reminder: at zero a bell rings and nothing is forced. Any
clock may be taken away, stretched, stopped and extended (WCAG 2.2.1).
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.common.turn import PHASES
from referee.kernel.rulings import Question, ask
from referee.kernel.table import Table, memoized
from referee.phases.bidding.state import Bidding
from referee.phases.mentat.victory import winner
from referee.screens.what_now import by_hand, whose_turn


class PhaseSeconds(Question[int]):
    """How many seconds may this phase take? 0 means no clock."""

    phase: str
    rule = "4.97.12"

    def plain(self, table: Table) -> int:
        return 0


class TurnSeconds(Question[int]):
    """How many seconds may one player's turn in this phase take? 0 means no clock."""

    phase: str
    rule = "4.97.12"

    def plain(self, table: Table) -> int:
        return 0


class Stretched(Question[int]):
    """By how many hundredths is every clock of the table lengthened? 100 means not at all, 0 takes all away."""

    rule = "4.97.13"

    def plain(self, table: Table) -> int:
        return 100


@dataclass(frozen=True)
class TimedStep:
    """What a clock of a phase stands for: ``turn`` of a seat or the whole ``phase``, and its seconds unstretched."""

    turn: int
    phase: str
    seat: str
    seconds: int

    @property
    def kind(self) -> str:
        return "turn" if self.seat else "phase"


def auction(table: Table) -> bool:
    """Say whether the referee runs the bidding now, which has clocks of its own."""
    bidding = table.get(Bidding)
    return table.phase == "bidding" and bidding is not None and not (bidding.step == "over" and by_hand(table))


@memoized
def timed_step(table: Table) -> TimedStep | None:
    """Return what the clock of the phase stands for now, or ``None`` if none runs (4.97.12)."""
    if table.phase not in PHASES or winner(table) or auction(table):
        return None
    each = ask(table, TurnSeconds(table.phase)).value
    if each and (seat := whose_turn(table)):
        return TimedStep(table.turn, table.phase, seat, each)
    whole = ask(table, PhaseSeconds(table.phase)).value
    return TimedStep(table.turn, table.phase, "", whole) if whole else None


def on_clock(table: Table) -> str:
    """Return whose turn it is by the clock: who is to bid, or who has the turn in a phase; "" if all act."""
    bidding = table.get(Bidding)
    if bidding is not None and auction(table):
        return bidding.turn
    return whose_turn(table) if table.phase in PHASES and not winner(table) else ""
