"""The browser that tests drive: this machine's Chromium or Chrome, headless if possible."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

BROWSER_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
SAID = re.compile(r"\[err\]\s*(\S.*)|^BrowserType\.launch: (.*)", re.MULTILINE)
UNTRIED = "so nothing was tried in a browser."


class NoBrowser(Exception):
    """No browser can be started; the message says why, and what to install."""


def paths() -> Iterator[str]:
    return filter(None, map(which, BROWSER_NAMES))


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """Launch the browser; raises ``NoBrowser``."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise NoBrowser(f"Playwright is not installed, {UNTRIED} Run: pip install -e '.[dev]'") from None
    if not any(paths()):  # the driver takes a second to start
        raise no_browser([])
    with sync_playwright() as play:
        browser = first_that_starts(play)
        yield browser
        browser.close()


def first_that_starts(play: Playwright) -> Browser:
    from playwright.sync_api import Error

    refused = []
    for path in paths():
        try:
            return play.chromium.launch(executable_path=path, args=BROWSER_FLAGS)
        except Error as trouble:
            refused.append(f"{path} does not start ({reason(str(trouble))})")
    raise no_browser(refused)


def no_browser(refused: list[str]) -> NoBrowser:
    return NoBrowser(f"{' and '.join(refused) or 'No Chromium on this machine'}, {UNTRIED} Install chromium.")


def reason(trouble: str) -> str:
    """Return the first line of the browser's own error, else what became of it."""
    found = {bool(one[1]): one[1] or one[2] for one in reversed([*SAID.finditer(trouble)])}
    return (found.get(True) or found.get(False) or trouble)[:200]
