"""``referee demo``: a table that plays by itself, for anyone who wants to see the whole thing alone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Final

import click

from referee.cli.options import NO_BROWSER, PORT
from referee.web.demo import LINK, TABLE

if TYPE_CHECKING:
    from referee.web.demo.demo import Demo

HERE: Final = "127.0.0.1"


@click.command(epilog="\b\nExample:\n  referee demo")
@PORT
@NO_BROWSER
@click.option("--back", hidden=True, default="", help="The start page of the program that shows this one.")
def command(port: int | None, no_browser: bool, back: str) -> None:
    """Show a table of six scripted players in the browser. Nothing of it is kept."""
    from referee.cli.serve import open_door, open_hall, open_program
    from referee.web.http.signals import Signals

    with (
        TemporaryDirectory(prefix="referee-demo-", ignore_cleanup_errors=True) as folder,
        suppress(KeyboardInterrupt),
        Signals() as signals,
        open_door(Path(folder), HERE, port, None) as door,
    ):
        _greet(door.port, door.links.make(TABLE), quiet=no_browser)
        from referee.running.dice import Dice
        from referee.web.demo import demo

        hall = open_hall(Path(folder), Dice(demo.SEED))
        server, app = open_program(door, hall, host=HERE, address=None, screens=48)

        play = demo.install(app, back)
        if back:
            Thread(target=_until_left, args=(server.stop, play), name="left", daemon=True).start()
        try:
            hall.start()
            play.start()
            server.run(signals)
            play.stop()
        finally:
            server.stop()
    click.echo("The demonstration is over. Nothing was kept.")


def _until_left(stop: Callable[[], None], play: Demo) -> None:
    """Stop once the program that shows this one has ended, or closed its end of the pipe."""
    with suppress(OSError, ValueError):
        sys.stdin.read()
    play.stop()
    stop()


def _greet(port: int, link: str, *, quiet: bool) -> None:
    from referee.cli.browser import show

    place = f"http://localhost:{port}/host/{link}"
    print("DEMONSTRATION: six scripted players, pretend secrets. Real tables are not touched.")
    print(f"{LINK}{place}")
    print("Ctrl-C ends it.", flush=True)
    if not quiet:
        show(place)
