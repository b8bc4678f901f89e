"""Things behind the shield seen closer, with a real finger: purse, card, knowledge; all gone when the shield closes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kit import NO_ANSWER, Screens, lay_table

pytestmark = pytest.mark.browser
HAND = {"atreides": ("Weather Control/1", "Karama/1", "Lasgun/1", "Cheap Hero/1")}


@pytest.mark.long
def test_one_tap_from_the_amount_to_its_history_and_back(evening: Callable[..., Screens], tables: Path) -> None:
    table = lay_table(tables, deck=("Kulon/1",) * 8, faces=HAND, options=(("B6", "120"), ("B7", "60"), ("K8", "30")))
    night = evening(secrets=("Weather",)).begin(table, ("atreides",))
    with night.prop("atreides") as phone:
        address = phone.url
        phone.locator("#secret .figures a[hx-get]").first.tap()
        phone.wait_for_selector("#secret >> text=Starting spice")
        phone.locator("#secret a[hx-get] >> text=Back").tap()
        phone.locator("#secret a[hx-get] >> text=Weather Control").tap()
        phone.wait_for_selector("#secret >> text=Decide how far the storm moves")
        night.press("Begin bidding")
        phone.wait_for_timeout(300)
        phone.wait_for_selector("#secret >> text=Decide how far the storm moves")
        assert phone.url == address, "it never left the page, so the shield can close"
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    night.no_secret()
    with night.look("atreides") as phone:
        phone.wait_for_selector("#secret >> text=Your limit")


@pytest.fixture
def held(evening: Callable[..., Screens], tables: Path) -> tuple[Screens, list[Any]]:
    """A phone's shield whose answers are held back once it asks for them."""
    table = lay_table(tables, deck=("Kulon/1",) * 8, faces=HAND, options=(("B6", "120"), ("B7", "60"), ("K8", "30")))
    night, answers = evening(secrets=("Weather",)).begin(table, ("atreides",)), list[Any]()
    night.allowed = NO_ANSWER  # of what is let go of while it is under way
    return night, answers


def hold_back(phone: Any, answers: list[Any]) -> None:
    """Hold back the next answer behind the shield, and none after it."""
    phone.route(
        "**/me/secret**",
        lambda route: route.continue_() if answers else answers.append((route, route.fetch())),
    )


def let_come(phone: Any, answers: list[Any]) -> None:
    """Send the answer that was held back, when its page may no longer want it."""
    ((route, answer),) = answers
    with phone.expect_event("requestfinished", lambda sent: sent == route.request):
        route.fulfill(response=answer)
    phone.wait_for_timeout(200)


def test_what_was_looked_up_behind_the_shield_never_comes_once_it_is_closed(held: tuple[Screens, list[Any]]) -> None:
    night, answers = held
    phone = night.phones["atreides"]
    with night.prop("atreides"):
        hold_back(phone, answers)
        phone.locator("#secret .figures a[hx-get]").first.tap()
        night.until(lambda: answers, "The purse is asked for")
    let_come(phone, answers)
    assert phone.locator("#secret").inner_text() == ""
    night.no_secret()


def test_what_was_looked_up_before_the_shield_closed_is_not_shown_at_the_next_look(
    held: tuple[Screens, list[Any]],
) -> None:
    night, answers = held
    phone = night.phones["atreides"]
    with night.prop("atreides"):
        hold_back(phone, answers)
        phone.locator("#secret .figures a[hx-get]").first.tap()
        night.until(lambda: answers, "The purse is asked for")
    with night.look("atreides"):
        phone.wait_for_selector("#secret >> text=Your limit")
        let_come(phone, answers)
        assert phone.locator("#secret >> text=Your limit").count() == 1
        assert phone.locator("#secret >> text=Starting spice").count() == 0
    night.no_secret()
