"""2.11.09 to 2.11.20: what each ambassador does, and how one is lost."""

from __future__ import annotations

from referee.board.entries import TerritoryDestroyed
from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import KeepCount, LoseForces, LoseLeader
from referee.factions.ecaz import ME, VIDAL
from referee.factions.ecaz.effects import (
    AnswerEcaz,
    DrawByAmbassador,
    LendVidal,
    SellByAmbassador,
    ShownByAmbassador,
    SwapByAmbassador,
)
from referee.factions.ecaz.journeys import MoveByAmbassador, ReviveByAmbassador, ShipByAmbassador
from referee.factions.ecaz.placing import PutAmbassador
from referee.factions.ecaz.tokens import OWN, AmbassadorLeft, ambassadors
from referee.factions.ecaz.trigger import KeepAmbassador, LeaveMission, TellEntry, UseAmbassador, mission
from referee.holdings.leaders import leaders_known
from referee.holdings.shared_discs import who_has
from referee.holdings.traitors import DealTraitors, HiddenTraitors, KeepTraitor, Traitors
from referee.kernel import ask, react
from referee.offers.waiting import duties_of
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.reveal import Reveal
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.shipping import Ship
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm, PlaceStorm, ShieldWall
from referee.running.dice import Dice
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import PutRight
from referee.turn.who_is_done import SayDone
from referee.web.phase.strip import said_to, shown_last
from tests.kit import LiveTable
from tests.rules.factions.ecaz.with_ambassadors import SEATS, effect_of, supply, table_of

# -- one by one ---------------------------------------------------------------------------------------


def test_2_11_09_ecazs_own_offers_an_alliance_and_goes_back_to_the_supply() -> None:
    for accept in (True, False):
        table = effect_of(OWN).do(UseAmbassador(ME))
        assert table.no(AnswerEcaz("fremen", True)) == "2.11.09" and OWN in supply(table.truth)
        assert [one.seat for one in duties_of(table.public, "emperor")] == ["emperor"]
        table.do(AnswerEcaz("emperor", accept), *((LendVidal(ME, False),) if accept else ()))
        assert table.public.ally(ME) == ("emperor" if accept else None)
        table.do(MoveForces("emperor", 1, "Carthag", "Arsunt"))


def test_2_11_09_no_alliance_where_either_has_an_ally() -> None:
    for allies in (f"{ME} atreides", "emperor atreides"):
        table = effect_of(OWN, allies=allies)
        assert table.no(UseAmbassador(ME)) == "2.11.09"
        table.do(KeepAmbassador(ME))


def test_2_11_09_or_it_brings_duke_vidal() -> None:
    table = effect_of(OWN, allies=f"{ME} atreides").do(UseAmbassador(ME, vidal=True))
    assert who_has(table.public, VIDAL) == ME and VIDAL in leaders_known(table.public, ME).pool
    assert OWN in supply(table.public) and mission(table.public) is None
    assert who_has(effect_of(OWN).do(KeepAmbassador(ME)).public, VIDAL) == ""


def test_2_11_09_ecaz_lend_him_to_the_new_ally_for_this_turn() -> None:
    table = effect_of(OWN).do(UseAmbassador(ME), AnswerEcaz("emperor", True))
    assert [one.does for one in duties_of(table.public, ME)] == ["says whether to lend Duke Vidal"]
    table.do(LendVidal(ME, True))
    assert who_has(table.public, VIDAL) == "emperor" and mission(table.public) is None
    table.do(GoTo("mentat_pause", anyway=True), GoTo("storm", anyway=True))
    assert who_has(table.public, VIDAL) == ""


def test_2_11_10_ecaz_alone_see_the_hand() -> None:
    table = effect_of("atreides", hands={"emperor": ("Hajr/1", "Shield/1")}).do(UseAmbassador(ME))
    assert sorted(table.screen(ME).seats["emperor"].hand.faces()) == ["Hajr/1", "Shield/1"]
    assert table.screen("fremen").get(ShownByAmbassador) is None and not table.public.seats["emperor"].hand.faces()
    seen = table.screen(ME).get(ShownByAmbassador)
    assert seen and seen.lines == ("*Hajr*", "*Shield*")


def headline(table: LiveTable, seat: str) -> str:
    return said_to(table.public, table.screen(seat), seat, None).say


def test_2_11_10_the_phone_that_was_shown_a_hand_says_where_it_is_until_its_player_acts_again() -> None:
    table = effect_of("atreides", hands={"emperor": ("Hajr/1", "Shield/1")}).do(UseAmbassador(ME))
    assert headline(table, ME) == "Ecaz see the Emperor's hand: open your shield"
    assert "shield" not in headline(table, "emperor") and "shield" not in headline(table, "fremen")
    table.do(MoveForces("emperor", 1, "Carthag", "Arsunt"))
    assert headline(table, ME) == "Ecaz see the Emperor's hand: open your shield"
    assert not shown_last(table.do("battle").public, table.screen(ME), ME)
    empty = effect_of("atreides", hands={"emperor": ()}).do(UseAmbassador(ME))
    assert not shown_last(empty.public, empty.screen("fremen"), "fremen")


def test_2_11_12_they_discard_any_number_for_3_each() -> None:
    table = effect_of("choam", hands={ME: ("Hajr/1", "Shield/1", "Kulon/1")}).do(UseAmbassador(ME))
    assert table.no(SellByAmbassador(ME, "Lasgun")) == "2.11.12"
    table.do(SellByAmbassador(ME, "Hajr"), SellByAmbassador(ME, "Kulon"), LeaveMission(ME))
    assert table.purse(ME) == [26] and table.truth.seats[ME].hand == ["Shield/1"]


def test_2_11_13_five_spice_from_the_bank() -> None:
    assert effect_of("emperor", enters="atreides").do(UseAmbassador(ME)).purse(ME) == [25]


def test_2_11_14_one_group_moves_anywhere_but_not_out_of_the_storm_or_into_a_full_stronghold() -> None:
    table = effect_of("fremen").do(UseAmbassador(ME))
    table.do(PutRight("atreides", "Tuek's Sietch", 1, other=RESERVES), PutRight("fremen", "Tuek's Sietch", 1))
    assert table.no(MoveByAmbassador(ME, 2, "Imperial Basin", "Tuek's Sietch")) == "1.06.03.05"
    assert table.no(MoveByAmbassador(ME, 7, "Imperial Basin", "Red Chasm")) == "1.06.03"
    table.do(MoveByAmbassador(ME, 4, "Imperial Basin", "Red Chasm"))
    assert forces_in(table.public, ME, "Red Chasm") == Group(4) and mission(table.public) is None
    table.do(MoveForces("emperor", 1, "Carthag", "Arsunt"))


def test_2_11_15_four_reserves_ship_free_before_the_other_goes_on() -> None:
    table = effect_of("spacing_guild").do(UseAmbassador(ME))
    assert table.no(ShipByAmbassador(ME, 5, "Carthag")) == "2.11.15"
    assert table.no(ShipByAmbassador(ME, 2, "Cielago North", sector=99)) == "2.11.15"
    table.do(ShipByAmbassador(ME, 4, "Carthag"))
    assert forces_in(table.public, ME, "Carthag") == Group(4) and table.purse(ME) == [20]
    table.do(SayDone("emperor"))
    table.do(SayDone("fremen"), SayDone("bene_gesserit"), Ship(ME, 1, "Arrakeen"))


def test_2_11_16_a_traitor_card_at_random_and_of_tleilaxu_a_face_dancer_ecaz_alone_see() -> None:
    table = LiveTable(*SEATS, first="tleilaxu").do(KeepCount(), PlaceStorm(14), DealTraitors())
    for seat in SEATS:
        dealt = table.screen(seat).state(Traitors).dealt.get(seat, ())
        if dealt and seat not in table.screen(seat).state(Traitors).kept:
            table.do(KeepTraitor(seat, dealt[0]))
    table.do("shipment", PutAmbassador("Carthag", "harkonnen"), Ship("tleilaxu", 1, "Carthag"), UseAmbassador(ME))
    seen = table.screen(ME).get(ShownByAmbassador)
    hidden = ask(table.truth, HiddenTraitors("tleilaxu")).value
    assert len(hidden) == 3 and seen and any(seen.lines[0].startswith(name) for name in hidden)
    assert table.public.get(ShownByAmbassador) is None


def test_2_11_17_one_card_is_discarded_and_one_drawn() -> None:
    table = effect_of("ixian", hands={ME: ("Hajr/1",)}).do(UseAmbassador(ME), SwapByAmbassador(ME, "Hajr"))
    assert table.truth.seats[ME].hand == ["c1"] and table.truth.discard[0] == "Hajr/1"
    assert not table.public.seats[ME].hand.faces()


def test_2_11_18_for_3_spice_a_card_if_there_is_room() -> None:
    table = effect_of("richese").do(UseAmbassador(ME), DrawByAmbassador(ME))
    assert table.truth.seats[ME].hand == ["c1"] and table.purse(ME) == [17]
    full = effect_of("richese", hands={ME: ("Hajr/1", "Shield/1", "Kulon/1", "Lasgun/1")}).do(UseAmbassador(ME))
    assert full.no(DrawByAmbassador(ME)) == "1.04.03"
    full.do(LeaveMission(ME))


def test_2_11_19_a_leader_or_four_forces_come_back_free() -> None:
    table = table_of(phase="battle").do(LoseForces(ME, 5, origin="Imperial Basin"), LoseLeader("Sanya Ecaz"))
    table.do(PutAmbassador("Carthag", "tleilaxu"), GoTo("storm", anyway=True), PlaceStorm(14))
    table.do(GoTo("shipment", anyway=True), Ship("emperor", 1, "Carthag"), UseAmbassador(ME))
    assert table.no(ReviveByAmbassador(ME, 5)) == "2.11.19"
    table.do(ReviveByAmbassador(ME, 4))
    assert forces_in(table.public, ME, TANKS) == Group(1) and table.purse(ME) == [20]
    leader = LiveTable(*SEATS, P6="none", phase="battle").do(KeepCount(), LoseLeader("Sanya Ecaz"))
    leader.do(
        GoTo("shipment", anyway=True),
        PutAmbassador("Carthag", "tleilaxu"),
        TellEntry(ME, "emperor", "Carthag"),
        UseAmbassador(ME),
    )
    leader.do(ReviveByAmbassador(ME, leader="Sanya Ecaz"))
    assert "Sanya Ecaz" in leaders_known(leader.public, ME).pool


# -- lost ---------------------------------------------------------------------------------------------


def test_2_11_20_the_storm_takes_one_where_the_wall_does_not_protect_it() -> None:
    for stands_there in (True, False):
        table = table_of(phase="storm", storm=9).do(
            PutAmbassador("Carthag", "choam"), PutAmbassador("Tuek's Sietch", "ixian")
        )
        table.do(*(() if stands_there else (ShieldWall(False),)), AnnounceStorm(3), MoveStorm())
        assert ("Carthag" in ambassadors(table.public).placed) is stands_there
        assert "Tuek's Sietch" in ambassadors(table.public).placed
        assert stands_there or "choam" in supply(table.public)


def test_2_11_20_an_explosion_takes_one() -> None:
    hands = {"emperor": ("Lasgun/1",), "tleilaxu": ("Shield/1",)}
    table = LiveTable("emperor", "tleilaxu", ME, rules="basic", hands=hands, phase="battle")
    table.do(PutAmbassador("Arrakeen", "choam"), BeginBattle("Arrakeen", "emperor", "tleilaxu", 2, 0, 2))
    table.do(LockPlan("emperor", 1, "Burseg", "Lasgun"), LockPlan("tleilaxu", 1, "Zaaf", "", "Shield"))
    table.do(Reveal(), SettleBattle())
    assert not ambassadors(table.public).placed and "choam" in supply(table.public)


def test_2_11_20_what_destroys_a_territory_takes_the_one_there() -> None:
    table = table_of(phase="shipment").do(PutAmbassador("Carthag", "choam"))
    for place, gone in (("Arrakeen", []), ("Carthag", ["choam"])):
        follows = react(table.truth, TerritoryDestroyed(place, ("2.12.08",)), Dice(1))
        assert [event.token for event in follows if isinstance(event, AmbassadorLeft)] == gone
