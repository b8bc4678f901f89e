"""The storm: who dials, how far it goes, whom it reaches next, what it takes, and the cards that change it."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cards.karama.stopping import StopInPhase
from referee.cards.storm_cards import BlowUpWall, ControlWeather
from referee.common.forces import TANKS, forces_in
from referee.common.ledger import lying
from referee.common.offers import TABLE, behind_shield, offers, secret_offers
from referee.common.set_aside import set_aside
from referee.common.setup import Place, SetTable
from referee.common.status import at_a_glance, left_over, mark_of, what_now
from referee.common.territories import TERRITORIES
from referee.kernel.events import PUBLIC
from referee.kernel.table import Table, card_name
from referee.phases.spice_blow.blow import SpiceBlows
from referee.phases.storm.dials import DialStorm, dialers
from referee.phases.storm.offers import swept_spice
from referee.phases.storm.position import weather
from referee.phases.storm.storm import (
    AnnounceStorm,
    MoveStorm,
    PlaceMarker,
    PlaceStorm,
    RevealStormCard,
    SeatMarkers,
    ShieldWall,
    StormCatches,
    StormCrosses,
)
from referee.phases.turn.counting import KeepCount
from referee.phases.turn.next_phase import GoTo, NameFirstPlayer
from referee.running.journal import Journal
from referee.running.sitting import Dice, Sitting
from tests.kit.sitting import each, no

SIX = ("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen")
SECTORS = (1, 4, 7, 10, 13, 16)


def table(
    *seats: str, turn: int = 1, rules: str = "advanced", faces: dict[str, tuple[str, ...]] | None = None, **options: str
) -> Sitting:
    made = Sitting(Journal(Path(":memory:")), Dice(3))
    held = faces or {}
    places = tuple(Place(seat, "", len(held.get(seat, ())), 20, held.get(seat, ())) for seat in seats or SIX)
    settings = tuple(options.items())
    asked = SetTable("x", places, places[0].faction, rules, turn, options=settings, deck=("c1", "c2"))
    assert made.act(asked, PUBLIC).done
    assert made.act(GoTo("storm"), PUBLIC).done
    return made


def public(sitting: Sitting) -> Table:
    return sitting.screen(PUBLIC)


def shown(sitting: Sitting, seat: str = TABLE) -> list[str]:
    return [offer.ask for offer in offers(public(sitting), seat) if not offer.aside]


# -- where it goes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sum_", "sector"), [(23, 5), (0, 18), (1, 1), (18, 18), (40, 4)])
def test_0_16_the_first_storm_is_dialed_from_storm_start(sum_: int, sector: int) -> None:
    sitting = each(table(), AnnounceStorm(sum_), MoveStorm())
    assert weather(public(sitting)).sector == sector
    assert no(sitting, MoveStorm()) == "1.01.02" and no(sitting, AnnounceStorm(3)) == "1.01.02"


@pytest.mark.parametrize(("sum_", "first"), [(23, "emperor"), (0, "atreides"), (1, "bene_gesserit"), (4, "emperor")])
def test_1_01_01_whose_marker_the_storm_reaches_next_is_first_player(sum_: int, first: str) -> None:
    sitting = each(table(), SeatMarkers("atreides"), AnnounceStorm(sum_), MoveStorm())
    assert tuple(weather(public(sitting)).markers.values()) == SECTORS
    assert public(sitting).first_player == first


def test_1_01_01_every_storm_gives_each_of_six_the_first_place_in_turn() -> None:
    sitting = each(table(), SeatMarkers("atreides"))
    first = [public(each(sitting, PlaceStorm(sector))).first_player for sector in range(1, 19)]
    assert first == [seat for seat in (*SIX[1:], "atreides") for _ in range(3)]


def test_0_10_fewer_players_take_circles_apart_and_may_sit_otherwise() -> None:
    sitting = each(table("atreides", "emperor", "fremen"), SeatMarkers("emperor"), PlaceStorm(9))
    assert weather(public(sitting)).markers == {"emperor": 1, "fremen": 7, "atreides": 13}
    assert public(sitting).first_player == "atreides"
    each(sitting, PlaceMarker("fremen", 11))
    assert public(sitting).first_player == "fremen"
    each(sitting, PlaceMarker("fremen", 13))
    assert weather(public(sitting)).markers == {"emperor": 1, "fremen": 13, "atreides": 11}
    assert no(sitting, PlaceMarker("fremen", 19)) == "1.01.02"
    assert no(table(), PlaceMarker("fremen", 5)) == "0.10"


def test_1_01_01_the_order_is_put_right_by_hand_in_one_tap() -> None:
    sitting = each(table(), SeatMarkers("atreides"), AnnounceStorm(23), MoveStorm(), NameFirstPlayer("fremen"))
    assert public(sitting).first_player == "fremen"
    assert no(sitting, PlaceStorm(0)) == "1.01.02"


def test_1_01_02_the_referee_asks_where_the_storm_is_when_it_came_in_later() -> None:
    sitting = table(turn=4)
    assert "PlaceStorm" in shown(sitting)
    each(sitting, AnnounceStorm(4))
    assert no(sitting, MoveStorm()) == "1.01.02"
    each(sitting, PlaceStorm(16), MoveStorm())
    assert weather(public(sitting)).sector == 2


@pytest.mark.parametrize(("turn", "far", "rule"), [(1, 41, "0.16"), (2, 11, "1.01.02")])
def test_1_01_02_no_farther_than_dials_and_cards_go(turn: int, far: int, rule: str) -> None:
    assert no(table(turn=turn), AnnounceStorm(far)) == rule


def test_1_01_02_a_storm_that_nobody_announced_does_not_move() -> None:
    assert no(table(), MoveStorm()) == "1.01.02"
    assert no(table(), RevealStormCard()) == "1.01.02"


def test_1_02_04_icons_lie_where_a_storm_from_storm_start_finds_them() -> None:
    icons = {one.name: one.icon for one in TERRITORIES.values() if one.spice}
    assert sorted(icons, key=icons.__getitem__)[:4] == ["Cielago South", "Cielago North", "South Mesa", "Red Chasm"]
    assert sorted(icons.values()) == [1, 2, 4, 6, 7, 8, 9, 11, 12, 13, 14, 14, 15, 16, 17]


# -- two dials ----------------------------------------------------------------------------------------


def test_0_16_the_two_beside_storm_start_dial_in_secret() -> None:
    sitting = each(table(), SeatMarkers("emperor"))
    assert dialers(public(sitting)) == ("emperor", "bene_gesserit")
    assert no(sitting, DialStorm("fremen", 3), "fremen") == "0.16"
    assert no(sitting, DialStorm("emperor", 21), "emperor") == "0.16"
    each(sitting, DialStorm("emperor", 8))
    assert no(sitting, DialStorm("emperor", 9), "emperor") == "0.16"
    assert weather(public(sitting)).turn == 0
    each(sitting, DialStorm("bene_gesserit", 15), MoveStorm())
    assert weather(public(sitting)).sector == 5


def test_1_11_00_a_dial_alone_tells_nobody_its_number() -> None:
    told = []
    for number in (3, 17):
        sitting = each(table(), SeatMarkers("emperor"), DialStorm("emperor", number))
        told.append([sitting.screen(seat).states for seat in (PUBLIC, "fremen", "bene_gesserit")])
    assert told[0] == told[1]


def test_1_01_02_later_the_last_two_at_the_wheels_dial_one_to_three() -> None:
    sitting = each(table("atreides", "emperor"), SeatMarkers("emperor"))
    each(sitting, DialStorm("emperor", 8), DialStorm("atreides", 0), MoveStorm())
    each(sitting, GoTo("mentat_pause"), GoTo("storm"))
    assert dialers(public(sitting)) == ("emperor", "atreides")
    assert [one.ask for one in secret_offers(sitting.screen("emperor"), "emperor")] == ["DialStorm"]
    assert no(sitting, DialStorm("emperor", 4), "emperor") == "1.01.02"
    each(sitting, DialStorm("emperor", 3), DialStorm("atreides", 2), MoveStorm())
    assert weather(public(sitting)).sector == 13


# -- what it takes ------------------------------------------------------------------------------------


def test_1_01_03_spice_that_the_storm_crosses_is_named_and_goes_to_the_bank() -> None:
    sitting = each(table(turn=2), GoTo("spice_blow"), SpiceBlows("Red Chasm"), SpiceBlows("Old Gap"), GoTo("storm"))
    each(sitting, PlaceStorm(5), AnnounceStorm(3), MoveStorm())
    assert swept_spice(public(sitting)) == (("Red Chasm", 8),)
    each(sitting, StormCrosses("Red Chasm"))
    assert (lying(public(sitting), "Red Chasm"), lying(public(sitting), "Old Gap")) == (0, 6)


@pytest.mark.parametrize(
    ("seat", "rules", "lost"),
    [("atreides", "advanced", 5), ("fremen", "basic", 5), ("fremen", "advanced", 3)],
)
def test_1_01_03_and_2_04_16_the_storm_kills_all_it_catches_but_half_of_the_fremen(
    seat: str, rules: str, lost: int
) -> None:
    sitting = each(table(rules=rules), KeepCount(), StormCatches(seat, 5))
    tanks = forces_in(public(sitting), seat, TANKS)
    assert tanks is not None and tanks.total == lost
    assert no(sitting, StormCatches(seat, 0)) == "1.01.03"


def test_1_01_03_the_wall_can_be_put_right() -> None:
    sitting = each(table(), ShieldWall(stands=False))
    assert not weather(public(sitting)).wall
    assert no(sitting, ShieldWall(stands=False)) == "1.01.03"


# -- the storm deck -----------------------------------------------------------------------------------


def drawn(**more: str) -> Sitting:
    return each(table(P4="drawn", **more), GoTo("spice_blow"))


def test_4_94_04_2_04_13_and_2_04_14_a_card_is_drawn_that_the_fremen_alone_see() -> None:
    sitting = drawn()
    card = weather(sitting.screen("fremen")).card
    assert isinstance(card, int) and 1 <= card <= 6
    assert all(not isinstance(weather(sitting.screen(seat)).card, int) for seat in (PUBLIC, *SIX) if seat != "fremen")
    assert [kept.rule for kept in behind_shield(sitting.screen("fremen"), "fremen")] == ["2.04.14"]
    each(sitting, GoTo("mentat_pause"), GoTo("storm"), PlaceStorm(3))
    assert "RevealStormCard" in shown(sitting) and "AnnounceStorm" not in shown(sitting)
    each(sitting, RevealStormCard(), MoveStorm())
    assert weather(public(sitting)).sector == 3 + card


def test_2_04_13_a_printed_card_is_read_out_and_nobody_dials() -> None:
    sitting = table(turn=2)
    assert weather(public(each(sitting, GoTo("spice_blow")))).card is None
    each(sitting, GoTo("storm"), PlaceStorm(3))
    assert said(sitting)[0][1] == "2.04.13" and no(sitting, DialStorm("fremen", 2), "fremen") == "2.04.13"
    each(sitting, AnnounceStorm(6))
    assert dialers(public(sitting)) == ()
    assert weather(public(each(sitting, MoveStorm()))).sector == 9


def test_2_04_14_karama_before_the_look_keeps_the_card_from_them() -> None:
    sitting = each(table(P4="drawn", faces={"emperor": ("Karama/1",)}), StopInPhase("emperor", "2.04.14"))
    each(sitting, GoTo("spice_blow"))
    assert weather(public(sitting)).card is not None
    assert not isinstance(weather(sitting.screen("fremen")).card, int)


# -- cards --------------------------------------------------------------------------------------------

HELD = {"emperor": ("Weather Control/1",), "harkonnen": ("Family Atomics/1",)}


def test_3_01_23_weather_control_says_how_far_from_turn_two_on() -> None:
    early = table(faces=HELD)
    assert no(early, ControlWeather("emperor", 5), "emperor") == "3.01.23"
    sitting = each(table(turn=2, faces=HELD), PlaceStorm(3), AnnounceStorm(6))
    assert no(sitting, ControlWeather("emperor", 11), "emperor") == "3.01.23"
    assert no(sitting, ControlWeather("atreides", 5), "atreides") == "3.00.02"
    assert "ControlWeather" in [one.ask for one in secret_offers(sitting.screen("emperor"), "emperor")]
    each(sitting, ControlWeather("emperor", 10), MoveStorm())
    assert weather(public(sitting)).sector == 13
    assert [card_name(str(card)) for card in public(sitting).discard] == ["Weather Control"]


def test_3_01_23_the_storm_may_stay() -> None:
    sitting = each(table(turn=2, faces=HELD), PlaceStorm(3), ControlWeather("emperor", 0), MoveStorm())
    assert (weather(public(sitting)).sector, weather(public(sitting)).swept) == (3, ())


@pytest.mark.parametrize(("how", "aside"), [("aside", 1), ("discarded", 0)])
def test_3_01_07_and_4_92_10_family_atomics_takes_the_wall_and_goes_where_the_table_says(how: str, aside: int) -> None:
    sitting = each(table(turn=2, faces=HELD, K10=how), PlaceStorm(3))
    assert no(sitting, BlowUpWall("harkonnen"), "harkonnen") == "3.01.07"
    each(sitting, AnnounceStorm(6), BlowUpWall("harkonnen"))
    assert not weather(public(sitting)).wall
    assert (len(set_aside(public(sitting))), len(public(sitting).discard)) == (aside, 1 - aside)
    assert no(each(sitting, MoveStorm()), BlowUpWall("harkonnen"), "harkonnen") == "1.01.02"


def test_3_00_02_a_card_entered_for_a_seat_that_does_not_hold_it_does_nothing() -> None:
    sitting = each(table(turn=2, faces=HELD), PlaceStorm(3), ControlWeather("harkonnen", 5))
    assert weather(public(sitting)).turn == 0 and not public(sitting).discard


# -- what all see -------------------------------------------------------------------------------------


def said(sitting: Sitting) -> list[tuple[str, str]]:
    return [(one.words, one.rule) for one in what_now(public(sitting))]


def test_0_16_the_screen_says_who_dials_then_that_it_moves_then_who_is_first() -> None:
    sitting = table()
    assert said(sitting)[0][1] == "0.16"
    each(sitting, SeatMarkers("atreides"), DialStorm("atreides", 3))
    assert said(sitting)[0] == ("Harkonnen still has to dial for the storm, 0 to 20.", "0.16")
    each(sitting, DialStorm("harkonnen", 2))
    assert [one.ask for one in offers(public(sitting), TABLE) if one.lead] == ["MoveStorm"]
    each(sitting, MoveStorm())
    assert said(sitting)[0] == ("Emperor is First Player.", "1.01.01")
    marks = {seat: mark_of(public(sitting), seat).word for seat in SIX}
    assert marks["emperor"] == "First Player" and marks["fremen"] == "2nd" and marks["bene_gesserit"] == "6th"


@pytest.mark.parametrize(
    ("phase", "rule"), [("shipment", "1.01.04"), ("battle", "1.07.01.00"), ("spice_collection", "1.08.01")]
)
def test_1_01_04_what_the_storm_blocks_stands_beside_its_place(phase: str, rule: str) -> None:
    sitting = each(table(turn=2), PlaceStorm(18), GoTo(phase))
    storm = at_a_glance(public(sitting))[0]
    assert [storm.lines[0].words, storm.lines[-1].rule] == ["The storm is at Storm Start.", rule]
    assert not [sheet for sheet in at_a_glance(public(each(table(turn=2), GoTo(phase)))) if sheet.id == "storm"]


def test_1_01_02_going_on_without_the_storm_is_said_but_not_refused() -> None:
    sitting = table(turn=1)
    assert [one.words for one in left_over(public(sitting))] == ["The storm has not moved yet."]
    each(sitting, GoTo("spice_blow"))
    assert [one.words for one in left_over(public(sitting))] == ["A spice card is still to be turned."]
    each(sitting, GoTo("choam_charity"))
    assert not left_over(public(sitting))
