"""The spice deck where the referee deals it: every card comes, worms of turn one go back, one faction sees the top."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from referee.cards.karama.stopping import StopInPhase
from referee.common.ledger import SpiceOnBoard
from referee.common.offers import TABLE, behind_shield, offers, secret_offers
from referee.common.setup import Place, SetTable
from referee.factions.atreides.prescience import LookAtSpice
from referee.factions.fremen.worms import PlaceWorm
from referee.kernel.events import PUBLIC
from referee.phases.shipment.shipping import Ship
from referee.phases.spice_blow.blow import blow, pile_now
from referee.phases.spice_blow.deck import DrawSpiceCard, spice_deck, whole_deck
from referee.phases.turn.next_phase import GoTo
from referee.running.journal import Journal
from referee.running.sitting import Dice, Sitting
from tests.kit.sitting import do, no

SEATS = ("atreides", "emperor", "fremen", "spacing_guild")


def table(seed: int = 3, rules: str = "advanced", dealt: str = "dealt", **more: tuple[str, ...]) -> Sitting:
    made = Sitting(Journal(Path(":memory:")), Dice(seed))
    places = tuple(Place(seat, "", len(more.get(seat, ())), 20, more.get(seat, ())) for seat in SEATS)
    settings = (("P5", dealt), ("K8", "off"))
    return do(made, SetTable("x", places, SEATS[0], rules, 1, options=settings, deck=("c1", "c2")), GoTo("spice_blow"))


def play(sitting: Sitting) -> Sitting:
    """Turn cards until the blow is over; every further worm goes to one place."""
    while pile_now(sitting.screen(PUBLIC)):
        waits = blow(sitting.screen(PUBLIC)).waiting
        do(sitting, PlaceWorm(waits, "Red Chasm") if waits else DrawSpiceCard())
    return sitting


def cards(sitting: Sitting) -> Counter[object]:
    kept = spice_deck(sitting.views.referee)
    return Counter([*kept.cards, *(card for pile in kept.piles.values() for card in pile)])


@pytest.mark.parametrize("rules", ["basic", "advanced"])
@pytest.mark.parametrize("seed", range(4))
def test_0_05_and_1_13_03_no_card_is_lost_in_ten_turns_and_the_deck_is_renewed(rules: str, seed: int) -> None:
    sitting = table(seed, rules)
    for _ in range(10):
        play(sitting)
        do(sitting, GoTo("choam_charity"))
        assert cards(sitting) == Counter(whole_deck(sitting.views.referee))
        tops = blow(sitting.screen(PUBLIC)).tops
        assert [pile for pile in tops if pile in "AB"] == list("A" if rules == "basic" else "AB")
        do(sitting, GoTo("mentat_pause"), GoTo("storm"), GoTo("spice_blow"))


def test_1_02_02_the_worms_of_the_first_turn_are_shuffled_back() -> None:
    seeds = (seed for seed in range(40) if blow(play(table(seed)).screen(PUBLIC)).laid_aside)
    sitting = play(table(next(seeds)))
    before = len(spice_deck(sitting.screen(PUBLIC)).cards)
    do(sitting, GoTo("choam_charity"))
    assert len(spice_deck(sitting.screen(PUBLIC)).cards) == before + blow(sitting.screen(PUBLIC)).laid_aside
    assert not blow(sitting.screen(PUBLIC)).worms


def test_1_02_04_what_a_card_brings_lies_on_the_board() -> None:
    sitting = play(table())
    board = sitting.screen(PUBLIC).get(SpiceOnBoard)
    assert board is not None and set(board.lying) == set(blow(sitting.screen(PUBLIC)).tops.values())
    assert no(sitting, DrawSpiceCard()) == "1.13.02"


def test_2_01_07_atreides_alone_see_the_top_card_before_the_first_ship() -> None:
    sitting = do(play(table()), GoTo("shipment"))
    before = {seat: sitting.version(seat) for seat in (PUBLIC, "emperor", "fremen")}
    assert no(sitting, LookAtSpice("emperor"), "emperor") == "2.01.07"
    do(sitting, LookAtSpice("atreides"), who="atreides")
    top = spice_deck(sitting.views.referee).cards[0]
    assert spice_deck(sitting.screen("atreides")).cards[0] == top
    assert str(top).split("/")[0] in behind_shield(sitting.screen("atreides"), "atreides")[0].lines[0]
    assert before == {seat: sitting.version(seat) for seat in before}
    assert not spice_deck(sitting.screen(PUBLIC)).cards.faces()
    do(sitting, Ship("emperor", 1, "Carthag"), who="emperor")
    assert no(sitting, LookAtSpice("atreides"), "atreides") == "2.01.07"


def test_2_01_07_karama_prevents_the_look() -> None:
    sitting = do(play(table(emperor=("Karama/1",))), GoTo("shipment"), StopInPhase("emperor", "2.01.07"))
    assert no(sitting, LookAtSpice("atreides"), "atreides") == "2.01.07"
    assert "LookAtSpice" not in [one.ask for one in secret_offers(sitting.screen("atreides"), "atreides")]


def test_4_94_05_with_the_printed_deck_the_table_says_what_was_turned() -> None:
    sitting = table(dealt="printed")
    assert no(sitting, DrawSpiceCard()) == "4.94.05"
    assert "SpiceBlows" in [one.ask for one in offers(sitting.screen(PUBLIC), TABLE)]
    assert no(do(sitting, GoTo("shipment")), LookAtSpice("atreides"), "atreides") == "4.94.05"
    assert [one.ask for one in offers(table().screen(PUBLIC), TABLE) if one.lead] == ["DrawSpiceCard"]
