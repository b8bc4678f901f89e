"""What places and battles are worth to a stand-in (4.97.67)."""

from __future__ import annotations

import pytest

from referee.board.forces import Group
from referee.board.forces_counted import KeepCount
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.who_fights_where import FightNext
from referee.stand_in.battles import plan
from referee.stand_in.ground import STOPS, Ground, _coming, _holds, _kept, _taken, prize_of
from referee.stand_in.sight import Sight
from referee.turn.on_the_map import PutRight
from tests.kit import LiveTable


def standing(*stands: tuple[str, str, int], turn: int = 3, seats: str = "harkonnen emperor fremen") -> LiveTable:
    table = LiveTable(*seats.split(), P6="kept", turn=turn, phase="shipment")
    return table.do(*(PutRight(seat, place, many) for seat, place, many in stands))


def sight(table: LiveTable, seat: str) -> Sight:
    return Sight(table.public, table.screen(seat), seat)


def test_4_97_67_who_wins_a_stronghold_keeps_somebody_in_it() -> None:
    table = standing(("harkonnen", "Carthag", 12), ("emperor", "Carthag", 1)).do("battle")
    table.do(FightNext("harkonnen", "Carthag", "emperor"))
    made = plan(sight(table, "harkonnen"))
    assert isinstance(made, LockPlan) and 0 < made.dial <= 11


def test_4_97_67_the_third_stronghold_of_another_is_worth_a_fight() -> None:
    two, three = ("Arrakeen", "Carthag"), ("Arrakeen", "Carthag", "Sietch Tabr")
    few = prize_of(sight(standing(*(("harkonnen", one, 2) for one in two)), "emperor"), "Carthag", ("harkonnen",))
    many = prize_of(sight(standing(*(("harkonnen", one, 2) for one in three)), "emperor"), "Carthag", ("harkonnen",))
    assert STOPS > many.deny > few.deny > 0


def test_4_97_67_a_foe_is_stopped_where_it_would_not_win_all_the_same() -> None:
    """Harkonnen win with three firm strongholds whatever becomes of the fourth, which is weak."""
    firm = ("Arrakeen", "Carthag", "Sietch Tabr")
    table = standing(
        *(("harkonnen", one, 12) for one in firm), ("harkonnen", "Tuek's Sietch", 1), seats="harkonnen emperor"
    )
    weak, strong = (prize_of(sight(table, "emperor"), one, ("harkonnen",)).deny for one in ("Tuek's Sietch", "Carthag"))
    assert strong > 2 * weak


def test_4_97_67_its_own_third_stronghold_is_worth_most() -> None:
    table = standing(("emperor", "Arrakeen", 6), ("emperor", "Carthag", 6))
    ground = Ground(sight(table, "emperor"))
    other = Ground(sight(standing(("emperor", "Arrakeen", 6)), "emperor"))
    assert ground.worth("Sietch Tabr", Group(4)) > 2 * other.worth("Sietch Tabr", Group(4)) > 0


@pytest.mark.parametrize("place", ["Sietch Tabr", "Habbanya Sietch", "Tuek's Sietch"])
def test_4_97_67_late_in_the_game_it_bars_a_special_victory(place: str) -> None:
    late, early = sight(standing(turn=9), "emperor"), sight(standing(turn=3), "emperor")
    assert prize_of(late, place, ()).hold > prize_of(early, place, ()).hold
    assert prize_of(late, "Carthag", ()).hold == prize_of(early, "Carthag", ()).hold


def test_4_97_67_in_the_last_turn_who_will_lose_holds_nothing_back() -> None:
    """The Guild win if nobody does; without it a stronghold more may win."""
    guild, none = (
        prize_of(sight(standing(("harkonnen", "Arrakeen", 9), turn=10, seats=seats), "emperor"), "Carthag", ()).hold
        for seats in ("harkonnen emperor spacing_guild", "harkonnen emperor atreides")
    )
    assert none > guild


def test_4_97_67_a_shipment_counts_what_its_price_leaves_for_the_battle() -> None:
    table = standing(("harkonnen", "Carthag", 4))
    ground = Ground(sight(table, "emperor"))
    assert ground.worth("Carthag", Group(6), price=20) < ground.worth("Carthag", Group(6))


def test_4_97_67_a_stronghold_that_others_may_march_into_is_held_with_more() -> None:
    """Ten forces in Imperial Basin may march to Carthag, and not to Tuek's Sietch."""
    alone, beside = (
        Ground(sight(standing(), "emperor")),
        Ground(sight(standing(("harkonnen", "Imperial Basin", 10)), "emperor")),
    )
    assert beside.worth("Carthag", Group(3)) < alone.worth("Carthag", Group(3))
    assert beside.worth("Tuek's Sietch", Group(3)) >= alone.worth("Tuek's Sietch", Group(3))


def test_4_97_67_what_it_leaves_behind_counts_as_little_as_it_will_hold() -> None:
    """Two strongholds with one force each are no half victory: the third is worth less than beside firm ones."""
    few = standing(("emperor", "Arrakeen", 1), ("emperor", "Carthag", 1))
    many = standing(("emperor", "Arrakeen", 9), ("emperor", "Carthag", 9))
    assert (
        prize_of(sight(few, "emperor"), "Sietch Tabr", ()).wins * 4
        < prize_of(sight(many, "emperor"), "Sietch Tabr", ()).wins
    )


def test_4_97_67_who_holds_cards_is_feared_and_its_own_give_it_courage() -> None:
    def worth(**hands: tuple[str, ...]) -> float:
        table = LiveTable("harkonnen", "emperor", P6="kept", turn=3, phase="shipment", hands=hands)
        table.do(PutRight("harkonnen", "Carthag", 4))
        return Ground(sight(table, "emperor")).worth("Carthag", Group(6))

    bare = worth(harkonnen=(), emperor=())
    assert worth(harkonnen=("Kulon/1", "Baliset/1"), emperor=()) < bare
    assert worth(harkonnen=(), emperor=("Crysknife/1", "Shield/1")) > bare
    assert worth(harkonnen=(), emperor=("Kulon/1", "Baliset/1")) == bare


def test_4_97_67_a_foe_who_has_yet_to_ship_may_still_take_two_places() -> None:
    table = standing(("harkonnen", "Imperial Basin", 9), ("emperor", "Tuek's Sietch", 9)).do(KeepCount())
    own = table.screen("emperor")
    march, ship = _coming(own, "harkonnen", "")
    assert march in {"Arrakeen", "Carthag"} and ship != march
    assert march not in _coming(own, "harkonnen", march)
    assert not _coming(table.do("battle").screen("emperor"), "harkonnen", "")


def test_4_97_67_nobody_else_comes_where_two_fight() -> None:
    table = standing(("harkonnen", "Carthag", 1), ("emperor", "Carthag", 1))
    assert _kept(table.screen("fremen"), "harkonnen")["Carthag"] == pytest.approx(0.5, abs=0.2)
    assert _taken(table.screen("fremen"), "Carthag", "fremen", Group(9)) == 0


def test_4_97_67_the_fewer_may_still_come_the_firmer_a_place_is_held() -> None:
    own = standing(("harkonnen", "Carthag", 2)).screen("emperor")
    many, one, none = (
        _holds(own, "Carthag", "harkonnen", Group(2), {*some.split()}) for some in ("emperor fremen", "fremen", "")
    )
    assert many < one < none == 1
