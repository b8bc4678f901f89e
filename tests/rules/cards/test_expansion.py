"""3.02 and 4.94.07: the fourteen cards of the first expansion, in the deck where the table wants them, and played."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from referee.cards.deck import CLASSIC
from referee.cards.first_box import SPECIALS
from referee.cards.first_box.at_work import PLAYED, PlayExpansionCard, TakeToothBack
from referee.factions.choam.worthless import KULL_WAHAD, PlayWorthless
from referee.holdings.hands import CardKind, DeckCards, KnownCards
from referee.holdings.ledger import lying
from referee.kernel import Table, ask, card_name
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.cards_in_battle import BattleCards
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.charity import ClaimCharity
from referee.phases.spice_blow.blow import SpiceBlows, TurnWorm, blow
from tests.kit import LiveTable, Room

WITH = Table(options={"P7": "with"})
DECK = ask(WITH, DeckCards()).value


def copy(name: str) -> str:
    """Return a card as the deck calls it."""
    return next(card for card in DECK if card_name(card) == name)


def holding(*names: str, phase: str = "", **more: Any) -> LiveTable:
    spice, hands = {"atreides": 5, "fremen": 4, "harkonnen": 0}, {"atreides": tuple(map(copy, names))}
    made = {"P7": "with", "turn": 2, "spice": spice, "hands": hands, "phase": phase, **more}
    return LiveTable("atreides", "fremen", "harkonnen", **made)


def test_4_94_07_the_deck_has_33_cards_or_47() -> None:
    assert len(ask(Table(), DeckCards()).value) == 33 and len(DECK) == len({*DECK}) == 47
    more = Counter(map(card_name, DECK)) - Counter(map(card_name, ask(Table(), DeckCards()).value))
    assert more == Counter({**dict.fromkeys(SPECIALS, 1), "Shield": 1, "Snooper": 1})
    assert {*ask(WITH, KnownCards()).value} == {*CLASSIC, *SPECIALS} <= {*ask(WITH, BattleCards()).value}


@pytest.mark.parametrize(("said", "many"), [("with", 47), ("without", 33)])
def test_4_94_07_the_referee_deals_them_from_the_start(said: str, many: int) -> None:
    table = LiveTable("atreides", "harkonnen", "fremen", count=-1, spice=-1, deck=None, P7=said)
    held = [card for own in table.truth.seats.values() for card in own.hand]
    assert len(table.truth.deck) + len(held) == many
    assert {card_name(str(card)) for card in (*table.truth.deck, *held)} == {*map(card_name, DECK[: 33 + many - 33])}


@pytest.mark.parametrize(
    ("card", "kind"),
    [("Kull Wahad", "worthless"), ("Basilia Weapon", "weapon, poison"), ("Hunter-Seeker", "weapon, projectile")],
)
def test_3_02_each_is_of_its_kind(card: str, kind: str) -> None:
    assert ask(WITH, CardKind(copy(card))).value == kind


def test_2_09_07_choam_plays_kull_wahad_from_a_deck_that_has_it() -> None:
    hands = {"choam": (copy(KULL_WAHAD),)}
    table = LiveTable("choam", "emperor", "atreides", hands=hands, P7="with", turn=2, phase="revival")
    assert "PlayWorthless" in table.secret("choam") and not table.why(PlayWorthless("choam", KULL_WAHAD, "emperor"))


# -- Amal ---------------------------------------------------------------------------------------------


def test_3_02_01_amal_takes_half_of_every_purse_rounded_up() -> None:
    table = holding("Amal", phase="choam_charity")
    assert "PlayExpansionCard" in table.secret("atreides")
    table.do(PlayExpansionCard("atreides", "Amal"))
    assert table.purse("atreides", "fremen", "harkonnen") == [2, 2, 0] and table.truth.bank == 5
    assert table.public.discard == [copy("Amal")]


def test_3_02_01_amal_comes_at_the_beginning_of_a_phase_only() -> None:
    table = holding("Amal", phase="choam_charity").do(ClaimCharity("harkonnen"))
    assert table.refused(PlayExpansionCard("atreides", "Amal")) == ("3.02.01", "NOT_NOW")
    assert table.do("bidding", "revival").why(PlayExpansionCard("atreides", "Amal")) == ""


# -- Harvester and Thumper -----------------------------------------------------------------------------


def test_3_02_05_harvester_doubles_what_the_last_card_brought_once() -> None:
    table = holding("Harvester", phase="spice_blow")
    assert table.no(PlayExpansionCard("atreides", "Harvester")) == "3.02.05"
    table.do(SpiceBlows("Red Chasm"), PlayExpansionCard("atreides", "Harvester"))
    assert lying(table.public, "Red Chasm") == 16


@pytest.mark.parametrize("turned", [SpiceBlows("Red Chasm", under_storm=True), TurnWorm()])
def test_3_02_05_harvester_doubles_neither_a_worm_nor_what_the_storm_took(turned: Any) -> None:
    table = holding("Harvester", phase="spice_blow").do(turned)
    assert table.no(PlayExpansionCard("atreides", "Harvester")) == "3.02.05"


def test_3_02_11_thumper_is_a_worm_in_place_of_the_first_card() -> None:
    table = holding("Thumper", phase="spice_blow", turn=2)
    table.do(SpiceBlows("Red Chasm"), SpiceBlows("Cielago South"), "choam_charity", "bidding")
    table.do(*("revival", "shipment", "battle", "spice_collection", "mentat_pause", "storm", "spice_blow"))
    table.do(PlayExpansionCard("atreides", "Thumper"))
    assert blow(table.public).worms == ["Red Chasm"] and not lying(table.public, "Red Chasm")
    table.do(SpiceBlows("Funeral Plain"))
    assert lying(table.public, "Funeral Plain") == 6


def test_3_02_11_thumper_comes_before_any_card_and_not_in_turn_1() -> None:
    table = holding("Thumper", phase="spice_blow").do(SpiceBlows("Red Chasm"))
    assert table.no(PlayExpansionCard("atreides", "Thumper")) == "3.02.11"
    assert holding("Thumper", phase="spice_blow", turn=1).no(PlayExpansionCard("atreides", "Thumper")) == "1.02.02"


@pytest.mark.parametrize("card", PLAYED)
def test_3_00_02_who_does_not_hold_the_card_does_not_play_it(card: str) -> None:
    turned = [SpiceBlows("Red Chasm")] if card == "Harvester" else []
    table = holding("Artillery Strike", phase="spice_blow").do(*turned)
    assert table.code(PlayExpansionCard("atreides", card)) == "CARD_NOT_HELD"
    assert table.code(PlayExpansionCard("atreides", "Shield")) == "BAD_INPUT"


# -- the tooth ----------------------------------------------------------------------------------------


def bitten() -> Room:
    hands = {"atreides": (copy("Poison Tooth"),), "harkonnen": ()}
    room = Room("basic", seats=("atreides", "harkonnen", "fremen"), hands=hands, allies="", P7="with")
    room.do(BeginBattle("Arrakeen", "atreides", "harkonnen", 6, 0, 8))
    room.do(LockPlan("atreides", 3, "Lady Jessica", "Poison Tooth"), LockPlan("harkonnen", 2, "Feyd-Rautha"))
    room.answers(seats=("atreides", "harkonnen"))
    return room


def test_3_02_09_the_tooth_may_be_left_unused_when_the_plans_are_open_and_goes_with_a_loser_s_plan() -> None:
    room = bitten()
    assert {*room.live.verdict.killed} == {"Lady Jessica", "Feyd-Rautha"}
    assert (
        "Leave the Poison Tooth unused" in room.labels("atreides") and room.no(TakeToothBack("harkonnen")) == "3.02.09"
    )
    room.do(TakeToothBack("atreides"))
    assert not room.live.verdict.killed and room.live.winner == "harkonnen"
    room.do(SettleBattle())
    assert not room.truth.seats["atreides"].hand and room.public.discard == [copy("Poison Tooth")]


def test_3_02_09_a_tooth_that_bites_is_discarded() -> None:
    room = bitten().do(SettleBattle())
    assert room.public.discard == [copy("Poison Tooth")] and room.no(TakeToothBack("atreides"))
