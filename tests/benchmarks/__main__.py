"""What an evening costs: ``python -m tests.benchmarks`` lets this program and boardgame.io take turns, ratios first.

Words choose: ``pages`` in Chromium and ``one`` table over sockets, against boardgame.io, and ``bytes``, are what runs
without a word, in less than six minutes. ``evening`` takes every kind of tap from the finger to the pixels, in six
more; ``fifty`` tables play against it too. Of this program alone: what a process can ``carry``, what a ``club`` can,
``growth``, ``rules``, a tap while guests are ``asking``, ``battle``, ``calls`` of each kind of tap, the ``start``; or
``all``.
``--against REVISION`` lets an older revision take its turns too. Nothing here asserts a time; the aims stand beside.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from referee.rulebook.search import search
from tests.benchmarks.asking import asked_meanwhile
from tests.benchmarks.carry import carried
from tests.benchmarks.club import clubs
from tests.benchmarks.contest import fifty_tables, one_table
from tests.benchmarks.contestants import Referee, why_no_peer
from tests.benchmarks.evening import evening
from tests.benchmarks.growth import grown
from tests.benchmarks.pages import pages
from tests.benchmarks.paste import of_calls
from tests.benchmarks.reveal import battles
from tests.benchmarks.room import yardstick
from tests.benchmarks.script import script
from tests.benchmarks.start import started
from tests.benchmarks.taps import bid, taps
from tests.benchmarks.weight import weights
from tests.benchmarks.wire import Line
from tests.tools.search.__main__ import questions

Row = tuple[str, str, str]


def spread(times: list[float]) -> str:
    """Return median and slow end of times, in milliseconds."""
    middle, slow, worst = (1000 * t for t in (median(times), quantiles(times, n=100)[98], max(times)))
    return f"p50 {middle:.1f}  p99 {slow:.1f}  max {worst:.1f} ms"


def pace() -> str:
    """Return how fast the machine is now, by the yardstick, and its load."""
    return f"p50 {1000 * median(yardstick(200_000) for _ in range(40)):.1f} ms, load {os.getloadavg()[0]:.1f}"


def lookups(revisions: Sequence[str]) -> list[Row]:
    """Ask the rules all that the tests ask; and a new process its first question, and a later one."""
    asked, times = questions("public"), list[float]()
    search("karama")  # the index is built once
    for question in asked:
        began = time.perf_counter()
        search(question.text)
        times.append(time.perf_counter() - began)
    first = [asyncio.run(_first_question(Referee(revision))) for revision in ("", *revisions)]
    return [*first, (f"rules question, {len(asked)} of them", spread(times), "p50 < 5 ms")]


async def _first_question(program: Referee) -> Row:
    """Ask a program just started twice, and the first time tap at a table meanwhile."""
    await program.start()
    await program.sit(1)
    (table,), (one, two, *_) = program.tables, script()
    await table.tap(one.who, **one.form())
    asking = asyncio.create_task(_asked(program, "lasgun shield"))
    meanwhile, first, later = await table.tap(two.who, **two.form()), await asking, await _asked(program, "karama")
    await program.stop()
    words = f"{1000 * first:.0f} ms, a tap meanwhile {1000 * meanwhile:.0f} ms; another question {1000 * later:.0f} ms"
    return (f"{program.name}: the first rules question", words, "")


async def _asked(program: Referee, words: str) -> float:
    line, began = await Line(program.host.port).open(), time.perf_counter()
    status, _, _ = await line.ask("GET", f"/rules?{urlencode({'q': words})}")
    assert status == 200
    return time.perf_counter() - began


AIMS = {
    "bid": 10_000, "shipment": 20_000, "reveal": 35_000,
    **dict.fromkeys(("undo of a shipment", "undo of collecting"), 30_000),
    **dict.fromkeys(("step to shipment", "step to battle", "step to collection"), 40_000),
}  # fmt: skip


def counted(revisions: Sequence[str]) -> list[str]:
    """Count the calls in the server of each kind of tap, with seven pages open; with all boxes thirteen."""
    with TemporaryDirectory() as folder:
        found = {"bid": bid(Path(folder) / "bids"), **taps(Path(folder) / "map")}
        boxes = {"bid": bid(Path(folder) / "more bids", boxes=True), **taps(Path(folder) / "boxes", boxes=True)}
    return of_calls(found, boxes, AIMS)


CONTESTS = {"pages": pages, "evening": evening, "one": one_table, "fifty": fifty_tables}
ALONE: dict[str, Callable[[Sequence[str]], Sequence[Row | str]]] = {
    "bytes": weights,
    "carry": carried,
    "club": clubs,
    "growth": grown,
    "rules": lookups,
    "asking": asked_meanwhile,
    "battle": battles,
    "calls": counted,
    "start": started,
}
DEFAULT = ["pages", "one", "bytes"]


def main() -> int:
    """Measure what was asked for and print it."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="What an evening costs.")
    parser.add_argument("words", nargs="*", metavar="WORD", help=f"of {', '.join([*CONTESTS, *ALONE])}; or all")
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="REVISION",
        help="measure this one as well, or the code in a folder",
    )
    asked = parser.parse_args()
    words = [*CONTESTS, *ALONE] if asked.words == ["all"] else asked.words or DEFAULT
    if unknown := set(words) - {*CONTESTS, *ALONE}:
        parser.error(f"Nothing is called {', '.join(unknown)}.")
    print(f"Python {platform.python_version()}, {platform.system()}, {os.cpu_count()} processors; {why_no_peer()}")
    print(f"yardstick, the sum of 200,000 numbers: {pace()}\n")
    for word in words:
        if word in CONTESTS:
            print("\n".join(asyncio.run(CONTESTS[word](asked.against))), flush=True)
        else:
            for row in ALONE[word](asked.against):
                print(row if isinstance(row, str) else _aligned(*row), flush=True)
    print(f"yardstick again: {pace()}")
    return 0


def _aligned(what: str, figure: str, aim: str) -> str:
    return f"{what:<52} {figure:<58} {aim and 'aim: ' + aim}".rstrip()


if __name__ == "__main__":
    sys.exit(main())
