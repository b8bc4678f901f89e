"""2.09 CHOAM: charity for and from them, inflation, a hand of five, cards that become spice."""

from __future__ import annotations

import pytest

from referee.agreements.bribes import Bribe
from referee.board.forces_counted import StartForces
from referee.cards.karama.stopping import StopPower
from referee.common.factions import FACTIONS
from referee.factions.choam import ME, TOKEN, PlaceInflation, SellTheHand, TurnIntoSpice, inflation
from referee.holdings.hands import hand_limit
from referee.kernel import REFEREE, Table, ask
from referee.offers.offer import offers
from referee.offers.waiting import duties_of
from referee.offers.what_now import left_over, what_now
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.spice_for_forces import LendSupport
from referee.phases.battle.verdict import How, SupportTo
from referee.phases.charity import ClaimCharity
from referee.phases.revival.limits_and_prices import ForcePrice, FreeRevival, RevivalLimit
from referee.powers.powers import stoppable
from referee.powers.windows import CloseWindow
from tests.kit import LiveTable, Room

SEATS = (ME, "fremen", "emperor", "atreides")


def table(
    faces: tuple[str, ...] = (), rules: str = "advanced", window: str = "off", **held: tuple[str, ...]
) -> LiveTable:
    """Return a table of four, Fremen without spice, everybody else rich but CHOAM."""
    hands, spice = {ME: faces, **held}, {ME: 2, "fremen": 0, "emperor": 9, "atreides": 1}
    return LiveTable(*SEATS, first="fremen", hands=hands, spice=spice, rules=rules, K8=window)


def turn(sitting: LiveTable) -> LiveTable:
    """Play one empty turn up to charity."""
    return sitting.do("mentat_pause", "storm", "choam_charity")


def test_2_09_01_and_2_09_02_the_start() -> None:
    start = ask(table().truth, StartForces(ME))
    assert (FACTIONS[ME].spice, start.value.reserves.total, start.because[0]) == (2, 20, "2.09.02")


def test_2_09_05_a_hand_of_five() -> None:
    public = table().public
    assert (hand_limit(public, ME), hand_limit(public, "fremen")) == (5, 4)


def test_2_09_08_no_free_force_no_limit_one_spice_each() -> None:
    public = table().public
    asked = (ask(public, FreeRevival(ME)), ask(public, ForcePrice(ME, 4, 0)), ask(public, RevivalLimit(ME)))
    assert [one.value for one in asked] == [0, 4, 999] and asked[1].because[0] == asked[2].because[0] == "2.09.08"


# -- charity ------------------------------------------------------------------------------------------


def test_2_09_03_two_for_every_faction_as_the_phase_begins() -> None:
    sitting = table().do("choam_charity")
    assert sitting.purse(ME) == [10] and sitting.why(ClaimCharity(ME)) == "1.03.02"


def test_2_09_03_once_a_turn_even_if_the_phase_is_begun_again() -> None:
    assert table().do("choam_charity", "storm", "choam_charity").purse(ME) == [10]


def test_2_09_03_karama_prevents_it_once() -> None:
    sitting = table(fremen=("Karama/1",)).do("spice_blow")
    sitting.do(StopPower("fremen", "2.09.03"))
    assert sitting.do("choam_charity").purse(ME) == [2]
    assert turn(sitting).purse(ME) == [10]


def test_2_09_04_they_pay_what_others_claim() -> None:
    sitting = table().do("choam_charity").do(ClaimCharity("fremen"), ClaimCharity("atreides"))
    assert sitting.purse(ME, "fremen", "atreides") == [7, 2, 2]


def test_2_09_04_what_they_lack_comes_from_the_bank() -> None:
    sitting = table(fremen=("Karama/1",)).do("spice_blow")
    sitting.do(StopPower("fremen", "2.09.03"), "choam_charity", ClaimCharity("fremen"), ClaimCharity("atreides"))
    assert sitting.purse(ME, "fremen", "atreides") == [0, 2, 2] and sitting.truth.bank == -1


# -- inflation ----------------------------------------------------------------------------------------


def test_2_09_10_doubled_then_cancelled_then_gone() -> None:
    sitting = table().do("mentat_pause").do(PlaceInflation(ME, "double"))
    sitting.do("storm", "choam_charity").do(ClaimCharity("fremen"), ClaimCharity("atreides"))
    assert sitting.purse(ME, "fremen", "atreides") == [2 + 16 - 6, 4, 3]
    turn(sitting).do(Bribe("fremen", "emperor", 4))
    assert sitting.purse(ME) == [12] and sitting.why(ClaimCharity("fremen")) == "2.09.10"
    turn(sitting)
    assert sitting.purse(ME) == [20] and sitting.do("mentat_pause").why(PlaceInflation(ME, "double"))


@pytest.mark.parametrize(
    ("side", "asked", "says"),
    [
        ("double", ["emperor", "fremen", "atreides"], "The inflation token doubles all charity in this turn."),
        ("cancel", [], "The inflation token cancels charity: none is paid in this turn."),
    ],
)
def test_2_09_10_in_the_next_turn_every_screen_says_what_it_does_to_charity(
    side: str, asked: list[str], says: str
) -> None:
    sitting = table().do("mentat_pause").do(PlaceInflation(ME, side))
    sitting.do("storm", "choam_charity")
    public = sitting.public
    assert says in [one.words for one in what_now(public)]
    assert {seat for seat in public.seats if duties_of(sitting.screen(seat), seat)} == set(asked)
    assert {seat for seat in public.seats if "ClaimCharity" in [one.name for one in offers(public, seat)]} == set(asked)
    assert any("charity" in one.words for one in left_over(public)) == bool(asked)


def test_2_09_10_no_bribes_while_it_says_double() -> None:
    sitting = table().do("mentat_pause").do(PlaceInflation(ME, "double"))
    assert sitting.why(Bribe("emperor", "fremen", 1)) == "2.09.10"


def test_2_09_10_karama_cancels_the_placing_in_this_pause_alone() -> None:
    sitting = table(fremen=("Karama/1",), window="10").do("mentat_pause").do(PlaceInflation(ME, "double"))
    assert inflation(sitting.public).side == ""
    sitting.do(StopPower("fremen", "2.09.10"))
    assert inflation(sitting.public).side == "" and sitting.why(PlaceInflation(ME, "double"))
    sitting.do("storm", "mentat_pause")
    assert TOKEN in stoppable(sitting.public, "mentat_pause")
    sitting.do(PlaceInflation(ME, "cancel"), CloseWindow())
    assert inflation(sitting.public).side == "cancel"
    assert TOKEN not in stoppable(sitting.public, "mentat_pause"), "a token that lies there is past stopping"


@pytest.mark.parametrize(
    ("seat", "side", "rules"), [("fremen", "double", "advanced"), (ME, "up", "advanced"), (ME, "double", "basic")]
)
def test_2_09_10_by_its_owner_in_the_advanced_game(seat: str, side: str, rules: str) -> None:
    assert table(rules=rules).do("mentat_pause").why(PlaceInflation(seat, side)) == "2.09.10"


def test_2_09_10_the_token_is_offered_in_the_open() -> None:
    public = table().do("mentat_pause").public
    assert "PlaceInflation" in [one.name for one in offers(public, ME)]
    assert "PlaceInflation" not in [one.name for one in offers(public, "fremen")]


# -- cards --------------------------------------------------------------------------------------------


def test_2_09_06_a_double_brings_three_and_the_last_one_nothing() -> None:
    sitting = table(("Shield/1", "Shield/2")).do("storm")
    sitting.do(TurnIntoSpice(ME, "Shield/1"))
    assert sitting.purse(ME) == [5] and sitting.why(TurnIntoSpice(ME, "Shield/2")) == "2.09.07"


def test_2_09_07_a_worthless_card_brings_two() -> None:
    sitting = table(("Kulon/1", "Hajr/1")).do("storm").do(TurnIntoSpice(ME, "Kulon/1"))
    assert sitting.purse(ME) == [4] and sitting.why(TurnIntoSpice(ME, "Hajr/1")) == "2.09.07"
    assert sitting.why(TurnIntoSpice("fremen", "Hajr/1")) == "2.09.06"


def test_2_09_06_the_form_is_behind_the_own_shield_alone() -> None:
    sitting = table(("Kulon/1",), fremen=("Baliset/1",)).do("storm")
    assert "TurnIntoSpice" in sitting.secret(ME)
    assert "TurnIntoSpice" not in sitting.secret("fremen")


@pytest.mark.parametrize(("choice", "spice"), [("all", 8), ("Hajr/1", 5)])
def test_2_09_13_karama_sells_the_hand_once(choice: str, spice: int) -> None:
    sitting = table(("Karama/1", "Hajr/1", "Kulon/1")).do("storm")
    sitting.do(SellTheHand(ME, choice))
    assert sitting.purse(ME) == [spice] and sitting.why(SellTheHand(ME, "all")) == "1.13.06"


def test_2_09_13_the_card_that_unlocks_it_cannot_be_sold_with_it() -> None:
    sitting = table(("Karama/1",)).do("storm")
    assert "SellTheHand" not in sitting.secret(ME)
    for choice in ("Karama", "all"):
        assert sitting.why(SellTheHand(ME, choice)) == "2.09.13"


# -- battle -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "how", "rules", "shares"),
    [
        ("fremen", "totals", "advanced", ((ME, 2), ("bank", 3))),
        ("fremen", "traitor", "advanced", (("bank", 5),)),
        ("fremen", "totals", "basic", (("bank", 5),)),
        (ME, "totals", "advanced", (("bank", 5),)),
    ],
)
def test_2_09_11_half_of_what_others_pay_for_their_forces(seat: str, how: How, rules: str, shares: object) -> None:
    made: Table = table(rules=rules).truth
    assert made.viewer == REFEREE and ask(made, SupportTo(seat, 5, how)).value == shares


def test_2_09_09_choam_may_pay_for_the_forces_of_their_ally_at_every_table() -> None:
    seats = (ME, "emperor", "atreides", "fremen")
    room = Room("advanced", seats=seats, hands={}, allies="choam emperor", first="emperor")
    room.do(BeginBattle("Arrakeen", "emperor", "atreides", 6, 0, 5))
    assert [seat for seat in seats if "LendSupport" in room.secret(seat)] == [ME]
    assert room.refusals(LendSupport("fremen", 2)) == [("1.13.04.04", "NOT_ALLIED")]
    assert room.refusals(LendSupport(ME, 99)) == [("2.09.09", "NOT_ENOUGH_SPICE")]
    room.do(LendSupport(ME, 4))
    assert room.screen("emperor").log[-1].event.rules()[0] == "2.09.09"
    assert room.refusals(LockPlan("emperor", 5, "Caid", helped=5)) == [("2.09.09", "SPICE_EXCEEDS_HELD")]
    room.do(LockPlan("emperor", 5, "Caid", support=1, helped=4), LockPlan("atreides", 1, "Dr. Yueh", support=1))
    room.answers(seats=("emperor", "atreides"))
    assert room.live.verdict.net == {ME: -4, "emperor": -1, "atreides": -1}
    assert "2.09.09" in {line.rule for line in room.live.verdict.lines}


def test_2_09_11_what_the_verdict_says_is_what_is_paid() -> None:
    seats = (ME, "emperor", "atreides", "fremen")
    room = Room("advanced", seats=seats, hands={}, allies="", first="emperor")
    room.do(BeginBattle("Arrakeen", "emperor", "atreides", 6, 0, 5))
    room.do(LockPlan("emperor", 5, "Caid", support=5), LockPlan("atreides", 2, "Dr. Yueh", support=2))
    room.answers(seats=("emperor", "atreides"))
    before = dict(zip(seats, room.purse(*seats), strict=True))
    net = room.live.verdict.net
    assert (net[ME], net["emperor"], net["atreides"]) == (2 + 1, -5, -2)
    room.do(SettleBattle())
    after = dict(zip(seats, room.purse(*seats), strict=True))
    assert {seat: after[seat] - before[seat] for seat in seats if after[seat] != before[seat]} == net  # type: ignore[operator]
