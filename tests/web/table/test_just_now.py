"""What has just happened, in one line on every phone."""

from __future__ import annotations

from referee.common.sealed_shuffles import OrderSealed
from referee.kernel import sealed
from referee.web.table.news import just_heard
from tests.kit import LiveTable


def test_4_97_60_the_seal_of_a_pile_is_no_news() -> None:
    """It comes with a shuffle, after what everybody looked up for; sixteen signs say nothing to a player."""
    table = LiveTable("fremen", "emperor", phase="choam_charity")
    before = just_heard(table.public)
    table.public.hear(OrderSealed("spice", 21, "98c1 2981", sealed("salt"), sealed(())))
    assert before and just_heard(table.public) == before
