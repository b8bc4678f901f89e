"""2.10.11 and 2.10.12: the No-Field on the map is one force until it is shown, and nobody hears its number before."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import KeepCount
from referee.board.standing import holdings, stands
from referee.factions.atreides.part_of_a_plan import AnswerPrescience, AskPrescience
from referee.factions.richese.no_field import LayField, ShowField, field_of
from referee.factions.richese.no_field_on_the_map import MoveField
from referee.kernel import PUBLIC
from referee.phases.battle.before_the_plans import Announce
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.reveal import Reveal
from referee.phases.battle.who_fights_where import FightNext, OpenBattle, open_battles
from referee.phases.collection.collection import CollectAll
from referee.phases.shipment.shipping import Ship
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm, PlaceStorm
from referee.turn.on_the_map import PutRight
from referee.web.table.news import news
from tests.kit import LiveTable, in_order

ME, THREE = "richese", ("richese", "atreides", "emperor")


def laid(token: int, place: str, phase: str = "shipment", **more: Any) -> LiveTable:
    table = LiveTable(*THREE, turn=2, first=ME, rules="advanced", **more).do(KeepCount(), PlaceStorm(12), "shipment")
    return table.do(LayField(ME, token, place), *(() if phase == "shipment" else (phase,)))


def what_others_have(table: LiveTable) -> list[str]:
    return [in_order((table.screen(one).log, table.screen(one).states)) for one in (PUBLIC, "atreides", "emperor")]


def test_2_10_11_a_token_fills_a_stronghold_holds_it_and_collects_as_one_force() -> None:
    table = LiveTable(*THREE, turn=2, first=ME, phase="spice_blow").do(KeepCount(), SpiceBlows("Red Chasm"), "shipment")
    table.do(PutRight("emperor", "Arrakeen", 1, other=RESERVES), LayField(ME, 0, "Red Chasm"))
    table.do("spice_collection", CollectAll())
    assert table.purse(ME) == [20 - 2 + 2]
    full = laid(0, "Carthag")
    assert holdings(full.public).held[ME] == ("Carthag",)
    full.do(PutRight("atreides", "Carthag", 1, other="Arrakeen"))
    assert holdings(full.public).held[ME] == ()
    assert full.no(Ship("emperor", 1, "Carthag")) in {"1.06.03.05", "1.06.01"}


def test_2_10_11_the_table_tells_of_the_token_and_of_no_forces() -> None:
    told = news(laid(3, "Red Chasm").public)
    assert told and told.say == "Richese place a No-Field token in Red Chasm." and told.places == ("Red Chasm",)


def test_2_10_11_it_is_not_laid_where_nobody_lands_and_moves_as_one_force() -> None:
    table = LiveTable(*THREE, turn=2, first=ME).do(KeepCount(), PlaceStorm(6), "shipment")
    assert table.no(LayField(ME, 3, "Red Chasm")) == "1.06.03.04"
    table.do(LayField(ME, 3, "South Mesa"))
    assert table.no(MoveField(ME, "Red Chasm")) == "1.06.05.06"
    table.do(MoveField(ME, "Pasty Mesa"))
    assert field_of(table.public).goal == "Pasty Mesa" and table.no(MoveField(ME, "South Mesa")) == "1.06.05.01"


@pytest.mark.parametrize("token", [0, 5])
def test_2_10_11_storm_and_worm_show_it_and_take_its_forces(token: int) -> None:
    stormy = laid(token, "Red Chasm", "storm").do(PlaceStorm(5), AnnounceStorm(3), MoveStorm())
    wormy = laid(token, "Red Chasm", "spice_blow").do(SpiceBlows("Red Chasm"), WormComes("Red Chasm"))
    for table in (stormy, wormy):
        assert not field_of(table.public).goal and field_of(table.public).last == token
        assert not list(stands(table.public, "Red Chasm")) and forces_in(table.public, ME, TANKS) == Group(token)
        assert forces_in(table.public, ME, RESERVES) == Group(20 - token)
    safe = laid(token, "Carthag", "storm").do(PlaceStorm(9), AnnounceStorm(3), MoveStorm())
    assert field_of(safe.public).goal == "Carthag"


def fighting(token: int) -> LiveTable:
    table = laid(token, "Arrakeen", "battle")
    assert open_battles(table.public) == [OpenBattle("Arrakeen", ME, "atreides")]
    table.do(FightNext(ME, "Arrakeen", "atreides"))
    table.do(Announce("atreides", "2.01.08"))
    assert table.no(AskPrescience("atreides", "dial")) == "2.10.12"
    table.do(AskPrescience("atreides", "weapon"))
    return table


def opened(table: LiveTable, dial: int) -> LiveTable:
    table.do(AnswerPrescience(ME, ""))
    table.do(LockPlan(ME, dial, "Haloa Rund", support=dial), LockPlan("atreides", 1, "Dr. Yueh", support=1))
    return table


def test_2_10_12_nobody_dials_more_than_the_token_hides_and_it_is_opened_with_the_wheels() -> None:
    table = fighting(3)
    assert table.no(ShowField(ME)) == "2.10.12" and "ShowField" not in table.offered(ME)
    table.do(AnswerPrescience(ME, ""))
    assert table.no(LockPlan(ME, 5, "Haloa Rund", support=5)) == "1.07.04.01"
    table.do(LockPlan(ME, 3, "Haloa Rund", support=3), LockPlan("atreides", 1, "Dr. Yueh", support=1), Reveal())
    live = battle_now(table.public)
    assert live is not None and live.forces[ME] == Group(3) and live.winner == ME
    table.do(SettleBattle())
    assert forces_in(table.public, ME, TANKS) == Group(3) and forces_in(table.public, ME, RESERVES) == Group(17)
    assert not field_of(table.public).goal and not list(stands(table.public, "Arrakeen"))


def test_2_10_12_before_the_wheels_are_opened_nobody_else_hears_its_number() -> None:
    heard = [what_others_have(opened(fighting(token), 0)) for token in (0, 3, 5)]
    assert heard[0] == heard[1] == heard[2]
