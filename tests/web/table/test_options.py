"""House rules: what differs stands first, the rest by subject, on the set-up form and on the page of options alike."""

from __future__ import annotations

import re

from referee.kernel import OPTIONS
from tests.kit import Evening


def headings(page: str) -> list[str]:
    return re.findall(r"<section class=\"panel\"><h2>(.*?)</h2>", page)


def test_what_was_changed_stands_first_and_every_option_once(evening: Evening) -> None:
    evening.must("host", "ChangeOption", option="B6", value="30")
    page = evening.host.get(f"/t/{evening.table}/options").text
    assert headings(page)[:3] == ["Changed at this table", "Bidding", "Battle"]
    assert "option-B6" in page.partition("<h2>Bidding</h2>")[0]
    listed = re.findall(r'id="option-([\w-]+)"', page)
    assert sorted(listed) == sorted(OPTIONS)


def test_the_set_up_form_opens_no_option_by_itself(evening: Evening) -> None:
    page = evening.host.get("/new").text
    assert "Changed at this table" not in page and 'id="option-B6"' in page
    assert not re.search(r'<details class="option"[^>]* open', page)
