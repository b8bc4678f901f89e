"""Seat codes: six characters, and their QR code, by which a phone comes to act for a player.

A code opens one seat, once, within 120 seconds; a screen that shows it renews it in time.

Every failed claim gets the same answer, so guessing teaches nothing. Five misses from one client void all its current
codes, and for half a minute its claims are neither checked nor counted. Sixty misses from several clients void a code
for everybody. Screens that show such codes show new ones. Clock and randomness are parameters.
"""

from __future__ import annotations

import ipaddress
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from referee.kernel import say_many

ALPHABET: Final = "34679CDFGHJKMNPQRTWXY"  # no look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B, U V), no words
LENGTH: Final = 6
ARMED_SECONDS: Final = 120.0
TRIES: Final = 5
TRIES_OF_ALL: Final = 60
WAIT_SECONDS: Final = 30.0


@dataclass(frozen=True)
class SeatCode:
    """Six characters that open one seat, once, until `until` (seconds on the clock of `Codes`)."""

    text: str
    table: str
    seat: str
    until: float
    number: int
    misses_before: int


@dataclass(frozen=True)
class CodeRefused:
    """A failed claim; deliberately without a reason.

    ``wait``: seconds during which further claims are ignored. ``renew``: tables whose screens show a void code.
    """

    sentence: str = "That code is wrong, expired or already used."
    next_step: str = "Ask the table to show a new code for your seat, then scan or type it."
    wait: float = 0.0
    renew: frozenset[str] = field(default=frozenset(), compare=False)


REFUSED: Final = CodeRefused()


class Codes:
    """All valid codes of this program, whatever the table: a typed address names no table."""

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, draw: Callable[[str], str] = secrets.choice
    ) -> None:
        self._clock, self._draw, self._lock = clock, draw, Lock()
        self._armed: dict[str, SeatCode] = {}
        self._number = self._misses = 0
        self._wrong: dict[str, int] = {}
        self._spoilt: dict[str, int] = {}
        self._until: dict[str, float] = {}
        self._guessed_at = 0

    def arm(self, table: str, seat: str, *, keep_older: bool = False) -> SeatCode:
        """Issue a code for a seat; it voids the older one, unless a screen only renews it."""
        with self._lock:
            self._sweep()
            if not keep_older:
                self._forget(table, seat)
            text = self._word()
            while text in self._armed:
                text = self._word()
            self._number += 1
            until = self._clock() + ARMED_SECONDS
            code = self._armed[text] = SeatCode(text, table, seat, until, self._number, self._misses)
            return code

    def claim(self, text: str, client: str) -> SeatCode | CodeRefused:
        """Spend a code on behalf of a client's address; of two phones that race, one gets it."""
        client = client_network(client)
        with self._lock:
            self._sweep()
            if (wait := self._until.get(client, 0.0) - self._clock()) > 0:
                return CodeRefused(
                    "Too many tries.",
                    say_many(
                        int(wait) + 1,
                        "Wait {n} second, then type a new code.",
                        "Wait {n} seconds, then type a new code.",
                    ),
                    wait,
                )
            code = self._armed.get(tidy(text))
            if code is None or code.number <= self._spoilt.get(client, 0):
                return CodeRefused(renew=self._miss(client))
            self._forget(code.table, code.seat)
            self._wrong.pop(client, None)
            return code

    def put_back(self, code: SeatCode) -> None:
        """Undo a claim whose seat could not be saved."""
        with self._lock:
            self._armed.setdefault(code.text, code)

    def shown(self, table: str, seat: str) -> SeatCode | None:
        """Return the newest code that still opens this seat for everybody."""
        with self._lock:
            self._sweep()
            fresh = (c for c in self._armed.values() if c.number > self._guessed_at)
            mine = [c for c in fresh if (c.table, c.seat) == (table, seat)]
            return max(mine, key=lambda c: c.number, default=None)

    def seconds_left(self, code: SeatCode) -> float:
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
        self._until = {client: until for client, until in self._until.items() if until > now}
        if not self._armed:
            self._wrong, self._spoilt = {}, {}

    def _miss(self, client: str) -> frozenset[str]:
        """Count a wrong code; return the tables whose screens must show new codes."""
        shown = dict(self._armed)
        if shown:
            self._misses += 1
            self._wrong[client] = self._wrong.get(client, 0) + 1
        if guessed := self._wrong.get(client, 0) >= TRIES:
            self._spoilt[client] = self._guessed_at = self._number
            self._until[client] = self._clock() + WAIT_SECONDS
            del self._wrong[client]
        self._sweep()
        return frozenset(code.table for text, code in shown.items() if guessed or text not in self._armed)


def tidy(text: str) -> str:
    """Normalize a typed code: case, blanks and hyphens do not matter."""
    return re.sub(r"[\s\-]", "", text).upper() if len(text) < 40 else ""


def client_network(client: str) -> str:
    """Return the address under which misses are counted: for IPv6 the /64, which one computer owns."""
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return client
    return client if address.version == 4 else str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))


def drawn_code() -> str:
    """Return a code by which a screen asks another for the controls."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
