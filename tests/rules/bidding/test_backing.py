"""Helping to pay: an ally's promise, the Emperor's permission and gifts, bribes."""

from __future__ import annotations

from referee.agreements.bribes import BribePaid
from referee.holdings.ledger import pay
from referee.holdings.purse import PricePaid, SpiceGiven
from referee.kernel import PUBLIC, react
from referee.phases.bidding.bid_limit import Back, SupportPromised, bid_limit, promise
from referee.phases.bidding.order_of_bidding import Backing
from referee.phases.shipment.shipping import SHIPPED
from referee.running.dice import Dice
from tests.kit import Game, LiveTable

LINE = "guild 2 | fremen 5 | gesserit 9"
OPEN = "declare | deal"


def allied(line: str = LINE, **options: str) -> Game:
    return Game(line, allies="guild fremen", **options)


def test_1_10_02_04_a_promise_raises_the_limit() -> None:
    game = allied().play("fremen backs guild 3")
    assert bid_limit(game["guild"], "spacing_guild").most == 5
    assert bid_limit(game["guild"], "spacing_guild").because[:2] == ("1.04.06.03", "1.10.02.04")


def test_1_10_02_04_only_the_two_hear_of_it() -> None:
    game = allied().play("fremen backs guild 3")
    assert [len(game.heard(SupportPromised, v)) for v in ("guild", "fremen", "gesserit", PUBLIC)] == [1, 1, 0, 0]
    assert game["gesserit"].get(Backing) is game["public"].get(Backing) is None


def test_1_10_02_04_both_pay_and_everybody_sees_it() -> None:
    game = allied().play(f"fremen backs guild 3 | {OPEN} | guild 5 | fremen - | gesserit -")
    assert game.spice("guild", "fremen") == [0, 2]
    assert game.heard(PricePaid)[0].shares == {"spacing_guild": 2, "fremen": 3}


def test_1_10_02_04_the_buyer_may_let_the_ally_pay_more() -> None:
    game = allied(K8="all").play(f"fremen backs guild 3 | {OPEN} | guild 3 | fremen - | gesserit -")
    assert game.refused("guild pays guild 3 fremen 1") == ("FULL_PRICE", "1.04.06.02")
    assert game.play("guild pays fremen 3 | close").spice("guild", "fremen") == [2, 2]


def test_1_10_02_04_nobody_pays_more_than_promised() -> None:
    game = allied(K8="all").play(f"fremen backs guild 2 | {OPEN} | guild 3 | fremen - | gesserit -")
    assert game.refused("guild pays fremen 3")[0] == "SUPPORT_EXCEEDS_SPICE"
    assert game.refused("guild pays gesserit 3")[0] == "NOT_ALLIED"
    assert game.refused("guild pays guild 3")[0] == "BID_EXCEEDS_SPICE"


def test_1_10_02_04_shares_chosen_early_do_not_outlive_the_promise() -> None:
    game = allied(K8="all").play(f"fremen backs guild 3 | {OPEN} | guild 2 | fremen - | gesserit -")
    game.play("guild pays fremen 2 | fremen bribes gesserit 5 | close")
    assert game.spice("guild", "fremen") == [0, 0]


def test_1_10_02_04_nobody_promises_more_than_the_purse_holds() -> None:
    assert allied().refused("fremen backs guild 6") == ("SUPPORT_EXCEEDS_SPICE", "1.10.02.04")


def test_1_10_02_04_only_allies_promise() -> None:
    assert Game(LINE).refused("fremen backs guild 1") == ("NOT_ALLIED", "1.10.02.04")


def test_1_10_02_04_the_promise_shrinks_with_the_purse() -> None:
    game = allied().play("fremen backs guild 4 | fremen bribes gesserit 3")
    assert promise(game["guild"], "fremen", "spacing_guild") == 2


def test_1_10_02_04_and_grows_back_no_higher_than_it_was() -> None:
    game = Game("guild 2 | emperor 3 | gesserit 9", allies="guild emperor").play("emperor backs guild 3")
    game.play(f"emperor gives guild 2 | {OPEN} | guild - | emperor - | gesserit 9 | guild - | emperor -")
    assert promise(game["guild"], "emperor", "spacing_guild") == 3


def test_1_10_02_04_the_promise_shrinks_whatever_is_paid() -> None:
    table = LiveTable("spacing_guild", "fremen", spice={"spacing_guild": 2, "fremen": 5}, allies="spacing_guild fremen")
    table.do("bidding", Back("fremen", "spacing_guild", 4))
    truth = table.truth
    (paid,) = pay("fremen", "bank", 3, SHIPPED(), ("1.00.02",))
    truth.hear(paid)
    for event in react(truth, paid, Dice(1)):
        truth.hear(event)
    assert promise(truth, "fremen", "spacing_guild") == 2


def test_1_10_02_04_nought_takes_it_back() -> None:
    game = allied().play(f"fremen backs guild 3 | fremen backs guild 0 | {OPEN}")
    assert game.refused("guild 3")[0] == "BID_EXCEEDS_SPICE"


def test_1_10_02_04_a_promise_ends_with_the_phase() -> None:
    game = allied().play(f"fremen backs guild 3 | {OPEN} | guild - | fremen - | gesserit -")
    assert promise(game["referee"], "fremen", "spacing_guild") == 0


def test_1_10_02_04_a_promise_is_not_used_up_by_paying() -> None:
    game = allied("guild 2 | fremen 9 | gesserit 9")
    game.play(f"fremen backs guild 3 | {OPEN} | guild 3 | fremen - | gesserit -")
    assert bid_limit(game["referee"], "spacing_guild").most == 3


def test_1_10_02_03_allies_give_each_other_nothing() -> None:
    assert allied().refused("fremen gives guild 1") == ("GIFT_NOT_ALLOWED", "1.10.02.03")


def test_1_12_01_a_bribe_lies_in_front_of_the_shield() -> None:
    game = Game(LINE).play("fremen bribes guild 3")
    assert game.spice("guild", "fremen") == [2, 2] and game["public"].seats["spacing_guild"].bribes == 3
    assert game.heard(BribePaid)[0].rules() == ("1.12.01", "1.12.02")


def test_1_12_02_a_bribe_cannot_be_bid_before_it_is_collected() -> None:
    assert Game(LINE).play(f"fremen bribes guild 3 | {OPEN}").refused("guild 3")[0] == "BID_EXCEEDS_SPICE"


def test_1_12_01_no_bribe_above_the_purse() -> None:
    assert Game(LINE).refused("fremen bribes guild 6") == ("NOT_ENOUGH_SPICE", "1.12.01")


def test_1_12_01_allies_do_not_bribe_each_other() -> None:
    assert allied().refused("fremen bribes guild 1") == ("BRIBE_BETWEEN_ALLIES", "1.12.01")


def test_1_11_01_a_gift_is_heard_by_the_two_alone() -> None:
    game = Game("guild 2 | emperor 9 | fremen 1", allies="guild emperor").play("emperor gives guild 4")
    assert [len(game.heard(SpiceGiven, v)) for v in ("guild", "emperor", "fremen", PUBLIC)] == [1, 1, 0, 0]
