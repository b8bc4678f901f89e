"""What the rooms write onto paper and read from it again, one line each: a word, and what belongs to it.

The public sheet is asked on the public table, a seat's own sheet on that seat's table, so no line can say more than its
reader may know. Rooms answer under the rule of paper, not under their own: a power that is stopped goes onto paper all
the same. The ``order`` of a line is a rule of its room, so that a room's lines stand together. A line that a room does
not know, or that cannot be, is passed over; paper may be older than the program.
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
    """Return what stands behind a word on a sheet, ``None`` if nothing does."""
    found = (one for one in lines if one.startswith(f"{word} ")) if isinstance(lines, tuple) else iter(())
    rest = next(found, None)
    return None if rest is None else tuple(one for one in rest[len(word) + 1 :].split(BETWEEN) if one)


def number(text: str) -> int:
    """Return a small whole number from paper, 0 for anything else."""
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
    """Something that everybody knows: in words for people with a pencil, and as a line for the next laptop."""

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
    """The seats that have taken up their sheets, and the seals that stood on the public sheet."""

    seats: set[str] = field(default_factory=set)
    seals: dict[str, str] = field(default_factory=dict)


class SheetTaken(Event):
    """A player entered on their own phone everything on their own sheet."""

    seat: Public[str]
    more: Sealed[tuple[str, ...]]
    because = (PAPER,)
    says = "{seat!n:The loads} their own sheet."

    def apply(self, table: Table) -> None:
        made = table.state(SheetsTaken)
        made.seats.add(self.seat)
        table.put(made)

    def things(self, word: str) -> tuple[str, ...] | None:
        """Return what stands behind a word, as far as the reader may know it."""
        lines = self.more.value if isinstance(self.more, Sealed) else self.more
        return things(lines, word) if known(lines) else None


class PublicSheetTaken(Event):
    """The table was set from a public sheet; each room reads its own lines."""

    more: Public[tuple[str, ...]]
    because = (PAPER,)

    def apply(self, table: Table) -> None:
        made = table.state(SheetsTaken)
        made.seals |= {seat: found for seat in table.seats if (found := self.seal(seat))}
        table.put(made)

    def seal(self, seat: str) -> str:
        """Return the seal of a seat's own sheet, "" if none stands there."""
        return "".join(self.things(f"{SEAL} {seat}"))

    def things(self, word: str) -> tuple[str, ...]:
        """Return what stands behind a word, nothing if it is not there."""
        return things(self.more, word) or ()


def written(lines: Iterable[Open]) -> tuple[str, ...]:
    return tuple(one.line for one in lines)
