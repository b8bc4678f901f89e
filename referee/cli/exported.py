"""What ``referee export`` printed, read back: which form it has, and its rows as far as they can be read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from referee.cli.exits import NOTHING_TO_READ, Stop
from referee.cli.files import WHOLE, decoded, refuse_another_programs, shown

if TYPE_CHECKING:
    from referee.running.acts import JournalAct
    from referee.running.findings import RowFinding

OURS: Final = "referee-"
NEWER: Final = "{file} comes from a newer version of the referee. Update the referee here, then try again."
NO_EXPORT: Final = "{file} is neither a table's file nor an export of this program."
DOUBLED: Final = "{file} holds more than one export: another begins in line {n}. Keep one of them in the file."
NO_JSON: Final = "Line {n} of the file is not JSON: it is damaged, or was changed."


@dataclass(frozen=True)
class Exported:
    """The head, the rows that can be read, and what was found in the line after them.

    A ``whole`` game has every row of the journal, a view what one viewer heard.
    """

    head: Mapping[str, Any]
    rows: list[JournalAct]
    unread: RowFinding | None
    whole: bool


def read_export(held: bytes, file: Path) -> Exported:
    """Return what an export tells; raises ``Stop`` for what is none, or has a form of a newer version."""
    from referee.running.records import Unread

    lines = _lines(held, file)
    head = _head(lines[0][1], file)
    whole, rows = head.get("form") == WHOLE, list[Any]()
    for number, line in lines["form" in head :]:
        try:
            rows.append(_row(number, line, len(rows) + 1, whole))
        except Unread as error:
            if _begins_export(line):
                raise Stop(DOUBLED.format(file=shown(str(file)), n=number), NOTHING_TO_READ) from error
            if not rows and "form" not in head:
                raise Stop(NO_EXPORT.format(file=shown(str(file))), NOTHING_TO_READ) from error
            return Exported(head, rows, error.finding, whole)
    return Exported(head, rows, _missing(head, len(rows)) if whole else None, whole)


def _lines(held: bytes, file: Path) -> list[tuple[int, str]]:
    """Return (number, line) of the lines that are not blank."""
    try:
        text = decoded(held)
    except ValueError as error:
        raise Stop(NO_EXPORT.format(file=shown(str(file))), NOTHING_TO_READ) from error
    refuse_another_programs(file, text)
    return [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]


def _head(line: str, file: Path) -> Mapping[str, Any]:
    """Return the first line: the head, or an event where a view was saved without one."""
    from referee.running.transcript import FORM

    head = _parsed(line)
    form = head.get("form") if isinstance(head, dict) else None
    if isinstance(form, str) and form.startswith(OURS) and form not in {WHOLE, FORM}:
        raise Stop(NEWER.format(file=shown(str(file))))
    headless = isinstance(head, dict) and "form" not in head and not head.keys().isdisjoint({"fact", "facts"})
    if not isinstance(head, dict) or not (headless or form in {WHOLE, FORM}):
        raise Stop(NO_EXPORT.format(file=shown(str(file))), NOTHING_TO_READ)
    return head


def _begins_export(line: str) -> bool:
    from referee.running.transcript import FORM

    record = _parsed(line)
    return isinstance(record, dict) and record.get("form") in (WHOLE, FORM)  # a list is no form, and in no set


def _row(number: int, line: str, place: int, whole: bool) -> JournalAct:
    """Return the row of a line; raises ``Unread``."""
    from referee.running.findings import WRITTEN, RowFinding, RowVerdict
    from referee.running.records import Unread, row_of

    record = _parsed(line)
    if record is None:
        raise Unread(RowFinding(place, RowVerdict.UNREADABLE, NO_JSON.format(n=number), WRITTEN))
    if not whole and isinstance(record, dict):
        facts = record.get("facts", [record] if "fact" in record else None)
        act, at = record.get("act", place), record.get("at", 0)
        record = {"number": act, "at": at, "who": "", "key": "", "kind": "act", "target": 0, "facts": facts}
    return row_of(record, place)


def _missing(head: Mapping[str, Any], count: int) -> RowFinding | None:
    """Return what is to be said where not all rows are here that were exported."""
    from referee.running.findings import WRITTEN, RowFinding, RowVerdict

    if head.get("acts") == count:
        return None
    words = f"{head.get('acts')} actions were exported, and {count} are here."
    return RowFinding(count + 1, RowVerdict.OUT_OF_ORDER, words, WRITTEN)


def _parsed(line: str) -> Any:
    """Parse a line; ``None`` for anything that is not JSON or cannot be stored."""
    from referee.contract.lines import read

    try:
        json.dumps(record := read(line), ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return record
