"""Input on a page: each action returns once the page has handled it, however slow it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PENDING = ".htmx-request, button[aria-busy=true]"
PRESSED = """() => { window.pressed = false;
  for (const name of ['click', 'submit']) addEventListener(name, () => { pressed = true }, { capture: true });
}"""
WAS_PRESSED = "() => window.pressed !== false || document.querySelector('#calm:not(:empty)') !== null"
PULLED_OUT = "e => { for (let at = e; at = at.parentElement.closest('.drawers details');) at.open = true }"
FINGER = """() => { window.finger = '';
  for (const name of ['pointerdown', 'pointerup', 'pointercancel'])
    addEventListener(name, () => { finger = name }, { capture: true });
}"""
AT_ONCE = """keys => { for (const key of keys)
  document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })) }"""
FOCUSED = """() => {
  const one = document.activeElement, box = one.getBoundingClientRect(), round = one.closest('.field, .pick label');
  const ring = [one, round || one].some(e => parseFloat(getComputedStyle(e).outlineWidth) >= 2);
  return { words: one.matches('button, a, summary') ? one.innerText.trim() : '', ring,
    top: one === document.body,
    seen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth };
}"""


def walk(page: Any, label: str) -> None:
    """Tab until this has the focus; the focus must be visible all the way."""
    page.locator(f"button:has-text('{label}'), a:has-text('{label}'), summary:has-text('{label}')").first.wait_for()
    for _ in range(90):
        page.keyboard.press("Tab")
        now = page.evaluate(FOCUSED)
        assert now["top"] or (now["ring"] and now["seen"]), now
        if label in now["words"]:
            return
    raise AssertionError(f"Tab never came to {label}")


def push(button: Any) -> None:
    """Tap a button, or hold it for its second if it must be held; again if the page asks for that."""
    page = button.page
    button.evaluate(PULLED_OUT)

    def press() -> None:
        page.evaluate(PRESSED)
        if button.get_attribute("data-hold") is not None:
            _hold(button)
        elif _touches(page):
            button.tap()
        else:
            button.click()
        page.wait_for_function(WAS_PRESSED)  # a click follows the finger when the page comes to it

    _until_taken(page, "Tap again", press)


def fill_in(form: Any, **words: str) -> None:
    """Fill in fields of a form by their names: type, select, or choose one of the buttons that stand side by side."""
    for name, value in words.items():
        field = form.locator(f"[name={name}]")
        field.first.evaluate(PULLED_OUT)
        kind = field.first.evaluate("e => e.type")
        if kind == "radio":
            press = form.locator(f"label:has(input[name={name}][value={json.dumps(value)}])")
            press.tap() if _touches(form.page) else press.click()
        elif kind == "select-one":
            field.select_option(value)
        else:
            field.fill(value)


def chosen(form: Any, name: str) -> str:
    """Return the value that is chosen among buttons side by side; empty if none is."""
    ticked = form.locator(f"input[name={name}]:checked")
    return str(ticked.input_value()) if ticked.count() else ""


def key(page: Any, name: str) -> None:
    """Press a shortcut of the table screen once its label has been there long enough; again if told so."""
    hot = "Shift+U" if name == "Shift+U" else name.upper() if len(name) == 1 else name

    def press() -> None:
        page.wait_for_selector(PENDING, state="detached")
        page.wait_for_function("key => guard.calmKey(key)", arg="P" if hot.isdecimal() else hot)
        page.keyboard.press(name)

    _until_taken(page, "Press again", press)


def type_fast(page: Any, keys: str) -> None:
    """Press shortcuts with no time between them."""
    page.evaluate(AT_ONCE, keys)


def _until_taken(page: Any, asks: str, press: Callable[[], None]) -> None:
    """Press, and again while the page asks for it because something else had just appeared there."""
    asked = page.locator("#calm").filter(has_text=asks)
    while True:
        page.evaluate("() => window.guard && guard.say('')")
        press()
        if not asked.count():
            return


def _hold(button: Any) -> None:
    button.hover()
    button.page.mouse.down()
    button.page.wait_for_selector(".is-holding", state="detached")
    button.page.mouse.up()


def _touches(page: Any) -> bool:
    found: bool = page.evaluate("navigator.maxTouchPoints > 0")
    return found


@contextmanager
def standing(page: Any) -> Iterator[None]:
    """Stop a page's clock: what has just changed stays new, however slow the machine is."""
    page.evaluate("() => { const now = performance.now(); performance.now = () => now }")
    yield
    page.evaluate("() => { delete performance.now }")


def finger(page: Any) -> Any:
    """Return how to touch this page."""
    return page.context.new_cdp_session(page)
