"""The spice deck if the referee deals it: every card comes, worms of turn one go back, one faction sees the top."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.cards.karama.stopping import StopPower
from referee.factions.atreides.prescience import LookAtSpice
from referee.factions.fremen.worms import PlaceWorm
from referee.holdings.ledger import SpiceOnBoard
from referee.kernel import PUBLIC
from referee.offers.offer import TABLE, behind_shield, offers
from referee.phases.shipment.shipping import Ship
from referee.phases.spice_blow.blow import blow, pile_now
from referee.phases.spice_blow.deck import DrawSpiceCard, SpiceDeck, whole_deck
from referee.running.dice import Dice
from tests.kit import LiveTable

SEATS = ("atreides", "emperor", "fremen", "spacing_guild")


def table(seed: int = 3, rules: str = "advanced", dealt: str = "dealt", **hands: tuple[str, ...]) -> LiveTable:
    return LiveTable(*SEATS, dice=Dice(seed), rules=rules, P5=dealt, hands=hands, phase="spice_blow")


def play(sitting: LiveTable) -> LiveTable:
    """Turn cards until the blow is over; every further worm goes to one place."""
    while pile_now(sitting.public):
        waits = blow(sitting.public).waiting
        sitting.do(PlaceWorm(waits, "Red Chasm") if waits else DrawSpiceCard())
    return sitting


def cards(sitting: LiveTable) -> Counter[object]:
    kept = sitting.truth.state(SpiceDeck)
    return Counter([*kept.cards, *(card for pile in kept.piles.values() for card in pile)])


@pytest.mark.parametrize("rules", ["basic", "advanced"])
@pytest.mark.parametrize("seed", range(4))
def test_0_05_and_1_13_03_no_card_is_lost_in_ten_turns_and_the_deck_is_renewed(rules: str, seed: int) -> None:
    sitting = table(seed, rules)
    for _ in range(10):
        play(sitting)
        sitting.do("choam_charity")
        assert cards(sitting) == Counter(whole_deck(sitting.truth))
        tops = blow(sitting.public).tops
        assert [pile for pile in tops if pile in "AB"] == list("A" if rules == "basic" else "AB")
        sitting.do("mentat_pause", "storm", "spice_blow")


def test_1_02_02_the_worms_of_the_first_turn_are_shuffled_back() -> None:
    seeds = (seed for seed in range(40) if blow(play(table(seed)).public).laid_aside)
    sitting = play(table(next(seeds)))
    before = len(sitting.public.state(SpiceDeck).cards)
    sitting.do("choam_charity")
    assert len(sitting.public.state(SpiceDeck).cards) == before + blow(sitting.public).laid_aside
    assert not blow(sitting.public).worms


def test_1_02_04_what_a_card_brings_lies_on_the_board() -> None:
    sitting = play(table())
    board = sitting.public.get(SpiceOnBoard)
    assert board is not None and set(board.lying) == set(blow(sitting.public).tops.values())
    assert sitting.no(DrawSpiceCard()) == "1.13.02"


def test_2_01_07_atreides_alone_see_the_top_card_before_the_first_ship() -> None:
    sitting = play(table()).do("shipment")
    before = {seat: sitting.version(seat) for seat in (PUBLIC, "emperor", "fremen")}
    assert sitting.no(LookAtSpice("emperor")) == "2.01.07"
    sitting.do(LookAtSpice("atreides"))
    top = sitting.truth.state(SpiceDeck).cards[0]
    assert sitting.screen("atreides").state(SpiceDeck).cards[0] == top
    assert str(top).split("/")[0] in behind_shield(sitting.screen("atreides"), "atreides")[0].lines[0]
    assert before == {seat: sitting.version(seat) for seat in before}
    assert not sitting.public.state(SpiceDeck).cards.faces()
    sitting.do(Ship("emperor", 1, "Carthag"))
    assert sitting.no(LookAtSpice("atreides")) == "2.01.07"


def test_2_01_07_karama_prevents_the_look() -> None:
    sitting = play(table(emperor=("Karama/1",))).do("shipment", StopPower("emperor", "2.01.07"))
    assert sitting.no(LookAtSpice("atreides")) == "2.01.07"
    assert "LookAtSpice" not in sitting.secret("atreides")


def test_4_94_05_with_the_printed_deck_the_table_says_what_was_turned() -> None:
    sitting = table(dealt="printed")
    assert sitting.no(DrawSpiceCard()) == "4.94.05"
    assert "SpiceBlows" in [one.name for one in offers(sitting.public, TABLE)]
    assert sitting.do("shipment").no(LookAtSpice("atreides")) == "4.94.05"
    assert [one.name for one in offers(table().public, TABLE) if one.lead] == ["DrawSpiceCard"]
