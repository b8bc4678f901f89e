"""What an evening costs as it grows: a tap and an undo late in it, opening its file, and what the file weighs."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from referee.kernel import Event
from referee.phases.bidding.events import BidMade, CardUp, TurnCame
from referee.running.acts import JournalAct
from referee.running.hall import Hall
from referee.running.journal import FileJournal
from tests.benchmarks.contestants import Referee, memory
from tests.benchmarks.room import BusyTable
from tests.benchmarks.script import HOST, NO_CLOCKS, SIX, begin, rich_table
from tests.kit import Fighters, kept_in

Row = tuple[str, str, str]
SOON, LATE = 100, 10_000  # events
GROWN = int(os.environ.get("REFEREE_GROWN", "16000"))  # events of a long game in tests, two an act
ROUNDS, TAPS, UNDONE = 8, 12, 4
SALE, COPIES = 30, 10  # bids, files


def grown(revisions: Sequence[str]) -> list[Row]:
    """Return the figures of this program, and of revisions what a running one shows."""
    rows = list[Row]()
    with TemporaryDirectory() as folder:
        game, events = _evening(Path(folder))
        for revision in ("", *revisions):
            rows += asyncio.run(_late_taps(Referee(revision)))
            rows += asyncio.run(_opened(Referee(revision), game, events))
        weight = f"{game.stat().st_size / 1024 * 1000 / events:.0f} KB for 1,000 events"
    return [*rows, (f"the file of an evening, {events} events", weight, "")]


async def _late_taps(program: Referee) -> list[Row]:
    """Tap in turns at two tables, of which one has gone on for very long, then take taps back."""
    names = [lay(program.folder, events) for events in (SOON, LATE)]
    await program.start()
    for name in names:
        await program.take(name)
    soon, late = program.tables
    await asyncio.sleep(0.5)
    times = [(await _bids(soon), await _bids(late)) for _ in range(ROUNDS)]
    undos = [[await table.tap(HOST, act="Undo") for _ in range(UNDONE)] for table in (soon, late)]
    await program.stop()
    ratios = quantiles([b / a for a, b in times], n=4, method="inclusive")
    figures = [f"{1000 * median(some):.1f}" for some in (*zip(*times, strict=True), *undos)]
    words = f"{figures[0]} and {figures[1]} ms, ratio {ratios[1]:.2f} ({ratios[0]:.2f}-{ratios[2]:.2f})"
    return [
        (f"{program.name}: a tap at event {SOON} and {LATE}", words, "1.0"),
        (f"{program.name}: an undo there", f"{figures[2]} and {figures[3]} ms", ""),
    ]


async def _bids(table: BusyTable) -> float:
    """Let one after the other bid one more; returns the middle of the times until the last screen was told (s)."""
    amounts = range(table.pressed + 1, table.pressed + 1 + TAPS)
    times = []
    for amount in amounts:
        times.append(await table.tap(SIX[(amount - 1) % len(SIX)], act="Bid", amount=amount))
        await asyncio.sleep(0.03)
    return median(times)


def lay(folder: Path, events: int) -> str:
    """Write a table with so many events, a card up and no bid on it; return its id."""
    hall = Hall(folder)
    begin(sitting := rich_table(hall, NO_CLOCKS))
    path, last, at = kept_in(sitting).path, sitting.last(), sitting.now()
    heard = sum(len(act.events) for act in sitting.acts())
    hall.close()
    journal = FileJournal(path)
    for number, made in enumerate(_sales((events - heard) // 2), start=last + 1):
        journal.append(JournalAct(number, at + number, made[-1].seat, "", made))
    journal.close()
    return path.stem


def _sales(acts: int) -> list[tuple[Event, TurnCame]]:
    """Return so many bids, every thirtieth followed by another card; the last act turns up a card."""
    made: list[tuple[Event, TurnCame]] = []
    for left in range(acts - 1, -1, -1):
        amount = SALE - left % SALE
        card_up = CardUp(1, SIX[0], ("1.04.05",))
        bid = BidMade(SIX[(amount - 1) % len(SIX)], amount)
        made.append((card_up, TurnCame(SIX[0])) if amount == SALE else (bid, TurnCame(SIX[amount % len(SIX)])))
    return made


def _evening(folder: Path) -> tuple[Path, int]:
    """Play a whole game of ten turns at random; return its file, and how many events it has."""
    played = next(one for one in map(_game, count(1)) if one.public.turn == 10)
    journal = FileJournal(folder / "game.referee")
    for act in played.sitting.rows():
        journal.append(act)
    journal.close()
    return folder / "game.referee", sum(len(act.events) for act in played.sitting.rows())


def _game(seed: int) -> Fighters:
    played = Fighters(seed, list(SIX), "advanced")
    played.play(turns=10, presses=12)
    return played


async def _opened(program: Referee, game: Path, events: int) -> list[Row]:
    """Open copies of one evening by looking at them twice, and see what the program holds more after the first."""
    for number in range(COPIES):
        shutil.copy(game, program.folder / f"copy-{number}.referee")
    await program.start()
    held, times = [], []
    for number in range(COPIES):
        looks = [await _look(program, f"/t/copy-{number}/") for _ in range(2)]
        times.append(looks[0] - looks[1])
        held.append(memory(program.pid))
    await program.stop()
    each = (held[-1] - held[0]) / (COPIES - 1) * 1000 / events
    return [
        (f"{program.name}: an evening of ten turns opened", f"{1000 * median(times):.0f} ms", "< 50 ms"),
        (f"{program.name}: memory for 1,000 events of evenings", f"{each:.2f} MB", "< 0.75 MB"),
    ]


async def _look(program: Referee, page: str) -> float:
    began = time.perf_counter()
    await program.host.ask("GET", page)
    return time.perf_counter() - began
