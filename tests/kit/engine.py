"""An engine for tests: nodes on loopback, with a temporary folder and free ports."""

from __future__ import annotations

import atexit
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory
from threading import Event as ThreadEvent
from threading import Thread

import pytest

from referee.running.acts import JournalAct
from referee.running.club.hall import ClubHall
from referee.running.club.journal import STREAM, StreamJournal, begin_table, subject_of
from referee.running.club.nodes import Nodes, address, program
from referee.running.club.sitting import SharedSitting
from referee.running.dice import Dice
from referee.running.journal import WRITTEN, Change, FileJournal, JournalError, Writing
from referee.running.sitting import Sitting

SECONDS = 60.0
OVER_ENGINE = "REFEREE_OVER_ENGINE"  # set: evenings of tests are kept in an engine instead of files
NO_FILE = "looks into the file of a table, and an engine has none"
MEMORY = Path(":memory:")
BEGUN: list[bytes] = []  # a file without acts, once there was one


def why_no_engine() -> str:
    """Return why no engine can be started here, "" if it can."""
    try:
        program()
    except JournalError as error:
        return str(error)
    return ""


def over_engine() -> bool:
    """Return True if evenings are stored in an engine, as in the last step of ``tests/check.py --full``."""
    return bool(os.environ.get(OVER_ENGINE))


of_files = pytest.mark.skipif(over_engine(), reason="is about tables in files; what an engine does is in tests/club")


LOW_PORTS = range(20_000, 32_000)


def free_ports(number: int) -> list[int]:
    """Return free ports outside the ephemeral range.

    Otherwise a connection to a stopped program could be given its own port, and keep the program from restarting.
    """
    found = (port for port in SystemRandom().sample(LOW_PORTS, 50 * number) if port_free(port))
    return [next(found) for _ in range(number)]


def port_free(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) != 0


@cache
def club_of_this_process() -> ClubHall:
    """Join an engine that lives as long as this process."""
    lasting = ExitStack()
    atexit.register(lasting.close)
    folder = lasting.enter_context(TemporaryDirectory())
    club = ClubHall(lasting.enter_context(engine_of(Path(folder), 1)).address)
    lasting.callback(club.close)
    return club


class MemoryJournal(FileJournal):
    """A journal that no disk syncs: each act is written on the thread that asks for it, before anything else runs."""

    def __init__(self) -> None:
        super().__init__(MEMORY)

    def _prepare(self) -> None:
        """Begin as a copy of the first one, which was made as every file is."""
        if BEGUN:
            self._db.conn.deserialize(BEGUN[0])
        else:
            super()._prepare()
            BEGUN.append(self._db.conn.serialize())

    def begin(self, act: JournalAct, change: Change | None = None) -> Writing:
        self.append(act, change)
        return WRITTEN


def quick_sitting(dice: Dice) -> Sitting:
    """Return a new table in memory, or in the engine."""
    if not over_engine():
        return Sitting(MemoryJournal(), dice)
    engine = club_of_this_process().engine
    journal = StreamJournal(engine, begin_table(engine, "random")[0])
    engine.tail(STREAM, subject_of(journal.table), journal.taken, whole=True)
    return SharedSitting(journal, dice)


@contextmanager
def engine_of(folder: Path, nodes: int, sync: str = "always") -> Iterator[Nodes]:
    """Run nodes; skips the test if the engine is not installed."""
    if reason := why_no_engine():
        pytest.skip(reason)
    running = Nodes(folder, free_ports(2 * nodes), "secret", sync)
    try:
        running.start()
        yield running
    finally:
        running.stop()


class Cable:
    """Connections between a program and the nodes that can be cut silently."""

    def __init__(self, nodes: Nodes) -> None:
        self.whole, self._over = ThreadEvent(), ThreadEvent()
        self.whole.set()
        self._doors = [(socket.create_server(("127.0.0.1", 0)), port) for port in nodes.ports[::2]]
        self.address = address(nodes.secret, (f"127.0.0.1:{door.getsockname()[1]}" for door, _ in self._doors))
        for door, port in self._doors:
            Thread(target=self._welcome, args=(door, port), daemon=True).start()

    def _welcome(self, door: socket.socket, port: int) -> None:
        while not self._over.is_set():
            try:
                here = door.accept()[0]
                there = socket.create_connection(("127.0.0.1", port))
            except OSError:
                continue
            for ends in ((here, there), (there, here)):
                Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, here: socket.socket, there: socket.socket) -> None:
        with suppress(OSError):
            while words := here.recv(65536):
                while not self.whole.wait(0.2):
                    if self._over.is_set():
                        return
                there.sendall(words)
        for end in (here, there):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def close(self) -> None:
        self._over.set()
        for door, _ in self._doors:
            with suppress(OSError):
                door.shutdown(socket.SHUT_RDWR)
            door.close()


def wait_until(done: Callable[[], bool], what: str, seconds: float = SECONDS) -> None:
    """Wait for a condition; fails with ``what``."""
    last = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < last, f"waited {seconds:.0f} seconds for: {what}"
        time.sleep(0.01)
