"""``referee export`` and ``referee import``: a game as JSON lines, to read, to keep, or to go on with elsewhere.

What the public or one seat heard can be exported to read. The whole record, secrets included, is what another laptop
needs to go on: it holds every row of the journal, also what was taken back.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WHOLE = "referee-whole-1"


def add_parser(verbs: Any) -> None:
    parser = verbs.add_parser(
        "export", help="print a game as JSON lines", description="Print a game as JSON lines, one line an act."
    )
    parser.add_argument("file", type=Path, nargs="?", help="the table's file (default: the one played last)")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--as", dest="seat", help="as this faction heard it, for example harkonnen")
    who.add_argument("--whole", action="store_true", help="everything, secrets included: to go on on another laptop")


def run(args: argparse.Namespace) -> int:
    """Print the game; 1 with a sentence where that cannot be done."""
    from referee.cli.log import chosen_file, chosen_viewer
    from referee.running.journal import JournalError, read

    path, viewer = chosen_file(args.file), chosen_viewer(args.seat)
    if path is None or viewer is None:
        return 1
    try:
        rows = read(path)
    except JournalError as error:
        print(error, file=sys.stderr)
        return 1
    for line in _whole(path, rows) if args.whole else _view(rows, viewer):
        print(json.dumps(line, ensure_ascii=False))
    return 0


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
