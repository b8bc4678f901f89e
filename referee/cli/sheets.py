"""``referee sheets``: print the game, one public sheet and one folded sheet a seat, for the case that the laptop dies.

The file that it writes shows every hand. That is the laptop's owner's to do, as the page of limits says: nobody else
can, and nothing of it goes to the terminal.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

WARNING = "It shows every hand. Print it, let each player take their own sheet, and remove the file."


def add_parser(verbs: Any) -> None:
    says = "Write a page to print: the public sheet, and for each seat a sheet that is folded over its secret."
    parser = verbs.add_parser("sheets", help="print the game to go on with pencil", description=says)
    parser.add_argument("file", type=Path, nargs="?", help="the table's file (default: the one played last)")
    parser.add_argument("--out", type=Path, help="the page to write (default: the table's name and -sheets.html)")


def run(args: argparse.Namespace) -> int:
    """Write the page; 1 with a sentence where that cannot be done."""
    from referee.cli.log import chosen_file
    from referee.running.journal import JournalError, read

    path = chosen_file(args.file)
    if path is None:
        return 1
    goal = args.out or Path(f"{path.stem}-sheets.html")
    try:
        _write(goal, _page(read(path)))
    except JournalError as error:
        print(error, file=sys.stderr)
        return 1
    except FileExistsError:
        print(f"{goal} is there already. Remove it, or name another file with --out.", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{goal} cannot be written: {error.strerror}. Name another file with --out.", file=sys.stderr)
        return 1
    print(f"The sheets are in {goal}. {WARNING}")
    return 0


def _page(rows: list[Any]) -> str:
    from jinja2 import Environment, FileSystemLoader

    from referee.common.factions import faction_name
    from referee.kernel.events import PUBLIC
    from referee.kernel.table import fold
    from referee.running.journal import standing
    from referee.web import shelf
    from referee.web.after.sheets import seat_sheet, table_sheet
    from referee.web.app.drawing import LineBreaks

    events = [event for act in standing(rows)[0] for event in act.events]
    public = fold(events, PUBLIC)
    folded = [(faction_name(s), own.player, seat_sheet(fold(events, s), s)) for s, own in public.seats.items()]
    shelves = Environment(loader=FileSystemLoader(shelf("templates")), autoescape=True, extensions=[LineBreaks])
    return shelves.get_template("sheets.html").render(public=table_sheet(public), folded=folded)


def _write(goal: Path, text: str) -> None:
    """Write a new file that only its owner may read."""
    with os.fdopen(os.open(goal, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
