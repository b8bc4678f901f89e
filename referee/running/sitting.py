"""One running table: its lock, clock and dice.

An act is judged, carried out on the referee's table, heard by every viewer who may, and written to the journal if all
their screens can be drawn (``showable``). Pages can be rendered while the disk syncs, and are sent after it. If a
screen cannot be drawn or the journal fails, the tables are folded again and nothing has happened. Viewers who hear
nothing are not rung: a secret act pushes nothing to others. The same key twice is one act.

Of undone acts, only those that showed somebody something stay in memory; the journal has them all.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import contextmanager
from threading import RLock

import referee.kernel.discover  # noqa: F401  (puts every room's rules in force)
from referee.common.phones_at_seats import phones_of
from referee.kernel import PUBLIC, REFEREE, BadCommand, Command, Event, Objection, as_seen_by, hears, seen_by
from referee.kernel.carry_out import carry_out
from referee.kernel.whereabouts import whereabouts
from referee.knowledge.conserved import count_all
from referee.powers.against import all_against
from referee.powers.karama_windows import announced_first, of_one_power
from referee.running.acts import JournalAct, RowKind, apply_row, is_news, standing, taken_by
from referee.running.audit import breaks
from referee.running.commands_sent import CommandsSent
from referee.running.dice import Dice
from referee.running.journal import Change, Journal, JournalError
from referee.running.looking import Looking
from referee.running.now import now_ms
from referee.running.outcome import AT_ONCE, BEYOND, NO_SUM, NOTHING_TO_SHOW, OPENED, PAUSED, UNFIT, UNSHOWN, Outcome
from referee.running.showable import Cut, Unshowable, cut, fault_of, first_fault
from referee.running.viewers import Views, in_order, stands_apart, until_written
from referee.turn.clock import (
    BOUNDARY_MS,
    QUESTION,
    UNDONE,
    Clock,
    ClockPaused,
    PauseClock,
    due_command,
    wake_at,
)

log = logging.getLogger("referee.running")
Ring = Callable[[Iterable[str]], None]
Meanwhile = Callable[[Iterable[str]], None]


class Sitting(Looking):
    """A table in play. All methods are thread-safe and show nothing that is not on disk yet.

    Only ``meanwhile`` sees more. While the disk syncs it is called with the viewers who hear of an act, one after the
    other until that is done, to render for them, and with none to drop what it rendered: on the acting thread, which
    holds the lock. It must not use the journal, nor send anything before ``ring``, which follows once that is done.
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
        self.withheld: Cut | None = None  # the last acts of the file, if no screen can show them
        self._sent = CommandsSent()
        self._not_alone = 0
        self._stuck: tuple[int, Command] | None = None  # what the clock was refused, after which act
        self._open(journal.rows())
        self._pause_after_absence()

    def _open(self, rows: list[JournalAct]) -> None:
        """Begin with these rows; if their end cannot be shown, undo what comes after the last act that can."""
        self._begin(rows)
        tables = self.views.tables
        if not rows or first_fault(tables.__getitem__, tables) is None:
            return
        acts = standing(rows)[0]
        found = cut(acts)
        if found is None or found.first <= acts[0].number:
            raise JournalError(NOTHING_TO_SHOW)
        log.error("Undone from act %s on, which cannot be shown: %s", found.first, found.fault)
        back = JournalAct(rows[-1].number + 1, rows[-1].at, "referee", "", kind="back", target=found.first)
        self.journal.append(back)
        self._begin([*rows, back])
        self.withheld = found

    def _begin(self, rows: list[JournalAct]) -> None:
        self._last, self._shown = rows[-1].number if rows else 0, [row for row in rows if _shows(row)]
        self._acts, self._undone = standing(rows)
        self._keys = {(row.who, row.key) for row in rows if row.key}
        self.views = Views(self._acts)
        self._opened_at = self._acts[-1].number if self._acts else 0

    def _pause_after_absence(self) -> None:
        """Time in which nobody could tap costs nobody anything, also where a full disk does not keep the pause."""
        try:
            self.pause_if_running("back")
        except JournalError as error:
            log.error("The pause after a restart is not in the file: %s", error)
            clock = self.views.clock.copy()
            clock.paused = "back"
            self.views.set_clock(clock)

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
    ) -> Outcome:
        """Carry out a command with the credentials it changes; raises ``JournalError`` if not written.

        ``sight`` sums up what the sender's screen showed, to notice that it is outdated.
        """
        with self._lock:
            if key and (who, key) in self._keys:
                return Outcome(True, repeated=True)
            found = self._all_against(command, who, sight)
            if found and not waive:
                return Outcome(False, tuple(dict.fromkeys(found)))
            at, before = self.now(), self.views.count()
            try:
                events = self._carry_out(command if found else announced_first(command, self.views.referee), at, found)
                if not events:
                    return Outcome(True)
                now = count_all(self.views.referee)
                if wrong := list(breaks(before, now, events)):
                    return Outcome(False, (self._unbalanced(command, wrong, found),))
                first = who if command.shown_first else ""
                self._write(JournalAct(self._next(), at, who, key, events), change, first)
            except Unshowable as error:
                log.error("%s by %s was refused: %s", type(command).__name__, who, error)
                return Outcome(False, (UNSHOWN,))
            self.views.counted = now
            self._sent.note(self._last, who, command)
            return Outcome(True, events=events)

    def _all_against(self, command: Command, who: str, sight: str | None) -> list[Objection]:
        """Return all objections; a field that no rule can read is one too (4.97.09)."""
        try:
            outdated = command.outdated(self.views.tables[PUBLIC], sight) if sight is not None else ()
            return [*self._late(command, who), *outdated, *self._judge(command, who)]
        except (LookupError, TypeError) as error:
            fault = fault_of(who, error)
            log.warning("%s by %s could not be judged: %s", type(command).__name__, who, fault)
            return [UNFIT]

    def command_of(self, number: int, viewer: str) -> Command | None:
        """Return the command of an act if this viewer sent it, or all of it was in the open; else ``None``."""
        with self._lock:
            events = [event for act in self._acts if act.number == number for event in act.events]
            return self._sent.known_to(viewer, number, events)

    def _unbalanced(self, command: Command, wrong: list[str], waived: list[Objection]) -> Objection:
        """Undo an act that is not written yet, because something would appear from nothing or vanish (4.97.22)."""
        self._refold(self.views.clock_set())
        level = logging.WARNING if waived else logging.ERROR  # what the rules allow adds up
        log.log(level, "%s was refused, because it does not add up: %s.", type(command).__name__, ", ".join(wrong))
        found = [one.sentence for one in waived]
        return Objection("4.97.22", " ".join([*found, BEYOND if found else NO_SUM]), "DOES_NOT_ADD_UP", firm=True)

    def _judge(self, command: Command, who: str) -> list[Objection]:
        public = self.views.tables[PUBLIC]
        asker = self.views.tables.get(who, public)
        return all_against(command, who, public, asker, self.views.referee)

    def _late(self, command: Command, who: str) -> Iterable[Objection]:
        timer = self.timer()
        if timer is None or not command.timed or who in {PUBLIC, "referee"}:
            return
        if timer.paused:
            yield from () if timer.reason == QUESTION else (PAUSED,)
        elif timer.kind == "bid" and self.now() > timer.due + BOUNDARY_MS:
            yield Objection("4.97.01", "Time was up before this arrived.", "TOO_LATE")

    def _carry_out(self, command: Command, at: int, waived: list[Objection]) -> tuple[Event, ...]:
        self.views.referee.act, self.views.referee.at = self._next(), at
        try:
            return tuple(carry_out(command, self.views.referee, self._dice, waived))
        except BaseException as error:
            self._refold(self.views.clock_set())
            if not isinstance(error, Exception) or isinstance(error, BadCommand):
                raise
            raise Unshowable(fault_of(REFEREE, error)) from error

    def _next(self) -> int:
        return self._last + 1

    def _write(self, act: JournalAct, change: Change | None = None, first: str = "") -> None:
        """Apply an act, write it once its screens can be drawn, and ring once it is on disk, ``first`` at this viewer.

        Raises ``Unshowable``, or ``JournalError`` if it cannot be written; then nothing has happened.
        """
        self._told_at, phase = act.at, self.views.tables[PUBLIC].phase
        try:
            with self._rolling_back(act):
                told = in_order(self._apply(act), self.views.tables[PUBLIC], first)
                self._must_be_shown(act, told)
                writing = self.journal.begin(act, change)
                self._draw(until_written(told, writing))
                writing.result()
            self.ring(told)
            self.views.keep()
        finally:
            self._told_at = None
        if self.views.tables[PUBLIC].phase != phase or any(isinstance(event, ClockPaused) for event in act.events):
            self.rest()

    def _must_be_shown(self, act: JournalAct, told: Set[str]) -> None:
        """Raise ``Unshowable`` if somebody who hears of this act could not be shown what it leads to (4.97.28).

        An undo goes back to what was shown before. Where that was since the file was opened, phones are asked nothing
        again; else those are asked that are there.
        """
        if act.kind == "back":
            was_shown = self._acts and self._opened_at <= self._acts[-1].number < act.target
            told = {PUBLIC} if was_shown else {PUBLIC, *phones_of(self.views.tables[PUBLIC])}
        asked = sorted(told, key=lambda viewer: viewer != PUBLIC)  # its answers hold for seats too
        if fault := first_fault(self.views.tables.__getitem__, asked, act.events):
            raise Unshowable(fault)

    def _draw(self, told: Iterable[str]) -> None:
        """Have pages drawn of an act that is being written: whatever fails, it stands, and they fetch themselves."""
        try:
            if self.meanwhile is not None:
                self.meanwhile(told)
        except Exception as error:
            log.error("Pages could not be drawn ahead: %s. %s", type(error).__name__, whereabouts(error))

    def _apply(self, act: JournalAct) -> set[str]:
        """Apply an act that is written or about to be; return who hears of it."""
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
    def _rolling_back(self, act: JournalAct) -> Iterator[None]:
        """Roll back an act that was not written; its number is free again."""
        acts, undone, shown = list(self._acts), list(self._undone), list(self._shown)
        heard, clock = dict(self._heard), self.views.clock_set()
        told = self.took_back, self.took_along, self.withheld
        try:
            yield
        except Exception as error:
            self._last, self._acts, self._undone, self._shown = act.number - 1, acts, undone, shown
            self._keys.discard((act.who, act.key))
            self._heard, (self.took_back, self.took_along, self.withheld) = heard, told
            self._refold(clock)
            self._draw(set())  # drops what was rendered
            if isinstance(error, (Unshowable, JournalError)):
                raise
            raise Unshowable(fault_of(REFEREE, error)) from error

    def _refold(self, clock: Clock | None = None, *, undone: bool = False) -> None:
        """Fold again from the latest snapshots; keep a clock that was set by hand."""
        self.views = self.views.again(self._acts, undone=undone)
        self.views.set_clock(clock)

    def _taken_back(self, act: JournalAct) -> set[str]:
        """Fold again after undo or redo; the step's time restarts, paused after the table's undo (4.97.05)."""
        paused = self.views.clock.paused
        self._refold(undone=act.kind == "back")  # after a seat's own, time would tell what others did since
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
        if act.kind == "forth" or any(map(is_news, act.events)):
            self.withheld = None

    # -- taking back --------------------------------------------------------------------------------------

    def undo(self, who: str, key: str = "", to: int = 0) -> Outcome:
        """Undo the last public act, or everything from act ``to`` on; a seat exactly its own slip (4.97.02)."""
        with self._lock:
            if key and (who, key) in self._keys:
                return Outcome(True, repeated=True)
            last = self.undoable()
            if who in self.views.tables[PUBLIC].seats:
                return self._take_back_own(who, key, last)
            target = to or (self._one_step() if last else 0)
            if last is None or not self._acts[0].number < target <= last.number:
                return Outcome(False, (Objection("4.97.02", "There is nothing to undo.", "NOTHING_TO_UNDO"),))
            return self._take("back", who, key, target)

    def _take(self, kind: RowKind, who: str, key: str, target: int) -> Outcome:
        """Write an undo or redo, and what the history keeps of the acts that go."""
        back = JournalAct(self._next(), self.now(), who, key, kind=kind, target=target)
        kept = tuple(line for act in taken_by(back, self._acts) for event in act.events for line in event.undone())
        try:
            self._write(back)
            if kept:
                self._write(JournalAct(self._next(), back.at, "referee", "", kept))
        except Unshowable as error:
            log.error("What was there before cannot be shown: %s", error)
            return Outcome(False, (UNSHOWN,))
        return Outcome(True)

    def _one_step(self) -> int:
        """Return the first act that undo takes back with the last: an announced power is taken back whole."""
        news = (act for act in reversed(self._acts) if any(map(is_news, act.events)))
        last = next(news)
        before = () if last.who in {PUBLIC, "host"} else of_one_power(last.events, ((act.events, act) for act in news))
        return (before[0] if before else last).number

    def _take_back_own(self, seat: str, key: str, last: JournalAct | None) -> Outcome:
        if last is None or last.who != seat:
            return Outcome(False, (AT_ONCE,))
        if self._opened(last.number, seat):
            return Outcome(False, (OPENED,))
        if last.number != self._not_alone and stands_apart(last, self._acts, self.views.referee):
            taken = self._take("own", seat, key, last.number)
            if taken.done:
                return taken
        self._not_alone = last.number  # refused as any tap is that comes too late
        return Outcome(False, (AT_ONCE,))

    def redo(self, who: str, key: str = "") -> Outcome:
        with self._lock:
            if key and (who, key) in self._keys:
                return Outcome(True, repeated=True)
            if not self._undone:
                return Outcome(False, (Objection("4.97.02", "There is nothing to redo.", "NOTHING_TO_REDO"),))
            return self._take("forth", who, key, 0)

    # -- the clock ----------------------------------------------------------------------------------------

    def tick(self) -> int | None:
        """Do what is due; return when to tick again (ms), or ``None`` while no clock runs."""
        with self._lock:
            for _ in range(20):
                public = self.views.tables[PUBLIC]
                timer = self.timer()
                command = due_command(public, timer, self.now()) if timer else None
                if command is None or self._stuck == (self._last, command):
                    return wake_at(public, timer) if timer and command is None else None
                if not self._propose(command):
                    self._stuck = self._last, command
            return self.now() + 1000

    def pause_if_running(self, reason: str) -> None:
        with self._lock:
            if self.timer() is not None and not self.views.clock.paused:
                self._propose(PauseClock(reason))

    def _propose(self, command: Command) -> bool:
        """Carry out what the clock asks for; return False if it was refused, and would be again."""
        return self.act(command, "referee").done


def _shows(act: JournalAct) -> bool:
    """Return True for an act that showed something to some and not to all: undo cannot unsee it."""
    return any(seen_by(event) for event in act.events)
