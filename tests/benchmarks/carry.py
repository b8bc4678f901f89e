"""What a process carries: more and more tables of seven screens, each a tap a second, until one in a hundred lags."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

from tests.benchmarks.contest import at
from tests.benchmarks.contestants import Referee, processor
from tests.benchmarks.room import Overloaded, all_at_once
from tests.benchmarks.script import Tap, script

Row = tuple[str, str, str]
STEP, MOST, TAPS, LATE = 20, 240, 5, 0.1  # tables, tables, taps, seconds


def carried(revisions: Sequence[str]) -> list[Row]:
    """Return what one process carries, and two with the tables shared between them; of another revision one."""
    runs = [("", 1), ("", 2), *((revision, 1) for revision in revisions)]
    return [row for revision, many in runs for row in asyncio.run(_carried(revision, many))]


async def _carried(revision: str, many: int) -> list[Row]:
    programs, taps, rows = [Referee(revision, screens=7 * MOST // many) for _ in range(many)], script(), list[Row]()
    for one in programs:
        await one.start()
    what = f"{programs[0].name}, {many} process{'es' * (many > 1)}"
    p99, tables = 0.0, 0
    while tables < MOST and (p99 <= LATE or tables == STEP):  # the first taps of all are slow, and do not end it
        tables += STEP
        print(f"... {what}, {tables} tables", file=sys.stderr)
        for one in programs:
            await one.sit(STEP // many)
        p99, figures = LATE + 1, "no, a screen was told nothing for long"
        with suppress(Overloaded):
            p99, figures = await _second_by_second(programs, taps)
        rows.append((f"{what}: {tables} tables", figures, "p99 < 100 ms"))
    for one in programs:
        await one.stop()
    return rows


async def _second_by_second(programs: list[Referee], taps: list[Tap]) -> tuple[float, str]:
    """Play on at every table; return the slowest hundredth (s), and the figures in words."""
    tables = [table for one in programs for table in one.tables]
    began, used, own = time.perf_counter(), sum(processor(one.pid) for one in programs), time.process_time()
    late = await all_at_once(tables, lambda table: taps[table.pressed : table.pressed + TAPS], 1.0)
    wall = (time.perf_counter() - began) / 100
    used, own = (sum(processor(one.pid) for one in programs) - used) / wall, (time.process_time() - own) / wall
    middle, slow = at(late, 0.5), at(late, 0.99)
    words = f"p50 {1000 * middle:.1f}  p99 {1000 * slow:.1f} ms; processor {used:.0f} %, of screens {own:.0f} %"
    return slow, words
