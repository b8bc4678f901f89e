"""Tokens for talks away from the table: counted, announced, and free of any rule on what is said."""

from __future__ import annotations

import pytest

from referee.agreements.talks import LeaveToTalk, ReturnFromTalk, are_away, tokens_left
from referee.common.factions import named
from referee.kernel import PUBLIC
from referee.offers.offer import offers
from referee.offers.what_now import at_a_glance
from tests.kit import SIX, LiveTable

WITH_FREMEN = LeaveToTalk("atreides", "fremen")


def labels(table: LiveTable, seat: str) -> set[str]:
    return {one.label for one in offers(table.public, seat) if one.rule == "4.97.66"}


def test_4_97_66_talks_are_not_counted_unless_the_table_wants_it() -> None:
    table = LiveTable(phase="storm")
    assert not labels(table, "atreides") and table.no(WITH_FREMEN, "atreides") == "4.97.66"


@pytest.mark.parametrize("many", [1, 2, 3])
def test_4_97_66_each_player_calls_so_many_in_a_game(many: int) -> None:
    table = LiveTable(phase="storm", N3=str(many))
    for turn in range(many):
        assert tokens_left(table.public, "atreides") == many - turn
        table.do(WITH_FREMEN, who="atreides").do(ReturnFromTalk("fremen"), who="fremen")
    assert table.no(WITH_FREMEN, "atreides") == "4.97.66" and not labels(table, "atreides")
    assert tokens_left(table.public, "fremen") == many, "a talk costs a token of who calls it"


def test_4_97_66_all_hear_who_leaves_for_how_long_and_who_is_back() -> None:
    table = LiveTable(phase="revival", N3="2", N4="5").do(WITH_FREMEN, who="atreides")
    for viewer in (PUBLIC, *SIX):
        assert str(table.screen(viewer).log[-1].event.sentence(named)).endswith("leave to talk for 5 min. 1 talk left.")
    assert [sheet.id for sheet in at_a_glance(table.public)].count("talks") == 1
    assert labels(table, "fremen") == {"We are back at the table"}
    table.do(ReturnFromTalk("atreides"), who="atreides")
    assert not are_away(table.public) and "talks" not in [sheet.id for sheet in at_a_glance(table.public)]


def test_4_97_66_nobody_is_in_two_talks_and_nobody_talks_alone() -> None:
    table = LiveTable(phase="revival", N3="3").do(WITH_FREMEN, who="atreides")
    refused = (LeaveToTalk("emperor", "fremen"), LeaveToTalk("fremen", "emperor"), LeaveToTalk("emperor", "emperor"))
    assert [table.no(one, one.seat) for one in refused] == ["4.97.66"] * 3
    table.do(LeaveToTalk("emperor", "harkonnen"), who="emperor")
    assert are_away(table.public) == {"atreides", "fremen", "emperor", "harkonnen"}
    assert table.no(ReturnFromTalk("bene_gesserit"), "bene_gesserit") == "4.97.66"
