"""``referee serve``: start the referee for tonight."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread
from typing import TYPE_CHECKING, Any

import click

from referee.cli.engine import NO_NATS
from referee.cli.exits import Stop
from referee.cli.files import TABLE
from referee.cli.options import (
    ADDRESS,
    DB,
    EVERYWHERE,
    NO_BROWSER,
    PORT,
    RULES,
    cache_folder,
    data_folder,
    house_rules_folder,
    read_house_rules,
)

if TYPE_CHECKING:
    from referee.running.dice import Dice
    from referee.running.hall import Hall
    from referee.web.http.door import Door, Links
    from referee.web.http.server import Server

log = logging.getLogger("referee.cli")
NO_NETWORK = "This machine is on no network. Join a Wi-Fi or open a hotspot; the table screen then shows the address."
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
    "--screens", type=click.IntRange(1), default=96, envvar="REFEREE_SCREENS", show_envvar=True, show_default=True,
    help="How many screens may be open at once.",
)  # fmt: skip
@click.option(
    "--proxy", "proxies", multiple=True, envvar="REFEREE_PROXY", show_envvar=True, metavar="ADDRESS",
    help="A proxy in front of the referee, trusted for browsers' addresses. May be repeated.",
)  # fmt: skip
@click.option(
    "--journal", envvar="REFEREE_JOURNAL", show_envvar=True, metavar="ADDRESS",
    help="Keep tables in the engine of a club, which other programs share: nats://name:password@host:4222,host:4222.",
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
    journal: str | None,
    rules: Path | None,
    no_browser: bool,
) -> None:
    """Start the referee. It serves the table screen and phones until Ctrl-C."""
    from referee.web.http.signals import Signals

    if db and journal:
        raise click.UsageError("Choose one: --db for tables on this machine, or --journal for those of a club.")
    place = None if journal else db or data_folder()
    house_rules_folder(rules)  # raises early if it is missing
    with suppress(KeyboardInterrupt), Signals() as signals, open_door(place, host, port, address) as door:
        if place:
            greet(door, door.links, place, no_browser)
        own = read_house_rules(rules)
        hall = open_hall(place) if place else join_club(journal or "")
        server, app = open_program(door, hall, host=host, address=address, screens=screens, proxies=proxies)
        if not place:  # every program of a club must accept the link
            greet(door, _shared_links(app), hall.folder, no_browser)
        if titles := [f"{text.title} ({text.id})" for rule in own for text in rule.texts]:
            print(f"House rules:               {', '.join(titles)}", flush=True)
        from referee.web.demo.beside import watched

        try:
            hall.start()
            with watched(app):
                server.run(signals)
        finally:
            server.stop()
    click.echo("The referee has stopped. Every game is kept.")


@contextmanager
def open_door(place: Path | None, host: str, port: int | None, address: str | None) -> Iterator[Door]:
    """Take the port, after checking that games can be saved in ``place``; raises ``Stop``."""
    from referee.web.http import door

    if place:
        only = _one_table(place)
        check_writable(only or place, place.parent if only else place)
    try:
        with door.open_door(host, port, address) as opened:
            yield opened
    except door.PortTaken as error:
        raise Stop(error) from error


def open_program(
    door: Door, hall: Hall, *, host: str, address: str | None, screens: int, proxies: tuple[str, ...] = ()
) -> tuple[Server, Any]:
    """Make the app and the server."""
    from referee.web.app.context import program_of
    from referee.web.factory import create_app
    from referee.web.http.server import Server, keep_templates

    words: Any = {"port": door.port, "host": host, "address": address, "proxies": proxies, "links": door.links}
    app = create_app(hall, streams=screens, **words)
    if kept := cache_folder():
        keep_templates(app, kept / "pages")

    def stop() -> None:
        program_of(app).bell.close_all()
        hall.close()

    return Server(app, door.listening, on_stop=stop), app


def open_hall(place: Path, dice: Dice | None = None) -> Hall:
    """Open the tables of a folder, or of one file, with dice of one's own for a demonstration; raises ``Stop``."""
    from referee.running.hall import Hall, table_id
    from referee.running.journal import JournalError

    only = _one_table(place)
    hall = Hall(place.parent if only else place, only=only, dice=dice)
    try:
        if only and only.exists():
            hall.find(table_id(only))
    except JournalError as error:
        raise Stop(error) from error
    return hall


def _one_table(place: Path) -> Path | None:
    """Return the path if it is one table's file, ``None`` for a folder."""
    return place if place.is_file() or (place.suffix and not place.is_dir()) else None


def join_club(journal: str) -> Hall:
    """Connect to the club whose engine is at an address; raises ``Stop``."""
    from referee.running.journal import JournalError

    try:
        from referee.running.club.hall import ClubHall
    except ImportError as error:
        raise Stop(NO_NATS) from error
    try:
        return ClubHall(journal)
    except JournalError as error:
        raise Stop(error) from error


def _shared_links(app: Any) -> Links:
    """Share codes and links with the club; return the links."""
    from referee.web.app.club import share
    from referee.web.app.context import program_of

    share(app)
    return program_of(app).credentials.links


def check_writable(place: Path, folder: Path) -> None:
    """Check that games can be saved; raises ``Stop``."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
        if place.is_file() and not os.access(place, os.W_OK):
            raise PermissionError(13, "Permission denied")
        with place.open("rb") if place.is_file() else BytesIO() as file:
            begun = file.read(len(TABLE))
    except OSError as error:
        problem = f"{place} cannot be written: {error.strerror}. Choose another place with --db."
        raise Stop(problem) from error
    if begun not in {b"", TABLE}:
        raise Stop(f"{place} is no table's file. Choose another place with --db.")


def greet(door: Door, links: Links, place: Path, quiet: bool) -> None:
    """Print what a host needs: the link to the table screen, the phones' address, where games are, how it ends."""
    from referee.cli.browser import show, show_code

    token, address = links.make("hall"), door.address
    link, elsewhere = f"http://localhost:{door.port}/host/{token}", f"http://{address.typed}/host/{token}"
    elsewhere = "" if address.ip.startswith("127.") else elsewhere
    print(f"Table screen (works once): {link}")
    if elsewhere:
        print(f"  on another machine:      {elsewhere}")
    print(f"Phones:                    {NO_NETWORK if address.alone else f'http://{address.typed}/'}")
    print(f"Games are kept in          {place}")
    again = " Enter prints a new link to the table screen." if sys.stdin.isatty() else ""
    print(f"Ctrl-C stops the referee.{again}", flush=True)
    for other in address.found:
        log.info("Address %s on %s: %s.", other.ip, other.interface, other.why)
    show_code(elsewhere) if quiet else show(link, elsewhere)
    if again:
        Thread(target=_print_links, args=(door, links), name="links", daemon=True).start()


def _print_links(door: Door, links: Links) -> None:
    """Print a new link to the table screen for each line that is entered, for a screen that lost its controls.

    A link that was printed before and not opened yet stops working.
    """
    for _ in sys.stdin:
        print(f"Table screen (works once): http://localhost:{door.port}/host/{links.make('hall')}", flush=True)
