"""Rows of a journal from their records: of a table's file, of an export, or of a club's messages.

A record that cannot be read is told apart: what a newer version wrote asks for an update, all else for another copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.kernel import from_json, is_known
from referee.running.acts import COLUMNS, ROW_KINDS, UNREADABLE, JournalAct
from referee.running.findings import WRITTEN, RowFinding, RowVerdict

UPDATE: Final = (
    "It holds something that this version of the referee does not know. Update the referee, or play it with the same "
    "house rules."
)
NO_ROW: Final = "It cannot be read: it is damaged, or was changed."
NAMES: Final = frozenset(COLUMNS)
FAR_OFF: Final = 2**44  # ms, in the year 2527: no computer has a day for all that comes after the year 3000


class Unread(ValueError):
    """A record is no row of a journal; ``finding`` says why."""

    def __init__(self, finding: RowFinding) -> None:
        super().__init__(finding.words)
        self.finding = finding


def row_of(record: Any, place: int) -> JournalAct:
    """Return the row that a record tells; ``place`` is its number if it has none. Raises ``Unread``."""
    try:
        return _read(record)
    except UNREADABLE as error:
        newer = _is_newer(record)
        verdict, words = (RowVerdict.NEWER, UPDATE) if newer else (RowVerdict.UNREADABLE, NO_ROW)
        raise Unread(RowFinding(_number(record, place), verdict, words, WRITTEN)) from error


def _read(record: Mapping[str, Any]) -> JournalAct:
    number, at, who, key, kind, target, facts = (record[name] for name in COLUMNS)
    words = all(isinstance(word, str) and len(word) < 200 for word in (who, key))
    whole = all(type(one) is int for one in (number, at, target)) and isinstance(facts, list)
    if not words or not whole or not 0 <= at < FAR_OFF or record.keys() - NAMES:
        raise ValueError("This row holds other values than rows do.")
    return JournalAct(number, at, who, key, tuple(map(from_json, facts)), ROW_KINDS[kind], target)


def _number(record: Any, place: int) -> int:
    number = record.get("number") if isinstance(record, Mapping) else None
    return number if type(number) is int and 0 < number < 10**9 else place


def _is_newer(record: Any) -> bool:
    """Return True if a record has the shape of a row, and a column, kind or event that this version does not know."""
    if not isinstance(record, Mapping) or NAMES - record.keys() or not isinstance(record["facts"], list):
        return False
    told = [fact for fact in record["facts"] if isinstance(fact, Mapping) and isinstance(fact.get("fact"), str)]
    return bool(record.keys() - NAMES) or record["kind"] not in ROW_KINDS or not all(map(is_known, told))
