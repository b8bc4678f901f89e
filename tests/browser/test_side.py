"""What is looked up on the table screen stands beside the auction: a rule, a "why?", a seat's menu, the search."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.kit import Screens, lay_table, push
from tests.tools.looks.instruments import judged

pytestmark = pytest.mark.browser
Begin = Callable[..., Screens]
COVERED = """() => { const a = document.querySelector('#side').getBoundingClientRect();
  return ['.say', '#clock', '#acts'].filter(one => { const b = document.querySelector(one).getBoundingClientRect();
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom }) }"""


@pytest.fixture
def night(evening: Begin, tables: Path) -> Screens:
    """The first card is up, with time to bid; only Atreides have a phone."""
    options = (("B6", "120"), ("B7", "off"), ("K8", "off"))
    one = evening().begin(lay_table(tables, deck=("Kulon/1",) * 8, faces={}, options=options), ("atreides",))
    for label in ("Begin bidding", "Deal 6 cards"):
        one.press(label)
    one.agree("Atreides to bid", "")
    return one


def beside(night: Screens, words: str) -> Any:
    """See that the side column shows these words while the auction stays where it was."""
    side = night.screen.locator("#side")
    night.until(lambda: side.is_visible() and words in side.inner_text(), f"Never beside the auction: {words}")
    assert night.screen.evaluate(COVERED) == [] and night.screen.url.endswith(f"/t/{night.table}/")
    return side


def test_a_rule_a_why_and_a_search_open_beside_the_auction(night: Screens) -> None:
    screen = night.screen
    push(screen.locator("#log a.why").first)
    beside(night, "What was recorded").locator(".chip").first.click()
    beside(night, "See also")
    assert judged(screen) == []
    screen.keyboard.press("Escape")
    screen.locator("#side").wait_for(state="hidden")
    screen.keyboard.press("/")
    screen.keyboard.type("hand lim")
    screen.locator("#hints a:has-text('Maximum hand size')").wait_for()
    screen.keyboard.type("it")
    screen.keyboard.press("Enter")
    beside(night, "A player holds at most four treachery cards.")
    night.tap("atreides", "Bid 1")
    night.agree("Bene Gesserit to bid", "1")
    beside(night, "A player holds at most four treachery cards.")


def test_an_answer_that_takes_too_long_is_fetched_once_more(night: Screens) -> None:
    asked: list[Any] = []

    def late(route: Any) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    screen = night.screen
    screen.evaluate("htmx.config.defaultTimeout = 1500")
    screen.route("**/rules?q=*", late)
    screen.keyboard.press("/")
    screen.keyboard.type("hand limit")
    screen.keyboard.press("Enter")
    night.until(lambda: screen.wait_for_timeout(10) or asked, "Never asked")
    screen.evaluate("htmx.config.defaultTimeout = 7000")  # the next one has its time
    beside(night, "A player holds at most four treachery cards.")
    assert len(asked) == 2


def test_what_should_have_happened_is_added_to_the_case_beside_the_auction(night: Screens) -> None:
    push(night.screen.locator("#log a.why").first)
    push(beside(night, "What was recorded").locator("a:has-text('That was wrong')"))
    side = beside(night, "What should have happened?")
    side.locator("textarea[name=instead]").fill("Seven cards")
    push(side.locator("button:has-text('Add to the case')"))
    night.until(lambda: "Seven" in (side.locator("a[download]").get_attribute("href") or ""), "Never in the case")
    assert beside(night, "What should have happened?").locator("textarea[name=instead]").input_value() == "Seven cards"


@pytest.mark.long
def test_a_seat_without_a_phone_is_entered_beside_the_auction_and_one_tap_ends_no_bidding(night: Screens) -> None:
    screen = night.screen
    night.tap("atreides", "Bid 1")
    night.agree("Bene Gesserit to bid", "1")
    screen.locator("#menu-emperor").click()
    side = beside(night, "Emperor")
    push(side.locator("button:has-text('Away')"))
    beside(night, "Back at the table")
    screen.locator("#side-close").click()
    screen.locator("#side").wait_for(state="hidden")
    screen.locator("#more summary").click()
    screen.locator("#more summary:has-text('End bidding now')").click()
    screen.locator("#more :text('go back on the deck')").wait_for()
    screen.keyboard.press("Escape")
    night.more()
    screen.locator("#more :text('go back on the deck')").wait_for(state="hidden")
    push(screen.locator("#more summary:has-text('End bidding now')"))
    screen.locator("#more :text('go back on the deck')").wait_for()
    night.agree("Bene Gesserit to bid", "1")
    push(screen.locator("#more button:has-text('End bidding now')"))
    night.agree("Bidding is over")


@pytest.mark.long
def test_a_page_of_the_menu_that_comes_late_stays_away_when_another_was_asked_for(night: Screens) -> None:
    screen, held = night.screen, list[Any]()
    night.more()
    screen.keyboard.press("Escape")
    screen.route(lambda url: "/more" in url and "corrections" not in url, lambda route: held.append(route))
    screen.locator("#more > summary").click()
    night.until(lambda: held, "The menu that is opened again asks for its page")
    screen.locator("#more .menu-tabs a:has-text('Corrections')").click()
    screen.locator("#more [aria-current=page]:has-text('Corrections')").wait_for()
    with suppress(Exception):  # its request was given up
        held[0].continue_()
    screen.wait_for_timeout(500)
    assert screen.locator("#more [aria-current=page]").inner_text() == "Corrections"
