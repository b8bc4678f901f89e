"""4.97.30: who is new to the game says so, on that phone alone."""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel import ask
from referee.phases.bidding.auction import Bid, DealRow, Pass
from referee.phases.bidding.bid_time import BidSeconds
from referee.phases.bidding.order_of_bidding import bidding_of
from referee.turn.newcomers import SayNew, explained, newcomers
from tests.kit import LiveTable


def test_4_97_30_who_is_new_is_told_of_each_moment_until_they_know() -> None:
    table = LiveTable().do(SayNew("fremen", new=True), who="fremen")
    assert newcomers(table.public) == {"fremen"}
    assert explained(table.public, "fremen") and not explained(table.public, "atreides")
    table.do(SayNew("fremen", new=False), who="fremen")
    assert not newcomers(table.public) and not explained(table.public, "fremen")


@pytest.mark.parametrize(("new", "who"), [(False, "fremen"), (True, "atreides")])
def test_4_97_30_nobody_is_marked_twice_or_by_another(new: bool, who: str) -> None:
    table = LiveTable()
    before = table.public.log
    assert table.refused(SayNew("fremen", new=new), who)
    assert table.public.log == before


@pytest.mark.parametrize(
    ("options", "newcomer", "turn", "seconds"),
    [
        ({"L1": "on"}, "", 1, (30, 10)),
        ({"L1": "on"}, "", 2, (10, 10)),
        ({}, "", 1, (10, 10)),
        ({}, "fremen", 1, (30, 10)),
        ({"L1": "on", "B6": "45"}, "", 1, (45, 45)),
        ({"L1": "on", "B6": "off"}, "", 1, (0, 0)),
    ],
)
def test_4_97_30_the_first_card_of_a_game_leaves_time_to_read_what_its_hint_says(
    options: dict[str, Any], newcomer: str, turn: int, seconds: tuple[int, int]
) -> None:
    table = LiveTable("fremen", "atreides", turn=turn, phase="bidding", count=1, rules="basic", **options)
    if newcomer:
        table.do(SayNew(newcomer, new=True), who=newcomer)
    table.do(DealRow())
    found = []
    for number in (1, 2):
        now = bidding_of(table.public)
        assert now.number == number
        found.append(ask(table.public, BidSeconds()).value)
        table.do(Bid(now.turn, 1))
        table.do(Pass(bidding_of(table.public).turn))
    assert tuple(found) == seconds
