"""Buffers of one connection: a request buffer and a response writer with a timeout.

A worker reads a request only when all of it is buffered. It waits for a slow reader of its response, but with a limit
in time, and few workers may wait for one client.
"""

from __future__ import annotations

import contextlib
import errno
import socket
from collections import Counter
from collections.abc import Iterator
from threading import Lock
from time import monotonic
from typing import Final

WRITE_SECONDS: Final = 20.0
SLOWEST: Final = 32 * 1024  # minimum bytes per second after that
SLOW_READERS: Final = 6  # threads that may wait for one client
SLOW_TOGETHER: Final = 8  # and for all, of the pool's 16
ONE_MORE_EACH: Final = 4  # beyond that, for clients that no thread waits for yet
HEAD_BYTES: Final = 32 * 1024
KEPT_BYTES: Final = 160 * 1024


class RequestBuffer:
    """Buffered bytes of a connection, read by the server like a file."""

    closed = False

    def __init__(self) -> None:
        self._words, self._read, self._searched = bytearray(), 0, 0
        self._due: int | None = None
        self._spilt = 0
        self.since = 0.0

    def take(self, words: bytes) -> None:
        """Append what arrived; beyond the maximum only the length is kept."""
        self.since = self.since or monotonic()
        room = max(0, KEPT_BYTES - len(self._words))
        self._words += words[:room]
        self._spilt += len(words[room:])

    @property
    def head_came(self) -> bool:
        if self._due is None:
            end = self._words.find(b"\r\n\r\n", max(0, self._searched - 3))
            self._searched = len(self._words)
            if end >= 0:
                self._due = end + 4 + _body_bytes(bytes(self._words[:end]))
            elif self._searched > HEAD_BYTES:
                self._due = 0
        return self._due is not None

    @property
    def whole(self) -> bool:
        """Return True if a whole request is here, or one that can be refused without the rest."""
        return self.head_came and self._due is not None and self._due <= len(self._words) + self._spilt

    @property
    def waits_to_send(self) -> bool:
        """Return True if the client waits for "100 Continue"."""
        return self.head_came and not self.whole and b"100-continue" in self._words.lower()

    def next(self) -> bool:
        """Drop what was read; return False if no further request can follow."""
        del self._words[: self._read]
        self._read, self._searched, self._due, self.since = 0, 0, None, monotonic() if self._words else 0.0
        return not self._spilt

    def has_data(self) -> bool:
        return len(self._words) > self._read

    def read(self, size: int = -1) -> bytes:
        end = len(self._words) if size < 0 else self._read + size
        return self._take_out(end)

    def readline(self, size: int = -1) -> bytes:
        end = self._words.find(b"\n", self._read) + 1 or len(self._words)
        return self._take_out(end if size < 0 else min(end, self._read + size))

    def _take_out(self, end: int) -> bytes:
        found = bytes(self._words[self._read : end])
        self._read += len(found)
        return found

    def close(self) -> None:
        self.closed = True


def _body_bytes(head: bytes) -> int:
    """Return the length of the body to wait for; 0 if the request will be refused anyway."""
    length = 0
    for line in head.lower().split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.strip() == b"transfer-encoding":
            return 0
        if name.strip() == b"content-length" and value.strip().isdigit():
            length = int(value)
    return length if length <= 1024 * 1024 else 0


class SlowReaders:
    """Counts the threads that wait for readers, by client."""

    def __init__(self) -> None:
        self._lock, self._waiting = Lock(), Counter[str]()

    @contextlib.contextmanager
    def one_more(self, lane: str) -> Iterator[None]:
        """Count a waiting thread; raises ``OSError`` if too many wait for this client, or for all."""
        with self._lock:
            if self._waiting[lane] >= SLOW_READERS:
                raise ConnectionResetError(errno.ECONNRESET, "too many slow readers")
            if self._waiting.total() >= SLOW_TOGETHER + (0 if self._waiting[lane] else ONE_MORE_EACH):
                raise ConnectionResetError(errno.ECONNRESET, "too many slow readers")
            self._waiting[lane] += 1
        try:
            yield
        finally:
            with self._lock:
                self._waiting[lane] -= 1
                self._waiting += Counter()  # drops zero counts


class ResponseWriter:
    """Writes a response; waits for a slow reader up to a limit."""

    closed = False

    def __init__(self, line: socket.socket) -> None:
        self._line, self.until, self.lane, self.slow = line, 0.0, "", SlowReaders()

    def write(self, words: bytes) -> int:
        """Send everything; ``OSError`` means that the reader is gone or too slow."""
        self.until = (self.until or monotonic() + WRITE_SECONDS) + len(words) / SLOWEST
        rest = memoryview(words)
        with contextlib.suppress(BlockingIOError):
            while rest:
                rest = rest[self._line.send(rest) :]
        if rest:
            with self.slow.one_more(self.lane):
                self._wait_and_send(rest)
        return len(words)

    def _wait_and_send(self, rest: memoryview) -> None:
        while rest:
            left = self.until - monotonic()
            if left <= 0:
                raise ConnectionResetError(errno.ECONNRESET, "too slow a reader")
            self._line.settimeout(left)
            rest = rest[self._line.send(rest) :]
        self._line.settimeout(0)

    def close(self) -> None:
        self.closed = True


def buffer_for(line: socket.socket, mode: str, size: int) -> RequestBuffer | ResponseWriter:
    """Return the reading or writing end of a connection, as cheroot's ``makefile``."""
    return RequestBuffer() if "r" in mode else ResponseWriter(line)
