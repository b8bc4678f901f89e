"""4.03: what skills bring after a battle."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import KeepCount
from referee.holdings.ledger import SpiceMoved, lying, on
from referee.kernel import BANK
from referee.modules.leader_skills.before_the_shield import PlaceSkill
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.live_battle import companion_of
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.settle import MOVED
from tests.rules.modules.leader_skills.skilled import Skilled

HALLECK, JESSICA, FEYD = "Gurney Halleck", "Lady Jessica", "Feyd-Rautha"
LOSER = LockPlan("harkonnen", 0, FEYD)


def plan(leader: str, dial: int = 4, **more: Any) -> LockPlan:
    return LockPlan("atreides", dial, leader, **more)


def places(game: Skilled, seat: str = "atreides") -> list[int]:
    """Return how many forces are in reserve, in the tanks and in Arrakeen."""
    return [(forces_in(game.truth, seat, place) or Group()).total for place in (RESERVES, TANKS, "Arrakeen")]


def graduate(leader: str, dial: int, *behind: str, winner: bool = True) -> list[int]:
    game = Skilled(("atreides", "Suk Graduate", HALLECK))
    game.do(KeepCount())
    foe = LockPlan("harkonnen", 0, "Umman Kudu") if winner else LockPlan("harkonnen", 8, FEYD)
    game.verdict(plan(leader, dial), foe, *behind)
    before = places(game)
    game.do(SettleBattle())
    return [now - then for now, then in zip(places(game), before, strict=True)]


def test_4_03_22_a_graduate_in_front_saves_one_for_the_reserves() -> None:
    assert graduate(JESSICA, 4) == [1, 3, -4]
    assert graduate(JESSICA, 0) == [0, 0, 0]


def test_4_03_22_a_graduate_who_fights_saves_three_and_one_stays() -> None:
    assert graduate(HALLECK, 4, "atreides") == [2, 1, -3]
    assert graduate(HALLECK, 2, "atreides") == [1, 0, -1]
    assert graduate(HALLECK, 1, "atreides") == [0, 0, 0]


def test_4_03_22_only_a_winner_saves_forces_and_only_if_the_card_works() -> None:
    assert graduate(HALLECK, 4, "atreides", winner=False) == [0, 6, -6]
    assert graduate(JESSICA, 4, "atreides") == [0, 4, -4]


def test_4_03_22_special_forces_are_saved_first() -> None:
    game = Skilled(("emperor", "Suk Graduate", "Burseg"), rules="advanced")
    game.do(BeginBattle("Arrakeen", "emperor", "atreides", 2, 2, 3))
    game.do(PlaceSkill("emperor"))
    game.do(LockPlan("emperor", 5, "Burseg", support=3), LockPlan("atreides", 0, "Dr. Yueh"))
    game.answers(seats=("emperor", "atreides"))
    lines = [line.sentence for line in game.live.verdict.lines if line.rule == "4.03.22"]
    assert lines == ["The Emperor saves forces: 1 of them stays there and up to 2 go to the reserves."]


@pytest.mark.parametrize(("choice", "counted"), [("no", 1), ("yes", 4)])
def test_4_96_34_saved_forces_count_for_the_sleeper_by_the_option(choice: str, counted: int) -> None:
    game = Skilled(("atreides", "Suk Graduate", HALLECK), rules="advanced", E34=choice)
    game.verdict(plan(HALLECK, 4, support=4), LOSER, "atreides")
    game.do(SettleBattle())
    assert companion_of(game.truth, "atreides").lost == counted


# -- spice --------------------------------------------------------------------------------------------


def sand(game: Skilled, amount: int) -> Skilled:
    for one in (game.truth, *game.views.tables.values()):
        if amount:
            one.hear(SpiceMoved(BANK, on("Arrakeen"), amount, MOVED(territory="Arrakeen"), ()))
    return game


def test_4_03_19_a_sandmaster_who_wins_adds_three_where_spice_lies() -> None:
    for spice, after in ((2, 5), (0, 0)):
        game = sand(Skilled(("atreides", "Sandmaster", HALLECK)), spice)
        game.verdict(plan(HALLECK), LOSER, "atreides")
        game.do(SettleBattle())
        assert lying(game.public, "Arrakeen") == after
    game = sand(Skilled(("atreides", "Sandmaster", HALLECK)), 2)
    game.verdict(plan(JESSICA), LOSER)
    assert not game.live.verdict.moved


def test_4_03_20_a_smuggler_who_lives_takes_spice_whoever_wins() -> None:
    for spice, foe, taken in ((3, 0, 3), (9, 0, 4), (9, 8, 4)):
        game = sand(Skilled(("atreides", "Smuggler", HALLECK)), spice)
        game.verdict(plan(HALLECK, 1), LockPlan("harkonnen", foe, FEYD), "atreides")
        purse = game.purse("atreides")[0]
        game.do(SettleBattle())
        assert lying(game.public, "Arrakeen") == spice - taken
        assert game.purse("atreides") == [int(str(purse)) + taken]


def test_4_03_20_a_smuggler_who_dies_takes_nothing() -> None:
    game = sand(Skilled(("atreides", "Smuggler", HALLECK)), 5)
    game.verdict(plan(HALLECK), LockPlan("harkonnen", 0, FEYD, "Chaumurky"), "atreides")
    assert not game.live.verdict.moved


def test_4_03_19_4_03_20_a_smuggler_is_before_a_sandmaster() -> None:
    for spice, after in ((4, 0), (8, 5)):
        game = sand(Skilled(("atreides", "Sandmaster", HALLECK), ("harkonnen", "Smuggler", FEYD)), spice)
        game.verdict(plan(HALLECK, 4, weapon=""), LOSER, "atreides", "harkonnen")
        game.do(SettleBattle())
        assert lying(game.public, "Arrakeen") == after
