"""A force is a group in a sector: what storm, march, battle, worm and ally ask of it."""

from __future__ import annotations

from typing import Any

from referee.agreements.alliances import EndNexus, JoinForces
from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.standing import holdings, stands
from referee.factions.fremen.worms import RideWorm, SpareAlly
from referee.kernel import Table
from referee.offers.waiting import on_turn
from referee.phases.battle.call_traitor import AnswerTraitor
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.how_they_stand import FAR, HERE, STORM
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.who_fights_where import FightNext, OpenBattle, at_peace, open_battles
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.prices_and_permissions import ACROSS, HOME
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Send, Ship
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm, PlaceStorm
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import PutRight
from referee.turn.who_is_done import SayDone
from referee.web.phone.turn_card import turn_card
from tests.kit import LiveTable
from tests.rules.board.test_positions import here, told


def put(table: LiveTable, seat: str, place: str, *groups: str) -> LiveTable:
    """Put groups of a faction down, each "sector:forces" or "sector:forces+starred".

    They come out of its reserves; where these are too few, from where nobody knows on the board.
    """
    for one in groups:
        sector, _, forces = one.partition(":")
        normal, _, special = forces.partition("+")
        group = Group(int(normal), int(special or 0))
        held = forces_in(table.truth, seat, RESERVES) or group
        other = RESERVES if held.least(group) == group else ""
        table.do(PutRight(seat, place, group.normal, group.special, int(sector), other=other, alone=True))
    return table


def by_sector(table: Table, seat: str, place: str) -> dict[int, int]:
    return {one.sector: one.group.total for one in stands(table, place) if one.seat == seat}


def storm(table: LiveTable, distance: int) -> LiveTable:
    return table.do("storm", AnnounceStorm(distance), MoveStorm())


# -- what a storm has done to a group -----------------------------------------------------------------


def test_2_04_16_who_lived_through_its_arrival_is_not_halved_again_when_it_leaves() -> None:
    table = storm(put(told("storm", turn=2).do(PlaceStorm(4)), "fremen", "Red Chasm", "6:6"), 2)
    assert here(table.public, "Red Chasm") == {"fremen": 3}
    table.do("mentat_pause")
    storm(table, 2)
    assert here(table.public, "Red Chasm") == {"fremen": 3} and forces_in(table.public, "fremen", TANKS) == Group(3)


def test_2_04_16_a_group_that_was_only_put_there_is_halved() -> None:
    table = storm(put(told("storm", turn=2).do(PlaceStorm(6)), "fremen", "Red Chasm", "6:6"), 2)
    assert here(table.public, "Red Chasm") == {"fremen": 3}


def test_2_04_16_groups_in_one_territory_are_halved_together_and_plain_ones_die_first() -> None:
    table = put(told("storm", turn=2).do(PlaceStorm(17)), "fremen", "Meridian", "18:3", "1:2+1")
    storm(table, 4)
    assert here(table.public, "Meridian") == {"fremen": 3}
    assert forces_in(table.public, "fremen", TANKS) == Group(3)


def test_2_04_16_only_the_group_in_its_own_sector_has_lived_through_it() -> None:
    table = put(told("storm", turn=2).do(PlaceStorm(16)), "fremen", "Meridian", "18:4", "1:4")
    storm(table, 2)
    assert by_sector(table.public, "fremen", "Meridian") == {18: 2, 1: 4}
    storm(table.do("mentat_pause"), 2)
    assert by_sector(table.public, "fremen", "Meridian") == {18: 2, 1: 2}


def test_2_04_16_what_a_storm_does_elsewhere_makes_nobody_forget_who_lived_through_its_start() -> None:
    table = put(told("storm", turn=2).do(PlaceStorm(16)), "fremen", "Meridian", "18:4")
    storm(table, 2)
    put(table, "fremen", "Cielago South", "2:2")
    storm(table.do("mentat_pause"), 2)
    assert here(table.public, "Meridian")["fremen"] == 2 and here(table.public, "Cielago South") == {"fremen": 1}
    put(table, "fremen", "Red Chasm", "6:2")
    storm(table.do("mentat_pause"), 4)
    assert here(table.public, "Cielago South") == {"fremen": 1} and here(table.public, "Red Chasm") == {"fremen": 1}


def test_2_04_17_who_was_sent_into_the_storm_and_lived_is_not_halved_again() -> None:
    table = told(first="fremen").do(PlaceStorm(15), Send("fremen", 4, "The Greater Flat", into_storm=True))
    assert by_sector(table.public, "fremen", "The Greater Flat") == {15: 2}
    storm(table.do("mentat_pause"), 2)
    assert by_sector(table.public, "fremen", "The Greater Flat") == {15: 2}


# -- who fights ---------------------------------------------------------------------------------------

ERG = "The Minor Erg"  # in the sectors 4 to 7
PAIR = ("spacing_guild", "emperor")


def parted(under: int, **groups: tuple[str, ...]) -> LiveTable:
    """Return a basic game in its battle phase, with groups in a territory that the storm parts."""
    table = told("shipment", seats=PAIR, first="spacing_guild", rules="basic").do(PlaceStorm(under))
    for seat, each in groups.items():
        put(table, seat, ERG, *each)
    return table.do("battle")


def fight(table: LiveTable, one: OpenBattle, dial: int, other_dial: int) -> LiveTable:
    """Fight without cards; nobody calls a traitor."""
    table.do(FightNext(one.aggressor, one.territory, one.defender, one.way))
    table.do(LockPlan("spacing_guild", dial, "Guild Rep."), LockPlan("emperor", other_dial, "Bashar"))
    return table.do(*(AnswerTraitor(seat, "no") for seat in PAIR), SettleBattle())


def test_1_07_01_00_the_group_that_is_not_cut_off_fights_and_the_rest_stays_behind_the_storm() -> None:
    table = parted(5, spacing_guild=("4:2", "6:5"), emperor=("4:3",))
    (battle,) = open_battles(table.public)
    assert battle == OpenBattle(ERG, "spacing_guild", "emperor", HERE)
    assert battle_now(table.do(FightNext("spacing_guild", ERG, "emperor")).public).forces == {  # type: ignore[union-attr]
        "spacing_guild": Group(2),
        "emperor": Group(3),
    }


def test_1_01_04_what_is_behind_the_storm_cannot_be_dialed_and_is_not_lost() -> None:
    table = parted(5, spacing_guild=("4:2", "6:5"), emperor=("4:3",))
    table.do(FightNext("spacing_guild", ERG, "emperor"))
    assert table.no(LockPlan("spacing_guild", 3, "Guild Rep.")) == "1.07.04.01"
    table.do(LockPlan("spacing_guild", 2, "Guild Rep."), LockPlan("emperor", 3, "Bashar"))
    table.do(*(AnswerTraitor(seat, "no") for seat in PAIR), SettleBattle())
    assert by_sector(table.public, "spacing_guild", ERG) == {6: 5} and not open_battles(table.public)


def test_1_07_01_00_groups_on_both_sides_fight_a_battle_on_each() -> None:
    table = parted(5, spacing_guild=("4:2", "6:2", "7:2"), emperor=("4:1", "7:3"))
    near, far = open_battles(table.public)
    assert (near.way, far.way) == (HERE, FAR)
    assert table.no(FightNext("spacing_guild", ERG, "emperor", STORM)) == "1.07.01"
    fight(table, far, 0, 3)
    assert by_sector(table.public, "spacing_guild", ERG) == {4: 2}
    assert open_battles(table.public) == [near]
    fight(table, near, 2, 0)
    assert not open_battles(table.public) and not at_peace(table.public, ERG)


def test_1_07_01_00_the_larger_group_under_the_storm_hides_no_battle() -> None:
    table = parted(4, spacing_guild=("4:7", "5:1"), emperor=("5:2",))
    assert [one.way for one in open_battles(table.public)] == [FAR]
    alone = parted(4, spacing_guild=("4:7",), emperor=("5:2",))
    assert not open_battles(alone.public) and at_peace(alone.public, ERG) == ("1.07.01.00",)


def test_1_07_01_01_two_groups_under_the_storm_in_one_sector_fight_with_what_is_there() -> None:
    table = parted(5, spacing_guild=("5:1", "6:4"), emperor=("5:2", "4:4"))
    (battle,) = open_battles(table.public)
    assert battle.way == STORM and "sector 5" in table.labels("spacing_guild")[0]


# -- who marches together -----------------------------------------------------------------------------


def marching(under: int, seat: str, place: str, *groups: str) -> LiveTable:
    """Return a table where a faction with groups in a territory ships and moves first."""
    return put(told(first=seat).do(PlaceStorm(under)), seat, place, *groups)


def test_1_06_05_no_march_takes_forces_from_both_sides_of_the_storm() -> None:
    table = marching(5, "emperor", ERG, "4:2", "6:3", "7:1")
    assert table.no(MoveForces("emperor", 5, ERG, "False Wall East")) == "1.06.05"
    table.do(MoveForces("emperor", 4, ERG, "Pasty Mesa", sector=6))
    assert by_sector(table.public, "emperor", ERG) == {4: 2}
    assert by_sector(table.public, "emperor", "Pasty Mesa") == {6: 4}


def test_1_06_05_of_the_groups_the_one_goes_that_is_large_enough_and_may() -> None:
    table = marching(5, "emperor", ERG, "4:2", "6:3", "7:1").do(MoveForces("emperor", 2, ERG, "Harg Pass"))
    assert by_sector(table.public, "emperor", ERG) == {6: 3, 7: 1}
    assert marching(5, "emperor", ERG, "4:2", "6:3").no(MoveForces("emperor", 3, ERG, "Harg Pass")) == "1.06.05.06"


def test_1_06_05_no_more_leave_a_sector_than_stand_in_it() -> None:
    table = marching(12, "emperor", ERG, "4:2", "6:3")
    assert table.no(MoveForces("emperor", 5, ERG, "Pasty Mesa", leaves=4)) == "1.06.05"
    table.do(MoveForces("emperor", 5, ERG, "Pasty Mesa"))
    assert not here(table.public, ERG)


def test_1_06_05_starred_forces_are_of_the_group_that_goes() -> None:
    table = marching(5, "emperor", ERG, "4:2+1", "6:4")
    assert table.no(MoveForces("emperor", 3, ERG, "Pasty Mesa", special=1)) == "1.06.05"
    table.do(MoveForces("emperor", 2, ERG, "Harg Pass", special=1))
    assert by_sector(table.public, "emperor", ERG) == {6: 4}


def test_1_06_08_who_changes_sector_leaves_those_who_are_there_already() -> None:
    table = marching(12, "emperor", ERG, "4:2", "6:3")
    assert table.no(MoveForces("emperor", 3, ERG, ERG, sector=6)) == "1.06.05"
    table.do(MoveForces("emperor", 1, ERG, ERG, sector=6))
    assert by_sector(table.public, "emperor", ERG) == {4: 1, 6: 4}


def test_1_06_03_04_the_guild_ships_only_what_is_outside_the_storm() -> None:
    guild = "spacing_guild"
    for kind, goal in ((ACROSS, "Carthag"), (HOME, RESERVES)):
        table = marching(5, guild, ERG, "4:2", "5:4", "6:1")
        assert table.no(Ship(guild, 4, goal, kind=kind, origin=ERG)) == "1.06.03.04"
        assert table.no(Ship(guild, 3, goal, kind=kind, origin=ERG, leaves=4)) == "1.06.03.04"
        table.do(Ship(guild, 3, goal, kind=kind, origin=ERG))
        assert by_sector(table.public, guild, ERG) == {5: 4}


def test_1_06_05_04_a_force_in_a_city_that_is_contested_lends_ornithopters_too() -> None:
    table = marching(12, "emperor", ERG, "4:2").do(Ship("emperor", 1, "Carthag"))
    table.do(MoveForces("emperor", 2, ERG, "Cielago South", sector=2))


# -- beside an ally -----------------------------------------------------------------------------------


def beside() -> LiveTable:
    """Return a table where the Emperor, first to move, stands beside the Harkonnen allies in Carthag."""
    table = told(first="emperor", allies="emperor harkonnen")
    return table.do(Ship("emperor", 3, "Carthag", special=1))


def test_1_06_07_what_ends_beside_an_ally_is_lost_when_its_player_is_done() -> None:
    table = beside()
    card = turn_card(table.public, "emperor")
    assert card and "Carthag" in card.done.asks
    table.do(SayDone("emperor"))
    assert here(table.public, "Carthag") == {"harkonnen": 10}
    assert forces_in(table.public, "emperor", TANKS) == Group(3, 1)
    assert holdings(table.public).held["harkonnen"] == ("Carthag",)


def test_1_10_02_06_who_never_said_done_has_finished_when_the_phase_ends() -> None:
    table = beside()
    table.do(GoTo("battle", anyway=True))
    assert here(table.public, "Carthag") == {"harkonnen": 10}
    left = beside()
    left.do(MoveForces("emperor", 3, "Carthag", "Arsunt", special=1), SayDone("emperor"))
    assert here(left.public, "Arsunt") == {"emperor": 4} and not forces_in(left.public, "emperor", TANKS).total  # type: ignore[union-attr]


def test_1_06_07_the_later_of_two_allies_loses_what_stands_beside_the_other() -> None:
    table = told(first="emperor", allies="emperor harkonnen").do(Ship("emperor", 3, "Arsunt"))
    while (now := on_turn(table.public)[0]) != "harkonnen":
        table.do(SayDone(now))
    table.do(MoveForces("harkonnen", 4, "Carthag", "Arsunt"), SayDone("harkonnen"))
    assert here(table.public, "Arsunt") == {"emperor": 3}


def test_2_02_12_advisors_stay_beside_an_ally_and_the_pole_is_open_to_both() -> None:
    table = told(first="emperor", allies="emperor bene_gesserit").do(Ship("emperor", 3, "Carthag"))
    table.do(SendAlong("bene_gesserit", "Carthag"), SayDone("emperor"))
    assert here(table.public, "Carthag") == {"harkonnen": 10, "emperor": 3, "bene_gesserit": 1}
    pole = told(first="emperor", allies="emperor bene_gesserit").do(Ship("emperor", 3, "Polar Sink"))
    assert here(pole.do(SayDone("emperor")).public, "Polar Sink")["emperor"] == 3


# -- the worm -----------------------------------------------------------------------------------------


def worm(*came: str, ended: bool = True, **more: Any) -> LiveTable:
    """Return a table of the basic game where worms came to these places, and Fremen stand in sector 6 of Red Chasm."""
    table = told("spice_blow", rules="basic", **more).do(PlaceStorm(12))
    put(table, "fremen", "Red Chasm", "6:4+2").do(*(WormComes(place) for place in came), SpiceBlows("Old Gap"))
    return table.do(EndNexus()) if ended else table


def test_2_04_08_the_ride_comes_after_the_nexus_and_the_nexus_after_the_cards() -> None:
    table = told("spice_blow", rules="basic").do(PlaceStorm(12))
    put(table, "fremen", "Red Chasm", "6:4+2").do(WormComes("Red Chasm"))
    ride = RideWorm("fremen", 2, "Red Chasm", "Arsunt")
    assert table.no(ride) == "2.04.08" and table.no(EndNexus()) == "1.02.06"
    table.do(SpiceBlows("Old Gap"))
    assert table.no(ride) == "2.04.08" and "RideWorm" not in table.offered("fremen")
    assert "EndNexus" in table.offered()
    table.do(EndNexus())
    assert table.code(JoinForces("atreides", "emperor")) == "NO_NEXUS"
    assert "RideWorm" in table.offered("fremen") and "EndNexus" not in table.offered()
    table.do(ride)
    assert by_sector(table.public, "fremen", "Arsunt") == {10: 2}


def test_2_04_08_one_worm_carries_one_group_to_one_territory() -> None:
    table = worm("Red Chasm").do(RideWorm("fremen", 2, "Red Chasm", "Arsunt"))
    assert table.no(RideWorm("fremen", 2, "Red Chasm", "Carthag")) == "2.04.08"
    twice = worm("Red Chasm", "Red Chasm").do(RideWorm("fremen", 2, "Red Chasm", "Arsunt"))
    twice.do(RideWorm("fremen", 2, "Red Chasm", "Carthag", special=2))
    assert here(twice.public, "Carthag") == {"harkonnen": 10, "fremen": 4} and "RideWorm" not in twice.offered("fremen")


def test_2_04_08_neither_end_of_a_ride_lies_in_the_storm() -> None:
    table = worm("Red Chasm")
    assert table.no(RideWorm("fremen", 2, "Red Chasm", "Rock Outcroppings", sector=12)) == "1.06.03.04"
    table.do(PlaceStorm(6))
    assert table.no(RideWorm("fremen", 2, "Red Chasm", "Arsunt")) == "2.04.08"


def test_2_04_08_the_group_that_is_not_in_the_storm_rides() -> None:
    table = put(worm("South Mesa", ended=False), "fremen", "South Mesa", "3:2", "4:3").do(PlaceStorm(4), EndNexus())
    assert table.no(RideWorm("fremen", 3, "South Mesa", "Arsunt")) == "2.04.08"
    table.do(RideWorm("fremen", 2, "South Mesa", "Arsunt"))
    assert by_sector(table.public, "fremen", "South Mesa") == {4: 3}


def test_2_04_08_nobody_rides_to_the_ally_or_into_a_full_stronghold() -> None:
    table = worm("Red Chasm", allies="fremen harkonnen")
    assert table.no(RideWorm("fremen", 2, "Red Chasm", "Carthag")) == "2.04.08"
    full = put(worm("Red Chasm"), "emperor", "Carthag", "10:1")
    assert full.no(RideWorm("fremen", 2, "Red Chasm", "Carthag")) == "1.06.03.05"


def test_2_04_10_fremen_say_each_time_whether_their_ally_is_spared() -> None:
    table = put(told("spice_blow", allies="fremen emperor").do(PlaceStorm(12)), "emperor", "Red Chasm", "6:3+1")
    table.do(WormComes("Red Chasm"))
    assert here(table.public, "Red Chasm") == {"emperor": 4} and "SpareAlly" in table.offered("fremen")
    assert table.no(GoTo("choam_charity")) == "2.04.10" and table.code(SpareAlly("emperor", "Red Chasm", True))
    table.do(SpareAlly("fremen", "Red Chasm", True))
    assert here(table.public, "Red Chasm") == {"emperor": 4} and table.no(SpareAlly("fremen", "Red Chasm", True))
    table.do(WormComes("Red Chasm"), SpareAlly("fremen", "Red Chasm", False))
    assert not here(table.public, "Red Chasm") and forces_in(table.public, "emperor", TANKS) == Group(3, 1)
