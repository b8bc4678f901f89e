"""4.03.18: the Rihani Decipherer sees traitor cards after a battle won, and may swap one."""

from __future__ import annotations

from referee.holdings.traitors import DealTraitors, KeepTraitor, Traitors, traitor_pile
from referee.modules.leader_skills.decipherer import Deciphered, SwapTraitor
from referee.offers.waiting import waiting
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from tests.rules.modules.leader_skills.skilled import Skilled

HALLECK, JESSICA = "Gurney Halleck", "Lady Jessica"
LOSER = LockPlan("harkonnen", 0, "Umman Kudu")


def won(leader: str, *behind: str, dial: int = 5) -> Skilled:
    """Return a battle that Atreides have won, with this leader, once the traitors were dealt."""
    game = Skilled(("atreides", "Rihani Decipherer", HALLECK))
    game.truth.turn = 1
    game.do(DealTraitors())
    for seat, dealt in list(game.truth.state(Traitors).dealt.items()):
        if seat not in game.truth.state(Traitors).kept:
            game.do(KeepTraitor(seat, dealt[0]))
    game.verdict(LockPlan("atreides", dial, leader), LOSER, *behind)
    return game.do(SettleBattle())


def seen(game: Skilled, viewer: str) -> tuple[str, ...]:
    return game.screen(viewer).state(Deciphered).seen.get("atreides", ())


def test_4_03_18_in_front_two_cards_of_the_deck_are_seen() -> None:
    game = won(JESSICA)
    assert len(seen(game, "atreides")) == 2
    assert set(seen(game, "atreides")) <= set(traitor_pile(game.truth))
    assert seen(game, "harkonnen") == ()
    assert game.no(SwapTraitor("atreides")) == "4.03.18"


def test_4_03_18_a_decipherer_who_fights_keeps_one_for_a_traitor_shown() -> None:
    game = won(HALLECK, "atreides")
    new, (own,) = seen(game, "atreides"), game.truth.state(Traitors).kept["atreides"]
    assert "Atreides decide on new traitor cards" in [one.words for one in waiting(game.public)]
    assert game.no(SwapTraitor("atreides", own, own)) == "4.03.18"
    assert game.no(SwapTraitor("atreides", new[0], new[1])) == "4.03.18"
    game.do(SwapTraitor("atreides", new[0], own))
    assert game.truth.state(Traitors).kept["atreides"] == (new[0],)
    assert own in traitor_pile(game.truth)
    assert new[0] not in traitor_pile(game.truth)
    assert game.screen("harkonnen").state(Traitors).kept.get("atreides") is None


def test_4_03_18_nobody_has_to_swap_and_behind_the_shield_nothing_is_seen() -> None:
    game = won(HALLECK, "atreides")
    own = game.truth.state(Traitors).kept["atreides"]
    game.do(SwapTraitor("atreides"))
    assert game.truth.state(Traitors).kept["atreides"] == own
    assert seen(won(JESSICA, "atreides"), "atreides") == ()
