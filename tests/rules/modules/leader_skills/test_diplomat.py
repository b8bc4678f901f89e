"""4.03.12: the Diplomat's worthless card, and the retreat."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.board.forces import TANKS, Group, forces_in
from referee.board.forces_counted import KeepCount
from referee.modules.leader_skills.before_the_shield import PlaceSkill
from referee.modules.leader_skills.diplomacy import CopyDefence, Retreat, goals, most_to_retreat
from referee.phases.battle.battle_as_known import position
from referee.phases.battle.conclude import Conclude, SettleBattle
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.on_screen import settle_it
from tests.rules.modules.leader_skills.skilled import Skilled

HALLECK, JESSICA, FEYD = "Gurney Halleck", "Lady Jessica", "Feyd-Rautha"
HANDS = {"atreides": ("Baliset/1",), "harkonnen": ("Chaumurky/1", "Snooper/2", "Shield/1"), "fremen": ("Karama/1",)}


def fought(weapon: str, defence: str, foe: str, *, leader: str = JESSICA, behind: bool = False) -> Skilled:
    game = Skilled(("atreides", "Diplomat", HALLECK), hands=HANDS)
    plan = LockPlan("atreides", 3, leader, weapon, defence)
    game.verdict(plan, LockPlan("harkonnen", 1, FEYD, "Chaumurky", foe), *(("atreides",) if behind else ()))
    return game


@pytest.mark.parametrize(("weapon", "defence"), [("Baliset", ""), ("", "Baliset")])
def test_4_03_12_a_worthless_card_counts_as_the_opponents_defense(weapon: str, defence: str) -> None:
    game = fought(weapon, defence, "Snooper")
    assert game.live.verdict.killed == (JESSICA,)
    assert "Use Baliset as Snooper" in game.labels("atreides")
    game.do(CopyDefence("atreides"))
    assert not game.live.verdict.killed
    assert game.live.verdict.discarded["atreides"] == ("Baliset",)
    assert "Diplomat: Atreides' Baliset counts as Snooper." in [line.sentence for line in game.live.verdict.lines]
    assert game.no(CopyDefence("atreides")) == "4.03.12"
    game.do(SettleBattle())
    assert not game.truth.seats["atreides"].hand


def test_4_03_12_the_copy_must_fit_the_weapon_and_the_diplomat_who_fights_may_too() -> None:
    game = fought("Baliset", "", "Shield")
    game.do(CopyDefence("atreides"))
    assert game.live.verdict.killed == (JESSICA,)
    game = fought("Baliset", "", "Snooper", leader=HALLECK, behind=True)
    game.do(CopyDefence("atreides"))
    assert not game.live.verdict.killed


def test_4_03_12_not_without_a_defense_to_copy_or_behind_the_shield() -> None:
    assert fought("Baliset", "", "").no(CopyDefence("atreides")) == "4.03.12"
    assert fought("Baliset", "", "Snooper", behind=True).no(CopyDefence("atreides")) == "4.03.12"
    assert fought("", "", "Snooper").no(CopyDefence("atreides")) == "4.03.12"


# -- the retreat --------------------------------------------------------------------------------------


def lost(dial: int = 1, shield: str = "", **more: Any) -> Skilled:
    """Return a battle in Arrakeen that a Diplomat of strength 4 has lost, with 10 forces there."""
    game = Skilled(("atreides", "Diplomat", HALLECK), hands=HANDS, **more)
    game.do(KeepCount())
    game.begin(one_normal=10)
    fed = 8 if game.public.rules == "advanced" else 0
    theirs = LockPlan("harkonnen", 8, FEYD, "", shield, support=fed)
    game.do(PlaceSkill("atreides"), LockPlan("atreides", dial, HALLECK), theirs)
    game.answers()
    return game


def at(game: Skilled, place: str) -> int:
    return (forces_in(game.truth, "atreides", place) or Group()).total


def test_4_03_12_undialed_forces_retreat_up_to_the_leaders_strength() -> None:
    game = lost()
    assert "Retreat with up to 4" in game.labels("atreides")
    assert game.no(Retreat("atreides", 5, "Imperial Basin")) == "4.03.12"
    assert game.no(Retreat("atreides", 2, "Carthag")) == "4.03.12"
    assert game.no(Retreat("atreides", 2, "Funeral Plain")) == "4.03.12"
    game.do(Retreat("atreides", 4, "Imperial Basin"))
    assert game.live.verdict.losses["atreides"] == (Group(6),)
    game.do(SettleBattle())
    assert (at(game, "Imperial Basin"), at(game, TANKS), at(game, "Arrakeen")) == (4, 6, 0)


def test_4_03_12_a_battle_that_all_have_concluded_waits_for_the_retreat() -> None:
    game = lost(shield="Shield")
    button = settle_it(game.public)
    assert button.small == "Atreides may still use the Diplomat"
    game.do(Conclude("harkonnen"))
    assert battle_now(game.public) is not None, "not settled over the loser's head"
    game.do(Retreat("atreides", 2, "Imperial Basin"))
    assert battle_now(game.public) is None and at(game, "Imperial Basin") == 2


def test_4_03_12_dialed_forces_do_not_retreat_and_a_winner_neither() -> None:
    assert lost(8).no(Retreat("atreides", 3, "Imperial Basin")) == "4.03.12"
    game = lost(8)
    assert "Retreat with up to 2" in game.labels("atreides") or game.live.winner == "atreides"
    assert game.no(Retreat("harkonnen", 1, "Imperial Basin")) == "4.03.12"
    assert "Carthag" not in goals(game.public, "harkonnen", "Arrakeen")


@pytest.mark.parametrize(("choice", "most"), [("disc", 4), ("all", 6)])
def test_4_96_31_the_number_on_the_disc_or_all_that_makes_the_leader_stronger(choice: str, most: int) -> None:
    game = lost(rules="advanced", E31=choice)
    battle = position(game.truth, game.live)
    beside = replace(battle, aggressor=replace(battle.aggressor, companion=True), defender=battle.defender)
    if battle.aggressor.faction != "atreides":
        beside = replace(battle, defender=replace(battle.defender, companion=True))
    at = beside.place_of("atreides")
    assert at and most_to_retreat(game.truth, beside, at, game.live.verdict) == most
