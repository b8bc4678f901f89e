"""The demonstration: one person alone sees the whole product in two minutes.

A table in a scratch file is played by scripted players. A bar on every page says DEMO and holds the speed and a way to
look over the shoulder of any seat: a phone's page in a second window. Its secrets are pretend. Who takes a seat over
plays it; the scripted player there waits until it is given back. Nothing here exists in the ordinary program.
"""

from __future__ import annotations

from contextlib import suppress
from threading import Event, Thread
from typing import Final

from flask import Blueprint, Flask, Response, current_app, request, url_for

from referee.common.factions import faction_name
from referee.common.phones_at_seats import TakeSeat, phones_of
from referee.common.turn import COACH_LINES
from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import PUBLIC
from referee.running.dice import Dice
from referee.running.journal import JournalError
from referee.turn.clock import PauseClock, ResumeClock
from referee.web.app.context import Program, device_asking, program, program_of
from referee.web.app.drawing import see_other
from referee.web.app.event_lines import short
from referee.web.demo.players import SCRIPTED, Players
from referee.web.http.guard import Refusal, viewer
from referee.web.start.setup_form import USUAL

NAMES: Final = ("Ana", "Ben", "Chi", "Dov", "Eli", "Fay")
SPEEDS: Final = ((0, "Pause"), (1, "×1"), (4, "×4"))
SLICE: Final = 0.1
SPICE: Final = 12
SEED: Final = 12  # of the table's dice and of the players: a first turn with a traitor in its battle


class Over(Exception):
    """The program ends, and the play with it."""


class Demo:
    """The play on one table: its speed, its players' thread, and what the bar shows."""

    def __init__(self, program: Program, seed: int = SEED) -> None:
        """Set the table; nobody moves before ``start``."""
        self.program, self.speed, self.back = program, 1, ""  # the address that leaves it, "" if only Ctrl-C does
        self._ended = Event()
        self.table, self.sitting = program.hall.create("Demonstration")
        places = tuple(SeatEntry(seat, name, spice=SPICE) for seat, name in zip(USUAL, NAMES, strict=True))
        self.sitting.act(SetTable("Demonstration", places, USUAL[0], options=((COACH_LINES.key, "on"),)), "host")
        for seat in USUAL:
            self.sitting.act(TakeSeat(seat, SCRIPTED), "referee")
        self.players = Players(self.sitting, Dice(seed), self.rest)
        self._thread = Thread(target=self._run, name="demo", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the play; harmless when repeated."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2)

    def _run(self) -> None:
        with suppress(Over, JournalError):
            self.players.play()

    def rest(self, seconds: float) -> None:
        """Wait as long as the speed says; a pause lasts until it ends. Raises ``Over`` when the program ends."""
        left = seconds
        while left > 0:
            if self._ended.wait(SLICE):
                raise Over
            left -= SLICE * self.speed
            for seat in self.players.scripted():
                self.program.bell.touch(self.table, seat)

    def set_speed(self, speed: int) -> None:
        """Play at another speed; at none the table's clock stands too."""
        self.speed = speed
        if self.sitting.timer() is not None:
            self.sitting.act(ResumeClock() if speed else PauseClock(), "host")

    # -- what the bar shows -------------------------------------------------------------------------------

    @property
    def speeds(self) -> tuple[tuple[int, str, bool], ...]:
        """Return the speeds: value, words, and whether it is the present one."""
        return tuple((value, words, value == self.speed) for value, words in SPEEDS)

    @property
    def seats(self) -> tuple[tuple[str, str, str], ...]:
        """Return the seats: id, name, code of the seal."""
        return tuple((seat, faction_name(seat), short(seat)) for seat in self.sitting.screen(PUBLIC).seats)

    def scripted(self, seat: str) -> bool:
        return phones_of(self.sitting.screen(PUBLIC)).get(seat, SCRIPTED) == SCRIPTED

    def check(self, table: str, seat: str) -> None:
        if table != self.table or seat not in self.sitting.screen(PUBLIC).seats:
            raise Refusal(404, "There is no such seat in the demonstration.", "Use the buttons in the bar.")


pages = Blueprint("demo", __name__)


def install(app: Flask, back: str = "") -> Demo:
    """Make a demonstration of this program: set its table and put the bar on every page, with the way ``back``."""
    demo = app.extensions["demo"] = app.jinja_env.globals["demo"] = Demo(program_of(app))
    demo.back = back
    app.register_blueprint(pages)
    return demo


def _demo() -> Demo:
    found: Demo = current_app.extensions["demo"]
    return found


@pages.post("/t/<table>/demo/speed")
@viewer("host")
def set_speed(table: str) -> Response:
    wanted = request.form.get("speed", "")
    if table != _demo().table or wanted not in {str(value) for value, _ in SPEEDS}:
        raise Refusal(400, "There is no such speed.", "Use the buttons in the bar.")
    _demo().set_speed(int(wanted))
    return see_other(url_for("table.board"))


@pages.post("/t/<table>/demo/look/<seat>")
@viewer("host")
def look(table: str, seat: str) -> Response:
    _demo().check(table, seat)
    answer = see_other(url_for("phone.phone"))
    answer.set_cookie(**program.keyring(table).issue(seat, device_asking()).cookie)
    return answer


@pages.post("/t/<table>/demo/play/<seat>")
@viewer("host")
def play(table: str, seat: str) -> Response:
    _demo().check(table, seat)
    label = device_asking() if _demo().scripted(seat) else SCRIPTED
    _demo().sitting.act(TakeSeat(seat, label, True), "referee")
    return see_other(url_for("phone.phone"))
