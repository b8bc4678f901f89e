"""The window in which others may speak: one for all phases.

Bidding opens one before a card, after a sale and for sealed bids; a stoppable power opens one when it is announced,
over the phase's own. Each kind registers whom it asks, what Karama can stop in it and what follows (``runs``).
Everybody answers with the same button, for one window or for the whole phase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from typing import Literal, NamedTuple

from referee.common.phones_at_seats import phones_of
from referee.common.turn import PHASES
from referee.kernel import Chance, Command, Event, Objection, Public, SeatCommand, SeatEvent, State, Table, adds
from referee.offers.offer import MOST_LEFT_OUT, MOST_NAMED, Duties, Duty, HeadCount
from referee.powers.powers import Power, stop_seconds, stoppable, unfinished
from referee.powers.who_answers import (
    SeatReadyForPhase,
    present,
    ready_for_game,
    ready_for_phase,
    ready_for_turn,
    still_asked,
)

Kind = Literal["talk", "pause", "again", "wait", "sealed", "settle", "stop"]


class Window(State):
    """An open window: seconds (0 without a clock, -1 until all have answered), and who is ready."""

    kind: Kind
    seconds: int
    ready: list[str] = field(default_factory=list)

    @property
    def rule(self) -> str:
        return "4.90.03" if self.kind == "stop" else "4.90.04"

    @property
    def by_phase(self) -> bool:
        """Return True if readiness for the whole phase counts for this window too."""
        return self.kind in {"talk", "pause", "settle", "stop"}


class Windows(State):
    """The window of the phase, and those of announced powers over it, the topmost last."""

    phase: str = ""
    of_phase: Window | None = None
    over: list[Window] = field(default_factory=list)


def ready_or_stop(table: Table, seat: str) -> str:
    """Return what a seat is asked to do where the table gives time for Karama: without it, only to be ready."""
    return "tap Ready, or stop it" if stop_seconds(table) and stoppable_now(table) else "tap Ready"


class Runs(NamedTuple):
    """How one kind of window works: what follows, whom it asks, which powers can be stopped, what each reads."""

    then: Callable[[Table, Chance], Iterator[Event]]
    asked: Callable[[Table], list[str]] = present
    powers: Callable[[Table], tuple[Power, ...]] = lambda table: ()
    asks: Callable[[Table, str], str] = ready_or_stop


RUNS: dict[Kind, Runs] = {}


def window(table: Table) -> Window | None:
    """Return the topmost open window, or ``None``."""
    kept = table.state(Windows)
    return kept.over[-1] if kept.over else kept.of_phase if kept.phase == table.phase else None


def phase_window(table: Table) -> Window | None:
    """Return the window of the phase, even below others, or ``None``."""
    kept = table.state(Windows)
    return kept.of_phase if kept.phase == table.phase else None


def put_phase_window(table: Table, made: Window | None) -> None:
    """Replace the window of the phase; ``None`` closes it."""
    table.put(Windows(table.phase, made, table.state(Windows).over))


def stoppable_now(table: Table) -> tuple[Power, ...]:
    """Return what can be stopped now: in a window what it is for, else what this phase may bring."""
    now = window(table)
    return RUNS[now.kind].powers(table) if now else stoppable(table, table.phase)


def asked_now(table: Table) -> list[str]:
    """Return who is asked in the open window, by public knowledge."""
    now = window(table)
    return RUNS[now.kind].asked(table) if now else []


def missing(table: Table) -> list[str]:
    """Return who is still waited for in the open window."""
    now, asked = window(table), asked_now(table)
    if now is None or not now.by_phase:
        return [seat for seat in asked if now and seat not in now.ready]
    return still_asked(table, asked, now.ready)


def whose_answers_count(table: Table) -> list[str]:
    """Return the seats with phones that are asked in the open window, or the others if there are none."""
    asked = asked_now(table)
    return [seat for seat in asked if seat in phones_of(table)] or asked


def few_asked(table: Table) -> tuple[str, ...]:
    """Return who is asked if not everybody is, for then their names help: never who has not answered (4.90.03)."""
    counted = whose_answers_count(table)
    return tuple(counted) if 0 < len(counted) <= MOST_NAMED and len(counted) < len(table.seats) else ()


def not_asked(table: Table) -> tuple[str, ...]:
    """Return the few who are not asked, where they are the shorter list and all others have a phone; public."""
    asked = asked_now(table)
    rest = tuple(seat for seat in table.seats if seat not in asked)
    named = len(asked) > MOST_NAMED and 0 < len(rest) <= MOST_LEFT_OUT
    return rest if named and whose_answers_count(table) == asked else ()


def close_window(table: Table, chance: Chance) -> Iterator[Event]:
    """Yield what follows when the open window closes."""
    now = window(table)
    if now is not None:
        yield from RUNS[now.kind].then(table, chance)


class SeatReady(SeatEvent, later=("why",)):
    why: Public[tuple[str, ...]] = ("4.90.04",)
    earlier = {"PowerLetPass": {"why": ("4.90.03",)}}

    def apply(self, table: Table) -> None:
        now = window(table)
        if now is not None and self.seat not in now.ready:
            now.ready.append(self.seat)


def _no_window(table: Table) -> Iterable[Objection]:
    if window(table) is None:
        yield Objection("4.90.04", "That is not needed now. Look at the table screen.", firm=True)
    yield from unfinished(table)


class Ready(SeatCommand, by="both", own_form=True, led=False):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _no_window(table)
        now = window(table)
        if now is not None and self.seat in now.ready:
            yield Objection(now.rule, "You have answered. Wait for the others.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        now = window(table)
        if now is not None:
            yield SeatReady(self.seat, (now.rule,))
            yield from closed_when_answered(table, chance)


class ReadyForPhase(SeatCommand, by="seat", own_form=True):
    """Stop nothing in the whole of this phase, ``turn`` or ``game``; or be asked again (``on`` is False)."""

    on: bool = True
    turn: bool = False
    game: bool = False

    def objections(self, table: Table) -> Iterable[Objection]:
        if table.phase not in PHASES:
            yield Objection("4.90.03", "No phase has begun. Wait for the storm.", firm=True)
        elif self.on == (self.seat in self._said(table)):
            words = "You have answered. Wait for the others." if self.on else "The referee is already asking you."
            yield Objection("4.90.03", words, firm=True)

    def _said(self, table: Table) -> tuple[str, ...]:
        """Return who has said that already, or more than that."""
        if self.on and self.game:
            return ready_for_game(table)
        return ready_for_turn(table) if self.on and self.turn else ready_for_phase(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """The last answer closes the window."""
        yield SeatReadyForPhase(self.seat, self.on, self.turn, self.game)
        if self.on and not any(unfinished(table)):
            yield from closed_when_answered(table, chance)


def closed_when_answered(table: Table, chance: Chance) -> Iterator[Event]:
    """Yield that the window closes if nobody is waited for."""
    if not missing(table):
        yield from close_window(table, chance)


@adds(Duties, rule="4.90.04", first=True)
def who_has_not_answered(question: Duties, table: Table) -> Iterable[Duty | HeadCount]:
    """By name for nobody else: a pause may tell of a card."""
    now = window(table)
    if now is None:
        return
    left = missing(table)
    for seat in left:
        yield Duty(seat, "answers", now.rule, (Ready,), you=RUNS[now.kind].asks(table, seat), secret=True)
    counted, besides = whose_answers_count(table), not_asked(table)
    named = tuple(counted) if besides else few_asked(table)
    yield HeadCount("Answered", len(counted) - len(left), len(counted), now.rule, asked=named, besides=besides)


class CloseWindow(Command, by="table"):
    """Close the open window: by the table, or by the clock."""

    def objections(self, table: Table) -> Iterable[Objection]:
        return _no_window(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        return close_window(table, chance)
