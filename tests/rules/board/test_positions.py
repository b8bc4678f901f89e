"""Positions on the map: where they come from, what is asked of them, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.agreements.alliances import EndNexus
from referee.board.forces import (
    ALL_FORCES,
    ANYWHERE,
    RESERVES,
    TANKS,
    Forces,
    ForcesCounted,
    Group,
    forces_in,
    somewhere,
)
from referee.board.forces_counted import CountForces, ForcesToTanks, KeepCount, LoseForces, on_the_map
from referee.board.standing import Stand, all_known, holdings, known_whole, stands
from referee.board.territories import TERRITORIES, on_board
from referee.board.ways import cells
from referee.common.turn import PHASES
from referee.factions.fremen.worms import RideWorm
from referee.holdings.setup import ChangeOption
from referee.kernel import PUBLIC, Table
from referee.offers.waiting import on_turn, waiting
from referee.phases.battle.how_they_stand import PEACE, noted_places, there
from referee.phases.battle.live_battle import battle_now, companion_of
from referee.phases.battle.who_fights_where import FightNext, OpenBattle, open_battles
from referee.phases.collection.collection import Collect, CollectAll
from referee.phases.mentat.victory import CheckVictory, winner
from referee.phases.shipment.marching import MoveForces, moves_left
from referee.phases.shipment.prices_and_permissions import ACROSS, HOME
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Send, Ship
from referee.phases.spice_blow.blow import SpiceBlows, TurnWorm, WormComes
from referee.phases.spice_blow.devoured import WormEats
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm, PlaceStorm, StormCatches
from referee.running.dice import Dice
from referee.turn.next_phase import CollectThenPause, GoTo, onward
from referee.turn.on_the_map import KeepPositions, PutRight, SetDown
from referee.web.battle.table import battles_panel
from referee.web.map.scene import scene
from tests.kit import SIX, LiveTable


def told(phase: str = "shipment", *, turn: int = 2, seats: tuple[str, ...] = (), **more: Any) -> LiveTable:
    """Return a table that keeps positions, with everybody where they begin."""
    table = LiveTable(*seats, turn=turn, **more).do(KeepCount())
    for seat in ("fremen", "bene_gesserit"):
        left = somewhere(table.public, seat)
        if left.total:
            table.do(SetDown(seat, left.normal, {"fremen": "Sietch Tabr"}.get(seat, "Polar Sink")))
    return table.do(phase)


def here(table: Table, place: str) -> dict[str, int]:
    return {one.seat: one.group.total for one in stands(table, place)}


def numbers(table: Table, seat: str) -> Group:
    """Return all that is written down of a faction, wherever."""
    total = Group()
    for (one, _), group in table.state(Forces).held.items():
        total = total.plus(group) if one == seat else total
    return total


# -- where they come from -----------------------------------------------------------------------------


def test_0_13_everybody_begins_where_the_sheet_says() -> None:
    table = LiveTable(turn=1).do(KeepCount()).public
    assert here(table, "Arrakeen") == {"atreides": 10} and here(table, "Carthag") == {"harkonnen": 10}
    assert here(table, "Tuek's Sietch") == {"spacing_guild": 5}
    assert somewhere(table, "fremen") == Group(10) and not known_whole(table, "fremen")
    assert somewhere(table, "emperor") == Group() and known_whole(table, "emperor")


@pytest.mark.parametrize(("rules", "stand"), [("basic", {"bene_gesserit": 1}), ("advanced", {})])
def test_2_02_02_in_the_basic_game_one_begins_at_the_pole(rules: str, stand: dict[str, int]) -> None:
    assert here(LiveTable(rules=rules).do(KeepCount()).public, "Polar Sink") == stand


def test_2_02_08_the_advanced_one_is_set_down_by_its_player_and_lives_beside_others() -> None:
    table = LiveTable().do(KeepCount(), SetDown("bene_gesserit", 1, "Arrakeen"))
    assert [one.calm for one in stands(table.public, "Arrakeen")] == [False, True]
    assert holdings(table.public).held["bene_gesserit"] == ()


def test_4_94_06_a_table_without_positions_has_no_map() -> None:
    table = LiveTable(P6="none", phase="storm").do(KeepCount())
    assert scene(table.public, "/") is None and not table.public.state(Forces).kept
    assert table.no(PutRight("atreides", "Carthag", 3)) == "4.94.06"


def test_4_94_06_what_nobody_told_is_shown_as_not_known() -> None:
    shown = scene(LiveTable(phase="storm").public, "/")
    assert shown and shown.notes == ("The map shows only what was entered.",)
    assert {row.word for row in shown.rows} == {"not known"}
    public = LiveTable(phase="storm").do(KeepCount()).public
    counted = scene(public, "/")
    assert any("Fremen place 10 forces" in one.words for one in waiting(public)), "it is said there, and once"
    assert counted and not any("Fremen" in note for note in counted.notes)
    last = scene(LiveTable("fremen", "moritani", phase="storm").do(KeepCount()).public, "/")
    assert last and "Moritani have 6 forces to place." in last.notes
    whole = scene(told("storm").public, "/")
    assert whole and not whole.notes and {row.word for row in whole.rows if not row.pieces} == {"nobody"}


def test_4_94_06_what_is_put_right_is_shown_though_nobody_tells_the_moves() -> None:
    table = LiveTable(phase="battle").do(PutRight("atreides", "Carthag", 4), PutRight("emperor", "Carthag", 3, 2))
    shown = scene(table.public, "/")
    assert shown and {(one.id, one.count) for one in shown.pieces} == {
        ("stands-carthag-10-atreides", "4"),
        ("stands-carthag-10-emperor", "5"),
    }
    assert [(one.aggressor, one.defender) for one in open_battles(table.public)] == [("atreides", "emperor")]


def test_4_94_06_positions_may_be_kept_from_the_middle_of_a_game() -> None:
    table = LiveTable(P6="none", phase="shipment").do(KeepCount(), ChangeOption("P6", "kept"), KeepPositions())
    assert somewhere(table.public, "atreides") == Group(10)
    table.do(SetDown("atreides", 10, "Arrakeen"))
    assert known_whole(table.public, "atreides") and table.no(SetDown("atreides", 1, "Carthag")) == "4.94.06"


def test_4_94_06_put_right_takes_the_difference_from_where_it_is_said_to_be() -> None:
    table = told()
    table.do(PutRight("atreides", "Carthag", 4, other="Arrakeen"))
    assert here(table.public, "Carthag") == {"harkonnen": 10, "atreides": 4}
    assert here(table.public, "Arrakeen") == {"atreides": 6}
    table.do(PutRight("atreides", "Arrakeen", 3))
    assert somewhere(table.public, "atreides") == Group(3)
    shown = scene(table.public, "/")
    assert shown and shown.notes == ("Atreides have 3 forces somewhere on the board.",)
    table.do(PutRight("fremen", "Meridian", 2, 4, sector=1))
    shown = scene(table.public, "/")
    assert shown and shown.notes[-1].startswith("Fremen: 2 forces and 4 Fedaykin too many on the map.")
    table.do(PutRight("fremen", "Meridian", 0), PutRight("atreides", "Meridian", 3, sector=1))
    assert known_whole(table.public, "atreides") and numbers(table.public, "atreides") == Group(ALL_FORCES)


def test_4_94_06_a_count_of_reserves_put_right_leaves_the_rest_on_the_board() -> None:
    table = told().do(CountForces("emperor", RESERVES, 12, 5))
    assert somewhere(table.public, "emperor") == Group(3) and numbers(table.public, "emperor") == Group(15, 5)


def test_4_94_06_anybody_may_look_and_only_the_table_puts_right() -> None:
    assert told().code(PutRight("atreides", "Carthag", 4), "harkonnen") == "NOT_YOURS"


# -- shipments and moves ------------------------------------------------------------------------------


def test_1_06_03_04_a_shipment_into_the_storm_is_refused_and_the_table_may_let_it_pass() -> None:
    table = told().do(PlaceStorm(6))
    seat = on_turn(table.public)[0]
    ship = Ship(seat, 2, "Red Chasm")
    assert table.no(ship, seat) == "1.06.03.04"
    outcome = table.act(ship, "public", waive=True)
    assert outcome.done and here(table.public, "Red Chasm") == {seat: 2}


def test_1_06_03_04_who_ships_without_a_sector_lands_beside_the_storm() -> None:
    table = told(first="emperor").do(PlaceStorm(18))
    table.do(Ship("emperor", 2, "Meridian"))
    assert stands(table.public, "Meridian")[0].sector == 1
    assert told(first="emperor").do(PlaceStorm(18)).no(Ship("emperor", 2, "Meridian", sector=18)) == "1.06.03.04"


def test_1_06_03_05_a_stronghold_that_two_others_hold_is_full() -> None:
    table = told(first="emperor").do(PutRight("atreides", "Carthag", 2))
    assert table.no(Ship("emperor", 1, "Carthag")) == "1.06.03.05"
    table.do(Ship("emperor", 1, "Arrakeen"))


def test_2_02_12_advisors_leave_room_in_a_stronghold() -> None:
    table = told(first="emperor").do(PutRight("bene_gesserit", "Carthag", 2, peace=True, other=RESERVES))
    table.do(Ship("emperor", 1, "Carthag"))


def test_2_04_05_fremen_send_no_farther_than_two_from_the_great_flat() -> None:
    table = told(first="fremen")
    assert table.no(Send("fremen", 2, "Tuek's Sietch")) == "2.04.05"
    table.do(Send("fremen", 2, "Habbanya Erg"))


def test_2_04_17_what_is_sent_into_the_storm_loses_half() -> None:
    table = told(first="fremen").do(PlaceStorm(14))
    table.do(Send("fremen", 4, "The Great Flat", into_storm=True))
    assert here(table.public, "The Great Flat") == {"fremen": 2}
    assert forces_in(table.public, "fremen", TANKS) == Group(2)


@pytest.mark.parametrize("kind", [ACROSS, HOME])
def test_1_06_03_04_the_guild_ships_nobody_out_of_the_storm(kind: str) -> None:
    table = told(first="spacing_guild").do(PlaceStorm(4))
    goal = {ACROSS: "Carthag", HOME: RESERVES}[kind]
    assert table.no(Ship("spacing_guild", 2, goal, kind=kind, origin="Tuek's Sietch")) == "1.06.03.04"
    table.do(PlaceStorm(7), Ship("spacing_guild", 2, goal, kind=kind, origin="Tuek's Sietch"))
    assert here(table.public, "Tuek's Sietch") == {"spacing_guild": 3}


def test_0_13_no_more_ship_home_than_are_on_the_board_where_nobody_tracks_it() -> None:
    table = LiveTable(phase="shipment", first="spacing_guild", P6="none", spice=9).do(KeepCount())
    assert table.no(Ship("spacing_guild", 6, RESERVES, kind=HOME, origin="Tuek's Sietch")) == "0.13"
    table.do(Ship("spacing_guild", 5, RESERVES, kind=HOME, origin="Tuek's Sietch"))


def test_1_06_05_01_a_group_moves_once() -> None:
    table = told(first="emperor").do(Ship("emperor", 4, "Meridian"))
    table.do(MoveForces("emperor", 3, "Meridian", "Cielago South"))
    assert here(table.public, "Cielago South") == {"emperor": 3} and not moves_left(table.public, "emperor")
    assert table.no(MoveForces("emperor", 1, "Meridian", "Cielago South")) == "1.06.05.01"
    assert "MoveForces" not in table.offered("emperor")


def test_1_06_05_03_too_far_on_foot_and_1_06_05_04_not_by_ornithopter() -> None:
    table = told(first="emperor").do(Ship("emperor", 4, "Meridian"))
    assert table.no(MoveForces("emperor", 3, "Meridian", "Cielago East")) == "1.06.05.03"
    flying = told(first="emperor").do(Ship("emperor", 4, "Arrakeen"), MoveForces("emperor", 4, "Arrakeen", "Arsunt"))
    assert here(flying.public, "Arsunt") == {"emperor": 4}


def test_1_06_05_06_nobody_marches_out_of_the_storm() -> None:
    table = told(first="emperor").do(PlaceStorm(6), PutRight("emperor", "Red Chasm", 3, other=RESERVES))
    assert table.no(MoveForces("emperor", 2, "Red Chasm", "South Mesa")) == "1.06.05.06"


def test_1_06_05_09_a_full_stronghold_is_not_entered_on_foot() -> None:
    table = told(first="emperor").do(PutRight("atreides", "Carthag", 2), Ship("emperor", 3, "Arsunt"))
    assert table.no(MoveForces("emperor", 2, "Arsunt", "Carthag")) == "1.06.05.09"


def test_2_02_11_an_advisor_comes_along_in_peace_and_2_02_14_stands_alone_as_a_fighter() -> None:
    table = told(first="emperor").do(Ship("emperor", 3, "Meridian", sector=1), SendAlong("bene_gesserit", "Meridian"))
    assert [(one.seat, one.sector, one.calm) for one in stands(table.public, "Meridian")] == [
        ("emperor", 1, False),
        ("bene_gesserit", 1, True),
    ]
    table.do("shipment", "storm")


# -- storm and worm -----------------------------------------------------------------------------------


def test_1_01_03_the_storm_kills_on_sand_and_takes_the_spice() -> None:
    table = told("spice_blow").do(SpiceBlows("Red Chasm"), PutRight("emperor", "Red Chasm", 4, other=RESERVES))
    table.do(PutRight("atreides", "Meridian", 2, sector=1), PlaceStorm(5), "storm", AnnounceStorm(3), MoveStorm())
    assert not here(table.public, "Red Chasm") and forces_in(table.public, "emperor", TANKS) == Group(4)
    assert here(table.public, "Meridian") == {"atreides": 2} and here(table.public, "Tuek's Sietch")
    spice = scene(table.public, "/")
    assert spice and not spice.spice


def test_2_04_16_of_fremen_it_kills_half() -> None:
    table = told("storm").do(PutRight("fremen", "Red Chasm", 5, other="Sietch Tabr"), PlaceStorm(5))
    table.do(AnnounceStorm(3), MoveStorm())
    assert here(table.public, "Red Chasm") == {"fremen": 2} and forces_in(table.public, "fremen", TANKS) == Group(3)


def test_1_01_03_where_nobody_said_the_sector_the_table_is_asked() -> None:
    table = told("storm").do(PutRight("atreides", "Meridian", 3, other="Arrakeen"), PlaceStorm(16))
    table.do(AnnounceStorm(2), MoveStorm())
    assert here(table.public, "Meridian") == {"atreides": 3} and "StormCatches" in table.offered()
    table.do(StormCatches("atreides", 2, territory="Meridian"))
    assert here(table.public, "Meridian") == {"atreides": 1} and forces_in(table.public, "atreides", TANKS) == Group(2)


def test_1_02_05_the_worm_devours_all_but_2_04_07_fremen() -> None:
    table = told("spice_blow").do(SpiceBlows("Red Chasm"))
    table.do(PutRight("emperor", "Red Chasm", 3, 2, other=RESERVES), PutRight("fremen", "Red Chasm", 2))
    before = here(table.public, "Red Chasm")
    table.do(WormComes("Red Chasm"))
    assert before == {"emperor": 5, "fremen": 2} and here(table.public, "Red Chasm") == {"fremen": 2}
    assert forces_in(table.public, "emperor", TANKS) == Group(3, 2)
    table.do(SpiceBlows("Old Gap"), EndNexus())
    assert "RideWorm" in table.offered("fremen")
    table.do(RideWorm("fremen", 2, "Red Chasm", "Arsunt"))
    assert here(table.public, "Arsunt") == {"fremen": 2}


def test_1_02_05_a_worm_that_finds_no_card_devours_nobody() -> None:
    table = told("spice_blow").do(SpiceBlows("Red Chasm"), TurnWorm())
    assert here(table.public, "Arrakeen") == {"atreides": 10} and here(table.public, "Carthag") == {"harkonnen": 10}


# -- what follows -------------------------------------------------------------------------------------


def test_1_07_01_the_battles_follow_from_who_stands_there() -> None:
    table = told(first="emperor", seats=("emperor", "atreides", "harkonnen"))
    table.do(Ship("emperor", 3, "Carthag"), "battle")
    assert open_battles(table.public) == [OpenBattle("Carthag", "emperor", "harkonnen")]
    table.do(FightNext("emperor", "Carthag", "harkonnen"))


def test_1_07_01_00_the_storm_keeps_two_apart_and_2_02_12_peace_does() -> None:
    table = told(first="emperor").do(PutRight("atreides", "Cielago North", 2, sector=18))
    table.do(PutRight("harkonnen", "Cielago North", 2, sector=2), PlaceStorm(1), "battle")
    assert noted_places(table.public) == ("Cielago North",) and not open_battles(table.public)
    table.do(PlaceStorm(9))
    assert [one.territory for one in open_battles(table.public)] == ["Cielago North"]
    calm = told("battle").do(PutRight("bene_gesserit", "Carthag", 1, peace=True, other=RESERVES))
    assert there(calm.public, "Carthag")["bene_gesserit"] == {PEACE: Group(1)} and not open_battles(calm.public)


def two_battles(also: str) -> LiveTable:
    """Return a table at shipment: Atreides meet the Emperor in Red Chasm, and in one territory more somebody."""
    table = told("shipment", spice=5)
    for seat, where in (("atreides", "Red Chasm"), ("emperor", "Red Chasm"), ("atreides", also), ("harkonnen", also)):
        table.do(PutRight(seat, where, 3, other=RESERVES))
    return table


def test_1_07_02_the_next_phase_begins_the_only_battle_that_its_aggressor_has_and_leaves_a_choice_alone() -> None:
    one = told("shipment", spice=5)
    for seat in ("atreides", "emperor"):
        one.do(PutRight(seat, "Red Chasm", 3, other=RESERVES))
    assert ("fight", "1") in onward(one.public).fixed
    live = battle_now(one.do(GoTo("battle", fight=True)).public)
    assert live and live.territory == "Red Chasm"
    one.undo(PUBLIC)
    assert one.public.phase == "shipment"
    assert battle_now(one.do(GoTo("battle")).public) is None
    assert battle_now(two_battles("The Great Flat").do(GoTo("battle", fight=True)).public) is None


def test_1_13_01_income_comes_by_itself() -> None:
    table = told("battle", spice=5).do("spice_collection")
    assert table.purse("atreides", "harkonnen", "spacing_guild", "emperor") == [7, 7, 6, 5]
    assert "TakeIncome" not in table.offered("atreides")
    basic = told("battle", spice=5, rules="basic").do("spice_collection")
    assert basic.purse("atreides") == [5]


def test_1_08_01_and_1_08_02_collection_is_proposed_from_who_stands_there() -> None:
    table = told("spice_blow", spice=5).do(SpiceBlows("Red Chasm"), PutRight("emperor", "Red Chasm", 3, other=RESERVES))
    table.do(PutRight("atreides", "South Mesa", 2, sector=4, other="Arrakeen"), "spice_collection")
    assert table.offered("emperor").count("Collect") == 1 and "Collect" not in table.offered("atreides")
    table.do(CollectAll())
    assert table.purse("emperor") == [11] and table.no(CollectAll()) == "1.08.01"


def test_1_08_01_one_tap_collects_and_begins_the_mentat_pause_unless_something_is_left() -> None:
    table = told("spice_blow", spice=5).do(SpiceBlows("Red Chasm"), PutRight("emperor", "Red Chasm", 3, other=RESERVES))
    table.do("spice_collection")
    assert [name for name in table.offered("") if name.startswith("Collect")] == ["CollectThenPause", "CollectAll"]
    table.do(CollectThenPause())
    assert table.purse("emperor") == [11] and table.public.phase == "mentat_pause"
    table.undo(PUBLIC)
    assert table.purse("emperor") == [5] and table.public.phase == "spice_collection"
    table.do(CollectAll())
    assert table.no(CollectThenPause()) == "1.08.01"


def test_1_08_01_no_more_collect_than_stand_in_the_sector_of_the_spice() -> None:
    table = told("spice_blow").do(SpiceBlows("South Mesa"))
    table.do(PutRight("emperor", "South Mesa", 3, sector=4, other=RESERVES))
    table.do(PutRight("atreides", "South Mesa", 2, sector=3, other="Arrakeen"), "spice_collection")
    for seat, forces in (("emperor", 4), ("atreides", 2), ("harkonnen", 1)):
        assert table.no(Collect(seat, "South Mesa", forces)) == "1.08.01"
    assert table.no(Collect("emperor", "South Mesa", 2, 1)) == "1.08.01"


def test_no_more_forces_die_in_a_place_than_stand_there() -> None:
    table = told("spice_blow").do(SpiceBlows("Red Chasm"), PutRight("emperor", "Red Chasm", 2, other=RESERVES))
    assert table.no(WormComes("Carthag")) == table.no(WormComes("Polar Sink")) == "1.02.05"
    table.do(WormComes("Red Chasm"))
    assert table.no(WormEats("emperor", 3)) == "1.02.05" and table.no(WormEats("atreides", 1)) == "1.02.05"
    table.do("storm")
    assert table.no(StormCatches("atreides", 3, territory="Red Chasm")) == "1.01.03"


def test_1_08_01_advisors_collect_nothing() -> None:
    table = told("spice_blow").do(SpiceBlows("Red Chasm"))
    table.do(PutRight("bene_gesserit", "Red Chasm", 2, peace=True, other=RESERVES), "spice_collection")
    assert "Collect" not in table.offered("bene_gesserit")
    assert table.no(Collect("bene_gesserit", "Red Chasm", 2)) == "1.08.01"


def test_1_09_02_victory_is_read_from_the_map() -> None:
    table = told("mentat_pause")
    for place in ("Carthag", "Habbanya Sietch"):
        table.do(PutRight("atreides", place, 3, other="Arrakeen"))
    assert holdings(table.public).held["atreides"] == ("Arrakeen", "Habbanya Sietch")  # two stand in Carthag
    table.do(PutRight("harkonnen", "Carthag", 0, other=TANKS))
    assert "NameHolders" not in table.offered() and table.do(CheckVictory())
    won = winner(table.public)
    assert won is not None and won.seats == ("atreides",)


def test_1_09_02_00_an_empty_stronghold_is_not_tracked_where_somebody_is_not() -> None:
    assert all_known(told("mentat_pause").public)
    assert not all_known(LiveTable(phase="mentat_pause").do(KeepCount()).public)
    assert not all_known(LiveTable(phase="mentat_pause").public)


def test_2_01_10_what_atreides_lose_in_a_battle_left_to_the_table_counts() -> None:
    table = told("battle", P3="none").do(LoseForces("atreides", 5, origin="Arrakeen"), LoseForces("atreides", 3))
    assert companion_of(table.truth, "atreides").lost == 8
    assert forces_in(table.public, "atreides", TANKS) == Group(8) and here(table.public, "Arrakeen") == {"atreides": 2}


def test_1_07_06_04_forces_lost_anywhere_leave_the_only_place_there_is_if_they_stand_there() -> None:
    table = told("battle", P3="none")
    (place,) = {one.place for one in stands(table.public) if one.seat == "harkonnen"}
    for one, origin in ((Group(1), place), (Group(0, 1), ANYWHERE), (Group(19), ANYWHERE)):
        (lost,) = LoseForces("harkonnen", one.normal, one.special).decide(table.public, Dice(1))
        assert isinstance(lost, ForcesToTanks) and lost.origin == origin


# -- what is never lost -------------------------------------------------------------------------------


def _any_acts(table: LiveTable, random: Random, many: int) -> Iterable[object]:
    names = [one.name for one in on_board(table.public)]
    for _ in range(many):
        seat, place = random.choice(SIX), random.choice(names)
        mine = [one for one in stands(table.public) if one.seat == seat] or [Stand(seat, place, 0, Group(1))]
        origin = random.choice(mine).place
        yield random.choice((
            Ship(seat, random.randint(1, 6), place, special=random.randint(0, 2)),
            Ship(seat, random.randint(1, 4), place, kind=ACROSS, origin=origin),
            Ship(seat, random.randint(1, 4), RESERVES, kind=HOME, origin=origin),
            Send(seat, random.randint(1, 6), place, into_storm=random.random() < 0.5),
            MoveForces(seat, random.randint(1, 6), origin, place),
            PutRight(seat, place, random.randint(0, 4), other=random.choice(("", RESERVES, origin))),
            LoseForces(seat, random.randint(1, 3), origin=random.choice((origin, ANYWHERE, RESERVES))),
            PlaceStorm(random.randint(1, 18)),
            random.choice(("storm", "spice_blow", "shipment", "battle", "spice_collection")),
            AnnounceStorm(random.randint(2, 6)), MoveStorm(), SpiceBlows(random.choice(SAND)), TurnWorm(),
            CollectAll(), "revival",
        ))  # fmt: skip


SAND = [name for name, one in TERRITORIES.items() if one.spice]


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000))
def test_whatever_happens_on_the_map_no_force_is_lost_or_made(seed: int) -> None:
    random, table = Random(seed), told(spice=60)
    done = 0
    for act in _any_acts(table, random, 60):
        command = GoTo(act, True) if isinstance(act, str) else act
        done += table.act(command, "public").done  # type: ignore[arg-type]
        for one in (table.public, table.truth):
            for seat in SIX:
                stars = {"fremen": 3, "emperor": 5}.get(seat, 0)
                assert numbers(one, seat) == Group(ALL_FORCES - stars, stars), (seed, command)
                for (_, place), group in one.state(Forces).held.items():
                    assert place == ANYWHERE or min(group.normal, group.special) >= 0
        assert list(stands(table.public)) == list(stands(table.truth))
        for standing in stands(table.public):
            assert standing.sector in {0, *(cell.sector for cell in cells(standing.place))}
    assert done


def test_a_territory_of_one_sector_holds_one_group_of_a_faction() -> None:
    table = told(first="atreides").do(Ship("atreides", 2, "Arrakeen", sector=9))
    assert [(one.sector, one.group) for one in stands(table.public, "Arrakeen")] == [(9, Group(12))]


# -- what nobody is asked any more --------------------------------------------------------------------

ENTERED_BY_HAND = {"NoteForces", "BeginBattle", "NameHolders", "WormEats", "StormCatches", "StormCrosses", "TakeIncome"}


@pytest.mark.parametrize("phase", PHASES)
def test_4_94_06_where_positions_are_known_nobody_is_asked_who_stands_where(phase: str) -> None:
    table = told("spice_blow").do(SpiceBlows("Red Chasm"), PutRight("emperor", "Red Chasm", 3, other=RESERVES))
    table.do(PutRight("atreides", "Carthag", 2, other="Arrakeen"))
    table.do(PutRight("harkonnen", "Meridian", 2, sector=1, other="Carthag"))
    table.do(PutRight("emperor", "Meridian", 2, sector=18, other=RESERVES), PlaceStorm(1), GoTo(phase, anyway=True))
    asked = {offer for seat in ("", *SIX) for offer in table.offered(seat)}
    asked |= {act.act for panel in battles_panel(table.public, True) for act in panel.acts}
    assert not asked & ENTERED_BY_HAND


def test_0_13_what_was_told_of_one_territory_is_among_all_that_are_counted_from_now_on() -> None:
    table = LiveTable("emperor", "fremen", phase="battle", turn=2, P6="none").do(KeepCount())
    truth = table.truth
    truth.hear(ForcesCounted("emperor", "Carthag", 3, 0))
    for event in on_the_map(truth, "emperor"):
        truth.hear(event)
    held = [group.total for (seat, _), group in truth.state(Forces).held.items() if seat == "emperor"]
    assert sum(held) == 20
