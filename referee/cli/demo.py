"""``referee demo``: a table that plays by itself, for whoever wants to see the whole thing alone."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from referee.cli.options import NO_BROWSER, PORT


@click.command(epilog="\b\nExample:\n  referee demo")
@PORT
@NO_BROWSER
def command(port: int | None, no_browser: bool) -> None:
    """Show a table of six scripted players in the browser. Nothing of it is kept."""
    from referee.cli.serve import open_program
    from referee.web.demo import demo

    with TemporaryDirectory(prefix="referee-demo-", ignore_cleanup_errors=True) as folder:
        hall, program, server, app = open_program(Path(folder), host="127.0.0.1", port=port, address=None, screens=48)
        play = demo.install(app)
        _greet(server.port, program.credentials.links.make(play.table), quiet=no_browser)
        try:
            hall.start()
            play.start()
            server.run()
            play.stop()
        finally:
            server.stop()
    click.echo("The demonstration is over. Nothing was kept.")


def _greet(port: int, link: str, *, quiet: bool) -> None:
    from referee.cli.browser import show

    place = f"http://localhost:{port}/host/{link}"
    print("DEMONSTRATION: six scripted players, pretend secrets. Real tables are not touched.")
    print(f"Table screen (works once): {place}")
    print("Ctrl-C ends it.", flush=True)
    if not quiet:
        show(place)
