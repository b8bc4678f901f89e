"""Reads the rows of a table's file while it is played, keeps the ledger of those that stand, and audits each.

No code of the program is used: the file is a database whose rows are JSON.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.tools.accounts.ledger import OUTSIDE, Ledger
from tests.tools.accounts.pieces import Record

BRING = {"TableSet", "SpiceCorrected", "SheetTaken"}  # with these, players bring spice to the table or correct a purse
TRIES, ENDINGS = 50, ("", "-wal")
RECOUNT = {"LeadersNoted"}  # the table enters where leaders are


class Row(NamedTuple):
    number: int
    kind: str
    target: int
    records: tuple[Record, ...]


class Accountant:
    """The books of one table."""

    def __init__(self, file: Path, without: Iterable[str] = (), *, partly: bool = False) -> None:
        """Open the books of a file; ``partly`` if some leaders of its table are not told."""
        self.file, self.last = file, 0
        self.standing, self.undone = list[Row](), list[list[Row]]()
        self.without, self.partly = frozenset(without), partly
        self.books = Ledger(without=self.without)
        self.kinds = Counter[str]()
        self._mark = list[tuple[int, int]]()
        self._copy = file.with_name(f"{file.name}.copy")

    def audit(self) -> Iterator[str]:
        """Read what was written since, and yield what is wrong with it."""
        mark = [(one.st_mtime_ns, one.st_size) for one in self._files()]
        for row in self._read() if mark != self._mark else ():
            self.last = row.number
            if row.kind == "act":
                self.standing.append(row)
                yield from (f"row {row.number} {_facts(row)}: {words}" for words in self._hear(row))
            else:
                self._take_back(row)
                self.books = Ledger(without=self.without)
                for one in self.standing:
                    self.books.hear(list(one.records))
                yield from (f"row {row.number} ({row.kind}): {words}" for words in self.books.faults())

        self._mark = mark

    def _files(self) -> Iterator[os.stat_result]:
        for ending in ENDINGS:
            with suppress(FileNotFoundError):
                yield os.stat(f"{self.file}{ending}")

    def _hear(self, row: Row) -> Iterator[str]:
        facts = {record["fact"] for record in row.records}
        self.kinds.update(facts)
        cards, leaders = self.books.totals()
        brought = self.books.spice[OUTSIDE]
        self.books.hear(list(row.records))
        yield from self.books.faults()
        now, alive = self.books.totals()
        if "TableSet" not in facts and now != cards:
            yield f"cards appear: {now - cards or 'none'}; vanish: {cards - now or 'none'}"
        if leaders and not self.partly and not facts & RECOUNT and alive != leaders:
            yield f"leaders appear: {sorted(alive - leaders)}; vanish: {sorted(leaders - alive)}"
        if not facts & BRING and self.books.spice[OUTSIDE] != brought:
            yield f"{brought - self.books.spice[OUTSIDE]} spice come from outside"

    def _take_back(self, row: Row) -> None:
        if row.kind == "forth":
            self.standing += self.undone.pop()
            return
        back = row.kind == "back"
        gone = [one for one in self.standing if one.number == row.target or (back and one.number > row.target)]
        stay = [one for one in gone if back and _lasting(one)]
        self.undone.append([one for one in gone if one not in stay])
        self.standing = [one for one in self.standing if one not in gone or one in stay]

    def _read(self) -> list[Row]:
        """Read the rows after the last one from a copy of the files as they lie: the program locks its own."""
        for _ in range(TRIES):
            for ending in ENDINGS:
                with suppress(FileNotFoundError):
                    shutil.copyfile(f"{self.file}{ending}", f"{self._copy}{ending}")
            try:
                return self._rows()
            except sqlite3.DatabaseError:  # copied while the program moved what is written
                time.sleep(0.01)
        return self._rows()

    def _rows(self) -> list[Row]:
        words = "select number, kind, target, facts from acts where number > ? order by number"
        with closing(sqlite3.connect(self._copy)) as file:
            file.execute("pragma synchronous = off")  # nobody reads this copy again
            found = file.execute(words, (self.last,)).fetchall()
        return [Row(number, kind, target, tuple(json.loads(facts))) for number, kind, target, facts in found]


def _facts(row: Row) -> str:
    return "/".join(record["fact"] for record in row.records[:12])


def _lasting(row: Row) -> bool:
    """Return True for who sits where, who has the controls and what was undone, which undo passes over."""
    seats = {"PhoneJoined", "PhoneLeft", "ControlsGiven", "ControlsTaken"}
    undone = {"CorrectionUndone", "ShortageUndone", "OpeningUndone", "VictoryUndone", "OrderClosed"}
    return {record["fact"] for record in row.records} <= seats | undone


def differences(books: dict[str, Any], held: dict[str, Any]) -> Iterator[str]:
    """Yield each account in which the books and the program differ."""
    for name in sorted({*books, *held}, key=str):
        if books.get(name) != held.get(name):
            yield f"{name}: the books say {books.get(name)}, the program {held.get(name)}"
