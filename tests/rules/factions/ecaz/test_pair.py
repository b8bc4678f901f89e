"""2.11.21 to 2.11.27: Ecaz and their ally stand together, fight together, and hold and gather together."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import KeepCount
from referee.board.standing import stands
from referee.cards.karama.stopping import StopPower
from referee.factions.atreides.kwisatz_haderach import HADERACH
from referee.factions.ecaz import ME
from referee.factions.ecaz.occupy import ChooseFighter, awaited
from referee.factions.ecaz.pair_holds import TellTogether
from referee.holdings.ledger import SpiceOnBoard
from referee.holdings.purse import GiveSpice
from referee.kernel import sealed
from referee.offers.waiting import duties_of
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.events import CompanionNoted
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.reveal import Reveal
from referee.phases.battle.who_fights_where import FightNext, open_battles
from referee.phases.collection.collection import Collect, TakeIncome
from referee.phases.collection.strongholds import NameHolders
from referee.phases.mentat.victory import CheckVictory, winner
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.shipping import Ship
from referee.phases.spice_blow.blow import SpiceBlows
from referee.phases.storm.storm_moves import PlaceStorm
from referee.powers.karama_windows import uses
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import PutRight
from referee.turn.who_is_done import SayDone
from tests.kit import LiveTable
from tests.rules.modules.nexus_cards.holding import let_hear

ALLY, FOE = "emperor", "tleilaxu"
SEATS = (FOE, ALLY, ME, "richese")


def table_of(*put: tuple[Any, ...], phase: str = "battle", **more: Any) -> LiveTable:
    """Return a table where Ecaz and the Emperor are allies, with forces put into territories."""
    more = {"allies": f"{ME} {ALLY}", "first": FOE, **more}
    table = LiveTable(*SEATS, **more).do(KeepCount(), PlaceStorm(14))
    for seat, place, *numbers in put:
        normal, special = (*numbers, 0)[:2]
        apart = special if table.public.rules == "advanced" else 0
        table.do(PutRight(seat, place, normal + special - apart, apart, other=RESERVES))
    return table.do(GoTo(phase, anyway=True))


def three(**more: Any) -> LiveTable:
    """Return a table where both and Tleilaxu stand in Carthag."""
    return table_of((FOE, "Carthag", 5), (ALLY, "Carthag", 3, 1), (ME, "Carthag", 5), **more)


def live(table: LiveTable) -> LiveBattle:
    found = table.public.get(LiveBattle)
    assert found is not None
    return found


def fight(table: LiveTable, mine: LockPlan, theirs: LockPlan, *choice: Any) -> LiveTable:
    """Choose the battle and the fighter, open both plans and settle."""
    if awaited(table.public) is None:
        battle = open_battles(table.public)[0]
        table.do(FightNext(battle.aggressor, battle.territory, battle.defender))
    table.do(ChooseFighter(ME, mine.seat), mine, theirs)
    if live(table).step != "revealed":
        table.do(Reveal())
    return table.do(*choice, SettleBattle())


def left(table: LiveTable, place: str = "Carthag") -> dict[str, tuple[int, int]]:
    return {one.seat: (one.group.normal, one.group.special) for one in stands(table.public, place)}


# -- standing together --------------------------------------------------------------------------------


def test_2_11_21_they_stand_together_and_neither_is_lost_beside_the_other() -> None:
    table = table_of((ALLY, "Carthag", 3), (ME, "Arrakeen", 1), phase="shipment", first=ME)
    table.do(Ship(ME, 2, "Carthag"), SayDone(ME))
    assert left(table) == {ALLY: (3, 0), ME: (2, 0)}
    table.do(GoTo("battle", anyway=True))
    assert left(table) == {ALLY: (3, 0), ME: (2, 0)} and not open_battles(table.public)


def test_2_11_21_other_allies_are_lost_as_ever() -> None:
    table = table_of((FOE, "Carthag", 3), phase="shipment", first=ALLY, allies=f"{ALLY} {FOE}")
    table.do(Ship(ALLY, 2, "Carthag"), SayDone(ALLY))
    assert left(table) == {FOE: (3, 0)}


def test_2_11_21_both_are_one_of_the_two_factions_of_a_stronghold() -> None:
    table = table_of((ALLY, "Carthag", 3), (ME, "Carthag", 1), phase="shipment", first=FOE)
    table.do(Ship(FOE, 1, "Carthag"))
    table.do(PutRight("richese", "Tuek's Sietch", 1, other=RESERVES), PutRight(ALLY, "Tuek's Sietch", 1))
    table.do(SayDone(FOE), SayDone(ALLY), Ship(ME, 1, "Tuek's Sietch"), SayDone(ME))
    assert table.no(Ship("richese", 1, "Carthag")) == "1.06.03.05"


# -- who fights ---------------------------------------------------------------------------------------


def test_2_11_22_a_battle_of_both_stands_once_on_the_list_and_ecaz_say_who_fights() -> None:
    table = three()
    assert len(open_battles(table.public)) == 1
    assert any("Ecaz" in label and "Emperor" in label for label in table.labels(FOE))
    battle = open_battles(table.public)[0]
    table.do(FightNext(battle.aggressor, "Carthag", battle.defender))
    assert [one.does for one in duties_of(table.public, ME)] == ["says who fights"]
    assert table.no(ChooseFighter(ALLY, ALLY)) == "2.11.22" and table.no(ChooseFighter(ME, FOE)) == "2.11.22"
    table.do(ChooseFighter(ME, ME))
    assert live(table).seats == (FOE, ME) and live(table).forces[ME] == Group(3, 1)
    assert live(table).whose(ME) == ALLY and live(table).beside == {ME: (ME, 5)}


def test_2_11_22_the_kwisatz_haderach_may_join_the_battle_that_atreides_fight_for_both() -> None:
    table = LiveTable(FOE, "atreides", ME, turn=3, allies=f"{ME} atreides").do(KeepCount(), PlaceStorm(14))
    for seat in (FOE, "atreides", ME):
        table.do(PutRight(seat, "Carthag", 3, other=RESERVES))
    let_hear(table, CompanionNoted("atreides", sealed(7, "atreides"), True, "", ("2.01.10",)))
    battle = open_battles(table.do(GoTo("battle", anyway=True)).public)[0]
    table.do(FightNext(battle.aggressor, "Carthag", battle.defender))
    chosen = ChooseFighter(ME, "atreides")
    assert HADERACH in uses(table.truth, chosen)
    table.do(chosen)
    assert live(table).whose(ME) == "atreides" or "atreides" in live(table).seats


def test_2_11_22_the_allys_forces_are_dialed_and_half_of_ecazs_are_added() -> None:
    table = three()
    mine, theirs = LockPlan(ALLY, 2, "Caid", support=2), LockPlan(FOE, 1, "Zaaf", support=1)
    fight(table, mine, theirs)
    assert live(table).totals == {FOE: 4, ALLY: 8} and live(table).winner == ALLY


def test_2_11_22_where_ecaz_fight_their_leader_counts_and_sardaukar_count_twice() -> None:
    table = three()
    table.do(FightNext(FOE, "Carthag", open_battles(table.public)[0].defender), ChooseFighter(ME, ME))
    assert table.code(LockPlan(ME, 6, "Sanya Ecaz", support=4)) == "DIAL_TOO_HIGH"
    assert table.code(LockPlan(ME, 5, "Caid", support=4)) == "LEADER_NOT_OWNED"
    table.do(LockPlan(ME, 5, "Sanya Ecaz", support=4), LockPlan(FOE, 1, "Zaaf", support=1), Reveal())
    assert live(table).totals == {FOE: 4, ME: 12}
    table.do(SettleBattle())
    assert table.purse(ME, ALLY) == [16, 20]


def test_2_11_23_the_winner_loses_the_allys_dial_and_half_of_ecazs_rounded_up() -> None:
    table = three(rules="basic")
    fight(table, LockPlan(ME, 2, "Sanya Ecaz"), LockPlan(FOE, 1, "Zaaf"))
    assert left(table) == {ALLY: (2, 0), ME: (2, 0)}
    assert forces_in(table.public, FOE, TANKS) == Group(5) and forces_in(table.public, ME, TANKS) == Group(3)


def test_2_11_23_losers_lose_all() -> None:
    table = three(rules="basic")
    fight(table, LockPlan(ME, 0, "Bindikk Narvi"), LockPlan(FOE, 5, "Zaaf"))
    assert left(table) == {FOE: (0, 0)} or left(table) == {}
    assert forces_in(table.public, ME, TANKS) == Group(5) and forces_in(table.public, ALLY, TANKS) == Group(4)


@pytest.mark.parametrize(("value", "adds"), [("up", 3), ("down", 2)])
def test_4_96_01_half_of_an_odd_number(value: str, adds: int) -> None:
    table = fight(three(rules="basic", E1=value), LockPlan(ME, 1, "Bindikk Narvi"), LockPlan(FOE, 0, "Blin"))
    assert live(table).totals[ME] == 1 + 2 + adds and left(table)[ME] == (5 - adds, 0)


def test_2_11_22_karama_leaves_the_fighter_with_its_own_forces_alone() -> None:
    table = three(rules="basic", hands={FOE: ("Karama/1",)}, K8="")
    table.do(FightNext(FOE, "Carthag", open_battles(table.public)[0].defender), ChooseFighter(ME, ME))
    table.do(StopPower(FOE, "2.11.22"))
    assert live(table).forces[ME] == Group(5) and not live(table).beside and live(table).whose(ME) == ME
    table.do(LockPlan(ME, 3, "Sanya Ecaz"), LockPlan(FOE, 0, "Blin"), Reveal(), SettleBattle())
    assert left(table) == {ALLY: (4, 0), ME: (2, 0)}


def test_4_96_02_who_is_the_aggressor() -> None:
    for value, seats in (("fighter", (FOE, ALLY)), ("chooser", (ALLY, FOE))):
        table = three(first=ME, E2=value)
        table.do(FightNext(ME, "Carthag", FOE), ChooseFighter(ME, ALLY))
        assert live(table).seats == seats


def test_2_11_22_alone_each_fights_as_ever() -> None:
    table = table_of((FOE, "Carthag", 5), (ME, "Carthag", 3)).do(FightNext(FOE, "Carthag", ME))
    assert live(table).seats == (FOE, ME) and not live(table).beside


# -- what they hold and gather ------------------------------------------------------------------------

TWO = ((ALLY, "Arrakeen", 1), (ME, "Arrakeen", 1), (ALLY, "Carthag", 1), (ME, "Carthag", 1))
THREE = (*TWO, (ALLY, "Sietch Tabr", 1), (ME, "Sietch Tabr", 1))


def test_2_11_24_and_2_11_25_three_strongholds_with_both_win() -> None:
    assert not winner(table_of(*TWO, (ME, "Sietch Tabr", 1), phase="mentat_pause").do(CheckVictory()).public)
    won = winner(table_of(*THREE, phase="mentat_pause").do(CheckVictory()).public)
    assert won and set(won.seats) == {ME, ALLY} and won.why[0] == "2.11.25"


def test_2_11_25_without_a_map_the_table_says_in_how_many_both_stand() -> None:
    table = LiveTable(*SEATS, allies=f"{ME} {ALLY}", P6="none", phase="mentat_pause")
    table.do(NameHolders(arrakeen=ME, carthag=ME, sietch_tabr=ME), TellTogether(3), CheckVictory())
    assert winner(table.public)


def fremen(place: str, *, value: str = "both") -> LiveTable:
    table = LiveTable("fremen", ME, "emperor", allies=f"{ME} fremen", turn=10, E5=value).do(KeepCount(), PlaceStorm(14))
    table.do(PutRight("fremen", place, 1, other=RESERVES), PutRight(ME, place, 1, other=RESERVES))
    table.do(PutRight("emperor", "Arrakeen", 1, other=RESERVES))
    return table.do(GoTo("mentat_pause", anyway=True), CheckVictory(True))


def test_2_11_26_allied_ecaz_do_not_stand_in_the_way_of_fremen() -> None:
    for place in ("Sietch Tabr", "Habbanya Sietch"):
        won = winner(fremen(place).public)
        assert won and won.seats[0] == "fremen" and "2.04.09.00" in won.why


def test_4_96_05_or_in_sietch_tabr_alone() -> None:
    why = {place: winner(fremen(place, value="tabr").public) for place in ("Sietch Tabr", "Habbanya Sietch")}
    special = {place: won is not None and "2.04.09.00" in won.why for place, won in why.items()}
    assert special == {"Sietch Tabr": True, "Habbanya Sietch": False}


def test_2_11_27_what_both_gather_is_halved_and_the_odd_one_goes_to_the_ally() -> None:
    table = LiveTable(*SEATS, allies=f"{ME} {ALLY}", turn=2).do(KeepCount(), PlaceStorm(2), "spice_blow")
    for seat, many in ((ALLY, 1), (ME, 1)):
        table.do(PutRight(seat, "Habbanya Erg", many, sector=15, other=RESERVES))
    table.do(PutRight(ME, "Arrakeen", 1, other=RESERVES), SpiceBlows("Habbanya Erg"))
    lies = table.public.state(SpiceOnBoard).lying["Habbanya Erg"]
    table.do(GoTo("spice_collection", anyway=True))
    gathered = min(lies, 3 + 2)
    table.do(Collect(ME, "Habbanya Erg", 1))
    shares = [gathered // 2, (gathered + 1) // 2]
    assert gathered % 2 and table.purse(ME, ALLY) == [22 + shares[0], 20 + shares[1]]
    assert table.no(Collect(ALLY, "Habbanya Erg", 1)) == "1.08.01"
    table.do(GiveSpice(ALLY, ME, 1))
    assert table.purse(ME, ALLY) == [23 + shares[0], 19 + shares[1]]


def test_2_11_31_both_have_the_income_of_cities_that_they_hold_together() -> None:
    table = table_of((ALLY, "Arrakeen", 1), (ME, "Arrakeen", 1), (ME, "Tuek's Sietch", 1), phase="spice_collection")
    assert table.purse(ME, ALLY) == [23, 22]
    table = table_of((ALLY, "Arrakeen", 1), (ME, "Arrakeen", 1), hands={FOE: ("Karama/1",)})
    table.do(StopPower(FOE, "2.11.31"), GoTo("spice_collection", anyway=True))
    assert table.purse(ME, ALLY) == [20, 22] and table.no(TakeIncome(ME)) in {"1.13.01", "1.08.00"}


def test_2_11_21_they_walk_into_a_stronghold_that_the_ally_shares_with_a_third() -> None:
    table = table_of((ALLY, "Carthag", 1), (FOE, "Carthag", 1), (ME, "Hagga Basin", 2), phase="shipment", first=ME)
    table.do(PutRight(ME, "Hagga Basin", 2, sector=12), MoveForces(ME, 1, "Hagga Basin", "Carthag"))
    assert left(table)[ME] == (1, 0)
