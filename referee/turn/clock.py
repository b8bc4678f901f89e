"""Countdowns, derived from events: when the step began, how long it lasts, whether the clock is paused.

The sitting knows the moment of zero; screens draw the rest. What arrives up to half a second after zero counts, in
order of arrival (4.97.01); only then does the referee act. Times are milliseconds, passed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Final, Literal, get_args

from referee.common.turn import PhaseBegan
from referee.holdings.setup import OptionChanged
from referee.kernel import (
    PUBLIC,
    Called,
    Chance,
    Command,
    Event,
    Objection,
    Public,
    SeatCommand,
    State,
    Table,
    Value,
    ask,
    hears,
    memoized,
    say,
)
from referee.offers.offer import Offer, halted
from referee.phases.bidding.auction import PassFor
from referee.phases.bidding.bid_time import BidSeconds, time_out_passes
from referee.phases.bidding.events import BiddingBegan, BidMade, CardSold, CardUp, Passed, TalkBegan, TurnCame
from referee.phases.bidding.order_of_bidding import Bidding, eligible
from referee.powers.karama_windows import AnnouncementOver, WindowOpened
from referee.powers.windows import CloseWindow, window
from referee.powers.windows import Kind as WindowKind
from referee.turn.pace import NOT_BEGUN, Pace
from referee.turn.time_limits import StepKind, TimedStep, stretched, timed_step

BOUNDARY_MS = 500
QUESTION, UNDONE = "question", "undone"  # why it stands still, where nobody paused it
BID_GRACE_MS = 1000
REMINDERS = ("phase", "turn")
NOBODY_THERE = ("back", "slept")
NOBODY = "nobody"
TIMEOUTS = 3  # in a row, after which nobody seems to be there
UNSAID = (TurnCame, CardUp, TalkBegan)  # what follows from a pass by itself
BIDDING = (BidMade, Passed, TurnCame)  # after these nothing new is owed


class ClockEvent(Event, housekeeping=True):
    """About the clock alone; undo skips it."""


PauseReason = Literal["table", "back", "slept", "nobody"]
PAUSES: Mapping[str, PauseReason] = {reason: reason for reason in get_args(PauseReason)}


class ClockPaused(ClockEvent, because=("4.97.05",), later=("seat",)):
    """Paused by the ``table``, after a restart (``back``) or sleep (``slept``), or when ``nobody`` answers.

    A ``seat`` that paused it on its own phone is named.
    """

    reason: Public[PauseReason]
    seat: Public[str] = ""

    def sentence(self, name: Called) -> str:
        if self.seat:
            return say("{seat:The pauses} the game.", seat=name(self.seat))
        return {
            "back": "The referee was restarted. Nothing is lost; the clock is paused.",
            "slept": "The laptop slept. The clock is paused.",
            NOBODY: "Time ran out several times in a row. The clock is paused until somebody is back.",
        }.get(self.reason, "Paused.")


class ClockResumed(ClockEvent, because=("4.97.05",), later=("seat",)):
    seat: Public[str] = ""
    fuller = "{seat!n:The continues} the game."
    says = "Clock resumed."


class ClockExtended(ClockEvent, because=("4.97.05",)):
    seconds: Public[int]
    says = "{seconds} seconds more."


PACED = (PhaseBegan, BiddingBegan, ClockPaused, ClockResumed)  # what a pace hears of besides the time

TimerKind = WindowKind | StepKind | Literal["bid"]


class Countdown(Value):
    """A countdown, running or paused: its kind, its length, and the time of zero, or what is left if paused (ms)."""

    kind: TimerKind
    total: int
    due: int
    paused: bool
    reason: str = ""

    def left(self, now: int) -> int:
        """Return the milliseconds left, at least 0."""
        return max(0, self.due if self.paused else self.due - now)


class Clock(State):
    """The clock, folded from events."""

    started: int = 0
    left: int = 0
    total: int = 0
    paused: str = ""
    base: int = 0
    heard: int = 0
    step: TimedStep | None = None
    waiting: bool = False
    held: list[tuple[int, int, int]] = field(default_factory=list)
    pace: Pace = NOT_BEGUN

    def copy(self) -> Clock:
        return replace(self, held=list(self.held))

    def hear(self, event: Event, table: Table) -> None:
        """Update after an event; ``table`` is the public one, which has heard it."""
        if isinstance(event, PhaseBegan) and self.paused != QUESTION:  # a pause ends with what it paused
            self.paused = ""
        if isinstance(event, (TalkBegan, TurnCame, CardSold)) or self._moved_on(table):
            self.restart(table, table.at)
        elif isinstance(event, OptionChanged) and event.key.startswith("C"):
            self._stretch(table)
        elif isinstance(event, (WindowOpened, AnnouncementOver)):
            self._window(event, table)
        elif isinstance(event, ClockPaused) and not self.paused:
            self._pause(event.reason, table.at)
        elif isinstance(event, ClockResumed) and self.paused:
            self.started, self.paused = table.at, ""
        elif isinstance(event, ClockExtended):
            over = 0 if self.paused else max(0, table.at - self.started - self.left)
            self.left += over + event.seconds * 1000
            self.total = max(self.total, self.left)
        if not isinstance(event, BIDDING):
            self._stand_still(table)
        if hears(event, PUBLIC):  # a secret act must not move what a screen shows after a restart
            self.heard = table.at
            if isinstance(event, PACED):
                self.pace = kept_pace(self.pace, event, table.turn, table.at)
            elif self.pace.heard != table.at:
                self.pace = self.pace.goes_on(table.at)

    def _stand_still(self, table: Table) -> None:
        """Pause while all wait for an answer or for cards to come back (1.00.05)."""
        before, self.waiting = self.waiting, halted(table) is not None
        if self.waiting and not before and not self.paused:
            self._pause(QUESTION, table.at)
        elif before and not self.waiting and self.paused == QUESTION:
            self.started, self.paused = table.at, ""

    def _pause(self, why: str, at: int) -> None:
        """Pause; time while the program was down counts for nobody (4.97.05)."""
        if why == NOBODY:  # whose time ran out has all of it again
            self.left = self.total = self.base or self.total
            self.paused = why
            return
        at = max(self.heard, self.started) if why in NOBODY_THERE else at
        self.left, self.paused = max(0, self.started + self.left - at), why

    def _window(self, event: Event, table: Table) -> None:
        """Run a window's time; the step before it goes on with what it had when the window closes."""
        if isinstance(event, WindowOpened):
            self.held.append((max(0, self.started + self.left - table.at), self.total, self.base))
            self.restart(table, table.at)
        elif self.held:
            self.started = table.at
            self.left, self.total, self.base = self.held.pop()

    def restart(self, table: Table, at: int) -> None:
        """Restart the present step's time."""
        self.started, self.total = at, seconds_of_step(table) * 1000
        self.left = self.base = self.total

    def _moved_on(self, table: Table) -> bool:
        """Return True if the phase's clock is for another phase, player or time than before."""
        before, self.step = self.step, timed_step(table)
        return self.step is not None and self.step != before

    def _stretch(self, table: Table) -> None:
        """Apply a new time limit to the present step; nobody loses time."""
        now = seconds_of_step(table) * 1000
        if not self.base:
            self.restart(table, table.at)
        if now <= 0:
            return
        self.left += max(0, now - self.base)
        self.base, self.total = now, max(now, self.left)

    def timer(self, table: Table) -> Countdown | None:
        """Return the present countdown, ``None`` if the step has none."""
        now, step = window(table), timed_step(table)
        if not self.total or seconds_of_step(table) <= 0:
            return None
        due = self.left if self.paused else self.started + self.left
        kind: TimerKind = now.kind if now else step.kind if step else "bid"
        return Countdown(kind, self.total, due, bool(self.paused), self.paused)


def kept_pace(pace: Pace, event: Event, turn: int, at: int) -> Pace:
    """Return the pace after an event of this turn that everybody heard; nobody played while the program was down."""
    if isinstance(event, ClockPaused):
        return pace.stops(at, counts=event.reason not in NOBODY_THERE)
    pace = pace.goes_on(at)
    if isinstance(event, BiddingBegan):
        return pace.begins(event.turn, "bidding", at)
    if isinstance(event, PhaseBegan):
        return pace.begins(turn, event.phase, at)
    return pace.resumes() if isinstance(event, ClockResumed) else pace


@memoized
def seconds_of_step(table: Table) -> int:
    """Return the present step's seconds, stretched as the table chose; 0 for no clock."""
    plain = _plain_seconds(table)
    return stretched(table, plain)


def _plain_seconds(table: Table) -> int:
    now, step, bidding = window(table), timed_step(table), table.get(Bidding)
    if now is not None or step is not None:
        return max(0, now.seconds) if now else step.seconds if step else 0
    return ask(table, BidSeconds()).value if bidding and bidding.turn and table.phase == "bidding" else 0


def due_command(table: Table, timer: Countdown, now: int) -> Command | None:
    """Return the command due by time-out, ``None`` if there is none yet or the table decides."""
    bidding = table.get(Bidding)
    if timer.paused or timer.kind in REMINDERS:
        return None
    if bidding and timer.kind == "bid":
        if now < timer.due + BID_GRACE_MS or not time_out_passes(table):
            return None
        return PauseClock(NOBODY) if nobody_answers(table) else PassFor(bidding.turn, "time")
    return CloseWindow() if now >= timer.due + BOUNDARY_MS else None


def nobody_answers(table: Table) -> bool:
    """Return True if one more time-out would be too many in a row, or all players' (4.97.05).

    Only public events count: a secret tap must not show in the clock.
    """
    many = 1
    for heard in reversed(table.log):
        event = heard.event
        if isinstance(event, Passed) and event.how == "time":
            many += 1
        elif not isinstance(event, UNSAID):
            break
    return many >= min(TIMEOUTS, max(2, len(eligible(table))))


def wake_at(table: Table, timer: Countdown) -> int | None:
    """Return the time (ms) at which ``due_command`` will return something."""
    if timer.paused or timer.kind in REMINDERS or (timer.kind == "bid" and not time_out_passes(table)):
        return None
    return timer.due + (BID_GRACE_MS if timer.kind == "bid" else BOUNDARY_MS)


class PauseClock(Command, by="table"):
    reason: str = "table"

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield ClockPaused(PAUSES.get(self.reason, "table"))


class ResumeClock(Command, by="table", becomes=ClockResumed): ...


class CallPause(SeatCommand, by="seat", own_form=True):
    """Stop the clocks from a phone: any player may, and is named."""

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield ClockPaused("table", self.seat)


class EndPause(SeatCommand, by="seat", own_form=True, becomes=ClockResumed):
    """Let the clocks go on, from a phone."""


ALIKE: Final[Mapping[type[Command], type[Command]]] = {PauseClock: CallPause, ResumeClock: EndPause}  # on a phone
FOR_ALL: Final = frozenset({CallPause, EndPause})  # each player may ask, and all get it


class ExtendClock(Command, by="table", becomes=ClockExtended):
    seconds: int = 15

    def objections(self, table: Table) -> Iterable[Objection]:
        if not 1 <= self.seconds <= 600:
            yield Objection("4.97.05", "Enter 1 to 600 seconds.")
        elif not seconds_of_step(table):
            yield Objection("4.97.05", "No clock is running.")


PAUSE = Offer(PauseClock, "Pause", icon="pause")
RESUME = Offer(ResumeClock, "Resume", icon="play")
PAUSE_ALL = Offer(CallPause, "Pause", icon="pause")
RESUME_ALL = Offer(EndPause, "Resume", icon="play")


def longer(seconds: int) -> Offer:
    return Offer(ExtendClock, f"+{seconds} s", fixed=(("seconds", str(seconds)),))


LONGER = longer(30)
