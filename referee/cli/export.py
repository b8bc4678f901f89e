"""``referee export`` and ``referee import``: a game as JSON lines, to read, to keep, or to go on with elsewhere.

What the public or one seat heard can be exported to read. The whole record, secrets included, is what another laptop
needs to go on: it holds every row of the journal, also what was taken back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from referee.cli.log import chosen_file, chosen_viewer, rows_of
from referee.cli.options import FILE, as_seat
from referee.cli.terminal import counted, tame_json

WHOLE = "referee-whole-1"
EXAMPLES = """\b
Examples:
  referee export --whole > friday.jsonl      to go on on another laptop
  referee export --as fremen friday.referee"""


@click.command(epilog=EXAMPLES)
@FILE
@as_seat("as this faction heard it")
@click.option("--whole", is_flag=True, help="Everything, secrets included, to continue on another laptop.")
def command(file: Path | None, seat: str | None, whole: bool) -> None:
    """Print a game as JSON lines, one line per action."""
    if seat and whole:
        raise click.UsageError("Choose one: --as a faction, or --whole.")
    path, viewer = chosen_file(file), chosen_viewer(seat)
    rows = rows_of(path)
    for line in counted(_whole(path, rows) if whole else _view(rows, viewer), "Exporting"):
        print(tame_json(json.dumps(line, ensure_ascii=False)))


def _whole(path: Path, rows: list[Any]) -> Iterator[dict[str, Any]]:
    from referee.kernel.events import to_json

    yield {"form": WHOLE, "table": path.stem, "acts": len(rows)}
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


def _view(rows: list[Any], viewer: str) -> Iterator[dict[str, Any]]:
    from referee.running.journal import standing
    from referee.running.transcript import lines
    from referee.running.viewers import fold_acts

    yield from lines(fold_acts(standing(rows)[0], viewer))
