"""Tables in the real program: set through its form, seated through codes, played by the script."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from uuid import uuid4

from tests.benchmarks.script import HOST, OPTIONS, SIX, SPICE, Tap
from tests.benchmarks.wire import Line, Screen
from tests.kit import Program

Times = list[float]  # seconds, in the order of the taps
PATIENCE = 20.0  # seconds until a screen that was told nothing counts as lost


class Overloaded(Exception):
    """The machine is too slow for this many tables: a clock ran out, or a screen had no update for long."""


def yardstick(numbers: int) -> float:
    """Return the seconds to sum so many numbers, to compare machines and hours."""
    began = time.perf_counter()
    sum(range(numbers))
    return time.perf_counter() - began


async def take_controls(program: Program) -> dict[str, str]:
    """Spend the one-time link; returns the cookies of a browser that steers."""
    line = await Line(program.port).open()
    path = "/" + program.link.split("/", 3)[3]
    status, _, _ = await line.ask("POST", path, {})
    assert status == 303, f"The link was answered {status}"
    line.writer.close()
    return line.cookies


async def set_table(host: Line, seats: Sequence[str] = SIX, options: Mapping[str, str] = OPTIONS) -> str:
    """Set a table through the form, everybody rich; returns its id."""
    many = len(seats)
    form: dict[str, object] = {
        "table": "bench",
        "faction": seats,
        "player": [f"P{n}" for n in range(many)],
        "count": [""] * many,
        "spice": [SPICE] * many,
        "ally": [""] * many,
        "first": "1",
        "rules": "advanced",
        "turn": "1",
        **options,
    }
    status, headers, body = await host.ask("POST", "/new", form)
    assert status == 303, f"The form was answered {status}: {body[:2000]!r}"
    return headers["location"][0].split("/t/")[1].strip("/")


async def take_seats(host: Line, name: str, seats: Sequence[str] = SIX) -> dict[str, Line]:
    """Seat a phone each by the codes that the table shows."""
    _, _, page = await host.ask("GET", f"/t/{name}/seats")
    hands = {}
    for seat in seats:
        found = re.search(rf'id="seat-{seat}".*?<kbd class="big">(\w+)</kbd>', page.decode(), re.DOTALL)
        assert found, "The table screen shows a code for every seat"
        hands[seat] = await Line(host.port).open()
        status, _, _ = await hands[seat].ask("POST", "/J/", {"code": found[1], "key": "1"})
        assert status == 303, f"Taking a seat was answered {status}"
    return hands


@dataclass
class BusyTable:
    """A table in play: seven screens, one phone's shield held open, and input on each phone."""

    name: str
    host: Line
    seats: Sequence[str] = SIX
    hands: dict[str, Line] = field(default_factory=dict)
    screens: list[Screen] = field(default_factory=list)
    wires: list[asyncio.Task[None]] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    pressed: int = 0

    async def sit(self, *, keeps: bool = False) -> BusyTable:
        """Seat a phone each and open all screens."""
        here = f"/t/{self.name}/"
        self.hands = await self.take_seats()
        self.hands[HOST] = self.host
        for who in (HOST, *self.seats):
            line = self.hands[who]
            line.mark = uuid4().hex
            own = await Line(line.port, dict(line.cookies), line.mark).open()
            page, stream = (here, f"{here}stream?board") if who == HOST else (self._me(), self._me("/stream"))
            shield = self._me("/secret") if who == self.seats[0] else ""
            self.screens.append(Screen(page, stream, own, self.news, shield, keeps))
        self.wires = [asyncio.create_task(screen.live()) for screen in self.screens]
        return self

    async def take_seats(self) -> dict[str, Line]:
        return await take_seats(self.host, self.name, self.seats)

    def _me(self, end: str = "") -> str:
        return f"/t/{self.name}/me{end}?tab=bid"

    async def press(self, who: str, **form: object) -> bytes:
        """Post a form; returns the answer."""
        path = f"/t/{self.name}/" if who == HOST else self._me()
        self.pressed += 1
        status, _, body = await self.hands[who].ask("POST", path, {**form, "key": f"key {self.pressed}"})
        if status == 409 and b"The game is paused" in body:
            raise Overloaded
        assert status < 400, f"{form} was answered {status}: {body[:500]!r}"
        return body

    async def tap(self, who: str, **form: object) -> float:
        """Tap what everybody sees; returns the seconds until the last screen was told."""
        own = 0 if who == HOST else 1 + self.seats.index(who)
        told = [screen.told for screen in self.screens]
        began = time.perf_counter()
        if await self.press(who, **form) and self.screens[own].told == told[own]:
            self.screens[own].note()  # the page came as the answer
        try:
            async with asyncio.timeout(PATIENCE):
                await self._all_told(told)
        except TimeoutError:
            raise Overloaded from None
        return max(screen.at for screen in self.screens) - began

    async def _all_told(self, told: list[int]) -> None:
        while any(screen.told == was for screen, was in zip(self.screens, told, strict=True)):
            self.news.clear()
            await self.news.wait()

    async def leave(self) -> None:
        """Close every screen."""
        for wire in self.wires:
            wire.cancel()
            with suppress(asyncio.CancelledError):
                await wire
        for line in (*self.hands.values(), *(screen.line for screen in self.screens)):
            line.writer.close()


async def rhythm(table: BusyTable, taps: Sequence[Tap], begin: float, pause: float) -> Times:
    """Tap these, one every ``pause`` seconds, or later where one took longer."""
    late = []
    for number, tap in enumerate(taps):
        await asyncio.sleep(max(0.0, begin + number * pause - time.perf_counter()))
        late.append(await table.tap(tap.who, **tap.form()))
    return late


async def all_at_once(tables: Sequence[BusyTable], taps: Callable[[BusyTable], Sequence[Tap]], pause: float) -> Times:
    """Play at all tables, staggered evenly within a pause; the first that is overloaded ends it for all."""
    began, many = time.perf_counter(), len(tables)
    jobs = [
        asyncio.create_task(rhythm(table, taps(table), began + pause * n / many, pause))
        for n, table in enumerate(tables)
    ]
    try:
        late = await asyncio.gather(*jobs)
    finally:
        for job in jobs:
            job.cancel()
    return [one for at_once in zip(*late, strict=True) for one in at_once]
