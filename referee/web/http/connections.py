"""Connections wait here until a whole request has arrived; only then a worker thread serves it.

One thread reads all connections, so half a request costs a connection and no worker. There is a timeout for its head
and one for all of it. When connections run out, waiting ones are closed, those of the client with the most first. A
client may have few half requests, and whole ones are served round-robin by client. Browsers on this computer, which
control the table, are accepted even when descriptors run out.
"""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import selectors
import socket
import sys
from collections import Counter, deque
from threading import Condition, Lock, local
from time import monotonic
from typing import Any, Final

from cheroot.connections import ConnectionManager, prevent_socket_inheritance

from referee.web.http.buffers import SlowReaders, buffer_for
from referee.web.http.seat_codes import client_network

HEAD_SECONDS: Final = 10.0
WHOLE_SECONDS: Final = 20.0
HALF_REQUESTS: Final = 16  # per client
SEND_BYTES: Final = 256 * 1024
DESCRIPTORS: Final = 4096
KEPT_FREE: Final = 64  # descriptors reserved for files and browsers on this computer
SPARE: Final = 4
WAITING: Final = 400 if sys.platform == "win32" else DESCRIPTORS  # the most that select() can watch there
AT_ONCE: Final = 64
MUTE_SECONDS: Final = 0.2
WORKERS: Final = 2  # per client
_MANY: Final = {"", "127.0.0.1", "::1"}  # this computer, from where a proxy brings many clients
_SHORT: Final = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
_TOO_SLOW: Final = (
    b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 65\r\n\r\n"
    b"This came too slowly. Check the Wi-Fi and load the page once more"
)


def raise_limit() -> int:
    """Raise the limit of open files if allowed; return how many connections fit."""
    try:
        import resource
    except ImportError:  # no such limit on Windows
        return DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    allowed = DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, DESCRIPTORS)
    return max(16, allowed - KEPT_FREE)


def is_local(here: str, there: str) -> bool:
    """Return True if a connection between these addresses stays on this computer."""
    try:
        address = ipaddress.ip_address(there)
    except ValueError:
        return False
    return here == there or (getattr(address, "ipv4_mapped", None) or address).is_loopback


class FairQueue:
    """A thread-safe queue of connections with whole requests, round-robin by client (``lane``).

    A client on another computer has few workers at a time, so that others find one.
    """

    def __init__(self) -> None:
        self._some, self._lanes = Condition(), dict[str, deque[Any]]()
        self._served, self._at_work = local(), Counter[str]()

    def put(self, one: Any, block: bool = True, timeout: float | None = None) -> None:
        with self._some:
            self._lanes.setdefault(getattr(one, "lane", ""), deque()).append(one)
            self._some.notify()

    def get(self) -> Any:
        """Wait for the next; the one that this thread got before is done."""
        with self._some:
            self._done(getattr(self._served, "lane", ""))
            while (lane := next(filter(self._may, self._lanes), None)) is None:
                self._some.wait()
            self._served.lane = lane
            self._at_work[lane] += 1
            return self._first(lane)

    def get_nowait(self) -> Any:
        """Return the next, ``None`` if the queue is empty."""
        with self._some:
            return self._first(next(iter(self._lanes))) if self._lanes else None

    def _done(self, lane: str) -> None:
        self._at_work[lane] -= 1
        if self._at_work[lane] <= 0:
            del self._at_work[lane]

    def _may(self, lane: str) -> bool:
        return lane in _MANY or self._at_work[lane] < WORKERS

    def _first(self, lane: str) -> Any:
        waiting = self._lanes.pop(lane)
        one = waiting.popleft()
        if waiting:
            self._lanes[lane] = waiting
        return one

    def qsize(self) -> int:
        with self._some:
            return sum(map(len, self._lanes.values()))


class Connections(ConnectionManager):
    """All connections of a server: idle ones are watched, the others only counted."""

    server: Any
    _selector: Any
    _stop_requested: bool
    _remove_invalid_sockets: Any

    def __init__(self, server: Any, most: int) -> None:
        """Accept at most ``most`` connections besides those of this computer."""
        super().__init__(server)
        self.most, self._count = most, Lock()
        self._guests: dict[Any, None] = {}
        self._half: dict[Any, None] = {}  # by age
        self._spare, self._slow = list[int](), SlowReaders()
        self._mute_until = 0.0
        server.socket.setblocking(False)

    def put(self, conn: Any) -> None:
        """Wait for a connection's next request; thread-safe."""
        conn.last_used, conn.wfile.until = monotonic(), 0.0
        if not conn.rfile.next():
            conn.close()
            return
        self._wait(conn)

    def gone(self, conn: Any) -> None:
        """Forget a closed connection; idempotent."""
        with self._count:
            self._guests.pop(conn, None)
            self._half.pop(conn, None)

    def close(self) -> None:
        super().close()
        while self._spare:
            os.close(self._spare.pop())

    def _run(self, expiration_interval: float) -> None:
        pause = min(expiration_interval, 0.05) if sys.platform == "win32" else expiration_interval
        looked = monotonic()
        while not self._stop_requested:
            try:
                self._round(pause)
            except OSError:
                self._remove_invalid_sockets()
            if monotonic() - looked > expiration_interval:
                looked = monotonic()
                self._tidy(looked)

    def _round(self, pause: float) -> None:
        ready = list(self._selector.select(timeout=pause))
        for number, conn in ready:
            if conn is not self.server and self._unwatch(number):
                self._hear(conn)
        if any(conn is self.server for _, conn in ready):  # last: a new socket may reuse a closed one's number
            self._welcome()

    def _unwatch(self, number: int) -> bool:
        """Unregister a descriptor; return True if it was registered."""
        try:
            self._selector.unregister(number)
        except (KeyError, ValueError, OSError):
            return False
        return True

    # -- reading ------------------------------------------------------------------------------------------

    def _hear(self, conn: Any) -> None:
        try:
            words = conn.socket.recv(64 * 1024)
        except (BlockingIOError, InterruptedError):
            self._wait(conn)
            return
        except OSError:
            words = b""
        if not words:
            conn.close()
            return
        asked_before = conn.rfile.waits_to_send
        conn.rfile.take(words)
        if conn.rfile.waits_to_send and not asked_before:
            with contextlib.suppress(OSError):
                conn.socket.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        self._wait(conn)

    def _wait(self, conn: Any) -> None:
        """Queue a whole request; keep watching a partial one."""
        if conn.rfile.whole:
            with self._count:
                self._half.pop(conn, None)
            self.server.process_conn(conn)
            return
        try:
            self._selector.register(conn.socket.fileno(), selectors.EVENT_READ, data=conn)
        except (KeyError, ValueError, OSError):  # the server has stopped, or the phone is gone
            conn.close()
            return
        if conn.rfile.has_data():
            self._begun(conn)

    def _begun(self, conn: Any) -> None:
        with self._count:
            self._half.setdefault(conn)
            mine = [] if conn.local else [one for one in self._half if one.lane == conn.lane]
        for old in mine[: max(0, len(mine) - HALF_REQUESTS)]:
            self._let_go(old)

    def _let_go(self, conn: Any, words: bytes = b"") -> None:
        self._unwatch(conn.socket.fileno())
        if words:
            with contextlib.suppress(OSError):
                conn.socket.send(words)
        conn.close()

    def _tidy(self, now: float) -> None:
        """Close connections that timed out, and refill the spare descriptors."""
        for conn in self._waiting():
            since = conn.rfile.since
            if since and now - since > (WHOLE_SECONDS if conn.rfile.head_came else HEAD_SECONDS):
                self._let_go(conn, _TOO_SLOW)
            elif not since and now - conn.last_used > self.server.timeout:
                self._let_go(conn)
        with contextlib.suppress(OSError):
            while len(self._spare) < SPARE:
                self._spare.append(os.open(os.devnull, os.O_RDONLY))
        if self._mute_until and now >= self._mute_until:
            self._mute_until = 0.0
            self._selector.register(self.server.socket.fileno(), selectors.EVENT_READ, data=self.server)

    def _waiting(self) -> list[Any]:
        return [conn for _, conn in self._selector.connections if conn is not self.server]

    # -- accepting ----------------------------------------------------------------------------------------

    def _welcome(self) -> None:
        for _ in range(AT_ONCE):
            try:
                line, address = self.server.socket.accept()
            except OSError as error:
                if error.errno in _SHORT and not self._make_room() and not self._with_a_spare():
                    self._mute()
                return
            self._take_in(line, address)

    def _take_in(self, line: socket.socket, address: Any) -> bool:
        """Accept a new connection if there is room or can be made; return True if it stays."""
        conn = self._guest(line, address)
        with self._count:
            full = len(self._guests) >= self.most + (KEPT_FREE // 2 if conn.local else 0)
        if full or len(self._selector) > WAITING:
            full = not self._make_room()
        if full:
            conn.close()
            return False
        with self._count:
            self._guests[conn] = None
        self.put(conn)
        return True

    def _guest(self, line: socket.socket, address: Any) -> Any:
        prevent_socket_inheritance(line)
        line.setblocking(False)
        with contextlib.suppress(OSError):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
        conn = self.server.ConnectionClass(self.server, line, buffer_for)
        conn.remote_addr, conn.remote_port = address[:2]
        conn.lane = conn.wfile.lane = client_network(address[0])
        conn.wfile.slow = self._slow
        try:
            conn.local = is_local(line.getsockname()[0], address[0])
        except OSError:
            conn.local = False
        return conn

    def _make_room(self) -> bool:
        """Close one waiting connection, not of this computer: of the client with the most, idle ones first."""
        waiting = self._waiting()
        strangers = [conn for conn in waiting if not conn.local]
        if not strangers:
            return False
        lane = Counter(conn.lane for conn in strangers).most_common(1)[0][0]
        mine = [conn for conn in strangers if conn.lane == lane]
        self._let_go(min(mine, key=lambda conn: (bool(conn.rfile.since), conn.rfile.since or conn.last_used)))
        return True

    def _with_a_spare(self) -> bool:
        """Use a spare descriptor to accept a connection from this computer; refuse others."""
        if not self._spare:
            return False
        os.close(self._spare.pop())
        try:
            line, address = self.server.socket.accept()
        except OSError:
            return False
        if is_local(line.getsockname()[0], address[0]):
            return self._take_in(line, address)
        line.close()
        with contextlib.suppress(OSError):
            self._spare.append(os.open(os.devnull, os.O_RDONLY))
        return True

    def _mute(self) -> None:
        """Stop accepting for a moment: no descriptors are left."""
        self._mute_until = monotonic() + MUTE_SECONDS
        self._unwatch(self.server.socket.fileno())
