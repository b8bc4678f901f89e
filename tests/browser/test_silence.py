"""P21: a phone that is cut off says so and turns its buttons off, and a tap that was given up never counts later."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_battle import HANDS, choose, to_battle
from tests.browser.test_battle import begin as begin_battle
from tests.kit import NO_ANSWER, PHONE_SIZE, Screens, lay_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

Begin = Callable[..., Screens]
OPTIONS = (("B6", "120"), ("B7", "off"), ("K8", "off"))
WORDS = "No connection. Buttons are off until it is back."
PLACES = """() => [...document.querySelectorAll('#head, #tabs, .phone > main')]
  .map(one => one.getBoundingClientRect()).map(box => [box.top, box.bottom])"""
HEARD = """() => { window.heard = '';
  addEventListener('htmx:error', event => { if (event.detail.ctx?.tap) heard = 'given up' }, { once: true });
  document.addEventListener('tapped', event => { heard ||= event.detail.ok ? 'taken' : 'refused' }, { once: true });
}"""
AS_FETCHED = """async () => {
  const text = root => ['head', 'public', 'heard', 'actions', 'status', 'tabs']
    .map(id => root.getElementById(id)?.textContent.replace(/\\s+/g, '')).join('|');
  const fetched = await (await fetch(location.href)).text();
  return text(document) === text(new DOMParser().parseFromString(fetched, 'text/html'));
}"""
DICE = Random(21)
CUTS = [3.0, 10.0] if os.environ.get("REFEREE_BROWSER") == "core" else [DICE.uniform(3, 30) for _ in range(20)]


class SilentWay:
    """A proxy to a port of this machine; while it is ``silent`` no byte passes either way, and nothing is closed.

    So it is when a phone leaves the reach of the Wi-Fi: what was under way is held back, and arrives later.
    """

    def __init__(self, target: int) -> None:
        self.target, self.port = target, 0
        self.silent, self._ready = Event(), Event()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run, name="silent way", daemon=True)

    def start(self) -> SilentWay:
        self._thread.start()
        assert self._ready.wait(60)
        return self

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(60)

    def _run(self) -> None:
        async def begin() -> None:
            self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
            self.port = self._server.sockets[0].getsockname()[1]
            self._ready.set()

        async def end() -> None:
            self._server.close()
            own = asyncio.current_task()
            tasks = [task for task in asyncio.all_tasks() if task is not own]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.sleep(0.1)  # until every connection is closed

        self._loop.run_until_complete(begin())
        self._loop.run_forever()
        self._loop.run_until_complete(end())
        self._loop.close()

    async def _through(self) -> None:
        while self.silent.is_set():
            await asyncio.sleep(0.05)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                await self._through()
                writer.write(data)
                await writer.drain()
        finally:
            await self._through()
            writer.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._through()
        far, near = await asyncio.open_connection("127.0.0.1", self.target)
        await asyncio.gather(self._pump(reader, near), self._pump(far, writer), return_exceptions=True)


@pytest.fixture
def night(evening: Begin, tables: Path) -> Screens:
    """A table on which everybody may sit down."""
    one = evening()
    one.open(lay_table(tables, deck=("Kulon/1",) * 8, faces={}, options=OPTIONS))
    return one


@pytest.fixture
def way(night: Screens) -> Iterator[SilentWay]:
    one = SilentWay(night.program.port).start()
    yield one
    one.silent.clear()
    for phone in night.phones.values():
        phone.context.close()
    one.stop()


def begin(night: Screens) -> None:
    for label in ("Begin bidding", "Deal 6 cards"):
        night.press(label)
    night.shows("Atreides to bid")


def sit_behind(night: Screens, way: SilentWay) -> Page:
    """Seat Atreides by a phone whose every byte takes that way."""
    phone: Page = night.page(PHONE_SIZE, touch=True)
    code = night.screen.locator("#seat-atreides kbd").inner_text()
    phone.goto(f"http://127.0.0.1:{way.port}/J/{code}")
    phone.wait_for_selector(".shield")
    night.phones["atreides"] = phone
    return phone


@pytest.mark.browser
def test_p21_a_phone_that_is_cut_off_says_so_stops_its_clock_and_sends_nothing(night: Screens, way: SilentWay) -> None:
    phone, sent = sit_behind(night, way), list[str]()
    begin(night)
    night.told("atreides", "You: bid or pass")
    night.allowed = NO_ANSWER
    way.silent.set()
    phone.wait_for_selector(f"#lost:visible:has-text('{WORDS}')")
    phone.on("request", lambda one: sent.append(one.method))
    line = phone.locator("#lost").bounding_box()
    assert line is not None
    places = phone.evaluate(PLACES)
    assert all(top >= line["height"] - 1 for top, _ in places), "it covers nothing"
    assert max(bottom for _, bottom in places) <= PHONE_SIZE["height"] + 1, "nothing is pushed below the fold"
    assert phone.locator("#clock").inner_text().strip() == "–"
    phone.wait_for_timeout(700)  # until nothing on the page is new
    phone.locator("#actions button:has-text('Pass')").first.tap()
    phone.wait_for_selector("#notice:has-text('No connection, so nothing was sent.')")
    assert "POST" not in sent
    way.silent.clear()
    phone.wait_for_selector("#lost", state="hidden")
    assert not phone.evaluate("document.documentElement.matches('.is-cut')")
    phone.wait_for_timeout(700)
    night.tap("atreides", "Pass")
    night.shows("Bene Gesserit to bid")


@pytest.mark.browser
def test_p21_a_bid_during_a_cut_counts_if_and_only_if_the_phone_is_told_so(night: Screens, way: SilentWay) -> None:
    phone = sit_behind(night, way)
    begin(night)
    night.allowed = (*NO_ANSWER, "409", "aborted")
    for seconds in CUTS:
        night.shows("Atreides to bid")
        night.told("atreides", "You: bid or pass")
        phone.wait_for_selector("#lost", state="hidden")
        phone.wait_for_timeout(700)  # until nothing on the page is new
        phone.wait_for_function("() => alive.time()")
        phone.evaluate(HEARD)
        way.silent.set()
        phone.locator("#actions button:has-text('Bid 1'):enabled").first.tap()
        phone.wait_for_timeout(seconds * 1000)
        way.silent.clear()
        heard = phone.wait_for_function("() => heard").json_value()
        phone.wait_for_selector("#lost", state="hidden")
        night.screen.wait_for_timeout(2000)  # whatever was held back has arrived
        counted = night.read(night.screen)["say"].startswith("Bene Gesserit to bid")
        assert counted is (heard == "taken"), (seconds, heard)
        assert heard == ("taken" if seconds < 5 else "given up") or 5 <= seconds <= 10, (seconds, heard)
        if counted:
            night.press("Undo")
            night.press("Resume")
        else:
            night.press("+30 s")  # its time was not to run out meanwhile
        night.told("atreides", "You: bid or pass")
        night.until(lambda: phone.evaluate(AS_FETCHED), "The phone shows what it would fetch, whatever it missed")


@pytest.mark.browser
def test_p21_a_plan_in_a_cut_is_locked_if_and_only_if_the_phone_is_told_so(evening: Begin, tables: Path) -> None:
    night = evening()
    night.open(lay_table(tables, deck=("Kulon/1",) * 4, faces=HANDS, turn=4, options=(("K8", "off"), ("B7", "off"))))
    way = SilentWay(night.program.port).start()
    phone = sit_behind(night, way)
    to_battle(night)
    begin_battle(night)
    night.allowed = (*NO_ANSWER, "409", "aborted")
    for seconds in CUTS:
        phone.wait_for_selector("#lost", state="hidden")
        phone.wait_for_function("() => alive.time()")
        if not phone.locator("#plan-form").count():
            phone.locator("button.shield-grip").tap()
        phone.wait_for_selector("#plan-form")
        choose(phone, "leader", "Duncan")
        phone.wait_for_timeout(700)  # until nothing on the page is new
        phone.evaluate(HEARD)
        way.silent.set()
        phone.locator("#plan-form button.btn-go").hover()
        phone.mouse.down()
        phone.wait_for_timeout(1250)
        phone.mouse.up()
        phone.wait_for_timeout(seconds * 1000)
        way.silent.clear()
        heard = phone.wait_for_function("() => heard").json_value()
        phone.wait_for_selector("#lost", state="hidden")
        night.screen.wait_for_timeout(2000)  # whatever was held back has arrived
        counted = "locked" in night.screen.locator(".wheel").first.inner_text().casefold()
        assert counted is (heard == "taken"), (seconds, heard)
        assert heard == ("taken" if seconds < 5 else "given up") or 5 <= seconds <= 10, (seconds, heard)
        if counted:
            night.press("Undo")
        phone.reload()
    phone.context.close()
    way.stop()
