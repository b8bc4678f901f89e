"""Things behind the shield seen closer, with a real finger: purse, card, knowledge; all gone when the shield closes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kit.browser import Screens, lay_table

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
