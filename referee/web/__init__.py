"""The web side: a light Flask app over the hall. Only rooms below this one know of Flask."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, current_app, request
from flask_htmx import HTMX

from referee.running.hall import Hall
from referee.running.journal import JournalError
from referee.running.sitting import now_ms
from referee.web.after import after, figures, sheets, times
from referee.web.app import blocks, guard, packing
from referee.web.app.context import Desk, find_address, message
from referee.web.battle import what_if
from referee.web.fairness.pages import install as install_proof
from referee.web.join import connection_help, seating
from referee.web.join.address import EVERYWHERE, named_place
from referee.web.live import health
from referee.web.live.bell import Bell
from referee.web.phone import phone
from referee.web.rules import history_pages, rules
from referee.web.start import start_page
from referee.web.table import board

PACKAGE = Path(__file__).resolve().parent.parent


def shelf(name: str) -> Path:
    """Return the folder of templates or static files: inside the installed package, else beside it."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def create_app(
    hall: Hall, *, port: int = 8000, host: str = EVERYWHERE, address: str | None = None, streams: int = 80
) -> Flask:
    """Return the app over a hall; ``app.desk`` gives the one-time link, ``app.bell`` ends the streams."""
    app = Flask("referee", template_folder=str(shelf("templates")), static_folder=str(shelf("static")))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    blocks.install(app.jinja_env)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    HTMX(app)
    bell = Bell(clock=lambda: now_ms() / 1000, cap=streams, start=now_ms())
    hall.on_ring(bell.ring)
    desk = Desk(hall, bell, find_address(port, host, address))
    app.extensions["desk"] = desk
    names = [named_place(address)[0]] if address else []
    guard.install(app, allowed_hosts=names, render_message=_render, admit=desk.admit, spoken={JournalError: 507})
    packing.install(app)
    for room in (
        after,
        board,
        history_pages,
        figures,
        health,
        sheets,
        phone,
        rules,
        seating,
        connection_help,
        start_page,
        times,
        what_if,
    ):
        room.install(app, desk)
    install_proof(app, desk, lambda copy: create_app(copy, port=port, host=host, address=address))
    return app


def desk_of(app: Flask) -> Desk:
    """Return what the routes of this app share."""
    desk: Desk = app.extensions["desk"]
    return desk


def _render(status: int, sentence: str, next_step: str) -> str:
    table = str((request.view_args or {}).get("table", ""))
    table = table if desk_of(current_app).hall.is_open(table) else ""
    return message(status, sentence, next_step, table=table).get_data(as_text=True)
