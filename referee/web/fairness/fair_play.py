"""Fair play: what is not promised, what was tried against the program from outside, when, and what came of it.

The figures are those that ``python -m tests.attack`` printed on that day, as its longer and its shorter runs gave them;
update them when you run it again.
"""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, redirect, request, url_for

from referee.web.app.context import may_steer_program, program
from referee.web.app.drawing import page, small_print, to_start
from referee.web.http.guard import viewer
from referee.web.view_models.pages import FairPlayPage
from referee.web.view_models.parts import Frame

ON: Final = "22 November 2026"
TRIED: Final = (
    ("Pages of a game with other secrets", "233", "Not one byte differs."),
    ("Time for a page with other secrets", "960", "No difference: as between two copies of one game."),
    ("Requests of any kind", "20,000", "Each gets a page or a sentence. What is refused changes nothing."),
    ("Commands that no page offers", "30,309", "Refused or harmless. Nothing was created, nothing lost."),
    ("Eight phones at once for one code", "300", "One of them gets the seat, each time."),
    ("One tap sent eight times at once", "300", "One action, each time."),
    ("Forged cookies", "5,000", "None opened a shield."),
    ("Pages with script in names and notes", "577", "None contains it unescaped."),
    ("Half requests from one stranger", "112", "The others have their page within 0.1 s."),
    ("Half requests from seven strangers", "112", "The others have their page within 0.1 s."),
    ("A flood of requests from one stranger", "400", "The others have their page within 0.2 s."),
    ("Visitors who never read the answer", "100", "The others have their page within 0.1 s."),
    ("Silent connections, with room for 96", "300", "The others have their page within 0.1 s."),
    ("No room for one more connection", "1", "The laptop's own browser has its page within 0.1 s."),
    ("Single bits flipped in a closed file", "1,500", "None opened with another game in it."),
    ("Program killed in the middle of an action", "100", "593 actions confirmed, none lost or doubled."),
    ("Forged games imported", "10,000", "1,754 still added up and were accepted; the rest were refused."),
)
pages = Blueprint("fair_play", __name__)


@pages.get("/fair-play")
@viewer("anyone")
def fair_play() -> Response:
    frame = Frame("Fair play", request.path, back=to_start(), links=small_print())
    folder = str(program.hall.folder) if may_steer_program() else ""
    return page("fair_play.html", FairPlayPage(frame, ON, TRIED, folder))


@pages.get("/limits")
@viewer("anyone")
def limits() -> Response:
    return redirect(url_for(".fair_play"), 308)  # type: ignore[return-value]
