"""One of two servers: an evening behind a real port, seeded, its clock set by hand; the other has its own process."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import mkdtemp
from time import perf_counter_ns
from typing import Any
from urllib.parse import urlencode

from referee.kernel import PUBLIC, Event, Sealed, Whisper
from referee.kernel.events import public_fields
from referee.languages.language import NAMES, language
from referee.languages.questions import in_english
from referee.phases.mentat.open_shields import opened
from referee.rulebook.lookup import lookup
from referee.rulebook.translated import texts
from referee.running.acts import JournalAct
from referee.web.app.languages import SEEN
from tests.kit import ORIGIN, PLACE, Evening, Start, served
from tests.tools.attack.plants import planted

HOST = "host"
TONGUES = ("en", "de", "fr", "es")
FOLDER = b"/one-of-two-servers"  # stands for the place where each keeps its tables
PATIENCE_S = 10.0  # on a machine that ten others use
Heard = dict[str, list[str]]


def read_languages() -> None:
    """Read what a program reads in idle moments, so that both servers have it from the start."""
    for code in TONGUES[1:]:
        language(code), texts(code), lookup(code), in_english(code, "")


@dataclass(frozen=True)
class Answer:
    """What came over the wire, as the players of ``tests.tools.accounts`` read it; the time ``ns`` is no part of it."""

    status_code: int
    lines: tuple[tuple[str, str], ...]
    data: bytes
    ns: int = field(compare=False, default=0)

    @property
    def headers(self) -> dict[str, str]:
        return dict(self.lines)

    @property
    def text(self) -> str:
        return self.data.decode("utf-8", "replace")

    @property
    def mimetype(self) -> str:
        return self.headers.get("Content-Type", "").partition(";")[0]


@dataclass
class Line:
    """A connection to a server as a viewer's browser makes it, and its stream."""

    port: int
    peer: str
    cookies: dict[str, str]
    agent: str
    tongue: str
    place: bytes  # where this server keeps its files
    stream: socket.socket | None = None

    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        own = {"Host": PLACE, "User-Agent": self.agent, "Accept": "text/html", "Accept-Language": self.tongue}
        return own | ({"Cookie": cookies} if cookies else {})

    def ask(self, method: str, path: str, form: Mapping[str, Any] | None, more: Mapping[str, str]) -> Answer:
        """Send a request; return all of the answer but its hour."""
        headers, body = self.headers() | {**more}, None
        if form is not None:
            headers |= {"Origin": ORIGIN, "Content-Type": "application/x-www-form-urlencoded"}
            body = urlencode(form, doseq=True)
        line = HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(self.peer, 0))
        try:
            began = perf_counter_ns()
            line.request(method, path, body, headers)
            answer = line.getresponse()
            data = answer.read()
            took = perf_counter_ns() - began
        finally:
            line.close()
        said = tuple((name, self._kept(name, value)) for name, value in answer.getheaders() if name != "Date")
        return Answer(answer.status, said, data.replace(self.place, FOLDER), took)

    def _kept(self, name: str, value: str) -> str:
        """Keep a cookie as a browser does, and return the header without what is random in it, and without its hour."""
        if name != "Set-Cookie":
            return value
        key, _, rest = value.partition("=")
        self.cookies[key], _, rest = rest.partition(";")
        return re.sub(r"Expires=[^;]*", "Expires", f"{key}; {len(self.cookies[key])} characters;{rest}")

    def listen(self, path: str, mark: str, packed: bool) -> None:
        """Open the stream of a page; what comes down it is read by ``news``."""
        self.stream = socket.create_connection(("127.0.0.1", self.port), 60, source_address=(self.peer, 0))
        more = {"X-Page": mark, "Accept": "text/event-stream"} | ({"Accept-Encoding": "gzip"} if packed else {})
        head = "".join(f"{name}: {value}\r\n" for name, value in (self.headers() | more).items())
        self.stream.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())

    def news(self) -> bytes:
        """Return what came down the stream since it was last asked."""
        assert self.stream is not None
        self.stream.setblocking(False)
        found = b""
        try:
            while more := self.stream.recv(1 << 20):
                found += more
        except BlockingIOError:
            pass
        except OSError:
            found += b"cut off"
        return found

    def close(self) -> None:
        if self.stream is not None:
            self.stream.close()


class Side(Evening):
    """An evening behind a port of its own. Its beats come when its clock is moved, and only then."""

    def serve(self, start: Start, phones: list[str] | None, plant: str = "") -> None:
        """Set the table, seat everybody and open the port."""
        self.told, self.heard_of = 0, dict[str, list[str]]()
        self._lasting.enter_context(planted(plant))
        self.desk.bell._pause, self.desk.bell._clock = 0, lambda: self.clock.at / 1000
        self.desk.bell.wall = lambda: self.clock.at
        self.app.extensions[SEEN].update(NAMES)  # read already
        Evening.begin(self, start, phones)
        self.port = self._lasting.enter_context(served(self.app)).port

    def lines(self) -> dict[str, Line]:
        """Return how each viewer's browser asks this server."""
        found = {}
        viewers = [HOST, PUBLIC, *self.phones]
        for number, viewer in enumerate(viewers):
            browser = Evening.who(self, viewer)
            kept = browser.client._cookies or {}
            cookies = {one.key: one.value for one in kept.values()}
            peer = "127.0.0.1" if viewer == HOST else f"127.0.0.{20 + number}"
            tongue = TONGUES[number % len(TONGUES)]
            cookies["language"] = tongue
            found[viewer] = Line(self.port, peer, cookies, browser.agent, tongue, str(self.folder).encode())
        return found

    def move(self, ms: int) -> None:
        Evening.wait(self, ms)
        self.desk.bell.pulse()

    def hear(self) -> tuple[Heard, bool]:
        """Return what each viewer heard since this was last asked, and whether anything was written.

        Once all shields are open everybody may know whatever was in an envelope.
        """
        rows = self.sitting.rows()
        acts = [act for act in rows if act.number > self.told]
        self.told = self.rows()
        open_to_all = [repr(act.events) for act in rows] if opened(self.public) else []
        told = {viewer: open_to_all or heard(acts, viewer) for viewer in (PUBLIC, *self.public.seats)}
        return told, bool(acts)

    def close(self) -> None:
        self.desk.bell.close_all()
        Evening.close(self)


def heard(acts: list[JournalAct], viewer: str) -> list[str]:
    """Return each thing that a viewer hears, in order."""
    return [words for act in acts for words in (_told(act.events, viewer) if act.kind == "act" else [act.kind])]


def _told(events: tuple[Event, ...], viewer: str) -> Iterator[str]:
    """Yield what a viewer is told, read from the envelopes alone: what the program opens is what is tried here."""
    for event in events:
        if isinstance(event, Whisper) and viewer not in event.to:
            continue
        own = dict[str, Any]()
        for name, value in sorted(vars(event).items()):
            if isinstance(value, Sealed):
                own[name] = value.value if viewer in value.to else "??"
            elif name in public_fields(type(event)):
                own[name] = sorted(value) if isinstance(value, frozenset) else value
        yield f"{type(event).__name__} {own!r}"


# -- the other one, in a process of its own ----------------------------------------------------------


class Other:
    """The second server: its methods are called over a pipe, its pages asked over its port."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.pipe, there = context.Pipe()
        self.process = context.Process(target=_work, args=(there,), daemon=True)
        self.process.start()

    def call(self, name: str, *args: Any) -> Any:
        self.send(name, *args)
        return self.receive()

    def send(self, name: str, *args: Any) -> None:
        self.pipe.send((name, args))

    def receive(self) -> Any:
        failed, found = self.pipe.recv()
        if failed:
            raise RuntimeError(f"the second server: {found}")
        return found

    def close(self) -> None:
        self.pipe.send(("", ()))
        self.process.join(10)
        if self.process.is_alive():
            self.process.kill()


def _work(pipe: Connection) -> None:
    """Do what the first process asks, table after table."""
    side: Side | None = None
    while True:
        name, args = pipe.recv()
        if not name:
            break
        try:
            if name == "serve":
                dice, *more = args
                side = Side(Path(mkdtemp(prefix="second-")), dice=dice)
                side.serve(*more)
                found: Any = side.lines()
            elif name == "read":
                found = None
                read_languages()
            else:
                found = getattr(side, name)(*args)
            pipe.send((False, found))
        except Exception as error:
            pipe.send((True, f"{type(error).__name__}: {error}"))
