"""The history of a table as everybody may know it, and why something happened."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, request, url_for

from referee.kernel import PUBLIC, SuspensionSpent
from referee.web.after.after import chronicle_of
from referee.web.app.context import form_key, may_steer, seat_asking, sitting_asked
from referee.web.app.drawing import after_tap, page, small_print, to_table
from referee.web.app.event_lines import line_at, line_of, same_act
from referee.web.app.submit import act_from_form
from referee.web.http.guard import Refusal, viewer
from referee.web.phase.strip import doing, on_phone, strip_of, tabs
from referee.web.rules.ladder import ladder, silenced
from referee.web.view_models.pages import LogEntry, LogPage, WhyPage
from referee.web.view_models.parts import Act, Frame, Link

pages = Blueprint("history", __name__)


@pages.get("/t/<table>/log")
@viewer("public")
def public_log(table: str) -> Response:
    """Show what happened, newest first; or as it is told, from the start, to read and print."""
    if request.args.get("order") == "told":
        return page("chronicle.html", chronicle_of(sitting_asked()))
    return page("log.html", _log(PUBLIC))


@pages.post("/t/<table>/log")
@viewer("host")
def log_act(table: str) -> Response:
    return act_from_form("host", PUBLIC) or after_tap(lambda: public_log(table), url_for(".public_log"))


@pages.get("/t/<table>/me/log")
@viewer("seat")
def seat_log(table: str) -> Response:
    return page("log.html", _log(seat_asking()))


@pages.get("/t/<table>/why/<int:number>")
@viewer("public")
def public_why(table: str, number: int) -> Response:
    return page("why.html", _why(PUBLIC, number))


@pages.get("/t/<table>/me/why/<int:number>")
@viewer("seat")
def seat_why(table: str, number: int) -> Response:
    return page("why.html", _why(seat_asking(), number))


def _log(seat: str) -> LogPage:
    sitting, open_to_all = sitting_asked(), seat == PUBLIC
    why = partial(url_for, ".public_why" if open_to_all else ".seat_why")
    steers = open_to_all and may_steer()
    with sitting.locked():
        public = sitting.screen(PUBLIC)  # a phone lies open on the table: what it alone heard stays behind the shield
        entries, acts = [], set()
        for number, heard in enumerate(public.log, start=1):
            line = line_at(public, number, why(number=number))
            if line is not None:
                first = heard.act not in acts and heard.act > public.log[0].act
                back = Act("Undo", "Undo to here", (("to", str(number)),)) if steers and first else None
                entries.append(LogEntry(number, line, back))
            acts.add(heard.act)
        here = url_for(".public_log" if open_to_all else ".seat_log")
        frame = Frame(
            "What happened",
            here,
            here if steers else "",
            url_for("table.board_stream" if open_to_all else "phone.phone_stream"),
            key=form_key(seat),
            rules=url_for("rules.of_table" if open_to_all else "rules.of_seat"),
            back=_back(seat),
            links=small_print(),
            wide=True,
        )
        redo = (Act("Redo", "Redo what was undone"),) if steers and sitting.redoable() else ()
        strip = None if open_to_all else strip_of(sitting, seat)
    told = Link("Read or print it from the start", url_for(".public_log", order="told"))
    return LogPage(frame, tuple(reversed(entries)), redo, strip, told)


def _back(seat: str) -> Link:
    return to_table("Back") if seat == PUBLIC else Link("Back", url_for("phone.phone"))


def _why(seat: str, number: int) -> WhyPage:
    sitting = sitting_asked()
    with sitting.locked():
        own = sitting.screen(PUBLIC)
        line = line_at(own, number) or line_of(own.log[number - 1].event) if 1 <= number <= len(own.log) else None
        if line is None:
            raise Refusal(404, "That line is not in this game's log.", "Open What happened and choose another line.")
        events = [line_of(heard.event) for heard in same_act(own, number)]
        rules = own.log[number - 1].event.rules()
        still = [one.event.rule for one in same_act(own, number) if isinstance(one.event, SuspensionSpent)]
        book = url_for("rules.of_table" if seat == PUBLIC else "rules.of_seat")
        frame = Frame(
            "Why?", request.path, rules=book, search=book, back=_back(seat), links=small_print(), wide=seat == PUBLIC
        )
        frame = frame if seat == PUBLIC else on_phone(frame, sitting, seat)
        ways = () if seat == PUBLIC else tabs("", doing(own))
    return WhyPage(
        frame=frame,
        line=replace(line, chips=()),
        events=tuple(event for event in events if event is not None),
        rungs=(*ladder(list(rules), told=True), *silenced(list(dict.fromkeys(still)))),
        tabs=ways,
    )
