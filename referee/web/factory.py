"""The application factory: a light Flask app over the hall, with every room of ``web`` in it."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from flask import Blueprint, Flask

from referee.rulebook.book import BadRuleText
from referee.running.hall import Hall
from referee.running.journal import JournalError
from referee.running.now import now_ms
from referee.web.app import languages
from referee.web.app.context import Program, admit, fill_in_table
from referee.web.app.drawing import htmx, message
from referee.web.app.parts_of_pages import Parts
from referee.web.http import compression, guard
from referee.web.http.address import find_address, named_place, own_names
from referee.web.http.bell import Bell
from referee.web.http.door import Links
from referee.web.http.port import DEFAULT_PORT, EVERYWHERE
from referee.web.http.templating import Lean

PACKAGE = Path(__file__).resolve().parent.parent
ROOMS = ("start", "join", "table", "phone", "battle", "rules", "after", "fairness", "map", "practice")
SPOKEN: dict[type[Exception], int] = {JournalError: 507, BadRuleText: 500}


def shelf(name: str) -> Path:
    """Return the folder of templates or static files: inside the installed package, else beside it."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


@cache
def rooms() -> tuple[Blueprint, ...]:
    """Return the ``pages`` of every module in a room: a new page is a module with its route, and a template."""
    folders = [(name, import_module(f"referee.web.{name}").__path__) for name in ROOMS]
    modules = [import_module(f"referee.web.{name}.{one.name}") for name, path in folders for one in iter_modules(path)]
    return tuple(made for one in modules if isinstance(made := vars(one).get("pages"), Blueprint))


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
    bell = Bell(clock=lambda: now_ms() / 1000, cap=streams, start=now_ms(), wall=hall.wall)
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
    for room in rooms():
        app.register_blueprint(room)
    return app


def _render(status: int, sentence: str, next_step: str) -> str:
    return message(status, sentence, next_step).get_data(as_text=True)
