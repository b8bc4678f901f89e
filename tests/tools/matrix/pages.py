"""The first minutes of an evening in one browser, with the program as a stranger has it."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from tests.kit import BROWSER_FLAGS, Program, Screens
from tests.tools.matrix.commands import Outcome, run
from tests.tools.matrix.stranger import Stranger

COMMAND = ("referee", "serve", "--no-browser", "--host", "127.0.0.1")
SEATS = ("atreides", "fremen")
PAGES = ("/guide", "/rules", "/limits")


def try_pages(machine: Stranger, browser: Path) -> list[Outcome]:
    """Set a table up, seat two phones, begin, look at pages, and verify the file; returns how each went."""
    folder = machine.home / "played"
    folder.mkdir()
    environment = {**machine.environment, "PYTHONWARNINGS": "default"}
    try:
        with sync_playwright() as play:
            chromium = play.chromium.launch(executable_path=browser, args=BROWSER_FLAGS)
            program = Program(folder, command=COMMAND, environment=environment).start()
            try:
                said = _evening(Screens(chromium, folder, shared=program))
            finally:
                complaints = program.stop()
                chromium.close()
    except (AssertionError, Error) as error:
        return [Outcome("an evening", browser.name, wrong=str(error)[-1500:])]
    wrong = re.search(r"^.*(?:Error|Traceback|Warning).*$", complaints, re.MULTILINE)
    (game,) = folder.glob("*.referee")
    kept = run(machine, f"referee verify {game}; referee log {game}")
    return [
        *(Outcome(page, browser.name, wrong="" if title else "it has no heading") for page, title in said.items()),
        Outcome("an evening", browser.name, wrong=wrong[0] if wrong else ""),
        Outcome("its file", browser.name, wrong="" if "Atreides" in kept.stdout and not kept.stderr else kept.stderr),
    ]


def _evening(night: Screens) -> dict[str, str]:
    """Play; returns the heading of each page that was looked at."""
    screen = night.steer()
    screen.click("text=Start a new table")
    screen.locator("button:has-text('Set the table'):visible").last.click()
    screen.wait_for_selector("#seat-atreides kbd")
    for seat in SEATS:
        night.sit(seat)
    night.press("Start turn 1")
    night.shows("Fremen place 10 forces")
    said = {}
    for page in PAGES:
        screen.goto(f"{night.program.origin}{page}")
        said[page] = screen.locator("h1").first.inner_text()
    night.end()
    return said
