"""What all tests share: the long ones wait to be asked for, and property tests may try the same on every run.

``REFEREE_BROWSER=core``, which the fast check sets, leaves out what is marked long, and says so.

Property tests try something new on every run, which is how they find what nobody thought of. ``REFEREE_SAME=1`` makes
them try the same on every run of the same tests, so that a clean check that was green stays green.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from referee.running.journal import FileJournal
from tests.kit.chromium import NoBrowser
from tests.kit.chromium import chromium as started

settings.register_profile("unhurried", deadline=None)  # a slow machine is no fault of the code
settings.register_profile("same", deadline=None, derandomize=True)
settings.load_profile("same" if os.environ.get("REFEREE_SAME") else "unhurried")


begin = FileJournal.__init__


def closed_when_dropped(self: FileJournal, path: Path) -> None:
    """Open a journal whose file is closed with it: most tests drop one, and Python 3.13 fails a later test for that."""
    begin(self, path)
    weakref.finalize(self, self._db.conn.close)


FileJournal.__init__ = closed_when_dropped  # type: ignore[method-assign]


OPEN = ExitStack()  # the browser of this process, while test after test asks for one
FOUND: list[Any] = []
IN_USE: list[bool] = []


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The browser of this machine, with no page of another file; where none starts, tests are skipped and say why."""
    if not (FOUND and FOUND[0].is_connected()):  # one that crashed takes no other file with it
        closed()
        try:
            FOUND.append(OPEN.enter_context(started()))
        except NoBrowser as none:
            pytest.skip(str(none))
    browser = FOUND[0]
    IN_USE.append(True)
    yield browser
    IN_USE.clear()
    for context in browser.contexts if browser.is_connected() else ():
        context.close()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Close the browser before a file that asks for none: its driver keeps an event loop that others can't have."""
    if not IN_USE and "chromium" not in getattr(item, "fixturenames", ()):
        closed()


def pytest_sessionfinish() -> None:
    closed()


def closed() -> None:
    FOUND.clear()
    OPEN.close()


LONG = pytest.mark.skip(reason="takes long: python tests/check.py --full")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what asks for a browser; leave out the long ones where only the core is wanted."""
    core = os.environ.get("REFEREE_BROWSER") == "core"
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        if core and item.get_closest_marker("long"):
            item.add_marker(LONG)
