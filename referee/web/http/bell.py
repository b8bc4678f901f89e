"""The bell: sends every open page its updates as server-sent events.

A nameless event brings the whole page or its changed regions, ``look`` tells the page to fetch itself, ``beat`` is a
heartbeat every few seconds (a named event, because scripts cannot see comments). A page that reconnects fetches itself,
so a lost event does no harm. Event ids count what *this viewer* at *this table* was told: an act that concerns somebody
else changes nothing, not even a number.

A stream is a connection and what its page last showed; it has no thread. The ringing thread renders and writes page by
page, writes never block, and one thread sends all heartbeats and drains slow readers. Updates for a slow reader are
merged. The number of streams is capped; further pages poll. One browser has at most six streams, the newest: a phone
that slept leaves dead ones behind.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable, Iterable
from contextlib import AbstractContextManager, nullcontext
from threading import Event, Lock, RLock, Thread
from typing import Final

from referee.web.http.guard import Refusal
from referee.web.http.sse import Pieces, Sink, beat, look, update

HEADERS: Final = {"Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"}
BEAT_SECONDS: Final = 2.0
PULSE_SECONDS: Final = 0.25
SHARE: Final = 6
KEEP: Final = "referee.keep"  # WSGI environment key of a callable that hands the connection over to a stream
Draw = Callable[[], Pieces]
Compress = Callable[[bytes], bytes]
Shows = Callable[[Pieces], bool]  # whether a browser that opens a stream shows this page
Same = Callable[[], Hashable]  # what a page is drawn of: pages of one viewer that are drawn of the same are alike


class Stream:
    """One page's stream. ``turn`` is held while it renders and writes, so updates stay in order."""

    def __init__(
        self,
        bell: Bell,
        place: tuple[str, str],
        key: str,
        mark: str,
        draw: Draw | None,
        turn: AbstractContextManager[object],
        compress: Compress | None,
        shows: Shows | None,
        same: Same | None,
    ) -> None:
        self.place, self.key, self.mark, self.turn = place, key, mark, turn
        self._bell, self._draw, self._compress, self._shows, self._same = bell, draw, compress, shows, same
        self._line: Sink | None = None
        self._lock = Lock()
        self._owed, self._over, self._sent = False, False, -1
        self._ready = b""
        self._seen: Pieces | None = None
        self.drawn: Pieces | None = None
        self.beats_at = 0.0

    def begin(self, line: Sink) -> None:
        """Send the greeting, and the page unless that is what is shown there already."""
        with self.turn:
            self.beats_at = self._bell.note(self)  # before the first write, or a beat could overtake it
            self._line = line
            if self._over:
                line.close()
                return
            self._put(self._bell.beating())
            page = self._page() if self._shows else []
            if page and self._shows and self._shows(page) and not self._owed:
                self._seen, self._sent = page, self._bell.seen(*self.place)
            elif self._draw or self._owed:
                self.tell()

    def tell(self) -> None:
        """Send an update, or owe it to a page that is not ready to read."""
        with self.turn:
            self.prepare()
        self.send()

    def prepare(self, updates: dict[object, bytes] | None = None) -> None:
        """Render the update into the send buffer; ``updates`` keeps those of other pages that showed the same.

        The caller holds ``turn``.
        """
        self._owed = self._line is None or self._line.full
        if not self._owed:
            self._put(self._news({} if updates is None else updates), send=False)

    def send(self) -> None:
        self._put(b"")

    def draw(self, pages: dict[object, Pieces]) -> None:
        """Render the page for an update that is about to be sent, unless it is among ``pages`` drawn of the same.

        The caller holds ``turn``.
        """
        if self._line is None or self._line.full:
            return
        if self._same is None:
            self.drawn = self._page()
            return
        kind = self.place, self._same()
        if kind not in pages:
            pages[kind] = self._page()
        self.drawn = pages[kind]

    def forget_page(self) -> None:
        """The page was fetched, so its regions are unknown: the next update is the whole page."""
        with self.turn:
            self._seen = None

    def has_pending(self) -> bool:
        return self._owed

    def is_drained(self) -> bool:
        """Return True if the page has read everything."""
        return self._line is not None and not self._line.full and not self._owed

    def is_current(self) -> bool:
        """Return True if the page was sent all that its viewer was told."""
        return self._line is not None and not self._owed and self._sent == self._bell.seen(*self.place)

    def pulse(self, now: float) -> None:
        """Send a heartbeat if it is due, and the owed update to a slow reader that caught up."""
        line = self._line
        if line is None:
            return
        if line.full:
            self._hurry()
        if self._owed and not line.full:
            self.tell()
        if now >= self.beats_at and not line.full:
            self.beats_at = self._bell.note(self)
            self._put(self._bell.beating())

    def close(self, *, last_look: bool = False) -> None:
        """Close the stream; idempotent."""
        self._over = True
        self._bell.forget(self)
        if self._line is not None:
            if last_look:
                self._put(look(self._bell.seen(*self.place)).encode())
            with self._lock:  # not in the middle of a write
                self._line.close()

    def _news(self, updates: dict[object, bytes]) -> bytes:
        self._sent = number = self._bell.seen(*self.place)
        fresh = self._page() if self.drawn is None else self.drawn
        seen, self._seen, self.drawn = self._seen, fresh, None
        step = number, id(seen), id(fresh)  # both live as long as a page shows them
        if step not in updates:
            updates[step] = update(number, seen, fresh).encode()
        return updates[step]

    def _put(self, words: bytes, *, send: bool = True) -> None:
        try:
            with self._lock:
                if words:  # empty if nothing on the page changed
                    self._ready += self._compress(words) if self._compress else words
                if self._line is not None and self._ready and send:
                    ready, self._ready = self._ready, b""
                    self._line.put(ready)
        except OSError:
            self.close()

    def _page(self) -> Pieces:
        if self._draw:
            with contextlib.suppress(Exception):  # the page fetches itself instead and gets the error
                return self._draw()
        return []

    def _hurry(self) -> None:
        try:
            with self._lock:
                if self._line is not None:
                    self._line.flush()
        except OSError:
            self.close()


class Bell:
    """All streams of the program. `cap` is the most that may be open at once."""

    def __init__(
        self,
        *,
        clock: Callable[[], float],
        cap: int,
        beat: float = BEAT_SECONDS,
        start: int = 0,
        pulse: float = PULSE_SECONDS,
        wall: Callable[[], int] = lambda: 0,
    ) -> None:
        """``clock`` is in seconds, ``wall`` in ms; with ``pulse`` 0 no thread, ``pulse()`` by hand."""
        self.lock, self.beat, self.cap = Lock(), beat, cap
        self._clock, self._start, self._pause, self.wall = clock, start, pulse, wall
        self._closed, self._beating = Event(), False
        self._streams: dict[Stream, None] = {}  # in order of arrival
        self._at: dict[tuple[str, str], dict[Stream, None]] = {}
        self._held: set[Stream] = set()  # those of seats and controls
        self._told: dict[tuple[str, str], int] = {}
        self._drawn: dict[str, list[Stream]] = {}
        self._contact: dict[tuple[str, str], float] = {}

    def seen(self, table: str, viewer: str) -> int:
        """Return how many updates this viewer was told of, counted from ``start``."""
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
        compress: Compress | None = None,
        shows: Shows | None = None,
        same: Same | None = None,
        held: bool = False,
    ) -> Stream:
        """Open a stream or refuse (503); `key` identifies the browser, `mark` the page in it.

        A browser that ``held`` a seat or the controls takes the place of the oldest guest.
        """
        stream = Stream(self, (table, viewer), key, mark, draw, turn or RLock(), compress, shows, same)
        with self.lock:
            crowd = self._crowd(key) if key else []
            full = len(self._streams) - len(crowd) >= self.cap
            guest = next((one for one in self._streams if one not in self._held), None) if full and held else None
            if guest is not None:
                crowd, full = [*crowd, guest], False
            if held and not full:
                self._held.add(stream)
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
        """Render the pages of these viewers, whom ``ring`` will send them; nothing is sent yet.

        Pages rendered before and never sent are dropped: their act could not be written.
        """
        self._drop(table)
        for viewer in viewers:
            pages = self._pages(table, viewer)
            self._drawn.setdefault(table, []).extend(pages)
            self._render(pages)

    def ring(self, table: str, viewers: Iterable[str]) -> None:
        """Send updates to these viewers and to nobody else, one after the other; pages rendered for others are dropped.

        A viewer's pages are sent before the next one's are drawn, so the first one waits for nobody.
        """
        viewers = tuple(dict.fromkeys(viewers))
        with self.lock:
            for viewer in viewers:
                self._told[table, viewer] = self._told.get((table, viewer), self._start) + 1
        for viewer in viewers:
            if not (pages := self._pages(table, viewer)):
                continue
            with pages[0].turn:  # nothing happens to a table between two of its pages
                if fresh := [stream for stream in pages if stream.drawn is None]:
                    self._render(fresh)
                updates = dict[object, bytes]()
                for stream in pages:
                    stream.prepare(updates)
            for stream in pages:  # after all are prepared: updated pages send requests, which takes time
                stream.send()
                stream.drawn = None
        self._drop(table)

    def _pages(self, table: str, viewer: str) -> list[Stream]:
        with self.lock:
            return [*self._at.get((table, viewer), ())]

    def _drop(self, table: str) -> None:
        for stream in self._drawn.pop(table, ()):
            stream.drawn = None

    @staticmethod
    def _render(streams: list[Stream]) -> None:
        pages = dict[object, Pieces]()
        with streams[0].turn if streams else nullcontext():
            for stream in streams:
                stream.draw(pages)

    def page(self, table: str, viewer: str, mark: str) -> Stream | None:
        """Return the open stream of the page with this mark."""
        with self.lock:
            return next((s for s in self._at.get((table, viewer), ()) if mark and s.mark == mark), None)

    def dismiss(self, table: str, key: str) -> None:
        """Close the streams of a browser that lost its seat, after a last ``look``."""
        with self.lock:
            lost = [s for s in self._streams if (s.place[0], s.key) == (table, key)]
        for stream in lost:
            stream.close(last_look=True)

    def touch(self, table: str, viewer: str) -> None:
        """Record contact with a viewer that has no stream."""
        with self.lock:
            self._contact[table, viewer] = self._clock()

    def silence(self, table: str) -> dict[str, float]:
        """Return for how many seconds each viewer has taken no heartbeat."""
        with self.lock:
            now = self._clock()
            return {viewer: now - at for (place, viewer), at in self._contact.items() if place == table}

    def awake(self) -> set[tuple[str, str]]:
        """Return the (table, viewer) pairs whose pages took the last heartbeat."""
        with self.lock:
            return {stream.place for stream in self._streams if stream.beats_at >= self._clock() - PULSE_SECONDS}

    def let_go(self) -> None:
        """Close all streams; pages may reconnect."""
        with self.lock:
            streams = list(self._streams)
        for stream in streams:
            stream.close()

    def streams(self) -> int:
        with self.lock:
            return len(self._streams)

    def close_all(self) -> None:
        """Close all streams for good."""
        self._closed.set()
        self.let_go()

    def beating(self) -> bytes:
        return beat(self.wall()).encode()

    def note(self, stream: Stream) -> float:
        """Record a heartbeat; return when the next is due.

        Only heartbeats are recorded, at their own pace: a secret update must not change the last contact.
        """
        with self.lock:
            now = self._contact[stream.place] = self._clock()
            return now + self.beat

    def forget(self, stream: Stream) -> None:
        """Remove a stream; idempotent."""
        with self.lock:
            self._held.discard(stream)
            if self._streams.pop(stream, stream) is None:
                here = self._at[stream.place]
                del here[stream]
                if not here:
                    del self._at[stream.place]

    def pulse(self) -> None:
        """Send the heartbeats that are due, and drain slow readers."""
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
