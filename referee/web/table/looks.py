"""A look behind the shield of a seat without a phone, at the table screen, once for each tap; the log tells each."""

from __future__ import annotations

from flask import Blueprint, Response, url_for

from referee.common.factions import named
from referee.common.phones_at_seats import LookAtTable, phones_of
from referee.kernel import PUBLIC, REFEREE, Value, say
from referee.web.after.sheets import Part, seat_sheet
from referee.web.app.context import sitting_asked
from referee.web.app.drawing import message, page, to_table
from referee.web.http.guard import Refusal, viewer
from referee.web.view_models.parts import Frame

pages = Blueprint("looks", __name__)


class LookPage(Value):
    """look.html: asks everybody to look away, then shows what lies behind a shield, in ``parts``."""

    frame: Frame
    away: str
    parts: tuple[tuple[str, tuple[str, ...]], ...]


@pages.get("/t/<table>/look/<seat>")
@viewer("host")
def ask_first(table: str, seat: str) -> Response:
    with sitting_asked().locked():
        public = sitting_asked().screen(PUBLIC)
    if seat not in public.seats:
        raise Refusal(404)
    return message(200, "This player has a phone and looks there.") if seat in phones_of(public) else _page(seat)


@pages.post("/t/<table>/look/<seat>")
@viewer("host")
def look(table: str, seat: str) -> Response:
    sitting = sitting_asked()
    with sitting.locked():
        outcome = sitting.act(LookAtTable(seat), REFEREE)
        if not outcome.done:
            return message(409, outcome.objections[0].sentence, rules=(outcome.objections[0].rule,))
        parts = seat_sheet(sitting.screen(seat), seat).parts
    return _page(seat, parts)


def _page(seat: str, parts: tuple[Part, ...] = ()) -> Response:
    title = say("{seat:'s} shield", seat=named(seat))
    away = say("Everybody but {seat} looks away from this screen now.", seat=named(seat))
    frame = Frame(title, url_for(".ask_first", seat=seat), rules=url_for("rules.of_table"), back=to_table(), wide=True)
    return page("look.html", LookPage(frame, away, parts))
