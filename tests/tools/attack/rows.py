"""What an attack reports: what was tried, how often, what came of it, and whether the promise held."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """How much is tried: by default what two cores do in three minutes, or as much as the first attack from outside."""

    requests: int = 1600
    meddling: int = 1500
    cookies: int = 300
    races: int = 25
    moments: int = 1
    rounds: int = 12
    seconds: float = 6.0
    flips: int = 150
    kills: int = 10
    imports: int = 200
    lockstep: float = 60.0  # seconds
    club: int = 0  # kills of programs of a club
    forged: int = 600  # commands that no page offers, in pairs of games
    seed: int = 1  # of the first pair in lockstep


LONG = Scale(100_000, 100_000, 5000, 300, 2, 60, 30.0, 1500, 100, 10_000, 3600.0, 60, 30_000)


@dataclass(frozen=True)
class Row:
    """A line of the table that is printed at the end."""

    what: str
    tries: str
    result: str
    held: bool
    faults: tuple[str, ...] = ()  # each place once; printed below the table


Attack = Callable[[Scale], Iterable[Row]]


def table(rows: Iterable[Row]) -> str:
    """Return the rows in columns, with what did not hold marked."""
    lines = [("what was tried", "tries", "result"), *((one.what, one.tries, one.result) for one in rows)]
    marks = ["", *("" if one.held else "   <-- DID NOT HOLD" for one in rows)]
    wide = [max(len(line[column]) for line in lines) for column in range(2)]
    return "\n".join(
        f"{what:{wide[0]}}  {tries:>{wide[1]}}  {result}{mark}"
        for (what, tries, result), mark in zip(lines, marks, strict=True)
    )


def found(rows: Iterable[Row]) -> str:
    """Return every fault that rows carry, one after another."""
    return "\n".join(f"\n{row.what}, place {n}: {fault}" for row in rows for n, fault in enumerate(row.faults, 1))


def tried(attack: Attack, scale: Scale) -> list[Row]:
    """Run one attack and say how long it took; one that breaks off did not hold."""
    began, name = time.monotonic(), attack.__name__.replace("_", " ")
    try:
        rows = list(attack(scale))
    except Exception as error:
        rows = [Row(name, "?", f"{type(error).__name__}: {str(error)[:200]}", held=False)]
    print(f"{name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return rows
