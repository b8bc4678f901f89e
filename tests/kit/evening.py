"""An evening: a hall in a folder, its app, a clock set by hand, and browsers with cookies.

Everything goes through HTTP. Dice, clock and codes are seeded, so that two evenings played alike respond alike, byte
for byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from coverage import Coverage
from werkzeug.test import TestResponse

from referee.kernel import PUBLIC, Event, Table
from referee.paper.join_midgame import JoinInTheMiddle
from referee.phases.bidding.auction import price_shown
from referee.phases.bidding.order_of_bidding import Bidding
from referee.running.acts import JournalAct
from referee.running.club.hall import ClubHall
from referee.running.dice import Dice
from referee.running.hall import Hall
from referee.running.sitting import Sitting
from referee.web.app import languages
from referee.web.app.club import share
from referee.web.app.context import program_of
from referee.web.factory import create_app
from referee.web.http.seat_codes import Codes
from tests.kit import SIX
from tests.kit.engine import engine_of, over_engine
from tests.kit.visitor import SCREEN, TEMPLATES, Browser, Forms, Spoken, Unsaid

Laid = tuple[tuple[Event, ...], ...]  # a table as these acts leave it
Start = Mapping[str, Any] | JoinInTheMiddle | Laid | None  # the set-up form, or a game under way

KEPT = ("after/evening.html", "after/picture.svg")  # what is saved of an evening
PEERS = tuple(f"192.168.1.{n}" for n in range(20, 20 + len(SIX)))


@contextmanager
def unmeasured() -> Iterator[None]:
    """Disable coverage: sweeps render pages by the thousand that other tests render once and measure."""
    counting = Coverage.current()
    if counting:
        counting.stop()
    try:
        yield
    finally:
        if counting:
            counting.start()


class Clock:
    """Milliseconds, set by hand."""

    def __init__(self, at: int = 1_700_000_000_000) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at


def set_up(
    seats: Iterable[str] = SIX,
    *,
    spice: Mapping[str, int] | None = None,
    count: Mapping[str, int] | None = None,
    allies: Iterable[tuple[str, str]] = (),
    name: str = "Evening",
    **options: str,
) -> dict[str, list[str] | str]:
    """Return the filled-in set-up form."""
    chosen, ally = list(seats), {a: b for pair in allies for a, b in (pair, pair[::-1])}
    return {
        "table": name,
        "faction": chosen,
        "player": [f"P{n}" for n, _ in enumerate(chosen, start=1)],
        "count": [str((count or {}).get(seat, "")) for seat in chosen],
        "spice": [str((spice or {}).get(seat, "")) for seat in chosen],
        "ally": [ally.get(seat, "") for seat in chosen],
        "first": "1",
        "rules": "advanced",
        "turn": "1",
        **options,
    }


@dataclass
class Evening:
    """The program for one evening. Close it, or leave it to the fixture."""

    folder: Path
    dice: Dice = field(default_factory=lambda: Dice(7))
    clock: Clock = field(default_factory=Clock)
    table: str = ""
    rings: list[frozenset[str]] = field(default_factory=list)
    phones: dict[str, Browser] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.keys, self._lasting = 0, ExitStack()
        if over_engine():
            folder = self._lasting.enter_context(TemporaryDirectory())
            self._engine = self._lasting.enter_context(engine_of(Path(folder), 1)).address
            self.folder.mkdir(parents=True, exist_ok=True)
        self.onlooker, self.host = Browser(), Browser("127.0.0.1", "Mozilla/5.0 (X11; Linux) Firefox/140.0")
        self._open()

    def _open(self) -> None:
        self.hall = self._hall()
        self.app = create_app(self.hall, host="127.0.0.1", address="192.168.1.5")
        if over_engine():
            share(self.app)
        self.app.jinja_env.bytecode_cache, self.app.jinja_env.undefined = TEMPLATES, Unsaid
        self.app.extensions[languages.KEPT] = Spoken()
        self.desk = program_of(self.app)
        self.desk.nonce, self.desk.bell._start = "nonce", 0
        self.desk.credentials.codes = Codes(clock=lambda: self.clock.at / 1000, draw=Random(5).choice)
        self.hall.on_ring(self._note_ring)
        for browser in (self.onlooker, self.host, *self.phones.values()):
            browser.visit(self.app)

    def _hall(self) -> Hall:
        """Store tables in the folder, or in an engine of this evening's own."""
        if over_engine():
            return ClubHall(self._engine, dice=self.dice, now=self.clock)
        return Hall(self.folder, dice=self.dice, now=self.clock)

    def restart(self) -> None:
        """Restart the program; browsers keep their cookies."""
        self._stop()
        self._open()

    def _note_ring(self, table: str, viewers: Iterable[str]) -> None:
        self.rings.append(frozenset(viewers))
        self.desk.bell.ring(table, viewers)

    def browser(self, peer: str = "192.168.1.99", agent: str = Browser.agent) -> Browser:
        """Return a new browser without cookies."""
        return Browser(peer, agent).visit(self.app)

    # -- the way to a table -------------------------------------------------------------------------------

    def steer(self) -> Browser:
        """Give the host's browser the controls by the one-time link."""
        answer = self.host.post(f"/host/{self.desk.credentials.links.make('hall')}")
        assert answer.status_code == 303, answer.text
        return self.host

    def set_table(self, form: Start = None) -> str:
        """Set up a table through the form, or with a game under way; return its id."""
        if isinstance(form, JoinInTheMiddle):
            self.table, sitting = self.hall.create(form.setup.name)
            outcome = sitting.act(form, PUBLIC)
            assert outcome.done, outcome.objections
            return self.table
        if isinstance(form, tuple):
            self.table, sitting = self.hall.create("Laid")
            for number, act in enumerate(form, 1):
                sitting.views.referee.hear_act(number, self.clock.at, act)
                sitting._write(JournalAct(number, self.clock.at, PUBLIC, "", act))
            return self.table
        answer = self.host.post("/new", form or set_up())
        assert answer.status_code == 303, answer.text
        self.table = answer.location.strip("/").split("/")[1]
        return self.table

    def seat(self, seat: str, browser: Browser | None = None) -> Browser:
        """Seat a phone by the code that the table shows."""
        phone = browser or self.browser(PEERS[SIX.index(seat)] if seat in SIX else "192.168.1.60")
        answer = phone.post("/J/", {"code": self.desk.credentials.codes.arm(self.table, seat).text})
        assert answer.status_code == 303, answer.text
        self.phones[seat] = phone
        return phone

    def begin(self, form: Start = None, seats: Sequence[str] | None = None) -> Evening:
        """Take the controls, set up the table and seat every phone."""
        self.steer()
        self.set_table(form)
        for seat in self.public.seats if seats is None else seats:
            self.seat(seat)
        return self

    # -- what is on the table -----------------------------------------------------------------------------

    @property
    def sitting(self) -> Sitting:
        found = self.hall.find(self.table)
        assert found is not None
        return found

    @property
    def public(self) -> Table:
        return self.sitting.screen(PUBLIC)

    @property
    def bidding(self) -> Bidding:
        found = self.public.get(Bidding)
        assert found is not None
        return found

    def sight(self) -> str:
        return price_shown(self.public)

    def rows(self) -> int:
        """Return the number of rows in the journal."""
        return self.sitting.last()

    # -- acting -------------------------------------------------------------------------------------------

    def tap(
        self, seat: str, act: str = "", /, *, key: Any = None, hx: Any = True, mark: Any = "", **fields: Any
    ) -> TestResponse:
        """Send a form from a seat's phone, or from the table screen (``host``), ``mark`` by its page."""
        self.keys += 1
        path = f"/t/{self.table}/" if seat == "host" else f"/t/{self.table}/me"
        browser = self.host if seat == "host" else self.phones[seat]
        sent = {"act": act, "key": f"k{self.keys}" if key is None else key} | fields
        return browser.post(path, sent, {**SCREEN, "X-Page": mark} if hx else None)

    def must(self, seat: str, act: str = "", /, **fields: Any) -> TestResponse:
        """Send a form that must be accepted: a row is written."""
        before = self.rows()
        answer = self.tap(seat, act, **fields)
        told = 204 if fields.get("mark") else 200
        assert answer.status_code == told and self.rows() > before, answer.text
        return answer

    def wait(self, ms: int) -> None:
        """Advance the clock and do what is due."""
        self.clock.at += ms
        self.sitting.tick()

    def open_card(self, *acts: str) -> None:
        """Go from the lobby to the first card up, by these acts if others stand in between."""
        for act in acts or ("BeginBidding", "DeclareHands", "DealRow"):
            self.must("host", act)
        if self.bidding.step == "talk":
            self.must("host", "CloseWindow")

    def bid(self, amount: int, **more: Any) -> TestResponse:
        """Bid on the phone of the player on turn."""
        return self.must(self.bidding.turn, "Bid", amount=amount, seen=self.sight(), **more)

    def passes(self, times: int = 1) -> None:
        """Pass on the phone of the player on turn, so many times."""
        for _ in range(times):
            self.must(self.bidding.turn, "Pass", seen=self.sight())

    def form(self, viewer: str, path: str, act: str) -> dict[str, str]:
        """Return the fields that this act's form on a page would send, key included."""
        forms = Forms()
        forms.feed(self.who(viewer).get(path).text)
        return next(found for found in forms.found if found.get("act") == act)

    # -- what everybody may open --------------------------------------------------------------------------

    def pages(self, viewer: str) -> list[str]:
        """Return every page but streams that a viewer may open: ``public``, ``host`` or a seat."""
        base = f"/t/{self.table}"
        common = [
            "/",
            "/fair-play",
            "/convention",
            "/help",
            "/J/",
            "/rules",
            "/rules/1.04.06",
            "/rules/tables",
            "/league",
            "/league.csv",
            f"{base}/",
            f"{base}/log",
            f"{base}/log?order=told",
            f"{base}/whatif",
        ]
        common += [f"{base}/{name}" for name in ("seen", "after", "after/prices.svg", *KEPT, "fair", "export.jsonl")]
        common += [f"{base}/rules", f"{base}/rules/1.04.06.03", f"{base}/rules?q=who+pays", *self._whys(PUBLIC, base)]
        if viewer == PUBLIC:
            return common
        if viewer == "host":
            return [*common, "/new", f"{base}/seats", f"{base}/options", f"{base}/rules/4.91.06"]
        tabs = [f"{base}/me{part}?tab={tab}" for tab in ("bid", "book", "more") for part in ("", "/secret")]
        tabs += [f"{base}/me/secret?tab=home&see={what}" for what in ("purse", "known", "leaders", "card:Karama")]
        tabs += [f"{base}/me/secret?tab=home&see=whatif"]
        own = [
            *tabs,
            f"{base}/me/missed",
            f"{base}/me/missed?s=3600",
            f"{base}/me/log",
            f"{base}/me/rules",
            f"{base}/me/rules/1.04.06",
            f"{base}/me/rules?q=who+pays",
        ]
        return [*own, *self._whys(viewer, f"{base}/me"), *common]

    def _whys(self, viewer: str, base: str) -> Iterator[str]:
        last = len(self.sitting.screen(viewer).log)
        yield from (f"{base}/why/{n}" for n in range(1, last + 2))
        reported = [0, *range(max(1, last - 2), last + 1)]
        yield from (f"{base}/why/{n}/{page}" for n in reported for page in ("wrong", "case.jsonl"))

    def who(self, viewer: str) -> Browser:
        """Return the browser of a viewer."""
        return {PUBLIC: self.onlooker, "host": self.host}.get(viewer) or self.phones[viewer]

    def sweep(self, viewer: str, path: str, headers: Mapping[str, str] | None = None) -> TestResponse:
        """GET one of very many pages."""
        with unmeasured():
            return self.who(viewer).get(path, headers)

    def bytes_of(self, viewer: str, path: str, headers: Mapping[str, str] | None = None) -> tuple[Any, ...]:
        """Return status, headers and body of a page."""
        answer = self.sweep(viewer, path, headers)
        return answer.status_code, tuple(answer.headers), answer.data

    def close(self) -> None:
        self._stop()
        self._lasting.close()

    def _stop(self) -> None:
        self.desk.bell.close_all()
        self.hall.close()
