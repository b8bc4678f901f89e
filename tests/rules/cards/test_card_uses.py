"""The hand inspector: what each card can do, and that "you can now" is what the referee itself would say."""

from __future__ import annotations

import pytest

from referee.cards.deck import CLASSIC
from referee.cards.first_box import SPECIALS
from referee.cards.karama.purchase import TakeByKarama
from referee.cards.storm_cards import ControlWeather
from referee.kernel import ask
from referee.knowledge.card_uses import CardRule, CardUses, Use
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.rulebook.book import rulebook
from referee.turn.next_phase import GoTo
from tests.kit import Game


def uses(game: Game, seat: str, card: str) -> dict[str, Use]:
    """Return what a card in a hand can do, by the words for it."""
    return {use.words: use for use in ask(game[seat], CardUses(seat, f"{card}/{seat} 1")).value}


def why_not(use: Use) -> list[str]:
    """Return the rules that speak against a use."""
    return [objection.rule for objection in use.against]


@pytest.mark.parametrize("card", [*CLASSIC, *SPECIALS])
def test_every_card_says_what_it_does_and_when(card: str) -> None:
    game = Game("fremen 9 x1 | emperor 9")
    assert rulebook()[ask(game["fremen"], CardRule(card)).value].text
    found = uses(game, "fremen", card)
    assert found and all(use.rule in rulebook() and set(why_not(use)) <= set(rulebook()) for use in found.values())


def test_3_01_11_04_the_inspector_and_the_referee_agree_about_karama() -> None:
    game = Game("fremen 9: Karama | emperor 9").play("declare | deal")
    taken = "Take the card that is up"
    assert not uses(game, "fremen", "Karama")[taken].against and not game.against(TakeByKarama("fremen"))
    game.play("fremen 1")
    against = uses(game, "fremen", "Karama")[taken].against
    assert list(against) == game.against(TakeByKarama("fremen")) and against


def test_2_02_22_whatever_counts_as_karama_does_what_it_does() -> None:
    game = Game("ben 9: Kulon | fremen 9: Baliset")
    assert "Stop another faction's power" in uses(game, "bene_gesserit", "Kulon")
    assert "Stop another faction's power" not in uses(game, "fremen", "Baliset")


def test_3_01_23_a_card_waits_for_its_moment() -> None:
    game = Game("fremen 9: Weather Control | emperor 9")
    game.do(GoTo("storm"))
    use = uses(game, "fremen", "Weather Control")["Decide how far the storm moves"]
    assert list(use.against) == game.against(ControlWeather("fremen", 0)) and why_not(use) == ["3.01.23"]


def test_1_07_04_06_a_weapon_fits_until_the_plan_is_locked() -> None:
    game = Game("fremen 9: Crysknife | emperor 9: Crysknife | guild 9: Crysknife")
    weapon = "Weapon in a battle plan"
    assert why_not(uses(game, "fremen", "Crysknife")[weapon]) == ["1.00.00"]
    game.do(GoTo("battle"))
    game.do(BeginBattle("Arrakeen", "fremen", "emperor", 3, 0, 3, 0))
    assert not uses(game, "fremen", "Crysknife")[weapon].against
    assert why_not(uses(game, "spacing_guild", "Crysknife")[weapon]) == ["1.07.04"]
    game.do(LockPlan("fremen", 1, "Stilgar"))
    assert why_not(uses(game, "fremen", "Crysknife")[weapon]) == ["1.07.04"]
