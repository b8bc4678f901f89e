"""Sound comes from the table screen alone, from the first touch on and as loud as set; the countdown may be spoken."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kit import Screens, lay_table

pytestmark = [pytest.mark.browser, pytest.mark.long]
Begin = Callable[..., Screens]
EARS = """
window.heard = []; window.words = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (when) { heard.push(this.frequency.value); return start.call(this, when) };
const loud = AudioParam.prototype.exponentialRampToValueAtTime;
window.loudest = 0;
AudioParam.prototype.exponentialRampToValueAtTime = function (value, when) {
  if (value < 1) loudest = Math.max(loudest, value);
  return loud.call(this, value, when);
};
speechSynthesis.speak = said => words.push(said.text);
"""


@pytest.fixture
def night(evening: Begin, tables: Path) -> Screens:
    table = lay_table(tables, deck=("Kulon/1",) * 8, faces={}, options=(("B6", "5"), ("B7", "off"), ("K8", "off")))
    one = evening()
    one.screen.add_init_script(EARS)
    return one.begin(table, ("atreides",))


def test_sound_is_on_from_the_first_touch_and_one_tap_turns_it_off_for_good(night: Screens) -> None:
    screen = night.screen
    screen.wait_for_selector("#sounds summary:has-text('Sound: tap once')")
    screen.mouse.click(5, 5)
    screen.wait_for_selector("#sounds summary:has-text('Sound on')")
    for label in ("Begin bidding", "Deal 6 cards"):
        night.press(label)
    screen.wait_for_function("() => heard.length > 0")
    screen.click("#sounds summary")
    screen.click("#sound")
    screen.wait_for_selector("#sounds summary:has-text('Sound off')")
    screen.reload()
    screen.mouse.click(5, 5)
    screen.wait_for_selector("#sounds summary:has-text('Sound off')")
    assert night.phones["atreides"].locator("#sounds").count() == 0


def test_the_table_screen_stays_awake(night: Screens) -> None:
    screen = night.screen
    screen.add_init_script("window.asked = 0; navigator.wakeLock.request = async () => { asked += 1 }")
    screen.reload()
    screen.wait_for_function("() => asked > 0")


def test_a_test_tone_a_tick_a_bell_and_a_spoken_countdown(night: Screens) -> None:
    screen = night.screen
    screen.click("#sounds summary")
    screen.click("#test-tone")
    screen.wait_for_function("() => heard.length > 0")
    screen.wait_for_selector("#sounds summary:has-text('Sound on')")
    screen.click("#speak")
    screen.wait_for_function("() => words.includes('Ten seconds')")
    screen.keyboard.press("Escape")
    for label in ("Begin bidding", "Deal 6 cards"):
        night.press(label)
    screen.wait_for_function("() => words.includes('3') && words.includes('Time')", timeout=30_000)
    screen.wait_for_function("() => words.some(said => said.includes('to bid'))")
    screen.wait_for_selector("#sounds summary:has-text('Sound on')")


def test_as_loud_as_it_was_set_and_kept_over_a_reload(night: Screens) -> None:
    screen = night.screen
    screen.click("#sounds summary")
    screen.click("#test-tone")
    screen.wait_for_function("() => heard.length > 0")
    usual = screen.evaluate("loudest")
    screen.evaluate("loudest = 0")
    screen.locator("#volume").fill("2")
    screen.wait_for_function("() => loudest > 0")
    assert screen.evaluate("loudest") < usual / 3
    screen.reload()
    screen.wait_for_selector("#sounds summary:has-text('Sound: tap once')")
    assert screen.locator("#volume").input_value() == "2"
