"""That was wrong: a line of the log, a verdict or a refusal as a case that replays, with what to do with it.

The file of a phone holds what its player knows. What the page shows, its code too, is what everybody heard, for a phone
lies open on the table. The page asks nothing of the internet: the link to a filled-in issue is a link.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from operator import attrgetter
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, Response, request, url_for

from referee import __version__
from referee.contract.reported import MOST_EXPECTED, case_of, packed
from referee.kernel import PUBLIC, Command, Objection
from referee.running.sitting import Sitting
from referee.web.app.context import may_steer, program, seat_asking, sitting_asked, table_asked
from referee.web.app.drawing import page, small_print, to_table
from referee.web.app.event_lines import chip, line_at, line_of, same_act
from referee.web.app.qr import MOST_CAPITALS, qr_of_capitals
from referee.web.http.guard import Refusal, viewer
from referee.web.phase.strip import on_phone, tabs_of
from referee.web.view_models.pages import ReportPage
from referee.web.view_models.parts import Frame, Line, Link

ISSUES: Final = "https://github.com/table-referee/referee/issues/new"
MOST_IN_A_LINK = 6000  # characters of a code; longer addresses are refused
NO_LINE = "That line is not in this game's log."
NOTHING_REFUSED = "Nothing has been refused on this screen since the referee was started."

pages = Blueprint("reported", __name__)


@pages.get("/t/<table>/why/<int:number>/wrong")
@viewer("public")
def of_table(table: str, number: int) -> Response:
    return page("reported.html", _report(PUBLIC, number))


@pages.get("/t/<table>/me/why/<int:number>/wrong")
@viewer("seat")
def of_seat(table: str, number: int) -> Response:
    return page("reported.html", _report(seat_asking(), number))


@pages.get("/t/<table>/why/<int:number>/case.jsonl")
@viewer("public")
def case_of_table(table: str, number: int) -> Response:
    return _file(PUBLIC, number)


@pages.get("/t/<table>/me/why/<int:number>/case.jsonl")
@viewer("seat")
def case_of_seat(table: str, number: int) -> Response:
    return _file(seat_asking(), number)


class _Issue:
    """What is reported: the act, or after which act a command was refused, and what is shown of it."""

    def __init__(self, sitting: Sitting, seat: str, number: int) -> None:
        """Take a line of the public log, or with 0 what this screen was refused last; raises ``Refusal``."""
        self.sitting, self.seat = sitting, seat
        self.command: Command | None = None
        self.refused: tuple[Objection, ...] = ()
        self.secret = False
        public = sitting.screen(PUBLIC)
        if number:
            at = public.log[number - 1].event if number <= len(public.log) else None
            if at is None or not (line_at(public, number) or line_of(at)):
                raise Refusal(404, NO_LINE, "Open What happened and choose another line.")
            self.act = public.log[number - 1].act
            self.lines = tuple(
                Line(one.text, chips=one.chips) for heard in same_act(public, number) if (one := line_of(heard.event))
            )
            return
        found = program.refused.get((table_asked(), seat))
        if found is None or (seat == PUBLIC and not may_steer()):
            raise Refusal(404, NOTHING_REFUSED, "Go back and use the buttons on the page.")
        self.act, self.command, self.refused, self.secret = found
        self.lines = tuple(Line(one.sentence, "flag", chips=(chip(one.rule),)) for one in self.refused)
        if self.secret:
            self.lines = (Line("The tap that was refused behind your shield.", "flag"),)

    def is_open(self) -> bool:
        """Return True if a phone that lies open may show the code: what was refused may tell of a hand or a bid."""
        tried = self.command
        return not self.secret and (self.seat == PUBLIC or tried is None or tried.shown_first or tried.waivable)

    def case(self, viewer: str, expected: str) -> dict[str, Any]:
        """Return the case as this viewer heard it."""
        told = self.sitting.screen(viewer)
        if self.refused:
            at = bisect_right(told.log, self.act, key=attrgetter("act"))
            return case_of(told, at, self.command, self.refused, expected)
        at = next(at for at, heard in enumerate(told.log) if heard.act == self.act)
        return case_of(told, at, self.sitting.command_of(self.act, viewer), expected=expected)


def _expected() -> str:
    return request.args.get("instead", "")[:MOST_EXPECTED]


def _file(seat: str, number: int) -> Response:
    sitting = sitting_asked()
    with sitting.locked():
        case = _Issue(sitting, seat, number).case(seat, _expected())
    answer = Response(json.dumps(case, ensure_ascii=False) + "\n", mimetype="application/x-ndjson")
    answer.headers["Content-Disposition"] = f'attachment; filename="{case["id"]}.jsonl"'
    return answer


def _report(seat: str, number: int) -> ReportPage:
    sitting, expected, on_table = sitting_asked(), _expected(), seat == PUBLIC
    with sitting.locked():
        issue = _Issue(sitting, seat, number)
        open_case = issue.case(PUBLIC, expected) if issue.is_open() else None
        book = url_for("rules.of_table" if on_table else "rules.of_seat")
        back = to_table("Back") if on_table else Link("Back", url_for("phone.phone"))
        frame = Frame("That was wrong", request.path, rules=book, back=back, links=small_print(), wide=on_table)
        frame = frame if on_table else on_phone(frame, sitting, seat)
        tabs = () if on_table else tabs_of(sitting.screen(PUBLIC), seat, "")
    code = packed(open_case) if open_case else ""
    way = url_for(".case_of_table" if on_table else ".case_of_seat", number=number, instead=expected or None)
    return ReportPage(
        frame,
        issue.lines,
        expected,
        way,
        code if len(code) <= MOST_IN_A_LINK else "",
        qr_of_capitals(code, "The case as a code") if code and len(code) <= MOST_CAPITALS else None,
        _issue_link(open_case, code, expected) if open_case else "",
        not on_table,
        url_for("table.board") if may_steer() else "",
        tabs,
    )


def _issue_link(case: dict[str, Any], code: str, expected: str) -> str:
    """Return the address of an issue that is filled in; a person opens it."""
    said = case["said"]
    words = said["error"]["why"] if "error" in said else " ".join(said["happens"])
    short = len(code) <= MOST_IN_A_LINK
    told = {
        "template": "ruling.yml",
        "title": case["id"],
        "case": code if short else f"{case['id']}.jsonl",
        "said": words[:MOST_EXPECTED],
        "answer": expected,
        "version": __version__,
    }
    return f"{ISSUES}?{urlencode(told)}"
