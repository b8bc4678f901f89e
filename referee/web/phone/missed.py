"""What did I miss? On a phone, a few lines about what everybody heard since its player last looked or tapped.

A phone lies open on the table: nothing secret is told here. Nothing is written, nobody is rung, and no other page
changes, so nobody learns who asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, request, url_for

from referee.common.turn import TurnBegan
from referee.kernel import PUBLIC, Table
from referee.running.acts import is_news
from referee.running.sitting import Sitting
from referee.turn.missed import missed
from referee.web.app.context import seat_asking, sitting_asked
from referee.web.app.drawing import page
from referee.web.app.event_lines import chip, short
from referee.web.http.guard import viewer
from referee.web.phase.strip import strip_of
from referee.web.view_models.pages import LogEntry, LogPage, LogPart
from referee.web.view_models.parts import Frame, Line, Link

RULE = "4.97.63"
NOTHING = "Nothing you need to know."
NO_NEWS = "Nothing new since you last looked. This turn so far:"
LONGEST_S = 24 * 3600
ALIKE = 32_768  # bytes; the longest page has some 15,000

pages = Blueprint("missed", __name__)


@pages.get("/t/<table>/me/missed")
@viewer("seat")
def since_i_looked(table: str) -> Response:
    seat, sitting = seat_asking(), sitting_asked()
    with sitting.locked():
        public = sitting.screen(PUBLIC)
        lines = [*_told(public, seat, _since(sitting, public, seat))]
        if not lines and (turn := [*_told(public, seat, _turn_began(public))]):
            lines = [Line(NO_NEWS, mute=True, chips=(chip(RULE),)), *turn]
        frame = Frame(
            "What did I miss?",
            request.full_path.rstrip("?"),
            stream=url_for("phone.phone_stream"),
            rules=url_for("rules.of_seat"),
            back=Link("Back to the game", url_for("phone.phone")),
        )
        strip = strip_of(sitting, seat)
    told = tuple(LogEntry(0, line) for line in lines or [Line(NOTHING, mute=True, chips=(chip(RULE),))])
    return padded(page("log.html", LogPage(frame, (LogPart("", "", "", told),), strip=strip)))


def _told(public: Table, seat: str, since: int) -> Iterator[Line]:
    return (Line(gist.words, f=short(gist.seat)) for gist in missed(public, seat, since))


def _turn_began(public: Table) -> int:
    """Return where in the public log this turn began."""
    log = public.log
    return next((at for at in reversed(range(len(log))) if isinstance(log[at].event, TurnBegan)), 0)


def padded(answer: Response) -> Response:
    """Return a page as long for everybody, however much was missed; compressed it would not be."""
    body = answer.get_data()
    answer.set_data(body + b" " * (-len(body) % ALIKE))
    answer.cache_control.no_transform = True
    return answer


def _since(sitting: Sitting, public: Table, seat: str) -> int:
    """Return from where in the public log on: so many seconds ago as the phone says, else from the seat's last act.

    A secret act does not count: who looks at the open phone must not see that there was one.
    """
    asked = request.args.get("s", "")
    if asked.isdecimal() and len(asked) < 8:
        since = sitting.moment() - 1000 * min(int(asked), LONGEST_S)
        return next((at for at, heard in enumerate(public.log) if heard.at >= since), len(public.log))
    last = next(
        (act.number for act in reversed(sitting.acts()) if act.who == seat and any(map(is_news, act.events))), 0
    )
    return next((at for at, heard in enumerate(public.log) if heard.act > last), len(public.log))
