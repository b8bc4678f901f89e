"""The journal of one table: one row an act, nothing ever deleted; as a rule one SQLite file.

A ``Journal`` keeps a table's acts. All events of an act go into one row and one transaction, and ``append``
returns only after SQLite has synced it to disk: what was answered is not lost. ``begin`` does the same on a thread of
the journal's own, so that pages may be drawn while the disk syncs. Taking acts back is a row too, so undo has any
depth, survives a restart, and what was once seen stays on record. One connection holds the file exclusively: a second
copy of the program on the same file is refused with a sentence. This is the only room that knows of the database.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Event as Flag
from typing import Protocol

from sqlite_utils import Database

from referee.kernel.events import Event, Whisper, from_json, to_json

MARK = 0x52656672  # "Refr": says that a file is a journal of this program
EDITION = 2  # 1 had no chain
BUSY_SECONDS = 0.3
MEMORY = ":memory:"
NO_GAME = (LookupError, TypeError, ValueError, AttributeError, RecursionError)  # what comes of rows that tell no game
COLUMNS = ("number", "at", "who", "key", "kind", "target", "facts")
INSERT = f"insert into acts ({', '.join(COLUMNS)}, chain) values (?, ?, ?, ?, ?, ?, ?, ?)"
PAGE = 1024  # bytes, all of which are synced for each act: less is faster, and the log beside the file stays small


class JournalError(Exception):
    """The journal cannot be used; the message is a sentence with what to do next."""


class Overtaken(JournalError):
    """Another act bears this number already: nothing is written, and the act has to be judged again."""


@dataclass(frozen=True, slots=True)
class Act:
    """One row: its number, when (ms), who, the sender's own key, and its events; or what it took back or put back."""

    number: int
    at: int
    who: str
    key: str
    events: tuple[Event, ...] = ()
    kind: str = "act"  # act | back | forth
    target: int = 0


@dataclass(frozen=True)
class Key:
    """A credential as kept: the seat it opens, the hash of its token, the device, and when it was given (ms)."""

    seat: str
    hash: str
    device: str
    at: float


@dataclass(frozen=True)
class Change:
    """Credentials that begin and end with an act: all of it is saved, or none of it."""

    add: tuple[Key, ...] = ()
    remove: tuple[str, ...] = ()


class Journal(Protocol):
    """What keeps the acts of one table, in order. Every method may raise ``JournalError``."""

    def append(self, act: Act, change: Change | None = None) -> None:
        """Write one act down, with the credentials that it changes, and return once nothing can lose it.

        The act's number names the last act it was judged by, the one before; raises ``Overtaken`` if that is not
        the last any more.
        """

    def begin(self, act: Act, change: Change | None = None) -> Callable[[], None]:
        """Begin to do so; the answer waits until nothing can lose it, and raises what went wrong."""

    def rows(self) -> list[Act]:
        """Return everything ever written, taken back or not, in order."""

    def credentials(self) -> list[Key]:
        """Return all credentials in force."""

    def add_key(self, key: Key) -> None: ...

    def remove_key(self, hash: str) -> None: ...

    def close(self) -> None: ...


class FileJournal:
    """The acts of one table on disk. Every method may raise ``JournalError``."""

    def __init__(self, path: Path) -> None:
        """Open a journal, or begin one if the file does not exist; parent folders are made."""
        self.path = path
        self._writer: ThreadPoolExecutor | None = None
        self._link: str | None = None
        with _sentences(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _for_nobody_else(path)
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
        self._check()
        run(f"pragma page_size = {PAGE}")  # of a new file; others keep theirs
        run("pragma locking_mode = exclusive")
        run("pragma journal_mode = wal")
        run("pragma synchronous = full")
        run("begin immediate")
        if not self._db.table_names():
            self._create()
        if run("pragma user_version").fetchone()[0] < EDITION:
            self._chain_up()
        run("commit")
        if run("pragma quick_check(1)").fetchone()[0] != "ok":
            raise JournalError(f"{self.path.name} is damaged. Keep a copy of it and start a new table.")

    def _check(self) -> None:
        """Look whose file this is before anything is written to it."""
        if self._db.table_names() or self._db.execute("pragma application_id").fetchone()[0]:
            _check(self._db, self.path)

    def _create(self) -> None:
        self._db.execute(f"pragma application_id = {MARK}")
        self._db.execute(
            "create table acts (number integer primary key, at integer not null, who text not null, "
            "key text not null, kind text not null, target integer not null, facts text not null)"
        )
        self._db.execute(
            "create table keys (hash text primary key, seat text not null, device text not null, at real not null)"
        )
        self._db.execute("create table notes (name text primary key, value text not null)")

    def _chain_up(self) -> None:
        """Chain what an earlier edition wrote, as it stands now."""
        if "chain" not in self._db.table("acts").columns_dict:
            self._db.execute("alter table acts add column chain text not null default ''")
        before = ""
        for row in _raw(self._db):
            before = link(before, [row[name] for name in COLUMNS])
            self._db.execute("update acts set chain = ? where number = ?", [before, row["number"]])
        self._db.execute(f"pragma user_version = {EDITION}")

    # -- acts ---------------------------------------------------------------------------------------------

    def append(self, act: Act, change: Change | None = None) -> None:
        """Write one act down, with the credentials that it changes, and return once all is safely on disk."""
        facts = json.dumps([to_json(event) for event in act.events], ensure_ascii=False, separators=(",", ":"))
        row = (act.number, act.at, act.who, act.key, act.kind, act.target, facts)
        with _sentences(self.path), self._db.atomic() if change else nullcontext():
            chain = link(self._last_link(), row)
            try:
                self._db.execute(INSERT, (*row, chain))
            except sqlite3.IntegrityError as error:
                raise Overtaken(f"{self.path.name} has an action {act.number} already. Tap again.") from error
            for key in change.add if change else ():
                self._keep(key)
            for hash in change.remove if change else ():
                self._db.table("keys").delete_where("hash = ?", [hash])
        self._link = chain

    def _last_link(self) -> str:
        if self._link is None:
            last = self._db.execute("select chain from acts order by number desc limit 1").fetchone()
            self._link = str(last[0]) if last else ""
        return self._link

    def begin(self, act: Act, change: Change | None = None) -> Callable[[], None]:
        """Begin to write one act down; the answer waits until all is safely on disk, and raises what went wrong.

        Python changes threads only every few milliseconds, but lets go while the disk is busy: the thread that asks
        steps aside until writing has begun, and is back at work while the disk syncs.
        """
        if self._writer is None:
            self._writer = ThreadPoolExecutor(1, "journal")
        begun = Flag()

        def write() -> None:
            begun.set()
            self.append(act, change)

        writing = self._writer.submit(write)
        begun.wait()
        return writing.result

    def rows(self) -> list[Act]:
        """Return everything ever written, taken back or not, in order."""
        with _sentences(self.path):
            return _acts(self._db, self.path)

    # -- credentials --------------------------------------------------------------------------------------

    def credentials(self) -> list[Key]:
        """Return all credentials in force."""
        with _sentences(self.path):
            return [Key(r["seat"], r["hash"], r["device"], r["at"]) for r in self._db.table("keys").rows]

    def add_key(self, key: Key) -> None:
        with _sentences(self.path), self._db.atomic():
            self._keep(key)

    def _keep(self, key: Key) -> None:
        row = {"hash": key.hash, "seat": key.seat, "device": key.device, "at": key.at}
        self._db.table("keys").insert(row, replace=True)

    def remove_key(self, hash: str) -> None:
        with _sentences(self.path), self._db.atomic():
            self._db.table("keys").delete_where("hash = ?", [hash])

    def close(self) -> None:
        try:
            if self._writer is not None:
                self._writer.shutdown()
                self._writer = None
        finally:
            self._db.conn.close()


def _for_nobody_else(path: Path) -> None:
    """See that other accounts of this computer cannot read a file that holds every hand."""
    if str(path) == MEMORY:
        return
    if path.exists():
        with suppress(OSError):
            path.chmod(0o600)
    else:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def read(path: Path) -> list[Act]:
    """Return everything in a journal; one that was closed is not written to. Raises ``JournalError``."""
    if path.with_name(f"{path.name}-wal").exists():  # a referee has it open, or ended without closing it
        with closing(FileJournal(path)) as journal:
            return journal.rows()
    place = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    with _sentences(path, "Name another file."), closing(sqlite3.connect(place, uri=True)) as connection:
        _check(db := Database(connection), path)
        return _acts(db, path)


def _check(db: Database, path: Path) -> None:
    if db.execute("pragma application_id").fetchone()[0] != MARK:
        raise JournalError(f"{path.name} is not a file of this program. Name another file.")
    if db.execute("pragma user_version").fetchone()[0] > EDITION:
        raise JournalError(f"{path.name} was written by a newer edition. Update this program, then open it.")


def _raw(db: Database) -> list[dict[str, object]]:
    return list(db.query("select * from acts order by number"))


def _acts(db: Database, path: Path) -> list[Act]:
    found = _raw(db)
    chained = [([row[name] for name in COLUMNS], str(row["chain"])) for row in found if "chain" in row]
    if (broken := first_broken(chained)) is not None:
        raise JournalError(
            f"{path.name} was damaged or changed at action {found[broken]['number']} of {len(found)}. "
            "Keep a copy of it, and continue from an export or from paper. Other games are safe."
        )
    try:
        return [_act(row) for row in found]
    except NO_GAME as error:
        raise JournalError(
            f"{path.name} has an entry that this program cannot read. Keep a copy and update the program."
        ) from error


def standing(rows: list[Act]) -> tuple[list[Act], list[list[Act]]]:
    """Return the acts that hold, and the stack of those taken back that may be put back, the latest last."""
    acts: list[Act] = []
    undone: list[list[Act]] = []
    for row in rows:
        take_up(row, acts, undone)
    return acts, undone


def take_up(row: Act, acts: list[Act], undone: list[list[Act]]) -> None:
    """Let the acts that hold and those that may be put back follow from one more row."""
    if row.kind == "back":
        undone.append([act for act in acts if act.number >= row.target and not _lasting(act)])
        acts[:] = [act for act in acts if act.number < row.target or _lasting(act)]
    elif row.kind == "forth" and undone:
        acts += undone.pop()
    else:
        acts.append(row)
        if any(is_news(event) for event in row.events):
            undone.clear()


def _lasting(act: Act) -> bool:
    """Say whether undo passes over an act: who sits where is true whatever is taken back (P6)."""
    return bool(act.events) and all(getattr(event, "lasting", False) for event in act.events)


def is_news(event: Event) -> bool:
    """Say whether everybody hears of the event, so that undoing means undoing it and redoing must not pass it."""
    return not isinstance(event, Whisper) and not getattr(event, "housekeeping", False)


def _act(row: dict[str, object]) -> Act:
    events = tuple(from_json(record) for record in json.loads(str(row["facts"])))
    number, at, target = (int(str(row[name])) for name in ("number", "at", "target"))
    return Act(number, at, str(row["who"]), str(row["key"]), events, str(row["kind"]), target)


# -- the chain: each row carries a hash of itself and of the row before, so that no single bit flips unseen. The
# owner of the file can still write the whole chain anew; it tells of broken disks and of careless hands


def link(before: str, row: Sequence[object]) -> str:
    """Return the hash that a row carries after the one before it, "" before the first."""
    said = "\x1f".join((before, *map(str, row)))
    return sha256(said.encode(errors="surrogatepass")).hexdigest()


def first_broken(rows: Iterable[tuple[Sequence[object], str]]) -> int | None:
    """Return the place (from 0) of the first row whose hash does not follow from it and the row before."""
    before = ""
    for place, (row, carried) in enumerate(rows):
        before = link(before, row)
        if before != carried:
            return place
    return None


@contextmanager
def _sentences(path: Path, else_do: str = "Choose another place with --db.") -> Iterator[None]:
    """Turn what the database or the disk says into a sentence for people."""
    try:
        yield
    except (UnicodeDecodeError, KeyError) as error:  # the database itself has other names than were given
        raise JournalError(f"{path.name} is damaged. Keep a copy of it and start a new table.") from error
    except (sqlite3.Error, OSError) as error:
        said = error.strerror if isinstance(error, OSError) else None  # without the path, which may say anything
        raise JournalError(_sentence((said or str(error)).lower(), path, else_do)) from error


def _sentence(said: str, path: Path, else_do: str) -> str:
    if "locked" in said or "busy" in said:
        return f"{path.name} is open in another referee on this machine. Use that one, or stop it first."
    if "full" in said or "no space" in said or "disk i/o" in said or "quota" in said:
        return "The disk is full, so nothing was saved. Free some space and tap again."
    if any(word in said for word in ("readonly", "read-only", "unable to open", "permission", "directory", "exists")):
        return f"{path.name} cannot be opened. {else_do}"
    if "malformed" in said or "not a database" in said or "corrupt" in said:
        return f"{path.name} is damaged or not a file of this program. {else_do}"
    return f"{path.name} cannot be used: {said}. {else_do}"


def plain_name(name: str) -> str:
    """Return a name as a file or an address can carry it."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:40] or "table"
