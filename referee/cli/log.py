"""``referee log``: the history of a table in words, as the public, a seat, or the referee knows it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any


def add_parser(verbs: Any) -> None:
    parser = verbs.add_parser(
        "log", help="print what happened at a table", description="Print what happened at a table."
    )
    parser.add_argument("file", type=Path, nargs="?", help="the table's file (default: the one played last)")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--as", dest="seat", help="as this faction knows it, for example harkonnen")
    who.add_argument("--reveal", action="store_true", help="as the referee knows it, secrets included")


def run(args: argparse.Namespace) -> int:
    """Print the history, oldest first."""
    from referee.kernel.events import REFEREE

    path, viewer = chosen_file(args.file), chosen_viewer(args.seat, REFEREE if args.reveal else "")
    if path is None or viewer is None:
        return 1
    return _tell(path, viewer)


def chosen_file(file: Path | None) -> Path | None:
    """Return the file that was named, or the one played last; ``None`` after a sentence where there is none."""
    from referee.running.hall import ENDING

    path = file or _last_played()
    if path is None or not path.is_file():
        where = f"at {path}" if path else "yet"
        print(f"There is no table {where}. Name a file that ends in {ENDING}.", file=sys.stderr)
        return None
    return path


def chosen_viewer(seat: str | None, otherwise: str = "") -> str | None:
    """Return the viewer of that name, or the public; ``None`` after a sentence where there is no such faction."""
    from referee.common.factions import FACTIONS
    from referee.kernel.events import PUBLIC

    viewer = (seat or "").lower().replace(" ", "_")
    if seat and viewer not in FACTIONS:
        print(f"{seat} is no faction. Use one of: {', '.join(FACTIONS)}.", file=sys.stderr)
        return None
    return viewer or otherwise or PUBLIC


def _last_played() -> Path | None:
    from referee.cli.serve import data_folder
    from referee.running.hall import ENDING

    files = data_folder().glob(f"*{ENDING}")
    return max(files, key=lambda path: path.stat().st_mtime, default=None)


def _tell(path: Path, viewer: str) -> int:
    from referee.common.factions import faction_name
    from referee.running.journal import JournalError, read, standing
    from referee.running.viewers import fold_acts

    try:
        acts, _ = standing(read(path))
    except JournalError as error:
        print(error, file=sys.stderr)
        return 1
    for heard in fold_acts(acts, viewer).log:
        if words := heard.event.sentence(faction_name):
            print(f"{heard.act:5}  {words}  [{', '.join(heard.event.rules())}]")
    return 0
