"""Every kind of tap of an evening, from the finger to the pixels, as in a room where each phone has its own processor.

One page is real, a phone's or the table's screen; everybody else is a socket. Contestants take turns tap by tap, each
with a browser of its own: this program and revisions of it; boardgame.io with React, its files synced, whose reducer
judges nothing, and whose own phone counts when the server has confirmed its guess; and a bare page (a request, a synced
byte, a stream: the limit). A tap on the phone is its own, one that the table's screen shows is a socket's, but for what
only the table taps. Ratios come first.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, ClassVar

from referee.common.turn import PHASES
from tests.benchmarks.browsers import NOW, PHONE, SOURCES, TABLE, WATCH, root_of, slow_down, used, why_no_peer_pages
from tests.benchmarks.contestants import PEER_FOLDER, Referee, processor
from tests.benchmarks.paste import of_evening
from tests.benchmarks.room import BusyTable, set_table
from tests.benchmarks.script import HOST, NO_CLOCKS, SIX
from tests.benchmarks.wire import Line
from tests.kit import BROWSER_FLAGS, paths

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page, Playwright

ME, FOE = "emperor", "harkonnen"
MINE = SIX.index(ME)
AIMS = {
    "bid": 1.5, "plan": 1.5, "reveal": 2.5, "shipment": 2.5, "collect": 2.5, "undo": 3.0,
    **{f"step to {phase}": 2.5 for phase in PHASES}, "secret dial": 1.2,
}  # fmt: skip
OF_TABLE = ("collect", "undo", *(f"step to {phase}" for phase in PHASES))  # taps of the table's screen
BOARD = "board"  # the peer's game with more than an auction
SECRET = "secret dial"
TAPS, STEPS = 5, 2  # of each kind; of each phase
PAUSE, PATIENCE, IDLE = 0.25, 5.0, 4.0  # seconds
ASKED = f"""(() => {{
  const ask = window.fetch;
  window.fetch = (...words) => {{
    const answer = ask(...words);
    answer.then(it => it.clone().text()).then(() => {{ window.answer = {NOW} }}, () => 0);
    return answer;
  }};
  const wires = window.WebSocket;
  window.WebSocket = class extends wires {{
    constructor(...words) {{
      super(...words);
      this.addEventListener('message', news => {{ if (news.data.length > 10) window.heard = window.heard || {NOW} }});
    }}
  }};
}})()"""
FORM = f"""([action, fields]) => {{
  const form = document.createElement('form');
  const ways = {{ method: 'post', action, 'hx-post': action, 'data-tap': '' }};  // the last is for older revisions
  for (const [name, value] of Object.entries(ways)) form.setAttribute(name, value);
  for (const [name, value] of [...Object.entries(fields), ['key', '']]) {{
    const box = document.createElement('input');
    Object.assign(box, {{ type: 'hidden', name, value }});
    form.append(box);
  }}
  const button = document.createElement('button');
  form.append(button);
  document.body.append(form);
  const began = {NOW};
  form.requestSubmit(button);
  setTimeout(() => form.remove(), 3000);
  return began;
}}"""
MOVE = f"([move, words]) => {{ const began = {NOW}; moves[move](...words); return began }}"
CLICK = f"selector => {{ const began = {NOW}; document.querySelector(selector).click(); return began }}"
MARKS = "() => [window.news, window.seen[0], window.answer, window.heard]"
AFRESH = "() => { window.answer = window.heard = 0; return window.news }"


@dataclass
class Shown:
    """What a tap took: ms until the page has it (or, of a secret, its answer), and processor ms of page and server."""

    until: float
    page: float
    server: float


class Lone:
    """A contestant with one real page in a browser of its own."""

    name: str
    watched: ClassVar[str]
    keeps_secrets: ClassVar[bool] = False  # what is secret shows nothing, so that its answer is measured
    guesses: ClassVar[bool] = False  # its page shows what it expects before the server has said so
    origin: str
    pid: int

    async def begin(self) -> None:
        """Start the server."""
        raise NotImplementedError

    async def sit(self, kind: str, *, phone: bool) -> tuple[str, dict[str, str]]:
        """Take seats for this kind of tap, all but the real page's; return that page's path and cookies."""
        raise NotImplementedError

    async def ready(self, kind: str) -> None:
        """Do what comes before the next tap."""

    async def tap(self, kind: str, *, phone: bool) -> float:
        """Tap; return when, in ms of the system's clock."""
        raise NotImplementedError

    async def back(self, kind: str) -> None:
        """Do what comes after a tap, so that the next can be made."""

    async def end(self) -> None:
        raise NotImplementedError

    # -- its browser --------------------------------------------------------------------------------------

    async def start(self, play: Playwright) -> None:
        await self.begin()
        before = {one.name for one in Path("/proc").glob("[0-9]*")}
        self.browser: Browser = await play.chromium.launch(executable_path=next(paths()), args=BROWSER_FLAGS)
        self.root = root_of(before)
        self.page: Page | None = None
        self.place: tuple[str, bool] = ("", False)

    async def show(self, kind: str, *, phone: bool, slow: bool) -> None:
        """Sit down and open the real page, unless it is open."""
        path, cookies = await self.sit(kind, phone=phone)
        if self.page and self.place == (path, phone):
            return
        if self.page:
            await self.page.context.close()
        context = await self.browser.new_context(viewport=PHONE if phone else TABLE)
        await context.add_cookies([{"name": a, "value": b, "url": self.origin} for a, b in cookies.items()])
        self.page, self.place = await context.new_page(), (path, phone)
        await self.page.add_init_script(ASKED)
        await self.page.goto(self.origin + path)
        await self.page.wait_for_selector(self.watched, state="attached")
        self.wire = await slow_down(self.page) if slow else await context.new_cdp_session(self.page)
        await self.wire.send("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
        await self.wire.send("Performance.enable")
        await asyncio.sleep(0.8)
        await self.page.evaluate(WATCH, self.watched)

    async def task(self) -> float:
        """Return the processor milliseconds of the page's main thread."""
        found = (await self.wire.send("Performance.getMetrics"))["metrics"]
        return float(next(1000 * one["value"] for one in found if one["name"] == "TaskDuration"))

    async def timed(self, kind: str, *, phone: bool) -> Shown:
        await self.ready(kind)
        await asyncio.sleep(PAUSE)
        assert self.page
        was, task, server = await self.page.evaluate(AFRESH), await self.task(), processor(self.pid)
        began, end = await self.tap(kind, phone=phone), time.monotonic() + PATIENCE
        while True:
            await asyncio.sleep(0.12)
            told, dom, answer, heard = await self.page.evaluate(MARKS)
            at = dom if told > was else 0
            if kind == SECRET and self.keeps_secrets:
                at = answer
            elif self.guesses:
                at = heard and at and max(at, heard)
            if at:
                break
            assert time.monotonic() < end, f"{self.name}: the page never showed {kind}"
        shown = Shown(at - began, await self.task() - task, 1000 * (processor(self.pid) - server))
        await self.back(kind)
        return shown

    async def idle(self) -> float:
        """Return the processor milliseconds a second of the browser while nobody taps."""
        await asyncio.sleep(1)
        before = used(self.root)
        await asyncio.sleep(IDLE)
        return 1000 * (used(self.root) - before) / IDLE

    async def stop(self) -> None:
        await self.browser.close()
        await self.end()


class Ours(Lone):
    watched, keeps_secrets = "#now", True

    def __init__(self, revision: str = "") -> None:
        self.program = Referee(revision, screens=90)
        self.name = self.program.name
        self.table: BusyTable | None = None
        self.sort, self.high, self.is_there = ("", False), 0, False

    async def begin(self) -> None:
        await self.program.start()
        self.pid, self.origin = self.program.pid, f"http://127.0.0.1:{self.program.host.port}"

    async def sit(self, kind: str, *, phone: bool) -> tuple[str, dict[str, str]]:
        """Take a table of its own: for bids one with a clock, for the rest one with forces."""
        if self.sort != (kind, phone):
            await self._sit_anew(kind, phone)
        assert self.table
        here = f"/t/{self.table.name}/"
        return (f"{here}me", self.table.hands[ME].cookies) if phone else (here, self.program.host.cookies)

    async def _sit_anew(self, kind: str, phone: bool) -> None:
        if self.table:
            await self.table.leave()
        self.sort, self.high, self.is_there = (kind, phone), 0, False
        host = self.program.host
        name = await set_table(
            host, options={**NO_CLOCKS, "B6": "120"} if kind == "bid" else {**NO_CLOCKS, "turn": "2"}
        )
        own = await Line(host.port, dict(host.cookies)).open()
        self.table = await BusyTable(name, own).sit()
        self.table.wires[1 + MINE if phone else 0].cancel()
        for act in ("BeginBidding", "DeclareHands", "DealRow") if kind == "bid" else ("KeepCount",):
            await self._do(HOST, act)

    async def _do(self, who: str, act: str, **fields: object) -> None:
        assert self.table
        await self.table.press(who, act=act, **fields)

    async def _go(self, *phases: str) -> None:
        for phase in phases:
            await self._do(HOST, "GoTo", phase=phase, anyway="1")

    async def ready(self, kind: str) -> None:
        if kind == "bid":
            while SIX[self.high % 6] != ME:
                await self._bid()
        elif not self.is_there:
            self.is_there = True
            if kind.startswith("step to "):
                await self._go(PHASES[PHASES.index(kind.removeprefix("step to ")) - 1])
            else:
                await getattr(self, f"_at_{kind.replace(' ', '_')}")()
        if kind == "undo":
            await self._do(ME, "Ship", normal=1, goal="Tuek's Sietch")

    async def _bid(self) -> None:
        self.high += 1
        await self._do(SIX[(self.high - 1) % 6], "Bid", amount=self.high)
        await asyncio.sleep(0.03)

    async def _at_shipment(self) -> None:
        await self._go("mentat_pause", "storm", "shipment")

    _at_undo = _at_shipment

    async def _at_plan(self) -> None:
        await self._at_shipment()
        await self._do(ME, "Ship", normal=3, goal="Carthag")
        await self._go("battle")
        await self._do(HOST, "BeginBattle", territory="Carthag", one=ME, two=FOE, one_normal=3, two_normal=5)

    async def _at_reveal(self) -> None:
        await self._at_plan()
        for seat, leader in ((ME, "Caid"), (FOE, "Umman Kudu")):
            await self._do(seat, "LockPlan", dial=1, leader=leader, traitor="")
        for seat in SIX:
            if seat != ME:
                await self._do(seat, "AnswerTraitor", answer="no")

    async def _at_secret_dial(self) -> None:
        await self._go("mentat_pause", "storm")

    async def _at_collect(self) -> None:
        await self._go("mentat_pause", "storm", "spice_blow")
        for place in ("Cielago South", "Hagga Basin"):
            await self._do(HOST, "SpiceBlows", territory=place, anyway="1", waive="1")
        await self._go("shipment")
        await self._do(ME, "Ship", normal=2, goal="Cielago South")
        await self._go("spice_collection")

    def _form(self, kind: str) -> tuple[str, dict[str, object]]:
        if kind.startswith("step to "):
            return HOST, {"act": "GoTo", "phase": kind.removeprefix("step to "), "anyway": "1"}
        forms: dict[str, tuple[str, dict[str, object]]] = {
            "bid": (ME, {"act": "Bid", "amount": self.high + 1}),
            "plan": (ME, {"act": "LockPlan", "dial": 1, "leader": "Caid", "traitor": ""}),
            "reveal": (ME, {"act": "AnswerTraitor", "answer": "no"}),
            SECRET: (ME, {"act": "DialStorm", "number": 2}),
            "shipment": (ME, {"act": "Ship", "normal": 1, "goal": "Tuek's Sietch"}),
            "collect": (HOST, {"act": "CollectAll"}),
            "undo": (HOST, {"act": "Undo"}),
        }
        return forms[kind]

    async def tap(self, kind: str, *, phone: bool) -> float:
        who, form = self._form(kind)
        self.high += kind == "bid"
        if self.page and phone and kind == "bid":
            return float(await self.page.evaluate(CLICK, 'button[data-bid="+1"]'))
        if self.page and phone == (who == ME):
            return float(await self.page.evaluate(FORM, [self.place[0] + "?tab=bid" * phone, form]))
        began = time.time() * 1000
        assert self.table
        await self.table.press(who, **form)
        return began

    async def back(self, kind: str) -> None:
        if kind == "plan":
            await self._do(ME, "ReopenPlan")
        elif kind == SECRET:
            await self._do(FOE, "DialStorm", number=2)
            self.is_there = False
        elif kind in {"shipment", "reveal", "collect"} or kind.startswith("step to "):
            await self._do(HOST, "Undo")

    async def end(self) -> None:
        if self.table:
            await self.table.leave()
        await self.program.stop()


class Peer(Lone):
    """boardgame.io with a board of 42 places, plans, dials and an undo beside the auction."""

    watched, guesses = "#bid", True
    name = "boardgame.io + React, files synced"
    MOVES: ClassVar[dict[str, tuple[str, list[Any]]]] = {
        "plan": ("Lock", [{"dial": 1, "leader": "Caid"}]), "reveal": ("Answer", [False]), SECRET: ("Dial", [2]),
        "shipment": ("Ship", [14, 1]), "collect": ("Collect", []), "undo": ("Undo", []),
    }  # fmt: skip

    async def begin(self) -> None:
        self.folder = TemporaryDirectory()
        pipe, dist = asyncio.subprocess.PIPE, str(PEER_FOLDER / BOARD)
        words = [str(SOURCES / "server.cjs"), str(PEER_FOLDER), dist, self.folder.name, "sync"]
        self.server = await asyncio.create_subprocess_exec(
            "node", *words, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
        )
        assert self.server.stdout
        port, self.pid = json.loads(await self.server.stdout.readline())["port"], self.server.pid
        self.origin = f"http://localhost:{port}"
        words = [str(SOURCES / "bots.cjs"), str(PEER_FOLDER), dist, str(port)]
        self.bots = await asyncio.create_subprocess_exec("node", *words, stdin=pipe, stdout=pipe, limit=1 << 22)
        await asyncio.sleep(1)

    async def sit(self, kind: str, *, phone: bool) -> tuple[str, dict[str, str]]:
        if not self.page:
            await self._order(gone=MINE if phone else 6)
        return f"/?m=m1&p={MINE}" if phone else "/?m=m1", {}

    async def _order(self, **order: Any) -> dict[str, Any]:
        assert self.bots.stdin and self.bots.stdout
        self.bots.stdin.write(json.dumps(order).encode() + b"\n")
        return dict(json.loads(await self.bots.stdout.readline()))

    async def _move(self, who: int, move: str, *words: Any, phone: bool) -> float:
        if who == MINE and phone and self.page:
            return float(await self.page.evaluate(MOVE, [move, [*words]]))
        return float((await self._order(n=who, move=move, args=words))["at"])

    async def ready(self, kind: str) -> None:
        phone = self.place[1]
        while kind == "bid":
            assert self.page
            state = await self.page.evaluate("window.state")
            self.bid = state["bid"] + 1
            if state["step"] == "bid" and state["turn"] == MINE and self.bid < 280:
                return
            if state["step"] != "bid":
                for seat in range(len(SIX)):
                    await self._move(seat, "Ready", phone=phone)
            else:
                move = ("Bid", self.bid, "now") if self.bid < 280 else ("Pass", "now")
                await self._move(state["turn"], *move, phone=False if state["turn"] != MINE else phone)
            await asyncio.sleep(0.06)
        if kind == "undo":
            await self._move(MINE, "Ship", 14, 1, phone=phone)

    async def tap(self, kind: str, *, phone: bool) -> float:
        if kind == "bid" and phone and self.page:
            return float(await self.page.evaluate(CLICK, "#one"))
        if kind == "bid":
            return await self._move(MINE, "Bid", self.bid, "now", phone=False)
        if kind.startswith("step to "):
            return await self._move(0, "Step", kind.removeprefix("step to "), phone=phone)
        move, words = self.MOVES[kind]
        return await self._move(0 if phone and kind in OF_TABLE else MINE, move, *words, phone=phone)

    async def back(self, kind: str) -> None:
        if kind in {"plan", "reveal", SECRET, "shipment", "collect"}:
            await self._move(MINE, "Undo", phone=self.place[1])

    async def end(self) -> None:
        for one in (self.bots, self.server):
            one.kill()
            await one.wait()
        self.folder.cleanup()


class Bare(Lone):
    """A page with a number and a button: a request, a byte synced to disk, and the number sent down every stream."""

    watched = "#bid"
    name = "a bare page"

    async def begin(self) -> None:
        self.folder = TemporaryDirectory()
        words = [str(SOURCES / "bare.cjs"), self.folder.name]
        self.server = await asyncio.create_subprocess_exec("node", *words, stdout=asyncio.subprocess.PIPE)
        assert self.server.stdout
        port, self.pid = json.loads(await self.server.stdout.readline())["port"], self.server.pid
        self.origin, self.others = f"http://127.0.0.1:{port}", list[asyncio.Task[None]]()
        self.lines = list[Line]()
        for _ in SIX:
            self.lines.append(line := await Line(port).open())
            self.others.append(asyncio.create_task(line.events("/stream", lambda event, weight: None)))
        self.line = await Line(port).open()

    async def sit(self, kind: str, *, phone: bool) -> tuple[str, dict[str, str]]:
        return "/", {}

    async def tap(self, kind: str, *, phone: bool) -> float:
        if phone and self.page:
            return float(await self.page.evaluate(CLICK, "#one"))
        began = time.time() * 1000
        await self.line.ask("POST", "/tap", {})
        return began

    async def end(self) -> None:
        for wire in self.others:
            wire.cancel()
        for line in (self.line, *self.lines):
            line.writer.close()
        self.server.kill()
        await self.server.wait()
        self.folder.cleanup()


@dataclass
class Got:
    """What one contestant's page took: taps by kind, and what it burns while nobody taps."""

    taps: dict[str, list[Shown]] = field(default_factory=dict)
    idle: float = 0.0


async def play(
    contestants: Sequence[Lone], kinds: Sequence[str], *, phone: bool, slow: bool = False, taps: int = TAPS
) -> dict[str, Got]:
    """Have all of them take turns, tap by tap, the first of each kind uncounted; who begins changes."""
    from playwright.async_api import async_playwright

    got, begun = {one.name: Got() for one in contestants}, list[Lone]()
    async with async_playwright() as browsers:
        try:
            for one in contestants:
                begun.append(one)
                await one.start(browsers)
            for kind in kinds:
                print(f"... {'a phone' if phone else 'the table'}: {kind}", file=sys.stderr)
                for one in contestants:
                    await one.show(kind, phone=phone, slow=slow)
                for number in range((taps if not kind.startswith("step to ") else min(taps, STEPS)) + 1):
                    first = number % len(contestants)
                    for one in [*contestants[first:], *contestants[:first]]:
                        shown = await one.timed(kind, phone=phone)
                        if number:
                            got[one.name].taps.setdefault(kind, []).append(shown)
                if kind == "bid":
                    for one in contestants:
                        got[one.name].idle = await one.idle()
        finally:
            for one in begun:
                await one.stop()
    return got


FIGURES: dict[str, Callable[[list[Shown]], float]] = {
    "shown": lambda taps: median(one.until for one in taps),
    "page": lambda taps: fmean(one.page for one in taps),
    "server": lambda taps: fmean(one.server for one in taps),
}


def report(title: str, got: dict[str, Got]) -> list[str]:
    """Return, for each kind, ratios to each other contestant first, then milliseconds."""
    ours, *others = got
    lines = [f"{title}: ratios of the {ours}, then ms until shown (median), of processor of the page and the server"]
    for kind, taps in got[ours].taps.items():
        cells = [
            f"to {other.split(',')[0]} "
            + " ".join(f"{name} {_ratio(taps, got[other].taps[kind], figure)}" for name, figure in FIGURES.items())
            for other in others
        ]
        figures = " : ".join(
            "/".join(f"{figure(one.taps[kind]):.1f}" for figure in FIGURES.values()) for one in got.values()
        )
        aim = f"aim {AIMS[kind]}" if any(other.startswith("boardgame") for other in others) else ""
        lines.append(f"  {kind:<24} {'; '.join(cells)}  {aim}  ({figures})")
    idle = " : ".join(f"{one.idle:.0f}" for one in got.values())
    return [*lines, f"  idle, the browser's processor, ms a second: {idle}", ""]


def _ratio(ours: list[Shown], theirs: list[Shown], figure: Callable[[list[Shown]], float]) -> str:
    return f"{figure(ours) / other:.2f}" if (other := figure(theirs)) > 0 else "-"


async def evening(revisions: Sequence[str]) -> list[str]:
    """Measure every kind of tap on a phone, then on the table's screen; last the table of ``MEASURED.md``."""
    why = why_no_peer_pages(BOARD)
    lines, found = [why] if why else [], dict[bool, dict[str, Got]]()
    for phone in (True, False):
        contestants: list[Lone] = [Ours(), *map(Ours, revisions)]
        contestants += [] if why else [Peer(), Bare()]
        kinds = [kind for kind in AIMS if phone or kind != SECRET]
        load = os.getloadavg()[0]
        got = found[phone] = await play(contestants, kinds, phone=phone)
        title = "A phone, its own taps" if phone else "The table's screen"
        lines += report(f"{title} (load {load:.1f} to {os.getloadavg()[0]:.1f})", got)
    return lines if why else [*lines, "to boardgame.io + React, synced:", *of_evening([*AIMS], AIMS, _to_peer(found))]


def _to_peer(found: dict[bool, dict[str, Got]]) -> Callable[[bool, str, str], float | None]:
    """Return what gives the ratio to the peer of a kind of tap, ``None`` where it was not measured."""

    def ratio(phone: bool, kind: str, figure: str) -> float | None:
        ours, peer = next(iter(found[phone].values())), found[phone][Peer.name]
        if kind not in ours.taps or kind not in peer.taps:
            return None
        theirs = FIGURES[figure](peer.taps[kind])
        return FIGURES[figure](ours.taps[kind]) / theirs if theirs > 0 else None

    return ratio
