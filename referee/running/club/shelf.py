"""What programs of a club share beside the games: codes, links, pending refusals, and a heartbeat.

It is the engine's key-value store: the last value of each key, for some days. Every program has a copy that the engine
keeps current. A change names the value it replaces (compare and set), so of two that spend the same code one gets it.
Each second some program writes a heartbeat; one that does not hear it is cut off, whatever its connection says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, MutableMapping
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import suppress
from threading import Condition, Event, Lock, Thread
from typing import Any, Generic, TypeVar

from referee.running.club.engine import ATTEMPT_SECONDS, TIMEOUT_SECONDS, UNSURE, Engine, StreamMessage, WriteRefused
from referee.running.journal import JournalError
from referee.running.now import now_ms

V = TypeVar("V")
BUCKET = "referee"
SUBJECT = f"$KV.{BUCKET}."
DAYS = 3
UP, CLOCK = "up", "clock"
BEAT_SECONDS = 1.0
CUT_OFF_MS = 4000
AWAY_MS = 10_000  # longer than an election among the nodes
APART_MS = 5_000  # so far may clocks of machines be apart
Change = Callable[[Any], tuple[Any, Any]]


class Shelf:
    """A replicated key-value store. Methods that write may raise ``JournalError``."""

    def __init__(self, engine: Engine, copies: int = 3) -> None:
        """Load all values."""
        self._engine = engine
        self._values: dict[str, tuple[Any, int]] = {}
        self._come = Condition()
        self._heard_at = now_ms()
        self.on_put: Callable[[str], None] = lambda key: None
        engine.prepare(f"KV_{BUCKET}", f"{SUBJECT}>", copies, last_only=True, days=DAYS)
        self._tail = engine.tail(f"KV_{BUCKET}", f"{SUBJECT}>", self._take)

    def _take(self, heard: StreamMessage) -> None:
        self._heard_at = now_ms()
        self._put(heard.subject.removeprefix(SUBJECT), _unpacked(heard.words), heard.place)

    def _put(self, key: str, value: Any, place: int) -> None:
        with self._come:
            if place > self._values.get(key, (None, 0))[1]:
                self._values[key] = value, place
                self._come.notify_all()
        self.on_put(key)

    def get(self, key: str) -> Any:
        return self._values.get(key, (None, 0))[0]

    def place(self, key: str) -> int:
        """Return a number that grows with every change of the key."""
        return self._values.get(key, (None, 0))[1]

    def keys(self, prefix: str) -> list[str]:
        with self._come:
            return [key for key, (value, _) in self._values.items() if key.startswith(prefix) and value is not None]

    def put(self, key: str, value: Any) -> None:
        """Set a value unconditionally; ``None`` deletes it."""
        self._put(key, value, self._engine.write(SUBJECT + key, _packed(value)).result())

    def change(self, key: str, change: Change, *, sure: bool = True) -> Any:
        """Compare and set: ``change`` maps the old value to (new value, answer) and may be called again.

        If the value stays the same, the engine confirms that it was current, unless ``sure`` is False.
        """
        for _ in range(100):
            value, place = self._values.get(key, (None, 0))
            after, answer = change(value)
            if after == value:
                last = self._engine.last(f"KV_{BUCKET}", SUBJECT + key) if sure else None
                if last is None or last.place <= place:
                    return answer
                self._newer(key, place)
                continue
            try:
                self._put(key, after, self._engine.write(SUBJECT + key, _packed(after), after=place).result())
            except WriteRefused:
                self._newer(key, place)
            else:
                return answer
        raise JournalError(UNSURE)

    def _newer(self, key: str, place: int) -> None:
        """Wait for another program's value."""
        with self._come:
            if not self._come.wait_for(lambda: self._values.get(key, (None, 0))[1] > place, ATTEMPT_SECONDS * 2):
                raise JournalError(UNSURE)

    def catch_up(self, key: str) -> None:
        """Fetch the current value of a key from the engine instead of waiting for the push."""
        last = self._engine.last(f"KV_{BUCKET}", SUBJECT + key)
        if last is not None:
            self._put(key, _unpacked(last.words), last.place)

    def check_clock(self) -> None:
        """Raise ``JournalError`` if this machine's clock and the engine's are apart.

        The clocks of tables would end too early or never, and each heartbeat would look like a gap.
        """
        if gap := self.behind_ms():
            words = f"{abs(gap) // 1000} seconds {'behind' if gap > 0 else 'ahead of'} the club's."
            raise JournalError(f"The clock of this computer is {words} Set it, then start again.")

    def behind_ms(self) -> int:
        """Return by how much (ms) this machine's clock is behind the engine's, 0 if they are hardly apart."""
        before = now_ms()
        self.put(CLOCK, before)
        told = self._engine.last(f"KV_{BUCKET}", SUBJECT + CLOCK)
        ahead, behind = (before - told.at, told.at - now_ms()) if told else (0, 0)
        return behind if behind > APART_MS else -ahead if ahead > APART_MS else 0

    def silent_ms(self) -> int:
        """Return how long nothing has come from the engine."""
        return now_ms() - self._heard_at


def _packed(value: Any) -> bytes:
    return b"" if value is None else json.dumps(value, separators=(",", ":")).encode()


def _unpacked(words: bytes) -> Any:
    with suppress(ValueError):
        return json.loads(words) if words else None
    return None


class Presence:
    """The heartbeat of a club, and since when it has been continuous."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf, self._over = shelf, Event()
        self._beating = Lock()
        self.on_look: Callable[[], None] = lambda: None
        self._beat()
        self._thread = Thread(target=self._run, name="presence", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        """Beat on a thread of its own, so that a slow engine does not delay ``on_look``."""
        while not self._over.wait(BEAT_SECONDS):
            if not self._beating.locked():
                Thread(target=self._beat_once, name="beat", daemon=True).start()
            self.on_look()

    def _beat_once(self) -> None:
        with self._beating, suppress(JournalError, FutureTimeout, CancelledError, RuntimeError):
            self._beat()

    def _beat(self) -> None:
        """Write the heartbeat unless another program just did; after a gap ``since`` starts over."""

        def beaten(before: Any) -> tuple[Any, None]:
            now, beat = now_ms(), int((before or {}).get("beat", 0))
            if 0 <= now - beat < BEAT_SECONDS * 500:
                return before, None
            since = before["since"] if before and now - beat < AWAY_MS else now
            return {"since": since, "beat": max(now, beat)}, None  # one that slept does not know yet how late it is

        self._shelf.change(UP, beaten, sure=False)

    def since(self) -> int:
        """Return since when (ms) some program has been up without a gap."""
        return int((self._shelf.get(UP) or {}).get("since", 0))

    def cut_off(self) -> bool:
        """Return True if nothing has come from the club for some seconds."""
        return self._shelf.silent_ms() > CUT_OFF_MS

    def stop(self) -> None:
        self._over.set()
        self._thread.join(timeout=TIMEOUT_SECONDS)


class Shared(MutableMapping[tuple[str, str], V], Generic[V]):
    """A dictionary by (table, viewer) that all programs share."""

    def __init__(self, shelf: Shelf, name: str) -> None:
        self._shelf, self._name = shelf, name

    def _key(self, place: tuple[str, str]) -> str:
        return ".".join((self._name, *place))

    def __getitem__(self, place: tuple[str, str]) -> V:
        value: V | None = self._shelf.get(self._key(place))
        if value is None:
            raise KeyError(place)
        return value

    def __setitem__(self, place: tuple[str, str], value: V) -> None:
        self._shelf.put(self._key(place), value)

    def __delitem__(self, place: tuple[str, str]) -> None:
        self[place]
        self._shelf.put(self._key(place), None)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        for key in self._shelf.keys(f"{self._name}."):
            _, table, viewer = key.split(".")
            yield table, viewer

    def __len__(self) -> int:
        return len(self._shelf.keys(f"{self._name}."))
