"""3.01.11: Karama in the auction, who sees it, and what it stops."""

from __future__ import annotations

import pytest

from referee.cards.karama.purchase import WayToPayChosen
from referee.holdings.hands import NothingToShow
from referee.holdings.purse import PricePaid
from referee.kernel import PUBLIC
from referee.phases.bidding.bid_limit import NO_LIMIT, bid_limit
from referee.phases.bidding.order_of_bidding import Backing, Bidding
from referee.powers.karama_windows import PowerStopped
from referee.powers.windows import stoppable_now
from tests.kit import Game

OPEN = "declare | deal"
OVER = "guild 2: Karama | fremen 9 | gesserit 9"
POWERS = "atreides 9 | harkonnen 9 | emperor 9 | fremen 9: Karama"


def test_3_01_11_04_over_bid_win_and_pay_nothing() -> None:
    game = Game(OVER).play(f"{OPEN} | guild means karama | guild 8 | fremen - | gesserit -")
    assert game.spice("guild") == [2] and game.hand("guild") == "c1" and not game.heard(PricePaid)
    assert game["public"].discard[0] == "Karama/spacing_guild 1"


def test_3_01_11_04_nobody_hears_of_the_intention() -> None:
    game = Game(OVER).play(f"{OPEN} | guild means karama")
    assert [len(game.heard(WayToPayChosen, v)) for v in ("guild", "fremen", PUBLIC)] == [1, 0, 0]
    assert game["public"].get(Backing) is None
    assert bid_limit(game["guild"], "spacing_guild").most == NO_LIMIT


def test_3_01_11_04_outbid_nothing_is_spent_and_nobody_learns_of_it() -> None:
    game = Game(OVER).play(f"{OPEN} | guild means karama | guild 8 | fremen 9 | gesserit - | guild -")
    assert game.hand("guild") == "Karama" and not game["public"].discard
    assert not game.heard(WayToPayChosen)


def test_3_01_11_04_without_it_the_bid_is_too_high() -> None:
    game = Game(OVER).play(f"{OPEN} | guild means karama | guild means spice")
    assert game.refused("guild 8")[0] == "BID_EXCEEDS_SPICE"


def test_3_01_11_04_the_intention_is_for_one_card() -> None:
    game = Game("guild 2: Karama, Karama | fremen 9").play(f"guild means karama | {OPEN} | guild 8 | fremen -")
    assert game["guild"].state(Backing).by_card == {} and game.hand("guild") == "Karama c1"


def test_3_01_11_04_only_with_a_karama_in_the_hand() -> None:
    assert Game(OVER).refused("fremen means karama") == ("CARD_NOT_HELD", "3.01.11.04")
    assert Game("guild 2: Hajr | fremen 9").refused("guild means karama Hajr")[0] == "NOT_A_KARAMA"


def test_3_01_11_04_not_with_a_full_hand() -> None:
    line = "guild 2: Karama, Hajr, Kulon, Baliset | fremen 9"
    assert Game(line).refused("guild means karama") == ("HAND_FULL", "3.01.11.04")
    assert Game(line).play(OPEN).refused("guild takes") == ("HAND_FULL", "3.01.11.04")


def test_3_01_11_04_taking_the_card_ends_its_auction() -> None:
    game = Game(OVER).play(f"{OPEN} | guild 1 | fremen 2 | gesserit - | guild takes")
    assert game.hand("guild") == "c1" and game.spice("guild", "fremen") == [2, 9]
    assert (game.now.number, game.now.opener, game.now.high_by) == (2, "fremen", "")


def test_3_01_11_04_only_on_the_own_turn() -> None:
    game = Game("guild 2 | fremen 9: Karama").play(OPEN)
    assert game.refused("fremen takes") == ("NOT_YOUR_TURN", "3.01.11.04")


def test_3_01_11_04_harkonnen_draws_for_a_card_taken() -> None:
    game = Game("harkonnen 2: Karama | fremen 9").play(f"{OPEN} | harkonnen takes")
    assert game.hand("harkonnen") == "c1 c3"


def test_3_01_11_a_claim_without_the_card_comes_to_nothing() -> None:
    game = Game("guild 2: Karama | fremen 9 x1").play(f"{OPEN} | guild 1")
    assert game.refused("fremen takes")[0] == "CARD_NOT_HELD"
    game.play("fremen takes", viewer=PUBLIC)
    assert len(game.heard(NothingToShow)) == 1 and game.now.turn == "fremen" and not game["public"].discard


def test_3_01_11_01_the_payment_is_stopped_once() -> None:
    game = Game(POWERS, K8="10").play(f"{OPEN} | close | atreides 3 | harkonnen - | emperor - | fremen -")
    assert [power.key for power in stoppable_now(game["public"])][:1] == ["PAYMENT_FOR_TREACHERY"]
    game.play("fremen stops 2.03.04 | close")
    assert game.spice("atreides", "emperor") == [6, 9] and game["public"].bank == 3
    game.play("harkonnen 2 | emperor - | fremen - | atreides - | close")
    assert game.spice("harkonnen", "emperor") == [7, 11]


def test_3_01_11_01_everybody_sees_the_card_that_stopped_it() -> None:
    game = Game(POWERS, K8="10").play(f"{OPEN} | close | atreides 3 | harkonnen - | emperor - | fremen -")
    game.play("fremen stops 2.03.04")
    assert game.heard(PowerStopped)[0].rules()[0] == "3.01.11.01"
    assert game["public"].discard[0] == "Karama/fremen 1" and game.hand("fremen") == ""
    assert [power.rule for power in stoppable_now(game["public"])] == ["2.01.05"], "one window a card"


def test_3_01_11_01_the_extra_card_is_stopped() -> None:
    game = Game(POWERS, first="harkonnen", K8="10").play(f"{OPEN} | close | harkonnen 3 | emperor -")
    game.play("fremen - | atreides - | fremen stops 2.05.08 | close")
    assert game.hand("harkonnen") == "c1" and game["referee"].deck[0] == "c5"
    assert "2.05.08" not in game["public"].suspended


def test_3_01_11_02_the_look_is_prevented_before_it_happens() -> None:
    game = Game(POWERS, K8="10").play(OPEN)
    assert [power.rule for power in stoppable_now(game["public"])] == ["2.01.05"]
    game.play("fremen stops 2.01.05 | close")
    assert game["atreides"].state(Bidding).row.faces() == []
    game.play("atreides 1 | harkonnen - | emperor - | fremen -")
    assert game["atreides"].state(Bidding).row.faces() == ["c2"]


def test_3_01_11_02_ahead_of_time_it_meets_the_next_use() -> None:
    game = Game(POWERS).play("declare | fremen stops 2.01.05 | deal")
    assert game["atreides"].state(Bidding).row.faces() == []


def test_3_01_11_01_not_ones_own_power_and_not_twice() -> None:
    game = Game("emperor 9: Karama | atreides 9: Karama")
    assert game.refused("emperor stops 2.03.04")[1] == "3.01.11.01"
    assert game.play("atreides stops 2.03.04").refused("atreides stops 2.03.04")[1] == "3.01.11.01"
    assert game.refused("emperor stops 9.9.9")[1] == "3.01.11.01"


@pytest.mark.parametrize("seat", ["atreides", "harkonnen", "emperor"])
def test_3_01_11_02_only_with_a_karama(seat: str) -> None:
    rule = "2.05.08" if seat == "atreides" else "2.01.05"
    assert Game(POWERS).refused(f"{seat} stops {rule}") == ("CARD_NOT_HELD", "3.01.11")


def test_3_01_11_a_stopped_power_makes_room_for_the_hand_that_stopped_it() -> None:
    full = "guild 9: Karama, Hajr, Kulon, Baliset | emperor 9 | fremen 9"
    game = Game(full, K8="10").play(f"{OPEN} | emperor - | fremen 1 | emperor -")
    game.play("guild stops 2.03.04 | close")
    assert game.now.opener == "fremen" and "guild" in game.able
