"""What a group's own rules look like under Options."""

from __future__ import annotations

import pytest

from referee.kernel import OPTIONS, Option
from referee.kernel.rulings import Setting
from referee.rulebook.book import RuleEntry
from referee.running import house_rules
from referee.running.house_rules import HouseRule
from tests.kit import Evening


def test_they_are_marked_and_what_is_wrong_is_said(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = evening.host.get(f"/t/{evening.table}/options").text.replace("&#39;", "'")
    assert "group's own" not in plain
    own = Option("H1", "4.95.20", "Big hands", (Setting("off", "Four", "As printed."), Setting("on", "Nine", "Long.")))
    monkeypatch.setitem(OPTIONS, "H1", own)
    rules = [
        HouseRule("big", [RuleEntry("4.95.20", "Big hands")]),
        HouseRule("odd", [], ["House rule odd is not used."]),
    ]
    monkeypatch.setattr(house_rules, "found", rules)
    monkeypatch.setattr("referee.web.table.options.found", rules)
    page = evening.host.get(f"/t/{evening.table}/options").text
    for part in ("Your group's own rules", "4.95.20", "House rule odd is not used.", "Big hands (your group's own)"):
        assert part in page.replace("&#39;", "'"), part
