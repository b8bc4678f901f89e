"""A player asks in the middle of an auction, with typing errors, and reads one sentence with the rule below."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kit import SHOTS, Screens, lay_table
from tests.tools.looks.instruments import judged

pytestmark = pytest.mark.browser


def asks(page: Any, words: str) -> list[str]:
    """Type a question into the search field; return question, answer and rule in the order of the page."""
    field = page.locator("input[name=q]:visible").first
    field.fill(words)
    field.press("Enter")
    page.locator(f"article:has-text('“{words}”')").wait_for()
    return [line for line in page.locator("article").first.inner_text().splitlines() if line.strip()]


@pytest.mark.long
def test_a_phone_answers_and_the_table_screen_says_what_everybody_may_know(
    evening: Callable[..., Screens], tables: Path
) -> None:
    options = (("B6", "120"), ("B7", "off"), ("K8", "off"))
    table = lay_table(tables, deck=("Kulon/1",) * 8, faces={}, spice={"atreides": 7}, options=options)
    night = evening().begin(table, ("atreides",))
    for label in ("Begin bidding", "Deal 6 cards"):
        night.press(label)
    night.agree("Atreides to bid", "")
    phone = night.phones["atreides"]
    phone.locator("nav a:has-text('Rules')").tap()
    phone.locator("input[name=q]:visible").first.wait_for()
    said = asks(phone, "can i bdi 12")
    assert said.index("“can i bdi 12”") < said.index("No. Your limit is 7, not 12. Bid 1 to 7, or pass.")
    if SHOTS.is_dir():
        phone.screenshot(path=SHOTS / "asked.png")
    assert judged(phone) == []
    assert any(line.startswith("Yes: tap") for line in asks(phone, "can i take back my bid i meant 3 not 13"))
    night.screen.goto(f"{night.screen.url.rstrip('/')}/rules")
    told = asks(night.screen, "can i bid 12")
    assert any(line.startswith("Yes, for who can pay it.") for line in told) and not any(
        "7" in line for line in told[:3]
    )
