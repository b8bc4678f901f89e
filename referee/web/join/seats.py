"""Seats: how a phone comes to act for a player, and stops doing so.

A *code* of six characters is what the table shows; it opens one seat, once, within 120 seconds. A *key* is
what the phone keeps afterwards: 256 random bits in a cookie that no script can read, known here only by its
hash. The table's controls are a seat of their own called `host`, reached through a one-time link.

Every failed claim gets the very same answer, so guessing teaches nothing. Five misses from one address
spoil every code armed so far for that address; sixty misses from anywhere spoil a code for everybody.
Arming anew repairs both.

SameSite is Lax, not Strict, or a seated player who taps the table's address in a chat would look unseated.
Lax never goes with a foreign POST, and guard.py checks Origin too. Clock and chance are parameters.
"""

from __future__ import annotations

import hmac
import re
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Lock
from typing import Any, Final, Protocol

HOST: Final = "host"
ALPHABET: Final = "34679CDFGHJKMNPQRTWXY"  # no look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B, U V), no words
LENGTH: Final = 6
ARMED_SECONDS: Final = 120.0
TRIES: Final = 5
TRIES_OF_ALL: Final = 60
COOKIE_SECONDS: Final = 90 * 24 * 3600
_SHUT: Final = {"httponly": True, "samesite": "Lax"}


@dataclass(frozen=True)
class Code:
    """Six characters that open one seat, once, until `until` (seconds on the clock of `Codes`)."""

    text: str
    table: str
    seat: str
    until: float
    number: int
    misses_before: int


@dataclass(frozen=True)
class Refused:
    """A claim that opened nothing; it deliberately does not say why."""

    sentence: str = "That code does not open a seat."
    next_step: str = "Ask the table to show a new code for your seat, then scan or type it."


REFUSED: Final = Refused()


class Codes:
    """All codes armed in this program, whatever the table: an address typed by hand names no table."""

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, draw: Callable[[str], str] = secrets.choice
    ) -> None:
        self._clock, self._draw, self._lock = clock, draw, Lock()
        self._armed: dict[str, Code] = {}
        self._number = self._misses = 0
        self._wrong: dict[str, int] = {}
        self._spoilt: dict[str, int] = {}

    def arm(self, table: str, seat: str, *, keep_older: bool = False) -> Code:
        """Show a new code for a seat; the older one dies unless a screen only renews what it shows."""
        with self._lock:
            self._sweep()
            if not keep_older:
                self._forget(table, seat)
            text = self._word()
            while text in self._armed:
                text = self._word()
            self._number += 1
            until = self._clock() + ARMED_SECONDS
            code = self._armed[text] = Code(text, table, seat, until, self._number, self._misses)
            return code

    def claim(self, text: str, client: str) -> Code | Refused:
        """Spend a code typed at the address `client`: of two phones that race, one gets it."""
        with self._lock:
            self._sweep()
            code = self._armed.get(tidy(text))
            if code is None or code.number <= self._spoilt.get(client, 0):
                self._miss(client)
                return REFUSED
            self._forget(code.table, code.seat)
            self._wrong.pop(client, None)
            return code

    def put_back(self, code: Code) -> None:
        """Undo a claim whose seat could not be written down, so that the player may try again."""
        with self._lock:
            self._armed.setdefault(code.text, code)

    def disarm(self, table: str, seat: str | None = None) -> None:
        """Take the codes of one seat, or of a whole table, off the screen."""
        with self._lock:
            self._forget(table, seat)

    def shown(self, table: str, seat: str) -> Code | None:
        """The newest code that still opens this seat."""
        with self._lock:
            self._sweep()
            mine = [c for c in self._armed.values() if (c.table, c.seat) == (table, seat)]
            return max(mine, key=lambda c: c.number, default=None)

    def seconds_left(self, code: Code) -> float:
        """How long the code may still be used, never below zero."""
        return max(0.0, code.until - self._clock())

    def _word(self) -> str:
        return "".join(self._draw(ALPHABET) for _ in range(LENGTH))

    def _forget(self, table: str, seat: str | None) -> None:
        gone = [c.text for c in self._armed.values() if c.table == table and seat in (None, c.seat)]
        for text in gone:
            del self._armed[text]

    def _sweep(self) -> None:
        now = self._clock()
        alive = (c for c in self._armed.values() if c.until > now)
        self._armed = {c.text: c for c in alive if self._misses - c.misses_before < TRIES_OF_ALL}
        if not self._armed:
            self._wrong, self._spoilt = {}, {}

    def _miss(self, client: str) -> None:
        if self._armed:
            self._misses += 1
            self._wrong[client] = self._wrong.get(client, 0) + 1
        if self._wrong.get(client, 0) >= TRIES:
            self._spoilt[client] = self._number
            del self._wrong[client]


def tidy(text: str) -> str:
    """A code as people type it: small letters, blanks and hyphens do not matter."""
    return re.sub(r"[\s\-]", "", text).upper() if len(text) < 40 else ""


@dataclass(frozen=True)
class SeatKey:
    """One device's right to act for a seat: the hash of its token, a label, and when (seconds since 1970)."""

    seat: str
    hash: str
    device: str
    at: float


class SeatStore(Protocol):
    """Where a table keeps its keys; the journal does this durably."""

    def keys(self) -> list[SeatKey]: ...

    def add(self, key: SeatKey) -> None: ...

    def remove(self, hash: str) -> None: ...


class MemoryStore:
    """Keys that last as long as the program, oldest first: for the start page and for tests."""

    def __init__(self) -> None:
        self._keys: dict[str, SeatKey] = {}

    def keys(self) -> list[SeatKey]:
        return list(self._keys.values())

    def add(self, key: SeatKey) -> None:
        self._keys[key.hash] = key

    def remove(self, hash: str) -> None:
        self._keys.pop(hash, None)


@dataclass(frozen=True)
class Issued:
    """A seat taken: the new key, the keys it replaced, and what `response.set_cookie(**cookie)` wants."""

    key: SeatKey
    replaced: tuple[SeatKey, ...]
    cookie: dict[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Standing:
    """What a browser's cookies prove at one table; `lost` when it shows a key that no longer counts."""

    seat: SeatKey | None
    host: SeatKey | None
    lost: bool


def digest(token: str) -> str:
    """The only form in which a token is kept."""
    return sha256(token.encode(errors="replace")).hexdigest()


class Keyring:
    """The keys of one table. Its id names the cookies, so one browser can sit at several tables."""

    def __init__(
        self,
        table: str,
        store: SeatStore,
        *,
        clock: Callable[[], float] = time.time,
        token: Callable[[], str] = lambda: secrets.token_urlsafe(32),
    ) -> None:
        if not re.fullmatch(r"[A-Za-z0-9_-]+", table):
            raise ValueError(f"The table id {table!r} may only hold letters, digits, - and _.")
        self.table, self._store, self._clock, self._token = table, store, clock, token
        self._lock = Lock()

    def issue(self, seat: str, device: str) -> Issued:
        """Give a seat to a device; whoever held it before is replaced. Controls may have many holders."""
        token = self._token()
        key = SeatKey(seat, digest(token), device, self._clock())
        with self._lock:
            older = () if seat == HOST else self._held(seat)
            self._store.add(key)
            self._drop(older)
        return Issued(key, older, self._cookie(seat, token, COOKIE_SECONDS))

    def revoke(self, seat: str) -> tuple[SeatKey, ...]:
        """Empty a seat; returns the keys that stopped counting, so that their phones can be told."""
        with self._lock:
            return self._drop(self._held(seat))

    def revoke_key(self, hash: str) -> tuple[SeatKey, ...]:
        """Take one device's right away, such as one of several with the controls."""
        with self._lock:
            return self._drop(tuple(k for k in self._all() if k.hash == hash))

    def held(self, seat: str) -> tuple[SeatKey, ...]:
        """The devices that may act for this seat now."""
        with self._lock:
            return self._held(seat)

    def standing(self, cookies: Mapping[str, str]) -> Standing:
        """Judge a browser by its cookies; a forged or revoked one counts for nothing."""
        tokens = {role: cookies.get(f"{role}-{self.table}") for role in ("seat", HOST)}
        seat, host = self._find(tokens["seat"], HOST, False), self._find(tokens[HOST], HOST, True)
        return Standing(seat, host, lost=bool((tokens["seat"] and not seat) or (tokens[HOST] and not host)))

    def farewell(self, seat: str) -> dict[str, Any]:
        """The cookie that makes a browser forget its key."""
        return self._cookie(seat, "", 0)

    def _find(self, token: str | None, role: str, wanted: bool) -> SeatKey | None:
        if not token:
            return None
        mark = digest(token)
        same = (k for k in self._all() if hmac.compare_digest(k.hash, mark))
        return next((k for k in same if (k.seat == role) is wanted), None)

    def _all(self) -> list[SeatKey]:
        return self._store.keys()

    def _held(self, seat: str) -> tuple[SeatKey, ...]:
        return tuple(k for k in self._all() if k.seat == seat)

    def _drop(self, keys: tuple[SeatKey, ...]) -> tuple[SeatKey, ...]:
        for key in keys:
            self._store.remove(key.hash)
        return keys

    def _cookie(self, seat: str, value: str, seconds: int) -> dict[str, Any]:
        name = f"{HOST if seat == HOST else 'seat'}-{self.table}"
        return {"key": name, "value": value, "max_age": seconds, "path": "/"} | _SHUT


class Links:
    """One-time links to a table's controls; looking at one spends nothing, only its POST does."""

    def __init__(self, *, token: Callable[[], str] = lambda: secrets.token_urlsafe(32)) -> None:
        self._token, self._lock = token, Lock()
        self._open: dict[str, str] = {}

    def make(self, table: str) -> str:
        """A new link token; an unused older one for the same table stops working."""
        token = self._token()
        with self._lock:
            self._open = {mark: t for mark, t in self._open.items() if t != table}
            self._open[digest(token)] = table
        return token

    def spend(self, token: str) -> str | None:
        """The table whose controls this token opens, once."""
        with self._lock:
            return self._open.pop(digest(token), None)


_HANDHELDS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad")),
    *(("Android Mobile", "Android phone"), ("Android", "Android tablet")),
)
_BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("SamsungBrowser", "Samsung browser")),
    *(("Chromium/", "Chromium"), ("Chrome/", "Chrome"), ("Safari/", "Safari")),
)
_SYSTEMS = (("Windows", "Windows"), ("CrOS", "Chromebook"), ("Macintosh", "Mac"), ("Linux", "Linux"))


def device_label(user_agent: str) -> str:
    """What a player would call the device, from a fixed vocabulary: "iPhone", "Firefox on Linux"."""

    handheld, browser, system = (
        next((label for marks, label in table if all(m in user_agent for m in marks.split())), "")
        for table in (_HANDHELDS, _BROWSERS, _SYSTEMS)
    )
    return handheld or " on ".join(filter(None, (browser, system))) or "unknown device"
