"""Who is there: awake, asleep or gone, for every seat with a phone, in the open for all to see.

A phone counts as awake while its page takes the beat that is sent to it every two seconds. The beat keeps its own
time, whatever else is sent; taps, looks behind the shield and news for one seat alone count for nothing here. So the
strip says whether a phone is there and never what its owner does (P5). A phone that sleeps stops no game: the clock
runs on, and the table screen may bid or pass for anybody.
"""

from __future__ import annotations

from flask import Blueprint, Response, url_for

from referee.common.factions import faction_name
from referee.common.phones_at_seats import REFEREE_PLAYS, phones_of
from referee.kernel import PUBLIC, Table, Value, say
from referee.web.app.context import program, sitting_asked, table_asked
from referee.web.app.drawing import page, small_print, to_table
from referee.web.app.event_lines import short
from referee.web.http.guard import viewer
from referee.web.view_models.parts import Frame, Pulse

AWAKE_SECONDS = 12.0
ASLEEP_SECONDS = 90.0
STEP_SECONDS = 10


pages = Blueprint("health", __name__)


class HealthPage(Value):
    """health.html: which phones are awake, asleep or gone; block "strip" is what a screen fetches."""

    frame: Frame
    pulses: tuple[Pulse, ...]
    health: str


@pages.get("/health")
@viewer("anyone")
def up() -> Response:
    """Health check for a load balancer; a program that is cut off answers 503."""
    return Response("ok\n", mimetype="text/plain")


@pages.get("/t/<table>/health")
@viewer("public")
def health(table: str) -> Response:
    here, public = url_for(".health"), sitting_asked().screen(PUBLIC)
    frame = Frame("Who is there", here, wide=True, back=to_table(), links=small_print())
    return page("health.html", HealthPage(frame, pulses(public), here), block="strip")


def pulses(public: Table) -> tuple[Pulse, ...]:
    known = program.bell.silence(table_asked())
    return tuple(
        Pulse(seat, faction_name(seat), short(seat), *state(known.get(seat)))
        for seat in public.seats
        if phones_of(public).get(seat, REFEREE_PLAYS) != REFEREE_PLAYS
    )


def state(silent: float | None) -> tuple[str, str, str]:
    """Return the word for a phone that was silent so many seconds, its icon, and for how long in round figures."""
    if silent is None:
        return "gone", "away", ""
    if silent < AWAKE_SECONDS:
        return "awake", "check", ""
    rounded = int(silent) // STEP_SECONDS * STEP_SECONDS
    ago = say("{n} s", n=rounded) if rounded < 120 else say("{n} min", n=rounded // 60)
    return ("asleep", "pause", ago) if silent < ASLEEP_SECONDS else ("gone", "away", ago)
