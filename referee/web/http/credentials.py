"""Credentials: proof that a browser may act for a seat, a table or the whole program.

A *key* is what a phone keeps after it claimed a code: 256 random bits in an HttpOnly cookie; only its hash is stored. A
table's controls are a seat called `host`, reached through a one-time link; the program's are a table called `hall`.

SameSite is Lax, not Strict, or a seated player who follows a link from a chat would look unseated. Lax is never sent
with a foreign POST, and guard.py checks Origin too. Clock and randomness are parameters.
"""

from __future__ import annotations

import hmac
import re
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Protocol

from referee.common.phones_at_seats import EmptySeat, GiveControls, TakeControls, TakeSeat
from referee.kernel import Command
from referee.running.journal import Change, Key
from referee.web.http.door import Links, digest
from referee.web.http.guard import Refusal
from referee.web.http.seat_codes import Codes

if TYPE_CHECKING:
    from referee.running.sitting import Sitting

HOST: Final = "host"
HALL: Final = "hall"
COOKIE_SECONDS: Final = 90 * 24 * 3600
_SHUT: Final = {"httponly": True, "samesite": "Lax"}


class SeatStore(Protocol):
    """Where the keys of a table are stored. ``changes`` grows when one is added or removed."""

    @property
    def changes(self) -> int: ...

    def keys(self) -> list[Key]: ...

    def add(self, key: Key) -> None: ...

    def remove(self, hash: str) -> None: ...

    def catch_up(self) -> None: ...


class MemoryStore:
    """Keys that last as long as the process, oldest first: for the start page and tests."""

    def __init__(self) -> None:
        self._keys: dict[str, Key] = {}
        self.changes = 0

    def keys(self) -> list[Key]:
        return list(self._keys.values())

    def add(self, key: Key) -> None:
        self._keys[key.hash] = key
        self.changes += 1

    def remove(self, hash: str) -> None:
        self._keys.pop(hash, None)
        self.changes += 1

    def catch_up(self) -> None:
        pass


@dataclass(frozen=True)
class Issued:
    """A seat taken: the new key, the keys it replaced, and arguments for `response.set_cookie(**cookie)`."""

    key: Key
    replaced: tuple[Key, ...]
    cookie: dict[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Access:
    """What a browser's cookies prove at one table; `lost` if it shows a revoked key."""

    seat: Key | None
    host: Key | None
    lost: bool


def drawn_token() -> str:
    """Return a secret for a cookie, 43 characters."""
    return secrets.token_urlsafe(32)


class Keyring:
    """The keys of one table. Cookies are named after its id, so one browser can sit at several tables."""

    def __init__(
        self,
        table: str,
        store: SeatStore,
        *,
        clock: Callable[[], float] = time.time,
        token: Callable[[], str] = drawn_token,
    ) -> None:
        if not re.fullmatch(r"[A-Za-z0-9_-]+", table):
            raise ValueError(f"The table id {table!r} may only hold letters, digits, - and _.")
        self.table, self._store, self._clock, self._token = table, store, clock, token
        self._lock = Lock()

    def issue(self, seat: str, device: str) -> Issued:
        """Issue a key in place of the seat's older ones; controls may have many holders."""
        token = self._token()
        key = Key(seat, digest(token), device, self._clock())
        with self._lock:
            older = () if seat == HOST else self._held(seat)
            self._store.add(key)
            self._drop(older)
        return Issued(key, older, self._cookie(seat, token))

    def forget(self, hash: str) -> None:
        """Revoke the key with this hash, if there is one."""
        with self._lock:
            self._drop(tuple(key for key in self._all() if key.hash == hash))

    def held(self, seat: str) -> tuple[Key, ...]:
        with self._lock:
            return self._held(seat)

    def catch_up(self) -> None:
        """Load keys that other programs have just issued; may raise ``JournalError``."""
        self._store.catch_up()

    @property
    def changes(self) -> int:
        """Grows when a key is added or removed; until then a browser's access stays the same."""
        return self._store.changes

    def standing(self, cookies: Mapping[str, str]) -> Access:
        """Return what a browser's cookies prove; forged or revoked keys prove nothing."""
        tokens = {role: cookies.get(f"{role}-{self.table}") for role in ("seat", HOST)}
        seat, host = self._find(tokens["seat"], HOST, False), self._find(tokens[HOST], HOST, True)
        return Access(seat, host, lost=bool((tokens["seat"] and not seat) or (tokens[HOST] and not host)))

    def _find(self, token: str | None, role: str, wanted: bool) -> Key | None:
        if not token:
            return None
        mark = digest(token)
        same = (k for k in self._all() if hmac.compare_digest(k.hash, mark))
        return next((k for k in same if (k.seat == role) is wanted), None)

    def _all(self) -> list[Key]:
        return self._store.keys()

    def _held(self, seat: str) -> tuple[Key, ...]:
        return tuple(k for k in self._all() if k.seat == seat)

    def _drop(self, keys: tuple[Key, ...]) -> tuple[Key, ...]:
        for key in keys:
            self._store.remove(key.hash)
        return keys

    def _cookie(self, seat: str, value: str) -> dict[str, Any]:
        name = f"{HOST if seat == HOST else 'seat'}-{self.table}"
        return {"key": name, "value": value, "max_age": COOKIE_SECONDS, "path": "/"} | _SHUT


class JournalKeys:
    """The keys of one table, stored in its journal and cached in memory."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._keys = {key.hash: key for key in sitting.journal.credentials()}
        self.changes = 0

    def keys(self) -> list[Key]:
        return list(self._keys.values())

    def add(self, key: Key) -> None:
        """Write through to disk first."""
        with self._sitting.locked():
            self._sitting.journal.add_key(key)
        self._keys[key.hash] = key
        self.changes += 1

    def swap(self, request: Command, add: tuple[Key, ...], drop: tuple[Key, ...]) -> None:
        """Carry out a command and change keys with it, atomically; raises ``Refusal`` with what is said against it."""
        with self._sitting.locked():
            change = Change(add, tuple(key.hash for key in drop))
            outcome = self._sitting.act(request, "referee", change=change)
            if not outcome.done:
                raise Refusal(409, outcome.objections[0].sentence)
            self._keys.update((key.hash, key) for key in add)
            for key in drop:
                self._keys.pop(key.hash, None)
            self.changes += 1

    def remove(self, hash: str) -> None:
        """Write through to disk first."""
        with self._sitting.locked():
            self._sitting.journal.remove_key(hash)
        self._keys.pop(hash, None)
        self.changes += 1

    def catch_up(self) -> None:
        pass


class TableKeys(Keyring):
    """The keys of one table; taking or leaving a seat is one act with its change of keys."""

    def __init__(self, table: str, journal: JournalKeys) -> None:
        super().__init__(table, journal)
        self._journal = journal

    def take(self, seat: str, device: str) -> Issued:
        """Issue a seat's key in place of the older one, and tell everybody."""
        token = self._token()
        key = Key(seat, digest(token), device, self._clock())
        with self._lock:
            older = self._held(seat)
            self._journal.swap(TakeSeat(seat, device, bool(older)), (key,), older)
        return Issued(key, older, self._cookie(seat, token))

    def leave(self, seat: str) -> tuple[Key, ...]:
        """Empty a seat and tell everybody; returns the revoked keys."""
        with self._lock:
            older = () if seat == HOST else self._held(seat)
            if older:
                self._journal.swap(EmptySeat(seat), (), older)
            return older

    def give(self, device: str, token: str = "") -> Issued:
        """Issue the table's controls to a screen, and tell everybody unless it is the first; a token may be reused."""
        token = token or self._token()
        key = Key(HOST, digest(token), device, self._clock())
        with self._lock:
            if self._held(HOST):
                self._journal.swap(GiveControls(device), (key,), ())
            else:
                self._store.add(key)
        return Issued(key, (), self._cookie(HOST, token))

    def take_from(self, key: Key) -> None:
        """Revoke one screen's controls, and tell everybody."""
        with self._lock:
            self._journal.swap(TakeControls(key.device), (), tuple(one for one in self._all() if one.hash == key.hash))


class Credentials:
    """All credentials: seat codes and one-time links not used yet, and the keys issued."""

    def __init__(self, port: int, links: Links | None = None) -> None:
        """The program's own cookie is named after its port: browsers do not separate ports."""
        self.codes, self.links = Codes(), links or Links()
        self.steerers = Keyring(f"{HALL}-{port}", MemoryStore())
        self._rings: dict[str, TableKeys] = {}
        self._lock = Lock()

    def of(self, table: str, sitting: Sitting) -> TableKeys:
        with self._lock:
            if table not in self._rings:
                self._rings[table] = TableKeys(table, self._keys_of(sitting))
            return self._rings[table]

    def _keys_of(self, sitting: Sitting) -> JournalKeys:
        return JournalKeys(sitting)

    def forget(self, table: str) -> None:
        with self._lock:
            self._rings.pop(table, None)


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
    """Return what a player would call the device, from a fixed vocabulary: "iPhone", "Firefox, Linux"."""

    handheld, browser, system = (
        next((label for marks, label in table if all(m in user_agent for m in marks.split())), "")
        for table in (_HANDHELDS, _BROWSERS, _SYSTEMS)
    )
    return handheld or ", ".join(filter(None, (browser, system))) or "unknown device"
