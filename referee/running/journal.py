"""The journal of one table: one row per act, nothing is ever deleted; by default one SQLite file.

All events of an act are one row and one transaction, and ``append`` returns only after SQLite has synced it: what was
acknowledged is not lost. ``begin`` does the same on a one-thread executor, so that pages can be rendered while the disk
syncs. Undo is a row too, so it has any depth, survives a restart, and what was seen stays on record. One connection
locks the file exclusively: a second program on the same file gets a sentence. This is the only module that knows the
database.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Event as Flag
from threading import RLock
from typing import Protocol

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from referee.kernel import Value, to_json
from referee.running.acts import COLUMNS, JournalAct, first_broken, link
from referee.running.last_act import (
    OPEN,
    Head,
    SecondPlace,
    copied,
    is_cut_off,
    left_open,
    note_in,
    noted,
    what_is_missing,
)
from referee.running.records import Unread, row_of
from referee.running.unfollowed import unfollowed

APPLICATION_ID = 0x52656672  # "Refr"
CHAINED = SCHEMA_VERSION = 2  # version 1 had no chain; an older program refuses a file with a higher number
VERSIONS = Migrations("referee")  # what each version of the file has added, in order
BUSY_SECONDS = 0.3
MEMORY = ":memory:"
WRITTEN = Future[None]()
WRITTEN.set_result(None)
INSERT = f"insert into acts ({', '.join(COLUMNS)}, chain) values (?, ?, ?, ?, ?, ?, ?, ?)"
PAGE = 1024  # bytes; every act syncs whole pages, so small ones are faster and keep the WAL small


class JournalError(Exception):
    """The journal cannot be used; the message is a sentence with what to do next."""


class Key(Value):
    """One device's right to act for a seat: hash of its token, label of the device, time of issue (Unix seconds)."""

    seat: str
    hash: str
    device: str
    at: float


class Change(Value):
    """Credentials added and removed together with an act."""

    add: tuple[Key, ...] = ()
    remove: tuple[str, ...] = ()


class Writing(Protocol):
    """An act on its way to where nothing can lose it."""

    def done(self) -> bool:
        """Return True if it is there, or failed."""

    def result(self) -> None:
        """Wait until it is there; raises ``JournalError``."""


class Journal(Protocol):
    """Stores the acts of one table in order. Every method may raise ``JournalError``."""

    def append(self, act: JournalAct, change: Change | None = None) -> None:
        """Write an act and the credentials it changes, durably.

        The act's number is one more than that of the last act it was judged by; it is refused if that is taken.
        """

    def begin(self, act: JournalAct, change: Change | None = None) -> Writing:
        """Start ``append``."""

    def rows(self) -> list[JournalAct]:
        """Return everything ever written, undone or not, in order."""

    def credentials(self) -> list[Key]:
        pass

    def add_key(self, key: Key) -> None: ...

    def remove_key(self, hash: str) -> None: ...

    def rest(self) -> None:
        """Use a moment without taps to store everything in its final place; returns at once."""

    def close(self) -> None: ...


@VERSIONS()
def acts_and_keys(db: Database) -> None:
    """Begin a file; one that was written before versions were noted in it has this already."""
    db.execute(f"pragma application_id = {APPLICATION_ID}")
    db.execute(
        "create table if not exists acts (number integer primary key, at integer not null, who text not null, "
        "key text not null, kind text not null, target integer not null, facts text not null)"
    )
    db.execute(
        "create table if not exists keys (hash text primary key, seat text not null, device text not null, "
        "at real not null)"
    )


@VERSIONS()
def chained_acts(db: Database) -> None:
    """Add the chain to a file of version 1. One that has it is not chained anew: that would hide what was changed."""
    if db.execute("pragma user_version").fetchone()[0] >= CHAINED:
        return
    if "chain" not in db.table("acts").columns_dict:
        db.execute("alter table acts add column chain text not null default ''")
    before = ""
    for row in _select_all(db):
        before = link(before, [row[name] for name in COLUMNS])
        db.execute("update acts set chain = ? where number = ?", [before, row["number"]])
    db.execute(f"pragma user_version = {CHAINED}")


@VERSIONS()
def named_notes(db: Database) -> None:
    db.execute("create table if not exists notes (name text primary key, value text not null)")


class FileJournal:
    """The acts of one table on disk. Every method may raise ``JournalError``."""

    def __init__(self, path: Path) -> None:
        """Open or create a file; makes parent folders."""
        self.path = path
        self._writer: ThreadPoolExecutor | None = None
        self._link: str | None = None
        self._second: SecondPlace | None = None
        self._resting = True  # nothing stands in the -wal file alone
        self._writing = RLock()  # no transaction may begin or end while the same connection reads
        with _readable_errors(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._checked = left_open(path)
            if self._checked:
                read(path)  # of a copy: a file of which acts are missing stays as it is
            elif path.exists() and not path.stat().st_size:
                raise JournalError(f"{path.name} is empty. Bring it back from a backup, or delete it.")
            _restrict_permissions(path)
            connection = sqlite3.connect(
                path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=16
            )
            self._db = Database(connection)
            try:
                self._prepare()
            except BaseException:
                connection.close()
                raise

    def _prepare(self) -> None:
        run = self._db.execute
        run("pragma locking_mode = exclusive")  # first: then no -shm file is needed, for which a full disk has no room
        self._check()
        run(f"pragma page_size = {PAGE}")  # of a new file only
        run("pragma journal_mode = wal")
        run("pragma synchronous = full")
        run("begin immediate")
        VERSIONS.apply(self._db)
        run("commit")
        if run("pragma quick_check(1)").fetchone()[0] != "ok":
            raise JournalError(f"{self.path.name} is damaged. Keep a copy of it and start a new table.")

    def _check(self) -> None:
        """Check whose file this is before writing to it."""
        if self._db.table_names() or self._db.execute("pragma application_id").fetchone()[0]:
            _check(self._db, self.path)

    # -- acts ---------------------------------------------------------------------------------------------

    def append(self, act: JournalAct, change: Change | None = None) -> None:
        facts = json.dumps([to_json(event) for event in act.events], ensure_ascii=False, separators=(",", ":"))
        row = (act.number, act.at, act.who, act.key, act.kind, act.target, facts)
        with self._writing, _readable_errors(self.path), self._db.atomic() if change else nullcontext():
            chain = link(self._last_link(), row)
            if self._second is None and str(self.path) != MEMORY:
                self._second = self._note_open(act.number - 1)
            try:
                self._db.execute(INSERT, (*row, chain))
            except sqlite3.IntegrityError as error:
                raise JournalError(f"{self.path.name} has an action {act.number} already. Tap again.") from error
            for key in change.add if change else ():
                self._keep(key)
            for hash in change.remove if change else ():
                self._db.table("keys").delete_where("hash = ?", [hash])
        self._link, self._resting = chain, False
        if self._second is not None:
            self._second.write(Head(act.number, chain))

    def _note_open(self, last: int) -> SecondPlace:
        """Note that this file is not all there is of the table any more."""
        second = SecondPlace(self.path, Head(last, self._last_link()))
        self._note(OPEN)
        self._checkpoint()
        return second

    def _note(self, value: str) -> None:
        self._db.execute("insert or replace into notes values ('last', ?)", [value])

    def rest(self) -> None:
        """Move what is written into the table's own file, after all that was begun; returns at once."""
        if not self._resting and self._writer is not None:
            self._resting = True
            self._writer.submit(self._checkpoint)

    def _checkpoint(self) -> None:
        with self._writing, suppress(sqlite3.Error):  # the disk is full, or somebody reads: the next one does it
            self._db.execute("pragma wal_checkpoint(truncate)").fetchone()

    def _last_link(self) -> str:
        if self._link is None:
            last = self._db.execute("select chain from acts order by number desc limit 1").fetchone()
            self._link = str(last[0]) if last else ""
        return self._link

    def begin(self, act: JournalAct, change: Change | None = None) -> Writing:
        """See ``Journal.begin``.

        Python switches threads only every few milliseconds, but releases the lock during I/O: this thread waits until
        the writer has begun, and runs again while the disk syncs.
        """
        if self._writer is None:
            self._writer = ThreadPoolExecutor(1, "journal")
        begun = Flag()

        def write() -> None:
            begun.set()
            self.append(act, change)

        writing = self._writer.submit(write)
        begun.wait()
        return writing

    def rows(self) -> list[JournalAct]:
        with self._writing, _readable_errors(self.path):
            return _acts(self._db, self.path, None, check=not self._checked and self._second is None)

    # -- credentials --------------------------------------------------------------------------------------

    def credentials(self) -> list[Key]:
        with self._writing, _readable_errors(self.path):
            return [Key(r["seat"], r["hash"], r["device"], r["at"]) for r in self._db.table("keys").rows]

    def add_key(self, key: Key) -> None:
        with self._writing, _readable_errors(self.path), self._db.atomic():
            self._keep(key)

    def _keep(self, key: Key) -> None:
        row = {"hash": key.hash, "seat": key.seat, "device": key.device, "at": key.at}
        self._db.table("keys").insert(row, replace=True)

    def remove_key(self, hash: str) -> None:
        with self._writing, _readable_errors(self.path), self._db.atomic():
            self._db.table("keys").delete_where("hash = ?", [hash])

    def close(self) -> None:
        try:
            if self._writer is not None:
                self._writer.shutdown()
                self._writer = None
            if self._second is not None:
                self._note_closed(self._second)
        finally:
            self._db.conn.close()

    def _note_closed(self, second: SecondPlace) -> None:
        """Let the table's own file say how many acts it holds, and remove the second place."""
        self._second, whole = None, False
        with suppress(sqlite3.Error):
            number = self._db.execute("select max(number) from acts").fetchone()[0]
            self._note(f"{number} {self._last_link()}")
            busy, logged, moved = self._db.execute("pragma wal_checkpoint(truncate)").fetchone()
            whole = not busy and logged == moved
        second.close(remove=whole)


def _restrict_permissions(path: Path) -> None:
    """Keep other accounts of this computer from reading a file that holds every hand."""
    if str(path) == MEMORY:
        return
    if path.exists():
        with suppress(OSError):
            path.chmod(0o600)
    else:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def read(path: Path, *, proven: bool = False) -> list[JournalAct]:
    """Return all rows of a file, open in a program or not; nothing is written to it. Raises ``JournalError``.

    With ``proven``, return those before the first that is missing or damaged.
    """
    with _readable_errors(path, "Name another file."):
        if not left_open(path):
            return _read(
                f"{path.absolute().as_uri()}?mode=ro&immutable=1", path, None, check=not proven, was_open=False
            )
        second = noted(path)
        with copied(path) as copy:
            return _read(copy.absolute().as_uri(), path, second, check=not proven, was_open=True)


def _read(place: str, path: Path, second: Head | None, *, check: bool, was_open: bool) -> list[JournalAct]:
    with closing(sqlite3.connect(place, uri=True)) as connection:
        connection.execute("pragma locking_mode = exclusive")  # no file beside it, for which there may be no room
        _check(db := Database(connection), path)
        if second is None and is_cut_off(path):
            raise JournalError(f"{path.name} is cut off. Bring it back from a backup, or continue from an export.")
        return _acts(db, path, second, check=check, was_open=was_open)


def _check(db: Database, path: Path) -> None:
    if db.execute("pragma application_id").fetchone()[0] != APPLICATION_ID:
        raise JournalError(f"{path.name} is not a file of this program. Name another file.")
    if db.execute("pragma user_version").fetchone()[0] > SCHEMA_VERSION:
        raise JournalError(f"{path.name} was written by a newer edition. Update this program, then open it.")


def _select_all(db: Database) -> list[dict[str, object]]:
    return list(db.query("select * from acts order by number"))


def _acts(db: Database, path: Path, second: Head | None, *, check: bool, was_open: bool = False) -> list[JournalAct]:
    """Return the rows before the first that is damaged; with ``check``, raise if there is one or any is missing."""
    found = _select_all(db)
    chained = [([row[name] for name in COLUMNS], str(row["chain"])) for row in found if "chain" in row]
    broken = first_broken(chained)
    if broken is not None and check:
        raise JournalError(
            f"{path.name} was damaged or changed at action {found[broken]['number']} of {len(found)}. Other games are "
            f"safe. To play on from action {broken} in a new table: referee import {path.name}"
        )
    chains = {int(str(row[0])): chain for row, chain in chained}
    if check and (words := what_is_missing(path, chains, note_in(db.conn), second, was_open)):
        raise JournalError(words)
    return list(_rows(found[:broken], path, check=check))


def _rows(found: list[dict[str, object]], path: Path, *, check: bool) -> Iterator[JournalAct]:
    """Yield the rows before the first that cannot be read; with ``check``, raise if there is one."""
    for place, row in enumerate(found, start=1):
        try:
            yield row_of({name: row[name] for name in COLUMNS} | {"facts": _facts(row)}, place)
        except Unread as error:
            if check:
                raise JournalError(unfollowed(error.finding, path.name)) from error
            return


def _facts(row: dict[str, object]) -> object:
    """Return the records of a row's events, ``None`` if they are no JSON."""
    with suppress(ValueError, RecursionError):
        return json.loads(str(row["facts"]))
    return None


@contextmanager
def _readable_errors(path: Path, else_do: str = "Choose another place with --db.") -> Iterator[None]:
    """Turn errors of database and disk into ``JournalError`` with a sentence."""
    try:
        yield
    except (UnicodeDecodeError, KeyError) as error:  # columns or tables have other names
        raise JournalError(f"{path.name} is damaged. Keep a copy of it and start a new table.") from error
    except (sqlite3.Error, OSError) as error:
        said = error.strerror if isinstance(error, OSError) else None  # strerror leaves the path out
        raise JournalError(_sentence((said or str(error)).lower(), path, else_do)) from error


def _sentence(said: str, path: Path, else_do: str) -> str:
    if "locked" in said or "busy" in said:
        return f"{path.name} is open in another referee on this machine. Use that one, or stop it first."
    if "full" in said or "no space" in said or "disk i/o" in said or "quota" in said:
        return "The disk is full, so nothing was saved. Free some space and tap again."
    if any(word in said for word in ("readonly", "read-only", "unable to open", "permission", "directory", "exists")):
        return f"{path.name} cannot be opened. {else_do}"
    if any(word in said for word in ("malformed", "not a database", "corrupt", "decode", "no such")):
        return f"{path.name} is damaged or not a file of this program. {else_do}"
    return f"{path.name} cannot be used. {else_do}"  # what the database says may quote a row
