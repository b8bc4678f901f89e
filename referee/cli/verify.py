"""``referee verify``: was every card dealt in the order that was sealed before anybody saw one?

The file of a table holds everything, so every card is followed; an export as JSON lines holds what its viewer knew, so
the seals are worked out again once they are open and the viewer's own cards are compared. No closed card is printed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.kernel.events import Event
    from referee.phases.knowledge.shuffle_check import Auditor

Acts = list[tuple[int, "tuple[Event, ...]"]]


class Unreadable(Exception):
    """The file cannot be checked; the message is a sentence for people."""


def add_parser(verbs: Any) -> None:
    says = "Check that the cards were dealt in the order that was sealed."
    parser = verbs.add_parser("verify", help="check the sealed orders of a game", description=says)
    parser.add_argument("file", type=Path, help="the table's file, or an export as JSON lines")
    parser.add_argument("--seal", action="append", default=[], help="the first digits of a seal that was written down")


def run(args: argparse.Namespace) -> int:
    """Print what was found; returns 0 where all fits, 1 where something does not, 2 where nothing can be checked."""
    from referee.common.sealed_shuffles import orders_of
    from referee.phases.knowledge.shuffle_check import audit

    try:
        acts = _acts(args.file)
        made = audit(acts)
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 2
    except (LookupError, TypeError, ValueError, AttributeError):
        print(f"{args.file.name} tells no game that fits together.", file=sys.stderr)
        return 2
    if not orders_of(made.table):
        print("The referee shuffled nothing at this table, so there is no seal to check. Printed cards have none.")
        return 2
    return _tell(made, [said.replace(" ", "").lower() for said in args.seal])


def _tell(made: Auditor, noted: list[str]) -> int:
    from referee.common.sealed_shuffles import in_fours, orders_of

    found = orders_of(made.table)
    for one in found:
        print(f"{one.pile}, {one.count} cards, {'open' if one.opened else 'closed'}: {in_fours(one.seal)}")
    for finding in made.findings:
        print(f"{'good ' if finding.good else 'WRONG'}  act {finding.act}: {finding.words}")
    lost = [said for said in noted if not any(len(said) >= 8 and one.seal.startswith(said) for one in found)]
    for said in lost:
        print(f"WRONG  No seal of this game begins with {said[:64]}. A seal has 64 digits; give eight or more.")
    wrong = bool(lost) or not all(finding.good for finding in made.findings)
    closed = any(not finding.good for finding in made.findings) or made.findings
    if not closed:
        print("The seals are still closed in this export, so nothing could be worked out again.")
        return 1 if wrong else 2
    print("Something does not fit." if wrong else f"All fits. {made.dealt} dealt cards were followed.")
    return int(wrong)


def _acts(path: Path) -> Acts:
    if not path.is_file():
        raise Unreadable(f"There is no file at {path}. Name a table's file or an export.")
    with path.open("rb") as file:
        if file.read(15) == b"SQLite format 3":
            return _of_table(path)
    try:
        return _of_export(path.read_text("utf-8"))
    except (ValueError, OSError, LookupError, TypeError, AttributeError) as error:
        raise Unreadable(f"{path.name} is neither a table's file nor an export of this program.") from error


def _of_table(path: Path) -> Acts:
    from referee.running.journal import JournalError, read, standing

    try:
        acts, _ = standing(read(path))
    except JournalError as error:
        raise Unreadable(str(error)) from error
    return [(act.number, act.events) for act in acts]


def _of_export(text: str) -> Acts:
    """Return the acts that hold in an export: a line holds one event, or an act with its events."""
    from referee.kernel.events import from_json
    from referee.running.journal import Act, standing

    rows = []
    for number, line in enumerate(filter(None, map(str.strip, text.splitlines())), start=1):
        record = json.loads(line)
        events = record.get("facts", [record] if "fact" in record else [])
        heard = tuple(from_json(event) for event in events)
        own = int(record.get("number", record.get("act", number)))
        rows.append(Act(own, 0, "", "", heard, record.get("kind", "act"), int(record.get("target", 0))))
    return [(act.number, act.events) for act in standing(rows)[0]]
