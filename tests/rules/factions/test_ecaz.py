"""2.11: Ecaz at the start, and their ambassadors: drawn, placed, used, lost."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.entries import TerritoryDestroyed
from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import KeepCount, LoseForces, LoseLeader
from referee.board.standing import stands
from referee.cards.karama.stopping import StopPower
from referee.factions.ecaz import LEADERS, ME, VIDAL
from referee.factions.ecaz.effects import (
    AnswerEcaz,
    DrawByAmbassador,
    LendVidal,
    SellByAmbassador,
    ShownByAmbassador,
    SwapByAmbassador,
)
from referee.factions.ecaz.journeys import MoveByAmbassador, ReviveByAmbassador, ShipByAmbassador
from referee.factions.ecaz.placing import EndPlacing, PlaceAmbassador, PutAmbassador
from referee.factions.ecaz.tokens import OTHERS, OWN, AmbassadorLeft, ambassadors
from referee.factions.ecaz.trigger import KeepAmbassador, LeaveMission, TellEntry, UseAmbassador, copies, mission
from referee.holdings.leaders import leaders_known
from referee.holdings.purse import GiveSpice
from referee.holdings.setup import ChangeOption
from referee.holdings.shared_discs import who_has
from referee.holdings.traitors import DealTraitors, HiddenTraitors, KeepTraitor, Traitors
from referee.kernel.rulings import ask, react
from referee.kernel.table import Table
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.reveal import Reveal
from referee.phases.battle.settle import SettleBattle
from referee.phases.revival.limits_and_prices import FreeRevival
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Ship
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm, PlaceStorm, ShieldWall
from referee.screens.waiting import duties_of, waiting
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import PutRight
from referee.turn.who_is_done import SayDone
from tests.kit.dice import Dice
from tests.kit.table import LiveTable

SEATS = ("emperor", "fremen", "bene_gesserit", ME, "tleilaxu", "atreides")


def table_of(*, phase: str = "revival", storm: int = 14, **more: Any) -> LiveTable:
    """Return a table of turn 2 with a map; it keeps its tokens as drawn."""
    table = LiveTable(*SEATS, turn=1, **more)
    table.do(KeepCount(), PlaceStorm(storm))
    return table.do(phase) if phase else table


def with_token(token: str, place: str = "Carthag", **more: Any) -> LiveTable:
    return table_of(phase="shipment", **more).do(PutAmbassador(place, token))


def supply(table: Table) -> list[str]:
    return ambassadors(table).supply.faces()


def effect_of(token: str, *, enters: str = "emperor", **more: Any) -> LiveTable:
    """Return a table where a faction has shipped to Carthag, where this token lies."""
    return with_token(token, first=enters, **more).do(Ship(enters, 2, "Carthag"))


# -- the start ----------------------------------------------------------------------------------------


def test_2_11_01_2_11_02_and_2_11_03_they_begin_in_imperial_basin_with_12_spice_and_two_free_revivals() -> None:
    table = table_of(spice=-1, count=-1)
    here = [(one.place, one.sector, one.group) for one in stands(table.public) if one.seat == ME]
    assert here == [("Imperial Basin", 10, Group(6))] and forces_in(table.public, ME, RESERVES) == Group(14)
    assert table.purse(ME) == [12] and ask(table.public, FreeRevival(ME)).value == 2 and sum(LEADERS.values()) == 16


def test_2_11_04_they_draw_their_own_and_five_of_the_ten_others() -> None:
    table = table_of()
    held = supply(table.truth)
    assert held[0] == OWN and len(held) == 6 and len({*held[1:]} & {*OTHERS}) == 5
    assert supply(table.public) == held


def test_4_96_04_a_supply_behind_the_shield_only_ecaz_see() -> None:
    table = table_of(E4="secret")
    assert (
        len(ambassadors(table.public).supply) == 6 and not supply(table.public) and not supply(table.screen("fremen"))
    )
    assert len(supply(table.screen(ME))) == 6
    token = supply(table.truth)[1]
    assert "PlaceAmbassador" in table.secret(ME) and "PlaceAmbassador" not in table_of().secret(ME)
    table.do(PlaceAmbassador(ME, token, "Carthag"))
    assert ambassadors(table.public).placed == {"Carthag": token} and len(ambassadors(table.public).supply) == 5
    table.do(ChangeOption("E4", "open"))
    assert supply(table.public) == supply(table.truth)


def test_2_11_04_tokens_drawn_by_hand_are_named_when_they_are_placed() -> None:
    table = table_of(P1="counts")
    assert not supply(table.truth) and len(ambassadors(table.truth).supply) == 6
    table.do(PlaceAmbassador(ME, "choam", "Carthag"))
    assert len(ambassadors(table.public).supply) == 5
    assert table.no(PlaceAmbassador(ME, "choam", "Arrakeen")) == "2.11.04"


# -- placing ------------------------------------------------------------------------------------------


def test_2_11_05_the_first_costs_1_the_second_2_and_each_goes_where_none_is() -> None:
    table = table_of()
    one, two, three = supply(table.truth)[:3]
    table.do(PlaceAmbassador(ME, one, "Carthag"), PlaceAmbassador(ME, two, "Arrakeen"))
    assert table.purse(ME) == [17] and ambassadors(table.public).placed == {"Carthag": one, "Arrakeen": two}
    assert table.no(PlaceAmbassador(ME, three, "Carthag")) == "2.11.05"
    assert table.no(PlaceAmbassador(ME, one, "Sietch Tabr")) == "2.11.04"
    assert table.no(PlaceAmbassador(ME, three, "Polar Sink")) == "2.11.05"
    assert table.no(PlaceAmbassador("emperor", three, "Sietch Tabr")) == "2.11.05"
    table.do(PlaceAmbassador(ME, three, "Sietch Tabr"))
    assert table.purse(ME) == [14]


def test_2_11_05_not_under_the_storm_and_not_without_the_spice() -> None:
    table = table_of(storm=9, spice=1)
    one, two = supply(table.truth)[:2]
    assert table.no(PlaceAmbassador(ME, one, "Arrakeen")) == "2.11.05"
    table.do(PlaceAmbassador(ME, one, "Tuek's Sietch"))
    assert table.code(PlaceAmbassador(ME, two, "Sietch Tabr")) == "NOT_ENOUGH_SPICE"


def test_2_11_05_the_table_waits_until_they_have_no_more_to_place() -> None:
    table = table_of()
    assert any("Ecaz place ambassadors" in one.words for one in waiting(table.public))
    assert {"PlaceAmbassador", "EndPlacing"} <= {*table.offered(ME)}
    table.do(EndPlacing(ME))
    assert not any("ambassador" in one.words for one in waiting(table.public))
    assert "PlaceAmbassador" not in table.offered(ME)


def test_2_11_05_karama_prevents_placing_for_the_turn_and_not_what_lies_there() -> None:
    table = table_of(hands={"fremen": ("Karama/1",)})
    one, two = supply(table.truth)[:2]
    table.do(PlaceAmbassador(ME, one, "Carthag"), StopPower("fremen", "2.11.05"))
    assert table.no(PlaceAmbassador(ME, two, "Arrakeen")) == "3.01.11.02"
    assert ambassadors(table.public).placed == {"Carthag": one}


def test_2_11_05_karama_in_the_window_leaves_the_token_in_the_supply() -> None:
    table = table_of(hands={"fremen": ("Karama/1",)}, K8="")
    held = supply(table.truth)
    table.do(PlaceAmbassador(ME, held[1], "Carthag"))
    assert not ambassadors(table.public).placed
    table.do(StopPower("fremen", "2.11.05"))
    table.wait(30)
    assert supply(table.truth) == held and table.purse(ME) == [20]


def test_4_96_20_the_ally_hands_ecaz_spice_in_revival_where_the_table_allows_it() -> None:
    table = table_of(allies=f"{ME} fremen")
    assert table.no(GiveSpice("fremen", ME, 3)) == "1.10.02.03"
    table.do(ChangeOption("E20", "ally"), GiveSpice("fremen", ME, 3))
    assert table.purse(ME, "fremen") == [23, 17]
    table.do("shipment")
    assert table.no(GiveSpice("fremen", ME, 3)) == "1.10.02.03"


# -- who wakes one ------------------------------------------------------------------------------------


def test_2_11_06_a_shipment_wakes_it_and_all_wait_for_ecaz() -> None:
    table = effect_of("fremen")
    assert table.no(MoveForces("emperor", 1, "Carthag", "Arsunt")) == "2.11.06"
    assert [one.seat for one in duties_of(table.public, ME)] == [ME]
    assert {"UseAmbassador", "KeepAmbassador"} <= {*table.offered(ME)}
    table.do(KeepAmbassador(ME))
    assert ambassadors(table.public).placed == {"Carthag": "fremen"}
    table.do(MoveForces("emperor", 1, "Carthag", "Arsunt"))


def test_2_11_06_moving_in_wakes_it_and_who_stood_there_before_does_not() -> None:
    table = with_token("fremen", first="atreides").do(PutRight("atreides", "Hagga Basin", 3, sector=12, other=RESERVES))
    assert mission(table.public) is None and "UseAmbassador" not in table.offered(ME)
    table.do(MoveForces("atreides", 2, "Hagga Basin", "Carthag"))
    assert "UseAmbassador" in table.offered(ME)


@pytest.mark.parametrize(
    ("token", "enters", "allies", "wakes"),
    [
        ("fremen", "emperor", "", True),
        ("emperor", "emperor", "", False),
        ("fremen", ME, "", False),
        ("fremen", "emperor", f"{ME} emperor", False),
        ("fremen", "emperor", f"{ME} tleilaxu", True),
    ],
)
def test_2_11_06_not_against_ecaz_their_ally_or_the_faction_it_shows(
    token: str, enters: str, allies: str, wakes: bool
) -> None:
    table = with_token(token, "Tuek's Sietch", first=enters, allies=allies).do(Ship(enters, 1, "Tuek's Sietch"))
    assert ("UseAmbassador" in table.offered(ME)) is wakes


def test_2_11_06_advisors_do_not_wake_it() -> None:
    table = with_token("choam", first="emperor").do(PutRight("atreides", "Carthag", 2, other=RESERVES))
    table.do(Ship("emperor", 1, "Carthag"), KeepAmbassador(ME), SendAlong("bene_gesserit", "Carthag"))
    assert "UseAmbassador" not in table.offered(ME)
    assert any(one.calm for one in stands(table.public, "Carthag") if one.seat == "bene_gesserit")


def test_2_11_06_advisors_that_walk_in_do_not_wake_it_and_fighters_do() -> None:
    for calm in (True, False):
        table = with_token("choam", first="bene_gesserit").do(PutRight("atreides", "Carthag", 2, other=RESERVES))
        table.do(PutRight("bene_gesserit", "Hagga Basin", 2, sector=12, other=RESERVES, peace=calm))
        table.do(MoveForces("bene_gesserit", 1, "Hagga Basin", "Carthag"))
        assert ("UseAmbassador" in table.offered(ME)) is not calm


def test_2_11_06_without_a_map_ecaz_tell_who_walked_in() -> None:
    table = LiveTable(*SEATS, P6="none", phase="shipment").do(PutAmbassador("Carthag", "emperor"))
    assert table.no(TellEntry(ME, "emperor", "Carthag")) == "2.11.06"
    table.do(TellEntry(ME, "fremen", "Carthag"))
    table.do(UseAmbassador(ME))
    assert table.purse(ME) == [25]
    assert (
        table_of(phase="shipment").do(PutAmbassador("Carthag", "choam")).no(TellEntry(ME, "fremen", "Carthag"))
        == "2.11.06"
    )


# -- after it was used --------------------------------------------------------------------------------


def test_2_11_07_a_used_one_is_set_aside() -> None:
    table = effect_of("harkonnen").do(UseAmbassador(ME))
    assert ambassadors(table.public).aside == ["harkonnen"] and not ambassadors(table.public).placed
    assert table.no(UseAmbassador(ME)) == "2.11.06"


def unmapped(**more: Any) -> LiveTable:
    return LiveTable(*SEATS, P6="none", phase="shipment", **more)


def use(table: LiveTable, token: str, effect: str = "", place: str = "Carthag", who: str = "") -> LiveTable:
    """Have somebody enter where a token is put, use it, and leave what it offers."""
    who = who or next(one for one in SEATS if one not in {ME, token})
    table.do(PutAmbassador(place, token), TellEntry(ME, who, place), UseAmbassador(ME, effect))
    return table.do(LeaveMission(ME)) if mission(table.public) else table


def test_2_11_07_when_the_five_drawn_are_used_five_others_are_drawn_at_once() -> None:
    table = unmapped()
    drawn = [one for one in supply(table.truth) if one != OWN]
    for n, token in enumerate(drawn):
        assert set(ambassadors(table.public).aside) == set(drawn[:n]) - {"bene_gesserit"}
        use(table, token, next(iter(copies(table.truth))) if token == "bene_gesserit" else "")
    held = supply(table.truth)
    assert len(held) == 6 and held[0] == OWN and not ambassadors(table.public).aside


def test_2_11_07_and_2_11_11_the_bene_gesserits_leaves_the_game_and_is_never_drawn_again() -> None:
    table = unmapped()
    use(table, "bene_gesserit", "emperor" if "emperor" in copies(table.truth) else copies(table.truth)[0])
    assert ambassadors(table.public).gone == ["bene_gesserit"]
    for _ in range(2):
        for token in [one for one in supply(table.truth) if one != OWN]:
            use(table, token)
        assert "bene_gesserit" not in supply(table.truth)
    assert ambassadors(table.public).gone == ["bene_gesserit"]


def test_2_11_11_and_4_96_03_it_copies_what_ecaz_do_not_hold_the_used_ones_too_or_not() -> None:
    table = unmapped()
    first = next(one for one in supply(table.truth)[1:] if one not in {"bene_gesserit", "emperor"})
    use(table, first)
    held = set(supply(table.truth))
    table.do(PutAmbassador("Arrakeen", "bene_gesserit"), TellEntry(ME, "tleilaxu", "Arrakeen"))
    used = {*OTHERS} - held - {"bene_gesserit"}
    assert set(copies(table.public)) == used and first in used
    kept = next(one for one in supply(table.truth) if one != OWN)
    assert table.no(UseAmbassador(ME, kept)) == "2.11.06"
    table.do(ChangeOption("E3", "pool"))
    assert set(copies(table.public)) == used - {first}


def test_2_11_11_a_copied_ambassador_works_against_the_faction_that_it_shows() -> None:
    table = unmapped()
    free = next(one for one in copies(table.truth) if one in SEATS)
    table.do(PutAmbassador("Arrakeen", "bene_gesserit"), TellEntry(ME, free, "Arrakeen"), UseAmbassador(ME, free))
    assert ambassadors(table.public).gone == ["bene_gesserit"]


def test_2_11_08_the_ally_has_the_effect_where_ecaz_say_so() -> None:
    table = unmapped(allies=f"{ME} atreides")
    table.do(PutAmbassador("Carthag", "emperor"), TellEntry(ME, "fremen", "Carthag"))
    assert table.no(UseAmbassador(ME, to="tleilaxu")) == "2.11.08"
    table.do(UseAmbassador(ME, to="atreides"))
    assert table.purse(ME, "atreides") == [20, 25]


def test_2_11_08_and_the_ally_then_has_the_choice() -> None:
    table = unmapped(allies=f"{ME} atreides", hands={"atreides": ("Hajr/1", "Shield/1"), ME: ("Kulon/1",)})
    table.do(PutAmbassador("Carthag", "choam"), TellEntry(ME, "fremen", "Carthag"), UseAmbassador(ME, to="atreides"))
    assert table.no(SellByAmbassador(ME, "Kulon")) == "2.11.06" and "SellByAmbassador" in table.secret("atreides")
    table.do(SellByAmbassador("atreides", "Hajr"), LeaveMission("atreides"))
    assert table.purse("atreides") == [23]


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
