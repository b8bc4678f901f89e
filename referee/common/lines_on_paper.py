"""Serialization to paper sheets: one line each, a word and its values.

A line is declared once, as a ``PaperLine``: how its values are parsed, and which events restore it. The public sheet is
asked on the public table, a seat's sheet on that seat's table, so no line can reveal more than its reader may know.
Lines are registered under the rule of paper, not under their own: a power that Karama stopped goes onto paper all the
same. They are sorted by the rules they belong to. Lines that are unknown or impossible are ignored; a sheet may be
older than the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from typing import Any, NamedTuple, TypeAlias, TypeVar

from referee.common.factions import FACTIONS
from referee.kernel import Chance, Event, Public, Question, Sealed, SeatEvent, State, Table, Value, adds, after

T = TypeVar("T")
PAPER = "4.97.16"
BETWEEN = "|"
SEAL = "seal"
Parse: TypeAlias = Callable[[Table, str], Any]  # returns ``None`` for what is impossible at this table


def line(word: str, *things: object) -> str:
    return f"{word} {BETWEEN.join(map(str, things))}"


def things(lines: object, word: str) -> tuple[str, ...] | None:
    """Return the values after a word on a sheet, ``None`` if it is missing or the sheet is not known."""
    told = lines.value if isinstance(lines, Sealed) else lines
    found = (one for one in (told if isinstance(told, tuple) else ()) if one.startswith(f"{word} "))
    rest = next(found, None)
    return None if rest is None else tuple(one for one in rest[len(word) + 1 :].split(BETWEEN) if one)


def number(text: str) -> int:
    """Parse a whole number of at most two digits, 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0


def as_it_is(table: Table, text: str) -> str:
    return text


def a_seat(table: Table, text: str) -> str | None:
    return text if text in table.seats else None


def a_leader(table: Table, text: str) -> str | None:
    return text if any(text in FACTIONS[seat].leaders for seat in table.seats) else None


def one_of(*choices: T, name: Callable[[T], str] = str) -> Parse:
    """Parse one of these values by its ``name``."""
    return lambda table, text: {name(choice): choice for choice in choices}.get(text)


def several(between: str, *parts: Parse) -> Parse:
    """Parse a tuple of values, each by its own parser."""

    def read(table: Table, text: str) -> tuple[Any, ...] | None:
        texts = text.split(between, len(parts) - 1)
        values = tuple(part(table, one) for part, one in zip(parts, texts, strict=False))
        return values if len(texts) == len(parts) and None not in values else None

    return read


# -- writing ------------------------------------------------------------------------------------------


class Written(NamedTuple):
    """A line of a sheet: words for people, "" on a seat's own sheet, and the line to parse."""

    words: str
    line: str


class OnSheet(Question[tuple[Written, ...]], rule="0.01", answer=()):
    """What else does a seat's own sheet carry, or the public one (``""``)? Asked on the table of who may read it."""

    seat: str = ""


class SheetsTaken(State):
    """The seats that have entered their sheets, and the seals on the public sheet."""

    seats: set[str] = field(default_factory=set)
    seals: dict[str, str] = field(default_factory=dict)


class SheetTaken(SeatEvent, because=(PAPER,)):
    """A player entered their own sheet on their own phone."""

    more: Sealed[tuple[str, ...]]
    says = "{seat!n:The loads} their own sheet."

    def apply(self, table: Table) -> None:
        table.put(table.state(SheetsTaken)).seats.add(self.seat)


class PublicSheetTaken(Event, because=(PAPER,)):
    """The table was set up from a public sheet."""

    more: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.put(table.state(SheetsTaken)).seals |= {seat: found for seat in table.seats if (found := self.seal(seat))}

    def seal(self, seat: str) -> str:
        """Return the seal of a seat's own sheet, "" if there is none."""
        return "".join(things(self.more, f"{SEAL} {seat}") or ())


# -- declaring a line ----------------------------------------------------------------------------------


class PaperLine(Value):
    """Declares a line of the ``public`` sheet or of seats' own, with ``seat`` of one faction; sorted by ``rule``.

    It decorates the function that returns its words and values, ``None`` for no line. ``make`` gets the table, the seat
    ("" for the public sheet) and the parsed values: one by each of ``reads``, then those that ``each`` can parse. If
    there are none of the latter the line is ignored, unless it may be ``empty``; ``always`` treats a missing line as an
    empty one.
    """

    word: str
    rule: str
    make: Callable[..., Iterable[Event]]
    reads: tuple[Parse, ...] = ()
    each: Parse | None = None
    public: bool = False
    seat: str = ""
    empty: bool = False
    always: bool = False

    def __call__(self, write: Callable[[Table, str], tuple[str, Iterable[object]] | None]) -> None:
        @adds(OnSheet, rule=PAPER, order=self.rule if self.public else f"{self.rule}.0")
        def written(question: OnSheet, table: Table) -> Iterable[Written]:
            made = write(table, question.seat) if self._stands(table, question.seat) else None
            return (Written(made[0], line(self.word, *made[1])),) if made else ()

        @after(PublicSheetTaken if self.public else SheetTaken, rule=PAPER, order=self.rule)
        def read(event: Any, table: Table, chance: Chance) -> Iterable[Event]:
            seat = getattr(event, "seat", "")
            values = self._values(table, things(event.more, self.word)) if self._stands(table, seat) else None
            return self.make(table, seat, *values) if values is not None else ()

    def _stands(self, table: Table, seat: str) -> bool:
        return seat == "" and self.seat in {"", *table.seats} if self.public else seat != "" and self.seat in {"", seat}

    def _values(self, table: Table, found: tuple[str, ...] | None) -> list[Any] | None:
        if found is None and not self.always:
            return None
        told, many = [*(found or ()), *[""] * len(self.reads)], len(self.reads)
        fixed = [read(table, one) for read, one in zip(self.reads, told, strict=False)]
        more = [value for one in told[many:] if self.each and one and (value := self.each(table, one)) is not None]
        return [*fixed, *more] if None not in fixed and (more or not self.each or self.empty or self.always) else None
