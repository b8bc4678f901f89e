"""Prove it: two copies of a game that differ only in secrets, and all that each viewer is sent of both.

``flipped`` turns what lies in envelopes and whispers into something else, and leaves out some whispers altogether;
what everybody heard stays as it was. Both copies are then served from memory by the very program that serves the
table, and every page and the live stream are fetched as each viewer's browser would. The table's page and the test of
the promise use this same code. Fingerprints are made with a key that is thrown away, so that nobody can find out what
was sent by trying all cards.
"""

from __future__ import annotations

import dataclasses
import hmac
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import field
from itertools import count
from pathlib import Path
from typing import Any, Final

from flask import Flask
from flask.testing import FlaskClient

from referee.common.factions import FACTIONS
from referee.common.things import THINGS
from referee.holdings.hands import DeckCards
from referee.kernel import PUBLIC, Event, Sealed, State, Table, Value, Whisper, ask, card_name
from referee.modules.leader_skills import CARDS as SKILL_CARDS
from referee.running.acts import JournalAct
from referee.running.hall import Hall
from referee.running.journal import FileJournal
from referee.running.sitting import Sitting
from referee.web.app.context import Program, program_of
from referee.web.http.credentials import HOST
from referee.web.http.seat_codes import ALPHABET, Codes

Hidden = Callable[[frozenset[str]], bool]
Sent = Mapping[str, tuple[Any, ...]]
OWN: Final = frozenset({"to", "seat", "why", "helper", "bidder", "giver", "taker"})
TABS: Final = ("bid", "book", "more")
WORDS: Final = {"rule": "1.04.06", "plot": "prices", "name": "arrakeen"}
PLACE: Final = "127.0.0.1:8000"


# -- another game, the same to everybody else ---------------------------------------------------------


class Turn(Value):
    """Turns a secret into another one of its kind; nothing is what it was but what the referee does not know."""

    cards: tuple[str, ...]
    leaders: tuple[str, ...] = tuple(leader for one in FACTIONS.values() for leader in one.leaders)
    things: tuple[tuple[str, ...], ...] = ()  # tokens and cards of modules and factions, by kind

    def other(self, value: Any) -> Any:
        if isinstance(value, bool):
            return not value
        if isinstance(value, (int, float)):
            return value + 7
        if isinstance(value, dict):
            return {name: self.other(one) for name, one in value.items()}
        if isinstance(value, (tuple, list)):
            return tuple(self.other(one) for one in value)
        return self._word(value) if isinstance(value, str) else value

    def _word(self, word: str) -> str:
        names = tuple(dict.fromkeys(map(card_name, self.cards)))
        for kind in (self.cards, names, self.leaders, tuple(FACTIONS), *self.things):
            if word in kind:
                return kind[(kind.index(word) + 1) % len(kind)]
        return word

    def event(self, event: Event, hidden: Hidden) -> Event:
        changes: dict[str, Any] = {}
        for name, value in vars(event).items():
            if isinstance(value, Sealed) and hidden(value.to):
                changes[name] = Sealed(self.other(value.value), value.to)
            elif isinstance(event, Whisper) and hidden(event.to) and name not in OWN:
                changes[name] = f"not {value}" if name == "text" else self.other(value)
        return dataclasses.replace(event, **changes) if changes else event


def turning() -> Turn:
    """Return what turns the secrets of any game."""
    named = (tuple(one.names) for one in THINGS.values() if one.names is not FACTIONS)
    return Turn(ask(Table(), DeckCards()).value, things=(*named, tuple(SKILL_CARDS)))


def flipped(acts: Sequence[JournalAct], hidden: Hidden, *, drop: int = 0) -> list[JournalAct]:
    """Return the acts with every secret turned whose addressees ``hidden`` names, each ``drop``-th whisper left out."""
    turn = turning()
    numbers, told = {0: 0}, count(1)
    made: list[JournalAct] = []
    for act in acts:
        alone = act.events and all(isinstance(event, Whisper) and hidden(event.to) for event in act.events)
        if alone and drop and next(told) % drop == 0:
            continue
        numbers[act.number] = len(made) + 1
        target = next((new for old, new in numbers.items() if old >= act.target), 0)
        events = tuple(turn.event(event, hidden) for event in act.events)
        made.append(dataclasses.replace(act, number=len(made) + 1, events=events, target=target))
    return made


# -- a scratch copy -----------------------------------------------------------------------------------


class Scratch(Hall):
    """A hall with one table that lives in memory; its clock stands still."""

    def __init__(self, table: str, acts: Iterable[JournalAct], at: int) -> None:
        super().__init__(Path(), now=lambda: at)
        journal = FileJournal(Path(":memory:"))
        try:
            for act in acts:
                journal.append(act)
            self._open[table] = Sitting(journal, None, lambda: at)
        except BaseException:
            journal.close()
            raise

    def _files(self) -> dict[str, Path]:
        return {}


class Copy(State):
    """A program over one scratch table, with a browser for every viewer."""

    app: Flask
    program: Program
    table: str
    browsers: dict[str, FlaskClient] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Seat a browser everywhere, let chance begin alike each time, and stop the clock: no phone falls asleep."""
        turns, bell = count(), self.program.bell
        self.program.nonce, bell._start, bell._clock, bell._pause = "copy", 0, lambda: 0.0, 0
        self.program.credentials.codes = Codes(clock=lambda: 0.0, draw=lambda letters: ALPHABET[next(turns) * 5 % 21])
        ring = self.program.keyring(self.table)
        for viewer in (PUBLIC, HOST, *self.program.sitting(self.table).screen(PUBLIC).seats):
            self.browsers[viewer] = self.app.test_client()
            if viewer != PUBLIC:
                cookie = ring.issue(viewer, "copy").cookie
                self.browsers[viewer].set_cookie(cookie["key"], cookie["value"], domain="127.0.0.1")

    def pages(self, viewer: str) -> list[str]:
        """Return every page of the table that a viewer may open, streams and proofs aside."""
        kinds = {"public", HOST if viewer == HOST else "" if viewer == PUBLIC else "seat"}
        found = []
        for rule in self.app.url_map.iter_rules():
            kind = getattr(self.app.view_functions[rule.endpoint], "viewer", "")
            fits = "GET" in (rule.methods or ()) and "table" in rule.arguments and kind in kinds
            if fits and not rule.rule.endswith(("/stream", "/prove")):
                found.append(re.sub(r"<(?:\w+:)?(\w+)>", self._word, rule.rule))
        tabs = [f"{path}?tab={tab}" for path in found if path.endswith(("/me", "/secret")) for tab in TABS]
        return sorted([*found, *tabs])

    def _word(self, name: re.Match[str]) -> str:
        seat = next(iter(self.program.sitting(self.table).screen(PUBLIC).seats), "1")
        return {**WORDS, "table": self.table, "seat": seat}.get(name[1], "1")

    def sent(self, viewer: str) -> Sent:
        """Return status, headers and body of every page, and what comes down the stream: its greeting and its page."""
        found = {path: self._get(viewer, path) for path in self.pages(viewer)}
        seen = self.program.bell.seen(self.table, PUBLIC if viewer == HOST else viewer)
        return {**found, "stream": self._stream(viewer), "bell": (seen,)}

    def _get(self, viewer: str, path: str) -> tuple[Any, ...]:
        answer = self.browsers[viewer].get(path, base_url=f"http://{PLACE}", headers={"Accept": "text/html"})
        return answer.status_code, tuple(answer.headers), answer.data

    def _stream(self, viewer: str) -> tuple[Any, ...]:
        public = viewer in {PUBLIC, HOST}
        at = self.app.url_map.bind(PLACE)
        path = at.build("table.board_stream" if public else "phone.phone_stream", {"table": self.table})
        path += "?board" if public else "?tab=bid"
        answer = self.browsers[viewer].get(path, base_url=f"http://{PLACE}", buffered=False)
        with closing(answer):
            events = iter(answer.response)
            return answer.status_code, tuple(answer.headers), next(events, b""), next(events, b"")


Make = Callable[[Hall], Flask]


@contextmanager
def copy_of(make: Make, table: str, acts: Iterable[JournalAct], at: int) -> Iterator[Copy]:
    """Serve these acts from memory; ``at`` is the moment (ms) at which the clock stands."""
    with closing(Scratch(table, acts, at)) as hall:
        app = make(hall)
        yield Copy(app, program_of(app), table)


# -- the proof ----------------------------------------------------------------------------------------


class Proof(Value):
    """What one viewer was sent of both copies: how many pages, a fingerprint of each copy, and what differs."""

    viewer: str
    pages: int
    first: str
    second: str
    differs: tuple[str, ...]

    @property
    def same(self) -> bool:
        return not self.differs


def prove(
    make: Make, table: str, acts: Sequence[JournalAct], at: int, seat: str, of: Collection[str] = ()
) -> list[Proof]:
    """Turn all that this seat alone knows in a second copy, and compare what viewers are sent: these, or every one."""

    def alone(to: frozenset[str]) -> bool:
        return to == {seat}

    key = os.urandom(32)
    second = flipped(acts, alone, drop=2)
    with copy_of(make, table, acts, at) as one, copy_of(make, table, second, at) as other:
        viewers = [viewer for viewer in one.browsers if viewer in of or not of]
        return [compared(viewer, one.sent(viewer), other.sent(viewer), key) for viewer in viewers]


def compared(viewer: str, one: Sent, other: Sent, key: bytes) -> Proof:
    differs = tuple(path for path in sorted({*one, *other}) if one.get(path) != other.get(path))
    marks = [hmac.digest(key, repr(sorted(sent.items())).encode(), "sha256").hex()[:16] for sent in (one, other)]
    return Proof(viewer, len(one), marks[0], marks[1], differs)
