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
    return [kept for kept in keeper.pages if not kept.name.endswith(("looking", "more"))]


def test_a_sample_fits_a_small_phone_and_axe_finds_nothing_in_the_light(playwright: Any, tmp_path: Path) -> None:
    pages, wrong = sample(tmp_path), []
    with sweep.Viewer(playwright, (320, 568), theme="light") as viewer:
        for kept in pages:
            for name in viewer.show(kept):
                wrong += [f"{name}: {one}" for one in (*viewer.sideways(), *viewer.moving(), *viewer.judge())]
    assert {kept.device for kept in pages} == {"table", "phone"}
    assert not wrong, "\n".join(wrong)


@pytest.mark.long
def test_the_first_thing_to_do_is_in_reach_on_a_small_phone_with_letters_twice_as_large(
    playwright: Any, tmp_path: Path
) -> None:
    keeper = sweep.table_of(tmp_path, sweep.CLOCKS, seats=("atreides",))
    keeper.pages.clear()
    keeper.evening.open_card()
    keeper.look("auction", ("atreides",))
    keeper.evening.must("host", "EndBidding")
    for phase in ("choam_charity", "revival", "shipment"):
        keeper.evening.must("host", "GoTo", phase=phase, anyway="1")
        keeper.look(phase, ("atreides",))
    keeper.evening.close()
    assert not sweep.measured(playwright, [kept for kept in keeper.pages if kept.device == "phone"], "320-double")
