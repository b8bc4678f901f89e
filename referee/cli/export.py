"""``referee export``: a game as JSON lines, to read, keep, or continue elsewhere.

By default it is what the public or one seat heard. The whole record, secrets included, lets another laptop continue: it
has every row of the journal, undone ones too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from referee.cli.exits import NOTHING_FOUND, Stop
from referee.cli.files import WHOLE
from referee.cli.log import chosen_file, rows_of, seen_by, shown_of
from referee.cli.options import FILE, JOURNAL, as_seat, read_house_rules
from referee.cli.terminal import counted, tame_json

EXAMPLES = """\b
Examples:
  referee export --whole > friday.jsonl      to continue on another laptop
  referee export --as fremen friday.referee"""


@click.command(epilog=EXAMPLES)
@FILE
@as_seat("as this faction heard it")
@JOURNAL
@click.option("--whole", is_flag=True, help="Everything, secrets included, to continue on another laptop.")
def command(file: Path | None, seat: str | None, journal: str | None, whole: bool) -> None:
    """Print a game as JSON lines, one line per action. With --journal, FILE is the table's name in its address.

    Last actions that no screen can show are named; only --whole has them.
    """
    from referee.running.acts import standing
    from referee.running.transcript import lines

    if seat and whole:
        raise click.UsageError("Choose one: --as a faction, or --whole.")
    if journal:
        name = str(file or "")
        rows = rows_in_club(journal, name)
    else:
        path = chosen_file(file)
        name, rows = path.stem, rows_of(path)
    acts = shown_of(standing(rows)[0])[0]
    for line in counted(_whole(name, rows) if whole else lines(seen_by(acts, seat)), "Exporting"):
        print(tame_json(json.dumps(line)))


def rows_in_club(address: str, table: str) -> list[Any]:
    """Return every row of a table in a club's engine; raises ``Stop`` if there is none."""
    from referee.cli.engine import joined
    from referee.running.club.journal import StreamJournal
    from referee.running.hall import TABLE_ID
    from referee.running.journal import JournalError

    read_house_rules()
    with joined(address) as engine:
        try:
            rows = StreamJournal(engine, table).rows() if TABLE_ID.fullmatch(table) else []
        except JournalError as error:
            raise Stop(error) from error
    if not rows:
        raise Stop(f"The club has no table {table}. Its name is in the address of its screen.", NOTHING_FOUND)
    return rows


def _whole(name: str, rows: list[Any]) -> Iterator[dict[str, Any]]:
    from referee.kernel import to_json

    yield {"form": WHOLE, "table": name, "acts": len(rows)}
    for row in rows:
        yield {
            "number": row.number,
            "at": row.at,
            "who": row.who,
            "key": row.key,
            "kind": row.kind,
            "target": row.target,
            "facts": [to_json(event) for event in row.events],
        }
