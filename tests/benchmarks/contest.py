"""The contest: contestants alternate in short rounds on one machine, and only ratios count.

A round is the same taps for everybody. One table is set up again in every round; fifty are set up once. There is no
warm-up: the first tap after the start is in the figures, and shown by itself.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import ceil
from statistics import median, quantiles

from tests.benchmarks.contestants import Contestant, Peer, Referee, Round, memory, why_no_peer
from tests.benchmarks.room import Overloaded
from tests.benchmarks.script import Tap, script

FILES, MEMORY = "boardgame.io, files", "boardgame.io, memory"
APART, ONE_LOOP = "clients apart", "all on one loop"
SHARES = (("p50", 0.5), ("p90", 0.9), ("p99", 0.99))


@dataclass
class Played:
    """All rounds of one contestant; fewer if it could not keep up."""

    started: float  # seconds until the first answer
    rounds: list[Round] = field(default_factory=list)
    memory: float = 0.0  # MB at the end, of the process that serves

    def per_round(self, figure: Callable[[Round], float]) -> list[float]:
        return [figure(one) for one in self.rounds]


def at(times: list[float], share: float) -> float:
    """Return the quantile of times."""
    return sorted(times)[max(0, ceil(share * len(times)) - 1)]


def quantile(share: float) -> Callable[[Round], float]:
    return lambda one: at(one.late, share)


def served(one: Round) -> float:
    return one.served / len(one.late)


def shown(one: Round) -> float:
    return one.shown / len(one.late)


def both(one: Round) -> float:
    return served(one) + shown(one)


async def contest(
    contestants: list[Contestant], *, tables: int, rounds: int, taps: int, pause: float
) -> dict[str, Played]:
    """Have all of them take turns; returns what each played."""
    made, anew = script(), tables == 1
    played, running = dict[str, Played](), list(contestants)
    for one in contestants:
        began = time.perf_counter()
        await one.start()
        played[one.name] = Played(time.perf_counter() - began)
        if not anew:
            await one.sit(tables)
    gc.collect()
    gc.freeze()  # the screens' own garbage is none of what is measured
    for number in range(rounds):
        print(f"... {tables} table{'s' * (not anew)}, round {number + 1} of {rounds}", file=sys.stderr)
        part = made[:taps] if anew else made[number * taps : (number + 1) * taps]
        for one in list(running):
            try:
                played[one.name].rounds.append(await _turn(one, part, pause, anew))
                played[one.name].memory = memory(one.pid)
            except Overloaded:
                running.remove(one)
                await one.stop()
    for one in running:
        await one.stop()
    return played


async def _turn(one: Contestant, taps: list[Tap], pause: float, anew: bool) -> Round:
    if anew:
        await one.sit(1)
    came = await one.play(taps, pause)
    if anew:
        await one.leave()
    return came


# -- what came of it ----------------------------------------------------------------------------------


def ratios(played: dict[str, Played], name: str, against: str, aims: dict[str, str]) -> str:
    """Return one contestant's ratios to another: the median over the rounds, and quartiles."""
    ours, theirs = played[name], played[against]
    if lost := next((who for who in (name, against) if len(played[who].rounds) < 2), ""):
        return f"  to {against:<34} {lost} could not keep up on this machine"
    figures = [*((what, quantile(share)) for what, share in SHARES), ("processor", used_by(against))]
    cells = []
    for what, figure in figures:
        by_round = [a / b for a, b in zip(ours.per_round(figure), theirs.per_round(figure), strict=False) if b]
        low, middle, high = quantiles(by_round, n=4, method="inclusive") if len(by_round) > 1 else (0.0, 0.0, 0.0)
        aim = f" aim {aims[what]}" if what in aims else ""
        cells.append(f"{what} {middle:5.2f} ({low:.2f}-{high:.2f}){aim}")
    return f"  to {against:<34} {'  '.join(cells)}"


def used_by(against: str) -> Callable[[Round], float]:
    """Return what processor time is compared: the server's alone, or with the screens in its loop."""
    return both if against.endswith(ONE_LOOP) else served


def figures(played: dict[str, Played]) -> Iterator[str]:
    """Yield a line per contestant: medians over the rounds, the first tap, and the cost."""
    heads = ("p50", "p90", "p99", "worst", "first tap", "processor a tap", "of screens", "started", "MB")
    yield f"  {'ms':<37}{''.join(f'{head:>{2 + max(5, len(head))}}' for head in heads)}"
    for name, one in played.items():
        if not one.rounds:
            yield f"  {name:<37}  could not keep up on this machine"
            continue
        cells = [1000 * median(one.per_round(quantile(share))) for _, share in SHARES]
        cells += [1000 * max(max(r.late) for r in one.rounds), 1000 * one.rounds[0].late[0]]
        cells += [1000 * median(one.per_round(served)), 1000 * median(one.per_round(shown))]
        cells += [1000 * one.started, one.memory]
        pairs = zip(heads, cells, strict=True)
        yield f"  {name:<37}{''.join(f'{cell:>{2 + max(5, len(head))}.1f}' for head, cell in pairs)}"


def line_up(revisions: list[str], tables: int, *, memory: bool = True) -> list[Contestant]:
    """Return the contestants in the order of their turns."""
    screens = 7 * tables + 16
    made: list[Contestant] = [Referee(screens=screens)]
    made += [Referee(revision, screens=screens) for revision in revisions]
    if why_no_peer():
        return made
    made += [Peer(f"{FILES}, {APART}", True, True), Peer(f"{FILES}, {ONE_LOOP}", True, False)]
    return [*made, Peer(f"{MEMORY}, {APART}", False, True)] if memory else made


async def one_table(revisions: list[str]) -> list[str]:
    """Play one table in six rounds of a hundred taps."""
    played = await contest(line_up(revisions, 1), tables=1, rounds=6, taps=100, pause=0.03)
    return report("One table of 7 screens, 6 rounds of 100 taps", played, {"p50": "<= 1.3", "p99": "<= 1.0"})


async def fifty_tables(revisions: list[str]) -> list[str]:
    """Play fifty tables, each tapping once a second."""
    line = line_up(revisions, 50, memory=False)
    played = await contest(line, tables=50, rounds=5, taps=4, pause=1.0)
    return report("50 tables of 7 screens, each a tap a second (aim: p99 < 100 ms)", played, {"p50": "<= 1.5"})


def report(title: str, played: dict[str, Played], aims: dict[str, str]) -> list[str]:
    """Return the ratios first, then the figures."""
    ours, *others = played
    lines = [f"{title}: ratios of the {ours}, median of the rounds (quartiles)"]
    for other in others:
        mine = {"processor": "<= 0.4"} if other.startswith(ours) else aims if other.startswith(FILES) else {}
        lines.append(ratios(played, ours, other, mine))
    return [*lines, *figures(played), ""]
