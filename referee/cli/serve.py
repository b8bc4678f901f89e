"""``referee serve``: start the referee for tonight."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

import click

from referee.cli.exits import Stop
from referee.cli.options import (
    ADDRESS,
    DB,
    EVERYWHERE,
    NO_BROWSER,
    PORT,
    RULES,
    cache_folder,
    data_folder,
    read_house_rules,
)

if TYPE_CHECKING:
    from referee.running.hall import Hall
    from referee.web.app.context import Program
    from referee.web.app.server import Server

log = logging.getLogger("referee.cli")
EXAMPLES = """\b
Examples:
  referee
  referee serve --db ~/dune --port 9000
  REFEREE_NO_BROWSER=1 referee"""


@click.command(epilog=EXAMPLES)
@click.option(
    "--host", default=EVERYWHERE, envvar="REFEREE_HOST", show_envvar=True,
    help="Listen on this address only. Default: all of them.",
)  # fmt: skip
@PORT
@ADDRESS
@DB
@click.option(
    "--screens", type=int, default=96, envvar="REFEREE_SCREENS", show_envvar=True, show_default=True,
    help="How many screens may be open at once.",
)  # fmt: skip
@click.option(
    "--proxy", "proxies", multiple=True, envvar="REFEREE_PROXY", show_envvar=True, metavar="ADDRESS",
    help="A proxy in front of the referee, trusted for browsers' addresses. May be repeated.",
)  # fmt: skip
@RULES
@NO_BROWSER
def command(
    host: str,
    port: int | None,
    address: str | None,
    db: Path | None,
    screens: int,
    proxies: tuple[str, ...],
    rules: Path | None,
    no_browser: bool,
) -> None:
    """Start the referee. It serves the table screen and phones until Ctrl-C."""
    place, own = db or data_folder(), read_house_rules(rules)
    hall, program, server, _ = open_program(
        place, host=host, port=port, address=address, screens=screens, proxies=proxies
    )
    if titles := [f"{text.title} ({text.id})" for rule in own for text in rule.texts]:
        print(f"House rules:               {', '.join(titles)}")
    _greet(program, server.port, place, no_browser)
    try:
        hall.start()
        server.run()
    finally:
        server.stop()
    click.echo("The referee has stopped. Every game is kept.")


def open_program(
    place: Path, *, host: str, port: int | None, address: str | None, screens: int, proxies: tuple[str, ...] = ()
) -> tuple[Hall, Program, Server, Any]:
    """Open the tables, the app and the port; raises ``Stop``."""
    from referee.running.hall import Hall, table_id
    from referee.running.journal import JournalError
    from referee.web import create_app, program_of
    from referee.web.app.server import DEFAULT_PORT, keep_templates, open_server
    from referee.web.join.address import PortTaken

    only = place if place.is_file() or (place.suffix and not place.is_dir()) else None
    check_writable(only or place, place.parent if only else place)
    hall = Hall(place.parent if only else place, only=only)
    asked = port is not None
    wished = port if port is not None else DEFAULT_PORT
    app = create_app(hall, port=wished, host=host, address=address, streams=max(1, screens), proxies=proxies)
    keep_templates(app, cache_folder() / "templates")
    program = program_of(app)

    def stop() -> None:
        program.bell.close_all()
        hall.close()

    try:
        if only and only.exists():
            hall.find(table_id(only))
        server = open_server(app, host=host, port=wished, asked=asked, on_stop=stop)
    except (PortTaken, JournalError) as error:
        raise Stop(error) from error
    program.address.port = server.port
    return hall, program, server, app


def check_writable(place: Path, folder: Path) -> None:
    """See that games can be kept there, before anybody plays one; raises ``Stop``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
        if place.is_file() and not os.access(place, os.W_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        said = f"{place} cannot be written: {error.strerror}. Choose another place with --db."
        raise Stop(said) from error


def _greet(program: Program, port: int, place: Path, quiet: bool) -> None:
    from referee.cli.browser import show, show_code

    token, address = program.credentials.links.make("hall"), program.address
    link, elsewhere = f"http://localhost:{port}/host/{token}", f"http://{address.typed}/host/{token}"
    elsewhere = "" if address.ip.startswith("127.") else elsewhere
    print(f"Table screen (works once): {link}")
    if elsewhere:
        print(f"  on another machine:      {elsewhere}")
    print(f"Phones:                    http://{address.typed}/")
    print(f"Games are kept in          {place}")
    print("Ctrl-C stops the referee.", flush=True)
    for one in address.found:
        log.info("Address %s on %s: %s.", one.ip, one.interface, one.why)
    show_code(elsewhere) if quiet else show(link, elsewhere)
