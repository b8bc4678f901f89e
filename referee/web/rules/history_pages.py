"""Books on the table: the history, why something happened, and the options."""

from __future__ import annotations

from dataclasses import replace

from flask import Flask, Response

from referee.kernel.events import PUBLIC
from referee.kernel.rulings import SuspensionSpent
from referee.running.sitting import Sitting
from referee.web.app.context import LINKS, Desk, page
from referee.web.app.fields import listed_options
from referee.web.app.guard import Refusal, viewer
from referee.web.app.submit import act_from_form, plain_answer
from referee.web.app.words import line_of, same_act
from referee.web.phone.phone import tabs
from referee.web.rules.rules import changes, ladder, silenced
from referee.web.view_models.pages import LimitsPage, LogEntry, LogPage, OptionsPage, Plain, WhyPage
from referee.web.view_models.parts import Act, Frame, Link


def install(app: Flask, desk: Desk) -> None:
    """Add the routes of the books."""
    _history(app, desk)
    _options(app, desk)
    _plain(app, desk)


# -- history ------------------------------------------------------------------------------------------


def _history(app: Flask, desk: Desk) -> None:
    @app.get("/t/<table>/log")
    @viewer("public")
    def public_log(table: str) -> Response:
        return page("log.html", _log(desk, table, desk.sitting(table), PUBLIC))

    @app.post("/t/<table>/log")
    @viewer("host")
    def log_act(table: str) -> Response:
        sitting = desk.sitting(table)
        refused = act_from_form(desk, table, sitting, "host", PUBLIC)
        return refused or plain_answer(lambda: page("log.html", _log(desk, table, sitting, PUBLIC)), f"/t/{table}/log")

    @app.get("/t/<table>/me/log")
    @viewer("seat")
    def seat_log(table: str) -> Response:
        return page("log.html", _log(desk, table, desk.sitting(table), desk.seat(table)))

    @app.get("/t/<table>/why/<int:number>")
    @viewer("public")
    def public_why(table: str, number: int) -> Response:
        return page("why.html", _why(desk, table, desk.sitting(table), PUBLIC, number))

    @app.get("/t/<table>/me/why/<int:number>")
    @viewer("seat")
    def seat_why(table: str, number: int) -> Response:
        return page("why.html", _why(desk, table, desk.sitting(table), desk.seat(table), number))


def _base(table: str, seat: str) -> str:
    return f"/t/{table}" if seat == PUBLIC else f"/t/{table}/me"


def _log(desk: Desk, table: str, sitting: Sitting, seat: str) -> LogPage:
    base, steers = _base(table, seat), seat == PUBLIC and desk.steers(table)
    with sitting.locked():
        log = sitting.screen(PUBLIC).log  # a phone lies open on the table: what it alone heard stays behind the shield
        entries, acts = [], set()
        for number, heard in enumerate(log, start=1):
            line = line_of(heard.event, f"{base}/why/{number}")
            if line is not None:
                first = heard.act not in acts and heard.act > log[0].act
                back = Act("Undo", "Back to before this", (("to", str(number)),)) if steers and first else None
                entries.append(LogEntry(number, line, back))
            acts.add(heard.act)
        frame = Frame("What happened", f"{base}/log", f"{base}/log" if steers else "", f"{base}/stream", wide=True)
        home = f"{base}/" if seat == PUBLIC else base
        frame = replace(frame, rules=f"{base}/rules", back=Link("Back", home), key=desk.key(sitting, seat))
        frame = replace(frame, links=(Link("Time spent", f"/t/{table}/times"), *LINKS))
        redo = (Act("Redo", "Put back what was undone"),) if steers and sitting.redoable() else ()
    return LogPage(frame, tuple(reversed(entries)), redo)


def _why(desk: Desk, table: str, sitting: Sitting, seat: str, number: int) -> WhyPage:
    base = _base(table, seat)
    with sitting.locked():
        own = sitting.screen(PUBLIC)
        line = line_of(own.log[number - 1].event) if 1 <= number <= len(own.log) else None
        if line is None:
            raise Refusal(404, "That entry is not in the history.", "Open the history and choose another line.")
        events = [line_of(heard.event) for heard in same_act(own, number)]
        rules = own.log[number - 1].event.rules()
        still = [one.event.rule for one in same_act(own, number) if isinstance(one.event, SuspensionSpent)]
    home = f"{base}/" if seat == PUBLIC else base
    frame = Frame("Why?", f"{base}/why/{number}", rules=f"{base}/rules", search=f"{base}/rules", wide=seat == PUBLIC)
    frame = replace(frame, back=Link("Back", home), links=LINKS)
    return WhyPage(
        frame=frame,
        line=replace(line, chips=()),
        events=tuple(event for event in events if event is not None),
        rungs=(*ladder(list(rules), told=True), *silenced(list(dict.fromkeys(still)))),
        tabs=() if seat == PUBLIC else tabs(table, ""),
    )


# -- options ------------------------------------------------------------------------------------------


def _options(app: Flask, desk: Desk) -> None:
    @app.get("/t/<table>/options")
    @viewer("host")
    def options(table: str) -> Response:
        return page("options.html", _option_page(desk, table))

    @app.post("/t/<table>/options")
    @viewer("host")
    def change(table: str) -> Response:
        refused = act_from_form(desk, table, desk.sitting(table), "host", PUBLIC)
        return refused or plain_answer(lambda: page("options.html", _option_page(desk, table)), f"/t/{table}/options")


def _option_page(desk: Desk, table: str) -> OptionsPage:
    sitting = desk.sitting(table)
    public, here = sitting.screen(PUBLIC), f"/t/{table}/options"
    groups = {
        "R": "What the referee does",
        "L": "Learning",
        "C": "Clocks",
        "B": "Bidding",
        "K": "Karama",
        "P": "What lies on the table",
        "T": "Battle",
    }
    made = tuple(
        (heading, tuple(act for one in listed_options() if one.key.startswith(letter) for act in changes(one, public)))
        for letter, heading in groups.items()
    )
    frame = Frame("Options", here, here, rules=f"/t/{table}/rules", wide=True, key=desk.key(sitting, PUBLIC))
    frame = replace(frame, back=Link("Back to the table", f"/t/{table}/"), links=LINKS)
    return OptionsPage(frame, tuple((heading, acts) for heading, acts in made if acts))


# -- plain pages --------------------------------------------------------------------------------------


def _plain(app: Flask, desk: Desk) -> None:
    @app.get("/convention")
    @viewer("anyone")
    def convention() -> Response:
        frame = Frame("Many tables at once", "/convention", back=Link("Start page", "/"), links=LINKS)
        return page("convention.html", Plain(frame))

    @app.get("/limits")
    @viewer("anyone")
    def limits() -> Response:
        folder = str(desk.hall.folder) if desk.steers_hall() else ""
        return page("limits.html", LimitsPage(Frame("What is not promised", "/limits", links=LINKS), folder))
