"""Screens without a browser: each holds one stream and one connection that stays open, as a page does.

A screen is shown its page anew, or hears "look" and asks for it, and knows from the bytes what stands on it. All of
them live in one event loop; what they cost is small beside the program they measure, but not nothing: the figures
are upper bounds.
"""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass, field
from urllib.parse import urlencode

Answer = tuple[int, dict[str, list[str]], bytes]


@dataclass
class Line:
    """One connection that stays open, with the cookies of its browser."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    async def open(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        return self

    def send(self, method: str, path: str, form: dict[str, object] | None = None) -> None:
        body = urlencode(form or {}).encode()
        place = f"127.0.0.1:{self.port}"
        words = [f"{method} {path} HTTP/1.1", f"Host: {place}", "HX-Request: true", "Accept: text/html"]
        if self.cookies:
            words.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if form is not None:
            words += [f"Origin: http://{place}", "Content-Type: application/x-www-form-urlencoded"]
            words.append(f"Content-Length: {len(body)}")
        self.writer.write("\r\n".join([*words, "", ""]).encode() + body)

    async def head(self) -> tuple[int, dict[str, list[str]]]:
        raw = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = raw.strip().split("\r\n")
        headers: dict[str, list[str]] = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers.setdefault(name.lower(), []).append(value.strip())
        for cookie in headers.get("set-cookie", ()):
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name] = value
        return int(first.split()[1]), headers

    async def ask(self, method: str, path: str, form: dict[str, object] | None = None) -> Answer:
        """Send a request and read its whole answer; a connection the server let go of is opened anew."""
        self.send(method, path, form)
        try:
            status, headers = await self.head()
        except asyncio.IncompleteReadError:
            await self.open()
            self.send(method, path, form)
            status, headers = await self.head()
        size = int(headers.get("content-length", ["0"])[0])
        return status, headers, await self.reader.readexactly(size) if size else b""


@dataclass
class Screen:
    """A page that is open somewhere: where it lives, what it shows last, and whoever waits to see something there."""

    page: str
    stream: str
    line: Line
    shown: int = -1
    news: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def live(self) -> None:
        """Hear the bell and look, for ever."""
        wire = await Line(self.line.port, self.line.cookies).open()
        wire.send("GET", self.stream)
        status, _ = await wire.head()
        assert status == 200, f"{self.stream} answered {status}"
        while True:
            text = await wire.reader.readuntil(b"\n\n")
            if b"event: look" in text[:40]:
                await self.look()
            elif b"event: show" in text[:40]:
                await self.note(text)

    async def look(self) -> None:
        """Ask for the page and note the bid to beat that stands on it."""
        _, _, body = await self.line.ask("GET", self.page)
        await self.note(body)

    async def note(self, body: bytes) -> None:
        """Tell whoever waits what stands on the page now."""
        found = re.search(rb'name="seen" value="\d+\.\d+\.(\d+)"', body) or re.search(rb'class="coin huge">(\d+)', body)
        async with self.news:
            self.shown = int(found[1]) if found else 0
            self.at = time.perf_counter()
            self.news.notify_all()

    async def until(self, amount: int) -> float:
        """Wait until a bid stands on this screen; returns the moment it did."""
        async with self.news:
            await self.news.wait_for(lambda: self.shown >= amount)
            return self.at
