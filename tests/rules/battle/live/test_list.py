"""Who battles where: the list of battles, who chooses, and what keeps forces from fighting."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import Group
from referee.board.forces_counted import ForcesToTanks
from referee.board.standing import holdings
from referee.board.territories import TERRITORIES
from referee.common.turn import TurnBegan
from referee.holdings.setup import ChangeOption
from referee.offers.offer import TABLE, offers
from referee.offers.what_now import left_over
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.how_they_stand import HERE, PEACE, storm_over, there
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.on_screen import as_shipped
from referee.phases.battle.who_fights_where import (
    FightNext,
    NoteForces,
    OpenBattle,
    at_peace,
    chooses,
    landed,
    open_battles,
    stands_as,
)
from referee.phases.collection.strongholds import NameHolders
from referee.phases.shipment.prices_and_permissions import ForceSentAlong, ForcesShipped
from referee.phases.storm.storm_moves import PlaceStorm
from referee.powers.karama_windows import announced
from referee.turn.next_phase import GoTo
from tests.kit import Room

SEATS = ("atreides", "bene_gesserit", "harkonnen", "fremen", "emperor")


@pytest.fixture
def room() -> Room:
    """Harkonnen is First Player, then Fremen, Emperor, Atreides, Bene Gesserit; Fremen and Emperor are allies."""
    return Room("advanced", seats=SEATS, allies="fremen emperor")


def note(room: Room, territory: str, **armies: Any) -> None:
    for seat, said in armies.items():
        count, way = said if isinstance(said, tuple) else (said, "")
        room.do(NoteForces(territory, seat, count, way=way))


def test_1_07_02_the_first_player_chooses_then_the_next_to_the_right(room: Room) -> None:
    note(room, "Arrakeen", atreides=6, harkonnen=8)
    note(room, "Carthag", atreides=3, emperor=5)
    note(room, "Tuek's Sietch", harkonnen=2, fremen=2)
    listed = open_battles(room.public)
    assert [one.aggressor for one in listed] == ["harkonnen", "harkonnen", "emperor"]
    assert listed[2] == OpenBattle("Carthag", "emperor", "atreides") and chooses(room.public) == "harkonnen"
    assert room.refusals(FightNext("emperor", "Carthag", "atreides")) == [("1.07.02", "NOT_YOUR_TURN")]
    assert room.refusals(FightNext("atreides", "Carthag", "emperor")) == [("1.07.01", "NOT_NOW")]
    offered = {s: [o for o in offers(room.public, s) if o.name == "FightNext"] for s in SEATS}
    assert {seat for seat, made in offered.items() if made} == {"harkonnen"} and len(offered["harkonnen"]) == 2
    room.do(FightNext("harkonnen", "Tuek's Sietch", "fremen"))
    assert room.live.seats == ("harkonnen", "fremen") and room.live.forces["fremen"].total == 2


def test_2_04_18_a_battle_from_the_list_is_announced_like_any_other(room: Room) -> None:
    room.do(ChangeOption("K8", "10"), NoteForces("Arrakeen", "fremen", 3, 1))
    note(room, "Arrakeen", atreides=3)
    room.do(FightNext("fremen", "Arrakeen", "atreides"))
    said = announced(room.public)
    assert said is not None and {power.rule for power in said.powers} >= {"2.04.18", "2.04.21"}


def test_1_07_03_the_aggressor_goes_through_several_opponents(room: Room) -> None:
    note(room, "Arrakeen", atreides=3, harkonnen=8, emperor=2)
    assert [(one.aggressor, one.defender) for one in open_battles(room.public)] == [
        ("harkonnen", "emperor"), ("harkonnen", "atreides"), ("emperor", "atreides"),
    ]  # fmt: skip
    room.do(FightNext("harkonnen", "Arrakeen", "atreides"))
    room.silence()
    room.do(LockPlan("harkonnen", 4, "Feyd-Rautha", support=4), LockPlan("atreides", 1, "Lady Jessica"))
    room.answers()
    room.do(SettleBattle())
    left = {seat: sum(sides.values(), Group()).total for seat, sides in there(room.public, "Arrakeen").items()}
    assert left == {"harkonnen": 4, "emperor": 2}
    assert open_battles(room.public) == [OpenBattle("Arrakeen", "harkonnen", "emperor")]


def test_1_09_02_00_whoever_is_left_after_the_battle_stands_in_the_stronghold(room: Room) -> None:
    room.do(NameHolders(arrakeen="harkonnen", carthag="harkonnen"))
    note(room, "Arrakeen", atreides=6, harkonnen=1)
    room.do(FightNext("harkonnen", "Arrakeen", "atreides"))
    room.silence()
    room.do(LockPlan("harkonnen", 0, "Umman Kudu"), LockPlan("atreides", 1, "Lady Jessica"))
    room.answers()
    room.do(SettleBattle())
    assert there(room.public, "Arrakeen").keys() == {"atreides"}
    held = {seat: places for seat, places in holdings(room.public).held.items() if places}
    assert held == {"harkonnen": ("Carthag",), "atreides": ("Arrakeen",)}


def test_1_07_01_02_nobody_battles_at_the_pole(room: Room) -> None:
    note(room, "Polar Sink", atreides=3, harkonnen=8)
    assert not open_battles(room.public)
    assert room.refusals(BeginBattle("Polar Sink", "atreides", "harkonnen", 1, 0, 1)) == [("1.07.01.02", "NOT_NOW")]


@pytest.mark.parametrize(
    ("one", "other", "t2", "fights"),
    [
        ("", "", "battle", True),
        ("", "far", "battle", False),
        ("far", "far", "battle", True),
        ("storm", "storm", "battle", True),
        ("storm", "storm", "none", False),
        ("storm", "", "battle", False),
    ],
)
def test_1_07_01_00_the_storm_keeps_forces_apart(room: Room, one: str, other: str, t2: str, fights: bool) -> None:
    """Also 1.07.01.01, with option T2 (4.93.02)."""
    room.do(ChangeOption("T2", t2))
    note(room, "Arrakeen", atreides=(3, one), harkonnen=(8, other))
    assert bool(open_battles(room.public)) == fights


def test_1_07_01_00_the_storm_marker_says_how_forces_may_stand(room: Room) -> None:
    assert storm_over(room.public, "Tsimpo") == (), "nobody told where the storm is"
    for sector, ways in ((10, ("", "storm")), (11, ("", "storm", "far")), (13, ())):
        room.do(PlaceStorm(sector))
        assert storm_over(room.public, "Tsimpo") == ways
    assert storm_over(room.public, "Sietch Tabr") == ("storm",) and not storm_over(room.public, "Polar Sink")
    room.do(PlaceStorm(18))
    assert storm_over(room.public, "Cielago North") == ("", "storm")


def test_1_01_02_sectors_of_a_territory_are_neighbours_and_hold_its_spice_icon() -> None:
    for one in TERRITORIES.values():
        assert all(b == a % 18 + 1 for a, b in zip(one.sectors, one.sectors[1:], strict=False))
        assert not one.icon or one.icon in one.sectors


def test_1_10_02_06_allies_do_not_fight(room: Room) -> None:
    note(room, "Arrakeen", fremen=3, emperor=8)
    assert not open_battles(room.public)


def test_2_02_12_advisors_live_beside_others(room: Room) -> None:
    note(room, "Arrakeen", bene_gesserit=(3, "peace"), harkonnen=8)
    assert not open_battles(room.public) and at_peace(room.public, "Arrakeen") == ("2.02.12",)
    assert room.refusals(NoteForces("Arrakeen", "harkonnen", 3, way="peace")) == [("1.07.01", "NOT_NOW")]


def test_1_07_01_an_entry_is_put_right_and_holds_for_one_turn(room: Room) -> None:
    note(room, "Arrakeen", atreides=3, harkonnen=8)
    note(room, "Arrakeen", atreides=0)
    assert not open_battles(room.public)
    note(room, "Arrakeen", atreides=2)
    assert open_battles(room.public)
    for viewer in (room.truth, room.public):
        viewer.hear(TurnBegan(2))
    assert not open_battles(room.public) and not there(room.public, "Arrakeen")


def test_a_wrong_entry_is_refused_with_a_sentence(room: Room) -> None:
    assert room.refusals(NoteForces("Nowhere", "atreides", 3)) == [("1.07.01", "NOT_NOW")]
    assert room.refusals(NoteForces("Arrakeen", "atreides", 300)) == [("1.07.01", "NOT_NOW")]
    assert room.refusals(NoteForces("Arrakeen", "atreides", 3, way="x")) == [("1.07.01", "NOT_NOW")]
    room.do("spice_collection")
    assert room.refusals(NoteForces("Arrakeen", "atreides", 3)) == [("1.00.00", "NOT_NOW")]


def test_1_07_01_the_phase_is_not_left_by_accident_while_battles_are_left(room: Room) -> None:
    note(room, "Arrakeen", atreides=3, harkonnen=8)
    assert [one.words for one in left_over(room.public)] == ["1 battle is left to fight."]
    assert room.refusals(GoTo("spice_collection")) == [("1.07.01", "NOT_NOW")]
    room.do(FightNext("harkonnen", "Arrakeen", "atreides"))
    assert room.refusals(GoTo("spice_collection")) == [("1.07.01", "NOT_NOW")]
    room.do(GoTo("spice_collection", anyway=True))
    assert not left_over(room.public)


def test_what_was_shipped_this_turn_is_remembered(room: Room) -> None:
    room.do("shipment")
    shipped = ForcesShipped("emperor", 4, 1, "down", "reserves", "Arrakeen", ("1.06.03",))
    room.public.hear(shipped)
    assert {where: group.total for where, group in landed(room.public).items()} == {("emperor", "Arrakeen"): 5}
    room.public.hear(ForcesToTanks("emperor", 4, 1, "Arrakeen", ("1.02.05",)))
    assert not landed(room.public), "nobody stands there as shipped whose forces died"


def test_who_landed_on_a_homeworld_is_not_to_be_confirmed_as_in_a_territory(room: Room) -> None:
    room.do("shipment")
    for goal in ("Caladan", "Arrakeen"):
        room.public.hear(ForcesShipped("emperor", 4, 0, "out", "reserves", goal, ("1.06.03",)))
    room.do("battle")
    offered = [dict(as_shipped(room.public, *where, group).fixed) for where, group in landed(room.public).items()]
    assert [one["territory"] for one in offered] == ["Arrakeen"]
    room.do(NoteForces("Arrakeen", "emperor", 4))
    assert room.refusals(NoteForces("Caladan", "emperor", 4)), "so it is no button"


def test_2_02_12_an_advisor_who_came_along_is_entered_in_peace_and_a_fighter_is_not(room: Room) -> None:
    room.do("shipment")
    room.public.hear(ForceSentAlong("bene_gesserit", "reserves", "Arrakeen", ("2.02.11",)))
    room.public.hear(ForcesShipped("bene_gesserit", 2, 0, "down", "reserves", "Carthag", ("1.06.03",)))
    room.public.hear(ForceSentAlong("harkonnen", "reserves", "Arrakeen", ("2.02.11",)))
    room.do("battle")
    found = {where: stands_as(room.public, *where) for where in landed(room.public)}
    gesserit = "bene_gesserit"
    assert found == {(gesserit, "Arrakeen"): PEACE, (gesserit, "Carthag"): HERE, ("harkonnen", "Arrakeen"): HERE}


def test_the_table_is_asked_who_stands_where(room: Room) -> None:
    assert {"NoteForces", "BeginBattle"} <= {o.name for o in offers(room.public, TABLE)}
    room.begin()
    assert room.refusals(NoteForces("Arrakeen", "atreides", 3)) == [("1.07.03", "NOT_NOW")]
    assert "NoteForces" not in {o.name for o in offers(room.public, TABLE)}
