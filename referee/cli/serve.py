"""``referee serve``: start the referee for tonight."""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_data_path

if TYPE_CHECKING:
    from referee.running.hall import Hall
    from referee.web.app.context import Program
    from referee.web.app.server import Server

EVERYWHERE = "0.0.0.0"  # noqa: S104  (phones come in over the LAN)


def add_parser(verbs: Any) -> None:
    parser = verbs.add_parser("serve", help="start the referee (the default)", description="Start the referee.")
    parser.add_argument("--host", default=EVERYWHERE, help="listen on this address only (default: all of them)")
    parser.add_argument(
        "--port", type=int, help="port for phones and the table screen (default: 8000 or the next free; 0: any free)"
    )
    parser.add_argument(
        "--address", help="address that the QR codes show, if the guess is wrong; NAME:PORT behind a proxy"
    )
    parser.add_argument("--db", type=Path, help="a folder for the tables, or one file for one table")
    parser.add_argument("--screens", type=int, default=96, help="how many screens may be open at once (default: 96)")
    parser.add_argument("--no-browser", action="store_true", help="print the link and open nothing")


def data_folder() -> Path:
    """Return where this user's tables are kept."""
    return user_data_path("referee", appauthor=False) / "tables"


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from referee.running.journal import JournalError
    from referee.web.join.address import PortTaken

    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    place = args.db or data_folder()
    try:
        hall, program, server, _ = open_program(args, place)
    except (PortTaken, JournalError) as error:
        print(error, file=sys.stderr)
        return 1
    program.address.port = server.port
    _greet(program, server.port, place, args.no_browser)
    hall.start()
    server.run()
    print("The referee has stopped. Every game is kept.")
    return 0


def open_program(args: argparse.Namespace, place: Path) -> tuple[Hall, Program, Server, Any]:
    """Open the tables, the app and the port; raises ``JournalError`` or ``PortTaken``, whose text is a sentence."""
    from referee.running.hall import Hall, table_id
    from referee.web import create_app, program_of
    from referee.web.app.server import DEFAULT_PORT, open_server, stream_cap, threads_for

    only = place if place.is_file() or (place.suffix and not place.is_dir()) else None
    hall = Hall(place.parent if only else place, only=only)
    if only and only.exists():
        hall.find(table_id(only))
    asked = args.port is not None
    port, threads = args.port if asked else DEFAULT_PORT, threads_for(max(1, args.screens))
    app = create_app(hall, port=port, host=args.host, address=args.address, streams=stream_cap(threads))
    program = program_of(app)

    def stop() -> None:
        program.bell.close_all()
        hall.close()

    server = open_server(app, host=args.host, port=port, asked=asked, threads=threads, on_stop=stop)
    return hall, program, server, app


def _greet(program: Program, port: int, place: Path, quiet: bool) -> None:
    from referee.cli.browser import show, show_elsewhere

    token, address = program.credentials.links.make("hall"), program.address
    link, elsewhere = f"http://localhost:{port}/host/{token}", f"http://{address.typed}/host/{token}"
    print(f"Table screen (works once): {link}")
    print(f"Phones:                    http://{address.typed}/")
    print(f"Games are kept in          {place}")
    print("Ctrl-C stops the referee.", flush=True)
    elsewhere = "" if address.ip.startswith("127.") else elsewhere
    show_elsewhere(elsewhere) if quiet else show(link, elsewhere)
