"""Everybody's fingers, counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.kit.browser import Screens
from tests.kit.fingers import push

TABLE, PHONES, BIDS = "table", "phones", "bids"


@dataclass
class Fingers:
    """Everybody's fingers, counted by phase and by what they tap on."""

    night: Screens
    phase: str = ""
    taps: dict[str, dict[str, int]] = field(default_factory=dict)
    each: list[str] = field(default_factory=list)

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
        self.night.tap(seat, label)
        self.count(what, label, who=seat)

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

    def number(self, seat: str, field: Any, value: int) -> None:
        """Step or type a number, whichever is shorter."""
        now = int(float(field.input_value() or 0))
        field.fill(str(value))
        self.count(
            PHONES,
            f"{field.get_attribute('name')} from {now} to {value}",
            min(abs(value - now), 1 + len(str(value))),
            seat,
        )

    def choose(self, seat: str, box: Any, name: str, words: str) -> None:
        """Tap the choice with these words, unless it is chosen already."""
        one = box.locator(f'label:has(input[name={name}]):has-text("{words}")').first
        if not one.locator("input").is_checked():
            push(one)
            self.count(PHONES, f"{name} {words}", who=seat)

    def by_card(self, seat: str, goal: str, says: str, origin: str = "") -> None:
        """Ship or move by the card of the turn."""
        which = "move" if says.startswith("Move") else "ship"
        half = self.night.phones[seat].locator(f"#turn-{which}:not([hidden])")
        half.locator("label.goal").filter(has_text=goal).first.wait_for()
        if origin and half.locator(f'label:has(input[name=origin]):has-text("{origin}")').count():
            self.choose(seat, half, "origin", origin)
        push(half.locator("label.goal").filter(has_text=goal).first)
        self.count(PHONES, goal, who=seat)
        push(half.locator(f".turn-go[aria-label^='{says} ']"))
        self.count(PHONES, says, who=seat)
