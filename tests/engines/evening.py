"""An evening in one engine: a table screen and a phone, the moments of it that are told, and what is kept of it.

``Two`` plays a table on two pages of the same engine; at each moment it notes what both show, so that engines can be
compared. ``KeptEvening`` opens the page after a game, its picture, and the file that needs no server.
"""

from __future__ import annotations

import base64
import os
import re
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from http.cookiejar import CookieJar
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

from referee.running.hall import SLEPT_MS
from tests.engines.driven import ALL, Page, until
from tests.journals.kept import unpacked
from tests.kit import ROOT, Program, lay_table

OPTIONS = (("B6", "120"), ("B7", "off"), ("K8", "off"))
SHOWS = r"return document.body.innerText.replace(/\s+/g, ' ').includes(arguments[0])"
PRESS = r"""const all = [...document.querySelectorAll('button:enabled')].filter(one => one.getClientRects().length);
const it = all.find(one => one.innerText.trim().replace(/\s+/g, ' ').startsWith(arguments[0]));
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


BROWSER = re.compile(r"(Headless)?(Firefox|Chrome|Chromium|Safari|WebKit|browser)(,| on| at)? Linux", re.IGNORECASE)
PASSES = re.compile(r"\d+:\d\d|(?:[0-9a-f]{4} )+[0-9a-f]{4}|\d+ s\b|127\.0\.0\.1(:\d+)?")
SPILLS = """const all = [...document.querySelectorAll('.btn, .pick label')].filter(one => one.getClientRects().length);
return all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.innerText)"""
READ = """const codes = [...document.querySelectorAll('kbd')].map(one => one.innerText.trim());
const named = document.querySelectorAll('[role=timer], #health, select, button.vh');
const apart = [...named].map(one => one.innerText.trim());
const words = apart.reduce((rest, one) => one ? rest.replace(`\\n${one}\\n`, '\\n') : rest, document.body.innerText);
return [words, codes.filter(one => one.length > 4)]"""


def settled(page: Page) -> str:
    """Return the words of a page once they stand still, without what differs each time, and without spaces."""
    before = ""
    for _ in range(40):
        words, codes = page.run(READ)
        for code in codes:
            words = words.replace(code, "")
        words = re.sub(r"\s+", "", PASSES.sub("", BROWSER.sub("", words)))
        if words == before:
            break
        before = words
        time.sleep(0.3)
    return before


class Two:
    """A table screen and the phone of Atreides, in one engine; ``told`` is what they showed at each moment."""

    def __init__(self, name: str, folder: Path, stack: ExitStack, **table: Any) -> None:
        self.name, self.keys = name, count()
        self.table = lay_table(folder, **table)
        self.program = Program(folder).start()
        stack.callback(self.program.stop)
        self.screen: Page = stack.enter_context(ALL[name](1440, 900))
        self.phone: Page = stack.enter_context(ALL[name](400, 844))
        self.told: dict[str, str] = {}
        self.screen.go(self.program.link)
        until(self.screen, "return location.pathname === '/'")
        self.note("start", self.screen)
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
        """Note what both screens show."""
        self.note(f"{what}-table", self.screen)
        self.note(f"{what}-phone", self.phone)

    def note(self, what: str, page: Page) -> None:
        """Note what a page shows, and keep its picture for somebody to look at, where ``REFEREE_SHOTS`` asks for it."""
        self.told[what] = settled(page)
        spilt = page.run(SPILLS)
        assert not spilt, f"{what}: words run out of their button: {spilt}"
        if os.environ.get("REFEREE_SHOTS"):
            folder = ROOT / ".shots"
            folder.mkdir(exist_ok=True)
            page.shot(folder / f"{self.name}-{what}.png")


def bidding(two: Two) -> None:
    """Go on to the first card that is up."""
    for label in ("Begin bidding", "Deal 6 cards"):
        until(two.screen, PRESS, label)
    two.shows("Atreides to bid")
    until(two.phone, SHOWS, "You: bid or pass")


def bids_undo_shield_and_restart(two: Two) -> None:
    bidding(two)
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


def a_sale_a_phone_put_away_and_silence(two: Two) -> None:
    bidding(two)
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


def a_plan_and_its_verdict(two: Two) -> None:
    harkonnen = two.seat("harkonnen")
    until(two.screen, PRESS, "Begin with the storm")
    two.at_table("GoTo", phase="battle", anyway="1")
    two.shows("Begin a battle")
    forces = {"one": "atreides", "two": "harkonnen", "one_normal": "6", "two_normal": "8"}
    two.at_table("BeginBattle", territory="Arrakeen", **forces)
    until(two.screen, "return !!document.querySelector('.fight')")
    while two.screen.run(
        "return [...document.querySelectorAll('.fight-acts button')].some(one => /^Skip /.test(one.innerText.trim()))"
    ):
        two.screen.run(PRESS, "Skip ")
    until(two.phone, HOLD)
    until(two.phone, "return !!document.querySelector('#plan-form')")
    two.phone.run(SLIDE_UP)
    for name, words in (
        ("leader", "Lady Jessica"),
        ("weapon", "Gom Jabbar"),
        ("defence", "Snooper"),
        ("traitor", "Ask everybody"),
    ):
        until(two.phone, CHOOSE, name, words)
    two.phone.run("document.querySelector('[data-dial=\"6\"]').click()")
    two.picture("plan")
    two.phone.run("const it = document.querySelector('#plan-form button.btn-go'); it.form.requestSubmit(it)")
    two.shows("Plan locked")
    until(two.phone, "return document.getElementById('secret').innerText.includes('on the wheel')")
    two.phone.run("window.dispatchEvent(new Event('blur'))")
    until(two.phone, "return document.getElementById('secret').innerText === ''")
    assert "Jessica" not in two.phone.run("return document.body.innerHTML")
    harkonnen("LockPlan", dial="2", leader="Feyd-Rautha", weapon="Chaumurky", defence="Shield", traitor="")
    until(two.phone, PRESS, "No")
    harkonnen("AnswerTraitor", answer="no")
    two.shows("Gom Jabbar kills Feyd-Rautha.", "Settle the battle")
    until(two.phone, SHOWS, "Atreides win 8 to 2")
    two.picture("verdict")


TABLES: Mapping[Callable[[Two], None], Mapping[str, Any]] = {
    bids_undo_shield_and_restart: {"deck": ("Kulon/1",) * 8, "faces": {}, "options": OPTIONS},
    a_sale_a_phone_put_away_and_silence: {"deck": ("Kulon/1",) * 8, "faces": {}, "options": OPTIONS},
    a_plan_and_its_verdict: {
        "deck": ("Kulon/1", "Karama/1", "Karama/2", "Hajr/1"),
        "faces": HANDS,
        "turn": 4,
        "options": (("K8", "off"),),
    },
}


# -- what is kept of an evening -----------------------------------------------------------------------

GAME = "evening_advanced"  # of ``tests/journals``: won, with battles
EARLY = """<script>window.wrong = [];
addEventListener('error', fault => wrong.push(String(fault.message || fault.target.src)), true)</script>"""
FILM = """const at = document.getElementById('at'), told = [...document.querySelectorAll('.told')];
const seen = told.filter(one => one.getClientRects().length), map = document.querySelector('.film .map');
const still = [...document.querySelectorAll('.still.is-laid')].filter(one => getComputedStyle(one).display !== 'none');
return { at: +at.value, last: +at.max, told: seen.map(one => one.innerText), stills: still.length,
  verdicts: seen.flatMap(one => [...one.querySelectorAll('.mute')]).filter(one => one.getClientRects().length).length,
  fits: document.documentElement.scrollWidth <= innerWidth, map: Math.round(map.getBoundingClientRect().width),
  wrong: window.wrong || [] }"""
MOVE = """const at = document.getElementById('at'); at.value = arguments[0];
at.dispatchEvent(new Event('input', { bubbles: true }))"""
PNG = """if (window.saved === undefined) {
  window.saved = '';
  HTMLAnchorElement.prototype.click = function () { window.saved = this.href };
  const tap = new MouseEvent('click', { bubbles: true, cancelable: true });
  document.querySelector('a[href$="/picture.svg"]').dispatchEvent(tap);
}
return window.saved"""
FITS = "return document.documentElement.scrollWidth <= innerWidth"
SIZES = {"table": (1440, 900), "phone": (400, 844)}


def what_is_kept(name: str, folder: Path) -> tuple[dict[str, str], list[str], bytes]:
    """Open league, rematch, the page after a game, its picture, and its file from the disk.

    Return what is told, complaints, and the picture as PNG.
    """
    told, complaints, picture = dict[str, str](), list[str](), b""
    unpacked(GAME, folder)
    with ExitStack() as stack:
        program = Program(folder).start()
        stack.callback(program.stop)
        after = f"{program.origin}/t/{GAME}/after"
        with urlopen(f"{after}/evening.html") as answer:
            text = answer.read().decode()
        file = folder / "evening.html"
        file.write_text(text.replace("<head>", f"<head>{EARLY}", 1), "utf-8")
        for size, (width, height) in SIZES.items():
            with ALL[name](width, height) as page:
                later = {"league": f"{program.origin}/league"}
                if size == "table":
                    page.go(program.link)
                    until(page, "return location.pathname === '/'")
                    later["rematch"] = f"{program.origin}/new?again={GAME}"
                for what, place in later.items():
                    page.go(place)
                    told[f"{what}-{size}"] = settled(page)
                    assert not (spilt := page.run(SPILLS)), f"{what}: words run out of their button: {spilt}"
                    assert page.run(FITS), f"{what} is wider than the screen"
                page.go(after)
                told[f"after-{size}"] = settled(page)
                if size == "table":
                    picture = base64.b64decode(str(until(page, PNG)).partition(",")[2])
                page.go(file.as_uri())
                _replay(page, size, told)
                if os.environ.get("REFEREE_SHOTS"):
                    page.shot(ROOT / ".shots" / f"{name}-kept-{size}.png")
                complaints += [*page.complaints(), *page.run(FILM)["wrong"]]
    return told, complaints, picture


def _replay(page: Page, size: str, told: dict[str, str]) -> None:
    """Move the slider over the whole film, then let the rest of it play to its end."""
    last, verdicts = int(page.run(FILM)["last"]), 0
    for at in range(last + 1):
        page.run(MOVE, at)
        film = page.run(FILM)
        assert (film["at"], len(film["told"]), film["stills"]) == (at, 1, 1), film
        assert film["fits"] and film["map"] > 300, film
        told[f"film-{size}-{at}"] = re.sub(r"\s+", "", film["told"][0])
        verdicts += film["verdicts"]
    assert verdicts, "no verdict can be read"
    page.run(MOVE, max(0, last - 3))
    page.run("document.getElementById('play').click()")
    runs = "return document.getElementById('play').getAttribute('aria-pressed') === arguments[0]"
    assert page.run(runs, "true")
    until(page, runs, "false")
    assert page.run(FILM)["at"] == last
