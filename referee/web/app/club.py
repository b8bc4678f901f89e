"""What the programs of a club do together about screens: codes, links, controls, and who is there.

A code that one program shows is claimed at another, and the guesses at all of them count together. A refusal that waits
behind a shield waits wherever that phone looks next. A program that hears nothing of the club any more says so on every
page and lets go of its streams, so that screens turn to another; nothing old is shown as if it were new.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from threading import Lock
from typing import Any, Final, TypeVar

from flask import Flask, request

from referee.kernel import PUBLIC
from referee.running.club.hall import ClubHall
from referee.running.club.journal import StreamJournal
from referee.running.club.shelf import Shared, Shelf
from referee.running.club.sitting import SharedSitting
from referee.running.journal import JournalError, Key
from referee.running.now import now_ms
from referee.running.sitting import Sitting
from referee.web.app.context import Program, judged_by, program_of, table_asked
from referee.web.http.credentials import Credentials, JournalKeys, Keyring
from referee.web.http.door import Links, digest
from referee.web.http.guard import STATIC, Refusal, check_origin
from referee.web.http.seat_codes import CodeRefused, Codes, SeatCode

T = TypeVar("T")
AWAKE: Final = "referee.awake"
CODES, LINKS, STEERERS, ASKED = "codes", "links", "steerers", "asked"
CUT_OFF: Final = "This program has lost the connection to the club. Everything saved is safe."
NEXT: Final = "It reconnects by itself. Wait a moment, then load the page again."


def share(app: Flask) -> None:
    """Let a program share with the others of its club what is not in a game."""
    program = program_of(app)
    hall = program.hall
    if not isinstance(hall, ClubHall):
        raise TypeError("This program is in no club.")
    program.nonce = "club"  # pages of all programs are equally new when their tables are
    program.credentials = ClubCredentials(hall.shelf)
    program.held_back = Shared(hall.shelf, "held")
    program.answered = Shared(hall.shelf, "answered")
    program.asked = Shared(hall.shelf, ASKED)
    program.waiting = Shared(hall.shelf, "waiting")
    checks = app.before_request_funcs.setdefault(None, [])
    checks.insert(0, partial(_check, hall))
    checks.insert(checks.index(check_origin) + 1, partial(_hear_of_keys, program))  # before it counts who asks
    hall.on_lost(program.bell.dismiss)
    hall.on_put(partial(_put, program))
    hall.engine.hear(AWAKE, partial(_awake, program))
    hall.on_look(partial(_look_around, program, hall))


def _check(hall: ClubHall) -> None:
    """Show nothing old and take nothing that could not be saved."""
    if hall.cut_off and request.endpoint not in STATIC:
        raise Refusal(503, CUT_OFF, NEXT, {"Retry-After": "2"})


def _hear_of_keys(program: Program) -> None:
    """Catch up before a cookie counts as unknown: the browser may be quicker than the message."""
    if request.endpoint in STATIC:
        return
    with suppress(Refusal, JournalError):
        if judged_by(program.credentials.steerers).lost:
            program.credentials.steerers.catch_up()
        if table_asked() and judged_by(ring := program.keyring(table_asked())).lost:
            ring.catch_up()


def _put(program: Program, key: str) -> None:
    """Ring where something came to the shelf that the table's screen shows."""
    name, _, rest = key.partition(".")
    if name == ASKED:
        program.bell.ring(rest.split(".")[0], (PUBLIC,))
    codes = program.credentials.codes
    if name == CODES and isinstance(codes, SharedCodes):
        for table in codes.spoilt_since():
            program.bell.ring(table, (PUBLIC,))


def _awake(program: Program, words: bytes) -> None:
    for table, viewer in json.loads(words):
        program.bell.touch(table, viewer)


def _look_around(program: Program, hall: ClubHall) -> None:
    """Publish which phones are awake; close all streams while cut off."""
    if hall.cut_off:
        program.bell.let_go()
    elif awake := program.bell.awake():
        hall.engine.say(AWAKE, json.dumps(sorted(awake)).encode())


class ClubCredentials(Credentials):
    """The same codes, links and controls at every program of a club."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(0)
        self.codes, self.links = SharedCodes(shelf), SharedLinks(shelf)
        self.steerers = Keyring("hall-club", SharedStore(shelf))

    def _keys_of(self, sitting: Sitting) -> JournalKeys:
        return ClubKeys(sitting)


class ClubKeys(JournalKeys):
    """The credentials of one table, as its journal hears of them from any program."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        if isinstance(sitting.journal, StreamJournal):
            sitting.journal.on_keys = self._changed

    def _changed(self) -> None:
        self.changes += 1

    def keys(self) -> list[Key]:
        return self._sitting.journal.credentials()

    def catch_up(self) -> None:
        if isinstance(self._sitting, SharedSitting):
            self._sitting.journal.catch_up()
            self._sitting.listen()


class SharedStore:
    """Keys of the whole club, oldest first."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    @property
    def changes(self) -> int:
        return self._shelf.place(STEERERS)

    def keys(self) -> list[Key]:
        return [Key(**key) for key in self._shelf.get(STEERERS) or ()]

    def add(self, key: Key) -> None:
        self._shelf.change(STEERERS, lambda kept: ([*(kept or ()), asdict(key)], None))

    def remove(self, hash: str) -> None:
        self._shelf.change(STEERERS, lambda kept: ([key for key in kept or () if key["hash"] != hash], None))

    def catch_up(self) -> None:
        self._shelf.catch_up(STEERERS)


class SharedLinks(Links):
    """One-time links that any program makes and any opens."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__()
        self._shelf, self._maker = shelf, self._token()[:8]

    def make(self, table: str) -> str:
        """A new link token; an unused older one that this program made for the same table stops working."""
        token, own = self._token(), [table, self._maker]

        def more(links: Any) -> tuple[Any, None]:
            kept = {mark: link for mark, link in (links or {}).items() if link != own}
            return {**kept, digest(token): own}, None

        self._shelf.change(LINKS, more)
        return token

    def spend(self, token: str) -> str | None:
        mark = digest(token)

        def less(links: Any) -> tuple[Any, str | None]:
            kept = dict(links or {})
            return kept, kept.pop(mark, (None,))[0]

        found: str | None = self._shelf.change(LINKS, less)
        return found


class SharedCodes(Codes):
    """Codes that any program shows and any takes; all of it is one value that each change follows from."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(clock=lambda: now_ms() / 1000)
        self._shelf, self._turn, self._rung = shelf, Lock(), 0

    def arm(self, table: str, seat: str, *, keep_older: bool = False) -> SeatCode:
        return self._together(lambda: Codes.arm(self, table, seat, keep_older=keep_older))

    def claim(self, text: str, client: str) -> SeatCode | CodeRefused:
        return self._together(lambda: Codes.claim(self, text, client))

    def put_back(self, code: SeatCode) -> None:
        self._together(lambda: Codes.put_back(self, code))

    def shown(self, table: str, seat: str) -> SeatCode | None:
        with self._turn:
            self._read(self._shelf.get(CODES))
            return super().shown(table, seat)

    def spoilt_since(self) -> set[str]:
        """Return the tables whose screens show a code that was spoiled by guesses since this was last asked."""
        with self._turn:
            self._read(self._shelf.get(CODES))
            before, self._rung = self._rung, self._guessed_at
            return {code.table for code in self._armed.values()} if self._guessed_at > before else set()

    def _together(self, do: Callable[[], T]) -> T:
        def change(said: Any) -> tuple[Any, T]:
            self._read(said)
            done = do()
            return self._written(), done

        with self._turn:
            done: T = self._shelf.change(CODES, change)
            return done

    def _read(self, said: Any) -> None:
        kept = said or {}
        self._armed = {code["text"]: SeatCode(**code) for code in kept.get("armed", ())}
        self._number, self._misses, self._guessed_at = kept.get("counts", (0, 0, 0))
        self._wrong, self._spoilt, self._until = (dict(kept.get(name, {})) for name in ("wrong", "spoilt", "until"))

    def _written(self) -> dict[str, Any]:
        return {
            "armed": [asdict(code) for code in self._armed.values()],
            "counts": [self._number, self._misses, self._guessed_at],
            "wrong": dict(self._wrong),
            "spoilt": dict(self._spoilt),
            "until": dict(self._until),
        }
