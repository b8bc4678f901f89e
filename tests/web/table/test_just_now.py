"""What has just happened, in one line on every phone."""

from __future__ import annotations

import pytest

from referee.common.sealed_shuffles import OrderSealed
from referee.holdings.setup import ChangeOption
from referee.kernel import PUBLIC, sealed
from referee.web.app import event_lines
from referee.web.table.news import just_heard, news
from tests.kit import LiveTable


def test_4_97_60_the_seal_of_a_pile_is_no_news() -> None:
    """It comes with a shuffle, after what everybody looked up for; sixteen signs say nothing to a player."""
    table = LiveTable("fremen", "emperor", phase="choam_charity")
    before = just_heard(table.public)
    table.public.hear(OrderSealed("spice", 21, "98c1 2981", sealed("salt"), sealed(())))
    assert before and just_heard(table.public) == before


def test_0_02_that_a_turn_is_the_last_is_news_and_another_option_is_not() -> None:
    table = LiveTable("fremen", "emperor", phase="choam_charity", turn=2).do(ChangeOption("B7", "off"), who=PUBLIC)
    assert news(table.public) is None
    told = news(table.do(ChangeOption("N1", "2"), who=PUBLIC).public)
    assert told is not None and told.say == "Turn 2 is the last."


def test_4_97_60_the_seal_of_a_pile_stands_in_the_whole_log_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_lines, "way", lambda *_, **__: "/why/0")
    table = LiveTable("fremen", "emperor", phase="choam_charity").public
    before = event_lines.ticker(table)
    table.hear(OrderSealed("spice", 21, "98c1 2981", sealed("salt"), sealed(())))
    assert before and event_lines.ticker(table) == before
