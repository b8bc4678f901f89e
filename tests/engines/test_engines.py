"""An evening in browsers that are not Chromium: a table screen and a phone in each.

Bids and a sale, undo, the shield, a phone put away, a program that falls silent and one that is killed; a battle plan
and its verdict.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from http.cookiejar import CookieJar
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from referee.running.hall import SLEPT_MS
from tests.engines.driven import ENGINES, NotHere, Page, until
from tests.kit import ROOT, Program, lay_table

pytestmark = [pytest.mark.browser, pytest.mark.long]
OPTIONS = (("B6", "120"), ("B7", "off"), ("K8", "off"))
SHOWS = "return document.body.innerText.replace(/\\s+/g, ' ').includes(arguments[0])"
PRESS = """const all = [...document.querySelectorAll('button:enabled')].filter(one => one.getClientRects().length);
const it = all.find(one => one.innerText.trim().replace(/\\s+/g, ' ').startsWith(arguments[0]));
if (!it || it.closest('[data-fresh]')) return false;
it.click(); return true"""
HOLD = """const grip = document.querySelector('button.shield-grip');
if (document.querySelector('#secret .secret-inner')) return true;
grip.focus(); grip.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true })); return false"""
SLIDE_UP = """document.querySelector('button.shield-grip')
  .dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }))"""
LET_GO = """document.querySelector('button.shield-grip')
  .dispatchEvent(new KeyboardEvent('keyup', { key: ' ', bubbles: true }))"""


PUT_AWAY = """const now = { hidden: arguments[0], visibilityState: arguments[0] ? 'hidden' : 'visible' };
for (const name of Object.keys(now)) Object.defineProperty(document, name, { value: now[name], configurable: true });
document.dispatchEvent(new Event('visibilitychange'))"""
POST = "fetch(location.pathname, { method: 'POST', body: new URLSearchParams(arguments[0]) })"
CHOOSE = """const all = [...document.querySelectorAll(`#plan-form label:has(input[name=${arguments[0]}])`)];
const it = all.find(one => one.innerText.includes(arguments[1]));
if (!it) return false;
it.click(); return it.control.checked"""
HANDS: Mapping[str, tuple[str, ...]] = {
    "atreides": ("Gom Jabbar/1", "Snooper/1"),
    "harkonnen": ("Chaumurky/1", "Shield/1"),
}


class Two:
    """A table screen and the phone of Atreides, in one engine."""

    def __init__(self, name: str, folder: Path, stack: ExitStack, **table: Any) -> None:
        self.name, self.keys = name, count()
        self.table = lay_table(folder, **table)
        self.program = Program(folder).start()
        stack.callback(self.program.stop)
        self.screen: Page = stack.enter_context(ENGINES[name](1440, 900))
        self.phone: Page = stack.enter_context(ENGINES[name](400, 844))
        self.screen.go(self.program.link)
        until(self.screen, "return location.pathname === '/'")
        self.screen.go(f"{self.program.origin}/t/{self.table}/")
        self.phone.go(f"{self.program.origin}/J/{self.code('atreides')}")
        until(self.phone, "return !!document.querySelector('.shield')")

    def code(self, seat: str) -> str:
        there = "const it = document.querySelector(arguments[0]); return it && it.innerText"
        return str(until(self.screen, there, f"#seat-{seat} kbd"))

    def at_table(self, act: str, **fields: str) -> None:
        """Do what the table's screen may do, without its button."""
        self.screen.run(POST, {"act": act, **fields, "key": f"key {next(self.keys)}"})

    def seat(self, seat: str) -> Callable[..., None]:
        """Seat somebody who has no page; return what taps for them."""
        browser = build_opener(HTTPCookieProcessor(CookieJar()))

        def post(path: str, **form: str) -> None:
            words = urlencode({**form, "key": f"key {next(self.keys)}"}).encode()
            browser.open(Request(self.program.origin + path, words, {"Origin": self.program.origin})).close()

        post("/J/", code=self.code(seat))
        return lambda act, **form: post(f"/t/{self.table}/me", act=act, **form)

    def shows(self, *words: str) -> None:
        for one in words:
            until(self.screen, SHOWS, one)

    def picture(self, what: str) -> None:
        """Keep both screens for somebody to look at, where ``REFEREE_SHOTS`` asks for it."""
        if os.environ.get("REFEREE_SHOTS"):
            folder = ROOT / ".shots"
            folder.mkdir(exist_ok=True)
            self.screen.shot(folder / f"{self.name}-{what}-table.png")
            self.phone.shot(folder / f"{self.name}-{what}-phone.png")


@pytest.fixture(params=sorted(ENGINES))
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., Two]]:
    with ExitStack() as stack:

        def begin(**table: Any) -> Two:
            try:
                return Two(str(request.param), tmp_path, stack, **table)
            except NotHere as sentence:
                pytest.skip(str(sentence))

        yield begin


@pytest.fixture
def bidding(two: Callable[..., Two]) -> Two:
    """A first card is up."""
    one = two(deck=("Kulon/1",) * 8, faces={}, options=OPTIONS)
    for label in ("Begin bidding", "Deal 6 cards"):
        until(one.screen, PRESS, label)
    one.shows("Atreides to bid")
    until(one.phone, SHOWS, "You: bid or pass")
    return one


def test_a_bidding_phase_with_undo_a_shield_and_a_restart(bidding: Two) -> None:
    two = bidding
    two.picture("turn")
    until(two.phone, PRESS, "Bid 1")
    two.shows("Bene Gesserit to bid")
    until(two.phone, SHOWS, "Bene Gesserit")
    assert two.phone.run("return document.querySelectorAll('[aria-busy]').length") == 0

    until(two.phone, HOLD)
    until(two.phone, "return document.getElementById('secret').innerText.includes('Kulon')")  # Atreides' prescience
    two.picture("shield")
    two.phone.run(LET_GO)
    until(two.phone, "return document.getElementById('secret').innerText === ''")

    until(two.screen, PRESS, "Undo")
    two.shows("Paused")
    until(two.screen, PRESS, "Resume")
    two.shows("Atreides to bid")
    until(two.phone, SHOWS, "You: bid or pass")

    two.program.kill()
    for page in (two.screen, two.phone):
        until(page, "return !document.getElementById('lost').hidden")
    two.picture("lost")
    two.program.start()
    for page in (two.screen, two.phone):
        until(page, "return document.getElementById('lost').hidden")
    two.shows("Paused after a restart")
    until(two.phone, SHOWS, "Paused")
    two.picture("back")


def test_a_card_is_sold_to_a_phone_that_was_put_away_and_a_program_that_fell_silent_is_missed(bidding: Two) -> None:
    two = bidding
    until(two.phone, PRESS, "Bid 1")
    two.shows("Bene Gesserit to bid")
    until(two.phone, SHOWS, "Bene Gesserit")
    two.phone.run(PUT_AWAY, True)
    for others in ("Emperor", "Fremen", "Spacing Guild", "Harkonnen"):
        until(two.screen, PRESS, "Pass")
        two.shows(f"{others} to bid")
    until(two.screen, PRESS, "Pass")
    two.shows("Sold to Atreides for 1.")
    assert not two.phone.run(SHOWS, "Card 2"), "a phone put away lets its stream go"
    two.phone.run(PUT_AWAY, False)
    until(two.phone, SHOWS, "Card 2")
    two.picture("sold")

    two.program.process.send_signal(signal.SIGSTOP)
    stopped = time.monotonic()
    for page in (two.screen, two.phone):
        until(page, "return !document.getElementById('lost').hidden")
    time.sleep(max(0, stopped + SLEPT_MS / 1000 + 1 - time.monotonic()))  # a shorter sleep is none to the program
    two.program.process.send_signal(signal.SIGCONT)
    for page in (two.screen, two.phone):
        until(page, "return document.getElementById('lost').hidden")
    two.shows("laptop slept")
    until(two.screen, PRESS, "Resume")
    until(two.phone, SHOWS, "Bene Gesserit")


def test_a_plan_made_behind_the_shield_is_locked_revealed_and_judged(two: Callable[..., Two]) -> None:
    night = two(deck=("Kulon/1", "Karama/1", "Karama/2", "Hajr/1"), faces=HANDS, turn=4, options=(("K8", "off"),))
    harkonnen = night.seat("harkonnen")
    until(night.screen, PRESS, "Begin with the storm")
    night.at_table("GoTo", phase="battle", anyway="1")
    night.shows("Begin a battle")
    forces = {"one": "atreides", "two": "harkonnen", "one_normal": "6", "two_normal": "8"}
    night.at_table("BeginBattle", territory="Arrakeen", **forces)
    until(night.screen, "return !!document.querySelector('.fight')")
    while night.screen.run(
        "return [...document.querySelectorAll('.fight-acts button')].some(one => /^Skip /.test(one.innerText.trim()))"
    ):
        night.screen.run(PRESS, "Skip ")
    until(night.phone, HOLD)
    until(night.phone, "return !!document.querySelector('#plan-form')")
    night.phone.run(SLIDE_UP)
    for name, words in (
        ("leader", "Lady Jessica"),
        ("weapon", "Gom Jabbar"),
        ("defence", "Snooper"),
        ("traitor", "Ask everybody"),
    ):
        until(night.phone, CHOOSE, name, words)
    night.phone.run("document.querySelector('[data-dial=\"6\"]').click()")
    night.picture("plan")
    night.phone.run("const it = document.querySelector('#plan-form button.btn-go'); it.form.requestSubmit(it)")
    night.shows("Plan locked")
    until(night.phone, "return document.getElementById('secret').innerText.includes('on the wheel')")
    night.phone.run("window.dispatchEvent(new Event('blur'))")
    until(night.phone, "return document.getElementById('secret').innerText === ''")
    assert "Jessica" not in night.phone.run("return document.body.innerHTML")
    harkonnen("LockPlan", dial="2", leader="Feyd-Rautha", weapon="Chaumurky", defence="Shield", traitor="")
    until(night.phone, PRESS, "No")
    harkonnen("AnswerTraitor", answer="no")
    night.shows("Gom Jabbar kills Feyd-Rautha.", "Settle the battle")
    until(night.phone, SHOWS, "Atreides win 8 to 2")
    night.picture("verdict")
