"""A page's stream for servers that do not hand over connections."""

from __future__ import annotations

from collections.abc import Iterator
from queue import SimpleQueue

from referee.web.http.bell import Stream


class Spool(Iterator[bytes]):
    """A stream as an iterator, for servers that do not hand over connections."""

    def __init__(self, stream: Stream) -> None:
        self._stream, self._words = stream, SimpleQueue[bytes | None]()
        stream.begin(self)

    @property
    def full(self) -> bool:
        return not self._words.empty()

    def put(self, words: bytes) -> None:
        self._words.put(words)

    def flush(self) -> None:
        pass

    def close(self) -> None:
        self._words.put(None)

    def __next__(self) -> bytes:
        words = self._words.get()
        if words is None:
            self._words.put(None)
            raise StopIteration
        if not self.full and self._stream.has_pending():
            self._stream.tell()
        return words
