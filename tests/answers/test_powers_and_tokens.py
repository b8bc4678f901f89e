"""Which powers are at the table and may be used now, whether a plan may change, and how many tokens there are."""

from __future__ import annotations

import pytest

from referee.board.forces_counted import KeepCount
from referee.factions.atreides.part_of_a_plan import AskPrescience
from referee.factions.ixian import HOME
from referee.factions.ixian.pointing import StrongholdPoints
from referee.factions.richese.no_field import NoFieldToken
from referee.kernel import FACE_DOWN, PUBLIC
from referee.offers.answers import Reply, reply
from referee.phases.battle.before_the_plans import Announce
from referee.phases.battle.begin_battle import BeginBattle, CancelBattle
from referee.phases.battle.lock_plan import ReopenPlan
from tests.kit import ATREIDES, HARKONNEN, LiveTable, Room

TOKENS = ("ecaz", "moritani", "richese", "fremen")


def said(table: LiveTable, who: str, text: str) -> str:
    found = reply(table.screen(who), text)
    assert isinstance(found, Reply), (who, text)
    return found.words


def test_2_01_08_prescience_may_be_used_once_before_the_plans_of_a_battle() -> None:
    room, asked = Room(hands={}), "can i use prescience now"
    room.talks = True
    room.do(BeginBattle("Arrakeen", "emperor", "fremen", one_normal=6, two_normal=8))
    assert said(room, "atreides", asked) == "Not in this battle."
    room.do(CancelBattle(), BeginBattle("Arrakeen", "atreides", "harkonnen", one_normal=6, two_normal=8))
    assert said(room, "atreides", asked) == "Yes."
    assert reply(room.screen("harkonnen"), asked) is None
    room.do(Announce("atreides", "2.01.08"))
    assert said(room, "atreides", asked) == "Yes."
    room.do(AskPrescience("atreides", "weapon"))
    assert said(room, "atreides", asked) == "No. It is over for this battle."


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("revival", "Not now. Prescience is used in a battle, before the plans are made."),
        ("shipment", "Yes. You may look at the top spice card."),
        ("bidding", "Yes. You see each card before it is sold."),
    ],
)
def test_2_01_what_atreides_may_see_outside_battle(phase: str, words: str) -> None:
    assert said(LiveTable(phase=phase), "atreides", "can i use prescience now") == words


@pytest.mark.parametrize(
    ("power", "owner", "name", "words"),
    [
        ("the voice", "bene_gesserit", "Bene Gesserit", "the Voice"),
        ("prescience", "atreides", "Atreides", "Prescience"),
    ],
)
def test_a_power_is_at_the_table_if_its_faction_is_or_a_card_can_give_it(
    power: str, owner: str, name: str, words: str
) -> None:
    table, without = LiveTable(), LiveTable("fremen", "emperor")
    assert said(table, "fremen", f"do i get {power}") == f"No. {name} have {words}."
    assert said(table, owner, f"do i have {power}") == f"Yes. You have {words}."
    assert said(table, PUBLIC, f"does {power} exist in this game") == f"Yes. {name} have {words}."
    assert said(table, PUBLIC, f"who has {power}") == f"{name} have {words}."
    for text in (f"do i get {power}", f"does {power} exist in this game", f"can i use {power} now"):
        assert said(without, "fremen", text).startswith(f"No. Nobody plays {name} tonight, so there is no ")
        assert reply(LiveTable("fremen", "emperor", M5="on").screen("fremen"), text) is None


def test_1_07_04_a_plan_may_change_until_the_other_is_locked_too() -> None:
    room, asked = Room(), "can i change my plan"
    assert reply(room.screen("atreides"), asked) is None
    room.begin()
    assert said(room, "atreides", asked) == "Yes. You have not locked it."
    room.do(ATREIDES)
    assert said(room, "atreides", asked) == "Yes. Until the other plan is locked too."
    room.do(ReopenPlan("atreides"), ATREIDES, HARKONNEN)
    assert (
        said(room, "atreides", asked) == "No. Both plans are locked. Ask the table to cancel the battle, or continue."
    )
    assert reply(room.screen("fremen"), asked) is None
    room.answers()
    assert said(room, "harkonnen", asked) == "No. Both plans are open."


def test_how_many_tokens_is_the_same_for_all_and_tells_no_secret() -> None:
    table = LiveTable(*TOKENS, turn=1, phase="storm", M6="on").do(KeepCount())
    for one in (table.truth, *table.views.tables.values()):
        one.put(NoFieldToken("Arrakeen", FACE_DOWN, 3))
    table.screen("richese").put(NoFieldToken("Arrakeen", 5, 3))
    for who in (*TOKENS, PUBLIC):
        field = said(table, who, "how many no-fields do i have")
        assert field.removeprefix("You have").removeprefix("Richese have") == (
            " 3 No-Field tokens: 0, 3 and 5. One lies face down in Arrakeen. "
            "Token 3 was used last and cannot be the next."
        )
        assert "6 of 6 are in Moritani's supply." in said(table, who, "how many terror tokens do i have")
        own = "You" if who == "ecaz" else "Ecaz"
        assert said(table, who, "how many ambassadors do i have") == (
            f"{own} have 6 ambassadors to place. No ambassador is placed."
        )
    for text in ("how many no-fields do i have", "how many ambassadors do i have", "how many terror tokens do i have"):
        assert said(LiveTable(), "fremen", text).startswith("Nobody plays ")
    for owner, token in (("richese", "no-fields"), ("ecaz", "ambassadors"), ("moritani", "terror tokens")):
        asked = f"how many {token} do {owner} have"
        assert said(table, PUBLIC, asked) == said(table, PUBLIC, f"how many {token} do i have")
        assert reply(table.screen(PUBLIC), f"how many {token} do fremen have") is None


def test_2_07_10_the_ixians_are_told_of_their_cyborgs_and_where_their_stronghold_points() -> None:
    table = LiveTable("ixian", "fremen", turn=2).do(KeepCount(), "revival")
    for one in (table.truth, *table.views.tables.values()):
        one.hear(StrongholdPoints("Meridian", 1, ("2.07.11",)))
    asked = f"where does the {HOME.lower()} point"
    assert said(table, "fremen", asked) == f"The {HOME} points at Meridian, sector 1."
    assert "3 Cyborgs" in said(table, "fremen", "how many cyborgs are left")
    assert said(table, "ixian", "can i revive another cyborg").startswith("No. ")
