"""All tables of one program, one file per table, opened on first use.

One thread runs the clocks of all tables: it sleeps until the next deadline and is woken whenever an act may have
changed it. It also notices that the laptop slept, and pauses running clocks; while nobody taps it collects garbage
(``idle``).
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Condition, Thread
from weakref import WeakKeyDictionary
from zlib import crc32

from referee.kernel import PUBLIC, Table, Value, say
from referee.kernel.whereabouts import whereabouts
from referee.running.acts import UNREADABLE, JournalAct, fold_acts, plain_name, standing
from referee.running.dice import Dice
from referee.running.findings import RowFinding, RowVerdict
from referee.running.idle import IDLE_MS, Collector, is_taken, warm_up
from referee.running.journal import FileJournal, JournalError, read
from referee.running.judgement import judge
from referee.running.now import clock_jump_ms, now_ms, wall_ms
from referee.running.sitting import Ring, Sitting
from referee.running.unfollowed import NO_GAME, unfollowed
from referee.turn.on_time.end_time import ends_at

log = logging.getLogger("referee.running")
ENDING = ".referee"
QUESTIONS = "questions.jsonl"  # beside the tables: what was asked of the rules (4.97.65)
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,80}")
SLEPT_MS = 5000
MAX_SLEEP_MS = 1000


class Listed(Value):
    """A table in the folder: its id, when it last changed (ms), its sitting if it is open, and whether it adds up."""

    id: str
    changed: int
    sitting: Sitting | None
    adds_up: bool = True


def table_id(path: Path) -> str:
    """Return the id of the table in a file: the file's name, with a checksum if a URL cannot carry it."""
    name = path.stem
    return (
        name if TABLE_ID.fullmatch(name) else f"{plain_name(name)}-{crc32(name.encode(errors='surrogateescape')):08x}"
    )


def free_file(folder: Path, name: str) -> Path:
    stem, number = plain_name(name), 1
    while (folder / f"{stem}-{number}{ENDING}").exists():
        number += 1
    return folder / f"{stem}-{number}{ENDING}"


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-last", "-shm", "-journal"):
        with suppress(OSError):
            path.with_name(path.name + ending).unlink()


class Hall:
    """Every table of this program; all methods are thread-safe."""

    def __init__(
        self, folder: Path, *, only: Path | None = None, dice: Dice | None = None, now: Callable[[], int] = now_ms
    ) -> None:
        """Serve the tables of a folder, or with ``only`` the one table of a file."""
        self.folder, self._only, self._dice, self._now = folder, only, dice, now
        self._ring: Callable[[str, Iterable[str]], None] = lambda table, viewers: None
        self._draw: Callable[[str, Iterable[str]], None] | None = None
        self._open: dict[str, Sitting] = {}
        self._doubtful: set[str] = set()  # tables that were opened and do not add up
        self._change = Condition()
        self._stopped = False
        self._thread = Thread(target=self._keep_time, name="clock", daemon=True)
        self._collector, self._last_tap = Collector(), 0
        self._faults = WeakKeyDictionary[Sitting, int]()  # after which act a clock's fault was logged
        self._looked = WeakKeyDictionary[Sitting, int]()  # when the end of the evening was looked at last (ms)
        self._also: Callable[[Sitting], int | None] = lambda sitting: None

    def on_ring(self, ring: Callable[[str, Iterable[str]], None]) -> None:
        """Register a callback for viewers of a table who have something new to see."""
        self._ring = ring

    def on_draw(self, draw: Callable[[str, Iterable[str]], None]) -> None:
        """Register the renderer that runs while the journal syncs; pages are sent only if the sync succeeds."""
        self._draw = draw

    def on_tick(self, also: Callable[[Sitting], int | None]) -> None:
        """Register what else acts at a table as time goes by; it returns when to look again (ms)."""
        self._also = also

    def wall(self) -> int:
        """Return the wall clock in ms, or the time that this hall was given in the place of the system's."""
        return wall_ms() if self._now is now_ms else self._now()

    def start(self) -> None:
        """Start the clock thread and the warm-up."""
        self._collector.start()
        warm_up(lambda: any(is_taken(sitting.locked()) for sitting in list(self._open.values())))
        self._thread.start()

    def _files(self) -> dict[str, Path]:
        files = [self._only] if self._only else sorted(self.folder.glob(f"*{ENDING}"))
        return {table_id(path): path for path in files if path.exists()}

    def _file(self, table: str) -> Path | None:
        """Return a table's file by name; only names with a checksum are searched among all files."""
        if self._only or re.fullmatch(r".*-[0-9a-f]{8}", table):
            return self._files().get(table)
        path = self.folder / f"{table}{ENDING}"
        return path if TABLE_ID.fullmatch(table) and path.exists() else None

    def tables(self) -> list[Listed]:
        """Return every table, the one changed last first."""
        listed = [
            Listed(name, self._changed(name, ms), self._open.get(name), name not in self._doubtful)
            for name, ms in self._written()
        ]
        return sorted(listed, key=lambda one: one.changed, reverse=True)

    def _written(self) -> Iterator[tuple[str, int]]:
        """Yield each table with its file's modification time (ms); there may be thousands."""
        with suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith(ENDING) if self._only is None else entry.name == self._only.name:
                    with suppress(OSError):
                        yield table_id(Path(entry.name)), entry.stat().st_mtime_ns // 1_000_000

    def _changed(self, table: str, written: int) -> int:
        """Return when everybody last heard something: a secret act must not move the start page."""
        sitting = self._open.get(table)
        log = sitting.screen(PUBLIC).log if sitting else ()
        return log[-1].at if log else written

    def mark(self, table: str) -> tuple[int, int]:
        """Return modification time (ns) and size of the table's file, to notice changes; 0 if it is gone."""
        path = self._file(table)
        try:
            seen = path.stat() if path else None
        except OSError:
            seen = None
        return (seen.st_mtime_ns, seen.st_size) if seen else (0, 0)

    def glance(self, table: str) -> Table | None:
        """Fold the public table of a file that is not open, and close it; ``None`` if that fails."""
        with self._change:
            path = None if table in self._open else self._file(table)
            try:
                return fold_acts(standing(read(path))[0] if path else [])
            except (JournalError, *UNREADABLE):
                return None

    def find(self, table: str) -> Sitting | None:
        """Return the sitting of a table, opening its file if needed; ``None`` if there is none."""
        with self._change:
            sitting = self._open.get(table)
            if sitting is not None:
                return sitting
            path = self._file(table)
            return self._load(table, path) if path else None

    def is_open(self, table: str) -> bool:
        """Return True for a table in use; opens no file."""
        return table in self._open

    def create(self, name: str) -> tuple[str, Sitting]:
        """Create a table; returns its id and sitting. Raises ``JournalError``."""
        with self._change:
            if self._only and self._only.exists():
                raise JournalError("This program was started for one table, and that game has begun.")
            path = self._only or free_file(self.folder, name)
            try:
                return table_id(path), self._load(table_id(path), path)
            except JournalError:
                _remove(path)
                raise

    def forget(self, table: str) -> None:
        """Remove a table whose set-up could not be saved."""
        with self._change:
            path = self._file(table)
            self._open.pop(table).journal.close()
            if path is not None:
                _remove(path)

    def _load(self, table: str, path: Path) -> Sitting:
        journal, found = FileJournal(path), None
        try:
            found = self._judge(table, path, journal.rows())
            sitting = Sitting(journal, self._dice, self._now, self._bell_of(table))
        except BaseException as error:
            journal.close()
            if isinstance(error, UNREADABLE):
                raise JournalError(unfollowed(found, path.name) if found else say(NO_GAME, file=path.name)) from error
            raise
        return self._register(table, sitting)

    def _judge(self, table: str, path: Path, rows: list[JournalAct]) -> RowFinding | None:
        """Note a file that does not add up, and return the action from which on it cannot be followed, if there is one.

        Raises ``JournalError`` for a row that no version writes, or a newer one.
        """
        judged = judge(rows)
        if judged.end and judged.end.verdict is not RowVerdict.CANNOT_BE_SHOWN:
            raise JournalError(unfollowed(judged.end, path.name))
        self._doubtful -= {table}
        if judged.faults:
            self._doubtful.add(table)
            log.warning("%s does not add up. To see where: referee verify %s", path.name, path.name)
        return judged.end

    def _bell_of(self, table: str) -> Ring:
        def ring(viewers: Iterable[str]) -> None:
            self._ring(table, viewers)
            self.wake()

        return ring

    def _register(self, table: str, sitting: Sitting) -> Sitting:
        if self._draw:
            sitting.meanwhile = partial(self._draw, table)
        self._open[table] = sitting
        self._change.notify_all()
        return sitting

    def wake(self) -> None:
        """Wake the clock thread: a deadline may have moved."""
        self._last_tap = now_ms()
        if self._change.acquire(timeout=0.05):
            self._change.notify_all()
            self._change.release()

    def close(self) -> None:
        with self._change:
            self._stopped = True
            self._change.notify_all()
        if self._thread.is_alive():
            self._thread.join(timeout=2)
            self._collector.stop()
        for sitting in self._open.values():
            sitting.journal.close()
        self._open.clear()

    # -- time ---------------------------------------------------------------------------------------------

    def _keep_time(self) -> None:
        jump, last = clock_jump_ms(), now_ms()
        while not self._stopped:
            slept = abs(clock_jump_ms() - jump) > SLEPT_MS or now_ms() - last > SLEPT_MS + MAX_SLEEP_MS
            jump, last = clock_jump_ms(), now_ms()
            wake = self._tick(slept)
            quiet = now_ms() - self._last_tap
            self._collector.collect_if_idle(quiet)
            for sitting in list(self._open.values()) if quiet >= IDLE_MS else ():
                sitting.rest()
            with self._change:
                if not self._stopped:
                    self._change.wait(timeout=max(0.005, min(MAX_SLEEP_MS, wake - now_ms()) / 1000))

    def tick_of(self, sitting: Sitting) -> int | None:
        """Do what is due at a table; return when to look again (ms), ``None`` for after its next act."""
        due = (sitting.tick(), self._also(sitting), self._evening_ends(sitting))
        return min((at for at in due if at is not None), default=None)

    def _evening_ends(self, sitting: Sitting) -> int | None:
        """Let the table screen say that the time is up once it is; return when that will be (ms)."""
        now = self._now()
        ends, looked = ends_at(sitting.screen(PUBLIC), now), self._looked.get(sitting, now)
        self._looked[sitting] = now
        if looked < ends <= now:
            sitting.ring({PUBLIC})
        return ends if ends > now else None

    def _tick(self, slept: bool) -> int:
        wake = now_ms() + MAX_SLEEP_MS
        for sitting in list(self._open.values()):
            try:
                if slept:
                    sitting.pause_if_running("slept")
                due = self.tick_of(sitting)
            except JournalError:
                continue  # the disk is full: nothing happened; try again at the next tick
            except Exception as error:  # a fault at one table stops no other clock
                if self._faults.get(sitting) != (seen := sitting.last()):
                    self._faults[sitting] = seen
                    log.error("A clock stands still: %s. %s", type(error).__name__, whereabouts(error))
                continue
            wake = min(wake, due) if due is not None else wake
        return wake
