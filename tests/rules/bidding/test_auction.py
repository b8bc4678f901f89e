"""Chapter 1.04: the bidding phase itself, without factions or cards that change it."""

from __future__ import annotations

from referee.holdings.hands import CountsArePublic, CountTold, DeckReshuffled
from referee.holdings.purse import PricePaid
from referee.kernel import PUBLIC, ask
from referee.phases.bidding.cards_of_the_row import CardBought, CardsReturned
from referee.phases.bidding.events import BiddingEnded, HandsDeclared
from referee.phases.bidding.order_of_bidding import Bidding
from tests.kit import Game, command_for

THREE = "guild 10 | fremen 10 | gesserit 10"
OPEN = "declare | deal"


def bought(game: Game) -> list[tuple[str, int]]:
    return [(event.seat, event.price) for event in game.heard(CardBought)]


def test_1_04_00_the_phase_opens_with_the_declaration() -> None:
    game = Game(THREE)
    assert (game["public"].phase, game.now.step) == ("bidding", "declare")


def test_1_04_01_everybody_hears_every_count() -> None:
    game = Game("guild 10 x3 | fremen 10 | gesserit 10 x1").play("declare")
    for viewer in (PUBLIC, "fremen"):
        assert game.heard(HandsDeclared, viewer)[0].counts == {"spacing_guild": 3, "fremen": 0, "bene_gesserit": 1}


def test_1_04_01_no_deal_and_no_bid_before_the_declaration() -> None:
    game = Game(THREE)
    assert game.refused("deal") == ("DECLARE_FIRST", "1.04.01")
    assert game.refused("guild 1") == ("DECLARE_FIRST", "1.04.01")
    assert "card count" in game.against(command_for("guild 1"))[0].sentence


def test_1_04_01_once_only() -> None:
    assert Game(THREE).play("declare").refused("declare")[0] == "NOT_YOUR_TURN"


def test_1_04_02_five_cards_are_one_too_many() -> None:
    assert Game("guild 10 x4 | fremen 10 x5").refused("declare") == ("HAND_OVER_LIMIT", "1.04.02")


def test_1_04_02_four_cards_are_allowed() -> None:
    assert Game("guild 10 x4 | fremen 10 x4").play("declare").now.step == "deal"


def test_1_04_03_a_full_hand_is_passed_over() -> None:
    game = Game("guild 10 | fremen 10 x4 | gesserit 10").play(f"{OPEN} | guild 1")
    assert (game.able, game.now.turn) == ("guild gesserit", "bene_gesserit")
    assert game.refused("fremen 2") == ("HAND_FULL", "1.04.03")


def test_1_04_03_the_fourth_card_ends_the_bidding_for_its_buyer() -> None:
    game = Game("guild 10 x3 | fremen 10 | gesserit 10").play(f"{OPEN} | guild 1 | fremen - | gesserit -")
    assert game.able == "fremen gesserit"


def test_1_04_03_a_discard_makes_room_in_mid_phase() -> None:
    game = Game("guild 10 | fremen 10: Hajr, Kulon, Baliset, Karama").play(f"{OPEN} | fremen plays Hajr")
    assert game.able == "guild fremen"
    game.play("guild 1")
    assert game.now.turn == "fremen"


def test_1_04_03_when_every_hand_is_full_the_rest_goes_back() -> None:
    game = Game("guild 9 x3 | fremen 9 x3", deck="a b c").play(f"{OPEN} | guild 1 | fremen - | fremen 1")
    assert game.now.step == "over" and list(game["referee"].deck) == ["c"]


def test_1_04_04_one_card_for_each_player_with_room() -> None:
    game = Game("guild 10 | fremen 10 x4 | gesserit 10 x3").play(OPEN)
    assert list(game.now.row) == ["c1", "c2"] and game["referee"].deck[0] == "c3"


def test_1_04_04_an_empty_purse_counts_like_any_other() -> None:
    assert Game("guild 0 | fremen 0 | gesserit 0").play(OPEN).now.dealt == 3


def test_1_04_04_nobody_with_room_means_no_cards() -> None:
    game = Game("guild 10 x4 | fremen 10 x4").play(OPEN)
    assert (game.now.dealt, game.now.step) == (0, "over")


def test_1_04_04_the_row_lies_face_down() -> None:
    game = Game(THREE).play(OPEN)
    assert all(not game[viewer].state(Bidding).row.faces() for viewer in ("public", "guild", "fremen"))


def test_1_04_04_the_discards_are_shuffled_when_the_deck_runs_out() -> None:
    game = Game(THREE, deck="a", discard="x y").play(OPEN)
    assert list(game.now.row) == ["a", "y", "x"] and not game["referee"].discard
    assert game.heard(DeckReshuffled)[0].count == 2


def test_1_04_04_without_discards_fewer_cards_are_dealt() -> None:
    assert Game(THREE, deck="a b").play(OPEN).now.dealt == 2


def test_1_04_05_the_first_card_dealt_is_sold_first() -> None:
    game = Game(THREE).play(f"{OPEN} | guild 1 | fremen - | gesserit -")
    assert game.hand("guild") == "c1" and game.now.row[0] == "c2"


def test_1_04_06_the_first_player_opens() -> None:
    assert Game(THREE, first="fremen").play(OPEN).now.turn == "fremen"


def test_1_04_06_else_the_next_to_the_right_with_room() -> None:
    game = Game("guild 9 | fremen 9 x4 | gesserit 9 x4 | emperor 9", first="fremen").play(OPEN)
    assert (game.now.opener, game.now.turn) == ("emperor", "emperor")


def test_1_04_06_01_the_turn_goes_to_the_right() -> None:
    game = Game(THREE, first="gesserit").play(f"{OPEN} | gesserit 1")
    assert game.now.turn == "spacing_guild"
    assert game.refused("fremen 2") == ("NOT_YOUR_TURN", "1.04.06.01")
    assert game.refused("fremen -") == ("NOT_YOUR_TURN", "1.04.06.01")


def test_1_04_06_01_the_opening_bid_is_one_at_least() -> None:
    game = Game(THREE).play(OPEN)
    assert game.refused("guild 0")[0] == game.refused("guild -3")[0] == "BID_TOO_LOW"
    assert game.refused("guild 1.5") == ("BID_NOT_WHOLE", "1.04.06.01")


def test_1_04_06_01_the_next_bid_is_higher() -> None:
    game = Game(THREE).play(f"{OPEN} | guild 3")
    assert game.refused("fremen 3") == ("BID_TOO_LOW", "1.04.06.01")
    assert game.play("fremen 4").now.high == 4


def test_1_04_06_01_a_refused_bid_is_not_a_pass() -> None:
    game = Game(THREE).play(f"{OPEN} | guild 3")
    game.refused("fremen 2")
    assert game.now.turn == "fremen" and not game.now.passed


def test_1_04_06_01_sold_when_all_others_passed_in_a_row() -> None:
    game = Game(THREE).play(f"{OPEN} | guild - | fremen 2 | gesserit 3 | guild 4 | fremen - | gesserit -")
    assert bought(game) == [("spacing_guild", 4)]


def test_1_04_06_01_the_only_one_with_room_buys_at_the_own_bid() -> None:
    assert bought(Game("guild 9 | fremen 9 x4").play(f"{OPEN} | guild 1")) == [("spacing_guild", 1)]


def test_1_04_06_02_the_bank_is_paid_and_the_card_stays_hidden() -> None:
    game = Game(THREE).play(f"{OPEN} | guild 4 | fremen - | gesserit -")
    assert (game["referee"].bank, game.spice("guild")) == (4, [6])
    assert [game.hand("guild", v) for v in ("guild", "public", "fremen")] == ["c1", "??", "??"]
    assert game.heard(PricePaid)[0].rules() == ("1.04.06.02",)


def test_1_04_06_03_nobody_bids_more_than_the_purse_holds() -> None:
    game = Game("guild 3 | fremen 9").play(OPEN)
    assert game.refused("guild 4") == ("BID_EXCEEDS_SPICE", "1.04.06.03")
    assert game.play("guild 3").now.high == 3


def test_1_04_06_03_the_table_screen_does_not_know_the_purse() -> None:
    assert Game("guild 3 | fremen 9").play(OPEN).play("guild 4", viewer=PUBLIC).now.high == 4


def test_1_04_06_04_out_of_time_is_a_pass() -> None:
    game = Game(THREE).play(f"{OPEN} | guild 1 | fremen !")
    assert game.now.passed == {"fremen": "time"} and game.now.turn == "bene_gesserit"
    assert game.refused("guild !")[0] == "NOT_YOUR_TURN"


def test_1_04_06_04_whoever_is_away_passes_at_once() -> None:
    game = Game(THREE).play(f"fremen away | {OPEN} | guild 1")
    assert game.now.passed == {"fremen": "away"} and game.now.turn == "bene_gesserit"
    assert game.play("fremen back | gesserit 2 | guild -").now.turn == "fremen"


def test_1_04_06_04_leaving_on_the_own_turn_is_a_pass() -> None:
    assert Game(THREE).play(f"{OPEN} | guild away").now.turn == "fremen"


def test_1_04_06_04_the_absent_still_get_a_card_and_may_be_the_opener() -> None:
    game = Game(THREE).play(f"guild away | {OPEN}")
    assert (game.now.dealt, game.now.opener, game.now.turn) == (3, "spacing_guild", "fremen")


def test_1_04_07_the_next_card_opens_to_the_right_of_the_last_opener() -> None:
    game = Game(THREE).play(f"{OPEN} | guild - | fremen - | gesserit 1 | guild - | fremen -")
    assert (game.now.number, game.now.opener) == (2, "fremen")


def test_1_04_07_a_full_hand_is_skipped_and_its_owner_loses_the_opening() -> None:
    game = Game("guild 9 | fremen 9 x3 | gesserit 9").play(f"{OPEN} | guild - | fremen 1 | gesserit - | guild -")
    assert game.now.opener == "bene_gesserit"


def test_1_04_07_also_when_the_opener_filled_the_own_hand() -> None:
    game = Game("guild 9 x3 | fremen 9 | gesserit 9").play(f"{OPEN} | guild 1 | fremen - | gesserit -")
    assert game.now.opener == "fremen"


def test_1_04_08_the_phase_ends_with_the_last_card() -> None:
    game = Game("guild 9 | fremen 9").play(f"{OPEN} | guild 1 | fremen - | fremen 1 | guild -")
    assert game.now.step == "over" and game.now.returned == 0
    assert game.heard(BiddingEnded)[0].rules() == ("1.04.08",)


def test_1_04_09_unwanted_cards_go_back_as_dealt() -> None:
    game = Game(THREE).play(f"{OPEN} | guild 1 | fremen - | gesserit - | fremen - | gesserit - | guild -")
    assert list(game["referee"].deck[:3]) == ["c2", "c3", "c4"] and game.now.step == "over"
    assert game.heard(CardsReturned)[0].rules() == ("1.04.09",)


def test_1_04_10_whoever_is_asked_tells_the_number() -> None:
    game = Game("guild 9 x2 | fremen 9").play("fremen asks guild")
    assert game.heard(CountTold)[0].count == 2
    assert game.refused("guild hides fremen") == ("MUST_ANSWER", "1.04.10")


def test_1_04_10_after_the_phase_nobody_has_to_answer() -> None:
    game = Game("guild 9 | fremen 9").play(f"{OPEN} | guild - | fremen -")
    assert not ask(game["public"], CountsArePublic()).value
    assert game.refused("fremen asks guild")[1] == "1.11.02"
    game.play("guild hides fremen")
