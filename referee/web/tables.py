"""The start page and the set-up form: six players seated in under a minute of typing."""

from __future__ import annotations

from flask import Flask, Response, redirect, request

from referee.facts import PUBLIC
from referee.hall import Listed
from referee.journal import JournalError
from referee.phases.setup import faction_name
from referee.phases.victory import winner
from referee.play import BadAsk
from referee.table import Table
from referee.web import screen
from referee.web.desk import LINKS, Desk, page
from referee.web.entered import Entered
from referee.web.guard import viewer
from referee.web.seats import HOST, device_label
from referee.web.view_pages import StartPage, TableRow
from referee.web.view_parts import Frame, Link
from referee.web.words import short


def install(app: Flask, desk: Desk) -> None:
    """Add the start page and the set-up form."""

    @app.get("/")
    @viewer("anyone")
    def start() -> Response:
        steers = desk.steers_hall()
        rows = tuple(_row(one) for one in desk.hall.tables())
        new = Link("Start a new table", "/new") if steers else Link("Take a seat with a code", "/J/")
        teach = Link("Teach us: a table with coach lines", "/new?teach=1") if steers else None
        links = (
            *LINKS,
            Link("All games in figures", "/games"),
            Link("Many tables at once", "/convention"),
            Link("Ask the rules", "/rules"),
        )
        return page(
            "start.html",
            StartPage(Frame("Referee", "/", links=links, theme="dark" if steers else ""), rows, new, teach),
        )

    @app.get("/new")
    @viewer("host")
    def new() -> Response:
        entered = Entered()
        entered.options["L1"] = "on" if "teach" in request.args else "off"
        return page("setup.html", entered.form(_key(desk)))

    @app.post("/new")
    @viewer("host")
    def set_table() -> Response:
        entered = Entered.read(request.form)
        if request.form.get("fill"):
            return _fill(desk, entered, request.form.get("paper", ""))
        if request.form.get("move"):
            entered.move(request.form["move"])
            return page("setup.html", entered.form(_key(desk)))
        if request.form.get("seats") == "more":
            entered.one_more()
            return page("setup.html", entered.form(_key(desk)))
        return _set(desk, entered)


def _key(desk: Desk) -> str:
    return desk.nonce


def _row(one: Listed) -> TableRow:
    if one.sitting is None:
        return TableRow(one.id, f"/t/{one.id}/", "opens with a tap")
    public = one.sitting.screen(PUBLIC)
    won = winner(public)
    state = "lobby" if screen.mode_of(public) == "lobby" else f"turn {public.turn}: {screen.phase_name(public.phase)}"
    state = f"over in turn {won.turn}: {' and '.join(map(faction_name, won.seats))} won" if won else state
    return TableRow(public.name or one.id, f"/t/{one.id}/", state, seats=tuple(short(s) for s in public.seats))


def _fill(desk: Desk, entered: Entered, paper: str) -> Response:
    """Draw the form filled from a position on paper, or with a sentence why it cannot be read."""
    try:
        filled = entered.filled(paper)
    except BadAsk as error:
        return page("setup.html", entered.form(_key(desk), str(error)), 400)
    return page("setup.html", filled.form(_key(desk)))


def _set(desk: Desk, entered: Entered) -> Response:
    try:
        request_made = entered.wish()
    except BadAsk as error:
        return page("setup.html", entered.form(_key(desk), str(error)), 400)
    found = list(request_made.objections(Table()))
    if found:
        entered.mark(request_made)
        return page("setup.html", entered.form(_key(desk), " ".join(o.sentence for o in found)), 400)
    table, sitting = desk.hall.create(entered.name)
    try:
        sitting.act(request_made, "host")
        issued = desk.keyring(table).issue(HOST, device_label(request.user_agent.string))
    except JournalError:
        desk.forget(table)
        raise
    answer: Response = redirect(f"/t/{table}/", 303)  # type: ignore[assignment]
    answer.set_cookie(**issued.cookie)
    return answer
