"""Everybody's fingers, counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.kit.browser import Screens, push

TABLE, PHONES, BIDS = "table", "phones", "bids"


@dataclass
class Fingers:
    """Everybody's fingers, counted by phase and by what they tap on."""

    night: Screens
    phase: str = ""
    taps: dict[str, dict[str, int]] = field(default_factory=dict)

    def count(self, where: str, taps: int = 1) -> None:
        of = self.taps.setdefault(self.phase, dict.fromkeys((TABLE, PHONES, BIDS), 0))
        of[where] += taps

    # -- the table screen ---------------------------------------------------------------------------------

    def press(self, label: str) -> None:
        self.night.press(label)
        self.count(TABLE)

    def onward(self, phase: str) -> None:
        """Go on to a phase, and see that every screen is there."""
        self.press("Next:")
        self.phase = phase.lower()
        self.night.shows(phase)

    # -- a phone ------------------------------------------------------------------------------------------

    def tap(self, seat: str, label: str, what: str = PHONES) -> None:
        self.night.tap(seat, label)
        self.count(what)

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
        for phone in self.night.phones.values():
            button = phone.locator("#actions form:has(input[name=act][value=Ready]) button:enabled")
            with suppress(PlaywrightTimeout):
                if button.count():
                    button.first.tap(timeout=3000)
                    self.count(PHONES)

    @contextmanager
    def answer(self, seat: str) -> Iterator[Any]:
        """Slide the shield up and answer what is asked there; then it closes by itself."""
        self.count(PHONES)
        with self.night.prop(seat, closes=True) as phone:
            yield phone

    def number(self, field: Any, value: int) -> None:
        """Step or type a number, whichever is shorter."""
        now = int(float(field.input_value() or 0))
        field.fill(str(value))
        self.count(PHONES, min(abs(value - now), 1 + len(str(value))))

    def choose(self, box: Any, name: str, words: str) -> None:
        """Tap the choice with these words, unless it is chosen already."""
        one = box.locator(f'label:has(input[name={name}]):has-text("{words}")').first
        if not one.locator("input").is_checked():
            push(one)
            self.count(PHONES)

    def by_card(self, seat: str, normal: int, goal: str, says: str, origin: str = "") -> None:
        """Ship or move by the card of the turn."""
        which = "move" if says.startswith("Move") else "ship"
        half = self.night.phones[seat].locator(f"#turn-{which}:not([hidden])")
        half.locator("label.goal").filter(has_text=goal).first.wait_for()
        if origin and half.locator(f'label:has(input[name=origin]):has-text("{origin}")').count():
            self.choose(half, "origin", origin)
        self.number(half.locator("[name=normal]"), normal)
        push(half.locator("label.goal").filter(has_text=goal).first)
        push(half.locator(".turn-go").filter(has_text=says))
        self.count(PHONES, 2)
