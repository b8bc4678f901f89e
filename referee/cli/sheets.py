"""``referee sheets``: print the game, one public sheet and one folded sheet per seat, in case the laptop dies.

The file shows every hand. That is for the laptop's owner, as the page of limits says; nothing goes to the terminal.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from referee.cli.exits import Stop
from referee.cli.log import chosen_file, shown_of, standing_acts
from referee.cli.options import FILE

WARNING = "It shows every hand. Print it, let each player take their own sheet, and remove the file."


@click.command(epilog="\b\nExample:\n  referee sheets --out friday.html")
@FILE
@click.option(
    "--out", type=click.Path(path_type=Path), help="The page to write. Default: the table's name and -sheets.html."
)
def command(file: Path | None, out: Path | None) -> None:
    """Write a page to print: the public sheet, and for each seat a sheet that is folded over its secret."""
    path = chosen_file(file)
    goal = out or Path(f"{path.stem}-sheets.html")
    page = _page(shown_of(standing_acts(path))[0])
    try:
        _write(goal, page)
    except FileExistsError as error:
        raise Stop(f"{goal} is there already. Remove it, or name another file with --out.") from error
    except OSError as error:
        raise Stop(f"{goal} cannot be written: {error.strerror}. Name another file with --out.") from error
    click.echo(f"The sheets are in {goal}. {WARNING}")


def _page(acts: list[Any]) -> str:
    from jinja2 import Environment, FileSystemLoader

    from referee.common.factions import faction_name
    from referee.kernel import PUBLIC, REFEREE, fold
    from referee.paper.seals import sheets_sealed
    from referee.paper.sheets import seal_all
    from referee.running.dice import Dice
    from referee.web.after.sheets import seat_sheet, table_sheet
    from referee.web.factory import shelf
    from referee.web.http.templating import Lean

    events = [event for act in acts for event in act.events]
    public = fold(events, PUBLIC)
    own = {seat: fold(events, seat) for seat in public.seats}
    for event in seal_all(own).decide(fold(events, REFEREE), Dice()):  # for this print only, not journaled
        for table in (public, *own.values()):
            table.hear(event)
    sheets = {s: replace(seat_sheet(table, s), text=sheets_sealed(table)[s].text) for s, table in own.items()}
    folded = [(faction_name(s), public.seats[s].player, sheet) for s, sheet in sheets.items()]
    shelves = Environment(loader=FileSystemLoader(shelf("templates")), autoescape=True, extensions=[Lean])
    return shelves.get_template("sheets.html").render(public=table_sheet(public), folded=folded)


def _write(goal: Path, text: str) -> None:
    """Write a new file that only its owner may read."""
    with os.fdopen(os.open(goal, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
