"""Sound comes from the table screen alone, after a tap, as loud as it was set, and the countdown may be spoken."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kit.browser import Screens, lay_table

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
def night(evening: Begin, tmp_path: Path) -> Screens:
    table = lay_table(tmp_path, deck=("Kulon/1",) * 8, faces={}, options=(("B6", "5"), ("B7", "off"), ("K8", "off")))
    one = evening()
    one.screen.add_init_script(EARS)
    return one.begin(table, ("atreides",))


def test_the_table_is_silent_until_somebody_wants_sound(night: Screens) -> None:
    screen = night.screen
    screen.click("#more summary")
    for label in ("Begin bidding", "All counts are right", "Deal "):
        screen.locator(f"#look button:has-text('{label}')").first.click()
    screen.wait_for_function("() => document.querySelector('#look').dataset.mode === 'auction'")
    assert screen.evaluate("heard.length") == 0
    assert night.phones["atreides"].locator("#sounds").count() == 0


def test_a_test_tone_a_tick_a_bell_and_a_spoken_countdown(night: Screens) -> None:
    screen = night.screen
    screen.click("#sounds summary")
    screen.click("#sound")
    screen.wait_for_function("() => heard.length > 0")
    screen.wait_for_selector("#sounds summary:has-text('Sound on')")
    screen.click("#speak")
    screen.wait_for_function("() => words.includes('Ten seconds')")
    for label in ("Begin bidding", "All counts are right", "Deal "):
        screen.locator(f"#look button:has-text('{label}')").first.click()
    screen.wait_for_function("() => words.includes('3') && words.includes('Time')", timeout=30_000)
    screen.wait_for_function("() => words.some(said => said.includes('to bid'))")
    screen.wait_for_selector("#sounds summary:has-text('Sound on')")


def test_as_loud_as_it_was_set_and_kept_over_a_reload(night: Screens) -> None:
    screen = night.screen
    screen.click("#sounds summary")
    screen.click("#sound")
    screen.wait_for_function("() => heard.length > 0")
    usual = screen.evaluate("loudest")
    screen.evaluate("loudest = 0")
    screen.locator("#volume").fill("2")
    screen.wait_for_function("() => loudest > 0")
    assert screen.evaluate("loudest") < usual / 3
    screen.reload()
    screen.wait_for_selector("#sounds summary:has-text('Sound off')")
    assert screen.locator("#volume").input_value() == "2"
