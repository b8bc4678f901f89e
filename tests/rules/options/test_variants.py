"""Chapter 4: conduct at the table and every option of bidding."""

from __future__ import annotations

import pytest

from referee.cards.karama.purchase import WayToPayChosen
from referee.holdings.hands import CountsArePublic, hand_limit
from referee.holdings.purse import PricePaid
from referee.kernel import OPTIONS, PUBLIC, ask
from referee.phases.bidding.bid_limit import bid_limit, promise
from referee.phases.bidding.bid_time import BidSeconds, talk_seconds, time_out_passes
from referee.phases.bidding.cards_of_the_row import CardsReturned
from referee.phases.bidding.events import BidIllegal, BidStruck
from referee.powers.powers import stop_seconds
from referee.powers.windows import Window
from tests.kit import TWELVE_CARDS, Game

THREE = "guild 10 | fremen 10 | gesserit 10"
OPEN = "declare | deal"
POOR = "guild 9 | fremen 9 | gesserit 3"


def unpaid(**options: str) -> Game:
    """Return a table where the sisterhood bid 6 with 3 to pay, entered on the table screen."""
    return Game(POOR, **options).play(f"{OPEN} | guild 2 | fremen - | gesserit 6 | guild - | fremen -", PUBLIC)


def test_4_90_01_the_same_card_again_without_the_offender() -> None:
    game = unpaid()
    assert (game.now.row[0], game.now.opener, game.now.barred) == ("c1", "spacing_guild", ["bene_gesserit"])
    assert game.able == "guild fremen" and game.spice("gesserit") == [3]
    assert game.refused("gesserit 1") == ("BARRED", "4.90.01")
    assert game.refused("gesserit -")[0] == "NOT_YOUR_TURN"
    assert game.heard(BidIllegal)[0].rules() == ("4.90.01",)


def test_4_90_01_barred_for_this_card_only() -> None:
    assert unpaid().play("guild 1 | fremen -").able == "guild fremen gesserit"


def test_4_90_01_an_offending_opener_hands_the_opening_on() -> None:
    game = Game("gesserit 3 | guild 9 | fremen 9").play(f"{OPEN} | gesserit 6 | guild - | fremen -", PUBLIC)
    assert game.now.opener == "spacing_guild"


def test_4_90_01_nobody_left_to_bid_on_it() -> None:
    game = Game("guild 3 | fremen 9 x4").play(f"{OPEN} | guild 6", PUBLIC)
    assert game.now.step == "over" and list(game["referee"].deck[:2]) == ["c1", "c2"]


def test_4_90_02_the_emperor_backs_anybody() -> None:
    game = Game("atreides 2 | emperor 9 | fremen 9").play(f"emperor backs atreides 3 | {OPEN} | atreides 5")
    assert bid_limit(game["atreides"], "atreides").sources == (("atreides", 2), ("emperor", 3))
    assert game.play("emperor - | fremen -").spice("atreides", "emperor") == [0, 11]


def test_4_90_02_on_top_of_an_ally() -> None:
    game = Game("atreides 2 | emperor 9 | fremen 9", allies="atreides fremen")
    game.play("emperor backs atreides 3 | fremen backs atreides 4")
    assert bid_limit(game["referee"], "atreides").most == 9


def test_4_90_03_and_4_90_04_a_window_opens_before_each_card() -> None:
    talk = Game(THREE, B7="45").play(OPEN)
    assert talk.open == Window("talk", 45)
    pause = Game("atreides 9 | fremen 9 x1", K8="10").play(OPEN)
    assert pause.open == Window("pause", 10)


def test_4_90_04_it_closes_early_when_everybody_is_ready() -> None:
    game = Game(THREE, B7="45").play(f"gesserit away | {OPEN} | guild ready")
    assert game.refused("guild ready")[1] == "4.90.04"
    assert game.play("fremen ready").now.turn == "spacing_guild"


def test_4_90_04_no_bid_while_it_is_open() -> None:
    assert Game(THREE, B7="45").play(OPEN).refused("guild 1")[0] == "NOT_YOUR_TURN"


def test_4_90_04_a_discard_during_it_may_change_the_opener() -> None:
    game = Game("guild 9 | fremen 9: Hajr, Kulon, Baliset, Karama", first="fremen", B7="45").play(OPEN)
    assert game.now.opener == "spacing_guild"
    assert game.play("fremen plays Hajr | close").now.opener == "fremen"


def test_4_90_07_warned_then_bids_only() -> None:
    game = Game(THREE).play("guild warned | guild warned | guild warned only")
    own = game["public"].seats["spacing_guild"]
    assert (own.warnings, own.bid_only) == (2, True)


def test_4_91_01_a_pass_may_be_final() -> None:
    line = f"{OPEN} | guild - | fremen 1 | gesserit 2"
    assert Game(THREE).play(line).now.turn == "spacing_guild"
    assert Game(THREE, B1="final").play(line).now.turn == "fremen"


@pytest.mark.parametrize(
    ("value", "deck"), [("dealt", "c1 c2 c3 c4"), ("top", "c3 c2 c1 c4"), ("deck", "c12 c11 c10 c9")]
)
def test_4_91_02_how_cards_go_back(value: str, deck: str) -> None:
    game = Game(THREE, B2=value, deck=TWELVE_CARDS).play(f"{OPEN} | guild - | fremen - | gesserit -")
    assert " ".join(map(str, game["referee"].deck[:4])) == deck and len(game["referee"].deck) == 12


def test_4_91_03_what_a_bid_may_be_made_of() -> None:
    def limit(value: str) -> float:
        game = Game("atreides 2 | emperor 9 | fremen 9", allies="atreides fremen")
        game.play(f"emperor backs atreides 3 | fremen backs atreides 4 | set B3 {value}")
        return bid_limit(game["atreides"], "atreides").most

    assert [limit(value) for value in ("all", "ally", "own")] == [9, 6, 2]


def test_4_91_03_what_does_not_count_is_not_promised() -> None:
    game = Game("atreides 2 | emperor 9 | fremen 9", allies="atreides fremen", B3="ally")
    assert game.refused("emperor backs atreides 3") == ("NOT_ALLIED", "4.91.03")
    assert Game(THREE, allies="guild fremen", B3="own").refused("guild backs fremen 1")[0] == "NOT_ALLIED"


def test_4_91_04_a_bid_nobody_can_pay_may_be_refused_everywhere() -> None:
    game = Game(POOR, B4="refuse").play(f"{OPEN} | guild 2 | fremen -")
    assert game.refused("gesserit 6", PUBLIC) == ("BID_EXCEEDS_SPICE", "1.04.06.03")


def test_4_91_05_it_may_count_as_a_pass() -> None:
    game = unpaid(B5="pass")
    assert (game.now.high_by, game.now.high, game.now.turn) == ("spacing_guild", 2, "fremen")
    assert game.heard(BidStruck) and game.play("fremen -").spice("guild") == [7]


def test_4_91_05_and_with_no_bid_before_it_everybody_is_asked_again() -> None:
    game = Game("gesserit 3 | guild 9 | fremen 9", B5="pass").play(OPEN)
    assert game.play("gesserit 6 | guild - | fremen -", PUBLIC).now.turn == "spacing_guild"
    assert game.play("guild - | fremen -").now.step == "over"


@pytest.mark.parametrize(("value", "seconds", "passes"), [("10", 10, 1), ("15", 15, 1), ("off", 0, 1), ("bell", 10, 0)])
def test_4_91_06_the_clock_for_a_bid(value: str, seconds: int, passes: int) -> None:
    table = Game(THREE, B6=value)["public"]
    assert (ask(table, BidSeconds()).value, time_out_passes(table)) == (seconds, bool(passes))


def test_4_91_07_the_deal_window_has_a_length() -> None:
    values = ("45", "30", "100", "off")
    assert [talk_seconds(Game(THREE, B7=v)["public"]) for v in values] == [45, 30, 100, 0]


def test_4_91_08_the_clock_may_run_for_the_absent() -> None:
    assert Game(THREE, B8="clock").play(f"fremen away | {OPEN} | guild 1").now.turn == "fremen"


def test_4_91_09_the_first_real_bidder_may_count_as_opener() -> None:
    line = f"{OPEN} | guild - | fremen 1 | gesserit - | guild -"
    assert Game(THREE).play(line).now.opener == "fremen"
    assert Game(THREE, B9="bid").play(line).now.opener == "bene_gesserit"


def full(**options: str) -> Game:
    """Return a table with printed cards where every hand turns out to be full with two cards left to sell."""
    game = Game("guild 9 x3 | fremen 9 x3 | gesserit 9 x3", P1="counts", **options).play(f"{OPEN} | guild 1")
    return game.play("fremen holds 4 | gesserit holds 4").play("fremen -")


def test_4_91_10_when_every_hand_is_full_cards_go_back() -> None:
    game = full()
    assert (game.now.step, game.now.returned) == ("over", 2)
    assert game.heard(CardsReturned)[0].rules() == ("1.04.09", "1.04.03")


def test_4_91_10_or_the_table_waits_for_a_discard() -> None:
    game = full(B10="wait")
    assert (game.open, game.able) == (Window("wait", 0), "")
    game.play("gesserit plays Hajr")
    assert (game.now.number, game.now.opener, game.now.turn) == (2, "bene_gesserit", "bene_gesserit")


def test_4_91_10_or_for_a_count_that_was_wrong() -> None:
    assert full(B10="wait").play("fremen holds 2").now.turn == "fremen"


def test_4_91_10_until_it_has_waited_enough() -> None:
    game = full(B10="wait").play("close")
    assert (game.now.step, game.now.returned) == ("over", 2)


def test_4_91_11_karama_instead_of_the_payment() -> None:
    game = Game("guild 9: Karama | fremen 9", B11="instead").play(OPEN)
    assert game.refused("guild takes") == ("NOT_YOUR_TURN", "4.91.11")
    game.play("guild 4 | fremen - | guild takes")
    assert game.spice("guild") == [9] and game.hand("guild") == "c1"


def test_4_91_11_karama_at_any_time() -> None:
    game = Game("guild 9 | fremen 9: Karama", B11="any").play(f"{OPEN} | fremen takes")
    assert game.hand("fremen") == "c1"


def test_4_91_12_karama_may_make_room() -> None:
    game = Game("guild 9 | fremen 9: Karama, Hajr, Kulon, Baliset", B12="room").play(f"{OPEN} | fremen takes")
    assert game.hand("fremen") == "Hajr Kulon Baliset c1"


def test_4_91_13_an_over_bid_may_have_to_be_declared() -> None:
    game = Game("guild 2: Karama | fremen 9", B13="declared").play("guild means karama")
    assert game.heard(WayToPayChosen)[0].by_card and game.hand("guild", PUBLIC) == "??"


def test_4_91_13_a_declared_over_bidder_who_holds_the_card_can_pay() -> None:
    script = "guild means karama | declare | deal | guild 9 | fremen -"
    game = Game("guild 2: Karama | fremen 9", B13="declared", K8="all").play(script)
    assert game.refused("guild cannot") == ("FULL_PRICE", "4.91.13")
    hidden = Game("guild 2: Karama | fremen 9", K8="all").play(script)
    assert hidden.play("guild cannot").now.barred


def test_4_91_18_what_was_spent_of_a_promise_may_be_gone() -> None:
    for value, left in (("card", 5), ("phase", 2)):
        game = Game("atreides 2 | fremen 9 | guild 9", allies="atreides fremen", B18=value)
        game.play(f"fremen backs atreides 5 | {OPEN} | atreides 5 | fremen - | guild -")
        assert [promise(game[seat], "fremen", "atreides") for seat in ("fremen", "atreides")] == [left, left]


def test_4_91_14_counts_may_always_be_public() -> None:
    over = f"{OPEN} | guild - | fremen - | gesserit -"
    assert not ask(Game(THREE).play(over)["public"], CountsArePublic()).value
    assert ask(Game(THREE, B14="always").play(over)["public"], CountsArePublic()).value


def test_4_91_15_the_emperor_pays_the_bank_for_himself() -> None:
    game = Game("emperor 9 | fremen 9").play(f"{OPEN} | emperor 2 | fremen -")
    assert game.heard(PricePaid)[0].payee == "bank"


def test_4_91_16_the_eighth_card_brings_no_ninth() -> None:
    game = Game("harkonnen 9 x6 | fremen 9 | guild 9").play(f"{OPEN} | harkonnen 1 | fremen - | guild -")
    assert len(game["public"].seats["harkonnen"].hand) == hand_limit(game["public"], "harkonnen") == 8


def test_4_91_17_the_emperors_share_may_come_back_late() -> None:
    game = Game("atreides 2 | emperor 9 | fremen 9", B17="after").play("emperor backs atreides 3 | declare | deal")
    game.play("atreides 5 | emperor - | fremen -")
    assert game.spice("emperor") == [8] and promise(game["atreides"], "emperor", "atreides") == 3
    assert game.play("emperor - | fremen - | atreides -").spice("emperor") == [11]


def test_4_91_17_what_lies_apart_backs_nobody() -> None:
    game = Game("atreides 2 | emperor 3 | fremen 9", B17="after").play("emperor backs atreides 3 | declare | deal")
    game.play("atreides 5 | emperor - | fremen -")
    assert game.spice("emperor") == [2] and promise(game["atreides"], "emperor", "atreides") == 2


def stopped(**options: str) -> Game:
    """Return a table where the Fremen stopped the Emperor's income for the first card."""
    game = Game("atreides 9 | emperor 9 | fremen 9: Karama", **options).play(f"{OPEN} | fremen stops 2.03.04")
    return game.play("atreides 3 | emperor - | fremen - | emperor - | fremen 2 | atreides - | emperor -")


def test_4_92_01_how_long_a_karama_holds() -> None:
    assert [stopped(K1=v).spice("emperor")[0] for v in ("use", "phase", "turn")] == [11, 9, 9]


def test_4_92_01_for_the_phase_or_for_the_turn() -> None:
    phase, turn = (stopped(K1=v).play("fremen - | atreides - | emperor -") for v in ("phase", "turn"))
    assert ("2.03.04" in phase["public"].suspended, "2.03.04" in turn["public"].suspended) == (False, True)
    assert "2.03.04" not in turn.play("begin 2")["public"].suspended


@pytest.mark.parametrize(("value", "seconds"), [("10", 10), ("off", 0), ("all", -1), ("30", 30)])
def test_4_92_08_the_window_for_karama(value: str, seconds: int) -> None:
    game = Game("atreides 9 x1 | emperor 9 x1", K8=value)
    assert stop_seconds(game["public"]) == seconds
    game.play(OPEN)
    assert (game.open.seconds if game.open else 0) == seconds


def test_4_92_08_the_same_window_whoever_holds_a_karama() -> None:
    lines = ("atreides 9 | emperor 9 x1 | fremen 9 x1", "atreides 9 | emperor 9 x1 | fremen 9: Karama")
    games = [Game(line, K8="10").play(f"{OPEN} | close | atreides 1 | emperor - | fremen -") for line in lines]
    assert [g.open for g in games] == [Window("settle", 10)] * 2


def test_every_option_knows_its_choices() -> None:
    for key, one in OPTIONS.items():
        assert one.allows(one.default) and not one.allows("nonsense") and not one.allows("-1"), key
        assert Game(THREE).refused(f"set {key} nonsense")[1] == "4.97.03"


def test_an_option_changed_in_mid_game_holds_at_once() -> None:
    game = Game(THREE).play(f"{OPEN} | guild - | fremen 1 | set B1 final | gesserit 2")
    assert game.now.turn == "fremen" and game["guild"].options["B1"] == "final"
