"""The bell: tells a screen that its page changed.

Each open page holds one stream of server-sent events. A `look` says "your page changed, fetch it"; a `beat`
every few seconds says "I am alive", as a named event because browsers hide comments from scripts. A page in
play may hand in how it is drawn for its viewer: then a `show` brings the page in place of the look, which saves
every phone a way there and back. Whatever wakes still fetches, and what is fetched is the truth. An event's id
counts what *this viewer* at *this table* was told, so an act that concerns somebody else moves nothing, not even
a number. Two pieces of news waiting for a slow reader are one: a stalled phone costs a flag.

A stream occupies a server thread, so there is a cap below the size of the pool; beyond it a page is asked
to come back and meanwhile polls. One browser keeps at most six, the newest: a phone that fell asleep leaves
dead ones behind. Waiting is done on conditions; the clock that dates a contact is given from outside.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from threading import Condition, Lock
from typing import Final

from referee.web.app.guard import Refusal

HEADERS: Final = {"Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"}
BEAT_SECONDS: Final = 5.0
SHARE: Final = 6
Draw = Callable[[], str]
_BEAT: Final = "event: beat\ndata: -\n\n"


@dataclass(frozen=True)
class Health:
    """How many pages a viewer has open now, and when anything last passed (seconds on the bell's clock)."""

    streams: int
    last_contact: float | None


class Stream(Iterator[str]):
    """One page's stream; the server iterates it and closes it however it ends."""

    def __init__(self, bell: Bell, table: str, viewer: str, key: str, behind: bool, draw: Draw | None = None) -> None:
        self.table, self.viewer, self.key = table, viewer, key
        self._bell, self._draw = bell, draw
        self._woken = Condition(bell.lock)
        self._fresh, self._pending, self._over = True, behind, False
        self._beats_at = 0.0

    def __next__(self) -> str:
        event = self._next()
        return event if isinstance(event, str) else self._news(event)

    def _next(self) -> str | int:
        with self._woken:
            if self._fresh:
                self._fresh, self._beats_at = False, self._bell.note(self)
                return f"retry: 1000\n{_BEAT}"
            self._woken.wait_for(lambda: self._pending or self._over, self._bell.until(self._beats_at))
            if self._pending:
                self._pending = False
                return self._bell.told(self)
            if self._over:
                raise StopIteration
            self._beats_at = self._bell.note(self)
            return _BEAT

    def _news(self, number: int) -> str:
        page = ""
        if self._draw and not self._over:
            with contextlib.suppress(Exception):  # the page that looks instead gets the sentence
                page = self._draw().replace("\r", "&#13;").replace("\n", "\ndata: ")
        return f"event: {'show' if page else 'look'}\nid: {number}\ndata: {page or '-'}\n\n"

    def wake(self) -> None:
        """Have a look sent; called with the bell's lock held."""
        self._pending = True
        self._woken.notify_all()

    def finish(self, *, last_look: bool = False) -> None:
        """End the stream, after one more look if wanted; called with the bell's lock held."""
        self._over, self._fresh, self._pending = True, False, last_look
        self._woken.notify_all()

    def close(self) -> None:
        """Give the place back; harmless when repeated."""
        self._bell.forget(self)


class Bell:
    """All streams of the program. `cap` is the number of streams that may be open at once."""

    def __init__(self, *, clock: Callable[[], float], cap: int, beat: float = BEAT_SECONDS, start: int = 0) -> None:
        self.lock, self.beat, self.cap = Lock(), beat, cap
        self._clock, self._start, self._closed = clock, start, False
        self._streams: dict[Stream, None] = {}  # in order of arrival
        self._at: dict[tuple[str, str], dict[Stream, None]] = {}
        self._told: dict[tuple[str, str], int] = {}
        self._contact: dict[tuple[str, str], float] = {}

    def seen(self, table: str, viewer: str) -> int:
        """The id of the last look this viewer was sent; read it before drawing the page that carries it."""
        with self.lock:
            return self._told.get((table, viewer), self._start)

    def listen(
        self, table: str, viewer: str, *, key: str = "", seen: int | None = None, draw: Draw | None = None
    ) -> Stream:
        """Open a stream or refuse (503); `key` tells browsers apart, a stale `seen` brings news at once."""
        with self.lock:
            if key:
                self._make_room(key)
            if self._closed or len(self._streams) >= self.cap:
                raise Refusal(503, "Too many screens are open at once.", "Close one you do not need.", _LATER)
            behind = seen is not None and seen != self._told.get((table, viewer), self._start)
            stream = Stream(self, table, viewer, key, behind, draw)
            self._streams[stream] = None
            self._at.setdefault((table, viewer), {})[stream] = None
            return stream

    def ring(self, table: str, viewers: Iterable[str]) -> None:
        """Tell these viewers, and nobody else, to look again."""
        with self.lock:
            for place in {(table, viewer) for viewer in viewers}:
                self._told[place] = self._told.get(place, self._start) + 1
                for stream in self._at.get(place, ()):
                    stream.wake()

    def dismiss(self, table: str, key: str) -> None:
        """A browser lost its seat: let its pages look once more, then hear nothing further."""
        with self.lock:
            for stream in [s for s in self._streams if (s.table, s.key) == (table, key)]:
                self._end(stream, last_look=True)

    def touch(self, table: str, viewer: str) -> None:
        """Note that this viewer is there, for one that has no page of its own."""
        with self.lock:
            self._contact[table, viewer] = self._clock()

    def health(self, table: str) -> dict[str, Health]:
        """The state of every viewer of this table that was ever in contact."""
        with self.lock:
            places = [place for place in {*self._at, *self._contact} if place[0] == table]
            return {p[1]: Health(len(self._at.get(p, ())), self._contact.get(p)) for p in sorted(places)}

    def silence(self, table: str) -> dict[str, float]:
        """For how many seconds each viewer of this table took no beat."""
        with self.lock:
            now = self._clock()
            return {viewer: now - at for (place, viewer), at in self._contact.items() if place == table}

    def streams(self) -> int:
        with self.lock:
            return len(self._streams)

    def close_all(self) -> None:
        """The program ends: every stream ends now and none opens again."""
        with self.lock:
            self._closed = True
            for stream in list(self._streams):
                self._end(stream)

    def note(self, stream: Stream) -> float:
        """Date a beat that is being taken; returns when the next is due. Called with the lock held.

        Beats keep their own time and nothing else is dated: what a viewer is told in secret must not move it.
        """
        now = self._contact[stream.table, stream.viewer] = self._clock()
        return now + self.beat

    def until(self, moment: float) -> float:
        """The seconds from now to a moment, never below zero; called with the lock held."""
        return max(0.0, moment - self._clock())

    def told(self, stream: Stream) -> int:
        """The id of the look being sent; called with the lock held."""
        return self._told.get((stream.table, stream.viewer), self._start)

    def forget(self, stream: Stream) -> None:
        with self.lock:
            self._end(stream)

    def _end(self, stream: Stream, *, last_look: bool = False) -> None:
        if stream not in self._streams:
            return
        stream.finish(last_look=last_look)
        del self._streams[stream]
        place = (stream.table, stream.viewer)
        del self._at[place][stream]
        if not self._at[place]:
            del self._at[place]

    def _make_room(self, key: str) -> None:
        mine = [s for s in self._streams if s.key == key]
        for stream in mine[: len(mine) - SHARE + 1] if len(mine) >= SHARE else ():
            self._end(stream)


_LATER: Final = {"Retry-After": "5"}
