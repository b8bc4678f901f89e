"""4.94: printed cards and tokens, of which the referee knows what it is told."""

from __future__ import annotations

import pytest

from referee.holdings.hands import CardDiscarded
from referee.holdings.printed_cards import CardTold
from referee.kernel import OPTIONS, PUBLIC, REFEREE
from tests.kit import Game

LINE = "atreides 9 x1 | harkonnen 9 x2 | emperor 9 x3"
OPEN = "declare | deal"


@pytest.mark.parametrize("cards", ["dealt", "told", "counts"])
@pytest.mark.parametrize("spice", ["kept", "told", "untracked"])
def test_4_94_01_and_4_94_02_a_phase_runs_with_any_choice(cards: str, spice: str) -> None:
    game = Game(LINE, P1=cards, P2=spice).play(f"{OPEN} | atreides - | harkonnen 2 | emperor - | atreides -")
    counts = [len(game[v].seats["harkonnen"].hand) for v in (REFEREE, PUBLIC, "emperor")]
    assert counts == [4, 4, 4] and game.now.number == 2
    game.play("harkonnen - | emperor - | atreides -")
    assert game.now.step == "over" and game.now.returned == 2


def test_4_94_01_the_own_phone_may_be_told_and_nobody_hears_of_it() -> None:
    game = Game(LINE, P1="told").play("harkonnen tells Karama")
    assert [game.hand("harkonnen", v) for v in ("harkonnen", PUBLIC, "emperor")] == ["Karama ??", "?? ??", "?? ??"]
    assert not game.heard(CardTold) and game.play("harkonnen untells Karama/harkonnen 1").hand("harkonnen") == "?? ??"


def test_4_94_01_what_one_phone_is_told_leaves_no_trace_on_another() -> None:
    plain, busy = Game(LINE, P1="told"), Game(LINE, P1="told").play("harkonnen tells Shield")
    for game in (plain, busy):
        game.play("emperor tells Shield")
    assert plain["emperor"].seats["emperor"].hand == busy["emperor"].seats["emperor"].hand


def test_4_94_01_only_names_of_cards_and_only_where_there_is_one_to_name() -> None:
    game = Game(LINE, P1="told")
    assert game.refused("harkonnen tells Sword")[0] == "CARD_UNKNOWN"
    assert game.play("atreides tells Hajr").refused("atreides tells Hajr")[1] == "4.94.01"
    assert Game(LINE).refused("atreides tells Hajr")[1] == "4.94.01"


def test_4_94_01_a_printed_card_is_taken_at_its_holders_word() -> None:
    game = Game(LINE, P1="counts").play("emperor plays Hajr")
    assert game.heard(CardDiscarded)[0].card == "Hajr" and game.hand("emperor") == "?? ??"
    assert game.refused("emperor plays <b>Sword</b>")[0] == "CARD_UNKNOWN"


def test_4_94_01_karama_may_be_claimed_with_printed_cards() -> None:
    game = Game(LINE, P1="counts").play(f"{OPEN} | atreides takes")
    assert game.hand("atreides") == "??" and game["public"].discard == ["Karama"]


def test_4_94_02_the_own_phone_may_be_told_the_purse() -> None:
    game = Game(LINE, P2="told").play("emperor counts 3")
    assert [game[v].seats["emperor"].spice == 3 for v in ("emperor", PUBLIC)] == [True, False]
    assert game.play(OPEN).play("atreides - | harkonnen -").refused("emperor 4")[0] == "BID_EXCEEDS_SPICE"
    assert game.refused("emperor counts 5000")[1] == "4.94.02"


def test_4_94_02_without_amounts_no_bid_is_too_high_until_the_winner_says_so() -> None:
    game = Game("fremen 0 | guild 0", P2="untracked", K8="all").play(f"{OPEN} | fremen 90 | guild - | fremen cannot")
    assert game.now.barred == ["fremen"] and game.now.turn == "spacing_guild"


def test_4_94_03_the_choice_for_battle_plans_is_kept() -> None:
    assert OPTIONS["P3"].rule == "4.94.03"
    assert Game(LINE).play("set P3 wheels")["public"].options["P3"] == "wheels"


def test_4_97_04_a_wrong_count_is_corrected_by_hand() -> None:
    game = Game(LINE, P1="counts").play("emperor holds 1")
    assert game.hand("emperor", PUBLIC) == "??" and game.refused("emperor holds 5")[0] == "HAND_OVER_LIMIT"
    assert Game(LINE).refused("emperor holds 1")[1] == "4.97.04"


def test_4_97_04_a_wrong_purse_is_corrected_and_only_its_owner_hears_the_sum() -> None:
    game = Game(LINE)
    then = game["emperor"].seats["emperor"].spice + 2
    game.play("emperor finds 2")
    assert [game[v].seats["emperor"].spice == then for v in ("emperor", "atreides", PUBLIC)] == [True, False, False]
    assert Game(LINE, P2="told").refused("emperor finds 2")[1] == "4.97.04"
