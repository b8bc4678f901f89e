"""Everybody's fingers, counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.kit import Screens, push

TABLE, PHONES, BIDS = "table", "phones", "bids"
# Brings the middle of a control into view, box by box, and returns how often a finger must swipe for that.
SWIPES = """el => {
  let swipes = 0;
  const middle = () => { const box = el.getBoundingClientRect(); return box.top + box.height / 2 };
  const into = (box, top, bottom) => {
    const off = middle() < top ? middle() - top : middle() > bottom ? middle() - bottom : 0;
    if (!off) return;
    const before = box.scrollTop;
    box.scrollTop += off + Math.sign(off) * 24;
    if (box.scrollTop !== before) swipes += Math.ceil(Math.abs(off) / (0.8 * (bottom - top)));
  };
  for (let box = el.parentElement; box && box !== document.body; box = box.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(box).overflowY) || box.scrollHeight <= box.clientHeight + 1) continue;
    const at = box.getBoundingClientRect();
    into(box, Math.max(at.top, 0), Math.min(at.bottom, innerHeight));
  }
  for (let box = el.parentElement; box && box !== document.body; box = box.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(box).overflowX) || box.scrollWidth <= box.clientWidth + 1) continue;
    const at = box.getBoundingClientRect(), mine = el.getBoundingClientRect(), before = box.scrollLeft;
    const center = mine.left + mine.width / 2;
    const off = center < at.left ? center - at.left : Math.max(0, center - at.right);
    box.scrollLeft += off + Math.sign(off) * 24;
    if (off && box.scrollLeft !== before) swipes += Math.ceil(Math.abs(off) / (0.8 * box.clientWidth));
  }
  const tabs = document.querySelector('#tabs'), shield = document.querySelector('.shield.is-propped');
  into(document.scrollingElement, 0, innerHeight - (tabs && !shield ? tabs.offsetHeight : 0));
  return swipes;
}"""


@dataclass
class Fingers:
    """Everybody's fingers, counted by phase and by what they tap on."""

    night: Screens
    phase: str = ""
    taps: dict[str, dict[str, int]] = field(default_factory=dict)
    each: list[str] = field(default_factory=list)
    drawn: Random = field(default_factory=lambda: Random(1))
    asked: str = ""  # who wants to be asked in windows for Karama; all others said in turn 1 that they never do

    def count(self, where: str, what: str, taps: int = 1, who: str = "") -> None:
        """Count taps, and note what was tapped, and by whom where that is not the table screen."""
        of = self.taps.setdefault(self.phase, dict.fromkeys((TABLE, PHONES, BIDS), 0))
        of[where] += taps
        if taps:
            self.each.append(f"{self.phase:<12}{who or where:<15}{taps:>3}  {what}")

    # -- the table screen ---------------------------------------------------------------------------------

    def press(self, label: str) -> None:
        self.night.press(label)
        self.count(TABLE, label)

    def onward(self, phase: str) -> None:
        """Go on to a phase, and see that every screen is there."""
        self.press("Next:")
        self.phase = phase.lower()
        self.night.shows(phase)

    # -- a phone ------------------------------------------------------------------------------------------

    def tap(self, seat: str, label: str, what: str = PHONES) -> None:
        button = self.night.phones[seat].locator(f':is(#actions, #turn) button:has-text("{label}"):enabled').first
        self.touch(seat, button, label, what)

    def touch(self, seat: str, control: Any, label: str, what: str = PHONES) -> None:
        """Swipe until a control is in view, and tap it."""
        self.swipe(seat, control, label)
        push(control)
        self.count(what, label, who=seat)

    def swipe(self, seat: str, control: Any, label: str, most: int = 99) -> None:
        """Swipe until a control is in view; another way to it costs ``most``."""
        self.count(PHONES, f"swipes to {label}", min(control.evaluate(SWIPES), most), seat)

    def comes(self, *heads: str) -> str:
        """Wait until the table screen is headed by one of these; in a window everybody says that they are ready."""
        found = ""

        def come() -> bool:
            nonlocal found
            said = self.night.read(self.night.screen)["say"]
            found = next((head for head in heads if head in said), "")
            if not found:
                self.ready()
            return bool(found)

        self.night.until(come, f"The table screen never was headed by one of {heads}")
        return found

    def ready(self) -> None:
        """Tap Ready wherever it stands, unless the window closes under the finger."""
        for seat, phone in self.night.phones.items():
            button = phone.locator("#actions form:has(input[name=act][value=Ready]) button:enabled")
            with suppress(PlaywrightTimeout):
                if button.count():
                    words = " ".join(button.first.inner_text().split())
                    button.first.tap(timeout=3000)
                    self.count(PHONES, words, who=seat)

    @contextmanager
    def answer(self, seat: str) -> Iterator[Any]:
        """Slide the shield up and answer what is asked there; then it closes by itself."""
        self.count(PHONES, "the shield", who=seat)
        with self.night.prop(seat, closes=True) as phone:
            yield phone

    def wheel(self, seat: str, form: Any, value: float, by: float) -> None:
        """Tap a number of the wheel; a half that does not stand there is the whole one and a step."""
        field = form.locator("[name=dial]")
        while (left := value - _told(field.input_value())) >= by:
            one = form.locator(f"[data-dial='{value:g}']")
            if not one.count():
                one = form.locator(f"[data-dial='{int(value)}']" if left >= 1 else "[data-dial-by]:has-text('+')").first
            self.touch(seat, one, f"{value:g} on the wheel")

    def from_list(self, seat: str, field: Any) -> str:
        """Draw a line of a list; one that is chosen already is free."""
        values = field.locator("option").evaluate_all("list => list.map(one => one.value)")
        value = str(self.drawn.choice(values))
        if value != field.input_value():
            self.swipe(seat, field, "a list")
            field.select_option(value)
            self.count(PHONES, f"{value} from a list", 2, seat)
        return value

    def choose(self, seat: str, box: Any, name: str, words: str) -> None:
        """Tap the choice with these words, unless it is chosen already."""
        self.pick(seat, box.locator(f'label:has(input[name={name}]):has-text("{words}")').first, f"{name} {words}")

    def pick(self, seat: str, one: Any, label: str) -> None:
        if not one.locator("input").is_checked():
            self.touch(seat, one, label)

    def draw(self, seat: str, box: Any, name: str) -> None:
        """Draw one of the choices of this name, if there are any."""
        choices = box.locator(f"label:has(input[name={name}])").all()
        if choices:
            one = self.drawn.choice(choices)
            self.pick(seat, one, f"{name} {' '.join(one.inner_text().split())}")

    def by_card(self, seat: str, goal: str, says: str, origin: str = "") -> None:
        """Ship or move by the card of the turn."""
        which = "move" if says.startswith("Move") else "ship"
        half = self.night.phones[seat].locator(f"#turn-{which}:not([hidden])")
        half.locator("label.goal").filter(has_text=goal).first.wait_for()
        if origin and half.locator(f'label:has(input[name=origin]):has-text("{origin}")').count():
            self.choose(seat, half, "origin", origin)
        place = half.locator("label.goal").filter(has_text=goal).first
        self.swipe(seat, place, goal, most=1)  # else the map: one tap opens it, one chooses
        self.touch(seat, place, goal)
        self.touch(seat, half.locator(f".turn-go[aria-label^='{says} ']"), says)


def _told(strength: str) -> float:
    """Read a number as the wheel writes it: 2½ is 2.5."""
    return float(strength.replace("½", ".5"))
