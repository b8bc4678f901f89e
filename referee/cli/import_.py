"""``referee import``: continue a game from the lines that ``referee export --whole`` printed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.exits import Stop
from referee.cli.exported import read_export
from referee.cli.files import TABLE, content
from referee.cli.options import DB, JOURNAL, data_folder, read_house_rules
from referee.cli.terminal import working

if TYPE_CHECKING:
    from referee.running.acts import JournalAct
    from referee.running.findings import RowFinding

WHOLE_GAME = "Export it from the table's own file with: referee export --whole."
OWN_FILE = "Bring the table's own file instead: referee import reads that too."
UNDO = "Open the table's own file, undo that action and export it again with: referee export --whole."


class NotAGame(Exception):
    """The rows are not a complete game; the message is a sentence for a person."""


@click.command(epilog="\b\nExample:\n  referee import friday.jsonl")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@DB
@JOURNAL
def command(file: Path, db: Path | None, journal: str | None) -> None:
    """Open a game exported with --whole, or a damaged table's file.

    FILE may be -. Of a table's file everything before the damage is taken into a new table.
    """
    from referee.running.journal import JournalError

    held = content(file, "Name the exported file.")
    read_house_rules()
    try:
        name, acts = _of_table(file) if held == TABLE else _of_export(held, file)
        folder = db or data_folder()
        others = [] if journal else [*_same_game(acts, folder)]
        place = _written_in_club(acts, name, journal) if journal else _written(acts, name, folder)
    except (NotAGame, JournalError) as error:
        raise Stop(error) from error
    click.echo("Its cards, spice, forces and leaders add up. Ambassadors, terror tokens and worlds were not judged.")
    click.echo(f"The game is in {place}. Start the referee and open it from the start page.")
    for other, alike in others:
        click.echo(f"The same game was in {other} already, and is alike up to action {alike}. Play on in one of them.")
    click.echo("Phones must join again: More, Seats and codes shows everybody's code.")


def _of_table(file: Path) -> tuple[str, list[JournalAct]]:
    """Return a name and what can be proven and followed of a table's file; raises ``NotAGame``, ``JournalError``."""
    from referee.running.findings import RowVerdict
    from referee.running.journal import read
    from referee.running.judgement import judge

    rows = read(file, proven=True)
    judged = judge(rows, working=lambda acts: working(acts, "Judging the game"), screens=True)
    wrong = [fault for fault in judged.faults if fault.verdict is RowVerdict.WRONG]
    after = [fault for fault in judged.faults if fault not in wrong and judged.sound]
    if wrong or (judged.faults and not after):
        raise NotAGame(_refused(judged.faults[0]))
    _tell(judged.allowed)
    click.echo(f"{judged.sound} actions of {file.name} are as they were written.")
    for fault in after:
        click.echo(f"Action {fault.act} and all after it stay in {file.name}, so keep that file. {fault.words}")
    return file.stem, rows[: judged.sound]


def _of_export(held: bytes, file: Path) -> tuple[str, list[JournalAct]]:
    """Return the name and the rows of an exported game; raises ``NotAGame``."""
    from referee.running.judgement import judge

    export = read_export(held, file)
    if not export.whole:
        raise NotAGame(f"This is what one viewer heard, so a game cannot continue from it. {WHOLE_GAME}")
    judged = judge(export.rows, export.unread, lambda acts: working(acts, "Judging the game"), screens=True)
    if judged.faults:
        raise NotAGame(_refused(judged.faults[0]))
    _tell(judged.allowed)
    return str(export.head.get("table", "table")), export.rows


def _same_game(acts: list[JournalAct], folder: Path) -> Iterator[tuple[str, int]]:
    """Yield each table of a folder that is the same game: its file's name, and how many actions both begin with."""
    from referee.running.hall import ENDING
    from referee.running.journal import JournalError, read

    for file in sorted(folder.glob(f"*{ENDING}")):
        with suppress(JournalError):
            alike = [*takewhile(lambda both: both[0] == both[1], zip(acts, read(file, proven=True), strict=False))]
            if alike:
                yield file.name, len(alike)


def _tell(allowed: tuple[RowFinding, ...]) -> None:
    from referee.cli.terminal import tame

    for fault in allowed:
        click.echo(f"{fault.verdict.value:7}  action {fault.act}: {tame(fault.words)}")


def _refused(fault: RowFinding) -> str:
    """Return why a game is not taken up, and what to do."""
    from referee.running.findings import RowVerdict

    if fault.verdict is RowVerdict.WRONG:
        return f"Action {fault.act} of this game does not add up: {fault.words} {UNDO}"
    return f"Action {fault.act}: {fault.words}{'' if fault.verdict is RowVerdict.NEWER else f' {OWN_FILE}'}"


def _written(acts: list[JournalAct], name: str, folder: Path) -> Path:
    """Write a game into a new file and return it; raises ``NotAGame``, ``JournalError``."""
    from referee.running.hall import free_file
    from referee.running.journal import FileJournal

    path = free_file(folder, name)
    journal = FileJournal(path)
    try:
        _lay_down(acts, journal)
    except BaseException:
        journal.close()
        path.unlink(missing_ok=True)
        raise
    journal.close()
    return path


def _written_in_club(acts: list[JournalAct], name: str, address: str) -> str:
    """Write a game into a club's engine and return the table's id; raises as ``_written``."""
    from referee.cli.engine import joined

    with joined(address) as engine:
        from referee.running.club.journal import StreamJournal, begin_table, end_table

        table, _ = begin_table(engine, name)
        journal = StreamJournal(engine, table)
        journal.rows()
        try:
            _lay_down(acts, journal)
        except BaseException:
            end_table(engine, table)
            raise
    return table


def _lay_down(acts: list[JournalAct], journal: Any) -> None:
    """Write acts into an empty journal, and check that they can be played on."""
    for act in working(acts, "Opening the game"):
        journal.append(act)
    _opens(journal)


def _opens(journal: Any) -> None:
    """Check that the acts make a table that can go on, and disconnect all phones: their keys are elsewhere."""
    from referee.common.phones_at_seats import EmptySeat, phones_of
    from referee.kernel import PUBLIC
    from referee.running.acts import UNREADABLE
    from referee.running.sitting import Sitting

    try:
        sitting = Sitting(journal)
        public = sitting.screen(PUBLIC)
    except UNREADABLE as error:
        raise NotAGame(f"These actions do not make a possible game. {OWN_FILE}") from error
    if not public.seats:
        raise NotAGame(f"Nobody plays at this table. {OWN_FILE}")
    for seat in list(phones_of(public)):
        sitting.act(EmptySeat(seat), "referee")
