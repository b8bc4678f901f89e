"""One Chromium a file of tests, and an evening around it; without a Chromium the tests say so and are skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.browser import Screens
from tests.kit.chromium import FLAGS, chromium_path


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    sync = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install -e '.[dev]'")
    path = chromium_path()
    if path is None:
        pytest.skip("No Chromium on this machine, so nothing was tried in a browser. Install chromium.")
    with sync.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def evening(chromium: Any, tmp_path: Path) -> Iterator[Callable[..., Screens]]:
    """Begin an evening; at its end no page may have complained and the program may not have spoken of an error."""
    begun: list[Screens] = []

    def begin(**options: Any) -> Screens:
        begun.append(Screens(chromium, tmp_path, **options))
        return begun[-1]

    yield begin
    for one in begun:
        one.end()
