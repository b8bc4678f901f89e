"""One running table: its lock, clock and dice.

An act is judged, carried out on the referee's table, written to the journal, and then heard by every viewer who may.
Pages can be rendered while the disk syncs, and are sent after it. If the journal fails, the tables are folded again and
nothing has happened. Viewers who hear nothing are not rung: a secret act pushes nothing to others. The same key twice
is one act.

Of undone acts, only those that showed somebody something stay in memory; the journal has them all.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from threading import RLock

import referee.kernel.discover  # noqa: F401  (puts every room's rules in force)
from referee.kernel.carry_out import carry_out
from referee.kernel.commands import Command, Objection, objections
from referee.kernel.events import PUBLIC, Event, as_seen_by, hears, opens, seen_by
from referee.kernel.table import Table
from referee.phases.knowledge.conserved import count_all
from referee.powers.karama_windows import announced_first, held_up, of_one_power
from referee.running.acts import JournalAct, apply_row, is_news, standing, taken_by
from referee.running.audit import breaks
from referee.running.dice import Dice
from referee.running.journal import Change, Journal, JournalError
from referee.running.now import now_ms
from referee.running.outcome import AT_ONCE, BEYOND, NO_SUM, OPENED, Outcome
from referee.running.viewers import Views, stands_apart
from referee.screens.permission import not_open, not_yours
from referee.turn.clock import (
    BOUNDARY_MS,
    QUESTION,
    UNDONE,
    Clock,
    ClockPaused,
    Countdown,
    PauseClock,
    due_command,
    wake_at,
)

log = logging.getLogger("referee.running")
Ring = Callable[[Iterable[str]], None]
Meanwhile = Callable[[set[str]], None]


class Sitting:
    """A table in play. All methods are thread-safe and show nothing that is not on disk yet.

    Only ``meanwhile`` of ``act`` sees more: it runs on the acting thread, which holds the lock.
    """

    def __init__(
        self, journal: Journal, dice: Dice | None = None, now: Callable[[], int] = now_ms, ring: Ring | None = None
    ) -> None:
        """Open the table from its journal; a clock that was running comes back paused."""
        self.journal, self._dice, self.now = journal, dice or Dice(), now
        self.ring: Ring = ring or (lambda viewers: None)
        self._lock = RLock()
        self._heard: dict[str, int] = {}
        self._told_at: int | None = None
        self.meanwhile: Meanwhile | None = None
        self.took_back: tuple[Event, ...] = ()  # public events of the act that was undone last
        self.took_along: dict[str, tuple[Event, ...]] = {}  # what else went with it, which only these seats had heard
        self._begin(journal.rows())
        self._pause_after_absence()

    def _begin(self, rows: list[JournalAct]) -> None:
        self._last, self._shown = rows[-1].number if rows else 0, [row for row in rows if _shows(row)]
        self._acts, self._undone = standing(rows)
        self._keys = {(row.who, row.key) for row in rows if row.key}
        self.views = Views(self._acts)

    def _pause_after_absence(self) -> None:
        """Time in which nobody could tap costs nobody anything."""
        self.pause_if_running("back")

    # -- looking ------------------------------------------------------------------------------------------

    def screen(self, viewer: str) -> Table:
        """Return the table as this viewer knows it; raises ``KeyError`` for an unknown viewer."""
        with self._lock:
            return self.views.tables[viewer]

    def locked(self) -> RLock:
        """Return the lock, to read several things consistently."""
        return self._lock

    def version(self, viewer: str) -> int:
        """Return a number that grows whenever this viewer has something new to see."""
        with self._lock:
            return self._heard.get(viewer, 0)

    def moment(self) -> int:
        """Return the time (ms) to render for: the same for all screens of one act."""
        return self.now() if self._told_at is None else self._told_at

    def timer(self) -> Countdown | None:
        with self._lock:
            return self.views.clock.timer(self.views.tables[PUBLIC])

    def acts(self) -> list[JournalAct]:
        with self._lock:
            return list(self._acts)

    def rows(self) -> list[JournalAct]:
        """Return everything ever written, undone or not, from the journal; may raise ``JournalError``."""
        with self._lock:
            return self.journal.rows()

    def last(self) -> int:
        return self._last

    def written(self) -> list[tuple[int, Event, bool]]:
        """Return (act, event, stands) of what stands, and of undone acts that showed somebody something."""
        with self._lock:
            stands = {act.number: act for act in self._acts}
            kept = {act.number: act for act in self._shown} | stands
        return [(number, event, number in stands) for number in sorted(kept) for event in kept[number].events]

    def seen(self, viewer: str) -> list[tuple[int, Event]]:
        """Return (act, event) of everything ever shown to this viewer but not to all, undone or not."""
        with self._lock:
            shown = list(self._shown)
        found = ((act.number, event) for act in shown for event in act.events if viewer in seen_by(event))
        return [(number, heard) for number, event in found if (heard := as_seen_by(event, viewer)) is not None]

    def rest(self) -> None:
        """Let the journal move what is written to where a copy of its file has it; returns at once."""
        with self._lock:
            self.journal.rest()

    # -- acting -------------------------------------------------------------------------------------------

    def act(
        self,
        command: Command,
        who: str,
        key: str = "",
        *,
        sight: str | None = None,
        waive: bool = False,
        change: Change | None = None,
        meanwhile: Meanwhile | None = None,
    ) -> Outcome:
        """Carry out a command with the credentials it changes; raises ``JournalError`` if not written.

        ``sight`` sums up what the sender's screen showed, to notice that it is outdated. ``meanwhile`` is called with
        the viewers who hear of it while the disk syncs, to render for them: it must not use the journal, nor send
        anything before ``ring``, which follows when the act is on disk.
        """
        with self._lock:
            if key and (who, key) in self._keys:
                return Outcome(True, repeated=True)
            outdated = command.outdated(self.views.tables[PUBLIC], sight) if sight is not None else ()
            found = [*self._late(command, who), *outdated, *self._judge(command, who)]
            if found and not waive:
                return Outcome(False, tuple(dict.fromkeys(found)))
            at, before = self.now(), self.views.count()
            events = self._carry_out(command if found else announced_first(command, self.views.referee), at, found)
            if not events:
                return Outcome(True)
            now = count_all(self.views.referee)
            if wrong := list(breaks(before, now, events)):
                return Outcome(False, (self._unbalanced(command, wrong, found),))
            self._write(JournalAct(self._next(), at, who, key, events), change, meanwhile)
            self.views.counted = now
            return Outcome(True, events=events)

    def _unbalanced(self, command: Command, wrong: list[str], waived: list[Objection]) -> Objection:
        """Undo an act that is not written yet, because something would appear from nothing or vanish (4.97.22)."""
        self._refold(self.views.clock_set())
        log.error("%s was refused, because it does not add up: %s.", type(command).__name__, ", ".join(wrong))
        found = [one.sentence for one in waived]
        sentence = " ".join([*found, BEYOND if found else NO_SUM])
        return Objection("4.97.22", sentence, "DOES_NOT_ADD_UP", firm=True)

    def _judge(self, command: Command, who: str) -> list[Objection]:
        public = self.views.tables[PUBLIC]
        asker = self.views.tables.get(who, public)
        if strange := list(not_yours(command, who, public)):
            return strange
        found = [*held_up(public, command), *objections(command, asker, self.views.referee)]
        return found or list(not_open(command, who, public, asker))

    def _late(self, command: Command, who: str) -> Iterable[Objection]:
        timer = self.timer()
        if timer is None or not command.timed or who in {PUBLIC, "referee"}:
            return
        if timer.paused:
            sentence = "The game is paused. Wait until it continues."
            yield from () if timer.reason == QUESTION else (Objection("4.97.05", sentence, "PAUSED"),)
        elif timer.kind == "bid" and self.now() > timer.due + BOUNDARY_MS:
            yield Objection("4.97.01", "Time was up before this arrived.", "TOO_LATE")

    def _carry_out(self, command: Command, at: int, waived: list[Objection]) -> tuple[Event, ...]:
        self.views.referee.act, self.views.referee.at = self._next(), at
        try:
            return tuple(carry_out(command, self.views.referee, self._dice, waived))
        except BaseException:
            self._refold(self.views.clock_set())
            raise

    def _next(self) -> int:
        return self._last + 1

    def _write(self, act: JournalAct, change: Change | None = None, meanwhile: Meanwhile | None = None) -> None:
        """Write an act, apply it, and ring once it is on disk; if it cannot be written, nothing has happened."""
        self._told_at, meanwhile = act.at, meanwhile or self.meanwhile or (lambda told: None)
        try:
            if act.kind == "act":
                self._write_and_draw(act, change, meanwhile)
                return
            self.journal.append(act, change)
            told = self._apply(act)
            meanwhile(told)
            self.ring(told)
        finally:
            self._told_at = None

    def _write_and_draw(self, act: JournalAct, change: Change | None, meanwhile: Meanwhile) -> None:
        undone, clock, heard, told = list(self._undone), self.views.clock_set(), dict(self._heard), set[str]()
        public, phase = self.views.tables[PUBLIC], self.views.tables[PUBLIC].phase
        on_disk = self.journal.begin(act, change)
        try:
            told |= self._apply(act)
            meanwhile(told)
        finally:
            with self._rolling_back(act, undone, clock, heard):
                on_disk()
            self.ring(told)
        if public.phase != phase or any(isinstance(event, ClockPaused) for event in act.events):
            self.rest()

    def _apply(self, act: JournalAct) -> set[str]:
        """Apply a written act (or one being written); return who hears of it."""
        self._last = act.number
        if _shows(act):
            self._shown.append(act)
        self._keys.add((act.who, act.key))
        self._note_taken_back(act)
        apply_row(act, self._acts, self._undone)
        told = self.views.tell(act) if act.kind == "act" else self._taken_back(act)
        for viewer in told:
            self._heard[viewer] = self._heard.get(viewer, 0) + 1
        return told

    @contextmanager
    def _rolling_back(
        self, act: JournalAct, undone: list[list[JournalAct]], clock: Clock | None, heard: dict[str, int]
    ) -> Iterator[None]:
        """Roll back an act whose write failed; its number is free again."""
        try:
            yield
        except JournalError:
            self._last = act.number - 1
            if _shows(act):
                self._shown.pop()
            self._keys.discard((act.who, act.key))
            self._acts.pop()
            self._undone[:], self._heard = undone, heard
            self._refold(clock)
            if self.meanwhile is not None:
                self.meanwhile(set())  # drops what was rendered
            raise

    def _refold(self, clock: Clock | None = None) -> None:
        """Fold again from the latest snapshots; keep a clock that was set by hand."""
        self.views = self.views.again(self._acts)
        self.views.set_clock(clock)

    def _taken_back(self, act: JournalAct) -> set[str]:
        """Fold again after undo or redo; the step's time restarts, paused after the table's undo (4.97.05)."""
        paused = self.views.clock.paused
        self._refold()
        public, clock = self.views.tables[PUBLIC], self.views.clock.copy()
        clock.restart(public, act.at)
        clock.paused = paused if paused != QUESTION else clock.paused
        if act.kind == "back" and act.who not in public.seats and not clock.paused and clock.timer(public):
            clock.paused = UNDONE
        self.views.set_clock(clock)
        return set(self.views.tables)

    def _note_taken_back(self, act: JournalAct) -> None:
        """Keep what an undo took back until there is newer public news: the public events, and each seat's own."""
        if act.kind in {"back", "own"}:
            gone = taken_by(act, self._acts)
            heard = (as_seen_by(event, PUBLIC) for one in gone for event in one.events if is_news(event))
            self.took_back = tuple(event for event in heard if event is not None)
            told_all = [one for one in gone if any(map(is_news, one.events))]
            secret = [e for one in gone for e in one.events if one not in told_all or not hears(e, PUBLIC)]
            told = {seat: tuple(e for e in secret if seat in seen_by(e)) for seat in self.views.referee.seats}
            self.took_along = {seat: events for seat, events in told.items() if events}
        elif act.kind == "forth" or any(hears(event, PUBLIC) for event in act.events):
            self.took_back, self.took_along = (), {}

    # -- taking back --------------------------------------------------------------------------------------

    def undoable(self) -> JournalAct | None:
        """Return the act that undo takes back: the last one that everybody heard; set-up stays."""
        news = (act for act in reversed(self._acts) if any(is_news(event) for event in act.events))
        last = next(news, None)
        return last if next(news, None) else None

    def slip(self, seat: str) -> JournalAct | None:
        """Return the act this seat may undo alone: the last public one, if it made that one (4.97.02).

        Not if it revealed anything in it or since: nobody decides again knowing more. Secret acts of others make no
        difference here, or the button would tell of them.
        """
        last = self.undoable()
        return last if last is not None and last.who == seat and not self._opened(last.number, seat) else None

    def _opened(self, since: int, seat: str) -> bool:
        acts = takewhile(lambda act: act.number >= since, reversed(self._acts))
        return any(opens(event, seat) for act in acts if act.who == seat for event in act.events)

    def holds(self, number: int) -> bool:
        """Return True if the act of this number was made and is not undone."""
        with self._lock:
            return any(act.number == number for act in reversed(self._acts))

    def redoable(self) -> bool:
        return bool(self._undone)

    def undo(self, who: str, key: str = "", to: int = 0, meanwhile: Meanwhile | None = None) -> Outcome:
        """Undo the last public act, or everything from act ``to`` on; a seat exactly its own slip (4.97.02)."""
        with self._lock:
            if key and (who, key) in self._keys:
                return Outcome(True, repeated=True)
            last = self.undoable()
            if who in self.views.tables[PUBLIC].seats:
                return self._take_back_own(who, key, last, meanwhile)
            target = to or (self._one_step() if last else 0)
            if last is None or not self._acts[0].number < target <= last.number:
                return Outcome(False, (Objection("4.97.02", "There is nothing to undo.", "NOTHING_TO_UNDO"),))
            self._write(JournalAct(self._next(), self.now(), who, key, kind="back", target=target), meanwhile=meanwhile)
            return Outcome(True)

    def _one_step(self) -> int:
        """Return the first act that undo takes back with the last: an announced power is taken back whole."""
        news = [act for act in reversed(self._acts) if any(map(is_news, act.events))]
        return news[0 if news[0].who in {PUBLIC, "host"} else of_one_power([act.events for act in news])].number

    def _take_back_own(
        self, seat: str, key: str, last: JournalAct | None, meanwhile: Meanwhile | None = None
    ) -> Outcome:
        if last is None or last.who != seat:
            return Outcome(False, (AT_ONCE,))
        if self._opened(last.number, seat):
            return Outcome(False, (OPENED,))
        if not stands_apart(last, self._acts, self.views.referee):
            return Outcome(False, (AT_ONCE,))
        own = JournalAct(self._next(), self.now(), seat, key, kind="own", target=last.number)
        self._write(own, meanwhile=meanwhile)
        return Outcome(True)

    def redo(self, who: str, key: str = "", meanwhile: Meanwhile | None = None) -> Outcome:
        with self._lock:
            if key and (who, key) in self._keys:
                return Outcome(True, repeated=True)
            if not self._undone:
                return Outcome(False, (Objection("4.97.02", "There is nothing to redo.", "NOTHING_TO_REDO"),))
            self._write(JournalAct(self._next(), self.now(), who, key, kind="forth"), meanwhile=meanwhile)
            return Outcome(True)

    # -- the clock ----------------------------------------------------------------------------------------

    def tick(self) -> int | None:
        """Do what is due; return when to tick again (ms), or ``None`` while no clock runs."""
        with self._lock:
            for _ in range(20):
                public = self.views.tables[PUBLIC]
                timer = self.timer()
                command = due_command(public, timer, self.now()) if timer else None
                if command is None:
                    return wake_at(public, timer) if timer else None
                self._propose(command)
            return self.now() + 1000

    def pause_if_running(self, reason: str) -> None:
        with self._lock:
            if self.timer() is not None and not self.views.clock.paused:
                self._propose(PauseClock(reason))

    def _propose(self, command: Command) -> None:
        """Carry out what the clock asks for."""
        self.act(command, "referee")


def _shows(act: JournalAct) -> bool:
    """Return True for an act that showed something to some and not to all: undo cannot unsee it."""
    return any(seen_by(event) for event in act.events)
