"""How long each phase took tonight, folded from what everybody heard: what a forecast learns from.

Times are milliseconds. A stopped clock and a long silence are breaks and count for no phase, and nothing is counted of
what only some heard, so that a pace tells no secret.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.common.turn import PHASES

BREAK_MS = 20 * 60_000


class Span(NamedTuple):
    """Time that the table spent in a phase of a turn, in ms."""

    turn: int
    phase: str
    ms: int


class Pace(NamedTuple):
    """The phases played so far, the one being played, and when that began (ms, 0 before the first)."""

    spans: tuple[Span, ...] = ()
    turn: int = 0
    phase: str = ""
    began: int = 0
    spent: int = 0
    heard: int = 0
    stopped: bool = False

    def goes_on(self, at: int) -> Pace:
        """Return the pace after something that everybody heard at this time."""
        gap = at - self.heard
        counts = self.heard and not self.stopped and 0 < gap <= BREAK_MS
        return self._replace(heard=at, spent=self.spent + gap) if counts else self._replace(heard=at)

    def begins(self, turn: int, phase: str, at: int) -> Pace:
        """Return the pace when a phase has begun, which ends a pause."""
        done = (Span(self.turn, self.phase, self.spent),) if self.phase in PHASES else ()
        return Pace((*self.spans, *done), turn, phase, at, 0, at)

    def stops(self, at: int, *, counts: bool) -> Pace:
        """Return the pace when the clocks were stopped; ``counts`` if the table played until then."""
        played = self.goes_on(at) if counts else self._replace(heard=at)
        return played._replace(stopped=True)

    def resumes(self) -> Pace:
        return self._replace(stopped=False)


NOT_BEGUN = Pace()
