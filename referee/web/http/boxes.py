"""What one connection is read from and written to: an inbox that fills by itself, an outbox that gives up in time.

A request is read by a thread only when all of it lies in the inbox. An answer that its reader does not take is waited
for, but not for ever, and not by many threads for one address.
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
SLOWEST: Final = 32 * 1024  # bytes a second that a reader has to take beyond those
SLOW_READERS: Final = 6  # of one address, at which a thread waits
HEAD_BYTES: Final = 32 * 1024
KEPT_BYTES: Final = 160 * 1024


class Inbox:
    """What a connection has sent: the server reads it as if it read the connection."""

    closed = False

    def __init__(self) -> None:
        self._words, self._read, self._searched = bytearray(), 0, 0
        self._due: int | None = None
        self._spilt = 0
        self.since = 0.0

    def take(self, words: bytes) -> None:
        """Keep what came; of what is far too long only the length is kept."""
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
        """Say whether a whole request is here, or one that can be refused without the rest."""
        return self.head_came and self._due is not None and self._due <= len(self._words) + self._spilt

    @property
    def waits_to_send(self) -> bool:
        """Say whether the sender may be waiting for a word before it sends the body."""
        return self.head_came and not self.whole and b"100-continue" in self._words.lower()

    def next(self) -> bool:
        """Forget what was read; say whether a further request can follow what was sent."""
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
    """Return how many bytes follow a head that are worth waiting for; one without a length is refused as it is."""
    length = 0
    for line in head.lower().split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.strip() == b"transfer-encoding":
            return 0
        if name.strip() == b"content-length" and value.strip().isdigit():
            length = int(value)
    return length if length <= 1024 * 1024 else 0


class SlowReaders:
    """How many threads wait for readers, by the address that they wait for."""

    def __init__(self) -> None:
        self._lock, self._waiting = Lock(), Counter[str]()

    @contextlib.contextmanager
    def one_more(self, lane: str) -> Iterator[None]:
        """Count a thread that waits; ``OSError`` where enough of them wait for this address."""
        with self._lock:
            if self._waiting[lane] >= SLOW_READERS:
                raise ConnectionResetError(errno.ECONNRESET, "too many slow readers")
            self._waiting[lane] += 1
        try:
            yield
        finally:
            with self._lock:
                self._waiting[lane] -= 1
                self._waiting += Counter()  # forget whom nobody waits for


class Outbox:
    """Where an answer is written to; a thread waits for a slow reader, but not for ever and not for many."""

    closed = False

    def __init__(self, line: socket.socket) -> None:
        self._line, self.until, self.lane, self.slow = line, 0.0, "", SlowReaders()

    def write(self, words: bytes) -> int:
        """Send all of it; ``OSError`` says that the reader is gone, or as good as gone."""
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


def boxes(line: socket.socket, mode: str, size: int) -> Inbox | Outbox:
    """Return what a connection is read from or written to."""
    return Inbox() if "r" in mode else Outbox(line)
