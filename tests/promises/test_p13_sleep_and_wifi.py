r"""P13: whatever slept or lost the way shows the truth when it wakes, and a laptop that slept asks before going on.

Mutants (``python -m tests.promises.mutants 13`` tries them):
referee/running/hall.py: `                if slept:` -> `                if not slept and slept:` (laptop)
static/alive.js: `  ['pageshow', 'focus', 'online'].forEach(function (name) { addEventListener(name, wake) });`
    -> `` (wakes)
static/alive.js: `  doc.addEventListener('visibilitychange', wake);` -> `` (wakes)
static/alive.js: `else htmx.trigger(wire, 'again');` -> `` (no_stream)
static/alive.js: `      return !asleep();` -> `` (pocket)
static/clock.js: `clock.left - (performance.now() - clock.base)` -> `clock.left - (Date.now() - clock.base)` (hours)
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import evening as browser_evening  # noqa: F401
from tests.browser.conftest import program, tables  # noqa: F401
from tests.kit import NO_ANSWER, Screens, lay_table, push

pytestmark = pytest.mark.browser
WRONG_CLOCK = """(() => { const right = Date.now, made = Date;
  const wrong = () => right() + 36e5 * (sessionStorage.hours || 0);
  Date = class extends made { constructor(...a) { a.length ? super(...a) : super(wrong()) } };
  Date.now = () => new Date().getTime(); Date.parse = made.parse; Date.UTC = made.UTC })()"""
POCKET = """(() => { let hidden = true;
  window.hide = now => { hidden = now; document.dispatchEvent(new Event('visibilitychange')) };
  Object.defineProperty(document, 'hidden', { get: () => hidden });
  Object.defineProperty(document, 'visibilityState', { get: () => hidden ? 'hidden' : 'visible' }) })()"""
Begin = Callable[..., Screens]
OPTIONS = (("B6", "120"), ("B7", "off"), ("K8", "off"))


@pytest.fixture
def night(browser_evening: Begin, tables: Path) -> Screens:  # noqa: F811
    """A first card is up; Atreides and Fremen have phones."""
    one = browser_evening().begin(
        lay_table(tables, deck=("Kulon/1",) * 8, faces={}, options=OPTIONS), ("atreides", "fremen")
    )
    for label in ("Begin bidding", "Deal 6 cards"):
        one.press(label)
    one.agree("Atreides to bid", "")
    return one


def play_on(night: Screens) -> None:
    night.screen.fill("#pad-amount", "4")
    push(night.screen.locator("#pad button:text-is('Bid')"))
    night.shows("Bene Gesserit to bid")


def count_alike(one: Any, other: Any) -> bool:
    """Return True if two pages show the same seconds, give or take two."""
    before, here, after = (int(page.locator("#clock").inner_text()) for page in (one, other, one))
    return 120 >= before + 2 >= here >= after - 2 > 0


@pytest.mark.long
def test_p13_a_frozen_phone_shows_the_truth_when_it_wakes(night: Screens) -> None:
    phone = night.phones["fremen"]
    session = phone.context.new_cdp_session(phone)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    play_on(night)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    phone.bring_to_front()
    night.agree("Bene Gesserit to bid", "4")


def test_p13_a_phone_without_wi_fi_shows_the_truth_when_it_is_back(night: Screens) -> None:
    phone = night.phones["fremen"]
    night.allowed = NO_ANSWER
    phone.context.set_offline(True)
    play_on(night)
    phone.context.set_offline(False)
    night.agree("Bene Gesserit to bid", "4")


@pytest.mark.long
@pytest.mark.parametrize("how", ["refused", "busy"])
def test_p13_a_phone_that_gets_no_stream_at_first_still_hears(night: Screens, how: str) -> None:
    phone = night.phones["fremen"]
    night.allowed = (*NO_ANSWER, "503")
    phone.route("**/stream?*", lambda route: route.abort() if how == "refused" else route.fulfill(status=503))
    phone.reload()
    phone.wait_for_selector("#lost:not([hidden])")
    play_on(night)
    night.agree("Bene Gesserit to bid", "4")
    phone.unroute("**/stream?*")
    phone.wait_for_selector("#lost", state="hidden")


def test_p13_a_page_that_was_loaded_in_a_pocket_asks_for_news_when_it_is_shown(night: Screens) -> None:
    phone, asked = night.phones["fremen"], list[str]()
    phone.add_init_script(POCKET)
    phone.on("request", lambda sent: asked.append(sent.url) if "/stream" in sent.url else None)
    phone.reload()
    play_on(night)
    phone.wait_for_timeout(1000)
    assert not asked
    phone.evaluate("hide(false)")
    night.agree("Bene Gesserit to bid", "4")
    assert len(asked) == 1


@pytest.mark.long
def test_p13_whatever_wakes_a_phone_makes_it_look_at_once(night: Screens) -> None:
    phone = night.phones["fremen"]
    for event in ("online", "focus", "pageshow", "visibilitychange"):
        where = "document" if event == "visibilitychange" else "window"
        phone.wait_for_timeout(100)  # two looks within 60 ms are one
        with phone.expect_request(lambda sent: "/me?" in sent.url and "stream" not in sent.url):
            phone.evaluate(f"{where}.dispatchEvent(new Event('{event}'))")


@pytest.mark.long
def test_p13_a_phone_whose_clock_is_hours_off_counts_the_same_seconds(night: Screens) -> None:
    phone = night.phones["fremen"]
    phone.add_init_script(WRONG_CLOCK)
    for hours in (-7, 5, 24 * 400):
        phone.evaluate(f"sessionStorage.hours = {hours}")
        phone.reload()
        assert abs(phone.evaluate("Date.now()") / 3_600_000 - time.time() / 3600 - hours) < 1, "it is wrong indeed"
        night.until(lambda: count_alike(night.screen, phone), "The phone counts other seconds than the table")
    play_on(night)
    night.agree("Bene Gesserit to bid", "4")


def test_p13_screens_find_back_to_a_program_that_was_killed_and_started_again(night: Screens) -> None:
    night.allowed = NO_ANSWER
    play_on(night)
    night.program.kill()
    night.screen.wait_for_selector("#lost:not([hidden])")
    night.program.start()
    night.agree("Paused after a restart", "4")
    night.press("Resume")
    night.agree("Bene Gesserit to bid", "4")


@pytest.mark.long
def test_p13_a_laptop_that_slept_pauses_the_clock_and_says_so(night: Screens) -> None:
    night.allowed = (*NO_ANSWER, "htmx:error: timeout")
    night.program.process.send_signal(signal.SIGSTOP)
    night.screen.wait_for_timeout(7000)
    night.program.process.send_signal(signal.SIGCONT)
    night.agree("Paused: laptop slept", "")
    assert night.screen.locator("#clock[data-clock=paused]").count() == 1
    night.press("Resume")
    night.agree("Atreides to bid", "")
