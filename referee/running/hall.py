"""The hall: all tables of one program, one file a table, opened when somebody comes to it.

One thread keeps the time of every table: it sleeps until the next moment at which any of them has something due, and
is woken whenever an act may have changed that. It also notices that the laptop slept, and pauses what was running; and
when nobody taps it lets Python go through its memory (``rest``).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Condition, Thread
from zlib import crc32

from referee.kernel.events import PUBLIC
from referee.kernel.table import Table
from referee.running.dice import Dice
from referee.running.journal import NO_GAME, FileJournal, JournalError, plain_name, read, standing
from referee.running.now import clock_jump_ms, now_ms
from referee.running.rest import Memory, make_ready
from referee.running.sitting import Ring, Sitting
from referee.running.viewers import fold_acts

ENDING = ".referee"
FITS = re.compile(r"[A-Za-z0-9_-]{1,80}")
SLEPT_MS = 5000
LONGEST_NAP_MS = 1000


@dataclass(frozen=True)
class Listed:
    """A table in the folder: its id, when something last happened there (ms), and the sitting where it is open."""

    id: str
    changed: int
    sitting: Sitting | None


def table_id(path: Path) -> str:
    """Return the id of the table in a file: the file's name, made plain where no address can carry it."""
    name = path.stem
    return name if FITS.fullmatch(name) else f"{plain_name(name)}-{crc32(name.encode(errors='surrogateescape')):08x}"


def free_file(folder: Path, name: str) -> Path:
    """Return a file for a table of this name that is not there yet."""
    stem, number = plain_name(name), 1
    while (folder / f"{stem}-{number}{ENDING}").exists():
        number += 1
    return folder / f"{stem}-{number}{ENDING}"


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            path.with_name(path.name + ending).unlink()


class Hall:
    """Every table of this program; all methods may be called from any thread."""

    def __init__(
        self, folder: Path, *, only: Path | None = None, dice: Dice | None = None, now: Callable[[], int] = now_ms
    ) -> None:
        """Keep tables in a folder, or one table in one file."""
        self.folder, self._only, self._dice, self._now = folder, only, dice, now
        self._ring: Callable[[str, Iterable[str]], None] = lambda table, viewers: None
        self._draw: Callable[[str, Iterable[str]], None] | None = None
        self._open: dict[str, Sitting] = {}
        self._change = Condition()
        self._stopped = False
        self._thread = Thread(target=self._keep_time, name="clock", daemon=True)
        self._memory, self._looked = Memory(), 0

    def on_ring(self, ring: Callable[[str, Iterable[str]], None]) -> None:
        """Say whom to tell when viewers of a table have something new to see."""
        self._ring = ring

    def on_draw(self, draw: Callable[[str, Iterable[str]], None]) -> None:
        """Say who draws for the viewers of a table while the disk syncs; they are rung after it, or nobody is."""
        self._draw = draw

    def start(self) -> None:
        """Begin to keep time; what will be needed later is made ready meanwhile."""
        self._memory.begin()
        make_ready()
        self._thread.start()

    def _files(self) -> dict[str, Path]:
        files = [self._only] if self._only else sorted(self.folder.glob(f"*{ENDING}"))
        return {table_id(path): path for path in files if path.exists()}

    def _file(self, table: str) -> Path | None:
        """Return the file of a table by its name; only a name made plain is looked for among all files."""
        if self._only or re.fullmatch(r".*-[0-9a-f]{8}", table):
            return self._files().get(table)
        path = self.folder / f"{table}{ENDING}"
        return path if FITS.fullmatch(table) and path.exists() else None

    def tables(self) -> list[Listed]:
        """Return every table there is, the one changed last first."""
        listed = [Listed(name, self._changed(name, ms), self._open.get(name)) for name, ms in self._written()]
        return sorted(listed, key=lambda one: one.changed, reverse=True)

    def _written(self) -> Iterator[tuple[str, int]]:
        """Yield each table and when its file was last written (ms); there may be thousands."""
        with suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith(ENDING) if self._only is None else entry.name == self._only.name:
                    with suppress(OSError):
                        yield table_id(Path(entry.name)), entry.stat().st_mtime_ns // 1_000_000

    def _changed(self, table: str, written: int) -> int:
        """Return when everybody last heard something there: a secret act moves nothing on the start page."""
        sitting = self._open.get(table)
        log = sitting.screen(PUBLIC).log if sitting else ()
        return log[-1].at if log else written

    def mark(self, table: str) -> tuple[int, int]:
        """Return what tells whether the file of a table has changed: its last change (ns) and its size; 0 if gone."""
        path = self._file(table)
        try:
            seen = path.stat() if path else None
        except OSError:
            seen = None
        return (seen.st_mtime_ns, seen.st_size) if seen else (0, 0)

    def glance(self, table: str) -> Table | None:
        """Return what everybody heard at a table that is not open, and let go of its file; ``None`` if it cannot be."""
        with self._change:
            path = None if table in self._open else self._file(table)
            try:
                return fold_acts(standing(read(path))[0] if path else [])
            except (JournalError, *NO_GAME):
                return None

    def find(self, table: str) -> Sitting | None:
        """Return the sitting of a table, opening its file where needed; ``None`` if there is no such table."""
        with self._change:
            sitting = self._open.get(table)
            if sitting is not None:
                return sitting
            path = self._file(table)
            return self._take_up(table, path) if path else None

    def is_open(self, table: str) -> bool:
        """Say whether this is a table in use, without opening any file."""
        return table in self._open

    def create(self, name: str) -> tuple[str, Sitting]:
        """Begin a new table; returns its id and its sitting. Raises ``JournalError``."""
        with self._change:
            if self._only and self._only.exists():
                raise JournalError("This program was started for one table, and that game has begun.")
            path = self._only or free_file(self.folder, name)
            try:
                return table_id(path), self._take_up(table_id(path), path)
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

    def _take_up(self, table: str, path: Path) -> Sitting:
        journal = FileJournal(path)
        try:
            sitting = Sitting(journal, self._dice, self._now, self._bell_of(table))
        except BaseException as error:
            journal.close()
            if isinstance(error, NO_GAME):
                raise JournalError(f"{path.name} does not hold a complete game. Start a new table.") from error
            raise
        return self._let_in(table, sitting)

    def _bell_of(self, table: str) -> Ring:
        def ring(viewers: Iterable[str]) -> None:
            self._ring(table, viewers)
            self.look()

        return ring

    def _let_in(self, table: str, sitting: Sitting) -> Sitting:
        """Keep a sitting at hand, and keep its time."""
        if self._draw:
            sitting.meanwhile = partial(self._draw, table)
        self._open[table] = sitting
        self._change.notify_all()
        return sitting

    def look(self) -> None:
        """Wake the time keeper: something may have become due earlier."""
        self._looked = now_ms()
        if self._change.acquire(timeout=0.05):
            self._change.notify_all()
            self._change.release()

    def close(self) -> None:
        with self._change:
            self._stopped = True
            self._change.notify_all()
        if self._thread.is_alive():
            self._thread.join(timeout=2)
            self._memory.end()
        for sitting in self._open.values():
            sitting.journal.close()
        self._open.clear()

    # -- time ---------------------------------------------------------------------------------------------

    def _keep_time(self) -> None:
        jump, last = clock_jump_ms(), now_ms()
        while not self._stopped:
            slept = abs(clock_jump_ms() - jump) > SLEPT_MS or now_ms() - last > SLEPT_MS + LONGEST_NAP_MS
            jump, last = clock_jump_ms(), now_ms()
            wake = self._tick(slept)
            self._memory.look(now_ms() - self._looked)
            with self._change:
                if not self._stopped:
                    self._change.wait(timeout=max(0.005, min(LONGEST_NAP_MS, wake - now_ms()) / 1000))

    def _tick(self, slept: bool) -> int:
        wake = now_ms() + LONGEST_NAP_MS
        for sitting in list(self._open.values()):
            try:
                if slept:
                    sitting.pause_if_running("slept")
                due = sitting.tick()
            except JournalError:
                continue  # the disk is full: nothing happened; try again at the next look
            wake = min(wake, due) if due is not None else wake
        return wake
