"""Rows of a journal: what undo and redo make of them, and the chain that shows whether any was changed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal, get_args

from referee.kernel import PUBLIC, Event, Table, Whisper

UNREADABLE = (
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    RecursionError,
)  # raised by rows that make no game
COLUMNS = ("number", "at", "who", "key", "kind", "target", "facts")

RowKind = Literal["act", "back", "forth", "own"]
ROW_KINDS: Final[Mapping[str, RowKind]] = {kind: kind for kind in get_args(RowKind)}


@dataclass(frozen=True, slots=True)
class JournalAct:
    """One row: number, time (ms), who, the sender's idempotency key, and events; or the target of an undo or redo.

    "back" undoes everything from ``target`` on, "own" that act alone (4.97.02), "forth" redoes the last of either.
    """

    number: int
    at: int
    who: str
    key: str
    events: tuple[Event, ...] = ()
    kind: RowKind = "act"
    target: int = 0


def standing(rows: list[JournalAct]) -> tuple[list[JournalAct], list[list[JournalAct]]]:
    """Return the acts that hold, and the redo stack with the latest undo last."""
    acts: list[JournalAct] = []
    undone: list[list[JournalAct]] = []
    for row in rows:
        apply_row(row, acts, undone)
    return acts, undone


def apply_row(row: JournalAct, acts: list[JournalAct], undone: list[list[JournalAct]]) -> None:
    """Apply one more row to the acts that hold and the redo stack."""
    if row.kind in {"back", "own"}:
        undone.append(taken_by(row, acts))
        gone = {act.number for act in undone[-1]}
        acts[:] = [act for act in acts if act.number not in gone]
    elif row.kind == "forth" and undone:
        acts += undone.pop()
    else:
        acts.append(row)
        if any(is_news(event) for event in row.events):
            undone.clear()


def taken_by(row: JournalAct, acts: Iterable[JournalAct]) -> list[JournalAct]:
    """Return which of the acts that hold this row undoes."""
    if row.kind == "own":
        return [act for act in acts if act.number == row.target]
    return [act for act in acts if act.number >= row.target and not _lasting(act)] if row.kind == "back" else []


def _lasting(act: JournalAct) -> bool:
    """Return True if undo skips an act: who sits where is not undone (P6)."""
    return bool(act.events) and all(event.lasting for event in act.events)


def fold_acts(acts: Iterable[JournalAct], viewer: str = PUBLIC) -> Table:
    """Fold acts that hold, in order, into one viewer's table."""
    return hear_acts(Table(viewer), acts)


def hear_acts(table: Table, acts: Iterable[JournalAct]) -> Table:
    """Apply acts to a table and return it."""
    for act in acts:
        table.hear_act(act.number, act.at, act.events)
    return table


def is_news(event: Event) -> bool:
    """Return True for an event that everybody hears: undo goes back to it, and redo must not skip it."""
    return not isinstance(event, Whisper) and not event.housekeeping


# -- the chain: each row carries a hash of itself and of the row before. It detects bad disks and careless edits, not
# an owner of the file who rewrites all of it


def link(before: str, row: Sequence[object]) -> str:
    """Return the hash of a row chained to the one before it, "" before the first."""
    return sha256("\x1f".join((before, *map(str, row))).encode(errors="surrogatepass")).hexdigest()


def first_broken(rows: Iterable[tuple[Sequence[object], str]]) -> int | None:
    """Return the index of the first row whose hash does not match."""
    before = ""
    for place, (row, carried) in enumerate(rows):
        before = link(before, row)
        if before != carried:
            return place
    return None


def plain_name(name: str) -> str:
    """Return a name that is safe in file names and URLs."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:40] or "table"
