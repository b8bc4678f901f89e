"""Crowds of connections to the real program: half requests, floods, readers who do not read, spent descriptors."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

from tests.kit import FRIEND, HOME, ROOT, STRANGER, Crowd, served
from tests.promises.test_p17_strangers_cannot_stop_a_game import FEW, told
from tests.tools.attack.requests import played
from tests.tools.attack.rows import Row, Scale

SLOWEST_PAGE = 2.0  # seconds, on a machine that does all of this at once
HALF = b"POST /J/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n"


@contextmanager
def table_served() -> Iterator[tuple[Crowd, str]]:
    """Serve the program with a table of six; return a crowd and the address of the table screen."""
    with played() as evening, served(evening.app) as crowd:
        yield crowd, f"/t/{evening.table}/"


def pages_meanwhile(crowd: Crowd, page: str, seconds: float, also: Callable[[], None]) -> str | float:
    """Fetch a page as a guest and as this computer while something goes on; return the slowest, or what failed."""
    slowest, until = 0.0, time.monotonic() + seconds
    try:
        while time.monotonic() < until:
            also()
            slowest = max(slowest, crowd.page(FRIEND, page), crowd.page(HOME, page))
            time.sleep(0.1)
    except (OSError, AssertionError) as error:
        return f"no page: {type(error).__name__}"
    return slowest


def row(what: str, tries: int, slowest: str | float) -> Row:
    if isinstance(slowest, str):
        return Row(what, f"{tries:,}", slowest, held=False)
    return Row(what, f"{tries:,}", f"slowest page of the others {slowest * 1000:.0f} ms", slowest < SLOWEST_PAGE)


def crowds(scale: Scale) -> Iterable[Row]:
    """Let a stranger send half requests, flood, and read nothing."""
    yield dripping("half requests from one address", [STRANGER], scale.seconds)
    yield dripping("half requests from seven addresses", [f"127.0.0.{n}" for n in range(100, 107)], scale.seconds)
    yield flood("whole requests at once from one address", "", 400, scale.seconds / 2)
    large = "/static/arrakis.svg"
    yield flood("readers who read nothing, one address", large, 100, scale.seconds / 2, wanted=40)
    many = [f"127.0.0.{n}" for n in range(100, 118)]
    yield flood("readers who read nothing, three addresses", large, 18, scale.seconds, wanted=40, peers=many[:3])
    yield flood("readers who read nothing, 18 addresses", large, 108, scale.seconds, wanted=40, peers=many)


def dripping(what: str, addresses: list[str], seconds: float) -> Row:
    """Keep 112 half requests alive by a byte now and then."""
    with table_served() as (crowd, page):
        lines = [crowd.call(addresses[n % len(addresses)], HALF) for n in range(112)]

        def drip() -> None:
            for line in lines:
                with suppress(OSError):
                    line.send(b"x")

        return row(what, len(lines), pages_meanwhile(crowd, page, seconds, drip))


def flood(
    what: str, path: str, many: int, seconds: float, *, wanted: int = 1, peers: Sequence[str] = (STRANGER,)
) -> Row:
    """Ask for a page over many connections at once, as often over each as is wanted, and read no answer."""
    with table_served() as (crowd, page):
        for n in range(many):
            crowd.call(
                peers[n % len(peers)], f"GET {path or page} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * wanted
            )
        return row(what, many, pages_meanwhile(crowd, page, seconds, lambda: None))


def descriptors(scale: Scale) -> Iterable[Row]:
    """Use up the descriptors of a program that may have 96: by silent connections, then all of them."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    program = subprocess.Popen([sys.executable, "-c", FEW], cwd=ROOT, **pipes)  # type: ignore[call-overload]
    crowd = Crowd(int(program.stdout.readline()))
    try:
        for _ in range(300):
            crowd.call(STRANGER)
        slowest = pages_meanwhile(crowd, "/page", 1.0, lambda: None)
        yield row("silent connections, with room for 96", 300, slowest)
        began, at = told(program, "take"), time.monotonic()
        home = crowd.page(HOME)
        time.sleep(1.5)
        busy = (told(program, "give") - began) / (time.monotonic() - at)
        words = f"this computer's page in {home * 1000:.0f} ms, {busy:.0%} of a core busy"
        yield Row("no descriptor left", "1", words, home < SLOWEST_PAGE and busy < 0.5)
    finally:
        crowd.open.close()
        program.communicate(timeout=20)
