"""The start page and the set-up form: six players seated in under a minute of typing."""

from __future__ import annotations

from flask import Flask, Response, redirect, request

from referee.common.factions import faction_name
from referee.kernel.commands import BadCommand
from referee.kernel.events import PUBLIC
from referee.kernel.table import Table
from referee.phases.mentat.victory import winner
from referee.running.hall import Listed
from referee.running.journal import JournalError
from referee.variants.referee_does import COACH_LINES
from referee.web.app.context import LINKS, Desk, page
from referee.web.app.guard import viewer
from referee.web.app.words import short
from referee.web.join.seats import HOST, device_label
from referee.web.start.setup_form import Entered
from referee.web.table import table_view
from referee.web.view_models.pages import StartPage, TableRow
from referee.web.view_models.parts import Frame, Link


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
        entered.options[COACH_LINES.key] = "on" if "teach" in request.args else "off"
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
    state = (
        "lobby"
        if table_view.mode_of(public) == "lobby"
        else f"turn {public.turn}: {table_view.phase_name(public.phase)}"
    )
    state = f"over in turn {won.turn}: {' and '.join(map(faction_name, won.seats))} won" if won else state
    return TableRow(public.name or one.id, f"/t/{one.id}/", state, seats=tuple(short(s) for s in public.seats))


def _fill(desk: Desk, entered: Entered, paper: str) -> Response:
    """Draw the form filled from a position on paper, or with a sentence why it cannot be read."""
    try:
        filled = entered.filled(paper)
    except BadCommand as error:
        return page("setup.html", entered.form(_key(desk), str(error)), 400)
    return page("setup.html", filled.form(_key(desk)))


def _set(desk: Desk, entered: Entered) -> Response:
    try:
        command = entered.command()
    except BadCommand as error:
        return page("setup.html", entered.form(_key(desk), str(error)), 400)
    found = list(command.objections(Table()))
    if found:
        entered.mark(command)
        return page("setup.html", entered.form(_key(desk), " ".join(o.sentence for o in found)), 400)
    table, sitting = desk.hall.create(entered.name)
    try:
        sitting.act(command, "host")
        issued = desk.keyring(table).issue(HOST, device_label(request.user_agent.string))
    except JournalError:
        desk.forget(table)
        raise
    answer: Response = redirect(f"/t/{table}/", 303)  # type: ignore[assignment]
    answer.set_cookie(**issued.cookie)
    return answer
