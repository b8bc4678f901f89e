"""The storm: who dials, how far it goes, whom it reaches next, what it takes, and the cards that change it."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import TANKS, forces_in
from referee.board.forces_counted import KeepCount
from referee.board.storm import Storm
from referee.board.territories import TERRITORIES
from referee.cards.karama.stopping import StopPower
from referee.cards.storm_cards import BlowUpWall, ControlWeather
from referee.holdings.ledger import lying
from referee.holdings.set_aside import set_aside
from referee.kernel import PUBLIC, card_name
from referee.offers.offer import TABLE, behind_shield, offers
from referee.offers.waiting import waiting
from referee.offers.what_now import at_a_glance, left_over, mark_of, what_now
from referee.phases.spice_blow.blow import SpiceBlows
from referee.phases.storm.dials import DialStorm, dialers
from referee.phases.storm.offers import swept_spice
from referee.phases.storm.storm_moves import (
    AnnounceStorm,
    MoveStorm,
    NameFirstPlayer,
    PlaceMarker,
    PlaceStorm,
    RevealStormCard,
    SeatMarkers,
    ShieldWall,
    StormCatches,
    StormCrosses,
)
from tests.kit import SIX, LiveTable


def table(*seats: str, **more: Any) -> LiveTable:
    return LiveTable(*seats, phase="storm", **more)


SECTORS = (1, 4, 7, 10, 13, 16)


# -- where it goes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sum_", "sector"), [(23, 5), (0, 18), (1, 1), (18, 18), (40, 4)])
def test_0_16_the_first_storm_is_dialed_from_storm_start(sum_: int, sector: int) -> None:
    sitting = table().do(AnnounceStorm(sum_), MoveStorm())
    assert sitting.public.state(Storm).sector == sector
    assert sitting.no(MoveStorm()) == "1.01.02" and sitting.no(AnnounceStorm(3)) == "1.01.02"


@pytest.mark.parametrize(("sum_", "first"), [(23, "emperor"), (0, "atreides"), (1, "bene_gesserit"), (4, "emperor")])
def test_1_01_01_whose_marker_the_storm_reaches_next_is_first_player(sum_: int, first: str) -> None:
    sitting = table().do(SeatMarkers("atreides"), AnnounceStorm(sum_), MoveStorm())
    assert tuple(sitting.public.state(Storm).markers.values()) == SECTORS
    assert sitting.public.first_player == first


def test_1_01_01_every_storm_gives_each_of_six_the_first_place_in_turn() -> None:
    sitting = table().do(SeatMarkers("atreides"))
    first = [sitting.do(PlaceStorm(sector)).public.first_player for sector in range(1, 19)]
    assert first == [seat for seat in (*SIX[1:], "atreides") for _ in range(3)]


def test_0_10_fewer_players_take_circles_apart_and_may_sit_otherwise() -> None:
    sitting = table("atreides", "emperor", "fremen").do(SeatMarkers("emperor"), PlaceStorm(9))
    assert sitting.public.state(Storm).markers == {"emperor": 1, "fremen": 7, "atreides": 13}
    assert sitting.public.first_player == "atreides"
    sitting.do(PlaceMarker("fremen", 11))
    assert sitting.public.first_player == "fremen"
    sitting.do(PlaceMarker("fremen", 13))
    assert sitting.public.state(Storm).markers == {"emperor": 1, "fremen": 13, "atreides": 11}
    assert sitting.no(PlaceMarker("fremen", 19)) == "1.01.02"
    assert table().no(PlaceMarker("fremen", 5)) == "0.10"


def test_1_01_01_the_order_is_put_right_by_hand_in_one_tap() -> None:
    sitting = table().do(SeatMarkers("atreides"), AnnounceStorm(23), MoveStorm(), NameFirstPlayer("fremen"))
    assert sitting.public.first_player == "fremen"
    assert sitting.no(PlaceStorm(0)) == "1.01.02"


def test_1_01_02_the_referee_asks_where_the_storm_is_when_it_came_in_later() -> None:
    sitting = table(turn=4)
    assert "PlaceStorm" in sitting.offered()
    sitting.do(AnnounceStorm(4))
    assert sitting.no(MoveStorm()) == "1.01.02"
    sitting.do(PlaceStorm(16), MoveStorm())
    assert sitting.public.state(Storm).sector == 2


@pytest.mark.parametrize(("turn", "far", "rule"), [(1, 41, "0.16"), (2, 0, "1.01.02"), (2, 7, "1.01.02")])
def test_1_01_02_no_farther_than_dials_and_cards_go(turn: int, far: int, rule: str) -> None:
    assert table(turn=turn).no(AnnounceStorm(far)) == rule


def test_1_01_02_a_storm_that_nobody_announced_does_not_move() -> None:
    assert table().no(MoveStorm()) == "1.01.02"
    assert table().no(RevealStormCard()) == "1.01.02"


def test_1_02_04_icons_lie_where_a_storm_from_storm_start_finds_them() -> None:
    icons = {one.name: one.icon for one in TERRITORIES.values() if one.spice}
    assert sorted(icons, key=icons.__getitem__)[:4] == ["Cielago South", "Cielago North", "South Mesa", "Red Chasm"]
    assert sorted(icons.values()) == [1, 2, 4, 6, 7, 8, 9, 11, 12, 13, 14, 14, 15, 16, 17]


# -- two dials ----------------------------------------------------------------------------------------


def test_0_16_the_two_beside_storm_start_dial_in_secret() -> None:
    sitting = table().do(SeatMarkers("emperor"))
    assert dialers(sitting.public) == ("emperor", "bene_gesserit")
    assert sitting.no(DialStorm("fremen", 3)) == "0.16"
    assert sitting.no(DialStorm("emperor", 21)) == "0.16"
    sitting.do(DialStorm("emperor", 8))
    assert sitting.no(DialStorm("emperor", 9)) == "0.16"
    assert sitting.public.state(Storm).turn == 0
    sitting.do(DialStorm("bene_gesserit", 15), MoveStorm())
    assert sitting.public.state(Storm).sector == 5


def test_1_11_00_a_dial_alone_tells_nobody_its_number() -> None:
    told = []
    for number in (3, 17):
        sitting = table().do(SeatMarkers("emperor"), DialStorm("emperor", number))
        told.append([sitting.screen(seat).states for seat in (PUBLIC, "fremen", "bene_gesserit")])
    assert told[0] == told[1]


def test_1_01_02_later_the_last_two_at_the_wheels_dial_one_to_three() -> None:
    sitting = table("atreides", "emperor").do(SeatMarkers("emperor"))
    sitting.do(DialStorm("emperor", 8), DialStorm("atreides", 0), MoveStorm(), "mentat_pause", "storm")
    assert dialers(sitting.public) == ("emperor", "atreides")
    assert sitting.secret("emperor") == ["DialStorm"]
    assert sitting.no(DialStorm("emperor", 4)) == "1.01.02"
    sitting.do(DialStorm("emperor", 3), DialStorm("atreides", 2), MoveStorm())
    assert sitting.public.state(Storm).sector == 13


# -- what it takes ------------------------------------------------------------------------------------


def test_1_01_03_spice_that_the_storm_crosses_is_one_tap_from_the_bank() -> None:
    sitting = table(turn=2).do("spice_blow", SpiceBlows("Red Chasm"), SpiceBlows("Old Gap"), "storm")
    sitting.do(PlaceStorm(5), AnnounceStorm(3), MoveStorm())
    assert swept_spice(sitting.public) == (("Red Chasm", 8),)
    leads = [(one.label, dict(one.fixed)) for one in offers(sitting.public, TABLE) if one.lead]
    assert leads == [("Remove 8 spice from Red Chasm", {"territory": "Red Chasm"})]
    sitting.do(StormCrosses("Red Chasm"))
    assert (lying(sitting.public, "Red Chasm"), lying(sitting.public, "Old Gap")) == (0, 6)
    assert not [one for one in offers(sitting.public, TABLE) if one.lead]


@pytest.mark.parametrize(
    ("seat", "rules", "lost"),
    [("atreides", "advanced", 5), ("fremen", "basic", 5), ("fremen", "advanced", 3)],
)
def test_1_01_03_and_2_04_16_the_storm_kills_all_it_catches_but_half_of_the_fremen(
    seat: str, rules: str, lost: int
) -> None:
    sitting = table(rules=rules).do(KeepCount(), StormCatches(seat, 5))
    tanks = forces_in(sitting.public, seat, TANKS)
    assert tanks is not None and tanks.total == lost
    assert sitting.no(StormCatches(seat, 0)) == "1.01.03"


def test_1_01_03_the_wall_can_be_put_right() -> None:
    sitting = table().do(ShieldWall(stands=False))
    assert not sitting.public.state(Storm).wall
    assert sitting.no(ShieldWall(stands=False)) == "1.01.03"


# -- the storm deck -----------------------------------------------------------------------------------


def drawn(**more: str) -> LiveTable:
    return table(P4="drawn", **more).do("spice_blow")


def test_4_94_04_2_04_13_and_2_04_14_a_card_is_drawn_that_the_fremen_alone_see() -> None:
    sitting = drawn()
    card = sitting.screen("fremen").state(Storm).card
    assert isinstance(card, int) and 1 <= card <= 6
    assert all(
        not isinstance(sitting.screen(seat).state(Storm).card, int) for seat in (PUBLIC, *SIX) if seat != "fremen"
    )
    assert [kept.rule for kept in behind_shield(sitting.screen("fremen"), "fremen")] == ["2.04.14"]
    sitting.do("mentat_pause", "storm", PlaceStorm(3))
    assert "RevealStormCard" in sitting.offered() and "AnnounceStorm" not in sitting.offered()
    sitting.do(RevealStormCard(), MoveStorm())
    assert sitting.public.state(Storm).sector == 3 + card


def test_2_04_13_a_printed_card_is_read_out_and_nobody_dials() -> None:
    sitting = table(turn=2)
    assert sitting.do("spice_blow").public.state(Storm).card is None
    sitting.do("storm", PlaceStorm(3))
    assert sitting.said()[0][1] == "2.04.13" and sitting.no(DialStorm("fremen", 2)) == "2.04.13"
    sitting.do(AnnounceStorm(6))
    assert dialers(sitting.public) == ()
    assert sitting.do(MoveStorm()).public.state(Storm).sector == 9


def test_2_04_14_karama_before_the_look_keeps_the_card_from_them() -> None:
    sitting = table(P4="drawn", hands={"emperor": ("Karama/1",)}).do(StopPower("emperor", "2.04.14"))
    sitting.do("spice_blow")
    assert sitting.public.state(Storm).card is not None
    assert not isinstance(sitting.screen("fremen").state(Storm).card, int)


# -- cards --------------------------------------------------------------------------------------------

HELD = {"emperor": ("Weather Control/1",), "harkonnen": ("Family Atomics/1",)}


def test_3_01_23_weather_control_says_how_far_from_turn_two_on() -> None:
    assert table(hands=HELD).no(ControlWeather("emperor", 5)) == "3.01.23"
    sitting = table(turn=2, hands=HELD).do(PlaceStorm(3), AnnounceStorm(6))
    assert sitting.no(ControlWeather("emperor", 11)) == "3.01.23"
    assert sitting.no(ControlWeather("atreides", 5)) == "3.00.02"
    assert "ControlWeather" in sitting.secret("emperor")
    sitting.do(ControlWeather("emperor", 10), MoveStorm())
    assert sitting.public.state(Storm).sector == 13
    assert [card_name(str(card)) for card in sitting.public.discard] == ["Weather Control"]


def test_3_01_23_the_storm_may_stay() -> None:
    sitting = table(turn=2, hands=HELD).do(PlaceStorm(3), ControlWeather("emperor", 0), MoveStorm())
    assert (sitting.public.state(Storm).sector, sitting.public.state(Storm).swept) == (3, ())


def test_3_01_23_no_dial_and_no_storm_card_counts_after_weather_control() -> None:
    sitting = table(turn=2, hands=HELD).do(PlaceStorm(3), ControlWeather("emperor", 0))
    assert {sitting.no(AnnounceStorm(6)), sitting.no(RevealStormCard())} == {"3.01.23"}


@pytest.mark.parametrize(("how", "aside"), [("aside", 1), ("discarded", 0)])
def test_3_01_07_and_4_92_10_family_atomics_takes_the_wall_and_goes_where_the_table_says(how: str, aside: int) -> None:
    sitting = table(turn=2, hands=HELD, K10=how).do(PlaceStorm(3))
    assert sitting.no(BlowUpWall("harkonnen")) == "3.01.07"
    sitting.do(AnnounceStorm(6), BlowUpWall("harkonnen"))
    assert not sitting.public.state(Storm).wall
    assert (len(set_aside(sitting.public)), len(sitting.public.discard)) == (aside, 1 - aside)
    assert sitting.do(MoveStorm()).no(BlowUpWall("harkonnen")) == "1.01.02"


@pytest.mark.parametrize(("turn", "asked"), [(1, False), (2, True)])
def test_3_01_07_cards_that_change_the_storm_are_asked_for_from_the_second_turn_on(turn: int, asked: bool) -> None:
    sitting = table(turn=turn).do(SeatMarkers("atreides"), PlaceStorm(3), AnnounceStorm(6 if turn > 1 else 20))
    assert any("Treachery cards" in says.words for says in what_now(sitting.public)) is asked


def test_3_00_02_a_card_entered_for_a_seat_that_does_not_hold_it_does_nothing() -> None:
    sitting = table(turn=2, hands=HELD).do(PlaceStorm(3), ControlWeather("harkonnen", 5), who=PUBLIC)
    assert sitting.public.state(Storm).turn == 0 and not sitting.public.discard


# -- what all see -------------------------------------------------------------------------------------


def test_0_16_the_screen_says_who_dials_then_that_it_moves_then_who_is_first() -> None:
    sitting = table()
    assert sitting.said()[0][1] == "0.16"
    sitting.do(SeatMarkers("atreides"), DialStorm("atreides", 3))
    assert ("Harkonnen dial 0 to 20", "0.16", False, False) in waiting(sitting.public)
    sitting.do(DialStorm("harkonnen", 2))
    assert [one.name for one in offers(sitting.public, TABLE) if one.lead] == ["MoveStorm"]
    sitting.do(MoveStorm())
    assert sitting.said()[0] == ("The Emperor is First Player.", "1.01.01")
    marks = {seat: mark_of(sitting.public, seat).word for seat in SIX}
    assert marks["emperor"] == "First Player" and marks["fremen"] == "2nd" and marks["bene_gesserit"] == "6th"


@pytest.mark.parametrize(
    ("phase", "rule"), [("shipment", "1.01.04"), ("battle", "1.07.01.00"), ("spice_collection", "1.08.01")]
)
def test_1_01_04_what_the_storm_blocks_stands_beside_its_place(phase: str, rule: str) -> None:
    shown = at_a_glance(table(turn=2).do(PlaceStorm(18), phase).public)
    storm = next(sheet for sheet in shown if sheet.id == "storm")
    assert [storm.lines[0].words, storm.lines[-1].rule] == ["The storm is at Storm Start.", rule]
    assert not [sheet for sheet in at_a_glance(table(turn=2).do(phase).public) if sheet.id == "storm"]


def test_1_01_02_going_on_without_the_storm_is_said_but_not_refused() -> None:
    sitting = table(turn=1)
    assert [one.words for one in left_over(sitting.public)][-1:] == ["The storm has not moved yet."]
    sitting.do("spice_blow")
    assert [one.words for one in left_over(sitting.public)] == ["Turn over a spice card first."]
    sitting.do("choam_charity")
    assert not [one.words for one in left_over(sitting.public) if one.waits]


def test_1_01_03_for_losses_in_the_storm_no_faction_and_no_number_stands_there_beforehand() -> None:
    sitting = table(P6="none").do(KeepCount())
    form = next(offer for offer in offers(sitting.public, TABLE) if offer.command is StormCatches)
    whose, forces = form.blanks[:2]
    assert (whose.value, whose.choices[0][0], forces.value) == ("", "", "")
