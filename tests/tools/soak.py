"""A long evening, made short: ``python -m tests.tools.soak [--minutes 30]`` has two tables with twelve restless phones.

At thirty minutes it is an evening of six hours at twelvefold speed. Bidding is played over real HTTP again and again
and taken back; phones sleep, drop off the air, reload, and tap twice at once. At the end it says what the program held
and how fast it answered in the first and in the last twelfth of the time, and whether they are within a tenth. A shared
machine changes its pace by itself; a yardstick, the same sum over and over, tells how much, and latency is held to it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import re
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles
from tempfile import TemporaryDirectory

from referee.kernel import to_json
from referee.running.journal import read
from tests.benchmarks.room import set_table, take_controls, take_seats, yardstick
from tests.benchmarks.script import SIX
from tests.benchmarks.wire import Line
from tests.kit import Program

BIDS, PAUSE, PARTS, TENTH = 24, 0.4, 12, 1.1
YARDSTICK = "yardstick, ms"
QUIET = {"B6": "120", "B7": "off", "K8": "off"}
OPENING = ("BeginBidding", "DeclareHands", "DealRow")
SEATED = 12  # the acts before the first bid: the table is set, everybody sits down, the row is dealt


@dataclass
class Notes:
    """What was measured, each with the moment (s): taps answered (s), what the program held, the yardstick (s)."""

    end: float
    began: float = field(default_factory=time.perf_counter)
    taps: list[tuple[float, float]] = field(default_factory=list)
    held: list[tuple[float, dict[str, int]]] = field(default_factory=list)
    pace: list[tuple[float, float]] = field(default_factory=list)
    lives: dict[str, int] = field(default_factory=dict)

    @property
    def now(self) -> float:
        """Return the seconds since the evening began."""
        return time.perf_counter() - self.began

    @property
    def over(self) -> bool:
        return self.now >= self.end

    def count(self, what: str) -> None:
        """Count something that happened to a phone."""
        self.lives[what] = self.lives.get(what, 0) + 1


async def stream(port: int, path: str, cookies: dict[str, str], notes: Notes, dice: Random, *, calm: bool) -> None:
    """Keep a page open as a phone does: listen for a while, then sleep, drop off the air or reload."""
    page = path.replace("/stream", "")
    while not notes.over:
        wire = await Line(port, dict(cookies)).open()
        with suppress(asyncio.TimeoutError, asyncio.IncompleteReadError, ConnectionError):
            await asyncio.wait_for(wire.events(path, _hear), notes.end if calm else dice.uniform(2, 9))
        what = dice.choice(("sleep", "drop", "reload"))
        notes.count(what)
        if what == "drop":
            wire.writer.transport.abort()
        wire.writer.close()
        if what == "sleep":
            await asyncio.sleep(dice.uniform(0.5, 5))
        look = await Line(port, dict(cookies)).open()
        for where in (page, page.replace("/me?", "/me/secret?")):
            await look.ask("GET", where)
        look.writer.close()


def _hear(event: bytes, weight: int) -> None:
    pass


@dataclass
class Night:
    """One table: the player on turn bids one more, some of them twice at once; then all of it is taken back."""

    port: int
    here: str
    host: Line
    hands: dict[str, Line]
    notes: Notes
    dice: Random
    key: int = 0

    async def play(self) -> None:
        """Bid, and bid again, until the evening is over."""
        _, _, page = await self.host.ask("GET", f"{self.here}log")
        first = 1 + max(map(int, re.findall(rb'id="fact-(\d+)"', page)))
        while not self.notes.over:
            for act in OPENING:
                await self.steer(act)
            for amount in range(1, BIDS + 1):
                await self.bid(amount)
                await asyncio.sleep(self.dice.uniform(0.5, 1.5) * PAUSE)
                if self.notes.over:
                    return
            await self.steer("Undo", to=first)

    async def steer(self, act: str, **words: object) -> None:
        self.key += 1
        status, _, body = await self.host.ask("POST", self.here, {"act": act, "key": f"h{self.key}", **words})
        assert status == 200, f"{act} was answered {status}: {body[:300]!r}"

    async def bid(self, amount: int) -> None:
        """Bid, and in one of four cases from two pages of the same phone at once: just one of them may count."""
        hand = self.hands[SIX[(amount - 1) % len(SIX)]]
        twins = [hand]
        if self.dice.random() < 0.25:
            twins.append(await Line(self.port, dict(hand.cookies)).open())
            self.notes.count("race")
        answers = await asyncio.gather(*(self._tap(one, amount) for one in twins))
        assert sum(status == 200 for status in answers) == 1, f"A bid of {amount} was answered {answers}"
        for one in twins[1:]:
            one.writer.close()

    async def _tap(self, hand: Line, amount: int) -> int:
        self.key += 1
        form = {"act": "Bid", "amount": amount, "seen": f"1.0.{amount - 1}", "key": f"b{self.key}"}
        began = time.perf_counter()
        status, _, _ = await hand.ask("POST", f"{self.here}me?tab=bid", form)
        self.notes.taps.append((self.notes.now, time.perf_counter() - began))
        return status


async def watch(process: int, notes: Notes) -> None:
    """Note every few seconds what the program holds; only where the system says it in /proc."""
    place = Path(f"/proc/{process}")
    while not notes.over:
        words = dict(re.findall(r"(VmRSS|Threads):\s+(\d+)", (place / "status").read_text()))
        files = len(list((place / "fd").iterdir()))
        held = {"memory, kB": int(words["VmRSS"]), "threads": int(words["Threads"]), "open files": files}
        notes.held.append((notes.now, held))
        await asyncio.sleep(notes.end / (PARTS * 8))


async def measure(notes: Notes) -> None:
    """Lay the yardstick on the machine about once a second."""
    while not notes.over:
        took = yardstick(50_000)
        notes.pace.append((notes.now, took))
        await asyncio.sleep(1)


async def evening(program: Program, tables: int, seconds: float) -> Notes:
    """Seat everybody, then let all of it happen at once."""
    cookies, notes, dice = await take_controls(program), Notes(seconds), Random(4)
    jobs: list[asyncio.Task[None]] = []
    nights = []
    for number in range(tables):
        host = await Line(program.port, dict(cookies)).open()
        name = await set_table(host, options=QUIET)
        hands = await take_seats(host, name)
        nights.append(Night(program.port, f"/t/{name}/", host, hands, notes, Random(number)))
    notes.began = time.perf_counter()
    for night in nights:
        jobs.append(asyncio.create_task(night.play()))
        board = f"{night.here}stream?board"
        jobs.append(asyncio.create_task(stream(program.port, board, cookies, notes, Random(1), calm=True)))
        for hand in night.hands.values():
            own = f"{night.here}me/stream?tab=bid"
            restless = stream(program.port, own, hand.cookies, notes, Random(dice.random()), calm=False)
            jobs.append(asyncio.create_task(restless))
    jobs += [asyncio.create_task(watch(program.process.pid, notes)), asyncio.create_task(measure(notes))]
    await asyncio.wait_for(asyncio.gather(*jobs), seconds + 120)
    return notes


# -- what came of it ----------------------------------------------------------------------------------


def per_act(folder: Path, *, last: bool) -> float:
    """Return the mean bytes that an act took in the first or the last twelfth of each file."""
    sizes = []
    for path in folder.glob("*.referee"):
        rows = read(path)
        part = max(1, len(rows) // PARTS)
        chosen = rows[-part:] if last else rows[SEATED : SEATED + part]
        sizes += [len(json.dumps([to_json(event) for event in row.events])) for row in chosen if row.kind == "act"]
    return mean(sizes)


def in_parts(notes: Notes, noted: Iterable[tuple[float, float]]) -> list[list[float]]:
    """Return what was noted, apart for every twelfth of the time."""
    parts = [list[float]() for _ in range(PARTS)]
    for at, figure in noted:
        parts[min(PARTS - 1, int(at * PARTS / notes.end))].append(figure)
    return parts


def course(notes: Notes) -> list[tuple[str, list[float]]]:
    """Return the figures of every twelfth in turn: whether the last is a trend or the machine's mood is seen there."""
    kinds = {what: in_parts(notes, ((at, held[what]) for at, held in notes.held)) for what in notes.held[0][1]}
    taps = in_parts(notes, ((at, 1000 * tap) for at, tap in notes.taps))
    pace = in_parts(notes, ((at, 1000 * took) for at, took in notes.pace))
    return [
        *((what, [mean(part) for part in parts]) for what, parts in kinds.items()),
        ("tap answered p50, ms", [median(part) for part in taps]),
        ("tap answered p99, ms", [quantiles(part, n=100)[98] for part in taps]),
        (YARDSTICK, [median(part) for part in pace]),
    ]


def compared(by_part: list[tuple[str, list[float]]], folder: Path) -> list[tuple[str, float, float]]:
    """Return each figure in the first and the last twelfth."""
    rows = [(what, figures[0], figures[-1]) for what, figures in by_part]
    return [*rows, ("bytes of file per act", per_act(folder, last=False), per_act(folder, last=True))]


def grown(rows: list[tuple[str, float, float]]) -> list[str]:
    """Return what grew by more than a tenth; of latency, by more than a tenth beyond the yardstick."""
    pace = next(last / first for what, first, last in rows if what == YARDSTICK)
    beyond = ((what, last / first / (pace if "ms" in what else 1)) for what, first, last in rows)
    return [what for what, ratio in beyond if ratio > TENTH]


def main() -> int:
    """Play, and print the figures; 1 where something grew by more than a tenth."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.soak", description="A long evening, made short.")
    parser.add_argument("--minutes", type=float, default=30, help="how long it takes (default: 30)")
    seconds = 60 * parser.parse_args().minutes
    with TemporaryDirectory() as folder:
        program = Program(Path(folder), 64).start()
        try:
            notes = asyncio.run(evening(program, 2, seconds))
        finally:
            said = program.stop()
        by_part = course(notes)
        rows = compared(by_part, Path(folder))
    over = grown(rows)
    lives = ", ".join(f"{count} x {what}" for what, count in sorted(notes.lives.items()))
    print(
        f"Python {platform.python_version()}, {platform.system()}, {seconds / 60:.0f} minutes, {len(notes.taps)} taps"
    )
    print(f"What happened to phones: {lives}")
    print(f"{'':<24}{'first twelfth':>14}{'last twelfth':>14}{'ratio':>8}")
    for what, first, last in rows:
        verdict = "  more than a tenth above" if what in over else ""
        print(f"{what:<24}{first:>14.1f}{last:>14.1f}{last / first:>8.2f}{verdict}")
    print("Every twelfth in turn:")
    for what, figures in by_part:
        print(f"{what:<24}{''.join(f'{figure:>9.1f}' for figure in figures)}")
    print(f"Not within 10 %: {', '.join(over)}." if over else "All within 10 % of the first twelfth.")
    trouble = [line for line in said.splitlines() if "Error" in line]
    print("\n".join(["The program complained:", *trouble]) if trouble else "The program complained of nothing.")
    return 1 if over or trouble else 0


if __name__ == "__main__":
    sys.exit(main())
