"""Seat codes: the six characters, and the QR code that holds them, by which a phone comes to act for a player.

A code opens one seat, once, within 120 seconds; a screen that shows it renews it in time.

Every failed claim gets the very same answer, so guessing teaches nothing. Five misses from one address
spoil every code armed so far for that address; sixty misses from anywhere spoil a code for everybody.
Arming anew repairs both. Clock and chance are parameters.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Final

ALPHABET: Final = "34679CDFGHJKMNPQRTWXY"  # no look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B, U V), no words
LENGTH: Final = 6
ARMED_SECONDS: Final = 120.0
TRIES: Final = 5
TRIES_OF_ALL: Final = 60


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
