"""``referee log``: the history of a table in sentences, as the public, a seat or the referee knows it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.exits import NOTHING_FOUND, NOTHING_TO_READ, Stop
from referee.cli.files import TABLE, content
from referee.cli.options import FILE, as_seat, data_folder, read_house_rules

if TYPE_CHECKING:
    from referee.kernel import Table
    from referee.running.findings import RowFinding

EXAMPLES = """\b
Examples:
  referee log                          what everybody may know of the last game
  referee log --as harkonnen friday.referee"""


@click.command(epilog=EXAMPLES)
@FILE
@as_seat("as this faction knows it")
@click.option("--reveal", is_flag=True, help="As the referee knows it, secrets included.")
def command(file: Path | None, seat: str | None, reveal: bool) -> None:
    """Print what happened at a table, oldest first.

    FILE is a table's file, or a folder of tables. Default: the game played last.
    """
    from referee.cli.terminal import tame
    from referee.common.factions import named

    if seat and reveal:
        raise click.UsageError("Choose one: --as a faction, or --reveal.")
    acts, withheld = shown_of(standing_acts(chosen_file(file)))
    lines = [
        (heard.act, tame(words), heard.event.rules())
        for heard in seen_by(acts, seat, reveal).log
        if (words := heard.event.sentence(named))
    ]
    if not lines and not withheld:
        raise Stop("Nothing has happened at this table yet.", NOTHING_TO_READ)
    _show(lines)


def _show(lines: list[tuple[int, str, tuple[str, ...]]]) -> None:
    """Print one line per event: a table at a terminal, else plain columns."""
    from referee.cli.terminal import paged, person_reads

    if not person_reads():
        for act, words, rules in lines:
            click.echo(f"{act:5}  {words}  [{', '.join(rules)}]")
        return
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    for act, words, rules in lines:
        grid.add_row(Text(str(act), style="dim", justify="right"), Text(words), Text(", ".join(rules), style="yellow"))
    paged(grid)


def chosen_file(file: Path | None) -> Path:
    """Return the table's file that was named, else the last played in that folder; raises ``Stop`` if there is none."""
    from referee.running.hall import ENDING

    named = os.environ.get("REFEREE_DB")
    place = file or (Path(named) if named else data_folder())
    path = place if place.is_file() or (file and not file.is_dir()) else _last_played(place)
    if path is None:
        words = f"There is no table yet in {place}. Name a file that ends in {ENDING}, or the folder of your tables."
        raise Stop(words, NOTHING_FOUND)
    if content(path, f"Name a file that ends in {ENDING}.") != TABLE:
        words = f"{path} is not a table's file. Name one that ends in {ENDING}. referee import opens an export."
        raise Stop(words, NOTHING_TO_READ)
    return path


def rows_of(path: Path) -> list[Any]:
    """Return every row of a table's file; raises ``Stop`` if it cannot be read."""
    from referee.running.journal import JournalError, read

    read_house_rules()  # a game may hold their events
    try:
        return read(path)
    except JournalError as error:
        raise Stop(error) from error


def standing_acts(path: Path) -> list[Any]:
    """Return the acts of a table's file that hold; raises ``Stop`` if it cannot be read."""
    from referee.running.acts import standing

    return standing(rows_of(path))[0]


def shown_of(acts: list[Any]) -> tuple[list[Any], bool]:
    """Return the acts before the first that no screen can show, and whether there is one; it is told as verify does."""
    from referee.running.judgement import unshown

    withheld = unshown(acts)
    if withheld is None:
        return acts, False
    click.echo(found_in(withheld), err=True)
    return [act for act in acts if act.number < withheld.act], True


def found_in(finding: RowFinding) -> str:
    """Return what was found in an action, as every command prints it."""
    from referee.cli.terminal import tame

    return f"{finding.verdict.value:7}  act {finding.act}: {tame(finding.words)}"


def seen_by(acts: list[Any], faction: str | None, reveal: bool = False) -> Table:
    """Return the table as a faction, the referee or the public knows it; raises for another faction."""
    from referee.common.factions import faction_name
    from referee.kernel import PUBLIC, REFEREE
    from referee.running.acts import fold_acts

    if faction is None:
        return fold_acts(acts, REFEREE if reveal else PUBLIC)
    seats, wanted = fold_acts(acts).seats, faction.casefold()
    seat = next((seat for seat in seats if wanted in {seat, faction_name(seat).casefold()}), None)
    if seat is None:
        who = f"Choose one of: {', '.join(seats)}." if seats else "No faction does yet."
        raise click.BadParameter(f"{faction} does not play in this game. {who}", param_hint="--as")
    return fold_acts(acts, seat)


def _last_played(folder: Path) -> Path | None:
    from referee.running.hall import ENDING

    files = folder.glob(f"*{ENDING}")
    return max(files, key=lambda path: path.stat().st_mtime, default=None)
