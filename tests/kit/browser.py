"""An evening in a real browser: a table screen, phones, fingers. Every assertion reads the pages themselves.

The deck is known because the test writes the table's file before the program starts. Nothing here reads the program's
memory.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.common.factions import faction_name
from referee.holdings.setup import SeatEntry, SetTable
from referee.running.hall import Hall
from tests.kit import ROOT, SIX
from tests.kit.fingers import FINGER, PENDING, finger, push
from tests.kit.program import Program

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHOTS = ROOT / ".shots"

PEOPLE = ("Aoife", "Miriam", "Tomas", "Lars", "Jonas", "Priya")
SCREEN_PATIENCE = 60.0  # seconds until a screen that does not show the truth counts as wrong
NO_ANSWER = ("net::ERR", "htmx:sse:error", "Failed to fetch")
OVERTAKEN = ("htmx:error: timeout",)  # by the next tap or the next look; all count
TABLE_SIZE, PHONE_SIZE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
READ = """() => {
  const text = (q) => { const e = document.querySelector(q); return e ? e.innerText.replace(/\\s+/g, ' ').trim() : '' };
  return { say: text('.say'), card: text('.trio > div .big'),
    coin: text('.trio .coin'), who: text('.trio .coin ~ .big b'),
    phone: text('.public .big b'), right: text('header .push'), beat: text('.public > div > p:nth-of-type(2)'),
    price: text('.public .coin'), all: document.body ? document.body.innerText : '' }
}"""
UNFOLD = "box => box.querySelectorAll('details.fold').forEach(one => { one.open = true })"
STANDS_THERE = "words => { const all = document.documentElement.outerHTML; return words.filter(w => all.includes(w)) }"


def lay_table(folder: Path, *, deck: Sequence[str], faces: Mapping[str, tuple[str, ...]], **options: Any) -> str:
    """Write a table with a known deck into the folder; return its id."""
    hall = Hall(folder)
    spice = options.pop("spice", {})
    places = tuple(
        SeatEntry(seat, name, len(faces.get(seat, ())), spice.get(seat, -1), faces.get(seat, ()))
        for seat, name in zip(SIX, PEOPLE, strict=True)
    )
    table, sitting = hall.create("Evening")
    outcome = sitting.act(SetTable("Evening", places, SIX[0], deck=tuple(deck), **options), "host")
    assert outcome.done, outcome.objections
    hall.close()
    return table


def spoke_of_no_error(said: str) -> None:
    """Assert that a program that has ended logged no errors."""
    assert "Error" not in said and "Traceback" not in said and "Warning" not in said, said


@dataclass
class Screens:
    browser: Any
    folder: Path
    table: str = ""
    screens: int = 96
    phones: dict[str, Any] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)
    allowed: tuple[str, ...] = ()  # what a browser may complain of at this moment
    secrets: tuple[str, ...] = ()
    shared: Program | None = None  # one that others go on with; else the test has its own

    def __post_init__(self) -> None:
        self.program = self.shared or Program(self.folder, self.screens).start()
        self.screen = self.page(TABLE_SIZE)
        self.shots = 0

    # -- pages --------------------------------------------------------------------------------------------

    def page(self, size: dict[str, int], *, touch: bool = False, **options: Any) -> Any:
        """Open a browser context: another device."""
        context = self.browser.new_context(
            viewport=size, has_touch=touch, is_mobile=touch, reduced_motion="reduce", **options
        )
        page = context.new_page()
        page.set_default_timeout(SCREEN_PATIENCE * 1000)
        page.on("console", lambda m: self._complain(page, m.text) if m.type in {"error", "warning"} else None)
        page.on("pageerror", lambda error: self._complain(page, str(error)))
        return page

    def _complain(self, page: Any, text: str) -> None:
        if not any(words in text for words in (*self.allowed, *OVERTAKEN)):
            self.complaints.append(f"{page.url}: {text}")

    def steer(self) -> Any:
        """Open the printed link on the table screen, or reload it."""
        if self.program.steers:
            self.screen.context.add_cookies(self.program.steers)
            self.screen.goto(self.program.origin)
        else:
            self.screen.goto(self.program.link)
            self.screen.wait_for_url(f"{self.program.origin}/")
            self.program.steers = self.screen.context.cookies()
        return self.screen

    def open(self, table: str) -> None:
        """Open an existing table on the table screen."""
        self.table = table
        self.steer().click(f"a[href='/t/{table}/']")

    def sit(self, seat: str, page: Any | None = None) -> Any:
        """Seat a phone by the code that the table screen shows for it."""
        phone = page or self.page(PHONE_SIZE, touch=True)
        code = self.screen.locator(f"#seat-{seat} kbd").inner_text()
        phone.goto(f"{self.program.origin}/J/{code}")
        phone.wait_for_selector(".shield")
        self.phones[seat] = phone
        return phone

    def begin(self, table: str, seats: Iterable[str] = SIX) -> Screens:
        """Open an existing table and seat everybody."""
        self.open(table)
        self.screen.wait_for_selector("#seat-atreides kbd")
        for seat in seats:
            self.sit(seat)
        return self

    def end(self) -> None:
        """Close every page, stop an own program, and assert that there were no errors."""
        complaints = tuple(self.complaints)  # a page that is closed in the middle of a request complains of that
        for context in self.browser.contexts:
            context.close()
        said = "" if self.shared else self.program.stop()
        assert not complaints, complaints
        spoke_of_no_error(said)

    # -- fingers ------------------------------------------------------------------------------------------

    def press(self, label: str) -> None:
        push(self.screen.locator(f"button:has-text('{label}'):visible").first)

    def more(self, page: str = "This phase") -> Any:
        """Open one of the pages behind "More" on the table screen."""
        menu = self.screen.locator("#more")
        if not menu.evaluate("e => e.open"):
            menu.locator("> summary").click()
        if page != "This phase":
            menu.locator(f".menu-tabs a:has-text('{page}')").click()
        menu.locator(f"[aria-current=page]:has-text('{page}')").wait_for()
        menu.evaluate(UNFOLD)
        return menu

    def skip_to(self, phase: str) -> None:
        """Skip to a phase."""
        push(self.more("Corrections").locator(f"button:has-text('Skip to {phase}')"))

    def tap(self, seat: str, label: str) -> None:
        """Tap a public button on a seat's phone."""
        push(self.phones[seat].locator(f':is(#actions, #turn) button:has-text("{label}"):enabled').first)

    def by_card(self, seat: str, goal: str, says: str) -> None:
        """Choose a place on a turn's card, then the number whose button has this label."""
        phone = self.phones[seat]
        half = phone.locator(".turn-half:not([hidden])")
        self.until(lambda: half.count() == 1, "The card shows no half, or both")
        half.locator("label.goal").filter(has_text=goal).first.tap()
        push(half.get_by_role("button", name=says))

    def everybody(self, label: str) -> None:
        """Tap the same button on every phone."""
        for seat in self.phones:
            self.tap(seat, label)

    @contextmanager
    def look(self, seat: str) -> Any:
        """Hold a phone's shield open with a finger until the end of the block."""
        phone = self.phones[seat]
        hand = finger(phone)

        def opened() -> bool:
            phone.evaluate(FINGER)
            hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [self._grip(phone)]})
            phone.wait_for_function("() => finger")
            if self._is_seen(phone, ".is-open"):
                return True
            hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            return False

        self.until(opened, "The shield never opened under a finger")
        yield phone
        phone.wait_for_timeout(400)  # a short tap keeps it open
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        phone.wait_for_selector("#secret", state="hidden")
        assert phone.locator("#secret").inner_text() == ""

    @contextmanager
    def prop(self, seat: str, *, closes: bool = False) -> Any:
        """Slide the shield up to stay open; a tap on the grip closes it, or it ``closes`` by itself."""
        phone = self.phones[seat]
        hand = finger(phone)

        def propped() -> bool:
            phone.evaluate(FINGER)
            self._slide_up(phone, hand)
            phone.wait_for_function("() => finger && finger !== 'pointerdown'")
            return self._is_seen(phone, ".is-propped")

        self.until(propped, "The shield never stayed open")
        yield phone
        if not closes and phone.locator("#shield.is-propped").count():  # a tap on a closed one opens it
            phone.locator("button.shield-grip").tap()
        phone.wait_for_selector("#secret", state="hidden")

    @staticmethod
    def _is_seen(phone: Page, how: str) -> bool:
        """Wait for the secret while the shield is opened this way; an update may move the grip away."""
        phone.wait_for_selector(f"#shield{how} .secret-inner, #shield:not({how})")
        return phone.locator(f"#shield{how}").count() == 1

    @staticmethod
    def _grip(phone: Page) -> dict[str, float]:
        """Return the center of the shield's grip."""
        box = phone.locator("button.shield-grip").bounding_box()
        assert box is not None
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def _slide_up(self, phone: Page, hand: Any) -> None:
        x, y = self._grip(phone).values()
        hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in (5, 20, 40, 55, 60):
            hand.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - step}]})
            phone.wait_for_timeout(20)
        phone.wait_for_timeout(300)  # a finger that flies off is a fling, and taps after a fling only stop it
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    # -- eyes ---------------------------------------------------------------------------------------------

    def until(self, what: Callable[..., Any], sentence: str | Callable[[], str]) -> Any:
        end = time.monotonic() + SCREEN_PATIENCE
        while not (found := what()):
            assert time.monotonic() < end, sentence() if callable(sentence) else sentence
            self.screen.wait_for_timeout(50)
        return found

    def read(self, page: Any) -> dict[str, str]:
        """Return the headlines of a page."""
        found: dict[str, str] = page.evaluate(READ)
        return found

    def _comes(self, page: Any, words: str, sentence: str) -> None:
        self.until(lambda: words in self.read(page)["all"], lambda: f"{sentence}\n{self.read(page)['all']}")

    def shows(self, *words: str) -> None:
        """Wait until the table screen shows these words."""
        for one in words:
            self._comes(self.screen, one, f"The table screen never showed: {one}")

    def answered(self) -> None:
        """Wait until no request of the table screen is pending: the next tap on a form would abort it."""
        self.screen.wait_for_selector(PENDING, state="detached")

    def others_to_bid(self) -> Iterator[str]:
        """Yield each further bidder once the table screen may be tapped for them."""
        for seat in SIX[1:]:
            self.shows(f"{faction_name(seat)} to bid")
            self.answered()
            yield seat

    def told(self, seat: str, *words: str) -> None:
        """Wait until a phone shows these words in public."""
        for one in words:
            self._comes(self.phones[seat], one, f"The phone of {seat} never showed: {one}")

    def agree(self, say: str = "", coin: str | None = None) -> None:
        """Wait until the table screen shows this, and every phone the same as the table screen."""
        wanted = f"Wanted {say!r} and {coin!r}, the table says"
        self.until(lambda: self._is(say, coin), lambda: f"{wanted} {self.read(self.screen)}")
        self.until(lambda: not self._strays(), lambda: f"{self._strays()}")
        self.no_secret()

    def _is(self, say: str, coin: str | None) -> bool:
        now = self.read(self.screen)
        return now["say"].startswith(say) and (coin is None or now["coin"] == coin)

    def _strays(self) -> list[Any]:
        now = self.read(self.screen)
        return [(s, now, read) for s, p in self.phones.items() if not _same(s, now, read := self.read(p))]

    def no_secret(self) -> None:
        """Assert that no page has a secret word in it while every shield is closed."""
        for name, page in {"table": self.screen, **self.phones}.items():
            found = page.evaluate(STANDS_THERE, [*self.secrets])
            assert not found, f"The page of {name} holds {found}"

    def picture(self, name: str, *seats: str) -> None:
        """Take screenshots of the table screen and some phones; only in the full check."""
        if os.environ.get("REFEREE_BROWSER") == "core":
            return
        SHOTS.mkdir(exist_ok=True)
        self.shots += 1
        for device, page in {"table": self.screen, **{seat: self.phones[seat] for seat in seats}}.items():
            page.screenshot(path=SHOTS / f"evening-{self.shots:02}-{name}-{device}.png")


def _same(seat: str, table: dict[str, str], phone: dict[str, str]) -> bool:
    """Return True if a phone says what its player has to do, that nobody waits for it, or what the table says."""
    yours = table["say"].startswith(f"{faction_name(seat)} to ")
    price = phone["price"] == table["coin"] if "Beat" in phone["beat"] or "to bid" in table["say"] else True
    news = (
        phone["phone"]
        in {table["say"], "Nobody is waiting for you", "Nobody is waited for", "You are done", "You're in"}
        and not yours
    )
    won = faction_name(seat) in table["say"] and phone["phone"].startswith("You ") and phone["phone"].endswith("win!")
    here = (
        phone["phone"].startswith(("You: ", "You may: ")) or "?" in phone["phone"] or won or news
    )  # a question for its player alone
    return here and price and (not table["card"] or phone["right"].startswith(table["card"]))
