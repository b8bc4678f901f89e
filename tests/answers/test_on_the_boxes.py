"""What the referee says of ambassadors, terror tokens, discoveries, skills and stronghold cards at a table."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces_counted import KeepCount
from referee.board.worlds import WorldOccupied
from referee.factions.ecaz import ME as ECAZ
from referee.factions.ecaz.placing import AmbassadorPut, PlaceAmbassador
from referee.factions.ecaz.tokens import may_be_in_supply
from referee.factions.moritani import ME as MORITANI
from referee.factions.moritani.terror import PlaceTerror
from referee.holdings.shared_discs import DiscTaken
from referee.kernel import PUBLIC
from referee.modules.discoveries import CARDS
from referee.modules.discoveries.blow import DiscoveryBlows
from referee.modules.leader_skills.dealing import EnterSkill
from referee.modules.tech_tokens import NameTokenOwner
from referee.offers.answers import Reply, reply
from referee.phases.storm.storm_moves import PlaceStorm
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import SetDown
from tests.kit import LiveTable, Room

SEATS = (ECAZ, MORITANI, "emperor", "fremen")


def at_table(phase: str, **more: Any) -> LiveTable:
    table = LiveTable(*SEATS, **{"turn": 2, "M6": "on", **more}).do(KeepCount(), PlaceStorm(1))
    table.do(SetDown("fremen", 10, "Sietch Tabr"), SetDown(MORITANI, 6, "Carthag"))
    return table.do(GoTo(phase, anyway=True))


def said(table: LiveTable, who: str, text: str) -> str:
    found = reply(table.screen(who), text)
    assert isinstance(found, Reply), text
    return found.words


def test_2_11_05_where_an_ambassador_may_go_and_what_it_costs() -> None:
    table = at_table("revival")
    token = may_be_in_supply(table.screen(ECAZ))[0]
    assert said(table, ECAZ, "may i place an ambassador in Arrakeen") == "Yes. It costs 1 spice."
    assert said(table, "emperor", "can I place an ambassador in Arrakeen?") == "No. Only Ecaz place ambassadors."
    table.do(PlaceAmbassador(ECAZ, token, "Arrakeen"))
    assert said(table, ECAZ, "how much is the next ambassador") == "2 spice for the next one, after 1 in this turn."
    assert "is in Arrakeen already" in said(table, ECAZ, "may i place an ambassador in Arrakeen")
    assert "Arrakeen" not in said(table, PUBLIC, "where may an ambassador go")
    assert "in Arrakeen." in said(table, "fremen", "where are the ambassadors")


def test_2_11_06_what_happens_to_who_enters_where_an_ambassador_is() -> None:
    table = at_table("shipment")
    for one in (table.truth, *table.views.tables.values()):
        one.hear(AmbassadorPut("choam", "Arrakeen"))
    assert said(table, "emperor", "what happens if I enter Arrakeen") == (
        "Ecaz may use the CHOAM ambassador there before you continue."
    )
    assert said(table, ECAZ, "what happens if i enter arrakeen") == "Nothing in Arrakeen acts against you."


def test_2_12_what_is_told_of_a_terror_token_is_the_same_for_all_but_moritani_who_enter_unharmed() -> None:
    table = at_table("mentat_pause")
    assert said(table, MORITANI, "may i place a terror token in Arrakeen") == "Yes. It is free."
    assert said(table, MORITANI, "what does a terror token cost").startswith("Nothing")
    table.do(PlaceTerror(MORITANI, "Arrakeen", "atomics"))
    for who in ("emperor", "fremen"):
        assert said(table, who, "what happens when I ship to Arrakeen") == (
            "A terror token lies there, face down: Moritani may reveal one or offer an alliance."
        )
    assert said(table, MORITANI, "what happens when I ship to Arrakeen") == "Nothing in Arrakeen acts against you."
    where = {who: said(table, who, "where are the terror tokens") for who in (*SEATS, PUBLIC)}
    assert {*where.values()} == {"Face down in Arrakeen. 5 of 6 are in Moritani's supply."}
    assert "Arrakeen" not in said(table, PUBLIC, "where may a terror token go")


def test_4_07_03_who_may_look_at_a_token_and_what_fremen_know_of_it() -> None:
    table = at_table("spice_blow").do(DiscoveryBlows(CARDS[0].card))
    place = CARDS[0].place
    assert said(table, "emperor", f"what happens if I enter {place}").startswith("A Hiereg token lies there")
    assert said(table, "emperor", "where are the discovery tokens") == f"Face down in {place} (Hiereg)."
    assert "(Hiereg)" not in said(table, "fremen", "where are the discovery tokens")
    assert said(table, "emperor", f"may i reveal the token in {place}").startswith(("Not now.", "No."))


def test_4_03_who_has_which_skill_and_whether_it_may_go_behind_the_shield() -> None:
    room = Room(M3="on")
    room.do(EnterSkill("atreides", "Mentat", "Thufir Hawat"), who="public")
    assert said(room, "atreides", "which leader skill do i have") == (
        "You have Mentat with Thufir Hawat, in front of the shield."
    )
    assert said(room, "harkonnen", "who has which skill").startswith("Atreides have Mentat")
    assert said(room, "atreides", "may i take my leader behind my shield").startswith(("No", "Not now"))


def test_4_06_which_card_may_be_copied() -> None:
    table = LiveTable("ixian", "emperor", M2="on", phase="battle")
    assert said(table, "ixian", "may i copy Arrakeen").startswith("No. ")


@pytest.mark.parametrize(
    "text",
    [
        "where are the ambassadors", "where are the terror tokens", "where are the discovery tokens",
        "who has which skill", "may i copy arrakeen", "what does a terror token cost", "where may an ambassador go",
    ],
)  # fmt: skip
def test_a_table_without_them_says_so(text: str) -> None:
    assert "without" in said(LiveTable(), "atreides", text) or "Nobody plays" in said(LiveTable(), "atreides", text)


def test_2_12_04_terror_goes_to_no_world_and_may_be_moved_instead() -> None:
    table = at_table("mentat_pause", M4="on")
    assert said(table, MORITANI, "may i place terror here") == "Yes. It is free."
    assert said(table, MORITANI, "may i place terror on Grumman").startswith(
        "No. A terror token goes into a stronghold"
    )
    assert said(table, ECAZ, "may i place an ambassador on Kaitain").startswith(
        "No. An ambassador goes to a stronghold"
    )
    assert said(table, MORITANI, "may i move a terror token").startswith("No. ")
    table.do(PlaceTerror(MORITANI, "Arrakeen", "atomics"), "storm", "mentat_pause")
    assert said(table, MORITANI, "may i move a terror token") == "Yes. It is free, instead of placing one."


def test_4_04_02_whether_one_may_ship_to_a_world_and_for_how_much() -> None:
    table = LiveTable("emperor", "atreides", "spacing_guild", turn=2, M4="on", phase="shipment", first="emperor")
    table.do(KeepCount())
    assert said(table, "emperor", "may i ship to Caladan") == "Yes. The price for 1 force to Caladan is 1."
    assert said(table, "emperor", "what does shipping 3 to Caladan cost") == (
        "3 spice for 3 forces to Caladan, to the Guild. You have 20."
    )
    assert said(table, "emperor", "may i ship 2 to Kaitain").startswith("No. Kaitain is your own world.")
    assert said(table, "emperor", "may i ship to Giedi Prime") == "Giedi Prime is not played: Harkonnen's world."


def test_4_04_which_side_of_a_world_is_up_and_who_occupies_it() -> None:
    table = LiveTable("emperor", "atreides", turn=2, M4="on", phase="shipment", first="emperor").do(KeepCount())
    assert said(table, "atreides", "is my homeworld high").startswith("Caladan is high: 10 reserves, 6 needed.")
    assert said(table, PUBLIC, "which side is Kaitain on").startswith("Kaitain is high: 15 reserves, 5 needed.")
    assert said(table, PUBLIC, "who occupies Caladan") == "Nobody occupies Caladan. There are Atreides with 10 forces."
    for one in (table.truth, *table.views.tables.values()):
        one.hear(WorldOccupied("Caladan", "emperor"))
    assert said(table, "emperor", "who occupies Caladan").startswith("You occupy Caladan.")
    assert said(LiveTable(), "atreides", "may i ship to Caladan") == "This table plays without homeworlds."


def test_4_08_02_what_tech_tokens_pay_their_owner() -> None:
    table = LiveTable("ixian", "fremen", "tleilaxu", turn=1, M1="on", phase="storm").do("spice_blow")
    assert said(table, "fremen", "how much do tech tokens pay me") == (
        "1 spice as Charity ends, if its event happened."
    )
    table.do(NameTokenOwner("Heighliners", "fremen"))
    assert said(table, "fremen", "when do my tech tokens pay") == (
        "2 spice as Charity and Ship and move end, if its event happened."
    )
    assert said(LiveTable(), "atreides", "what do tech tokens pay") == "This table plays without tech tokens."


def test_2_13_02_who_has_duke_vidal() -> None:
    table = at_table("battle")
    assert said(table, "fremen", "who has duke vidal") == "Duke Vidal is set aside."
    for one in (table.truth, *table.views.tables.values()):
        one.hear(DiscTaken(MORITANI, "Duke Vidal", ("2.12.13",)))
    assert said(table, PUBLIC, "who has the Duke Vidal?") == "Moritani have Duke Vidal."
    assert said(table, MORITANI, "where is duke vidal") == "You have Duke Vidal."
    assert said(table, MORITANI, "can i revive duke vidal").startswith("No")
