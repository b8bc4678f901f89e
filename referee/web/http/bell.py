"""The bell: brings every open page its news.

Each open page holds one stream of server-sent events. ``show`` brings the page whole, ``part`` the regions of it that
changed, ``look`` says "your page changed, fetch it", and ``beat`` every few seconds "I am alive", as a named event
because browsers hide comments from scripts. Whatever wakes still fetches, and what is fetched is the truth. An event's
id counts what *this viewer* at *this table* was told, so an act that concerns somebody else moves nothing, not even a
number.

A stream is a connection and what its page last saw, no thread: the thread that rings draws and writes to every page in
turn, a write never waits, and one thread for all of them beats and sees to slow readers. Two pieces of news for a slow
reader are one: a stalled phone costs a flag. There is a cap; beyond it a page is asked to come back and meanwhile
polls. One browser keeps at most six streams, the newest: a phone that fell asleep leaves dead ones behind.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Event, Lock, RLock, Thread
from typing import Final

from referee.web.http.guard import Refusal
from referee.web.http.sent import BEAT, Pieces, Sink, look, told

HEADERS: Final = {"Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"}
BEAT_SECONDS: Final = 5.0
PULSE_SECONDS: Final = 0.25
SHARE: Final = 6
KEEP: Final = "referee.keep"  # in a request's environment: call it with a stream to hand over the connection
Draw = Callable[[], Pieces]
Pack = Callable[[bytes], bytes]


@dataclass(frozen=True)
class Health:
    """How many pages a viewer has open now, and when anything last passed (seconds on the bell's clock)."""

    streams: int
    last_contact: float | None


class Stream:
    """One page's stream. ``turn`` is held while it draws and writes, so that what is written later is never older."""

    def __init__(
        self,
        bell: Bell,
        place: tuple[str, str],
        key: str,
        mark: str,
        draw: Draw | None,
        turn: AbstractContextManager[object],
        pack: Pack | None,
    ) -> None:
        self.place, self.key, self.mark = place, key, mark
        self._bell, self._draw, self._turn, self._pack = bell, draw, turn, pack
        self._line: Sink | None = None
        self._lock = Lock()
        self._owed, self._over, self._sent = False, False, -1
        self._ready = b""
        self._seen: Pieces | None = None
        self.drawn: Pieces | None = None
        self.beats_at = 0.0

    def begin(self, line: Sink) -> None:
        """Greet the page over its line, and bring it what it shows."""
        with self._turn:
            self.beats_at = self._bell.note(self)  # or a beat might overtake the greeting
            self._line = line
            if self._over:
                line.close()
                return
            self._put(f"retry: 1000\n{BEAT}")
            if self._draw or self._owed:
                self.tell()

    def tell(self) -> None:
        """Bring the news now, or owe it to a page that has not begun to read or still reads the last."""
        self.prepare()
        self.send()

    def prepare(self) -> None:
        """Put the news into the words that are to be sent next."""
        with self._turn:
            self._owed = self._line is None or self._line.full
            if not self._owed:
                self._put(self._news(), send=False)

    def send(self) -> None:
        """Send what is prepared."""
        self._put("")

    def draw(self) -> None:
        """Draw the page for the news that is about to be told."""
        with self._turn:
            if self._line is not None and not self._line.full:
                self.drawn = self._page()

    def forget_page(self) -> None:
        """The page was fetched: which of its regions it shows is not known here any more, so the next news is whole."""
        with self._turn:
            self._seen = None

    def owes(self) -> bool:
        """Say whether there is news that the page had no room for yet."""
        return self._owed

    def resting(self) -> bool:
        """Say whether the page has taken all that there was for it."""
        return self._line is not None and not self._line.full and not self._owed

    def brought(self) -> bool:
        """Say whether the page was sent all that its viewer was told."""
        return self._line is not None and not self._owed and self._sent == self._bell.seen(*self.place)

    def pulse(self, now: float) -> None:
        """Beat if it is time, and bring a slow reader what it is owed once it has read."""
        line = self._line
        if line is None:
            return
        if line.full:
            self._hurry()
        if self._owed and not line.full:
            self.tell()
        if now >= self.beats_at and not line.full:
            self.beats_at = self._bell.note(self)
            self._put(BEAT)

    def close(self, *, last_look: bool = False) -> None:
        """Give the place back and let the page go; harmless when repeated."""
        self._over = True
        self._bell.forget(self)
        if self._line is not None:
            if last_look:
                self._put(look(self._bell.seen(*self.place)))
            with self._lock:  # not in the middle of a word
                self._line.close()

    def _news(self) -> str:
        self._sent = number = self._bell.seen(*self.place)
        fresh = self._page() if self.drawn is None else self.drawn
        seen, self._seen, self.drawn = self._seen, fresh, None
        return told(number, seen, fresh)

    def _put(self, words: str, *, send: bool = True) -> None:
        try:
            with self._lock:
                if words:  # none if nothing on the page changed
                    self._ready += self._pack(words.encode()) if self._pack else words.encode()
                if self._line is not None and self._ready and send:
                    ready, self._ready = self._ready, b""
                    self._line.put(ready)
        except OSError:
            self.close()

    def _page(self) -> Pieces:
        if self._draw:
            with contextlib.suppress(Exception):  # the page that looks instead gets the sentence
                return self._draw()
        return []

    def _hurry(self) -> None:
        try:
            with self._lock:
                if self._line is not None:
                    self._line.flush()
        except OSError:
            self.close()


class Spool(Iterator[bytes]):
    """A line to iterate over, where a server does not hand out its connections."""

    def __init__(self, stream: Stream) -> None:
        self._stream, self._words = stream, SimpleQueue[bytes | None]()
        stream.begin(self)

    @property
    def full(self) -> bool:
        return not self._words.empty()

    def put(self, words: bytes) -> None:
        self._words.put(words)

    def flush(self) -> None:
        """There is nothing to hurry: words are taken when they are asked for."""

    def close(self) -> None:
        self._words.put(None)

    def __next__(self) -> bytes:
        words = self._words.get()
        if words is None:
            self._words.put(None)
            raise StopIteration
        if not self.full and self._stream.owes():
            self._stream.tell()
        return words


class Bell:
    """All streams of the program. `cap` is the number of streams that may be open at once."""

    def __init__(
        self,
        *,
        clock: Callable[[], float],
        cap: int,
        beat: float = BEAT_SECONDS,
        start: int = 0,
        pulse: float = PULSE_SECONDS,
    ) -> None:
        """Beat by ``clock`` (seconds); with ``pulse`` 0 no thread does, and ``pulse`` is called by hand."""
        self.lock, self.beat, self.cap = Lock(), beat, cap
        self._clock, self._start, self._pause = clock, start, pulse
        self._closed, self._beating = Event(), False
        self._streams: dict[Stream, None] = {}  # in order of arrival
        self._at: dict[tuple[str, str], dict[Stream, None]] = {}
        self._told: dict[tuple[str, str], int] = {}
        self._drawn: dict[str, list[Stream]] = {}
        self._contact: dict[tuple[str, str], float] = {}

    def seen(self, table: str, viewer: str) -> int:
        """Return how often this viewer was told something, counted on from when the program began."""
        return self._told.get((table, viewer), self._start)

    def listen(
        self,
        table: str,
        viewer: str,
        *,
        key: str = "",
        mark: str = "",
        draw: Draw | None = None,
        turn: AbstractContextManager[object] | None = None,
        pack: Pack | None = None,
    ) -> Stream:
        """Open a stream or refuse (503); `key` tells browsers apart, `mark` the pages of one browser."""
        stream = Stream(self, (table, viewer), key, mark, draw, turn or RLock(), pack)
        with self.lock:
            crowd = self._crowd(key) if key else []
            full = len(self._streams) - len(crowd) >= self.cap
            if not self._closed.is_set() and not full:
                self._streams[stream] = None
                self._at.setdefault(stream.place, {})[stream] = None
                self._start_beating()
        for old in crowd:
            old.close()
        if self._closed.is_set() or full:
            raise Refusal(503, "Too many screens are open at once.", "Close one you do not need.", _LATER)
        return stream

    def draw(self, table: str, viewers: Iterable[str]) -> None:
        """Draw what these viewers are about to be told; nothing of it is sent before they are rung.

        What was drawn before and never told is dropped: its act could not be written.
        """
        with self.lock:
            dropped = self._drawn.pop(table, ())
            pages = [stream for viewer in sorted(viewers) for stream in self._at.get((table, viewer), ())]
            self._drawn[table] = pages
        for stream in dropped:
            stream.drawn = None
        for stream in pages:
            stream.draw()

    def ring(self, table: str, viewers: Iterable[str]) -> None:
        """Tell these viewers, and nobody else, that there is something new; what was drawn for others is dropped."""
        places = {(table, viewer) for viewer in viewers}
        with self.lock:
            for place in places:
                self._told[place] = self._told.get(place, self._start) + 1
            pages = [stream for place in sorted(places) for stream in self._at.get(place, ())]
            drawn = self._drawn.pop(table, ())
        for stream in pages:
            stream.prepare()
        for stream in pages:  # one after the other: a page with news asks for more, and that takes time
            stream.send()
        for stream in drawn:
            stream.drawn = None

    def page(self, table: str, viewer: str, mark: str) -> Stream | None:
        """Return the stream of the page that gave itself this mark, if it is open."""
        with self.lock:
            return next((s for s in self._at.get((table, viewer), ()) if mark and s.mark == mark), None)

    def dismiss(self, table: str, key: str) -> None:
        """A browser lost its seat: let its pages look once more, then hear nothing further."""
        with self.lock:
            lost = [s for s in self._streams if (s.place[0], s.key) == (table, key)]
        for stream in lost:
            stream.close(last_look=True)

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

    def awake(self) -> set[tuple[str, str]]:
        """Return whose pages here, and at which tables, took the last beat."""
        with self.lock:
            return {stream.place for stream in self._streams if stream.beats_at >= self._clock() - PULSE_SECONDS}

    def let_go(self) -> None:
        """Let every page go; it may come back."""
        with self.lock:
            streams = list(self._streams)
        for stream in streams:
            stream.close()

    def streams(self) -> int:
        with self.lock:
            return len(self._streams)

    def close_all(self) -> None:
        """The program ends: every stream ends now and none opens again."""
        self._closed.set()
        self.let_go()

    def note(self, stream: Stream) -> float:
        """Date a beat that is being sent; returns when the next is due.

        Beats keep their own time and nothing else is dated: what a viewer is told in secret must not move it.
        """
        with self.lock:
            now = self._contact[stream.place] = self._clock()
            return now + self.beat

    def forget(self, stream: Stream) -> None:
        """Take a stream off the list; harmless when repeated."""
        with self.lock:
            if self._streams.pop(stream, stream) is None:
                here = self._at[stream.place]
                del here[stream]
                if not here:
                    del self._at[stream.place]

    def pulse(self) -> None:
        """Beat where it is time, and see to slow readers."""
        now = self._clock()
        with self.lock:
            streams = list(self._streams)
        for stream in streams:
            stream.pulse(now)

    def _start_beating(self) -> None:
        if self._pause and not self._beating:
            self._beating = True
            Thread(target=self._keep_beating, name="bell", daemon=True).start()

    def _keep_beating(self) -> None:
        while not self._closed.wait(self._pause):
            self.pulse()
            with self.lock:
                self._beating = bool(self._streams)
                if not self._beating:
                    return

    def _crowd(self, key: str) -> list[Stream]:
        mine = [s for s in self._streams if s.key == key]
        return mine[: len(mine) - SHARE + 1] if len(mine) >= SHARE else []


_LATER: Final = {"Retry-After": "5"}
