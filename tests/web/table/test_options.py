"""House rules: how long one plays first, then what differs, the rest by subject, on the form and the options page."""

from __future__ import annotations

import re

from referee.kernel import OPTIONS
from tests.kit import Evening


def headings(page: str) -> list[str]:
    return re.findall(r"<section class=\"panel\"><h2>(.*?)</h2>", page)


def test_how_long_one_plays_and_what_was_changed_stand_first_and_every_option_once(evening: Evening) -> None:
    evening.must("host", "ChangeOption", option="B6", value="30")
    evening.must("host", "ChangeOption", option="N2", value="23:00")
    page = evening.host.get(f"/t/{evening.table}/options").text
    assert headings(page)[:3] == ["Length of the game", "Changed at this table", "Bidding"]
    assert "option-N2" in page.partition("<h2>Changed at this table</h2>")[0]
    assert "option-B6" in page.partition("<h2>Bidding</h2>")[0]
    listed = re.findall(r'id="option-([\w-]+)"', page)
    assert sorted(listed) == sorted(OPTIONS)


def test_the_set_up_form_opens_no_option_by_itself(evening: Evening) -> None:
    page = evening.host.get("/new").text
    assert "Changed at this table" not in page and 'id="option-B6"' in page
    own = page.partition('id="how-long"')[2].partition("</details></details>")[0]
    assert own.count('id="option-N') == page.count('id="option-N') > 1
    assert not re.search(r'<details class="option"[^>]* open', page)
