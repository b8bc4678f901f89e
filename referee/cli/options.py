"""Options that several verbs have, and where this user's files are kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from platformdirs import user_data_path

C = TypeVar("C", bound=Callable[..., Any])
EVERYWHERE = "0.0.0.0"  # noqa: S104  (phones come in over the LAN)


def data_folder() -> Path:
    """Return where this user's tables are kept."""
    return user_data_path("referee", appauthor=False) / "tables"


FILE = click.argument("file", type=click.Path(path_type=Path), required=False)
DB = click.option(
    "--db", type=click.Path(path_type=Path), envvar="REFEREE_DB", show_envvar=True,
    help="A folder for the tables, or one file for one table.",
)  # fmt: skip
PORT = click.option(
    "--port", type=click.IntRange(0, 65535), envvar="REFEREE_PORT", show_envvar=True,
    help="Port for phones and the table screen. Default: 8000 or the next free; 0: any free.",
)  # fmt: skip
ADDRESS = click.option(
    "--address", envvar="REFEREE_ADDRESS", show_envvar=True, metavar="NAME[:PORT]",
    help="Address that the QR codes show where the guess is wrong; with a port behind a proxy.",
)  # fmt: skip
NO_BROWSER = click.option(
    "--no-browser", is_flag=True, envvar="REFEREE_NO_BROWSER", show_envvar=True,
    help="Print the link and open nothing.",
)  # fmt: skip


def as_seat(what: str) -> Callable[[C], C]:
    """The option ``--as``: whose knowledge is meant."""
    return click.option(
        "--as", "seat", metavar="FACTION", shell_complete=_factions, help=f"{what.capitalize()}, such as harkonnen."
    )


def _factions(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    import referee.kernel.discover  # noqa: F401  (factions come with their rooms)
    from referee.common.factions import FACTIONS

    return [name for name in FACTIONS if name.startswith(begun.lower())]
