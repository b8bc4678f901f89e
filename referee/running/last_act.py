"""The last act of a game in a second place, so that acts which are gone are missed.

A table that was closed is one file, which says how many acts it holds. While a table is open it is three: its file,
``-wal`` with what was written last, and ``-last`` with number and chain of the last act. A program that was killed
leaves all three; a backup of an open table needs them all.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

OPEN, SPOILT = "open", "spoilt"
ENDINGS = ("", "-wal", "-last")
LINE = "{:012} {:64}\n"  # of the ``-last`` file: number and chain
COPIES = 20  # tries to copy a file that is being written to


class Head(NamedTuple):
    """Number and chain of an act."""

    number: int
    chain: str


def beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def left_open(path: Path) -> bool:
    """Return True if a table is open in a program, or was when its program died."""
    with suppress(OSError):
        return beside(path, "-last").exists() or beside(path, "-wal").stat().st_size > 0
    return False


def is_cut_off(path: Path) -> bool:
    """Return True if a database has fewer pages than its header says."""
    with path.open("rb") as file:
        header = file.read(32)
    size = int.from_bytes(header[16:18], "big")
    return path.stat().st_size < (65536 if size == 1 else size) * int.from_bytes(header[28:32], "big")


class SecondPlace:
    """The ``-last`` file of an open table. Raises ``OSError`` if it cannot be made."""

    def __init__(self, path: Path, head: Head) -> None:
        self.path = beside(path, "-last")
        self._file = os.open(self.path, os.O_CREAT | os.O_RDWR | getattr(os, "O_BINARY", 0), 0o600)
        self.write(head)
        os.fsync(self._file)

    def write(self, head: Head) -> None:
        """Note an act that is on disk. It is not synced each time: a program that is killed loses nothing here."""
        with suppress(OSError):
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, LINE.format(*head).encode())

    def close(self, *, remove: bool) -> None:
        with suppress(OSError):
            os.close(self._file)
            if remove:
                self.path.unlink()


def noted(path: Path) -> Head | None:
    """Return what the ``-last`` file says, ``None`` if it is missing, cut off or cannot be read."""
    with suppress(OSError, ValueError):
        line = beside(path, "-last").read_bytes().decode("ascii")
        if len(line) != len(LINE.format(0, "")):  # a number that is cut off would be a smaller one
            return None
        number, *chain = line.split()
        return Head(int(number), "".join(chain))  # before the first act there is no chain yet
    return None


def closed_at(note: str) -> Head | None:
    """Return what a file says of itself that was closed: its last act."""
    with suppress(ValueError):
        number, chain = note.split()
        return Head(int(number), chain)
    return None


def what_is_missing(path: Path, chains: Mapping[int, str], note: str, second: Head | None, was_open: bool) -> str:
    """Return a sentence about acts that should be there, "" if all are; ``chains`` are those that are, by number."""
    here = max(chains, default=0)
    files = f"A backup of an open table is three files: {', '.join(path.name + one for one in ENDINGS)}."
    then = f"{files} Bring them back together. To play on from action {here} in a new table: referee import {path.name}"
    for head in (second, closed_at(note)):
        if head is not None and head.number > here:
            count = head.number - here
            gone = f"{count} action{'s are' if count > 1 else ' is'} missing from {path.name}"
            return f"{gone}: {head.number} were saved and {here} are here. {then}"
        if head is not None and head.number and chains[head.number] != head.chain:
            return f"{path.name} and {path.name}-last are not of the same game. {then}"
    if note not in {"", OPEN} and closed_at(note) is None:
        return f"{path.name} is damaged. {then}"
    if (note == OPEN or (was_open and not here)) and second is None:
        return f"Actions may be missing: {path.name}-last belongs to it and is not here. {then}"
    return ""


@contextmanager
def copied(path: Path) -> Iterator[Path]:
    """Copy a table's files as they stand at one moment; yields the copy of the first. Raises ``OSError``."""
    with TemporaryDirectory(prefix="referee-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / path.name
        for _ in range(COPIES):
            before = _state(path)
            for ending in ENDINGS[:2]:
                beside(copy, ending).unlink(missing_ok=True)
                if not ending or beside(path, ending).exists():
                    shutil.copyfile(beside(path, ending), beside(copy, ending))
            if _state(path) == before:
                break
        yield copy


def _state(path: Path) -> list[tuple[int, int]]:
    found = []
    for ending in ENDINGS[:2]:
        with suppress(OSError):
            seen = beside(path, ending).stat()
            found.append((seen.st_mtime_ns, seen.st_size))
    return found


def note_in(db: sqlite3.Connection) -> str:
    """Return what a file says of itself: open, or its last act when it was closed; "" in earlier versions."""
    with suppress(sqlite3.OperationalError):
        found = db.execute("select value from notes where name = 'last'").fetchone()
        return str(found[0]) or SPOILT if found else ""
    return ""
