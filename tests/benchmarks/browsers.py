"""Contestants in Chromium: this program or a revision of it, and boardgame.io with a React page of the same auction.

Each has a browser of its own, with all seven pages. A tap is a click in the page; the page itself notes when its DOM
has the news and when the next frame is drawn. The peer's page is bundled with esbuild when it is first wanted.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tests.benchmarks.contestants import PEER_FOLDER, Referee, processor, why_no_peer
from tests.benchmarks.room import BusyTable, set_table, take_seats
from tests.benchmarks.script import HOST, SIX, script
from tests.kit import BROWSER_FLAGS, paths

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page, Playwright, ViewportSize

SOURCES = Path(__file__).with_name("peer_pages")
AUCTION = "auction"  # the peer's game
PACKAGES = ("react@18", "react-dom@18", "esbuild@0.25")
SLOW = 4  # how much slower the processor of the one phone is
TABLE: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 800}
NOW = "performance.timeOrigin + performance.now()"
WATCH = f"""selector => {{
  const read = box => box && (box.dataset.version || box.dataset.taps);
  const version = () => read(document.querySelector(selector));
  let shown = version();
  window.news = 0; window.seen = [0, 0];
  new MutationObserver(() => {{
    if (!version() || version() === shown) return;
    shown = version(); window.news++;
    const seen = window.seen = [{NOW}, 0];
    requestAnimationFrame(() => setTimeout(() => {{ seen[1] = {NOW} }}));
  }}).observe(document.body, {{ subtree: true, childList: true, attributes: true, characterData: true }});
}}"""
TAP = f"""selector => {{
  const button = document.querySelector(selector), began = {NOW};
  if (!button || button.disabled) throw new Error('Nothing to tap: ' + selector);
  button.click();
  window.answered = 0;
  requestAnimationFrame(() => setTimeout(() => {{ window.answered = {NOW} - began }}));
  return began;
}}"""
SEEN = "() => [window.news, ...window.seen, window.answered || 0]"
LOADED = """usable => [!!document.querySelector(usable) && document.readyState === 'complete', performance.now(),
  (performance.getEntriesByName('first-contentful-paint')[0] || {}).startTime || 0]"""


class Shown(NamedTuple):
    """Milliseconds from a click until each of these."""

    answered: float  # the next frame of the page that was tapped
    own: float  # its DOM has the news
    table: float
    last: float  # the last page's DOM
    frame: float  # and the last page's frame
    browser: float  # processor time of the browser, and of the server
    server: float


def used(root: int) -> float:
    """Return the processor seconds of a process and all below it."""
    below: dict[int, list[int]] = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(place.read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        below.setdefault(parent, []).append(int(place.parent.name))
    todo, total = [root], 0.0
    while todo:
        one = todo.pop()
        total += processor(one)
        todo += below.get(one, [])
    return total


class Kind(Protocol):
    """What differs between the contestants."""

    name: str
    watched: str  # the element that holds the version
    usable: str
    buttons: dict[str, str]
    pid: int

    async def start(self) -> tuple[str, list[tuple[str, dict[str, str]]]]:
        """Return the origin, and of each page its path and cookies: the table's, then the phones'."""

    async def next(self) -> tuple[str, int]:
        """Return the next bid or pass that a page must tap, and whose; does what comes before."""

    async def stop(self) -> None: ...


@dataclass
class Open:
    """A contestant with its browser."""

    kind: Kind
    pages: list[Page] = field(default_factory=list)

    async def start(self, play: Playwright) -> None:
        self.origin, self.places = await self.kind.start()
        before = {one.name for one in Path("/proc").glob("[0-9]*")}
        self.browser: Browser = await play.chromium.launch(executable_path=next(paths()), args=BROWSER_FLAGS)
        self.root = root_of(before)
        for number, place in enumerate(self.places):
            self.pages.append(await self.page(place, PHONE if number else TABLE))
        if isinstance(self.kind, PeerPages):
            self.kind.page = self.pages[0]
        await asyncio.sleep(1)
        for page in self.pages:
            await page.evaluate(WATCH, self.kind.watched)

    async def page(self, place: tuple[str, dict[str, str]], size: ViewportSize) -> Page:
        path, cookies = place
        context = await self.browser.new_context(viewport=size)
        await context.add_cookies(
            [{"name": name, "value": value, "url": self.origin} for name, value in cookies.items()]
        )
        page = await context.new_page()
        await page.goto(self.origin + path)
        await page.wait_for_selector(self.kind.watched, state="attached")
        return page

    async def tap(self) -> Shown:
        """Tap what comes next, and wait until all pages have drawn it."""
        act, who = await self.kind.next()
        await asyncio.sleep(0.1)
        was = [(await page.evaluate(SEEN))[0] for page in self.pages]
        server, browser, mine = processor(self.kind.pid), used(self.root), self.pages[1 + who]
        began = await mine.evaluate(TAP, self.kind.buttons[act])
        for _ in range(200):
            await asyncio.sleep(0.1)
            seen = [await page.evaluate(SEEN) for page in self.pages]
            if all(one[0] > old and one[2] for one, old in zip(seen, was, strict=True)):
                break
        else:
            raise AssertionError(f"{self.kind.name}: a page never showed the tap")
        server, browser = processor(self.kind.pid) - server, used(self.root) - browser
        own, dom, frame = seen[1 + who], [one[1] - began for one in seen], [one[2] - began for one in seen]
        return Shown(own[3], own[1] - began, dom[0], max(dom), max(frame), 1000 * browser, 1000 * server)

    async def load(self) -> tuple[float, float]:
        """Load a phone's first page cold, slowed, over 1.6 Mbit/s and 150 ms; return first paint and usable, in ms."""
        path, cookies = self.places[1]
        context = await self.browser.new_context(viewport=PHONE)
        await context.add_cookies(
            [{"name": name, "value": value, "url": self.origin} for name, value in cookies.items()]
        )
        page = await context.new_page()
        wire = await slow_down(page)
        await wire.send("Network.enable")
        limits = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
        await wire.send("Network.emulateNetworkConditions", limits)
        await page.goto(self.origin + path, wait_until="commit")
        for _ in range(600):
            there, usable, painted = await page.evaluate(LOADED, self.kind.usable)
            if there and painted:
                break
            await asyncio.sleep(0.02)
        await context.close()
        return painted, usable

    async def stop(self) -> None:
        await self.browser.close()
        await self.kind.stop()


def root_of(before: set[str]) -> int:
    """Return the first process of the browser that was started since there were these."""
    fresh = [int(one.name) for one in Path("/proc").glob("[0-9]*") if one.name not in before]
    return min(one for one in fresh if _is_browser(one))


def _is_browser(process: int) -> bool:
    try:
        words = Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
    return b"chrom" in words and b"--type=" not in words and b"--no-sandbox" in words


async def slow_down(page: Page) -> Any:
    wire = await page.context.new_cdp_session(page)
    await wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    return wire


class OurPages:
    watched, usable = "#now", "#look"

    def __init__(self, revision: str = "") -> None:
        self.program = Referee(revision, screens=60)
        self.name = self.program.name
        self.buttons = {"Bid": 'button[data-bid="+1"]', "Pass": 'button[data-bid="Pass"]'}

    async def start(self) -> tuple[str, list[tuple[str, dict[str, str]]]]:
        await self.program.start()
        host = self.program.host
        table = await set_table(host)
        self.table, self.script = BusyTable(table, host), iter(script(rounds=8))
        self.table.hands = {**await take_seats(host, table), HOST: host}
        self.pid, here = self.program.pid, f"/t/{table}/"
        phones = [(f"{here}me", self.table.hands[seat].cookies) for seat in SIX]
        return f"http://127.0.0.1:{host.port}", [(here, host.cookies), *phones]

    async def next(self) -> tuple[str, int]:
        while True:
            self.now = next(self.script)
            if self.now.act in self.buttons:
                return self.now.act, SIX.index(self.now.who)
            await self.table.press(self.now.who, **self.now.form())  # without a page
            await asyncio.sleep(0.1)

    async def stop(self) -> None:
        await self.program.stop()


class PeerPages:
    watched, usable = "#bid", "#one, #ready"

    def __init__(self, synced: bool) -> None:
        self.synced, self.name = synced, f"boardgame.io + React, files{' synced' * synced}"
        self.buttons = {"Bid": "#one", "Pass": "#pass"}
        self.page: Any = None

    async def start(self) -> tuple[str, list[tuple[str, dict[str, str]]]]:
        self.folder, self.dice, self.limit = TemporaryDirectory(), random.Random(1), 10
        words = [str(SOURCES / "server.cjs"), str(PEER_FOLDER), str(PEER_FOLDER / AUCTION), self.folder.name]
        how = "sync" if self.synced else "plain"
        self.server = await asyncio.create_subprocess_exec(
            "node", *words, how, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        assert self.server.stdout
        port, self.pid = json.loads(await self.server.stdout.readline())["port"], self.server.pid
        phones: list[tuple[str, dict[str, str]]] = [(f"/?m=m1&p={n}", {}) for n in range(len(SIX))]
        return f"http://localhost:{port}", [("/?m=m1", {}), *phones]

    async def next(self) -> tuple[str, int]:
        while True:
            state = await self.page.evaluate("window.state")
            if state["step"] == "bid":
                return ("Bid" if state["bid"] < self.limit else "Pass"), state["turn"]
            self.limit = self.dice.randint(4, 16)
            await self.other("Ready", next(n for n in range(len(SIX)) if n not in state["ready"]))
            await asyncio.sleep(0.1)

    async def other(self, act: str, who: int) -> None:
        """Move without a tap, in the page's own client."""
        move = (
            f"({{ G, moves }}) => moves.{act}(...{{Bid: [G.bid + 1, Date.now()], Pass: [Date.now()], Ready: []}}.{act})"
        )
        page = self.page.context.browser.contexts[1 + who].pages[0]
        await page.evaluate(f"() => ({move})({{ G: state, moves }})")

    async def stop(self) -> None:
        self.server.kill()
        await self.server.wait()
        self.folder.cleanup()


def why_no_peer_pages(game: str = AUCTION) -> str:
    """Fetch React beside boardgame.io and bundle the peer's page of a game; return why that failed, or ""."""
    if why := why_no_peer():
        return why
    if not (PEER_FOLDER / "node_modules" / "esbuild").is_dir():
        words = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(PEER_FOLDER), *PACKAGES]
        if subprocess.run(words, capture_output=True).returncode:
            return "its React page is not measured: npm could not fetch React"
    made = PEER_FOLDER / game
    made.mkdir(exist_ok=True)
    bundle = [str(PEER_FOLDER / "node_modules" / ".bin" / "esbuild"), "--bundle", "--log-level=warning"]
    bundle += [f"--alias:game={SOURCES / game}.mjs"]
    small = ["--minify", "--define:process.env.NODE_ENV='\"production\"'"]
    for source, target, more in (
        ("page.jsx", "page.js", small),
        (f"{game}.mjs", "game.cjs", ["--format=cjs"]),
    ):
        words = [*bundle, *more, str(SOURCES / source), f"--outfile={made / target}"]
        environment = {
            "NODE_PATH": str(PEER_FOLDER / "node_modules"),
            "PATH": f"{Path(shutil.which('node') or '').parent}:/usr/bin:/bin",
        }
        if (done := subprocess.run(words, capture_output=True, text=True, env=environment)).returncode:
            return f"its React page is not measured: {done.stderr[:300]}"
    return ""


def line_up(revisions: Sequence[str]) -> list[Open]:
    """Return the contestants in the order of their turns."""
    ours: list[Any] = [OurPages(), *map(OurPages, revisions)]
    peers = [] if why_no_peer_pages() else [PeerPages(True), PeerPages(False)]
    return [Open(kind) for kind in [*ours, *peers]]
