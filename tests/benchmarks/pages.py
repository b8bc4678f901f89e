"""From the tap to the pixels: contestants in Chromium take turns tap by tap, and only ratios count.

Seven pages in one browser: when the button answers, when the last page shows a tap, what it costs, what they cost while
nobody taps, and how long a phone's first page takes, its processor four times slower. ``evening`` measures each kind of
tap on one page.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles

from tests.benchmarks.browsers import Open, Shown, line_up, used, why_no_peer_pages
from tests.benchmarks.contest import at

ROUNDS, SEVEN, LOADS = 3, 8, 3
IDLE_SECONDS = 4.0
Figure = Callable[[list[Shown]], float]


@dataclass
class Got:
    """What one contestant's pages took: taps by round, loads, and idle processor in ms a second."""

    rounds: list[list[Shown]] = field(default_factory=list)
    loads: list[tuple[float, float]] = field(default_factory=list)
    idle: float = 0.0


def share(name: str, quantile: float = 0.5) -> Figure:
    return lambda taps: at([getattr(one, name) for one in taps], quantile)


def mean(name: str) -> Figure:
    return lambda taps: sum(getattr(one, name) for one in taps) / len(taps)


OF_SEVEN: dict[str, tuple[Figure, str]] = {
    "button": (share("answered"), ""),
    "DOM p50": (share("last"), "<= 1.0"),
    "p90": (share("last", 0.9), ""),
    "p99": (share("last", 0.99), "<= 1.0"),
    "frame p50": (share("frame"), ""),
    "browser a tap": (mean("browser"), "<= 1.2"),
    "server a tap": (mean("server"), ""),
}


async def play(contestants: list[Open], taps: int, *, loads: int = 0) -> dict[str, Got]:
    """Have all of them take turns, tap by tap; who begins changes."""
    from playwright.async_api import async_playwright

    got = {one.kind.name: Got() for one in contestants}
    async with async_playwright() as browsers:
        for one in contestants:
            await one.start(browsers)
            for _ in range(2):
                await one.tap()
        for number in range(ROUNDS):
            print(f"... {len(contestants[0].pages)} pages, round {number + 1} of {ROUNDS}", file=sys.stderr)
            for one in contestants:
                got[one.kind.name].rounds.append([])
            for turn in range(taps):
                first = turn % len(contestants)
                for one in contestants[first:] + contestants[:first]:
                    got[one.kind.name].rounds[-1].append(await one.tap())
        for _ in range(loads):
            for one in contestants:
                got[one.kind.name].loads.append(await one.load())
        await asyncio.sleep(1)
        was = [used(one.root) for one in contestants]
        await asyncio.sleep(IDLE_SECONDS)
        for one, before in zip(contestants, was, strict=True):
            got[one.kind.name].idle = 1000 * (used(one.root) - before) / IDLE_SECONDS
        for one in contestants:
            await one.stop()
    return got


def against(ours: Got, theirs: Got, figures: dict[str, tuple[Figure, str]], other: str) -> str:
    """Return ratios to another contestant: the median of the rounds, and quartiles."""
    cells = []
    for what, (figure, aim) in figures.items():
        ratios = [figure(a) / figure(b) for a, b in zip(ours.rounds, theirs.rounds, strict=True) if figure(b)]
        low, middle, high = quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else (0.0, 0.0, 0.0)
        aim = f" aim {aim}" if aim and not aim.endswith("ms") and not other.startswith("referee") else ""
        cells.append(f"{what} {middle:.2f} ({low:.2f}-{high:.2f}){aim}")
    if theirs.idle:
        cells.append(f"idle {ours.idle / theirs.idle:.2f} aim <= 1.0")
    if theirs.loads:
        cells.append(f"first page {usable(ours) / usable(theirs):.2f} aim <= 0.5")
    return f"  to {other:<36} {'  '.join(cells)}"


def usable(got: Got) -> float:
    return median(one[1] for one in got.loads)


def report(title: str, got: dict[str, Got], figures: dict[str, tuple[Figure, str]]) -> list[str]:
    """Return the ratios first, then milliseconds."""
    ours, *others = got
    lines = [f"{title}: ratios of the {ours}, median of the rounds (quartiles)"]
    lines += [against(got[ours], got[other], figures, other) for other in others]
    for name, one in got.items():
        taps = [tap for part in one.rounds for tap in part]
        cells = [f"{what} {figure(taps):.0f}" for what, (figure, _) in figures.items()]
        cells.append(f"idle {one.idle:.0f} a second")
        if one.loads:
            cells.append(f"first page painted {median(p for p, _ in one.loads):.0f}, usable {usable(one):.0f}")
        lines.append(f"  {name:<39} ms: {', '.join(cells)}")
    return [*lines, ""]


async def pages(revisions: Sequence[str]) -> list[str]:
    """Measure seven pages."""
    seven = await play(line_up(revisions), SEVEN, loads=LOADS)
    why = why_no_peer_pages()
    return [*([why] if why else []), *report("Seven pages in Chromium, 24 taps", seven, OF_SEVEN)]
