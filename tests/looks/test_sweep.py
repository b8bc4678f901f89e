"""A sample of the sweep in every check; the whole of it is a command, ``python -m tests.looks.sweep``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sync = pytest.importorskip("playwright.sync_api")

from tests.looks import sweep  # noqa: E402

pytestmark = pytest.mark.browser
SMALL = """() => [...document.querySelectorAll('body *')].filter(one => {
    const own = [...one.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    const box = one.getBoundingClientRect();
    return own && box.width > 2 && box.height > 2 && one.checkVisibility({visibilityProperty: true}) &&
      !one.closest('svg, script, style, .menu-box, .vh') && parseFloat(getComputedStyle(one).fontSize) < 24;
  }).map(one => `${getComputedStyle(one).fontSize} ${one.className} ${one.textContent.trim().slice(0, 40)}`)"""


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


def chair(folder: Path) -> list[sweep.Kept]:
    """Keep the table screen in an auction and in shipment, without and with the map."""
    keeper = sweep.table_of(folder, sweep.CLOCKS, seats=("atreides",))
    keeper.pages.clear()
    keeper.evening.open_card()
    keeper.keep("auction", "table", f"/t/{keeper.evening.table}/", keeper.evening.host)
    keeper.evening.must("host", "EndBidding")
    keeper.evening.must("host", "GoTo", phase="shipment", waive="1")
    keeper.seen.clear()
    keeper.keep("shipment", "table", f"/t/{keeper.evening.table}/", keeper.evening.host)
    keeper.evening.close()
    return keeper.pages


def test_nothing_on_a_television_is_smaller_than_24_px(playwright: Any, tmp_path: Path) -> None:
    pages, wrong = chair(tmp_path), []
    with sweep.Viewer(playwright, (1920, 1080)) as viewer:
        for kept in pages:
            for name in viewer.show(kept):
                wrong += [f"{name}: {one}" for one in viewer.page.evaluate(SMALL)]
    assert len(pages) == 2
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_the_main_button_pause_and_undo_stay_in_view_on_a_small_screen(
    playwright: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    with sweep.Viewer(playwright, size) as viewer:
        for kept in chair(tmp_path):
            for _ in viewer.show(kept):
                boxes = [one.bounding_box() for one in viewer.page.locator("#acts button, #go button").all()]
                assert len(boxes) >= 2 + (kept.name.endswith("shipment"))
                for box in boxes:
                    assert box and box["y"] + box["height"] <= size[1] and box["x"] + box["width"] <= size[0]


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
