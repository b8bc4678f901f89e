"""Answers kept between events for as long as nothing that they were made of has changed.

A table is made of parts: each state object by its class, its log, its time. An answer notes which parts it read. An
event changes the parts that it touches, so the answers that read one of those are computed anew, and no others. What is
read everywhere (who sits there, turn, phase, options, alliances, suspended rules) is one part, compared by value. So is
what lies behind each seat's shield, which is a part of its own.

What the public table answers holds for a seat too, where all parts that the answer was made of are the same at both
(``from_public``): most of what thirteen screens ask is worked out once. Nothing goes the other way.

An answer that is a list is made of pieces, what each rule adds. They are kept one by one in the same way: what is added
anew is what comes of a part that changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from referee.kernel.frozen import State

if TYPE_CHECKING:
    from referee.kernel.table import Seat, Table

OWN_PARTS = ("hand", "spice", "notes")  # of a seat
APART = {"log", "viewer"}  # attributes of a table that are never compared, for they differ between viewers
PLAIN_PARTS = {"viewer", "phase", "at", "bank"}  # values: who reads one cannot have changed it


class TablePart:
    """A part of a table by its key; every event that touches it gives it a ``version`` of its own, a later one.

    ``compared`` are the versions here and at the public table for which ``same`` was found.
    """

    __slots__ = ("compared", "key", "same", "version")

    def __init__(self, key: object) -> None:
        self.key, self.version = key, 0
        self.compared, self.same = (-1, -1), False


class TableParts(dict[object, TablePart]):
    """The parts of a table by key: a state's class, an attribute's name, a seat for what lies behind its shield."""

    def __missing__(self, key: object) -> TablePart:
        part = self[key] = TablePart(key)
        return part


Reads: TypeAlias = dict[TablePart, int]  # the parts that were read, in which version


Piece: TypeAlias = tuple[tuple[Any, ...], Reads]  # what one rule adds to an answer, and what that was made of
NOTHING: Piece = ((), {})  # of a rule that does not speak of this question, whatever the table is
Pieces: TypeAlias = dict[object, Piece]  # of one answer, by what adds them


class Remembered(NamedTuple):
    """A value, the answers that joined ``because`` while it was made, what it was made of, and its pieces."""

    value: Any
    joined: Iterable[Any]
    reads: Reads
    pieces: Pieces | None = None


Memo: TypeAlias = dict[object, Remembered]


def from_public(table: Table, key: object, kept: Remembered, was: Remembered | None = None) -> Remembered | None:
    """Return what the public table has kept under a key, if it holds there and is made of what is the same here.

    The pieces of what ``was`` kept here stay.
    """
    memo = table.memo
    if memo is None or isinstance(kept.value, State) or (reads := _same_here(table, kept.reads)) is None:
        return None
    memo[key] = found = Remembered(kept.value, kept.joined, reads, was.pieces if was else None)
    return found


def piece_from_public(table: Table, piece: Piece) -> Piece | None:
    """Return what a rule adds at the public table, if it holds there and is made of what is the same here."""
    value, reads = piece
    own = _same_here(table, reads)
    return None if own is None else (value, own)


def _same_here(table: Table, reads: Reads) -> Reads | None:
    """Return these parts of the public table as parts of this one, which are read by that.

    ``None`` if one has changed or is another here, or if the two tables are not at the same act.
    """
    public = table.beside
    if public is None or public.act != table.act:
        return None
    ours, theirs, same = table.compared
    if ours is not table.core or theirs is not public.core:
        same = table.core == public.core
        table.compared = table.core, public.core, same
    if not same:
        return None
    parts = table.parts
    own: Reads = {}
    for part in reads:
        if part.version != reads[part]:
            return None
        mine = parts[part.key]
        if mine.compared != (mine.version, part.version):
            mine.compared, mine.same = (mine.version, part.version), _same(part.key, table, public)
        if not mine.same:
            return None
        own[mine] = mine.version
    outer = table.reads
    outer |= own
    return own


def _same(key: object, table: Table, public: Table) -> bool:
    if isinstance(key, type):
        ours, theirs = table.states, public.states
        return (key in ours) == (key in theirs) and (key not in ours or bool(ours[key] == theirs[key]))
    name = str(key)
    if name not in table.seats:
        return name not in APART and bool(vars(table)[name] == vars(public)[name])
    alike = table.shields[name] == public.shields[name]
    return alike and type(vars(table.seats[name])["hand"]) is type(vars(public.seats[name])["hand"])


def keep(
    table: Table, key: object, make: Callable[[], Any], joined: Iterable[Any] = (), pieces: Pieces | None = None
) -> Remembered:
    """Make a value, note the parts that it reads, and keep it where answers are kept."""
    outer, own = table.reads, Reads()
    table.reads = own
    try:
        kept = Remembered(make(), joined, own, pieces)
    finally:
        table.reads = outer
        outer |= own
    if table.memo is not None:
        table.memo[key] = kept
    return kept


class ShieldedPart:
    """An attribute of a seat that lies behind its shield: who reads it reads that part of the table."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, seat: Seat | None, kind: type) -> Any:
        if seat is None:
            return self
        table = seat.table
        if table is not None:
            part = table.parts[seat.faction]
            table.reads[part] = part.version
        return seat.__dict__[self.name]

    def __set__(self, seat: Seat, value: object) -> None:
        seat.__dict__[self.name] = value
        if seat.table is not None:
            seat.table.reads[seat.table.parts[seat.faction]] = 0  # touched


class WatchedPart:
    """An attribute of a table that is a part of its own."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, table: Table | None, kind: type) -> Any:
        if table is None:
            return self
        part = table.parts[self.name]
        table.reads[part] = part.version
        return table.__dict__[self.name]

    def __set__(self, table: Table, value: object) -> None:
        table.__dict__[self.name] = value
        if "parts" in table.__dict__:
            table.ticks += 1
            table.parts[self.name].version = table.ticks


def core(table: Table) -> tuple[Any, ...]:
    """Return what is read everywhere, to be compared."""
    return (
        table.turn, table.rules, table.first_player, table.name, table.options, table.alliances,
        table.suspended,
        [(name, one.player, one.bribes, one.away, one.warnings, one.bid_only) for name, one in table.seats.items()],
    )  # fmt: skip


def copied(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a core that stays as it is now."""
    *words, options, alliances, suspended, seats = parts
    return (*words, {**options}, [*alliances], {**suspended}, seats)


def shield(seat: Seat) -> tuple[Any, ...]:
    """Return what lies behind a shield, as it is now."""
    own = vars(seat)
    return [*own["hand"]], [*own["notes"]], own["spice"]
