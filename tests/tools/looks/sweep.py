"""Every page in every state of a game, judged and pictured in a real browser: ``python -m tests.tools.looks.sweep``.

The game is played without a browser; each page with a part or a button that no page before it had is kept as it was
sent. Chromium then opens it: axe-core in both themes with the shield closed and open, no sideways scroll, no joined
words, and the first thing to do in view, in any of the ``SCREENS``: 320 px, letters of twice the size, a phone on its
side, screens from 1280 to 3840 px; and in forced colors (``--forced`` does that alone) what is chosen, pressed or on
turn must differ by more than its ground. Words choose pages by name; ``--shots`` keeps a picture of each in every size
in .shots/sweep/. All of it takes half an hour.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from referee.holdings.setup import SeatEntry, SetTable
from referee.phases.mentat.victory import winner
from tests.games.chronicle import SEATS
from tests.games.test_chronicles import DEALT, HANDS, SIX
from tests.kit import KINDS, ROOT, SCREEN, Browser, Evening, Thirds, all_routes, running_chromium
from tests.tools.looks.instruments import DOUBLE, NORMAL, Screen, alike, joined, judged, of_this_checkout, sideways

SHOTS = ROOT / ".shots" / "sweep"

ORIGIN = "http://sweep.test"
QUIET = (("B6", "off"), ("B7", "off"), ("K8", "off"), ("P4", "drawn"))
CLOCKS = (("B6", "20"), ("B7", "60"), ("K8", "10"), ("C1", "90"), ("C2", "60"))
STORED = "localStorage.setItem('theme', '%s'); setInterval = () => 0"
# name: (width, height, size of letters, device or "" for both)
SCREENS = {
    "320": (320, 568, NORMAL, ""),
    "390": (390, 844, NORMAL, "phone"),
    "390-double": (390, 844, DOUBLE, "phone"),
    "320-double": (320, 568, DOUBLE, "phone"),
    "640x320": (640, 320, NORMAL, "phone"),
    "844x390": (844, 390, NORMAL, "phone"),
    "720-zoomed": (720, 450, NORMAL, "table"),
    "1280": (1280, 720, NORMAL, "table"),
    "1440": (1440, 900, NORMAL, "table"),
    "1440-double": (1440, 900, DOUBLE, "table"),
    "1920": (1920, 1080, NORMAL, "table"),
    "3840": (3840, 2160, NORMAL, "table"),
}
FIRST = """() => { const one = [...document.querySelectorAll(':is(#turn, #actions) :is(button, input, select):enabled')]
    .find(e => e.getClientRects().length && e.type !== 'hidden');
  if (!one || document.querySelector('#secret:not([hidden])')) return [];
  const box = one.getBoundingClientRect(), ends = [box.top + 4, box.bottom - 4];
  const seen = y => one.contains(document.elementFromPoint(box.left + box.width / 2, y));
  return ends.every(seen) ? [] : [one.innerText || one.name] }"""
NO_PAGE = re.compile(r"/(stream|secret)$|/static/|/host/|/J/.|\.(csv|svg|png|jsonl)$|/t/[^/]+$")
PARTS = re.compile(r'class="([^"]*)"|name="act" value="(\w+)"|<([a-z]+\d?)\b')


@dataclass
class Kept:
    """One page as it was sent: its name, its address, the device it is for, and what its shield would show."""

    name: str
    path: str
    device: str
    html: str
    secret: str = ""


@dataclass
class Keeper:
    """The pages of an evening that look unlike each other."""

    evening: Evening
    pages: list[Kept] = field(default_factory=list)
    seen: set[tuple[str, ...]] = field(default_factory=set)

    def look(self, state: str, seats: Sequence[str] = tuple(SIX)) -> None:
        """Keep the table screen and these phones, open and closed, where they look new."""
        base = f"/t/{self.evening.table}"
        self.keep(state, "table", f"{base}/", self.evening.host)
        self.keep(f"{state}-looking", "table", f"{base}/", self.evening.onlooker)
        for seat in (seat for seat in seats if seat in self.evening.phones):
            phone = self.evening.phones[seat]
            self.keep(f"{state}-{seat}", "phone", f"{base}/me", phone)
            self.keep(f"{state}-{seat}-more", "phone", f"{base}/me?tab=more", phone)

    def keep(self, name: str, device: str, path: str, browser: Browser, *, new: bool = True) -> None:
        """Keep one page, with its secret where it has a shield; if it must be ``new``, only if anything on it is."""
        html, secret = browser.get(path).text, ""
        if "<main" not in html:  # a part of a page, or the way to another
            return
        if found := re.search(r'id="secret" hidden hx-get="([^"]+)"', html):
            secret = browser.get(found[1].replace("&amp;", "&"), SCREEN).text
        parts = {(device, *found) for found in PARTS.findall(html + secret)}
        if not new or not parts <= self.seen:
            self.seen |= parts
            self.pages.append(Kept(f"{len(self.pages) + 1:03}-{name}", path, device, html, secret))

    def every_route(self, state: str, *, new: bool = True) -> None:
        """Keep every page that there is at this table, or only those that look ``new``."""
        phone = next(iter(self.evening.phones.values()))
        for method, path, kind in all_routes(self.evening):
            if method == "GET" and not re.search(
                r"/(stream|secret)$|/static/|/host/|/J/.|\.(svg|png|jsonl)$|/t/[^/]+$", path
            ):
                word = path.replace(f"/t/{self.evening.table}", "").strip("/").replace("/", "_")
                seat = kind == "seat"
                browser = phone if seat else self.evening.host
                self.keep(f"{state}-{word}", "phone" if seat else "table", path, browser, new=new)


def table_of(
    folder: Path,
    options: tuple[tuple[str, str], ...],
    keeper: Keeper | None = None,
    seats: Sequence[str] = tuple(SIX),
) -> Keeper:
    """Set the table of the full chronicle, with its dice, and seat everybody."""
    evening = Evening(folder, dice=Thirds())
    evening.steer()
    keeper = replace(keeper, evening=evening) if keeper else Keeper(evening)
    keeper.keep("new", "table", "/new", evening.host)
    evening.table, sitting = evening.hall.create("Chronicle")
    places = tuple(SeatEntry(seat, player, len(HANDS[seat]), -1, HANDS[seat]) for seat, player in SIX.items())
    assert sitting.act(SetTable("Chronicle", places, "atreides", "advanced", options=options, deck=DEALT), "host").done
    keeper.look("empty")
    for seat in seats:
        evening.seat(seat)
    keeper.look("lobby", seats)
    return keeper


def act(evening: Evening, line: str) -> str:
    """Send a line of a chronicle as a browser would; returns who acts."""
    who, _, rest = line.removeprefix("* ").partition(": ")
    name, *fields = rest.split(", ")
    words = dict(one.partition(" ")[::2] for one in fields)
    made = {key: SEATS.get(value.lower(), value) for key, value in words.items()}
    evening.tap(SEATS.get(who.lower(), "host"), name, **made)
    return SEATS.get(who.lower(), "host")


def whole_game(keeper: Keeper) -> None:
    """Play the full chronicle without clocks."""
    text = (ROOT / "tests" / "games" / "a_full_game.txt").read_text("utf-8")
    evening = keeper.evening
    for number, line in enumerate(line for line in text.splitlines() if line.startswith("* ")):
        actor = act(keeper.evening, line)
        keeper.look(f"{number:03}-{line.split(': ')[1].split(',')[0]}", (actor, list(SIX)[number % len(SIX)]))
    assert winner(evening.public), f"The game stopped in turn {evening.public.turn}: {evening.public.phase}"
    keeper.every_route("after")


def one_card(keeper: Keeper) -> None:
    """Play a card with every clock on: talk, bids, the last seconds, a pause, somebody away, the sale."""
    evening = keeper.evening
    for word in ("BeginBidding", "DeclareHands", "DealRow"):
        evening.must("host", word)
        keeper.look(word)
    evening.must("fremen", "Ready")
    evening.must("host", "CloseWindow")
    evening.bid(1)
    evening.wait(18_000)
    keeper.look("last-seconds")
    for word in ("PauseClock", "ResumeClock"):
        evening.must("host", word)
        keeper.look(word)
    evening.passes()
    evening.must("host", "MarkAway", seat="fremen")
    keeper.look("away")
    while evening.bidding.turn:
        evening.passes()
    keeper.look("sold")


def every_phase(keeper: Keeper) -> None:
    """Go through the phases with their clocks."""
    keeper.evening.must("host", "EndBidding", waive="1")
    keeper.look("over")
    for phase in ("storm", "spice_blow", "choam_charity", "revival", "shipment", "battle", "spice_collection"):
        keeper.evening.must("host", "GoTo", phase=phase)
        keeper.look(phase)


def evening_with_clocks(folder: Path) -> Keeper:
    """Keep the pages of an evening with every clock on."""
    keeper = table_of(folder, CLOCKS)
    keeper.every_route("lobby")
    one_card(keeper)
    keeper.evening.wait(12_000)
    keeper.every_route("talk")
    every_phase(keeper)
    keeper.evening.close()
    return keeper


def every_page() -> list[Kept]:
    """Return the pages of an evening with clocks and of a whole game without."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        keeper = table_of(Path(two), (*QUIET, ("P6", "none")), evening_with_clocks(Path(one)))
        whole_game(keeper)
        keeper.evening.close()
    return keeper.pages


# -- in the browser -----------------------------------------------------------------------------------


@dataclass
class Viewer:
    """A device of its own with a screen; it is shown pages as they were kept, each proved to be shown as asked."""

    browser: Any
    screen: Screen
    now: Kept | None = None

    def __enter__(self) -> Viewer:
        self.page = self.screen.open(self.browser)
        self.page.route("**/*", self._answer)
        self.page.add_init_script(STORED % self.screen.theme)
        return self

    def __exit__(self, *trouble: object) -> None:
        self.page.context.close()

    def _answer(self, route: Any) -> None:
        path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
        file = ROOT / "static" / re.sub(r"^/static/(v-[^/]+/)?", "", path)
        if path.startswith("/static/") and file.is_file():
            route.fulfill(body=file.read_bytes(), content_type=KINDS.get(file.suffix, "text/plain"))
        elif route.request.headers.get("hx-request") and not path.endswith("/secret"):
            route.abort()  # a page is judged as it came
        elif self.now and (path.endswith("/secret") or path == self.now.path.partition("?")[0]):
            html = self.now.secret if path.endswith("/secret") else self.now.html
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        else:
            route.abort()

    def show(self, kept: Kept) -> Iterator[str]:
        """Open a page, every fold of it open, and yield; then lift its shield, if it has one, and yield again."""
        self.now = kept
        self.page.goto(ORIGIN + kept.path)
        of_this_checkout(kept.html)
        self.screen.prove(self.page)
        self.page.evaluate("document.querySelectorAll('details:not(.menu)').forEach(one => { one.open = true })")
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        yield kept.name
        if kept.secret:
            self.page.locator("button.shield-grip").click()
            self.page.wait_for_selector(".secret-inner")
            yield f"{kept.name}, open"

    def out_of_reach(self) -> list[str]:
        """Return what there is to do on a phone that cannot be touched before somebody scrolls."""
        found: list[str] = self.page.evaluate(FIRST)
        return [f"has to be scrolled to: {one}" for one in found]


def accused(browser: Any, pages: Sequence[Kept], theme: str) -> list[str]:
    """Return what axe-core finds wrong on these pages in a theme."""
    wrong = []
    for device, size in (("table", (1440, 900)), ("phone", (390, 844))):
        with Viewer(browser, Screen(*size, theme=theme)) as viewer:
            for kept in (kept for kept in pages if kept.device == device):
                wrong += [f"{theme}, {name}: {one}" for name in viewer.show(kept) for one in judged(viewer.page)]
    return wrong


def measured(browser: Any, pages: Sequence[Kept], screen: str, shots: bool = False) -> list[str]:
    """Return which pages scroll sideways or hide what is to be done on a screen; keep pictures if wanted."""
    width, height, letters, device = SCREENS[screen]
    wrong = []
    with Viewer(browser, Screen(width, height, letters)) as viewer:
        for kept in (kept for kept in pages if device in {"", kept.device}):
            for name in viewer.show(kept):
                found = (*sideways(viewer.page), *viewer.out_of_reach(), *joined(viewer.page))
                wrong += [f"{screen}, {name}: {one}" for one in found]
                if shots:
                    viewer.page.screenshot(path=SHOTS / f"{name.replace(', ', '-')}-{screen}.png")
    return wrong


def in_forced_colors(browser: Any, pages: Sequence[Kept], shots: bool = False) -> Iterator[str]:
    """Yield what cannot be told apart, or is too wide, where the system draws in its own few colors."""
    for device, size in (("table", (1440, 900)), ("phone", (390, 844))):
        with Viewer(browser, Screen(*size, forced=True)) as viewer:
            for kept in (kept for kept in pages if kept.device == device):
                for name in viewer.show(kept):
                    found = (*alike(viewer.page), *sideways(viewer.page))
                    yield from (f"forced colors, {name}: {one}" for one in found)
                    if shots:
                        viewer.page.screenshot(path=SHOTS / f"{name.replace(', ', '-')}-forced.png")


def main(words: list[str]) -> int:
    """Judge and measure every page, or those that have one of the words in their name."""
    shots, forced = "--shots" in words, "--forced" in words
    names = [word for word in words if not word.startswith("--")]
    SHOTS.mkdir(parents=True, exist_ok=True)
    pages = [kept for kept in every_page() if not names or any(word in kept.name for word in names)]
    print(f"{len(pages)} pages unlike each other", flush=True)
    wrong = 0
    with running_chromium() as browser:
        for line in in_forced_colors(browser, pages, shots) if forced else found_wrong(browser, pages, shots):
            print(line, flush=True)  # half an hour is long: what is found is printed at once
            wrong += not line.startswith("# ")
    print(f"{wrong} found" if wrong else "Nothing wrong")
    return 1 if wrong else 0


def found_wrong(browser: Any, pages: Sequence[Kept], shots: bool) -> Iterator[str]:
    """Yield what is wrong, and after each part of the work a line that begins with ``# `` and names it."""
    for theme in () if shots else ("dark", "light"):
        yield from accused(browser, pages, theme)
        yield f"# axe, {theme}"
    for screen in SCREENS:
        yield from measured(browser, pages, screen, shots)
        yield f"# {screen}"
    yield from in_forced_colors(browser, pages)
    yield "# forced colors"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
