"""Chapter 2: what the factions change about bidding, and what each viewer sees of it."""

from __future__ import annotations

import pytest

from referee.common.factions import FACTIONS
from referee.holdings.purse import PricePaid
from referee.kernel import PUBLIC, REFEREE
from referee.phases.bidding.cards_of_the_row import CardDrawn, CardPeeked
from referee.phases.bidding.order_of_bidding import Bidding
from tests.kit import Game

OPEN = "declare | deal"
EMPEROR = "atreides 10 | harkonnen 10 | emperor 10"
HARK = "harkonnen 10 {} | fremen 10 | guild 10"


def up(game: Game, viewer: str) -> object:
    bidding = game[viewer].get(Bidding)
    return bidding.row[0] if bidding and bidding.row else None


def test_2_01_05_atreides_sees_the_card_that_is_up_and_no_other() -> None:
    game = Game(EMPEROR).play(OPEN)
    assert game["atreides"].state(Bidding).row.faces() == ["c1"]
    assert not game["public"].state(Bidding).row.faces() + game["emperor"].state(Bidding).row.faces()


def test_2_01_05_everybody_hears_that_the_card_was_looked_at() -> None:
    heard = Game(EMPEROR).play(OPEN).heard(CardPeeked)
    assert len(heard) == 1 and str(heard[0].card) == "??"


def test_2_01_05_also_with_a_full_hand_of_the_own() -> None:
    assert up(Game("atreides 10 x4 | emperor 10").play(OPEN), "atreides") == "c1"


def test_2_01_05_after_a_restart_the_card_is_not_looked_at_again() -> None:
    game = Game("atreides 9 | emperor 9 | fremen 3").play(OPEN)
    game.play("atreides - | emperor - | fremen 6 | atreides - | emperor -", PUBLIC)
    assert game.now.barred == ["fremen"] and len(game.heard(CardPeeked)) == 1 and up(game, "atreides") == "c1"


def test_2_01_05_atreides_knows_into_whose_hand_the_card_went() -> None:
    game = Game(EMPEROR).play(f"{OPEN} | atreides - | harkonnen - | emperor 1 | atreides - | harkonnen -")
    assert [game.hand("emperor", v) for v in ("atreides", "harkonnen", PUBLIC)] == ["c1", "??", "??"]


def test_2_01_05_and_what_lies_on_top_after_nobody_wanted_it() -> None:
    game = Game(EMPEROR).play(f"{OPEN} | atreides - | harkonnen - | emperor -")
    assert game["atreides"].deck.faces() == ["c1"] and game["public"].deck.faces() == []


def test_2_01_06_atreides_alone_keeps_notes() -> None:
    game = Game(EMPEROR).play("atreides notes two shields left")
    assert game["atreides"].seats["atreides"].notes == ["two shields left"]
    assert game["public"].seats["atreides"].notes == game["emperor"].seats["atreides"].notes == []
    assert game.refused("emperor notes me too")[1] == "2.01.06"


def test_2_01_06_a_book_of_notes_is_full_at_last_and_a_shorter_one_is_not() -> None:
    game = Game("atreides 10 | fremen 5")
    for viewer in (REFEREE, "atreides"):
        game[viewer].seats["atreides"].notes += map(str, range(299))
    game.play("atreides notes the last one")
    assert game.refused("atreides notes one too many")[1] == "2.01.06"


def test_2_02_22_a_worthless_card_is_a_karama_in_the_advanced_game() -> None:
    game = Game("gesserit 1: Kulon | fremen 10").play(f"gesserit means karama Kulon | {OPEN} | gesserit 8 | fremen -")
    assert game.spice("gesserit") == [1] and game.hand("gesserit") == "c1"
    assert game["public"].discard[0] == "Kulon/bene_gesserit 1"


def test_2_02_22_not_in_the_basic_game_and_not_for_others() -> None:
    assert Game("gesserit 1: Kulon | fremen 9", rules="basic").refused("gesserit means karama")[0] == "CARD_NOT_HELD"
    assert Game("gesserit 1 | fremen 9: Kulon").refused("fremen means karama Kulon")[0] == "NOT_A_KARAMA"


def test_2_03_04_others_pay_the_emperor() -> None:
    game = Game(EMPEROR).play(f"{OPEN} | atreides 3 | harkonnen - | emperor -")
    assert game.spice("atreides", "emperor") == [7, 13] and game["public"].bank == 0
    assert game.heard(PricePaid)[0].rules() == ("2.03.04", "1.04.06.02")


def test_2_03_04_the_emperor_himself_pays_the_bank() -> None:
    game = Game(EMPEROR, first="emperor").play(f"{OPEN} | emperor 3 | atreides - | harkonnen -")
    assert (game.spice("emperor"), game["public"].bank) == ([7], 3)
    assert game.heard(PricePaid)[0].rules() == ("4.91.15", "1.04.06.02")


def test_2_03_05_the_full_price_and_no_less() -> None:
    game = Game(EMPEROR, K8="all", B7="off").play(f"{OPEN} | close | atreides 5 | harkonnen - | emperor -")
    assert game.refused("atreides pays atreides 4") == ("FULL_PRICE", "2.03.05")
    assert game.refused("atreides pays atreides 6") == ("FULL_PRICE", "2.03.05")
    assert game.refused("atreides cannot", "atreides") == ("FULL_PRICE", "2.03.05")


def test_2_03_06_the_emperor_gives_to_his_ally() -> None:
    game = Game(EMPEROR, allies="emperor harkonnen").play("emperor gives harkonnen 4")
    assert game.spice("emperor", "harkonnen") == [6, 14]
    assert game.refused("emperor gives atreides 4") == ("NOT_ALLIED", "2.03.06")
    assert game.refused("harkonnen gives emperor 4") == ("GIFT_NOT_ALLOWED", "1.10.02.03")


def test_2_03_06_no_gift_above_the_purse() -> None:
    game = Game(EMPEROR, allies="emperor harkonnen")
    assert game.refused("emperor gives harkonnen 11") == ("SUPPORT_EXCEEDS_SPICE", "2.03.06")


@pytest.mark.parametrize(("seat", "cards"), [("harkonnen", 2), ("atreides", 1), ("fremen", 1)])
def test_2_05_04_harkonnen_begins_with_two_cards(seat: str, cards: int) -> None:
    assert FACTIONS[seat].cards == cards


def test_2_05_07_harkonnen_holds_eight() -> None:
    assert Game(HARK.format("x9")).refused("declare") == ("HAND_OVER_LIMIT", "2.05.07")
    assert Game(HARK.format("x7")).play(OPEN).able == "harkonnen fremen guild"
    assert Game(HARK.format("x8")).play(OPEN).able == "fremen guild"


def test_2_05_08_a_card_bought_brings_the_top_card() -> None:
    game = Game(HARK.format("")).play(f"{OPEN} | harkonnen 2 | fremen - | guild -")
    assert game.hand("harkonnen") == "c1 c4" and game["referee"].deck[0] == "c5"
    assert [game.hand("harkonnen", v) for v in ("harkonnen", PUBLIC, "fremen")] == ["c1 c4", "?? ??", "?? ??"]


def test_2_05_08_every_card_bought_does() -> None:
    game = Game(HARK.format("")).play(f"{OPEN} | harkonnen 2 | fremen - | guild - | fremen - | guild - | harkonnen 1")
    game.play("fremen - | guild -")
    assert game.hand("harkonnen") == "c1 c4 c2 c5"


def test_2_05_08_with_an_empty_deck_the_discards_are_shuffled() -> None:
    game = Game(HARK.format(""), deck="a b c", discard="x").play(f"{OPEN} | harkonnen 2 | fremen - | guild -")
    assert game.hand("harkonnen") == "a x"


def test_2_05_08_without_any_card_left_nothing_is_drawn() -> None:
    game = Game(HARK.format(""), deck="a b c").play(f"{OPEN} | harkonnen 2 | fremen - | guild -")
    assert game.hand("harkonnen") == "a" and game.now.number == 2


def test_2_05_08_never_beyond_eight() -> None:
    game = Game(HARK.format("x7")).play(f"{OPEN} | harkonnen 2 | fremen - | guild -")
    assert len(game["public"].seats["harkonnen"].hand) == 8 and not game.heard(CardDrawn)
