"""``referee demo``: a table that plays by itself, for whoever wants to see the whole thing alone."""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any


def add_parser(verbs: Any) -> None:
    about = "Show a table of six scripted players in the browser. Its secrets are pretend; nothing of it is kept."
    parser = verbs.add_parser("demo", help="watch a table that plays by itself", description=about)
    parser.add_argument(
        "--port", type=int, help="port of the table screen (default: 8000 or the next free; 0: any free)"
    )
    parser.add_argument("--no-browser", action="store_true", help="print the link and open nothing")
    parser.set_defaults(host="127.0.0.1", address=None, db=None, screens=48)


def run(args: argparse.Namespace) -> int:
    """Play until Ctrl-C, in a folder that is removed at the end."""
    from referee.cli.serve import open_program
    from referee.running.journal import JournalError
    from referee.web.demo import demo
    from referee.web.join.address import PortTaken

    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    with TemporaryDirectory(prefix="referee-demo-", ignore_cleanup_errors=True) as folder:
        try:
            hall, program, server, app = open_program(args, Path(folder))
        except (PortTaken, JournalError) as error:
            print(error, file=sys.stderr)
            return 1
        program.address.port = server.port
        play = demo.install(app)
        _greet(server.port, program.credentials.links.make(play.table), quiet=args.no_browser)
        hall.start()
        play.start()
        server.run()
        play.stop()
    print("The demonstration has ended. Nothing of it was kept.")
    return 0


def _greet(port: int, link: str, *, quiet: bool) -> None:
    from referee.cli.browser import show

    place = f"http://localhost:{port}/host/{link}"
    print("DEMONSTRATION: six scripted players, pretend secrets. Real tables are not touched.")
    print(f"Table screen (works once): {place}")
    print("Ctrl-C ends it.", flush=True)
    if not quiet:
        show(place)
