"""``referee import``: continue a game from the lines that ``referee export --whole`` printed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from referee.cli.exits import NOTHING_TO_READ, Stop
from referee.cli.files import TABLE, content, decoded, refuse_another_programs
from referee.cli.options import DB, JOURNAL, data_folder, read_house_rules
from referee.cli.terminal import working

FAR_OFF = 2**53
AGAIN = "Export it again with: referee export --whole."
UNDO = "Open the table's own file, undo that action and export it again with: referee export --whole."


class NotAGame(Exception):
    """The lines are not a complete game; the message is a sentence for a person."""


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
    if held == TABLE:
        _done(_again(file, db or data_folder()))
        return
    lines = _text(file, held)
    refuse_another_programs(file, lines)
    try:
        made = take_up_in_club(lines, journal) if journal else take_up(lines, db or data_folder())
    except (NotAGame, JournalError) as error:
        raise Stop(error) from error
    _done(made)


def _done(made: object) -> None:
    click.echo("Its cards, spice, forces and leaders add up. Ambassadors, terror tokens and worlds were not judged.")
    click.echo(f"The game is in {made}. Start the referee and open it from the start page.")
    click.echo("Phones must join again: More, Seats and codes shows everybody's code.")


def _again(file: Path, folder: Path) -> Path:
    """Write what can be proven of a damaged table's file into a new one and return it; raises ``Stop``."""
    from referee.running.acts import UNREADABLE
    from referee.running.journal import JournalError, read

    try:
        acts = read(file, proven=True)
        _fits(acts)
        click.echo(f"{len(acts)} actions of {file.name} are as they were written.")
        return _written(acts, file.stem, folder)
    except UNREADABLE as error:
        raise Stop(f"{file.name} does not hold a complete game. Start a new table.") from error
    except (NotAGame, JournalError) as error:
        raise Stop(error) from error


def _text(file: Path, held: bytes) -> str:
    """Return the text of an export; raises ``Stop``."""
    try:
        return decoded(held)
    except ValueError as error:
        raise Stop(f"{file} is not an export of this program. {AGAIN}", NOTHING_TO_READ) from error


def take_up(text: str, folder: Path) -> Path:
    """Write an exported game into a new file and return it; raises ``NotAGame``, ``JournalError``."""
    from referee.running.acts import JournalAct

    head, acts = _read(text, JournalAct)
    return _written(acts, str(head.get("table", "table")), folder)


def _written(acts: list[Any], name: str, folder: Path) -> Path:
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


def take_up_in_club(text: str, address: str) -> str:
    """Write an exported game into a club's engine and return the table's id; raises as ``take_up``."""
    from referee.cli.engine import joined
    from referee.running.acts import JournalAct

    head, acts = _read(text, JournalAct)
    with joined(address) as engine:
        from referee.running.club.journal import StreamJournal, begin_table, end_table

        table, _ = begin_table(engine, str(head.get("table", "table")))
        journal = StreamJournal(engine, table)
        journal.rows()
        try:
            _lay_down(acts, journal)
        except BaseException:
            end_table(engine, table)
            raise
    return table


def _lay_down(acts: list[Any], journal: Any) -> None:
    """Write acts into an empty journal, and check that they can be played on."""
    for act in working(acts, "Opening the game"):
        journal.append(act)
    _opens(journal)


def _read(text: str, act: Any) -> tuple[Mapping[str, Any], list[Any]]:
    from referee.cli.export import WHOLE

    head, *rows = _records(text)
    if not isinstance(head, dict) or head.get("form") != WHOLE:
        raise NotAGame(f"These lines are not a whole game, so it cannot continue from them. {AGAIN}")
    if head.get("acts") != len(rows):
        raise NotAGame(f"{head.get('acts')} actions were exported, and {len(rows)} are here. {AGAIN}")
    made = [_action(number, row, act) for number, row in enumerate(rows, start=1)]
    _fits(made)
    return head, made


def _action(number: int, row: Any, act: Any) -> Any:
    from referee.kernel.events import from_json
    from referee.kernel.shape import misfit
    from referee.running.acts import UNREADABLE

    try:
        made = act(events=tuple(from_json(event) for event in row.pop("facts")), **row)
        wrong = next((f"{type(e).__name__}: {name}" for e in made.events if (name := misfit(e))), "")
    except UNREADABLE as error:
        raise NotAGame(f"Action {number} of this file cannot be read. {AGAIN}") from error
    if wrong:
        raise NotAGame(f"Action {number} contains something impossible ({wrong}). {AGAIN}")
    if not _plain(made) or made.number != number:
        raise NotAGame(f"The actions are not in order from action {number} on. {AGAIN}")
    return made


def _records(text: str) -> Iterator[Any]:
    from referee.running.acts import UNREADABLE

    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield _line(line)
            except UNREADABLE as error:
                raise NotAGame(f"Line {number} of this file is not JSON. {AGAIN}") from error


def _plain(act: Any) -> bool:
    """Return True if an act has only values that the program could have written."""
    from referee.running.acts import ROW_KINDS

    numbers = (act.number, act.at, act.target)
    whole = all(type(number) is int and 0 <= number < FAR_OFF for number in numbers)
    words = all(isinstance(word, str) and len(word) < 200 for word in (act.who, act.key))
    return whole and words and act.kind in ROW_KINDS


def _line(text: str) -> Any:
    """Parse a line; raises ``ValueError`` for anything that is not JSON or cannot be stored."""
    from referee.contract.lines import read

    json.dumps(record := read(text), ensure_ascii=False).encode()
    return record


def _fits(acts: list[Any]) -> None:
    """Judge everything that stands; raises ``NotAGame`` with the act that breaks it."""
    from referee.phases.knowledge.shuffle_check import audit
    from referee.running.acts import UNREADABLE, standing
    from referee.running.audit import Break, first_impossible

    try:
        stand = standing(acts)[0]
        broken = first_impossible(stand)
        found = audit((act.number, act.events) for act in stand).findings
    except UNREADABLE as error:
        raise NotAGame(f"These actions do not make a possible game. {AGAIN}") from error
    broken = broken or next((Break(one.act, one.words.rstrip("."), ()) for one in found if not one.good), None)
    if broken:
        raise NotAGame(f"Action {broken.act} of this game does not add up: {broken.sentence()} {UNDO}")


def _opens(journal: Any) -> None:
    """Check that the acts make a table that can go on, and disconnect all phones: their keys are elsewhere."""
    from referee.common.phones_at_seats import EmptySeat, phones_of
    from referee.kernel.events import PUBLIC
    from referee.running.acts import UNREADABLE
    from referee.running.sitting import Sitting

    try:
        sitting = Sitting(journal)
        public = sitting.screen(PUBLIC)
    except UNREADABLE as error:
        raise NotAGame(f"These actions do not make a possible game. {AGAIN}") from error
    if not public.seats:
        raise NotAGame(f"Nobody plays at this table. {AGAIN}")
    for seat in list(phones_of(public)):
        sitting.act(EmptySeat(seat), "referee")
