"""What a club costs: one program with its file, one with the engine, and three, each tap at one and its screens at all.

All of it runs on this machine, the three nodes too, so a club of several machines has more of everything but the way
between them. A table has seven screens, one after the other at another program; what is tapped at one is heard at all.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.contest import at
from tests.benchmarks.contestants import memory, processor
from tests.benchmarks.room import (
    BusyTable,
    Overloaded,
    Times,
    all_at_once,
    rhythm,
    set_table,
    take_controls,
    take_seats,
)
from tests.benchmarks.script import script
from tests.benchmarks.wire import Line
from tests.kit import Program, engine_of, wait_until

Row = tuple[str, str, str]
STEP, MOST, TAPS, LATE = 10, 120, 6, 0.1  # tables, tables, taps, seconds
ALONE, PAUSE = 60, 0.15  # taps at one table alone, seconds between them


@dataclass
class SpreadTable(BusyTable):
    """A table whose phones are each at another program."""

    ports: Sequence[int] = ()

    async def take_seats(self) -> dict[str, Line]:
        hands = await take_seats(self.host, self.name, self.seats)
        return {
            seat: await Line(self.ports[n % len(self.ports)], hand.cookies).open()
            for n, (seat, hand) in enumerate(hands.items())
        }


@dataclass
class Programs:
    """So many programs of one club, or one with a folder of its own."""

    folder: Path
    many: int
    journal: str = ""
    running: list[Program] = field(default_factory=list)
    tables: list[SpreadTable] = field(default_factory=list)

    async def start(self) -> None:
        for number in range(self.many):
            self.running.append(Program(self.folder / f"{number}", screens=500, journal=self.journal))
            self.running[-1].folder.mkdir(parents=True)
            await asyncio.to_thread(self.running[-1].start)
        self.host = await Line(self.running[0].port, await take_controls(self.running[0])).open()

    async def sit(self, tables: int) -> None:
        ports = [program.port for program in self.running]
        for _ in range(tables):
            name = await set_table(self.host)  # gives the browser the table's own controls, by which its screens count
            own = await Line(self.host.port, dict(self.host.cookies)).open()
            table = SpreadTable(name, own, ports=ports)
            self.tables.append(table)
            await table.sit()

    async def leave(self) -> None:
        while self.tables:
            await self.tables.pop().leave()

    async def stop(self) -> None:
        await self.leave()
        self.host.writer.close()
        for program in self.running:
            program.kill()


def clubs(revisions: Sequence[str]) -> list[Row]:
    """Return what one table feels and how many tables fit, of a program with a file, one in a club, and three."""
    with TemporaryDirectory() as base:
        folder = Path(base)
        rows = asyncio.run(_measured(Programs(folder / "file", 1), "one program, a file a table"))
        for many in (1, 3):
            with engine_of(folder / f"engine {many}", 3) as nodes:
                wait_until(lambda nodes=nodes: len(nodes.running) == 3, "three nodes")  # type: ignore[misc]
                what = f"{many} program{'s' * (many > 1)} of a club, three nodes"
                club = Programs(folder / f"club {many}", many, nodes.address)
                pids = [node.pid for node in nodes.running.values()]
                rows += asyncio.run(_measured(club, what, pids))
    return rows


async def _measured(programs: Programs, what: str, nodes: Sequence[int] = ()) -> list[Row]:
    taps, rows = script(), list[Row]()
    await programs.start()
    try:
        await programs.sit(1)
        late = await rhythm(programs.tables[0], taps[:ALONE], time.perf_counter(), PAUSE)
        rows.append((f"{what}: one table, tap to the last of seven", _said(late[10:]), ""))
        fitted, tables = 0, 0
        while tables < MOST:
            tables += STEP
            print(f"... {what}, {tables} tables", file=sys.stderr)
            await programs.leave()
            await programs.sit(tables)  # fresh ones: at those that waited, a clock may have run out
            late, used = list[float](), _used(programs, nodes)
            with suppress(Overloaded):
                late = await all_at_once(programs.tables, lambda table: taps[table.pressed : table.pressed + TAPS], 1.0)
            slow = at(late, 0.99) if late else LATE + 1
            used = (_used(programs, nodes) - used) / TAPS * 100
            rows.append((f"{what}: {tables} tables", f"{_said(late) if late else 'no'}; processor {used:.0f} %", ""))
            if slow > LATE and tables > STEP:  # the first taps of all are slow
                break
            fitted = tables
        weigh = [memory(program.process.pid) for program in programs.running], [memory(node) for node in nodes]
        words = ", ".join(f"{size:.0f}" for sizes in weigh for size in sizes)
        rows.append((f"{what}: tables with p99 below 100 ms", f"{fitted}; memory {words} MB", ""))
    finally:
        await programs.stop()
    return rows


def _said(late: Times) -> str:
    return f"p50 {1000 * at(late, 0.5):.1f}  p99 {1000 * at(late, 0.99):.1f} ms"


def _used(programs: Programs, nodes: Sequence[int]) -> float:
    return sum(processor(pid) for pid in (*(program.process.pid for program in programs.running), *nodes))
