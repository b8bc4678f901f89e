"""What the phones and the table are offered in each phase, and that nothing secret shows in what everybody sees."""

from __future__ import annotations

from typing import Any

import pytest

from referee.agreements.deals import CloseDeal, MakeDeal, due
from referee.board.forces import RESERVES, TANKS
from referee.board.forces_counted import CountForces, KeepCount, LoseForces, LoseLeader
from referee.board.territories import TERRITORIES, is_stronghold, on_board, strongholds
from referee.common.factions import FACTIONS
from referee.common.phones_at_seats import TakeSeat
from referee.common.turn import PHASES
from referee.kernel import PUBLIC
from referee.offers.offer import TABLE, Offer, offers, secret_offers
from referee.phases.charity import ClaimCharity
from referee.phases.revival.leaders import ReviveLeader
from referee.phases.shipment.prices_and_permissions import ACROSS, HOME
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Send, Ship
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.phases.storm.storm_moves import PlaceStorm
from referee.powers.karama_windows import announced
from referee.powers.windows import CloseWindow
from referee.turn.next_phase import GoTo
from referee.turn.phase_offers import ways_down
from referee.web.phase.buttons import for_seat, seat_offers
from tests.kit import SIX, LiveTable


def table(**more: Any) -> LiveTable:
    return LiveTable(first="emperor", **more)


def offer(sitting: LiveTable, seat: str, name: str, **fixed: str) -> Offer:
    made = [one for one in offers(sitting.public, seat) if one.name == name]
    return next(one for one in made if dict(one.fixed) == fixed)


# -- territories --------------------------------------------------------------------------------------


def test_there_are_42_territories_five_strongholds_and_the_spice_of_the_deck() -> None:
    sitting = table()
    assert len(on_board(sitting.public)) == 42
    assert set(strongholds(sitting.public)) == {
        "Arrakeen", "Carthag", "Tuek's Sietch", "Sietch Tabr", "Habbanya Sietch",
    }  # fmt: skip
    amounts = sorted(one.spice for one in TERRITORIES.values() if one.spice)
    assert amounts == [6] * 6 + [8] * 5 + [10] * 3 + [12]


def test_a_stronghold_of_a_faction_is_there_only_where_it_plays() -> None:
    assert is_stronghold("Hidden Mobile Stronghold")
    assert "Hidden Mobile Stronghold" not in strongholds(table().public)


def test_1_06_03_01_the_price_knows_which_place_is_a_stronghold() -> None:
    sitting = table().do("shipment")
    assert sitting.act(Ship("atreides", 4, "Arrakeen"), "atreides").done
    assert sitting.truth.seats["atreides"].spice == 16
    assert sitting.act(Ship("harkonnen", 4, "Arsunt"), "harkonnen").done
    assert sitting.truth.seats["harkonnen"].spice == 12


def test_1_02_04_the_card_says_how_much_spice() -> None:
    sitting = table().do("spice_blow")
    assert sitting.act(SpiceBlows("Cielago South"), PUBLIC).done
    assert sitting.public.bank == -12
    assert not sitting.act(SpiceBlows("Arrakeen"), PUBLIC).done


# -- shipment -----------------------------------------------------------------------------------------


def test_2_04_05_fremen_are_offered_to_send_and_not_to_ship() -> None:
    sitting = table().do("shipment")
    assert sitting.labels("fremen") == ["Send reserves, free"]
    assert offer(sitting, "fremen", "Send").rule == "2.04.05"
    assert sitting.act(Send("fremen", 3, "Sietch Tabr"), "fremen").done
    assert sitting.labels("fremen") == []


def test_2_04_05_the_table_screen_lists_only_places_that_a_shipment_may_land_in() -> None:
    sitting = table()
    assert sitting.act(PlaceStorm(18), PUBLIC).done
    sitting.do("shipment")

    def goals(seat: str) -> set[str]:
        return {one[0] for blank in ways_down(sitting.public, seat)[0][1].blanks for one in blank.choices}

    assert {"Habbanya Erg", "The Great Flat"} <= goals("fremen") and "Arrakeen" not in goals("fremen")
    assert {"Arrakeen", "Tuek's Sietch"} <= goals("atreides")
    sitting.do(PlaceStorm(TERRITORIES["Tuek's Sietch"].sectors[0]), who=PUBLIC)
    assert "Tuek's Sietch" not in goals("atreides")


def test_1_06_01_a_phone_ships_and_is_done_on_its_turn_and_the_table_screen_at_any_time() -> None:
    sitting = table()
    assert sitting.act(PlaceStorm(18), PUBLIC).done
    public = sitting.do("shipment").public
    shown = {seat: {one.name for one in seat_offers(public, seat)} & {"Ship", "Send", "SayDone"} for seat in SIX}
    assert {seat: acts for seat, acts in shown.items() if acts} == {"emperor": {"Ship", "SayDone"}}
    assert {"Ship", "SayDone"} <= {act.act for act in for_seat(public, "atreides")}


def test_4_97_07_a_player_s_menu_on_the_table_has_no_button_that_the_table_is_refused_for_good() -> None:
    sitting = LiveTable(phase="choam_charity", spice=1, K8="15")

    def menu() -> set[str]:
        return {act.act for act in for_seat(sitting.public, "emperor")}

    assert "ClaimCharity" in menu()
    sitting.do(ClaimCharity("bene_gesserit"))
    assert announced(sitting.public) and "ClaimCharity" not in menu()
    sitting.do(CloseWindow()).do(TakeSeat("emperor", "phone"), who="referee")
    assert not announced(sitting.public) and "ClaimCharity" not in menu()


def test_2_06_05_the_guild_is_offered_three_kinds_of_shipment() -> None:
    sitting = table().do("shipment")
    assert offer(sitting, "spacing_guild", "Ship", kind=ACROSS).rule == "2.06.05.01"
    assert offer(sitting, "spacing_guild", "Ship", kind=HOME, goal=RESERVES).rule == "2.06.05.02"
    assert offer(sitting, "spacing_guild", "Ship").rule == "1.06.03"
    assert sitting.labels("atreides") == ["Ship from reserves"]


def test_2_06_09_only_the_guilds_ally_is_asked_about_half_the_price() -> None:
    sitting = table(allies="spacing_guild emperor")
    sitting.do("shipment")
    asked = {seat: [blank.name for one in offers(sitting.public, seat) for blank in one.blanks] for seat in SIX}
    assert [seat for seat in SIX if "half" in asked[seat]] == ["emperor"]
    assert sitting.act(Ship("emperor", 3, "Carthag", half=True), "emperor").done
    assert sitting.truth.seats["emperor"].spice == 18


@pytest.mark.parametrize(
    ("rules", "goals"), [("basic", ["Polar Sink"]), ("advanced", ["Carthag", "Polar Sink"])]
)  # fmt: skip
def test_2_02_05_an_advisor_is_offered_after_another_has_shipped(rules: str, goals: list[str]) -> None:
    sitting = table(rules=rules).do("shipment")
    assert "SendAlong" not in [one.name for one in offers(sitting.public, "bene_gesserit")]
    assert sitting.act(Ship("emperor", 1, "Carthag"), "emperor").done
    along = [one for one in offers(sitting.public, "bene_gesserit") if one.name == "SendAlong"]
    assert [[goal for goal, _ in blank.choices] for one in along for blank in one.blanks] == [goals]
    assert sitting.act(SendAlong("bene_gesserit", "Polar Sink"), "bene_gesserit").done
    assert not [one for one in offers(sitting.public, "bene_gesserit") if one.name == "SendAlong"]


# -- revival ------------------------------------------------------------------------------------------


def test_2_03_07_and_2_04_11_help_for_an_ally_is_offered_to_whom_the_rules_allow_it() -> None:
    sitting = table(allies="emperor harkonnen, fremen atreides")
    sitting.do("revival")
    assert "Pay to revive Harkonnen's forces" in sitting.labels("emperor")
    granted = [one.label for one in offers(sitting.public, "fremen") if one.aside]
    assert "Give Atreides three free revivals" in granted
    for seat in ("atreides", "harkonnen", "spacing_guild"):
        assert not [label for label in sitting.labels(seat) if label.startswith(("Pay", "Grant"))]


# -- behind the shield --------------------------------------------------------------------------------


def test_3_01_20_a_ghola_is_offered_to_its_holder_alone() -> None:
    sitting = table(hands={"fremen": ("Tleilaxu Ghola/1",)}).do("revival")
    assert sitting.secret("fremen") == ["PlayGhola"]
    assert [sitting.secret(seat) for seat in SIX if seat != "fremen"] == [[]] * 5
    offer = next(one for one in secret_offers(sitting.screen("fremen"), "fremen") if one.name == "PlayGhola")
    assert [(blank.name, blank.value) for blank in offer.blanks] == [("normal", "0"), ("special", "0"), ("leader", "")]


def test_3_01_20_the_table_enters_a_ghola_for_nobody_whose_hand_is_known_not_to_have_it() -> None:
    sitting = table(hands={"fremen": ("Shield/1",)}).do("revival")
    made = {seat: [one.name for one in offers(sitting.public, seat)] for seat in ("fremen", "emperor")}
    assert "PlayGhola" in made["fremen"] and "PlayGhola" not in made["emperor"]


def test_3_01_11_03_karama_ships_at_half_price_and_its_offer_stays_behind_the_shield() -> None:
    sitting = table(hands={"harkonnen": ("Karama/1",), "fremen": ("Karama/2",)}).do("shipment")
    assert "Ship" in sitting.secret("harkonnen") and "Ship" not in sitting.secret("fremen")
    assert sitting.labels("harkonnen") == sitting.labels("atreides")
    assert sitting.act(Ship("harkonnen", 3, "Carthag", by_card=True), "harkonnen").done
    assert sitting.truth.seats["harkonnen"].spice == 18
    assert sitting.truth.seats["spacing_guild"].spice == 20


def test_1_14_great_powers_are_offered_with_a_card_in_the_advanced_game_only() -> None:
    faces = {"emperor": ("Karama/1",), "fremen": ("Karama/2",)}
    assert "ReviveFree" in table(hands=faces).do("revival").secret("emperor")
    assert "CallWorm" in table(hands=faces, turn=2).do("spice_blow").secret("fremen")
    assert "ReviveFree" not in table(rules="basic", hands=faces).do("revival").secret("emperor")


BY_HAND = {"P3": "none"}


def test_2_05_10_01_only_harkonnen_are_offered_a_prisoner_and_only_where_battles_are_fought_by_hand() -> None:
    sitting = table(**BY_HAND).do("battle")
    assert [seat for seat in SIX if "KillCaptive" in sitting.secret(seat)] == ["harkonnen"]
    assert "KillCaptive" not in table(rules="basic", **BY_HAND).do("battle").secret("harkonnen")
    with_referee = table().do("battle")
    assert "KillCaptive" not in with_referee.secret("harkonnen")
    assert with_referee.act(LoseLeader("Stilgar", "harkonnen"), PUBLIC).done
    kill = next(
        one for one in secret_offers(with_referee.screen("harkonnen"), "harkonnen") if one.name == "KillCaptive"
    )
    names = [name for name, _ in kill.blanks[0].choices]
    assert "Chani" in names and "Stilgar" not in names and "Feyd-Rautha" not in names


def test_1_13_04_04_phones_are_asked_for_spice_dialed_only_where_battles_are_fought_by_hand() -> None:
    for plans, asked in (("phones", False), ("wheels", False), ("none", True)):
        sitting = table(P3=plans).do("battle")
        assert ("Pay spice dialed on a wheel" in sitting.labels("fremen")) is asked
    sitting = table().do("battle")
    assert sitting.act(LoseForces("fremen", 2), PUBLIC).done
    assert "Pay spice dialed on a wheel" in sitting.labels("fremen")
    assert "Pay spice dialed on a wheel" not in sitting.do("spice_collection").labels("fremen")


def test_what_everybody_sees_offered_depends_on_no_hand_and_no_purse() -> None:
    rich = table(hands=dict.fromkeys(SIX, ("Karama/1", "Tleilaxu Ghola/1")), spice=30)
    poor = table(hands=dict.fromkeys(SIX, ("Baliset/1", "Shield/1")), spice=0)
    for phase in PHASES[:3] + PHASES[4:]:
        for sitting in (rich, poor):
            sitting.do(phase)
        for seat in (TABLE, *SIX):
            assert offers(rich.public, seat) == offers(poor.public, seat)


# -- the table ----------------------------------------------------------------------------------------


def test_1_10_01_alliances_are_put_forward_when_a_worm_has_come() -> None:
    sitting = table(turn=2).do("spice_blow")
    assert "JoinForces" not in [one.name for one in offers(sitting.public, TABLE)]
    for card in (WormComes("Red Chasm"), SpiceBlows("Red Chasm"), SpiceBlows("Old Gap")):
        assert "JoinForces" not in [one.name for one in offers(sitting.public, TABLE)]
        assert sitting.act(card, PUBLIC).done
    assert not offer(sitting, TABLE, "JoinForces").aside
    assert "Offer an alliance" in sitting.labels("fremen")


def test_1_12_00_a_deal_is_brought_up_in_its_phase_until_it_is_over() -> None:
    sitting = table().do("storm")
    deal = MakeDeal("fremen", "harkonnen", "stay  out of Sietch Tabr", "shipment", 2)
    assert sitting.code(deal) == ""
    assert due(sitting.screen("emperor")) == []
    sitting.do("shipment")
    assert [one.words for one in due(sitting.screen("emperor"))] == ["stay out of Sietch Tabr"]
    for _ in range(2):
        sitting.do("mentat_pause").do("storm").do("shipment")
    assert sitting.public.turn == 3 and due(sitting.public) == []
    assert sitting.code(CloseDeal(1)) == "" and sitting.code(CloseDeal(1)) != ""


@pytest.mark.parametrize(
    "deal",
    [
        MakeDeal("fremen", "fremen", "x"),
        MakeDeal("fremen", "ixian", "x"),
        MakeDeal("fremen", "emperor", "  "),
        MakeDeal("fremen", "emperor", "x" * 161),
        MakeDeal("fremen", "emperor", "x", "tea"),
    ],
)
def test_1_12_00_a_deal_has_two_sides_words_and_a_phase(deal: MakeDeal) -> None:
    assert table().do("storm").code(deal) != ""


def test_1_05_01_only_what_lies_in_the_tanks_is_offered_for_revival() -> None:
    sitting = table().do("revival")
    assert {"Revive forces", "Revive a leader"} <= set(sitting.labels("emperor"))
    assert sitting.act(KeepCount(), PUBLIC).done
    assert not {"Revive forces", "Revive a leader"} & set(sitting.labels("emperor"))
    for name in FACTIONS["emperor"].leaders:
        assert sitting.act(LoseLeader(name), PUBLIC).done
    assert sitting.act(ReviveLeader("emperor", "Caid"), "emperor").done
    assert sitting.act(GoTo("mentat_pause", True), PUBLIC).done and sitting.do("storm").do("revival")
    fallen = offer(sitting, "emperor", "ReviveLeader").blanks[0].choices
    assert {name for name, _ in fallen} == {*FACTIONS["emperor"].leaders} - {"Caid"}


def test_0_13_starred_forces_are_asked_for_only_where_there_are_any() -> None:
    sitting = table().do("shipment")
    asked = {seat: [blank.name for blank in offer(sitting, seat, "Ship").blanks] for seat in ("atreides", "emperor")}
    assert "special" in asked["emperor"] and "special" not in asked["atreides"]


def test_1_05_01_each_number_of_forces_to_revive_has_its_price_and_the_tanks_are_told() -> None:
    sitting = LiveTable(phase="revival").do(KeepCount(), CountForces("harkonnen", TANKS, 7))
    (offer,) = (one for one in offers(sitting.public, "harkonnen") if one.name == "ReviveForces")
    assert offer.label == "Revive forces: 7 in the Tanks"
    assert [words for _, words in offer.blanks[0].choices] == ["1 free", "2 free", "3 for 2 spice"]
    sitting.do(CountForces("emperor", RESERVES, 10, 2), CountForces("emperor", TANKS, 1, 2))
    (offer,) = (one for one in offers(sitting.public, "emperor") if one.name == "ReviveForces")
    assert offer.small == "1 force and 2 Sardaukar in the Tanks, 1 free, then 2 spice each"
