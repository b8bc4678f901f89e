"""4.90.08 on two phones: a bidder asks the Emperor for an amount behind the shield, and one tap answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kit import Screens, fill_in, lay_table, push

pytestmark = pytest.mark.browser
QUICK = (("B6", "120"), ("B7", "off"), ("K8", "off"))


@pytest.mark.long
def test_the_emperor_is_asked_for_four_and_says_yes(evening: Callable[..., Screens], tables: Path) -> None:
    table = lay_table(tables, deck=("Kulon/1",) * 12, faces={}, options=QUICK, spice={"atreides": 3})
    night = evening().begin(table, ("atreides", "emperor", "fremen"))
    for label in ("Begin bidding", "Deal 6 cards"):
        night.press(label)
    night.agree("Atreides to bid", "")
    with night.prop("atreides") as phone:
        form = phone.locator("form:has(button:has-text('Ask for support'))")
        fill_in(form, amount="4")
        night.picture("ask for support", "atreides")
        push(form.locator("button:has-text('Ask for support')"))
        phone.wait_for_selector("text=You ask the Emperor for 4")
    with night.prop("emperor") as phone:
        phone.wait_for_selector("text=Atreides ask you for 4")
        night.picture("answer for support", "emperor")
        push(phone.locator("button:has-text('Support Atreides with 4')"))
        phone.wait_for_selector("text=Your support: up to 4 for Atreides")
    with night.prop("atreides") as phone:
        phone.wait_for_selector("text=supports you with up to 4")
    with night.prop("fremen") as phone:
        assert "support" not in phone.locator(".secret-inner").inner_text().replace("Ask for support", "").casefold()
