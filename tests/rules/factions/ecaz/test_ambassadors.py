"""2.11: Ecaz at the start, and their ambassadors: drawn, placed, used, lost."""

from __future__ import annotations

import pytest

from referee.board.forces import RESERVES, Group, forces_in
from referee.board.standing import stands
from referee.cards.karama.stopping import StopPower
from referee.common.factions import named
from referee.common.phones_at_seats import TakeSeat
from referee.factions.ecaz import LEADERS, ME
from referee.factions.ecaz.effects import (
    SellByAmbassador,
)
from referee.factions.ecaz.placing import EndPlacing, PlaceAmbassador, PlaceSeveral, PutAmbassador
from referee.factions.ecaz.tokens import OTHERS, OWN, ambassadors
from referee.factions.ecaz.trigger import KeepAmbassador, LeaveMission, TellEntry, UseAmbassador, copies, mission
from referee.holdings.purse import GiveSpice
from referee.holdings.setup import ChangeOption
from referee.kernel import ask, worded
from referee.offers.offer import offers, secret_offers
from referee.offers.waiting import duties_of, waiting
from referee.phases.revival.limits_and_prices import FreeRevival
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Ship
from referee.powers.karama_windows import announced
from referee.turn.on_the_map import PutRight
from tests.kit import LiveTable
from tests.rules.factions.ecaz.with_ambassadors import SEATS, effect_of, supply, table_of, unmapped, with_token

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


def test_2_11_05_several_are_placed_in_one_window_for_the_same_price() -> None:
    table = table_of(hands={"fremen": ("Karama/1",)}, K8="10")
    one, two, three = supply(table.truth)[:3]
    shown = [{one.name for one in offers(made.public, ME)} for made in (table, table_of())]
    assert "PlaceSeveral" in shown[0] and "PlaceSeveral" not in shown[1]
    several = PlaceSeveral(ME, one, "Carthag", two, "Arrakeen", three, "Sietch Tabr")
    table.do(several)
    said = announced(table.public)
    assert said is not None and worded(said.said, named) == "In Carthag, Arrakeen and Sietch Tabr."
    table.wait(12)
    assert ambassadors(table.public).placed == {"Carthag": one, "Arrakeen": two, "Sietch Tabr": three}
    assert table.purse(ME) == [14] and announced(table.public) is None


def test_2_11_05_karama_stops_all_that_are_announced_together() -> None:
    table = table_of(hands={"fremen": ("Karama/1",)}, K8="10")
    one, two = supply(table.truth)[:2]
    table.do(PlaceSeveral(ME, one, "Carthag", two, "Arrakeen"), StopPower("fremen", "2.11.05", "Karama/1")).wait(12)
    assert not ambassadors(table.public).placed and table.purse(ME) == [20] and len(supply(table.public)) == 6
    assert table.no(PlaceSeveral(ME, one, "Carthag", two, "Arrakeen")) == "3.01.11.02"


def test_2_11_05_several_go_to_different_strongholds_and_are_all_paid_for() -> None:
    table = table_of(spice=2)
    one, two = supply(table.truth)[:2]
    assert table.no(PlaceSeveral(ME, one, "Carthag", one, "Arrakeen")) == "2.11.05"
    assert table.no(PlaceSeveral(ME, one, "Carthag", two, "Carthag")) == "2.11.05"
    assert table.refused(PlaceSeveral(ME, one, "Carthag", two, "Arrakeen")) == ("2.11.05", "NOT_ENOUGH_SPICE")
    assert table.no(PlaceSeveral(ME, one, "Carthag", two, "Polar Sink")) == "2.11.05"


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


def test_4_96_04_what_may_be_copied_stands_behind_the_shield_where_the_supply_does() -> None:
    table = unmapped(E4="secret").do(PutAmbassador("Carthag", "bene_gesserit"))
    table.do(TakeSeat(ME, "phone", True), who="referee").do(TellEntry(ME, "tleilaxu", "Carthag"))
    assert "UseAmbassador" in table.secret(ME) and "UseAmbassador" not in table.offered(ME)
    shown = {dict(one.fixed)["effect"] for one in secret_offers(table.screen(ME), ME) if one.name == "UseAmbassador"}
    assert shown == set(copies(table.screen(ME))) and not shown & set(supply(table.screen(ME)))
