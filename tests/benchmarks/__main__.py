"""What an evening costs: ``python -m tests.benchmarks`` lets this program and boardgame.io take turns, ratios first.

Words choose: ``one`` and ``fifty`` tables against boardgame.io and ``bytes``, which is what runs without a word, in
less than five minutes; and of this program alone ``rules``, ``fold`` and ``battle``. ``--against REVISION`` lets an
older revision of this program take its turns too. Nothing here asserts a time; the aims stand beside.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import time
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from referee.kernel.events import PUBLIC, Event
from referee.kernel.table import fold
from referee.phases.bidding.events import BiddingBegan, BidMade, TurnCame
from referee.rulebook.search import search
from referee.running.hall import Hall
from referee.running.journal import Act, Journal
from referee.running.sitting import Sitting
from tests.benchmarks.contest import fifty_tables, one_table
from tests.benchmarks.contestants import why_no_peer
from tests.benchmarks.reveal import reveal, verdicts
from tests.benchmarks.room import yardstick
from tests.benchmarks.script import SIX, rich_table
from tests.benchmarks.weight import weights
from tests.kit.fighters import Fighters
from tests.search.__main__ import questions

Row = tuple[str, str, str]


def spread(times: list[float]) -> str:
    """Return the middle and the slow end of some times, in milliseconds."""
    middle, slow, worst = (1000 * t for t in (median(times), quantiles(times, n=100)[98], max(times)))
    return f"p50 {middle:.1f}  p99 {slow:.1f}  max {worst:.1f} ms"


def pace() -> str:
    """Return how fast the machine is now, by the yardstick."""
    return f"p50 {1000 * median(yardstick(200_000) for _ in range(40)):.1f} ms"


def ten_thousand() -> list[tuple[Event, ...]]:
    """Return the events of a very long evening, act by act."""
    with TemporaryDirectory() as folder:
        hall = Hall(Path(folder))
        begun = [act.events for act in rich_table(hall).acts()]
        hall.close()
    begun.append((BiddingBegan(1, SIX[0]),))
    return begun + [(BidMade(SIX[n % 6], n), TurnCame(SIX[(n + 1) % 6])) for n in range(1, 5000)]


def folding() -> list[Row]:
    """Fold ten thousand events: for one viewer, and as the program does when it opens a table."""
    acts = ten_thousand()
    events = [event for act in acts for event in act]
    began = time.perf_counter()
    fold(events, PUBLIC)
    once = time.perf_counter() - began
    with TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "long.referee")
        for number, act in enumerate(acts, start=1):
            journal.append(Act(number, number, "host", "", act))
        began = time.perf_counter()
        Sitting(journal)
        opened = time.perf_counter() - began
        journal.close()
    many = f"{len(events)} events"
    return [
        (f"fold of {many} for one viewer", f"{1000 * once:.0f} ms", ""),
        (f"table of {many} opened: read, folded", f"{1000 * opened:.0f} ms", ""),
    ]


def ten_turns() -> Row:
    """Open a whole game of ten turns, played at random, as the program does after a restart."""
    with TemporaryDirectory() as folder:
        played = next(one for one in map(_game, count(1)) if one.public.turn == 10)
        journal = Journal(Path(folder) / "game.referee")
        for act in played.sitting.rows():
            journal.append(act)
        began = time.perf_counter()
        Sitting(journal)
        opened = time.perf_counter() - began
        journal.close()
    events = sum(len(act.events) for act in played.sitting.rows())
    return (f"game of ten turns, {events} events, opened", f"{1000 * opened:.0f} ms", "")


def _game(seed: int) -> Fighters:
    played = Fighters(seed, list(SIX), "advanced")
    played.play(turns=10, presses=12)
    return played


def lookups() -> list[Row]:
    """Ask the rules all that the tests ask, one question after another."""
    asked, times = questions(), list[float]()
    search("karama")  # the index is built once
    for question in asked:
        began = time.perf_counter()
        search(question.text)
        times.append(time.perf_counter() - began)
    return [(f"rules question, {len(asked)} of them", spread(times), "p50 < 5 ms")]


CONTESTS = {"one": one_table, "fifty": fifty_tables}
ALONE = {
    "bytes": weights,
    "rules": lookups,
    "fold": lambda: [*folding(), ten_turns()],
    "battle": lambda: [*reveal(), *verdicts(int(os.environ.get("REFEREE_BATTLES", "5000")))],
}
DEFAULT = ["one", "fifty", "bytes"]


def main() -> int:
    """Measure what was asked for and print it."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="What an evening costs.")
    parser.add_argument("words", nargs="*", metavar="WORD", help=f"of {', '.join([*CONTESTS, *ALONE])}; or all")
    parser.add_argument("--against", action="append", default=[], metavar="REVISION", help="measure this one as well")
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
            for what, figure, aim in ALONE[word]():
                print(f"{what:<46} {figure:<44} {aim and 'aim: ' + aim}".rstrip(), flush=True)
    print(f"yardstick again: {pace()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
