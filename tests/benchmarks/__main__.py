"""What an evening costs: ``python -m tests.benchmarks`` plays one table and fifty over real HTTP and prints figures.

Words on the command line choose: ``one``, ``fifty``, ``calm``, ``rules``, ``fold``, ``battle``, ``bytes``, ``peer``.
Nothing here asserts a time; the aims stand beside. Of the fifty tables each bids once a second, or every five if
``calm``. ``peer`` measures the same fan-out in boardgame.io, which neither waits for the disk nor draws a page, where
node is there.
"""

from __future__ import annotations

import asyncio
import os
import platform
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from referee.kernel.events import PUBLIC, Event
from referee.kernel.table import fold
from referee.phases.bidding.events import BiddingBegan, BidMade, TurnCame
from referee.rulebook.search import search
from referee.running.journal import Act, Journal
from referee.running.sitting import Sitting
from tests.benchmarks.peer import peer
from tests.benchmarks.reveal import reveal, verdicts
from tests.benchmarks.room import SIX, BusyTable, Overloaded, lay_tables, play, yardstick
from tests.benchmarks.weight import weights
from tests.kit.fighters import Fighters
from tests.kit.program import Program
from tests.search.__main__ import questions

Row = tuple[str, str, str]


def memory(process: int) -> str:
    """Return the memory a process holds, in MB."""
    said = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=True)
    return f"{int(said.stdout) / 1024:.0f} MB"


def spread(times: list[float]) -> str:
    """Return the middle and the slow end of some times, in milliseconds."""
    middle, slow, worst = (1000 * t for t in (median(times), quantiles(times, n=100)[98], max(times)))
    return f"p50 {middle:.1f}  p99 {slow:.1f}  max {worst:.1f} ms"


def pace() -> str:
    """Return how fast the machine is now, by the yardstick."""
    return f"p50 {1000 * median(yardstick(200_000) for _ in range(40)):.1f} ms"


def started(folder: Path, screens: int) -> tuple[Program, float]:
    """Start the program; returns it with the seconds until its first page had arrived."""
    began = time.perf_counter()
    program = Program(folder, screens).start()
    urlopen(f"{program.origin}/").read()
    return program, time.perf_counter() - began


def tables(count: int, taps: int, pause: float, aim: str) -> list[Row]:
    """Play at so many tables of seven screens each, one bid every ``pause`` seconds at each."""
    what = f"{count} table{'s' * (count > 1)} of 7 screens{', calm' * (pause > 1)}"
    with TemporaryDirectory() as folder:
        names = lay_tables(Path(folder), count)
        program, first = started(Path(folder), 7 * count + 16)
        print(f"... {count} table{'s' * (count > 1)}, {7 * count} screens, {taps} bids each", file=sys.stderr)
        began, cpu = time.perf_counter(), os.times()
        try:
            played = asyncio.run(play(program, names, taps=taps, pause=pause))
        except Overloaded:
            program.stop()
            return [(what, "this machine cannot keep up with them now", aim)]
        rss, used = memory(program.process.pid), processor(program.process.pid)
        wall = time.perf_counter() - began
        own = sum(os.times()[:2]) - sum(cpu[:2])
        program.stop()
    return _rows(played, what, aim, (rss, used, own, wall, first))


def processor(process: int) -> float:
    """Return the seconds of processor time a process has used; 0 where the system does not say."""
    try:
        words = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _rows(played: list[BusyTable], what: str, aim: str, cost: tuple[str, float, float, float, float]) -> list[Row]:
    rss, used, own, wall, first = cost
    return [
        (f"{what}: tap to last screen", spread([t for one in played for t in one.lateness]), aim),
        (f"{what}: tap answered", spread([t for one in played for t in one.taps]), ""),
        (f"{what}: memory", rss, "< 150 MB"),
        (f"{what}: processor", f"{used:.1f} s program, {own:.1f} s screens, in {wall:.1f} s", ""),
        (f"{what}: start to first page", f"{first:.2f} s", "< 1 s"),
    ]


def ten_thousand() -> list[tuple[Event, ...]]:
    """Return the events of a very long evening, act by act."""
    with TemporaryDirectory() as folder:
        (name,) = lay_tables(Path(folder), 1)
        journal = Journal(Path(folder) / f"{name}.referee")
        acts = [row.events for row in journal.rows()]
        journal.close()
    acts.append((BiddingBegan(1, SIX[0]),))
    return acts + [(BidMade(SIX[n % 6], n), TurnCame(SIX[(n + 1) % 6])) for n in range(1, 5000)]


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


def main(words: list[str]) -> int:
    """Measure what was asked for, or everything, and print a table."""
    wanted = words or ["one", "fifty", "calm", "rules", "fold", "bytes", "battle", "peer"]
    rows: list[Row] = [("yardstick: the sum of 200,000 numbers", pace(), "")]
    if "one" in wanted:
        rows += tables(1, taps=250, pause=0.06, aim="p50 <= 8, p99 <= 20 ms")
    if "fifty" in wanted:
        rows += tables(50, taps=20, pause=1.0, aim="p99 <= 60 ms")
    if "calm" in wanted:
        rows += tables(50, taps=6, pause=5.0, aim="p99 <= 60 ms")
    if "rules" in wanted:
        rows += lookups()
    if "fold" in wanted:
        rows += [*folding(), ten_turns()]
    if "battle" in wanted:
        rows += reveal()
        rows += verdicts(int(os.environ.get("REFEREE_BATTLES", "5000")))
    if "peer" in wanted:
        rows += peer()
    if "bytes" in wanted:
        rows += weights()
    rows.append(("yardstick again", pace(), ""))
    print(f"Python {platform.python_version()}, {platform.system()}, {os.cpu_count()} processors")
    for what, figure, aim in rows:
        print(f"{what:<46} {figure:<44} {aim and 'aim: ' + aim}".rstrip())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
