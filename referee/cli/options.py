"""Options that verbs share, and the user's folders."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from platformdirs import user_cache_path, user_data_path

from referee import __version__
from referee.cli.exits import NO_FILE, Stop

if TYPE_CHECKING:
    from referee.running.house_rules import HouseRule

C = TypeVar("C", bound=Callable[..., Any])
EVERYWHERE = "0.0.0.0"  # noqa: S104  (phones connect over the LAN)


def data_folder() -> Path:
    """Return the folder of this user's tables; raises ``Stop`` for a user without a home folder."""
    if folder := _own(user_data_path):
        return folder / "tables"
    raise Stop("This user has no home folder. Name the file or folder of your games; --help says how.", NO_FILE)


def cache_folder() -> Path | None:
    """Return this version's cache folder, if the user has a home folder."""
    return folder / __version__ if (folder := _own(user_cache_path)) else None


def _own(place: Callable[..., Path]) -> Path | None:
    try:
        folder = place("referee", appauthor=False)
    except RuntimeError:  # this user has no home folder
        return None
    return folder if folder.is_absolute() else None


def house_rules_folder(folder: Path | None) -> Path | None:
    """Return the named folder of house rules, else the user's own if it exists; raises ``Stop``."""
    named = folder or os.environ.get("REFEREE_RULES")
    place = Path(named) if named else found / "rules" if (found := _own(user_data_path)) else None
    if place and place.is_dir():
        return place.resolve()
    if named:
        raise Stop(f"There is no folder {place}. Name the folder of your house rules with --rules.", NO_FILE)
    return None


def read_house_rules(folder: Path | None = None) -> list[HouseRule]:
    """Load the group's own rules."""
    place = house_rules_folder(folder)
    if place is None:
        return []
    from referee.running.house_rules import read_folder

    return read_folder(place)


FILE = click.argument("file", type=click.Path(path_type=Path), required=False)
DB = click.option(
    "--db", type=click.Path(path_type=Path), envvar="REFEREE_DB", show_envvar=True,
    help="A folder for the tables, or one file for one table.",
)  # fmt: skip
JOURNAL = click.option(
    "--journal", metavar="ADDRESS", help="Read the table from a club's engine, or store it there: nats://…",
)  # fmt: skip
RULES = click.option(
    "--rules", type=click.Path(path_type=Path), envvar="REFEREE_RULES", show_envvar=True,
    help="A folder of house rules. Default: the folder rules beside the tables.",
)  # fmt: skip
PORT = click.option(
    "--port", type=click.IntRange(0, 65535), envvar="REFEREE_PORT", show_envvar=True,
    help="Port for phones and the table screen. Default: 8000 or the next free one; 0: any free one.",
)  # fmt: skip


def _reachable_name(ctx: click.Context, param: click.Parameter, named: str | None) -> str | None:
    from referee.web.http.address import is_place

    if named and not is_place(named):
        words = f"{named} is not an address. Give a name or number such as dune.local or 192.168.1.20, and no http://."
        raise click.BadParameter(words)
    return named


ADDRESS = click.option(
    "--address", callback=_reachable_name, envvar="REFEREE_ADDRESS", show_envvar=True, metavar="NAME[:PORT]",
    help="Address for the QR codes if the guess is wrong; with a port if behind a proxy.",
)  # fmt: skip
NO_BROWSER = click.option(
    "--no-browser", is_flag=True, envvar="REFEREE_NO_BROWSER", show_envvar=True,
    help="Print the link; open no browser.",
)  # fmt: skip


def as_seat(what: str) -> Callable[[C], C]:
    """Return the option ``--as``: whose view."""
    return click.option(
        "--as", "seat", metavar="FACTION", shell_complete=_factions, help=f"{what.capitalize()}, such as harkonnen."
    )


def _factions(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    import referee.kernel.discover  # noqa: F401  (registers the factions)
    from referee.common.factions import FACTIONS

    return [name for name in FACTIONS if name.startswith(begun.lower())]
