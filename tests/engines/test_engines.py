"""A bidding phase in browsers that are not Chromium: a table screen and a phone in each, taps, undo, a restart."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.engines.driven import ENGINES, NotHere, Page, until
from tests.kit import ROOT
from tests.kit.browser import lay_table
from tests.kit.program import Program

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
LET_GO = """document.querySelector('button.shield-grip')
  .dispatchEvent(new KeyboardEvent('keyup', { key: ' ', bubbles: true }))"""


class Two:
    """A table screen and the phone of Atreides, in one engine, at a table with a card up for bidding."""

    def __init__(self, name: str, folder: Path, stack: ExitStack) -> None:
        self.name = name
        self.table = lay_table(folder, deck=("Kulon/1",) * 8, faces={}, options=OPTIONS)
        self.program = Program(folder).start()
        stack.callback(self.program.stop)
        self.screen: Page = stack.enter_context(ENGINES[name](1440, 900))
        self.phone: Page = stack.enter_context(ENGINES[name](400, 844))
        self.screen.go(self.program.link)
        until(self.screen, "return location.pathname === '/'")
        self.screen.go(f"{self.program.origin}/t/{self.table}/")
        code = until(self.screen, "const it = document.querySelector('#seat-atreides kbd'); return it && it.innerText")
        self.phone.go(f"{self.program.origin}/J/{code}")
        until(self.phone, "return !!document.querySelector('.shield')")
        for label in ("Begin bidding", "Deal 6 cards"):
            until(self.screen, PRESS, label)

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
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Two]:
    with ExitStack() as stack:
        try:
            yield Two(str(request.param), tmp_path, stack)
        except NotHere as sentence:
            pytest.skip(str(sentence))


def test_a_bidding_phase_with_undo_a_shield_and_a_restart(two: Two) -> None:
    two.shows("Atreides to bid")
    until(two.phone, SHOWS, "You: bid or pass")
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
