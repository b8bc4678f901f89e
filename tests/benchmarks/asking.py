"""What asking the rules costs those who tap meanwhile: with nobody asking, one guest, and six.

A guest is a browser without a seat that asks one question after the other, six at a time, from an address of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import count, cycle
from statistics import median
from urllib.parse import urlencode

from tests.benchmarks.contestants import Referee
from tests.benchmarks.room import BusyTable, set_table
from tests.benchmarks.script import NO_CLOCKS, OPENING, SIX
from tests.benchmarks.wire import Line
from tests.tools.search.__main__ import questions

Row = tuple[str, str, str]
GUESTS, AT_A_TIME, ROUNDS, TAPS = (0, 1, 6), 6, 4, 10
REST = 0.03  # seconds between taps


def asked_meanwhile(revisions: Sequence[str]) -> list[Row]:
    """Return the middle of taps (ms) with so many guests asking, and of the answers to them."""
    return [row for revision in ("", *revisions) for row in asyncio.run(_asked(Referee(revision)))]


async def _asked(program: Referee) -> list[Row]:
    await program.start()
    await program.take(await set_table(program.host, options=NO_CLOCKS))
    (table,) = program.tables
    await asyncio.sleep(0.5)
    for tap in OPENING:
        await table.tap(tap.who, **tap.form())
    taps: dict[int, list[float]] = {many: [] for many in GUESTS}
    answers: dict[int, list[float]] = {many: [] for many in GUESTS}
    amounts = count(1)
    for _ in range(ROUNDS):
        for many in GUESTS:
            guests = [
                asyncio.create_task(_guest(table, own, answers[many])) for own in range(many) for _ in range(AT_A_TIME)
            ]
            await asyncio.sleep(0.2)
            for _ in range(TAPS):
                amount = next(amounts)
                taps[many].append(await table.tap(SIX[(amount - 1) % len(SIX)], act="Bid", amount=amount))
                await asyncio.sleep(REST)
            for guest in guests:
                guest.cancel()
            await asyncio.gather(*guests, return_exceptions=True)
    await program.stop()
    alone = median(taps[0])
    return [
        (
            f"{program.name}: a tap, guests asking: {many}",
            f"p50 {1000 * median(taps[many]):.1f} ms, {median(taps[many]) / alone:.2f} of none"
            + (f"; an answer {1000 * median(answers[many]):.0f} ms" if answers[many] else ""),
            "1.5" if many else "",
        )
        for many in GUESTS
    ]


async def _guest(table: BusyTable, own: int, answers: list[float]) -> None:
    """Ask one question after the other, for ever."""
    line = await Line(table.host.port, here=f"127.0.0.{own + 2}").open()
    loop = asyncio.get_running_loop()
    try:
        for question in cycle(questions("asked")[own :: GUESTS[-1]]):
            began = loop.time()
            status, _, _ = await line.ask("GET", f"/t/{table.name}/rules?{urlencode({'q': question.text})}")
            assert status in {200, 503}, status
            if status == 200:
                answers.append(loop.time() - began)
    finally:
        line.writer.close()
