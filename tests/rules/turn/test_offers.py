"""What the phones and the table are offered in each phase, and that nothing secret shows in what everybody sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.common.factions import FACTIONS
from referee.common.forces import RESERVES
from referee.common.offers import TABLE, Offer, offers, secret_offers
from referee.common.setup import Place, SetTable
from referee.common.territories import TERRITORIES, is_stronghold, on_board, strongholds
from referee.common.turn import PHASES
from referee.kernel.events import PUBLIC
from referee.phases.agreements.deals import CloseDeal, MakeDeal, due
from referee.phases.revival.leaders import ReviveLeader
from referee.phases.shipment.questions import ACROSS, HOME
from referee.phases.shipment.shipping import Send, SendAlong, Ship
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.phases.storm.storm import PlaceStorm
from referee.phases.turn.counting import KeepCount, LoseForces, LoseLeader
from referee.phases.turn.next_phase import GoTo
from referee.running.journal import Journal
from referee.running.sitting import Dice, Sitting
from referee.web.app.buttons import for_seat, seat_acts
from tests.kit.sitting import code

SIX = ("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen")


def table(
    rules: str = "advanced", faces: dict[str, tuple[str, ...]] | None = None, spice: int = 20, **more: object
) -> Sitting:
    made = Sitting(Journal(Path(":memory:")), Dice(1))
    held = faces or {}
    more["options"] = (("K8", "off"), *more.get("options", ()))  # type: ignore[misc]
    places = tuple(Place(seat, "", len(held.get(seat, ())), spice, held.get(seat, ())) for seat in SIX)
    assert made.act(SetTable("x", places, "emperor", rules, deck=("c1", "c2"), **more), PUBLIC).done  # type: ignore[arg-type]
    return made


def go(sitting: Sitting, phase: str) -> Sitting:
    assert sitting.act(GoTo(phase), PUBLIC).done
    return sitting


def labels(sitting: Sitting, seat: str) -> list[str]:
    return [offer.label for offer in offers(sitting.screen(PUBLIC), seat) if not offer.aside]


def offer(sitting: Sitting, seat: str, name: str, **fixed: str) -> Offer:
    made = [one for one in offers(sitting.screen(PUBLIC), seat) if one.ask == name]
    return next(one for one in made if dict(one.fixed) == fixed)


def secret(sitting: Sitting, seat: str) -> list[str]:
    return [one.ask for one in secret_offers(sitting.screen(seat), seat)]


# -- territories --------------------------------------------------------------------------------------


def test_there_are_42_territories_five_strongholds_and_the_spice_of_the_deck() -> None:
    sitting = table()
    assert len(on_board(sitting.screen(PUBLIC))) == 42
    assert set(strongholds(sitting.screen(PUBLIC))) == {
        "Arrakeen", "Carthag", "Tuek's Sietch", "Sietch Tabr", "Habbanya Sietch",
    }  # fmt: skip
    amounts = sorted(one.spice for one in TERRITORIES.values() if one.spice)
    assert amounts == [6] * 6 + [8] * 5 + [10] * 3 + [12]


def test_a_stronghold_of_a_faction_is_there_only_where_it_plays() -> None:
    assert is_stronghold("Hidden Mobile Stronghold")
    assert "Hidden Mobile Stronghold" not in strongholds(table().screen(PUBLIC))


def test_1_06_03_01_the_price_knows_which_place_is_a_stronghold() -> None:
    sitting = go(table(), "shipment")
    assert sitting.act(Ship("atreides", 4, "Arrakeen"), "atreides").done
    assert sitting.views.referee.seats["atreides"].spice == 16
    assert sitting.act(Ship("harkonnen", 4, "Arsunt"), "harkonnen").done
    assert sitting.views.referee.seats["harkonnen"].spice == 12


def test_1_02_04_the_card_says_how_much_spice() -> None:
    sitting = go(table(), "spice_blow")
    assert sitting.act(SpiceBlows("Cielago South"), PUBLIC).done
    assert sitting.screen(PUBLIC).bank == -12
    assert not sitting.act(SpiceBlows("Arrakeen"), PUBLIC).done


# -- shipment -----------------------------------------------------------------------------------------


def test_2_04_05_fremen_are_offered_to_send_and_not_to_ship() -> None:
    sitting = go(table(), "shipment")
    assert labels(sitting, "fremen") == ["Send reserves, free"]
    assert offer(sitting, "fremen", "Send").rule == "2.04.05"
    assert sitting.act(Send("fremen", 3, "Sietch Tabr"), "fremen").done
    assert labels(sitting, "fremen") == []


def test_1_06_01_a_phone_ships_and_is_done_on_its_turn_and_the_table_screen_at_any_time() -> None:
    sitting = table()
    assert sitting.act(PlaceStorm(18), PUBLIC).done
    public = go(sitting, "shipment").screen(PUBLIC)
    shown = {seat: {act.act for act in seat_acts(public, seat)} & {"Ship", "Send", "SayDone"} for seat in SIX}
    assert {seat: acts for seat, acts in shown.items() if acts} == {"emperor": {"Ship", "SayDone"}}
    assert {"Ship", "SayDone"} <= {act.act for act in for_seat(public, "atreides")}


def test_2_06_05_the_guild_is_offered_three_kinds_of_shipment() -> None:
    sitting = go(table(), "shipment")
    assert offer(sitting, "spacing_guild", "Ship", kind=ACROSS).rule == "2.06.05.01"
    assert offer(sitting, "spacing_guild", "Ship", kind=HOME, goal=RESERVES).rule == "2.06.05.02"
    assert offer(sitting, "spacing_guild", "Ship").rule == "1.06.03"
    assert labels(sitting, "atreides") == ["Ship from reserves"]


def test_2_06_09_only_the_guilds_ally_is_asked_about_half_the_price() -> None:
    sitting = table(alliances=(("spacing_guild", "emperor"),))
    go(sitting, "shipment")
    asked = {seat: [blank.name for one in offers(sitting.screen(PUBLIC), seat) for blank in one.blanks] for seat in SIX}
    assert [seat for seat in SIX if "half" in asked[seat]] == ["emperor"]
    assert sitting.act(Ship("emperor", 3, "Carthag", half=True), "emperor").done
    assert sitting.views.referee.seats["emperor"].spice == 18


@pytest.mark.parametrize(
    ("rules", "goals"), [("basic", ["Polar Sink"]), ("advanced", ["Carthag", "Polar Sink"])]
)  # fmt: skip
def test_2_02_05_an_advisor_is_offered_after_another_has_shipped(rules: str, goals: list[str]) -> None:
    sitting = go(table(rules), "shipment")
    assert "SendAlong" not in [one.ask for one in offers(sitting.screen(PUBLIC), "bene_gesserit")]
    assert sitting.act(Ship("emperor", 1, "Carthag"), "emperor").done
    along = [one for one in offers(sitting.screen(PUBLIC), "bene_gesserit") if one.ask == "SendAlong"]
    assert [dict(one.fixed)["goal"] for one in along] == goals
    assert sitting.act(SendAlong("bene_gesserit", "Polar Sink"), "bene_gesserit").done
    assert not [one for one in offers(sitting.screen(PUBLIC), "bene_gesserit") if one.ask == "SendAlong"]


# -- revival ------------------------------------------------------------------------------------------


def test_2_03_07_and_2_04_11_help_for_an_ally_is_offered_to_whom_the_rules_allow_it() -> None:
    sitting = table(alliances=(("emperor", "harkonnen"), ("fremen", "atreides")))
    go(sitting, "revival")
    assert "Pay for forces of Harkonnen" in labels(sitting, "emperor")
    granted = [one.label for one in offers(sitting.screen(PUBLIC), "fremen") if one.aside]
    assert "Grant Atreides more free revivals" in granted
    for seat in ("atreides", "harkonnen", "spacing_guild"):
        assert not [label for label in labels(sitting, seat) if label.startswith(("Pay", "Grant"))]


# -- behind the shield --------------------------------------------------------------------------------


def test_3_01_20_a_ghola_is_offered_to_its_holder_alone() -> None:
    sitting = go(table(faces={"fremen": ("Tleilaxu Ghola/1",)}), "revival")
    assert secret(sitting, "fremen") == ["PlayGhola"]
    assert [secret(sitting, seat) for seat in SIX if seat != "fremen"] == [[]] * 5
    (offer,) = secret_offers(sitting.screen("fremen"), "fremen")
    assert [(blank.name, blank.value) for blank in offer.blanks] == [("normal", "0"), ("special", "0"), ("leader", "")]


def test_3_01_11_03_karama_ships_at_half_price_and_its_offer_stays_behind_the_shield() -> None:
    sitting = go(table(faces={"harkonnen": ("Karama/1",), "fremen": ("Karama/2",)}), "shipment")
    assert "Ship" in secret(sitting, "harkonnen") and "Ship" not in secret(sitting, "fremen")
    assert labels(sitting, "harkonnen") == labels(sitting, "atreides")
    assert sitting.act(Ship("harkonnen", 3, "Carthag", by_card=True), "harkonnen").done
    assert sitting.views.referee.seats["harkonnen"].spice == 18
    assert sitting.views.referee.seats["spacing_guild"].spice == 20


def test_1_14_great_powers_are_offered_with_a_card_in_the_advanced_game_only() -> None:
    faces = {"emperor": ("Karama/1",), "fremen": ("Karama/2",)}
    assert "ReviveFree" in secret(go(table(faces=faces), "revival"), "emperor")
    assert "CallWorm" in secret(go(table(faces=faces, turn=2), "spice_blow"), "fremen")
    assert "ReviveFree" not in secret(go(table("basic", faces), "revival"), "emperor")


BY_HAND = {"options": (("P3", "none"),)}


def test_2_05_10_01_only_harkonnen_are_offered_a_prisoner_and_only_where_battles_are_fought_by_hand() -> None:
    sitting = go(table(**BY_HAND), "battle")
    assert [seat for seat in SIX if "KillCaptive" in secret(sitting, seat)] == ["harkonnen"]
    assert "KillCaptive" not in secret(go(table("basic", **BY_HAND), "battle"), "harkonnen")
    with_referee = go(table(), "battle")
    assert "KillCaptive" not in secret(with_referee, "harkonnen")
    assert with_referee.act(LoseLeader("Stilgar", "harkonnen"), PUBLIC).done
    kill = next(one for one in secret_offers(with_referee.screen("harkonnen"), "harkonnen") if one.ask == "KillCaptive")
    names = [name for name, _ in kill.blanks[0].choices]
    assert "Chani" in names and "Stilgar" not in names and "Feyd-Rautha" not in names


def test_1_13_04_04_phones_are_asked_for_spice_dialed_only_where_battles_are_fought_by_hand() -> None:
    for plans, asked in (("phones", False), ("wheels", False), ("none", True)):
        sitting = go(table(options=(("P3", plans),)), "battle")
        assert ("Pay for a battle fought by hand" in labels(sitting, "fremen")) is asked
    sitting = go(table(), "battle")
    assert sitting.act(LoseForces("fremen", 2), PUBLIC).done
    assert "Pay for a battle fought by hand" in labels(sitting, "fremen")
    assert "Pay for a battle fought by hand" not in labels(go(sitting, "spice_collection"), "fremen")


def test_what_everybody_sees_offered_depends_on_no_hand_and_no_purse() -> None:
    rich = table(faces=dict.fromkeys(SIX, ("Karama/1", "Tleilaxu Ghola/1")), spice=30)
    poor = table(faces=dict.fromkeys(SIX, ("Baliset/1", "Shield/1")), spice=0)
    for phase in PHASES[:3] + PHASES[4:]:
        for sitting in (rich, poor):
            go(sitting, phase)
        for seat in (TABLE, *SIX):
            assert offers(rich.screen(PUBLIC), seat) == offers(poor.screen(PUBLIC), seat)


# -- the table ----------------------------------------------------------------------------------------


def test_1_10_01_alliances_are_put_forward_when_a_worm_has_come() -> None:
    sitting = go(table(turn=2), "spice_blow")
    assert "JoinForces" not in [one.ask for one in offers(sitting.screen(PUBLIC), TABLE)]
    assert sitting.act(WormComes("Red Chasm"), PUBLIC).done
    assert not offer(sitting, TABLE, "JoinForces").aside
    assert "Offer an alliance" in labels(sitting, "fremen")


def test_1_12_00_a_deal_is_brought_up_in_its_phase_until_it_is_over() -> None:
    sitting = go(table(), "storm")
    deal = MakeDeal("fremen", "harkonnen", "stay  out of Sietch Tabr", "shipment", 2)
    assert code(sitting, deal) == ""
    assert due(sitting.screen("emperor")) == []
    go(sitting, "shipment")
    assert [one.words for one in due(sitting.screen("emperor"))] == ["stay out of Sietch Tabr"]
    for _ in range(2):
        go(go(go(sitting, "mentat_pause"), "storm"), "shipment")
    assert sitting.screen(PUBLIC).turn == 3 and due(sitting.screen(PUBLIC)) == []
    assert code(sitting, CloseDeal(1)) == "" and code(sitting, CloseDeal(1)) != ""


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
    assert code(go(table(), "storm"), deal) != ""


def test_1_05_01_only_what_lies_in_the_tanks_is_offered_for_revival() -> None:
    sitting = go(table(), "revival")
    assert {"Revive forces", "Revive a leader"} <= set(labels(sitting, "emperor"))
    assert sitting.act(KeepCount(), PUBLIC).done
    assert not {"Revive forces", "Revive a leader"} & set(labels(sitting, "emperor"))
    for name in FACTIONS["emperor"].leaders:
        assert sitting.act(LoseLeader(name), PUBLIC).done
    assert sitting.act(ReviveLeader("emperor", "Caid"), "emperor").done
    assert sitting.act(GoTo("mentat_pause", True), PUBLIC).done and go(go(sitting, "storm"), "revival")
    fallen = offer(sitting, "emperor", "ReviveLeader").blanks[0].choices
    assert {name for name, _ in fallen} == {*FACTIONS["emperor"].leaders} - {"Caid"}


def test_0_13_starred_forces_are_asked_for_only_where_there_are_any() -> None:
    sitting = go(table(), "shipment")
    asked = {seat: [blank.name for blank in offer(sitting, seat, "Ship").blanks] for seat in ("atreides", "emperor")}
    assert "special" in asked["emperor"] and "special" not in asked["atreides"]
