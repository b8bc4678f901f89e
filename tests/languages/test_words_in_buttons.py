"""In each language a phone's buttons hold their words: none is broken, none sticks out or is off the screen."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from referee.holdings.setup import SeatEntry, SetTable
from tests.kit import Evening, set_up
from tests.tools.looks import sweep
from tests.tools.looks.instruments import DOUBLE, Screen, sees

pytestmark = pytest.mark.browser
LANGUAGES = ("en", "de", "fr", "es")
SIZES = ((390, 844), (360, 780), (320, 568))
HAND = ("Stunner/1", "Reinforcements/1", "Shield/1")
# what is wrong with the words of these buttons; a soft hyphen or the browser's own may break a word of a card
WRONG = r"""([where, mayBreak]) => {
  const found = [], range = document.createRange();
  for (const one of document.querySelectorAll(where)) {
    if (!one.getClientRects().length) continue;
    const box = one.getBoundingClientRect(), name = one.innerText.trim();
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`off the screen: ${name}`);
    const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode;
      if (node.parentElement.closest('.vh')) continue;
      for (const word of node.data.matchAll(/\S+/g)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = [...range.getClientRects()];
        if (!mayBreak && new Set(lines.map(line => Math.round(line.top))).size > 1) found.push(`broken: ${word[0]}`);
        if (lines.some(line => line.right > box.right + 1)) found.push(`sticks out: ${word[0]}`);
      }
    }
  }
  return found }"""
ROW, PICKS = ".pass-row .btn", "#plan .pick label:has([name=weapon], [name=defence])"


@cache
def auction(code: str) -> sweep.Kept:
    """Keep the phone of who bids while its clock runs, which has all three buttons in a row."""
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder)).begin(set_up())
        evening.open_card()
        phone = evening.phones[evening.bidding.turn]
        phone.show("language", code)
        keeper = sweep.Keeper(evening)
        keeper.keep(f"auction-{code}", "phone", f"/t/{evening.table}/me", phone, new=False)
        evening.close()
    return keeper.pages[0]


@cache
def plan(code: str) -> sweep.Kept:
    """Keep a plan in which cards with long names are to choose from."""
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder))
        evening.steer()
        evening.table, sitting = evening.hall.create("Plan")
        places = SeatEntry("harkonnen", "Ann", len(HAND), -1, HAND), SeatEntry("emperor", "Ben")
        options = (*sweep.QUIET, ("M1", "on"), ("M3", "on"))
        made = sitting.act(SetTable("Plan", places, "harkonnen", "advanced", options=options), "host")
        assert made.done, made.objections
        phone = evening.seat("harkonnen")
        phone.show("language", code)
        evening.must("host", "GoTo", phase="battle", anyway="1")
        fight = {"territory": "Carthag", "one": "harkonnen", "two": "emperor", "one_normal": 6, "two_normal": 5}
        evening.must("host", "BeginBattle", **fight)
        keeper = sweep.Keeper(evening)
        keeper.keep(f"plan-{code}", "phone", f"/t/{evening.table}/me", phone, new=False)
        evening.close()
    return keeper.pages[0]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_row_of_a_bid_breaks_no_word_beside_a_clock(chromium: Any, size: tuple[int, int]) -> None:
    with sweep.Viewer(chromium, Screen(*size)) as viewer:
        for code in LANGUAGES:
            for name in viewer.show(auction(code)):
                if not name.endswith("open"):
                    assert viewer.page.locator(ROW).count() == 3
                    assert viewer.page.evaluate(WRONG, [ROW, False]) == [], code


def test_with_letters_twice_as_large_nothing_is_off_the_screen(chromium: Any) -> None:
    with sweep.Viewer(chromium, Screen(390, 844, DOUBLE)) as viewer:
        for code in LANGUAGES:
            for name in viewer.show(auction(code)):
                if not name.endswith("open"):
                    assert viewer.page.evaluate(WRONG, [".pass-row .btn, .tabs a", True]) == [], code


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_card_of_a_plan_stays_in_its_button(chromium: Any, size: tuple[int, int]) -> None:
    with sweep.Viewer(chromium, Screen(*size)) as viewer:
        for code in LANGUAGES:
            for name in viewer.show(plan(code)):
                if name.endswith("open"):
                    assert viewer.page.locator(PICKS).count() > 5
                    assert viewer.page.evaluate(WRONG, [PICKS, True]) == [], code


def test_what_is_planted_is_found(chromium: Any) -> None:
    with sweep.Viewer(chromium, Screen(390, 844)) as viewer:
        for _ in viewer.show(auction("en")):
            sees(not viewer.page.evaluate(WRONG, [ROW, False]), "The row is wrong before anything is planted")
            style = "one => one.style.cssText = 'width: 1.2rem; min-width: 0; padding: 0; overflow-wrap: %s'"
            for how, what in (("anywhere", "broken"), ("normal", "sticks out")):
                viewer.page.eval_on_selector(".take-back .btn", style % how)
                assert any(one.startswith(what) for one in viewer.page.evaluate(WRONG, [ROW, False])), what
            break
