"""The journal of one table in a club's engine: one message per act, one subject per table.

Each message names the last one that its writer had heard, so an act that was judged on an outdated table is refused;
its writer applies the newer acts first. Credentials are in the same message as the act that changes them: both are
stored or neither. Messages of other programs queue here until the sitting applies them.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Container, Iterator
from concurrent.futures import Future
from dataclasses import asdict, dataclass
from itertools import count
from threading import Condition, Event
from typing import Any, NamedTuple
from uuid import uuid4

from referee.kernel import from_json, to_json
from referee.running.acts import COLUMNS, ROW_KINDS, UNREADABLE, JournalAct, first_broken, link, plain_name
from referee.running.club.engine import (
    ATTEMPT_SECONDS,
    RETRY_SECONDS,
    UNSENT,
    UNSURE,
    Engine,
    StreamMessage,
    WriteRefused,
)
from referee.running.journal import Change, JournalError, Key, Writing
from referee.running.now import now_ms

STREAM = "REFEREE"
ACTS = "referee.acts"
BEGUN, GONE, KEYS = "begun", "gone", "keys"  # kinds of messages that are not acts
NO_ACTS = {BEGUN, GONE, KEYS}
CONTROLS = "host"  # unlike a seat, many screens may hold it
OTHERS = "Continue from an export or from paper. Other games are safe."
UNKNOWN = "The club's engine has an entry that this program cannot read. Update this program."
OVERTAKEN = "Something else happened at the same moment. Look at the table, then tap again."
_PROCESS = uuid4().hex[:12]
_stamps = count(1)


def subject_of(table: str) -> str:
    return f"{ACTS}.{table}"


def table_of(subject: str) -> str:
    return subject.removeprefix(f"{ACTS}.")


def said_first(heard: StreamMessage) -> str:
    """Return the kind of a message that is not an act, "" for an act; reads only its beginning."""
    return next((kind for kind in NO_ACTS if heard.words.startswith(b'{"kind":"%s"' % kind.encode())), "")


def begin_table(engine: Engine, name: str, taken: Container[str] = ()) -> tuple[str, StreamMessage]:
    """Reserve a free name in the engine; return the table's id and its first message."""
    for number in count(1):
        table = f"{plain_name(name)}-{number}"
        if table in taken:
            continue
        begun = packed({"kind": BEGUN, "stamp": stamp()})
        try:
            place = engine.write(subject_of(table), begun, after=0).result()
        except WriteRefused:
            continue
        return table, StreamMessage(subject_of(table), begun, place, now_ms())
    raise AssertionError


def end_table(engine: Engine, table: str) -> None:
    """Mark a table as removed."""
    engine.write(subject_of(table), packed({"kind": GONE, "stamp": stamp()})).result()


class Overtaken(JournalError):
    """Another act has this number already: nothing is written, and the act must be judged again."""


@dataclass(frozen=True, slots=True)
class StreamRow:
    """A message of a table: sequence number, stamp of its writer, columns of the act, credentials."""

    place: int
    stamp: str
    columns: tuple[Any, ...]
    change: Change
    chain: str

    def act(self) -> JournalAct:
        """Return the act; raises ``JournalError`` for one that this version does not know."""
        number, at, who, key, kind, target, facts = self.columns
        try:
            events = tuple(from_json(fact) for fact in json.loads(facts))
            return JournalAct(number, at, who, key, events, ROW_KINDS[kind], target)
        except UNREADABLE as error:
            raise JournalError(UNKNOWN) from error


def stamp() -> str:
    """Return a unique id by which a writer recognizes its own message."""
    return f"{_PROCESS}.{next(_stamps)}"


class Sent(NamedTuple):
    """A message on its way to the engine."""

    done: Callable[[], bool]
    result: Callable[[], None]


class StreamJournal:
    """The acts of one table in the engine. Every method may raise ``JournalError``."""

    def __init__(self, engine: Engine, table: str, known: int = 0) -> None:
        """``known`` is the sequence number that must be read; later messages come to ``taken``."""
        self._engine, self.table, self._known = engine, table, known
        self._inbox: deque[StreamMessage] = deque()
        self._come = Condition()
        self._place, self._link = 0, ""
        self._keys: dict[str, Key] = {}
        self.on_keys: Callable[[], None] = lambda: None
        self.on_lost: Callable[[tuple[str, ...]], None] = lambda hashes: None

    def append(self, act: JournalAct, change: Change | None = None) -> None:
        self.begin(act, change).result()

    def begin(self, act: JournalAct, change: Change | None = None) -> Writing:
        facts = json.dumps([to_json(event) for event in act.events], ensure_ascii=False, separators=(",", ":"))
        row = (act.number, act.at, act.who, act.key, act.kind, act.target, facts)
        chain = link(self._link, row)
        sent = self._write({**dict(zip(COLUMNS, row, strict=True)), "chain": chain}, change or Change())

        def taken() -> None:
            sent.result()
            self._link = chain

        return Sent(sent.done, taken)

    def _write(self, said: dict[str, Any], change: Change) -> Writing:
        """Write a message after the last one heard."""
        own = stamp()
        record = said | {"stamp": own}
        if change.add or change.remove:
            record |= {"add": [asdict(key) for key in change.add], "remove": change.remove}
        sent = self._engine.write(subject_of(self.table), packed(record), after=self._place)

        def taken() -> None:
            self._place = self._own_place(sent, own)
            self._take_keys(change)

        return Sent(sent.done, taken)

    def _own_place(self, sent: Future[int], own: str) -> int:
        """Return the sequence number of a message; after a lost acknowledgment, the retry of it is refused."""
        try:
            return sent.result()
        except WriteRefused:
            newer = self._wait()
        if newer is None:
            raise JournalError(UNSURE)
        if newer.stamp != own:
            raise Overtaken(OVERTAKEN)
        return newer.place

    # -- other writers --------------------------------------------------------------------------------

    def taken(self, heard: StreamMessage) -> None:
        """Queue a message from the engine."""
        with self._come:
            self._inbox.append(heard)
            self._come.notify_all()

    def _wait(self) -> StreamRow | None:
        """Wait for the first message after the last one heard."""

        def newer() -> StreamMessage | None:
            return next((heard for heard in self._inbox if heard.place > self._place), None)

        with self._come:
            found = self._come.wait_for(newer, ATTEMPT_SECONDS * 2)
        return read_row(found) if found else None

    def catch_up(self) -> None:
        """Wait until the engine's last message is queued; ``heard`` then yields it."""
        last = self._engine.last(STREAM, subject_of(self.table))
        if last is not None:
            with self._come:
                self._come.wait_for(lambda: self._has(last.place), ATTEMPT_SECONDS)

    def _has(self, place: int) -> bool:
        return self._place >= place or any(heard.place >= place for heard in self._inbox)

    def heard(self) -> Iterator[JournalAct]:
        """Yield the queued acts of other programs; each counts as known when the next is requested."""
        while self._inbox:
            with self._come:
                heard = self._inbox[0]
            if heard.place > self._place:
                yield from self._take(read_row(heard))
            with self._come:
                self._inbox.popleft()

    def _take(self, row: StreamRow) -> Iterator[JournalAct]:
        if row.columns:
            if link(self._link, row.columns) != row.chain:
                raise JournalError(f"{self.table} was damaged or changed at action {row.columns[0]}. {OTHERS}")
            yield row.act()
            self._link = row.chain
        self._place = row.place
        if lost := self._take_keys(row.change):
            self.on_lost(lost)

    # -- reading ------------------------------------------------------------------------------------------

    def rows(self) -> list[JournalAct]:
        """Return everything ever written. The first call sets the position that later messages follow."""
        found = self._read()
        acts = [row for row in found if row.columns]
        broken = first_broken((row.columns, row.chain) for row in acts)
        if broken is not None:
            words = f"{self.table} was damaged or changed at action {acts[broken].columns[0]} of {len(acts)}."
            raise JournalError(f"{words} {OTHERS}")
        if not self._place:
            for row in found:
                self._place, self._link = row.place, row.chain or self._link
                self._take_keys(row.change)
        return [row.act() for row in acts]

    def _read(self) -> list[StreamRow]:
        """Read the whole subject, again while the node lags behind what is already known."""
        for _ in range(50):
            found = self._engine.read(STREAM, subject_of(self.table))
            if not self._known or (found and found[-1].place >= self._known):
                return [read_row(heard) for heard in found]
            Event().wait(RETRY_SECONDS)
        raise JournalError(UNSENT)

    # -- credentials --------------------------------------------------------------------------------------

    def credentials(self) -> list[Key]:
        return list(self._keys.values())

    def add_key(self, key: Key) -> None:
        self._write({"kind": KEYS}, Change(add=(key,))).result()

    def remove_key(self, hash: str) -> None:
        self._write({"kind": KEYS}, Change(remove=(hash,))).result()

    def _take_keys(self, change: Change) -> tuple[str, ...]:
        """Apply changed credentials and return the hashes revoked: a seat has one phone, controls have many."""
        lost = set(change.remove)
        for key in change.add:
            if key.seat != CONTROLS:
                lost |= {old.hash for old in self._keys.values() if old.seat == key.seat and old.hash != key.hash}
            self._keys[key.hash] = key
        gone = tuple(hash for hash in lost if self._keys.pop(hash, None) is not None)
        if gone or change.add:
            self.on_keys()
        return gone

    def rest(self) -> None:
        """Nothing to move: what the engine took is in its place."""

    def close(self) -> None:
        """Nothing to close: the engine has it all."""


def packed(record: dict[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(errors="surrogatepass")


def read_row(heard: StreamMessage) -> StreamRow:
    """Decode a message; raises ``JournalError`` for one that this version does not know."""
    try:
        said = json.loads(heard.words.decode(errors="surrogatepass"))
        columns = () if said["kind"] in NO_ACTS else tuple(said[name] for name in COLUMNS)
        change = Change(tuple(Key(**key) for key in said.get("add", ())), tuple(said.get("remove", ())))
        return StreamRow(heard.place, str(said["stamp"]), columns, change, str(said.get("chain", "")))
    except UNREADABLE as error:
        raise JournalError(UNKNOWN) from error
