"""2.09 CHOAM: charity for and from them, inflation, a hand of five, cards that become spice."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cards.karama.stopping import StopInPhase
from referee.common.factions import FACTIONS
from referee.common.hands import hand_limit
from referee.common.offers import offers, secret_offers
from referee.common.powers import stoppable
from referee.common.purse import Bribe
from referee.common.setup import Place, SetTable
from referee.factions.choam import ME, TOKEN, PlaceInflation, SellTheHand, TurnIntoSpice, inflation
from referee.kernel.commands import Command
from referee.kernel.events import PUBLIC, REFEREE
from referee.kernel.rulings import ask
from referee.kernel.table import Table
from referee.phases.battle.settle import SupportTo
from referee.phases.bidding.payment import CloseWindow
from referee.phases.charity import ClaimCharity
from referee.phases.revival.questions import ForcePrice, FreeRevival, RevivalLimit
from referee.phases.turn.counting import StartForces
from referee.phases.turn.next_phase import GoTo
from referee.running.journal import Journal
from referee.running.sitting import Dice, Sitting
from tests.kit.sitting import each, purse

SEATS = (ME, "fremen", "emperor", "atreides")


def table(
    faces: tuple[str, ...] = (), rules: str = "advanced", window: str = "off", **held: tuple[str, ...]
) -> Sitting:
    """Return a table of four, Fremen without spice, everybody else rich but CHOAM."""
    made, hands = Sitting(Journal(Path(":memory:")), Dice(1)), {ME: faces, **held}
    spice = {ME: 2, "fremen": 0, "atreides": 1}
    places = tuple(Place(s, "", len(hands.get(s, ())), spice.get(s, 9), hands.get(s, ())) for s in SEATS)
    off = (("K8", window),)
    assert made.act(SetTable("x", places, "fremen", rules, deck=("c1", "c2"), options=off), PUBLIC).done
    return made


def why_not(sitting: Sitting, command: Command) -> str:
    """Return the rule against it."""
    outcome = sitting.act(command, getattr(command, "seat", PUBLIC))
    return "" if outcome.done else outcome.objections[0].rule


def go(sitting: Sitting, *phases: str) -> Sitting:
    """Go through these phases."""
    return each(sitting, *(GoTo(phase) for phase in phases))


def turn(sitting: Sitting) -> Sitting:
    """Play one empty turn up to charity."""
    return go(sitting, "mentat_pause", "storm", "choam_charity")


def test_2_09_01_and_2_09_02_the_start() -> None:
    start = ask(table().views.referee, StartForces(ME))
    assert (FACTIONS[ME].spice, start.value.reserves.total, start.because[0]) == (2, 20, "2.09.02")


def test_2_09_05_a_hand_of_five() -> None:
    public = table().screen(PUBLIC)
    assert (hand_limit(public, ME), hand_limit(public, "fremen")) == (5, 4)


def test_2_09_08_no_free_force_no_limit_one_spice_each() -> None:
    public = table().screen(PUBLIC)
    asked = (ask(public, FreeRevival(ME)), ask(public, ForcePrice(ME, 4, 0)), ask(public, RevivalLimit(ME)))
    assert [one.value for one in asked] == [0, 4, 999] and asked[1].because[0] == asked[2].because[0] == "2.09.08"


# -- charity ------------------------------------------------------------------------------------------


def test_2_09_03_two_for_every_faction_as_the_phase_begins() -> None:
    sitting = go(table(), "choam_charity")
    assert purse(sitting, ME) == [10] and why_not(sitting, ClaimCharity(ME)) == "1.03.02"


def test_2_09_03_once_a_turn_even_if_the_phase_is_begun_again() -> None:
    assert purse(go(table(), "choam_charity", "storm", "choam_charity"), ME) == [10]


def test_2_09_03_karama_prevents_it_once() -> None:
    sitting = go(table(fremen=("Karama/1",)), "spice_blow")
    each(sitting, StopInPhase("fremen", "2.09.03"))
    assert purse(go(sitting, "choam_charity"), ME) == [2]
    assert purse(turn(sitting), ME) == [10]


def test_2_09_04_they_pay_what_others_claim() -> None:
    sitting = each(go(table(), "choam_charity"), ClaimCharity("fremen"), ClaimCharity("atreides"))
    assert purse(sitting, ME, "fremen", "atreides") == [7, 2, 2]


def test_2_09_04_what_they_lack_comes_from_the_bank() -> None:
    sitting = go(table(fremen=("Karama/1",)), "spice_blow")
    each(sitting, StopInPhase("fremen", "2.09.03"), GoTo("choam_charity"), ClaimCharity("fremen"))
    each(sitting, ClaimCharity("atreides"))
    assert purse(sitting, ME, "fremen", "atreides") == [0, 2, 2] and sitting.views.referee.bank == -1


# -- inflation ----------------------------------------------------------------------------------------


def test_2_09_10_doubled_then_cancelled_then_gone() -> None:
    sitting = each(go(table(), "mentat_pause"), PlaceInflation(ME, "double"))
    each(go(sitting, "storm", "choam_charity"), ClaimCharity("fremen"), ClaimCharity("atreides"))
    assert purse(sitting, ME, "fremen", "atreides") == [2 + 16 - 6, 4, 3]
    each(turn(sitting), Bribe("fremen", "emperor", 4))
    assert purse(sitting, ME) == [12] and why_not(sitting, ClaimCharity("fremen")) == "2.09.10"
    turn(sitting)
    assert purse(sitting, ME) == [20] and why_not(go(sitting, "mentat_pause"), PlaceInflation(ME, "double"))


def test_2_09_10_no_bribes_while_it_says_double() -> None:
    sitting = each(go(table(), "mentat_pause"), PlaceInflation(ME, "double"))
    assert why_not(sitting, Bribe("emperor", "fremen", 1)) == "2.09.10"


def test_2_09_10_karama_cancels_the_placing_in_this_pause_alone() -> None:
    sitting = each(go(table(fremen=("Karama/1",), window="10"), "mentat_pause"), PlaceInflation(ME, "double"))
    assert inflation(sitting.screen(PUBLIC)).side == ""
    each(sitting, StopInPhase("fremen", "2.09.10"))
    assert inflation(sitting.screen(PUBLIC)).side == "" and why_not(sitting, PlaceInflation(ME, "double"))
    go(sitting, "storm", "mentat_pause")
    assert TOKEN in stoppable(sitting.screen(PUBLIC), "mentat_pause")
    each(sitting, PlaceInflation(ME, "cancel"), CloseWindow())
    assert inflation(sitting.screen(PUBLIC)).side == "cancel"
    assert TOKEN not in stoppable(sitting.screen(PUBLIC), "mentat_pause"), "a token that lies there is past stopping"


@pytest.mark.parametrize(
    ("seat", "side", "rules"), [("fremen", "double", "advanced"), (ME, "up", "advanced"), (ME, "double", "basic")]
)
def test_2_09_10_by_its_owner_in_the_advanced_game(seat: str, side: str, rules: str) -> None:
    assert why_not(go(table(rules=rules), "mentat_pause"), PlaceInflation(seat, side)) == "2.09.10"


def test_2_09_10_the_token_is_offered_in_the_open() -> None:
    public = go(table(), "mentat_pause").screen(PUBLIC)
    assert "PlaceInflation" in [one.ask for one in offers(public, ME)]
    assert "PlaceInflation" not in [one.ask for one in offers(public, "fremen")]


# -- cards --------------------------------------------------------------------------------------------


def test_2_09_06_a_double_brings_three_and_the_last_one_nothing() -> None:
    sitting = go(table(("Shield/1", "Shield/2")), "storm")
    each(sitting, TurnIntoSpice(ME, "Shield/1"))
    assert purse(sitting, ME) == [5] and why_not(sitting, TurnIntoSpice(ME, "Shield/2")) == "2.09.07"


def test_2_09_07_a_worthless_card_brings_two() -> None:
    sitting = each(go(table(("Kulon/1", "Hajr/1")), "storm"), TurnIntoSpice(ME, "Kulon/1"))
    assert purse(sitting, ME) == [4] and why_not(sitting, TurnIntoSpice(ME, "Hajr/1")) == "2.09.07"
    assert why_not(sitting, TurnIntoSpice("fremen", "Hajr/1")) == "2.09.06"


def test_2_09_06_the_form_is_behind_the_own_shield_alone() -> None:
    sitting = go(table(("Kulon/1",), fremen=("Baliset/1",)), "storm")
    assert "TurnIntoSpice" in [one.ask for one in secret_offers(sitting.screen(ME), ME)]
    assert "TurnIntoSpice" not in [one.ask for one in secret_offers(sitting.screen("fremen"), "fremen")]


@pytest.mark.parametrize(("choice", "spice"), [("all", 8), ("Hajr/1", 5)])
def test_2_09_13_karama_sells_the_hand_once(choice: str, spice: int) -> None:
    sitting = go(table(("Karama/1", "Hajr/1", "Kulon/1")), "storm")
    each(sitting, SellTheHand(ME, choice))
    assert purse(sitting, ME) == [spice] and why_not(sitting, SellTheHand(ME, "all")) == "1.13.06"


def test_2_09_13_the_card_that_unlocks_it_cannot_be_sold_with_it() -> None:
    sitting = go(table(("Karama/1",)), "storm")
    assert "SellTheHand" not in [one.ask for one in secret_offers(sitting.screen(ME), ME)]
    for choice in ("Karama", "all"):
        assert why_not(sitting, SellTheHand(ME, choice)) == "2.09.13"


# -- battle -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "how", "rules", "shares"),
    [
        ("fremen", "strength", "advanced", ((ME, 2), ("bank", 3))),
        ("fremen", "traitor", "advanced", (("bank", 5),)),
        ("fremen", "strength", "basic", (("bank", 5),)),
        (ME, "strength", "advanced", (("bank", 5),)),
    ],
)
def test_2_09_11_half_of_what_others_pay_for_their_forces(seat: str, how: str, rules: str, shares: object) -> None:
    made: Table = table(rules=rules).views.referee
    assert made.viewer == REFEREE and ask(made, SupportTo(seat, 5, how)).value == shares
