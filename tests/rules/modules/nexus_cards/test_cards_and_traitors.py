"""4.05.15, 4.05.18, 4.05.19, 4.05.22: Nexus cards about traitors, Face Dancers, treachery cards and terror tokens."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces_counted import KeepCount
from referee.common.turn import PHASES
from referee.factions.choam.nexus_card import DiscardOne, SeeLosersCard, TurnInWorthless, UseAnyCard
from referee.factions.choam.worthless import LA_LA_LA
from referee.factions.harkonnen.nexus_card import CancelTraitor, DrawTraitor, DrawTwoTraitors, PutTraitorsBack
from referee.factions.moritani.nexus_card import KeepAfterDefeat, PlaceAnywhere, SendTerrorBack
from referee.factions.moritani.terror import TerrorPlaced, in_supply, terror, tokens_at
from referee.factions.tleilaxu.face_dance import ShowFaceDancer
from referee.factions.tleilaxu.face_dancers import FaceDancersDrawn, FaceDancerShown, dancers_of, hidden_dancers
from referee.factions.tleilaxu.nexus_card import CancelFaceDancer, ReplaceFaceDancers
from referee.holdings.traitors import DealTraitors, HiddenTraitors, KeepTraitor, Traitors, TraitorsKept, traitor_pile
from referee.kernel import ask, sealed
from referee.modules.nexus_cards.holding import holders
from referee.offers.offer import behind_shield, halted
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import Conclude, SettleBattle
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.on_screen import settle_it
from referee.phases.revival.limits_and_prices import FreeRevival
from tests.kit import LiveTable, Room
from tests.rules.modules.nexus_cards.holding import at_table, hold, let_hear

HANDS = {"atreides": ("Gom Jabbar/1", "Snooper/1", "Baliset/1"), "harkonnen": ("Chaumurky/1", "Shield/1")}


def battle(
    *seats: str, cards: dict[str, str], one: LockPlan, two: LockPlan, yes: tuple[str, ...] = (), **more: Any
) -> Room:
    """Return a battle in Arrakeen whose plans are open."""
    usual = {"M5": "on", "allies": "", "turn": 2, "hands": HANDS, "first": seats[0], **more}
    traitors = usual.pop("traitors", {})
    made = Room("basic", seats, **usual)
    hold(made, **cards)
    for seat, leader in traitors.items():
        let_hear(made, TraitorsKept(frozenset({seat}), seat, (leader,), ("0.11",)))
    made.do(BeginBattle("Arrakeen", seats[0], seats[1], 6, 0, 8), one, two)
    made.answers(*yes, seats=seats[:2])
    return made


ATREIDES, HARKONNEN = (
    LockPlan("atreides", 3, "Lady Jessica", "Gom Jabbar", "Snooper"),
    LockPlan("harkonnen", 4, "Feyd-Rautha", "Chaumurky", "Shield"),
)


# -- Harkonnen ----------------------------------------------------------------------------------------


def test_4_05_15_01_a_called_traitor_is_canceled_and_another_drawn_in_the_pause() -> None:
    room = battle(
        "atreides", "harkonnen", "emperor", cards={"emperor": "harkonnen"}, one=ATREIDES, two=HARKONNEN,
        yes=("harkonnen",), traitors={"harkonnen": "Lady Jessica"},
    )  # fmt: skip
    assert room.live.verdict.how == "traitor" and "CancelTraitor" in room.secret("emperor")
    assert settle_it(room.public).small == "The Emperor may still play a Nexus card"
    room.do(CancelTraitor("emperor"))
    assert room.live.verdict.how != "traitor" and not room.live.calls
    assert room.truth.state(Traitors).kept["harkonnen"] == ()
    room.do(SettleBattle())
    room.do(*PHASES[7:])
    assert len(room.truth.state(Traitors).kept["harkonnen"]) == 1


def test_4_05_15_01_without_a_call_there_is_nothing_to_cancel() -> None:
    room = battle("atreides", "harkonnen", "emperor", cards={"emperor": "harkonnen"}, one=ATREIDES, two=HARKONNEN)
    assert room.no(CancelTraitor("emperor")) == "4.05.15.01"


def dealt(*seats: str, **more: Any) -> LiveTable:
    table = at_table(*seats, turn=1, **more).do(DealTraitors())
    for seat in seats:
        made = table.truth.state(Traitors)
        if seat in made.dealt and seat not in made.kept:
            table.do(KeepTraitor(seat, made.dealt[seat][0]))
    return table


def test_4_05_15_02_harkonnen_draw_one_and_put_one_back() -> None:
    table = hold(dealt("harkonnen", "emperor", "fremen"), harkonnen="harkonnen")
    before = table.truth.state(Traitors).kept["harkonnen"]
    table.do(DrawTraitor("harkonnen"))
    held = table.truth.state(Traitors).kept["harkonnen"]
    assert len(held) == 5 and halted(table.public) is not None and table.no(PutTraitorsBack("emperor", "Caid"))
    assert table.no(PutTraitorsBack("harkonnen", "nobody")) == "4.05.15.02"
    table.do(PutTraitorsBack("harkonnen", before[0]))
    left = table.truth.state(Traitors).kept["harkonnen"]
    assert left == held[1:] and before[0] in traitor_pile(table.truth) and halted(table.public) is None
    assert before[0] not in str([one.event for one in table.screen("emperor").log])


def test_4_05_15_03_in_the_pause_two_are_drawn_and_two_put_back() -> None:
    table = hold(dealt("emperor", "fremen", "atreides"), emperor="harkonnen")
    assert table.no(DrawTwoTraitors("emperor"))
    table.do("mentat_pause", DrawTwoTraitors("emperor"))
    held = table.truth.state(Traitors).kept["emperor"]
    assert len(held) == 3 and table.no(PutTraitorsBack("emperor", held[0])) == "4.05.15.02"
    table.do(PutTraitorsBack("emperor", held[0], held[1]))
    assert table.truth.state(Traitors).kept["emperor"] == held[2:]


def test_4_05_15_03_what_tleilaxu_keep_is_a_face_dancer() -> None:
    table = hold(dealt("tleilaxu", "fremen", "atreides"), tleilaxu="harkonnen")
    table.do("storm", "mentat_pause", DrawTwoTraitors("tleilaxu"))
    held = ask(table.truth, HiddenTraitors("tleilaxu")).value
    assert len(held) == 5
    table.do(PutTraitorsBack("tleilaxu", held[0], held[1]))
    assert dancers_of(table.truth).held == held[2:] and hidden_dancers(table.screen("tleilaxu")) == held[2:]
    assert not dancers_of(table.public).held


# -- Tleilaxu -----------------------------------------------------------------------------------------


def test_4_05_18_01_a_face_dancer_is_canceled_and_stays_shown() -> None:
    room = battle(
        "atreides", "harkonnen", "tleilaxu", "emperor", cards={"emperor": "tleilaxu"},
        one=LockPlan("atreides", 5, "Lady Jessica"), two=LockPlan("harkonnen", 1, "Umman Kudu"),
    )  # fmt: skip
    let_hear(room, FaceDancersDrawn("tleilaxu", 3, sealed(("Lady Jessica", "Caid", "Chani"), "tleilaxu"), ("2.08.03",)))
    assert room.no(CancelFaceDancer("emperor")) == "4.05.18.01"
    room.do(ShowFaceDancer("tleilaxu"))
    assert room.live.verdict.takeover is not None
    assert settle_it(room.public).small == "The Emperor may still play a Nexus card"
    room.do(CancelFaceDancer("emperor"))
    assert room.live.verdict.takeover is None and room.live.winner == "atreides"
    assert dancers_of(room.public).shown == ["Lady Jessica"] and room.no(ShowFaceDancer("tleilaxu"))


def test_4_05_18_02_those_shown_are_replaced_in_secret() -> None:
    table = dealt("tleilaxu", "fremen", "atreides").do("storm", "spice_blow")
    hold(table, tleilaxu="tleilaxu")
    assert table.no(ReplaceFaceDancers("tleilaxu")) == "4.05.18.02"
    first, *rest = dancers_of(table.truth).held
    let_hear(table, FaceDancerShown(first))
    table.do(ReplaceFaceDancers("tleilaxu"))
    made = dancers_of(table.truth)
    assert made.shown == [] and list(made.held[:2]) == rest and first not in made.held and len(made.held) == 3
    assert first in traitor_pile(table.truth) and dancers_of(table.screen("tleilaxu")).held == made.held
    assert not dancers_of(table.public).held and dancers_of(table.public).shown == []


# -- CHOAM --------------------------------------------------------------------------------------------


def test_4_05_19_01_choam_discard_a_card_at_random_for_nothing() -> None:
    hands = {"choam": ("Shield/1",), "emperor": ()}
    table = at_table("choam", "emperor", phase="revival", hands=hands, cards={"emperor": "choam"})
    table.do(DiscardOne("emperor"))
    assert not table.truth.seats["choam"].hand and table.truth.discard[0] == "Shield/1"
    assert table.purse("choam") == [20] and not holders(table.public)


def test_4_05_19_02_any_card_does_what_a_worthless_card_does() -> None:
    hands = {"choam": ("Shield/1",), "emperor": ()}
    table = at_table("choam", "emperor", phase="revival", hands=hands, cards={"choam": "choam"})
    assert table.no(UseAnyCard("choam", "Lasgun", LA_LA_LA, "emperor")) == "4.05.19.02"
    assert table.no(UseAnyCard("choam", "Shield/1", "Kulon")) == "1.00.00"
    table.do(UseAnyCard("choam", "Shield/1", LA_LA_LA, "emperor"))
    assert ask(table.truth, FreeRevival("emperor")).value == 0 and table.truth.discard[0] == "Shield/1"


def test_4_05_19_03_in_collection_a_worthless_card_brings_2() -> None:
    hands = {"emperor": ("Shield/1", "Baliset/1"), "fremen": ()}
    table = at_table("emperor", "fremen", phase="spice_collection", hands=hands, cards={"emperor": "choam"})
    assert table.no(TurnInWorthless("emperor", "Shield/1")) == "4.05.19.03"
    table.do(TurnInWorthless("emperor", "Baliset/1"))
    assert table.purse("emperor") == [22]


def test_4_05_19_03_or_a_winner_sees_an_unused_card_of_the_loser() -> None:
    room = battle(
        "atreides", "harkonnen", "emperor", cards={"harkonnen": "choam"},
        one=LockPlan("atreides", 1, "Lady Jessica", "Gom Jabbar", "Snooper"),
        two=LockPlan("harkonnen", 8, "Feyd-Rautha", "Chaumurky", "Shield"),
    )  # fmt: skip
    assert room.no(SeeLosersCard("harkonnen")) == "4.05.19.03"
    room.do(SettleBattle(), SeeLosersCard("harkonnen"))
    assert "Baliset/1" in room.screen("harkonnen").seats["atreides"].hand
    assert "Baliset/1" not in room.screen("emperor").seats["atreides"].hand
    assert "4.05.19.03" in [one.rule for one in behind_shield(room.screen("harkonnen"), "harkonnen")]


# -- Moritani -----------------------------------------------------------------------------------------


def terror_at(*places: str, **cards: str) -> LiveTable:
    table = at_table("moritani", "emperor", phase="mentat_pause", cards=cards).do(KeepCount())
    for place, token in zip(places, ("robbery", "atomics"), strict=False):
        let_hear(table, TerrorPlaced(place, "", sealed(token, "moritani")))
    for view in (table.truth, *table.views.tables.values()):
        terror(view).turn = 0
    return table


def test_4_05_22_01_a_terror_token_goes_back_unseen() -> None:
    table = terror_at("Arrakeen", emperor="moritani")
    assert in_supply(table.public) == 5 and table.no(SendTerrorBack("emperor", "Carthag")) == "4.05.22.01"
    table.do(SendTerrorBack("emperor", "Arrakeen"))
    assert in_supply(table.public) == 6 and not tokens_at(table.public, "Arrakeen")
    assert "robbery" not in str([one.event for one in table.screen("emperor").log])


@pytest.mark.parametrize("goal", ["Arrakeen", "Funeral Plain"])
def test_4_05_22_02_a_token_comes_into_any_territory_beside_another_too(goal: str) -> None:
    table = terror_at("Arrakeen", moritani="moritani")
    assert table.no(PlaceAnywhere("moritani", "Hidden Mobile Stronghold", "atomics"))
    table.do(PlaceAnywhere("moritani", goal, "atomics"))
    assert "atomics" in tokens_at(table.truth, goal) and in_supply(table.public) == 4
    assert table.no(PlaceAnywhere("moritani", goal, "sabotage")) == "4.05.03"


def test_4_05_22_03_a_loser_keeps_one_card() -> None:
    room = battle(
        "atreides", "harkonnen", "emperor", cards={"atreides": "moritani"},
        one=LockPlan("atreides", 1, "Lady Jessica", "Gom Jabbar", "Snooper"),
        two=LockPlan("harkonnen", 8, "Feyd-Rautha", "Chaumurky", "Shield"),
    )  # fmt: skip
    assert room.no(KeepAfterDefeat("atreides", "Baliset")) == "4.05.22.03"
    assert settle_it(room.public).small == "Atreides may still play a Nexus card"
    room.do(Conclude("harkonnen"), KeepAfterDefeat("atreides", "Snooper"))
    assert battle_now(room.public) is None, "settled with the last that had something to choose"
    assert "Snooper/1" in room.truth.seats["atreides"].hand
    assert "Gom Jabbar/1" not in room.truth.seats["atreides"].hand and not holders(room.public)
