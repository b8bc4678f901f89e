"""1.14.04: the great swap of Harkonnen."""

from __future__ import annotations

from referee.cards.ghola import PlayGhola
from referee.cards.karama import UseSpecial
from referee.factions.harkonnen.swap import GiveCardBack
from referee.holdings.setup import ChangeOption
from referee.kernel import PUBLIC
from referee.offers.offer import secret_offers
from referee.turn.clock import QUESTION, Clock
from tests.kit import Game, command_for

LINE = "harkonnen 9: Karama, Hajr | fremen 9: Shield, Kulon | atreides 9"
BACK = (GiveCardBack("harkonnen", "Hajr/harkonnen 2"), GiveCardBack("harkonnen", "Kulon/fremen 2"))


def swapped() -> Game:
    game = Game(LINE).play("harkonnen swaps fremen")
    for request in BACK:
        game.do(request)
    return game


def test_1_14_04_as_many_cards_go_back_as_were_taken() -> None:
    game = swapped()
    assert (game.hand("harkonnen"), game.hand("fremen")) == ("Shield", "Hajr Kulon")
    assert game.play("declare").now.step == "deal"


def test_4_92_11_where_the_table_lets_them_harkonnen_say_how_many() -> None:
    game, few = Game(LINE), UseSpecial("harkonnen", "fremen", many=1)
    game.do(ChangeOption("K11", "chosen"))
    game.do(few)
    assert len(game.hand("fremen").split()) == 1 and len(game.hand("harkonnen").split()) == 2
    assert game.hand("fremen", "public") == game.hand("fremen", "atreides") == "??"
    assert game.hand("fremen", "harkonnen") == "??", "What was not taken they have not seen"
    game.do(GiveCardBack("harkonnen", "Hajr"))
    assert "Hajr" in game.hand("fremen") and game.play("declare").now.step == "deal"
    whole = Game(LINE)
    whole.do(few)
    assert whole.hand("fremen") == "", "By default it is the whole hand"


def test_1_14_04_the_two_know_and_nobody_else() -> None:
    game = swapped()
    assert [game.hand("fremen", v) for v in ("harkonnen", "fremen", "atreides", "public")] == [
        "Hajr Kulon",
        "Hajr Kulon",
        "?? ??",
        "?? ??",
    ]


def test_1_14_04_only_what_is_held_and_owed_goes_back() -> None:
    game = Game(LINE)
    assert game.against(GiveCardBack("harkonnen", "Hajr/harkonnen 2"))[0].rule == "1.14.04"
    game.play("harkonnen swaps fremen")
    assert game.against(GiveCardBack("harkonnen", "Lasgun/1"))[0].code == "CARD_NOT_HELD"


def test_1_14_04_once_a_game_and_advanced_only() -> None:
    again = Game("harkonnen 9: Karama, Karama | fremen 9").play("harkonnen swaps fremen")
    assert again.refused("harkonnen swaps fremen")[1] == "3.01.11.05"
    assert Game(LINE, rules="basic").refused("harkonnen swaps fremen")[1] == "3.01.11.05"


def test_1_14_04_not_while_a_card_is_bid_on_and_not_by_others() -> None:
    game = Game(LINE).play("declare | deal | harkonnen 1")
    assert game.refused("harkonnen swaps fremen")[1] == "3.01.11.05"
    assert Game("fremen 9: Karama | guild 9").refused("fremen swaps guild")[1] == "3.01.11.05"


def test_1_00_05_nothing_else_happens_before_the_swap_is_done() -> None:
    game = Game(LINE).play("declare | deal | harkonnen swaps fremen")
    assert game.refused("harkonnen 1")[1] == game.refused("harkonnen -")[1] == "1.00.05"


def test_1_14_04_no_empty_hand_is_offered() -> None:
    game = Game(LINE)
    offered = next(one for one in secret_offers(game["harkonnen"], "harkonnen") if one.name == "UseSpecial")
    assert offered.blanks[0].choices == (("fremen", "Fremen"),), "Atreides hold no card"


def test_1_00_05_the_clock_runs_for_nobody_while_cards_are_owed() -> None:
    game, clock = Game(LINE, first="fremen").play("declare | deal"), Clock()
    clock.restart(game[PUBLIC], 0)
    for at, request in enumerate((command_for("harkonnen swaps fremen"), *BACK), 1):
        game[PUBLIC].at = at * 60_000
        for event in game.do(request):
            clock.hear(event, game[PUBLIC])
        assert clock.paused == (QUESTION if at < 3 else ""), "The player to bid has all the time left afterwards"
    assert clock.left + 60_000 > clock.total > 0


def test_1_14_04_nobody_waits_for_a_card_that_was_spent_before_it_could_go_back() -> None:
    game = Game("harkonnen 9: Karama | fremen 9: Tleilaxu Ghola").play("harkonnen swaps fremen")
    game.do(PlayGhola("harkonnen", normal=1))
    assert game.against(GiveCardBack("harkonnen", "Tleilaxu Ghola"))[0].rule == "1.14.04"
    assert game.play("declare").now.step == "deal"
