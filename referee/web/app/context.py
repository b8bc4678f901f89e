"""The desk: what every page needs to know of the program, and who is asking.

A browser is known by its cookies: a seat at a table, the controls of a table, or the controls of the whole program
(from the one-time link that the program prints). Whoever has none of these sees the public board.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from flask import Response, copy_current_request_context, current_app, make_response, request

from referee.common.seating import EmptySeat, TakeSeat
from referee.kernel.commands import Command
from referee.kernel.events import PUBLIC
from referee.rulebook.book import rulebook
from referee.running.hall import Hall
from referee.running.journal import Change, Key
from referee.running.sitting import Sitting, now_ms
from referee.web.app import guard
from referee.web.app.blocks import draw
from referee.web.join import seats
from referee.web.join.address import EVERYWHERE, Candidate, candidates, named_place
from referee.web.join.seats import HOST, Codes, Issued, Keyring, Links, MemoryStore, SeatKey, Standing
from referee.web.live.bell import HEADERS, Bell, Stream
from referee.web.view_models.pages import Message
from referee.web.view_models.parts import Act, Chip, Frame, Line, Link

HALL = "hall"
REFRESH_MS = 5000
PATIENCE_MS = 20_000
PUSH = True  # False: a stream says only "look again", and every screen fetches its page


class JournalKeys:
    """The credentials of one table: in its journal, and in memory for every request."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._keys = {k.hash: SeatKey(k.seat, k.hash, k.device, k.at) for k in sitting.journal.credentials()}

    def keys(self) -> list[SeatKey]:
        """Return all credentials in force."""
        return list(self._keys.values())

    def add(self, key: SeatKey) -> None:
        """Keep a credential, on disk first."""
        with self._sitting.locked():
            self._sitting.journal.add_key(Key(key.seat, key.hash, key.device, key.at))
        self._keys[key.hash] = key

    def swap(self, request: Command, add: tuple[SeatKey, ...], drop: tuple[SeatKey, ...]) -> None:
        """Carry out an act and change credentials with it: both are written down, or neither."""
        kept = tuple(Key(key.seat, key.hash, key.device, key.at) for key in add)
        with self._sitting.locked():
            self._sitting.act(request, "referee", change=Change(kept, tuple(key.hash for key in drop)))
            self._keys.update((key.hash, key) for key in add)
            for key in drop:
                self._keys.pop(key.hash, None)

    def remove(self, hash: str) -> None:
        """Forget a credential, on disk first."""
        with self._sitting.locked():
            self._sitting.journal.remove_key(hash)
        self._keys.pop(hash, None)


class TableKeys(Keyring):
    """The keys of one table: who takes or leaves a seat, and that it is said, are one entry in its journal."""

    def __init__(self, table: str, journal: JournalKeys) -> None:
        """Keep them in the journal of that table."""
        super().__init__(table, journal)
        self._journal = journal

    def take(self, seat: str, device: str) -> Issued:
        """Give a seat to a device and tell everybody; whoever held it before is replaced."""
        token = self._token()
        key = SeatKey(seat, seats.digest(token), device, self._clock())
        with self._lock:
            older = self._held(seat)
            self._journal.swap(TakeSeat(seat, device, bool(older)), (key,), older)
        return Issued(key, older, self._cookie(seat, token, seats.COOKIE_SECONDS))

    def leave(self, seat: str) -> tuple[SeatKey, ...]:
        """Empty a seat and tell everybody; returns the keys that stopped counting."""
        with self._lock:
            older = () if seat == HOST else self._held(seat)
            if older:
                self._journal.swap(EmptySeat(seat), (), older)
            return older


@dataclass
class Address:
    """The address that phones are sent to, and the others there are."""

    port: int
    host: str = EVERYWHERE
    named: str | None = None
    found: list[Candidate] = field(default_factory=list)
    chosen: str = ""
    first: str = ""
    outside: int = 0  # the port that phones use where it is another than the program's own: behind a proxy
    arrived: bool = False  # somebody came in from another machine
    _shown_since: int = 0
    _looked: int = -REFRESH_MS

    def look(self) -> None:
        """Look up this machine's addresses, at most every few seconds: a laptop may change its network."""
        if now_ms() - self._looked >= REFRESH_MS:
            self._looked = now_ms()
            self.found = candidates(chosen=self.named, host=self.host)
            self.chosen = self.chosen if self.chosen in {one.ip for one in self.found} else ""
            self.first = self.first or self.ip

    def choose(self, ip: str) -> None:
        """Send phones to another of this machine's addresses."""
        if ip in {one.ip for one in self.found}:
            self.chosen = self.first = ip
            self._shown_since = 0

    def note_guest(self, ip: str) -> None:
        """Note that somebody asks from there; another machine than this one has found the way."""
        own = ip.startswith("127.") or ip in {one.ip for one in self.found}
        self.arrived = self.arrived or not own

    def next_best(self) -> str:
        """Return the address to try where no phone arrived in 20 s since this one was shown, else ""."""
        self._shown_since = self._shown_since or now_ms()
        likely = [one.ip for one in self.found if one.likely or one.ip == self.ip]
        waited = now_ms() - self._shown_since >= PATIENCE_MS
        if self.arrived or not waited or len(likely) < 2:
            return ""
        return likely[(likely.index(self.ip) + 1) % len(likely)]

    @property
    def moved(self) -> bool:
        """Say whether the address is another than the one phones came in by."""
        return self.ip != self.first

    @property
    def ip(self) -> str:
        """Return the address in use."""
        return self.chosen or self.found[0].ip

    @property
    def typed(self) -> str:
        """Return what a person types."""
        return self.ip if self.shown == 80 else f"{self.ip}:{self.shown}"

    @property
    def shown(self) -> int:
        """Return the port that phones are sent to."""
        return self.outside or self.port


@dataclass
class Desk:
    """Everything the routes share."""

    hall: Hall
    bell: Bell
    address: Address
    codes: Codes = field(default_factory=Codes)
    links: Links = field(default_factory=Links)
    nonce: str = field(default_factory=lambda: f"{now_ms():x}")
    allowed: Collection[str] = ()
    _rings: dict[str, TableKeys] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    _steerers: Keyring = field(init=False)
    held_back: dict[tuple[str, str], tuple[str, Line]] = field(default_factory=dict)
    answered: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Name the program's own cookie after its port: browsers do not tell ports apart."""
        self._steerers = Keyring(f"{HALL}-{self.address.port}", MemoryStore())

    def sitting(self, table: str) -> Sitting:
        """Return a table's sitting; raises a 404 with a sentence."""
        found = self.hall.find(table)
        if found is None:
            raise guard.Refusal(404, "There is no table of that name here.", "Go to the start page and choose one.")
        return found

    def forget(self, table: str) -> None:
        """Remove a table whose set-up could not be written down, and who could steer it."""
        self.hall.forget(table)
        with self._lock:
            self._rings.pop(table, None)

    def keyring(self, table: str) -> TableKeys:
        """Return the credentials of a table."""
        sitting = self.sitting(table)
        with self._lock:
            if table not in self._rings:
                self._rings[table] = TableKeys(table, JournalKeys(sitting))
            return self._rings[table]

    @property
    def steerers(self) -> Keyring:
        """Return the credentials for the whole program."""
        return self._steerers

    def standing(self, table: str) -> Standing:
        """Return what the asking browser may do at a table."""
        return self.keyring(table).standing(request.cookies)

    def seat(self, table: str) -> str:
        """Return the seat of the asking browser, "" where it has none."""
        key = self.standing(table).seat
        known = key is not None and key.seat in self.sitting(table).screen(PUBLIC).seats
        return key.seat if key is not None and known else ""

    def steers(self, table: str) -> bool:
        """Say whether the asking browser has the controls of a table."""
        return self.steers_hall() or (bool(table) and self.standing(table).host is not None)

    def browser(self, table: str) -> str:
        """Return what tells this browser's streams apart from others': its credential, else where it calls from."""
        own, steerer = self.standing(table), self._steerers.standing(request.cookies).host
        key = own.host or steerer or own.seat
        return key.hash if key else request.remote_addr or ""

    def keep_controls(self, table: str, answer: Response) -> None:
        """Give a browser that steers the program this table's controls too, so that they survive a restart."""
        if self.standing(table).host is None:
            issued = self.keyring(table).issue(HOST, seats.device_label(request.user_agent.string))
            answer.set_cookie(**issued.cookie)

    def steers_hall(self) -> bool:
        """Say whether the asking browser has the controls of the program."""
        return self._steerers.standing(request.cookies).host is not None

    def admit(self, kind: str) -> None:
        """Let only whoever may see this kind of page pass (P3)."""
        table = str((request.view_args or {}).get("table", ""))
        if kind == "host" and not self.steers(table):
            raise guard.Refusal(
                403,
                "Only the table screen does that.",
                "Open the link that the referee printed when it started, on the table's screen.",
            )
        if kind == "seat" and not self.seat(table):
            raise guard.Refusal(403, "This phone has no seat at this table.", "Ask the table for a code and scan it.")

    def key(self, sitting: Sitting, viewer: str) -> str:
        """Return the key for a form sent without script: another one whenever this viewer saw something new."""
        return f"{self.nonce}.{sitting.version(viewer)}"


def find_address(port: int, host: str, chosen: str | None) -> Address:
    """Return the address for phones, best guess first (see ``web.address``)."""
    name, outside = named_place(chosen) if chosen else (None, 0)
    found = Address(port, host, name, outside=outside)
    found.look()
    return found


def chip(rule: str) -> Chip:
    """Return a rule number for the screen, starred where Karama can stop it."""
    entry = rulebook().get(rule)
    return Chip(rule, bool(entry and entry.star))


def page(template: str, view: Any, status: int = 200) -> Response:
    """Draw a page, or only its main block where a live page asks for that; the table's screen is dark by default."""
    if request.headers.get("HX-Request"):
        return make_response(part(template, view), status)
    if view.frame.wide and not view.frame.theme:
        view = replace(view, frame=replace(view.frame, theme="dark"))
    return make_response(str(draw(current_app.jinja_env, template, view)), status)


def part(template: str, view: Any) -> str:
    """Draw the main block of a page."""
    return str(draw(current_app.jinja_env, template, view, "main"))


def live(stream: Callable[..., Stream], draw: Callable[[], str], wanted: str) -> Response:
    """Open a page's stream; the page that names itself in its address is drawn into the stream for whoever asked."""
    drawn = copy_current_request_context(draw) if PUSH and wanted in request.args else None
    return Response(stream(draw=drawn), headers=HEADERS)


def message(
    status: int,
    sentence: str,
    next_step: str = "",
    rules: tuple[str, ...] = (),
    table: str = "",
    *,
    acts: tuple[Act, ...] = (),
    key: str = "",
) -> Response:
    """Answer with a sentence: a whole page, or a note on the page where it was tapped."""
    start = Link("Start page", "/") if not table else Link("Back to the table", f"/t/{table}/")
    book, post = f"/t/{table}/rules" if table else "/rules", request.path if acts else ""
    frame = Frame("Referee", request.path, post, rules=book, links=LINKS, key=key)
    view = Message(frame, sentence, next_step, tuple(chip(rule) for rule in rules), start, acts)
    block = "notice" if request.headers.get("HX-Request") else ""
    return make_response(str(draw(current_app.jinja_env, "message.html", view, block)), status)


LINKS = (Link("What is not promised", "/limits"), Link("No phone arrives", "/help"))
Routes = Callable[..., None]
__all__ = ["HOST", "seats"]
