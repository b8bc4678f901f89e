"""Turn 1 begun with one tap: what it deals, counts and places, who is waited for by name, and one undo."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import RESERVES, Group, forces_in, somewhere
from referee.board.forces_counted import counted
from referee.board.standing import stands
from referee.board.storm import Storm, coming
from referee.common.what_is_physical import POSITIONS
from referee.factions.tleilaxu.face_dancers import dancers_of
from referee.holdings.setup import ChangeOption
from referee.holdings.traitors import Traitors
from referee.kernel import PUBLIC, Command
from referee.offers.offer import TABLE, offers, secret_offers
from referee.offers.waiting import on_turn, waiting
from referee.phases.spice_blow.deck import DrawSpiceCard
from referee.phases.storm.dials import DialStorm, dialed
from referee.turn.first_turn import StartTurnOne
from referee.turn.on_the_map import PutRight, SetDown
from referee.web.table.news import news
from tests.kit import LiveTable

SEATS = ("fremen", "bene_gesserit", "atreides", "harkonnen")


def new(*seats: str, **options: Any) -> LiveTable:
    return LiveTable(*(seats or SEATS), spice=-1, deck=None, **options)


def said(sitting: LiveTable) -> str:
    return " ".join(one.words for one in waiting(sitting.public))


def test_0_13_one_tap_deals_counts_and_places_and_one_undo_takes_all_of_it_back() -> None:
    sitting = new()
    before = {viewer: sitting.screen(viewer).log[:] for viewer in (PUBLIC, *SEATS)}
    sitting.do(StartTurnOne(first="atreides"))
    table = sitting.public
    assert table.phase == "storm" and table.state(Traitors).done and table.state(Storm).markers["atreides"] == 1
    assert all(counted(table, seat) for seat in SEATS)
    assert [(one.seat, one.place) for one in stands(table)] == [("atreides", "Arrakeen"), ("harkonnen", "Carthag")]
    assert forces_in(table, "atreides", RESERVES) == Group(10)
    sitting.undo(PUBLIC)
    assert {viewer: sitting.screen(viewer).log[:] for viewer in before} == before and sitting.public.phase == "lobby"


def test_0_13_who_chooses_its_places_is_waited_for_by_name_and_so_is_who_dials_for_the_storm() -> None:
    sitting = new()
    sitting.do(StartTurnOne(first="atreides"))
    assert "Fremen place 10 forces" in said(sitting)
    assert "Bene Gesserit place 1 force" in said(sitting)
    assert "Atreides and Bene Gesserit dial 0 to 20" in said(sitting)
    assert {*on_turn(sitting.public)} == {"fremen", "bene_gesserit", *dials(sitting)}
    sitting.do(SetDown("fremen", 10, "Sietch Tabr"))
    assert "Fremen place" not in said(sitting) and "Bene Gesserit place 1 force" in said(sitting)
    sitting.do(SetDown("bene_gesserit", 1, "Polar Sink"))
    assert " place " not in said(sitting) and sorted(dials(sitting)) == sorted(on_turn(sitting.public))
    for seat in dials(sitting):
        sitting.do(DialStorm(seat, 2))
    assert sitting.public.state(Storm).distance == 4


def test_2_04_02_the_last_but_one_number_places_all_starting_forces_if_the_others_go_to_the_last_territory() -> None:
    sitting = new()
    sitting.do(StartTurnOne(first="atreides"), SetDown("fremen", 2, "False Wall South"))
    (form,) = (one for one in offers(sitting.public, "fremen") if one.command is SetDown)
    others = next(blank for blank in form.blanks if blank.name == "rest")
    assert others.value == "1" and [value for value, _ in others.choices] == ["1", ""]
    sitting.do(SetDown("fremen", 3, "Sietch Tabr", rest=True))
    there = {one.place: one.group for one in stands(sitting.public) if one.seat == "fremen"}
    assert there == {"False Wall South": Group(2), "Sietch Tabr": Group(3), "False Wall West": Group(5)}
    assert "Fremen place" not in said(sitting)


def test_2_04_02_the_others_wait_where_several_territories_are_left_or_the_player_places_them_after() -> None:
    sitting = new()
    sitting.do(StartTurnOne(first="atreides"))
    assert sitting.code(SetDown("fremen", 2, "Sietch Tabr", rest=True)) == "NOT_OFFERED"
    sitting.do(SetDown("fremen", 2, "Sietch Tabr"), SetDown("fremen", 2, "False Wall South"))
    assert "Fremen place 6 forces" in said(sitting)
    assert not any(blank.name == "rest" for one in offers(sitting.public, "fremen") for blank in one.blanks)


def test_0_16_dials_made_while_others_place_their_forces_can_be_changed_and_are_shown_when_all_stand() -> None:
    sitting = new()
    sitting.do(StartTurnOne(first="atreides"), SetDown("fremen", 10, "Sietch Tabr"))
    one, other = dials(sitting)
    sitting.do(DialStorm(one, 2), DialStorm(other, 3), DialStorm(one, 5))
    for viewer in (PUBLIC, "fremen"):
        assert not any(isinstance(number, int) for number in dialed(sitting.screen(viewer)).numbers.values())
    assert coming(sitting.public) is None and on_turn(sitting.public) == ("bene_gesserit",)
    sitting.do(SetDown("bene_gesserit", 1, "Polar Sink"))
    assert coming(sitting.public) == 8 and not dials(sitting)
    sitting.undo(PUBLIC)
    assert coming(sitting.public) is None and "bene_gesserit" in on_turn(sitting.public)


@pytest.mark.parametrize(
    "last",
    [PutRight("bene_gesserit", "Polar Sink", 1), ChangeOption(POSITIONS.key, "none")],
    ids=["the table says where they stand", "nobody keeps the map"],
)
def test_0_16_the_dials_are_shown_however_the_wait_for_starting_forces_ends(last: Command) -> None:
    sitting = new()
    sitting.do(StartTurnOne(first="atreides"), SetDown("fremen", 10, "Sietch Tabr"))
    for seat in dials(sitting):
        sitting.do(DialStorm(seat, 4))
    assert coming(sitting.public) is None
    sitting.do(last)
    assert coming(sitting.public) == 8


def dials(sitting: LiveTable) -> list[str]:
    own = {seat: secret_offers(sitting.screen(seat), seat) for seat in sitting.public.seats}
    return [seat for seat, made in own.items() if any(one.name == "DialStorm" for one in made)]


def test_0_13_the_usual_places_of_fremen_stand_first_and_no_others_beside_them() -> None:
    sitting = new()
    sitting.do(StartTurnOne())
    made = {seat: next(one for one in offers(sitting.public, seat) if one.name == "SetDown") for seat in SEATS[:2]}
    goal = {seat: next(blank for blank in one.blanks if blank.name == "goal") for seat, one in made.items()}
    assert [name for name, _ in goal["fremen"].choices] == ["Sietch Tabr", "False Wall South", "False Wall West"]
    assert goal["bene_gesserit"].value == "Polar Sink" and len(goal["bene_gesserit"].choices) > 20


def test_0_13_fremen_place_forces_by_one_tap_a_place_and_the_next_bare_place_is_chosen() -> None:
    sitting = new()
    sitting.do(StartTurnOne())
    for many, place, left in ((6, "Sietch Tabr", 10), (1, "False Wall South", 4), (3, "False Wall West", 3)):
        goal, starred, *_, number = next(
            one for one in offers(sitting.public, "fremen") if one.name == "SetDown"
        ).blanks
        assert (goal.value, starred.name, starred.high, number.kind) == (place, "special", 3, "tap")
        assert [value for value, _ in number.choices] == [str(n) for n in range(left + 1)]
        sitting.do(SetDown("fremen", many, goal.value))
    assert not [one for one in offers(sitting.public, "fremen") if one.name == "SetDown"]


def test_0_16_each_number_of_the_storm_dial_is_one_tap() -> None:
    sitting = new()
    sitting.do(StartTurnOne(first="atreides"))
    seat = dials(sitting)[0]
    made = next(one for one in secret_offers(sitting.screen(seat), seat) if one.name == "DialStorm")
    assert [(one.kind, len(one.choices)) for one in made.blanks] == [("tap", 21)]


@pytest.mark.parametrize(
    ("options", "dealt", "kept"),
    [({}, True, True), ({"P1": "told"}, False, True), ({"P6": "none"}, True, True), ({"R": "clocks"}, False, False)],
)
def test_4_97_11_what_the_table_does_itself_is_left_to_it(options: dict[str, str], dealt: bool, kept: bool) -> None:
    sitting = new(**options)
    sitting.do(StartTurnOne())
    assert sitting.public.state(Traitors).done == dealt and counted(sitting.public, "fremen") == kept
    assert (" place " in said(sitting)) == (kept and "P6" not in options)


def test_2_08_03_tleilaxu_draw_their_face_dancers_with_the_same_tap() -> None:
    sitting = new("tleilaxu", "emperor", "harkonnen")
    sitting.do(StartTurnOne())
    assert len(dancers_of(sitting.screen("tleilaxu")).held) == 3 and not dancers_of(sitting.public).held


@pytest.mark.parametrize(("how", "offered"), [({}, True), ({"turn": 2}, False), ({"R": "bids"}, False)])
def test_0_15_only_a_new_game_whose_turns_the_referee_leads_is_started_so(how: dict[str, str], offered: bool) -> None:
    sitting = new(**how)
    assert any(one.name == "StartTurnOne" for one in offers(sitting.public, TABLE)) == offered


def test_0_15_what_has_begun_is_not_started_again() -> None:
    sitting = new()
    sitting.do(StartTurnOne())
    assert sitting.no(StartTurnOne()) == "0.15"
    assert new().no(StartTurnOne(first="choam")) == "0.10"


def test_2_04_02_fremen_choose_which_of_their_forces_begin_on_the_board() -> None:
    sitting = new()
    sitting.do(StartTurnOne(first="atreides"))
    for many, starred in ((9, 2), (0, 4)):
        assert sitting.no(SetDown("fremen", many, "Sietch Tabr", starred)) == "4.94.06"
    sitting.do(SetDown("fremen", 2, "Sietch Tabr", 2), SetDown("fremen", 5, "False Wall West", 1))
    stand = [forces_in(sitting.public, "fremen", place) for place in ("Sietch Tabr", "False Wall West", RESERVES)]
    assert stand == [Group(2, 2), Group(5, 1), Group(10)] and not somewhere(sitting.public, "fremen").total


def test_1_01_02_the_dials_are_the_news_and_not_what_set_them_free() -> None:
    sitting = new()
    sitting.do(StartTurnOne(first="atreides"), SetDown("fremen", 10, "Sietch Tabr"))
    for seat in dials(sitting):
        sitting.do(DialStorm(seat, 4))
    sitting.do(SetDown("bene_gesserit", 1, "Polar Sink"))
    told = news(sitting.public)
    assert told is not None and told.say.startswith("Storm dials: ")
    assert [line.text for line in told.lines if "Polar Sink" in line.text] == [told.lines[-1].text]


def test_1_13_03_a_card_turned_over_is_the_news_and_not_how_its_deck_was_shuffled() -> None:
    sitting = LiveTable("atreides", "emperor", phase="spice_blow", P5="dealt").do(DrawSpiceCard())
    told = news(sitting.public)
    assert told is not None
    shown = " ".join((told.say, *(one.text for one in told.lines)))
    assert "seal" not in shown and "shuffle" not in shown
