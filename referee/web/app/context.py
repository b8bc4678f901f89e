"""The program that serves this request, the table it is about, and who is asking.

A browser is known by its cookies: a seat at a table, the controls of a table, or the controls of the whole program
(from the one-time link that the program prints). A browser with none of these sees the public board. The table is the
one in the address; ``url_for`` fills it in by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import InitVar, dataclass, field
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from flask import Flask, Request, Response, after_this_request, current_app, request, url_for

from referee.kernel import PUBLIC, Command, Objection
from referee.running.journal import JournalError, Key
from referee.running.now import now_ms
from referee.running.people import NextGames
from referee.web.http.address import Address
from referee.web.http.bell import Bell
from referee.web.http.credentials import HOST, Access, Credentials, Keyring, TableKeys, device_label
from referee.web.http.door import Links
from referee.web.http.guard import Refusal
from referee.web.http.seat_codes import client_network
from referee.web.view_models.parts import Pairs

if TYPE_CHECKING:
    from referee.running.hall import Hall
    from referee.running.sitting import Sitting

P = ParamSpec("P")
T = TypeVar("T")
Place = tuple[str, str]  # a table, and a viewer there
Refused = tuple[int, Command, tuple[Objection, ...], bool]  # after which act, and whether the reason is a secret
_HERE, _STANDING = "referee.here", "referee.standing"
MOST_SEATS = 4


class TapMade(NamedTuple):
    """A tap that counted: what it said, who sent it, from which browser, when (ms), and its act."""

    said: Pairs
    who: str
    browser: str
    at: int
    act: int
    seen: Mapping[str, int]  # the version that each viewer's page has since


@dataclass
class Program:
    """What all requests share; ``like`` makes the same program over another hall."""

    hall: Hall
    bell: Bell
    address: Address
    like: Callable[[Hall], Flask]
    links: InitVar[Links | None]
    nonce: str = field(default_factory=lambda: f"{now_ms():x}")
    held_back: MutableMapping[Place, tuple[str, str, str]] = field(default_factory=dict)  # when, sentence, rule
    answered: MutableMapping[Place, int] = field(default_factory=dict)  # the act of the last hushed answer
    refused: dict[Place, Refused] = field(default_factory=dict)  # the last one, for who reports it
    asked: MutableMapping[Place, tuple[str, str, str, Pairs]] = field(default_factory=dict)  # what a phone was refused
    waiting: MutableMapping[Place, tuple[str, str, int, bool, str]] = field(
        default_factory=dict
    )  # screens, by their code
    next_game: NextGames = field(init=False)  # the table that the same people set afterwards
    steps: MutableMapping[str, tuple[TapMade, ...]] = field(default_factory=dict)  # the last taps of each table
    credentials: Credentials = field(init=False)

    def __post_init__(self, links: Links | None) -> None:
        self.credentials = Credentials(self.address.port, links)
        self.next_game = NextGames(self.hall.folder)

    def sitting(self, table: str) -> Sitting:
        """Return a table's sitting; raises a 404 with a sentence."""
        found = self.hall.find(table)
        if found is None:
            raise Refusal(404, "There is no table with that name here.", "Go to the start page and choose one.")
        return found

    def forget(self, table: str) -> None:
        """Remove a table whose set-up could not be saved, and the right to control it."""
        self.hall.forget(table)
        self.credentials.forget(table)

    def keyring(self, table: str) -> TableKeys:
        return self.credentials.of(table, self.sitting(table))

    def key(self, sitting: Sitting, viewer: str) -> str:
        """Return the key for a form sent without script: another one whenever this viewer saw something new."""
        return f"{self.nonce}.{sitting.version(viewer)}"


def program_of(app: Flask) -> Program:
    found: Program = app.extensions["referee"]
    return found


_app: Callable[[], Flask] = current_app._get_current_object  # type: ignore[attr-defined]
_request: Callable[[], Request] = request._get_current_object  # type: ignore[attr-defined]


class _Served:
    """Stands for the program that serves the request at hand."""

    def __getattr__(self, name: str) -> Any:
        return getattr(_app().extensions["referee"], name)


program: Program = _Served()  # type: ignore[assignment]


# -- this table ---------------------------------------------------------------------------------------


def table_asked() -> str:
    """Return the table that the address names, "" if it names none."""
    return _here()[1]


def _here() -> tuple[str, str]:
    """Return where the program stands and the table asked for: what every address begins with, read once a request."""
    asked = _request()
    known: tuple[str, str] | None = asked.environ.get(_HERE)
    if known is None:
        known = asked.environ[_HERE] = asked.script_root, str((asked.view_args or {}).get("table", ""))
    return known


def fill_in_table(endpoint: str, values: dict[str, Any]) -> None:
    """Lead from a page of a table to other pages of the same table, unless another is given."""
    if "table" not in values and table_asked() and current_app.url_map.is_endpoint_expecting(endpoint, "table"):
        values["table"] = table_asked()


LONGEST_NAME = 100


def lasting(made: Callable[P, T]) -> Callable[P, T]:
    """Make something once for each table: it must depend on its words and on addresses alone."""

    @lru_cache(maxsize=4096)
    def kept(root: str, table: str, words: tuple[Any, ...], named: tuple[tuple[str, Any], ...]) -> T:
        return made(*words, **dict(named))

    @wraps(made)
    def found(*words: P.args, **named: P.kwargs) -> T:
        root, table = _here()
        if len(table) > LONGEST_NAME:  # no table's, and a stranger may ask for thousands of them
            return made(*words, **named)
        return kept(root, table, words, tuple(named.items()))

    return found


@lasting
def way(endpoint: str, **values: str | int | None) -> str:
    """Return the address of a page, found once: a page of the table asked for unless the values name another."""
    return url_for(endpoint, **values)  # type: ignore[arg-type]


def sitting_asked() -> Sitting:
    """Return the sitting of the table that the address names; raises a 404 with a sentence."""
    return program.sitting(table_asked())


def form_key(viewer: str) -> str:
    return program.key(sitting_asked(), viewer)


# -- who is asking ------------------------------------------------------------------------------------


def standing() -> Access:
    return judged_by(program.keyring(table_asked()))


def judged_by(ring: Keyring) -> Access:
    """Return what the asking browser may do by these keys: judged once for all that a request or stream draws."""
    judged, now = _request().environ.setdefault(_STANDING, {}), ring.changes
    if ring not in judged or judged[ring][0] != now:
        judged[ring] = now, ring.standing(_request().cookies)
    found: Access = judged[ring][1]
    return found


def seat_asking() -> str:
    """Return the seat of the asking browser, "" if it has none."""
    return seat_at(sitting_asked())


def seat_at(sitting: Sitting) -> str:
    """Return the seat of the asking browser at the table asked for, whose sitting this is, "" if it has none."""
    key = judged_by(program.credentials.of(table_asked(), sitting)).seat
    return key.seat if key is not None and key.seat in sitting.screen(PUBLIC).seats else ""


def seats_of_browser() -> list[tuple[str, str]]:
    found = []
    for name in [name for name in request.cookies if name.startswith("seat-")][:MOST_SEATS]:
        table = name.removeprefix("seat-")
        with suppress(LookupError, Refusal, JournalError):
            key = program.keyring(table).standing(request.cookies).seat
            if key is not None and key.seat in program.sitting(table).screen(PUBLIC).seats:
                found.append((table, key.seat))
    return found


def may_steer() -> bool:
    return (bool(table_asked()) and standing().host is not None) or may_steer_program()


def may_steer_program() -> bool:
    return judged_by(program.credentials.steerers).host is not None


def steers_anything() -> bool:
    """Return True if the asking browser steers the program, or some table of it."""
    return may_steer_program() or bool(tables_steered())


def tables_steered() -> list[str]:
    """Return the tables whose controls the asking browser holds, as far as its cookies say so truly."""
    names = [name.removeprefix(f"{HOST}-") for name in request.cookies if name.startswith(f"{HOST}-")][:MOST_SEATS]
    found = []
    for table in names:
        with suppress(LookupError, Refusal, JournalError):
            if program.keyring(table).standing(request.cookies).host is not None:
                found.append(table)
    return found


def key_asking() -> Key | None:
    """Return the key of the asking browser, ``None`` for a guest."""
    own, steerer = standing(), program.credentials.steerers.standing(request.cookies).host
    return own.host or steerer or own.seat


def browser_asking() -> str:
    """Return what tells this browser's streams apart from others': its key, else where it calls from."""
    key = key_asking()
    return key.hash if key else client_network(request.remote_addr or "")


def device_asking() -> str:
    return device_label(request.user_agent.string)


def keep_controls() -> None:
    """Give a browser that steers the program this table's controls too, for all to see, so that they survive a restart.

    Both are one key, so that a screen that is disconnected loses both.
    """
    if standing().host is None and may_steer_program():
        issued = program.keyring(table_asked()).give(device_asking(), steering_token())

        @after_this_request
        def keep(answer: Response) -> Response:
            answer.set_cookie(**issued.cookie)
            return answer


def steering_token() -> str:
    """Return what the asking browser proves with that it steers the program."""
    return request.cookies.get(f"{HOST}-{program.credentials.steerers.table}", "")


def admit(kind: str) -> None:
    """Let pass only viewers who may see this kind of page (P3)."""
    if kind == "host" and not may_steer():
        raise Refusal(
            403,
            "Only the table screen does that.",
            "Open the link that the referee printed when it started, on the table's screen.",
        )
    if kind == "host" and table_asked() and request.method == "POST":
        keep_controls()
    if kind == "seat" and not seat_asking():
        raise Refusal(403, "This phone has no seat at this table.", "Ask the table for a code and scan it.")
