"""Serialization to paper sheets: one line each, a word and its values.

The public sheet is asked on the public table, a seat's sheet on that seat's table, so no line can reveal more than its
reader may know. Answers are registered under the rule of paper, not under their own: a power that Karama stopped goes
onto paper all the same. The ``order`` of a line is the rule it belongs to, so that a module's lines stand together.
Lines that are unknown or impossible are ignored; a sheet may be older than the program.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.kernel.events import Event, Public, Sealed, known
from referee.kernel.rulings import Question
from referee.kernel.table import Table

PAPER = "4.97.16"
BETWEEN = "|"
SEAL = "seal"


def line(word: str, *things: object) -> str:
    return f"{word} {BETWEEN.join(map(str, things))}"


def things(lines: object, word: str) -> tuple[str, ...] | None:
    """Return the values after a word on a sheet, ``None`` if the word is missing."""
    found = (one for one in lines if one.startswith(f"{word} ")) if isinstance(lines, tuple) else iter(())
    rest = next(found, None)
    return None if rest is None else tuple(one for one in rest[len(word) + 1 :].split(BETWEEN) if one)


def number(text: str) -> int:
    """Parse a whole number of at most two digits, 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0


# -- what is written ----------------------------------------------------------------------------------


class OnSheet(Question[tuple[str, ...]]):
    """What else does a seat's own sheet carry, one line each? Asked on the seat's own table."""

    seat: str
    rule = "0.01"

    def plain(self, table: Table) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class Open:
    """Something public on a sheet: words for people, and the line to read back."""

    words: str
    line: str


class OnPublicSheet(Question[tuple[Open, ...]]):
    """What else does the public sheet carry? Asked on the public table."""

    rule = "0.01"

    def plain(self, table: Table) -> tuple[Open, ...]:
        return ()


# -- what is read -------------------------------------------------------------------------------------


@dataclass
class SheetsTaken:
    """The seats that have entered their sheets, and the seals on the public sheet."""

    seats: set[str] = field(default_factory=set)
    seals: dict[str, str] = field(default_factory=dict)


class SheetTaken(Event):
    """A player entered their own sheet on their own phone."""

    seat: Public[str]
    more: Sealed[tuple[str, ...]]
    because = (PAPER,)
    says = "{seat!n:The loads} their own sheet."

    def apply(self, table: Table) -> None:
        made = table.state(SheetsTaken)
        made.seats.add(self.seat)
        table.put(made)

    def things(self, word: str) -> tuple[str, ...] | None:
        """Return the values after a word, ``None`` if it is missing or the reader may not know it."""
        lines = self.more.value if isinstance(self.more, Sealed) else self.more
        return things(lines, word) if known(lines) else None


class PublicSheetTaken(Event):
    """The table was set up from a public sheet."""

    more: Public[tuple[str, ...]]
    because = (PAPER,)

    def apply(self, table: Table) -> None:
        made = table.state(SheetsTaken)
        made.seals |= {seat: found for seat in table.seats if (found := self.seal(seat))}
        table.put(made)

    def seal(self, seat: str) -> str:
        """Return the seal of a seat's own sheet, "" if there is none."""
        return "".join(self.things(f"{SEAL} {seat}"))

    def things(self, word: str) -> tuple[str, ...]:
        """Return the values after a word, none if it is missing."""
        return things(self.more, word) or ()


def written(lines: Iterable[Open]) -> tuple[str, ...]:
    return tuple(one.line for one in lines)
