"""A room full of tables in the real program: laid down in files, opened, seated through codes, bidding."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from referee.common.setup import Place, SetTable
from referee.running.hall import Hall
from tests.benchmarks.wire import Line, Screen
from tests.kit.program import Program

SIX = ("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen")
OPTIONS = (("B6", "120"), ("B7", "off"), ("K8", "off"))


class Overloaded(Exception):
    """The machine is too slow for this many tables: the clock took seconds to look, or a screen to be told."""


def yardstick(numbers: int) -> float:
    """Return how long the sum of so many numbers takes (s): by it two machines, or two hours of one, compare."""
    began = time.perf_counter()
    sum(range(numbers))
    return time.perf_counter() - began


def lay_tables(folder: Path, count: int) -> list[str]:
    """Write tables into a folder on which everybody can bid for a long time; returns their ids."""
    hall, made = Hall(folder), []
    for _ in range(count):
        table, sitting = hall.create("bench")
        places = tuple(Place(seat, spice=300) for seat in SIX)
        assert sitting.act(SetTable("bench", places, SIX[0], options=OPTIONS), "host").done
        made.append(table)
    hall.close()
    return made


@dataclass
class BusyTable:
    """A table in play: its seven screens, and a hand on each phone that bids one more."""

    name: str
    port: int
    host: dict[str, str]
    screens: list[Screen] = field(default_factory=list)
    hands: dict[str, Line] = field(default_factory=dict)
    amount: int = 0
    lateness: list[float] = field(default_factory=list)
    taps: list[float] = field(default_factory=list)

    async def sit(self) -> None:
        """Seat six phones by the codes on the table screen, and turn the first card up."""
        here, host = f"/t/{self.name}/", await Line(self.port, dict(self.host)).open()
        _, _, page = await host.ask("GET", here)
        for seat in SIX:
            found = re.search(rf'id="seat-{seat}".*?<kbd class="big">(\w+)</kbd>', page.decode(), re.DOTALL)
            assert found, "The table screen shows a code for every seat"
            hand = await Line(self.port).open()
            status, _, _ = await hand.ask("POST", "/J/", {"code": found[1], "key": "1"})
            assert status == 303, f"Taking a seat was answered {status}"
            self.hands[seat] = hand
        for number, act in enumerate(("BeginBidding", "DeclareHands", "DealRow")):
            await host.ask("POST", here, {"act": act, "key": f"begin {number}"})
        self.screens = [Screen(here, f"{here}stream?board", host)]
        for hand in self.hands.values():
            own = await Line(self.port, dict(hand.cookies)).open()
            self.screens.append(Screen(f"{here}me?tab=bid", f"{here}me/stream?tab=bid", own))

    async def tap(self) -> None:
        """Let whoever is on turn bid one more; note when it was answered and when the last screen had it (s)."""
        seat, amount = SIX[self.amount % len(SIX)], self.amount + 1
        form = {"act": "Bid", "amount": amount, "seen": f"1.0.{self.amount}", "key": f"bid {amount}"}
        began = time.perf_counter()
        status, _, body = await self.hands[seat].ask("POST", f"/t/{self.name}/me?tab=bid", form)
        self.taps.append(time.perf_counter() - began)
        if status == 409 and b"The game is paused" in body:
            raise Overloaded
        assert status == 200, f"A bid of {amount} was answered {status}: {body[:300]!r}"
        self.amount = amount
        try:
            seen = await asyncio.wait_for(asyncio.gather(*(screen.until(amount) for screen in self.screens)), 20)
        except TimeoutError:
            raise Overloaded from None
        self.lateness.append(max(seen) - began)


async def take_controls(program: Program) -> dict[str, str]:
    """Spend the one-time link; returns the cookies of a browser that steers."""
    line = await Line(program.port).open()
    path = "/" + program.link.split("/", 3)[3]
    status, _, _ = await line.ask("POST", path, {})
    assert status == 303, f"The link was answered {status}"
    return line.cookies


async def play(program: Program, names: Sequence[str], *, taps: int, pause: float) -> list[BusyTable]:
    """Play at all tables at once: so many taps each, one every ``pause`` seconds."""
    host = await take_controls(program)
    tables = [BusyTable(name, program.port, host) for name in names]
    for table in tables:
        await table.sit()
    wires = [asyncio.create_task(screen.live()) for table in tables for screen in table.screens]
    await asyncio.sleep(1.0)
    began = time.perf_counter()
    await asyncio.gather(*(_rhythm(t, began + pause * n / len(tables), taps, pause) for n, t in enumerate(tables)))
    broken = [wire.exception() for wire in wires if wire.done()]
    assert not broken, broken
    for wire in wires:
        wire.cancel()
        with suppress(asyncio.CancelledError):
            await wire
    return tables


async def _rhythm(table: BusyTable, begin: float, taps: int, pause: float) -> None:
    for number in range(taps):
        await asyncio.sleep(max(0.0, begin + number * pause - time.perf_counter()))
        await table.tap()
