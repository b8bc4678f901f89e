"""Shipment and movement at the table: whose turn it is, who pays, seats without a phone, and the reminders."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import RESERVES, TANKS, forces_in
from referee.board.forces_counted import CountForces, KeepCount, LoseForces, LoseLeader
from referee.cards.hajr import PlayHajr
from referee.cards.karama.stopping import StopPower
from referee.common.factions import FACTIONS
from referee.factions.spacing_guild.turn_order import Delay, StepIn
from referee.holdings.purse import TellSpice
from referee.kernel import PUBLIC, BadCommand, ask, read_command
from referee.offers.offer import behind_shield, offers
from referee.offers.waiting import on_turn
from referee.offers.what_now import what_now
from referee.phases.battle.who_fights_where import NoteForces
from referee.phases.collection.strongholds import NameHolders
from referee.phases.revival.forces import ReviveForces
from referee.phases.revival.leaders import ReviveLeader
from referee.phases.shipment.ally_pays import OfferShare
from referee.phases.shipment.prices_and_permissions import MoveRange, MovesThisTurn, shipments
from referee.phases.shipment.shipping import Send, Ship
from referee.phases.storm.storm_moves import PlaceStorm, SeatMarkers
from referee.turn.who_is_done import SayDone
from tests.kit import SIX, LiveTable


def table(*seats: str, phase: str = "shipment", **more: Any) -> LiveTable:
    return LiveTable(*seats, turn=2, **{"P6": "none", **more}).do(KeepCount(), phase)


def now(sitting: LiveTable) -> str:
    return " ".join(on_turn(sitting.public))


def ordered(*seats: str, **more: Any) -> LiveTable:
    """A table that keeps the order; the first seat is First Player."""
    return table(*seats, **more).do(SeatMarkers((seats or SIX)[0]), PlaceStorm(18))


# -- whose turn it is ---------------------------------------------------------------------------------


def test_1_06_01_in_storm_order_each_ships_and_moves_and_says_done() -> None:
    sitting = ordered("atreides", "emperor", "harkonnen")
    assert sitting.no(Ship("emperor", 1, "Carthag")) == "1.06.01"
    sitting.do(Ship("atreides", 1, "Carthag"), SayDone("atreides"))
    assert now(sitting) == "emperor"
    sitting.do(Ship("emperor", 1, "Carthag"))


def test_1_06_01_where_nobody_told_where_the_storm_is_the_order_is_only_shown() -> None:
    sitting = table("atreides", "emperor", "harkonnen")
    assert now(sitting) == "atreides"
    sitting.do(Ship("emperor", 1, "Carthag"))


def test_2_06_12_01_the_guild_steps_in_but_not_between_a_shipment_and_a_move() -> None:
    sitting = ordered("atreides", "emperor", "spacing_guild", "harkonnen")
    sitting.do(Ship("atreides", 1, "Carthag"))
    assert sitting.no(StepIn("spacing_guild")) == "2.06.12.01"
    sitting.do(SayDone("atreides"), StepIn("spacing_guild"))
    assert now(sitting) == "spacing_guild"
    assert sitting.no(Ship("emperor", 1, "Carthag")) == "1.06.01"
    sitting.do(Ship("spacing_guild", 2, "Carthag"), SayDone("spacing_guild"))
    assert now(sitting) == "emperor"
    assert sitting.no(StepIn("spacing_guild")) == "2.06.12.01"


def test_2_06_12_02_the_guild_delays_and_acts_after_a_later_player() -> None:
    sitting = ordered("atreides", "spacing_guild", "emperor", "harkonnen")
    assert sitting.no(Delay("spacing_guild")) == "2.06.12.02"
    sitting.do(SayDone("atreides"), Delay("spacing_guild"))
    assert now(sitting) == "emperor"
    sitting.do(SayDone("emperor"), StepIn("spacing_guild"))
    assert now(sitting) == "spacing_guild"
    sitting.do(SayDone("spacing_guild"))
    assert now(sitting) == "harkonnen"


def test_2_06_12_02_at_the_very_end_of_the_phase_its_turn_comes_by_itself() -> None:
    sitting = ordered("spacing_guild", "emperor")
    sitting.do(Delay("spacing_guild"), SayDone("emperor"))
    assert now(sitting) == "spacing_guild"


def test_2_06_12_is_the_guilds_alone_in_the_advanced_game_and_karama_prevents_it() -> None:
    sitting = ordered("atreides", "emperor", "spacing_guild", hands={"emperor": ("Karama/1",)})
    assert sitting.no(StepIn("emperor")) == "1.06.01"
    sitting.do(StopPower("emperor", "2.06.12"))
    assert sitting.no(StepIn("spacing_guild")) == "2.06.12"
    sitting.do("battle", "mentat_pause", "storm", "shipment", StepIn("spacing_guild"))
    assert ordered("atreides", "spacing_guild", rules="basic").no(StepIn("spacing_guild")) == "1.06.01"


# -- how far ------------------------------------------------------------------------------------------


def far(sitting: LiveTable, seat: str) -> tuple[int, str]:
    answer = ask(sitting.public, MoveRange(seat))
    return answer.value, answer.because[0]


def test_1_06_05_03_1_06_05_04_and_2_04_06_how_far_each_moves() -> None:
    sitting = table()
    assert (far(sitting, "emperor"), far(sitting, "fremen")) == ((1, "1.06.05.03"), (2, "2.04.06"))
    sitting.do(NameHolders(carthag="emperor", arrakeen="fremen"))
    assert (far(sitting, "emperor"), far(sitting, "fremen")) == ((3, "1.06.05.04"), (3, "2.04.06"))
    assert far(table().do(Ship("emperor", 1, "Arrakeen")), "emperor") == (3, "1.06.05.04")


def test_2_04_06_karama_cuts_the_walk_of_the_fremen_to_one_for_the_phase() -> None:
    sitting = table(hands={"emperor": ("Karama/1",)}).do(StopPower("emperor", "2.04.06"))
    assert far(sitting, "fremen") == (1, "1.06.05.03")
    assert far(sitting.do("battle"), "fremen") == (2, "2.04.06")


def test_1_06_05_01_and_3_01_09_one_move_a_turn_and_hajr_gives_another() -> None:
    sitting = ordered("atreides", "emperor", hands={"atreides": ("Hajr/1",), "emperor": ("Hajr/2",)})
    assert sitting.no(PlayHajr("emperor")) == "1.06.01"
    assert "PlayHajr" in sitting.secret("atreides")
    sitting.do(PlayHajr("atreides"))
    assert ask(sitting.public, MovesThisTurn("atreides")).value == 2
    assert sitting.no(PlayHajr("atreides")) == "3.00.02"
    assert "Atreides move twice" in " ".join(one.words for one in what_now(sitting.public))


# -- an ally pays -------------------------------------------------------------------------------------


def test_1_10_02_05_an_ally_offers_a_share_in_private_and_the_shipper_names_it() -> None:
    sitting = table("atreides", "harkonnen", "emperor", allies="atreides harkonnen", spice=6)
    before = sitting.version("emperor"), sitting.version(PUBLIC)
    sitting.do(OfferShare("harkonnen", 4))
    assert (sitting.version("emperor"), sitting.version(PUBLIC)) == before
    assert sitting.no(Ship("atreides", 5, "Red Chasm", ally_pays=5)) == "1.10.02.05"
    assert sitting.no(Ship("atreides", 6, "Red Chasm", ally_pays=4)) == "1.06.03.01"
    sitting.do(Ship("atreides", 5, "Red Chasm", ally_pays=4))
    assert sitting.purse("atreides", "harkonnen") == [0, 2]


def test_1_10_02_05_what_an_ally_offers_stands_behind_two_shields_for_one_turn() -> None:
    sitting = table("atreides", "harkonnen", allies="atreides harkonnen").do(OfferShare("harkonnen", 4))
    for seat in ("atreides", "harkonnen"):
        assert "1.10.02.05" in [kept.rule for kept in behind_shield(sitting.screen(seat), seat) if kept.now]
    sitting.do("mentat_pause", "storm", "shipment")
    assert sitting.no(Ship("atreides", 2, "Red Chasm", ally_pays=1)) == "1.10.02.05"


def test_1_10_02_05_only_allies_and_only_what_they_have() -> None:
    sitting = table("atreides", "harkonnen", "emperor", allies="atreides harkonnen", spice=6)
    assert sitting.no(OfferShare("emperor", 2)) == "1.10.02.05"
    assert sitting.no(OfferShare("harkonnen", 7)) == "1.10.02.05"
    assert sitting.no(Ship("emperor", 2, "Red Chasm", ally_pays=2)) == "1.10.02.05"
    sitting.do(Ship("atreides", 5, "Carthag", ally_pays=5), who=PUBLIC)
    assert sitting.purse("atreides", "harkonnen") == [6, 1]


# -- seats without a phone ----------------------------------------------------------------------------


def test_1_06_03_the_table_enters_a_shipment_and_the_purse_pays() -> None:
    sitting = table("atreides", "spacing_guild").do(Ship("atreides", 4, "Carthag"), who=PUBLIC)
    assert sitting.purse("atreides", "spacing_guild") == [16, 24]
    assert sitting.no(Ship("atreides", 1, "Carthag"), PUBLIC) == "1.06.02"


@pytest.mark.parametrize("held", [3, 9])
def test_1_11_01_what_is_entered_for_a_seat_is_never_refused_for_what_its_purse_holds(held: int) -> None:
    sitting = table("atreides", "emperor", spice=held).do(Ship("atreides", 4, "Carthag"), who=PUBLIC)
    paid = held >= 4
    assert sitting.purse("atreides") == [held - 4 if paid else held]
    assert ("atreides" in shipments(sitting.public).made) == paid


def test_4_94_02_where_tokens_are_told_a_stale_number_is_counted_anew_and_nobody_notices() -> None:
    seen = []
    for told in (2, 9):
        sitting = table("atreides", "emperor", P2="told").do(TellSpice("atreides", told))
        sitting.do(Ship("atreides", 4, "Carthag"), who=PUBLIC)
        assert sitting.purse("atreides") == [max(told - 4, 0)]
        seen.append([(heard.event, heard.act) for heard in sitting.screen("emperor").log])
    assert seen[0] == seen[1]


@pytest.mark.parametrize(("held", "back"), [(9, 3), (1, 0)])
def test_1_05_01_the_table_revives_for_a_seat_without_a_phone(held: int, back: int) -> None:
    sitting = table("emperor", "atreides", spice=held, phase="revival")
    sitting.do(LoseForces("emperor", 5, origin=RESERVES), ReviveForces("emperor", 3), who=PUBLIC)
    tanks = forces_in(sitting.public, "emperor", TANKS)
    assert tanks is not None and tanks.total == 5 - back


def test_1_05_03_and_a_leader_too() -> None:
    sitting = table("emperor", "atreides", phase="revival", spice=4)
    assert sitting.no(ReviveLeader("emperor", "Bashar")) == "1.05.03"
    sitting.do(*(LoseLeader(name) for name in FACTIONS["emperor"].leaders))
    assert "ReviveLeader" in [one.name for one in offers(sitting.public, "emperor")]


def test_3_01_11_03_a_karama_that_a_seat_does_not_hold_ships_nothing() -> None:
    sitting = table("atreides", "emperor", hands={"atreides": ("Baliset/1",)})
    sitting.do(Ship("atreides", 4, "Carthag", by_card=True), who=PUBLIC)
    assert not shipments(sitting.public).made and sitting.purse("atreides") == [20]


# -- Fremen, Bene Gesserit, Atreides ------------------------------------------------------------------


def test_2_04_17_fremen_reserves_go_into_the_storm_at_a_loss_of_half() -> None:
    sitting = table().do(Send("fremen", 5, "Wind Pass", into_storm=True))
    counts = [forces_in(sitting.public, "fremen", place) for place in (RESERVES, TANKS)]
    assert [group.total for group in counts if group] == [5, 3]
    assert table(rules="basic").no(Send("fremen", 5, "Wind Pass", into_storm=True)) == "1.06.03.04"


def test_2_02_05_the_table_is_told_when_an_advisor_may_go_along() -> None:
    sitting = table()
    assert "2.02.05" not in [one.rule for one in what_now(sitting.public)]
    sitting.do(Ship("emperor", 1, "Carthag"))
    assert "2.02.05" in [one.rule for one in what_now(sitting.public)]


def test_2_01_07_atreides_alone_are_reminded_of_the_spice_deck_before_the_first_ship() -> None:
    sitting = table(hands={"emperor": ("Karama/1",)})
    told = {seat: [kept.rule for kept in behind_shield(sitting.screen(seat), seat) if kept.now] for seat in SIX}
    assert told == {seat: ["2.01.07"] if seat == "atreides" else [] for seat in SIX}
    sitting.do(StopPower("emperor", "2.01.07"))
    assert not [one for one in behind_shield(sitting.screen("atreides"), "atreides") if one.now]
    shipped = table().do(Ship("emperor", 1, "Carthag"))
    assert not [one for one in behind_shield(shipped.screen("atreides"), "atreides") if one.now]


def test_2_04_02_fedaykin_on_the_board_are_taken_out_of_the_reserves_first() -> None:
    sitting = table("fremen", "atreides", phase="battle")
    outcome = sitting.act(NoteForces("Sietch Tabr", "fremen", 3, 2), PUBLIC)
    assert outcome.objections[0].rule == "2.04.02" and "correct those" in outcome.objections[0].sentence
    sitting.do(CountForces("fremen", RESERVES, 9, 1), NoteForces("Sietch Tabr", "fremen", 3, 2))


def forged(sitting: LiveTable, seat: str, act: str, **words: str) -> str:
    """Send a form that no page of the referee shows; returns the rule of the refusal, or what could not be read."""
    try:
        return sitting.no(read_command(act, {"seat": seat, **words}), seat)
    except BadCommand as error:
        return str(error)


def test_1_06_03_a_forged_form_ships_nowhere_but_to_the_board_and_tells_no_price() -> None:
    sitting = table()
    place = {"normal": "1", "goal": "Carthag"}
    assert forged(sitting, "atreides", "Ship", normal="1", goal="Atlantis") == "1.06.03"
    assert forged(sitting, "atreides", "Ship", normal="1", goal=RESERVES) == "1.06.03"
    assert forged(sitting, "atreides", "Ship", **place, origin="Arrakeen") == "1.06.03"
    assert forged(sitting, "atreides", "Ship", **place, kind="teleported") == "1.06.03"
    assert forged(sitting, "fremen", "Ship", **place, kind="sent") == "1.06.03"
    assert forged(sitting, "fremen", "Send", normal="1", goal="Atlantis") == "1.06.03"
    home = {"normal": "1", "kind": "off-planet"}
    assert forged(sitting, "spacing_guild", "Ship", **home, goal="Carthag", origin="Tuek's Sietch") == "1.06.03"
    assert "button is out of date" in forged(sitting, "atreides", "Ship", **place, stronghold="1")
