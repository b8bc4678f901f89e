"""The private parts of cheroot that the server builds on, each tried on cheroot alone, and what breaks without it.

They are the reason for ``cheroot<12``. A new version that passes here and in ``test_server`` can be allowed.
"""

from __future__ import annotations

import ast
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from cheroot.connections import ConnectionManager
from cheroot.server import HTTPConnection, HTTPServer
from cheroot.workers import threadpool

from referee.web.http import connections, server

SECONDS: Final = 10
SERVER: Any = HTTPServer  # none of them is typed
POOL: Any = threadpool.ThreadPool
MANAGER: Any = ConnectionManager
BASES: Final = (MANAGER, HTTPConnection, SERVER, POOL)


@pytest.fixture
def bare() -> Iterator[Any]:
    """A server of cheroot's own, at its port and not serving."""
    one = SERVER(("127.0.0.1", 0), gateway=None, minthreads=1, maxthreads=1)
    one.prepare()
    yield one
    one.stop()


class Waits:
    """A connection whose request takes until it is let go."""

    def __init__(self) -> None:
        self.began, self.let_go, self.socket = threading.Event(), threading.Event(), None

    def communicate(self) -> bool:
        self.began.set()
        return not self.let_go.wait(SECONDS)

    def close(self) -> None:
        pass


def test_no_other_private_part_is_used(bare: Any) -> None:
    private = {name for one in (*BASES, bare, bare.requests, bare._connections) for name in dir(one)}
    private = {name for name in private if name.startswith("_") and not name.endswith("__")}
    own = {"_queue", "_connections", "_selector", "_run", "_stop_requested", "_remove_invalid_sockets", "_force_close"}
    found: set[str] = set()
    for module in (connections, server):
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text("utf-8"))):
            name = getattr(node, "attr", None) or getattr(node, "name", None)
            found |= {str(name)} & private
    assert found == own, "A test below is missing for what is new, or stands for what is gone."


def test_a_thread_of_the_pool_ends_at_the_word_that_frees_it(bare: Any) -> None:
    (worker,) = bare.requests._threads
    bare.requests._queue.put(vars(threadpool)["_SHUTDOWNREQUEST"])
    worker.join(SECONDS)
    assert not worker.is_alive(), "Threads would stay where a start fails for want of memory (let_go)."


def test_the_pool_serves_what_its_queue_holds(bare: Any) -> None:
    pool: Any = POOL(bare)
    pool.put("conn")
    assert pool.get == pool._queue.get, "Threads would wait at another queue than Turns, and nobody gets a turn."
    assert pool._queue.get_nowait() == "conn", "Connections would go past Turns, and one phone could take all threads."


def test_a_pool_that_stops_shuts_the_connections_that_still_write(bare: Any) -> None:
    waiting, shut = Waits(), list[Any]()

    def shuts(conn: Any) -> None:
        shut.append(conn)
        waiting.let_go.set()

    bare.requests._force_close = shuts
    bare.requests.put(waiting)
    assert waiting.began.wait(SECONDS)
    bare.requests.stop(0.1)
    assert shut == [waiting], "Ctrl-C would wait for a phone that reads no further."


def test_the_server_keeps_its_connections_where_another_can_take_the_place(bare: Any) -> None:
    taken: list[Any] = []
    bare._connections._selector.close()
    bare._connections = instead = MANAGER(bare)
    instead.put = taken.append
    bare.ready = True
    bare.put_conn("conn")
    assert taken == ["conn"], "Connections that wait would not be watched by Arrivals."


def test_the_manager_runs_until_it_is_told_to_stop_and_lets_broken_sockets_go(bare: Any) -> None:
    manager, ran = bare._connections, threading.Event()
    manager._run = lambda interval: ran.set()
    manager.run(0.1)
    assert ran.is_set(), "The loop of Arrivals would never run."
    manager.stop()
    assert manager._stop_requested is True, "The loop of Arrivals would never end."

    one, other = socket.socketpair()
    conn = type("Conn", (), {"close": staticmethod(other.close)})
    manager._selector.register(one.fileno(), 1, data=conn)
    one.close()
    manager._remove_invalid_sockets()
    left = [data for _, data in manager._selector.connections]
    assert left == [bare] and other.fileno() == -1, "A socket that broke would wake the loop for ever."
