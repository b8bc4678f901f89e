"""A sample of the sweep in every check; the whole of it is a command, ``python -m tests.looks.sweep``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sync = pytest.importorskip("playwright.sync_api")

from tests.looks import sweep  # noqa: E402

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def playwright() -> Iterator[Any]:
    with sync.sync_playwright() as play:
        yield play


def sample(folder: Path) -> list[sweep.Kept]:
    """Keep the table before the game and in an auction, a phone in it, and the rules."""
    keeper = sweep.table_of(folder, sweep.CLOCKS, seats=("atreides",))
    evening = keeper.evening
    evening.open_card()
    keeper.pages.clear()
    keeper.look("auction", ("atreides",))
    keeper.keep("rules", "phone", f"/t/{evening.table}/me/rules", evening.phones["atreides"])
    evening.close()
    return [kept for kept in keeper.pages if not kept.name.endswith(("looking", "home"))]


def test_a_sample_fits_a_small_phone_and_axe_finds_nothing_in_the_light(playwright: Any, tmp_path: Path) -> None:
    pages, wrong = sample(tmp_path), []
    with sweep.Viewer(playwright, (320, 568), theme="light") as viewer:
        for kept in pages:
            for name in viewer.show(kept):
                wrong += [f"{name}: {one}" for one in (*viewer.sideways(), *viewer.moving(), *viewer.judge())]
    assert {kept.device for kept in pages} == {"table", "phone"}
    assert not wrong, "\n".join(wrong)
