"""One Chromium a file of tests that look at example pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.kit.chromium import FLAGS, chromium_path


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync = pytest.importorskip("playwright.sync_api")
    with sync.sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield chromium
        chromium.close()
