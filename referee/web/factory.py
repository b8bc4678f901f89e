"""The application factory: a light Flask app over the hall, with every room of ``web`` in it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from flask import Flask

from referee.rulebook.book import BadRuleText
from referee.running.hall import Hall
from referee.running.journal import JournalError
from referee.running.now import now_ms
from referee.web.after import after, figures, sheets, times
from referee.web.app import languages
from referee.web.app.context import Program, admit, fill_in_table
from referee.web.app.drawing import htmx, message
from referee.web.app.parts_of_pages import Parts
from referee.web.battle import what_if
from referee.web.fairness import fair_play
from referee.web.fairness import pages as fairness
from referee.web.http import compression, guard
from referee.web.http.address import find_address, named_place, own_names
from referee.web.http.bell import Bell
from referee.web.http.door import Links
from referee.web.http.port import DEFAULT_PORT, EVERYWHERE
from referee.web.http.templating import Lean
from referee.web.join import connection_help, controls, health, seating
from referee.web.map import place
from referee.web.phone import phone
from referee.web.rules import rules
from referee.web.start import start_page
from referee.web.table import board, history, looks, menus, options

PACKAGE = Path(__file__).resolve().parent.parent
ROOMS = (
    *(start_page, connection_help, seating, controls, board, menus, looks, history, options, phone, what_if, rules),
    *(after, figures, sheets, times, health, fairness, fair_play, place),
)
SPOKEN: dict[type[Exception], int] = {JournalError: 507, BadRuleText: 500}


def shelf(name: str) -> Path:
    """Return the folder of templates or static files: inside the installed package, else beside it."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def create_app(
    hall: Hall,
    *,
    port: int = DEFAULT_PORT,
    host: str = EVERYWHERE,
    address: str | None = None,
    streams: int = 80,
    proxies: Collection[str] = (),
    links: Links | None = None,
) -> Flask:
    """Return the app over a hall; ``links`` are one-time links that were made before, ``program_of(app).bell`` ends
    the streams."""
    app = Flask("referee", template_folder=str(shelf("templates")), static_folder=str(shelf("static")))
    app.jinja_env.add_extension(Lean)
    Parts(app.jinja_env)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    htmx.init_app(app)
    bell = Bell(clock=lambda: now_ms() / 1000, cap=streams, start=now_ms())
    hall.on_ring(bell.ring)
    hall.on_draw(bell.draw)

    def again(copy: Hall) -> Flask:
        return create_app(copy, port=port, host=host, address=address)

    found = find_address(port, host, address)
    app.extensions["referee"] = Program(hall, bell, found, again, links)
    names = [*own_names(), *([named_place(address)[0]] if address else [])]
    guard.install(app, allowed_hosts=names, proxies=proxies, render_message=_render, admit=admit, spoken=SPOKEN)
    compression.install(app)
    app.url_defaults(fill_in_table)
    languages.install(app)
    for room in ROOMS:
        app.register_blueprint(room.pages)
    return app


def _render(status: int, sentence: str, next_step: str) -> str:
    return message(status, sentence, next_step).get_data(as_text=True)
