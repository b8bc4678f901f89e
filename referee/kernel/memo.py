"""Answers kept between events for as long as nothing that they were made of has changed.

A table is made of parts: each state object by its class, its log, its time. An answer notes which parts it read. An
event changes the parts that it touches, so the answers that read one of those are computed anew, and no others. What is
read everywhere (seats, turn, phase, options, alliances, suspended rules, the deck) is one part, compared by value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from referee.kernel.table import Table


class TablePart:
    """A part of a table; ``version`` grows with every event that touches it."""

    __slots__ = ("version",)

    def __init__(self) -> None:
        self.version = 0


Reads: TypeAlias = dict[TablePart, int]  # the parts that were read, in which version


class Remembered(NamedTuple):
    """A value, the answers that joined ``because`` while it was made, and what it was made of."""

    value: Any
    joined: Iterable[Any]
    reads: Reads


Memo: TypeAlias = dict[object, Remembered]


class Unhashable(TypeError):
    """Nothing can be kept under this key."""


def recalled(table: Table, key: object) -> Remembered | None:
    """Return what is kept under a key if it still holds; what is being made now is then made of the same parts."""
    if table.memo is None:
        return None
    try:
        kept = table.memo[key]
    except KeyError:
        return None
    except TypeError:
        raise Unhashable from None
    reads = kept.reads
    for part in reads:
        if part.version != reads[part]:
            return None
    outer = table.reads
    outer |= reads
    return kept


def keep(table: Table, key: object, make: Callable[[], Any], joined: Iterable[Any] = ()) -> Remembered:
    """Make a value, note the parts that it reads, and keep it where answers are kept."""
    outer, own = table.reads, Reads()
    table.reads = own
    try:
        kept = Remembered(make(), joined, own)
    finally:
        table.reads = outer
        outer |= own
    if table.memo is not None:
        table.memo[key] = kept
    return kept


class WatchedPart:
    """An attribute of a table that is a part of its own."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, table: Table | None, kind: type) -> Any:
        if table is None:
            return self
        part = table.parts[self]
        table.reads[part] = part.version
        return table.__dict__[self.name]

    def __set__(self, table: Table, value: object) -> None:
        table.__dict__[self.name] = value
        if "parts" in table.__dict__:
            table.parts[self].version += 1


def core(table: Table) -> tuple[Any, ...]:
    """Return what is read everywhere, to be compared."""
    return (
        table.phase, table.turn, table.rules, table.first_player, table.name, table.options, table.alliances,
        table.suspended, table.deck, table.discard,
        [(name, player.hand, player.notes, player.spice, player.bribes, player.away, player.warnings, player.bid_only,
          player.player) for name, player in table.seats.items()],
    )  # fmt: skip


def copied(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a core that stays as it is now."""
    *words, options, alliances, suspended, deck, discard, seats = parts
    kept = [(name, [*hand], [*notes], *rest) for name, hand, notes, *rest in seats]
    return (*words, {**options}, [*alliances], {**suspended}, [*deck], [*discard], kept)
