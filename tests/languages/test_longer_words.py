"""Words a third longer than English fit the pages of bidding, but for what ends in … by design."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.web.app.languages import KEPT, in_language
from tests.kit import Evening
from tests.languages.pseudo import OPEN, Pseudo
from tests.tools.looks import sweep
from tests.tools.looks.instruments import Screen, sideways

pytestmark = pytest.mark.browser
PHONES, TABLES = (Screen(320, 568), Screen(390, 844)), (Screen(1280, 720), Screen(1920, 1080))
CUT = """() => [...document.querySelectorAll('body *')].filter(one => {
    const own = [...one.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()), style = getComputedStyle(one);
    return own && one.checkVisibility({visibilityProperty: true}) && !one.closest('svg, .vh, .menu-box') &&
      one.clientWidth > 2 && style.textOverflow !== 'ellipsis' &&
      ['hidden', 'clip'].includes(style.overflowX) && one.scrollWidth > one.clientWidth + 1;
  }).map(one => `cut: ${one.className} ${one.textContent.trim().slice(0, 60)}`)"""


def speak(evening: Evening) -> None:
    evening.app.extensions[KEPT]["de"] = in_language(evening.app.jinja_env, Pseudo())
    for browser in (evening.host, evening.onlooker, *evening.phones.values()):
        browser.show("language", "de")


def pages(folder: Path) -> list[sweep.Kept]:
    """Keep the lobby, the deal, the window before a card, the auction, the sale and the end of it."""
    keeper = sweep.table_of(folder, sweep.CLOCKS)
    evening = keeper.evening
    keeper.pages.clear()
    speak(evening)
    keeper.seen.clear()
    keeper.look("lobby")
    keeper.keep("join", "phone", "/J/", evening.phones["emperor"])
    for act in ("BeginBidding", "DeclareHands", "DealRow"):
        evening.must("host", act)
        keeper.look(act)
    evening.must("host", "CloseWindow")
    evening.bid(1)
    keeper.look("auction")
    for _ in range(5):
        evening.passes()
    keeper.look("sold")
    evening.close()
    return keeper.pages


@pytest.mark.parametrize(
    "screens", [(PHONES[0], TABLES[0]), pytest.param((PHONES[1], TABLES[1]), marks=pytest.mark.long)]
)
def test_nothing_is_cut_or_too_wide(chromium: Any, tmp_path: Path, screens: tuple[Screen, ...]) -> None:
    kept, wrong = pages(tmp_path), []
    assert all(OPEN in one.html for one in kept) and {one.device for one in kept} == {"table", "phone"}
    for screen in screens:
        with sweep.Viewer(chromium, screen) as viewer:
            for one in (one for one in kept if one.device == ("phone" if screen in PHONES else "table")):
                for name in viewer.show(one):
                    found = (*sideways(viewer.page), *viewer.page.evaluate(CUT))
                    wrong += [f"{screen.width} {name}: {what}" for what in found]
    assert not wrong, "\n".join(wrong)
