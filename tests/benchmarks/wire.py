"""Screens without a browser: each has one stream and one keep-alive connection, like a page.

They accept and decompress gzip as browsers do, but parse nothing: whatever is not a heartbeat is an update. All run in
one event loop. Their own cost is printed beside what they measure.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlencode

Headers = dict[str, list[str]]
Answer = tuple[int, Headers, bytes]
GZIP = zlib.MAX_WBITS | 16


def unpacked(headers: Headers, body: bytes) -> bytes:
    return zlib.decompress(body, GZIP) if headers.get("content-encoding") == ["gzip"] else body


@dataclass
class Line:
    """A keep-alive connection with its browser's cookies; ``mark`` identifies the page."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    mark: str = ""
    here: str = "127.0.0.1"  # the address it comes from

    async def open(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.port, limit=1 << 20, local_addr=(self.here, 0)
        )
        return self

    def send(self, method: str, path: str, form: dict[str, object] | None = None) -> None:
        body = urlencode(form or {}, doseq=True).encode()
        place = f"127.0.0.1:{self.port}"
        words = [f"{method} {path} HTTP/1.1", f"Host: {place}", "HX-Request: true", "Accept: text/html"]
        words += ["Accept-Encoding: gzip", *([f"X-Page: {self.mark}"] if self.mark else [])]
        if self.cookies:
            words.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if form is not None:
            words += [f"Origin: http://{place}", "Content-Type: application/x-www-form-urlencoded"]
            words.append(f"Content-Length: {len(body)}")
        self.writer.write("\r\n".join([*words, "", ""]).encode() + body)

    async def head(self) -> tuple[int, Headers]:
        raw = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = raw.strip().split("\r\n")
        headers: Headers = {}
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
        except (asyncio.IncompleteReadError, ConnectionError):
            await self.open()
            self.send(method, path, form)
            status, headers = await self.head()
        size = int(headers.get("content-length", ["0"])[0])
        return status, headers, unpacked(headers, await self.reader.readexactly(size) if size else b"")

    async def events(self, path: str, hear: Callable[[bytes, int], None]) -> None:
        """Open a stream and say each event with its bytes on the wire, for ever."""
        self.send("GET", path)
        status, headers = await self.head()
        assert status == 200, f"{path} answered {status}"
        unpack = zlib.decompressobj(GZIP) if headers.get("content-encoding") == ["gzip"] else None
        chunked, text, weight = headers.get("transfer-encoding") == ["chunked"], b"", 0
        while True:
            if chunked:
                size = int(await self.reader.readline(), 16)
                part = (await self.reader.readexactly(size + 2))[:-2]
            else:
                part = await self.reader.read(1 << 16)
            if not part:
                return
            text, weight = text + (unpack.decompress(part) if unpack else part), weight + len(part)
            while (end := text.find(b"\n\n") + 2) > 1:
                hear(text[:end], weight)
                text, weight = text[end:], 0


@dataclass
class Screen:
    """An open page: its address, the number of updates, and the event that an update sets.

    ``shield`` is what an open shield fetches after each update; ``kept`` what an update was and weighed.
    """

    page: str
    stream: str
    line: Line
    news: asyncio.Event
    shield: str = ""
    keeps: bool = False
    told: int = 0
    at: float = 0.0
    peeked: float = 0.0
    kept: list[tuple[bytes, int]] = field(default_factory=list)

    async def live(self) -> None:
        """Listen and look, for ever."""
        wire = await Line(self.line.port, self.line.cookies, self.line.mark).open()
        self.looks, self.peeks = asyncio.Event(), asyncio.Event()
        jobs = [asyncio.create_task(self._look()), asyncio.create_task(self._peek())]
        try:
            await wire.events(f"{self.stream}&mark={self.line.mark}", self.hear)  # "mark" is for older revisions
        finally:
            wire.writer.close()
            for job in jobs:
                job.cancel()

    def hear(self, event: bytes, weight: int) -> None:
        """Count an update; a heartbeat is none, and a ``look`` fetches the page."""
        head = event[:60]
        if b"event: look" in head:
            self.looks.set()
        elif b"event: beat" not in head:
            if self.keeps:
                self.kept.append((event, weight))
            self.note()

    async def _look(self) -> None:
        while await self.looks.wait():
            self.looks.clear()
            await self.line.ask("GET", self.page)
            self.note()

    async def _peek(self) -> None:
        if not self.shield:
            return
        own = await Line(self.line.port, self.line.cookies).open()
        try:
            while await self.peeks.wait():
                self.peeks.clear()
                await own.ask("GET", self.shield)
                self.peeked = time.perf_counter()
        finally:
            own.writer.close()

    def note(self) -> None:
        """Wake those who wait for an update."""
        self.told, self.at = self.told + 1, time.perf_counter()
        self.news.set()
        self.peeks.set()
