"""4.03: skills that make a leader stronger, or the opponent weaker."""

from __future__ import annotations

from typing import Any

import pytest

from referee.modules.leader_skills import CARDS
from referee.modules.leader_skills.before_the_shield import PlaceSkill
from referee.modules.leader_skills.strongholds_counted import CountStrongholds
from referee.phases.battle.call_traitor import CallTraitor
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.reveal import Reveal
from referee.web.battle.phone import composer
from referee.web.battle.table import fight_view
from tests.rules.modules.leader_skills.skilled import Skilled

HALLECK, JESSICA = "Gurney Halleck", "Lady Jessica"  # 4 and 5
LOSER = LockPlan("harkonnen", 0, "Feyd-Rautha")


def plan(leader: str, weapon: str = "", defence: str = "", **more: Any) -> LockPlan:
    return LockPlan("atreides", 2, leader, weapon, defence, **more)


# what each card asks for, as weapon and defense; each with one that does not do
WANTED = [
    ("Killer Medic", "", "Snooper", "", "Shield"),
    ("Master of Assassins", "Gom Jabbar", "", "Crysknife", ""),
    ("Prana Bindu Adept", "", "Shield", "", "Snooper"),
    ("Swordmaster of Ginaz", "Crysknife", "", "Gom Jabbar", ""),
    ("Warmaster", "Baliset", "", "Crysknife", "Shield"),
]
IDS = [f"{CARDS[card]}" for card, *_ in WANTED]


@pytest.mark.parametrize(("card", "weapon", "defence", "no_weapon", "no_defence"), WANTED, ids=IDS)
def test_4_03_13_4_03_14_4_03_17_4_03_23_4_03_24_a_card_of_the_kind_makes_leaders_stronger(
    card: str, weapon: str, defence: str, no_weapon: str, no_defence: str
) -> None:
    def total(leader: str, weapon: str, defence: str, *behind: str) -> float:
        return Skilled(("atreides", card, HALLECK)).total(plan(leader, weapon, defence), LOSER, *behind)

    assert total(HALLECK, weapon, defence, "atreides") == 2 + 4 + 3
    assert total(HALLECK, no_weapon, no_defence, "atreides") == 2 + 4
    assert total(JESSICA, weapon, defence) == 2 + 5 + 1
    assert total(JESSICA, no_weapon, no_defence) == 2 + 5
    assert total(JESSICA, weapon, defence, "atreides") == 2 + 5, "4.03.04: behind the shield while another fights"


def test_4_03_24_a_worthless_card_may_be_the_defense() -> None:
    game = Skilled(("atreides", "Warmaster", HALLECK))
    assert game.total(plan(HALLECK, "", "Baliset"), LOSER, "atreides") == 2 + 4 + 3


def test_4_03_15_a_mentat_who_fights_is_two_stronger() -> None:
    assert Skilled(("atreides", "Mentat", HALLECK)).total(plan(HALLECK), LOSER, "atreides") == 2 + 4 + 2
    assert Skilled(("atreides", "Mentat", HALLECK)).total(plan(JESSICA), LOSER) == 2 + 5


def test_4_03_04_a_leader_who_dies_adds_nothing_and_is_paid_by_the_disc() -> None:
    game = Skilled(("atreides", "Mentat", HALLECK))
    verdict = game.verdict(plan(HALLECK), LockPlan("harkonnen", 4, "Feyd-Rautha", "Chaumurky"), "atreides")
    assert game.live.totals["atreides"] == 2
    assert verdict.payouts == {"harkonnen": 4}


def test_4_03_04_the_verdict_says_which_skill_added_what() -> None:
    game = Skilled(("atreides", "Swordmaster of Ginaz", HALLECK))
    lines = game.verdict(plan(HALLECK, "Crysknife"), LOSER, "atreides").lines
    said = {line.rule: line.sentence for line in lines}
    assert said["4.03.23"] == "Swordmaster of Ginaz: Atreides' Gurney Halleck has a projectile weapon, +3."
    assert "Atreides: 2 dialed + 7 for Gurney Halleck = 9." in {line.sentence for line in lines}


@pytest.mark.parametrize(
    ("card", "weapon", "defence", "more"),
    [
        ("Master of Assassins", "Chemistry", "Shield", 3),
        ("Killer Medic", "Chemistry", "Shield", 0),
        ("Killer Medic", "Crysknife", "Chemistry", 3),
        ("Master of Assassins", "Crysknife", "Chemistry", 0),
        ("Swordmaster of Ginaz", "Poison Blade", "", 3),
        ("Master of Assassins", "Poison Blade", "", 3),
        ("Master of Assassins", "Poison Tooth", "", 3),
        ("Killer Medic", "", "Shield Snooper", 3),
        ("Prana Bindu Adept", "", "Shield Snooper", 3),
        ("Swordmaster of Ginaz", "Lasgun", "", 0),
        ("Swordmaster of Ginaz", "Artillery Strike", "", None),
    ],
)
def test_4_03_08_a_card_counts_as_it_was_played(card: str, weapon: str, defence: str, more: int | None) -> None:
    held = tuple(f"{one}/1" for one in (weapon, defence) if one)
    game = Skilled(("atreides", card, HALLECK), hands={"atreides": held, "harkonnen": ()}, P7="with")
    stops = LockPlan("harkonnen", 0, "Feyd-Rautha")
    verdict = game.verdict(plan(HALLECK, weapon, defence), stops, "atreides")
    added = [line.added[1] for line in verdict.lines if line.added[1]]
    tooth = weapon in {"Poison Tooth", "Artillery Strike"}  # they kill both leaders
    assert added == ([] if tooth or not more else [more])


# -- the Spice Banker ---------------------------------------------------------------------------------


def test_4_03_21_up_to_three_spice_make_the_banker_stronger_and_go_to_the_bank() -> None:
    game = Skilled(("atreides", "Spice Banker", HALLECK), rules="advanced")
    assert game.total(plan(HALLECK, stake=3, support=2), LOSER, "atreides") == 2 + 4 + 3
    before = game.spice()
    game.do(SettleBattle())
    assert game.purse("atreides") == [10 - 2 - 3]
    assert game.spice() == before


def test_4_03_21_only_for_the_banker_and_at_most_three() -> None:
    game = Skilled(("atreides", "Spice Banker", HALLECK))
    game.begin()
    assert game.refused(plan(JESSICA, stake=1)) == ("1.07.04.02", "STAKE_NOT_ALLOWED")
    game.do(PlaceSkill("atreides"))
    assert game.refused(plan(HALLECK, stake=4)) == ("4.03.21", "SPICE_EXCEEDS_HELD")
    game.do(plan(HALLECK, stake=3))


def test_4_03_21_who_wins_by_a_traitor_keeps_it() -> None:
    game = Skilled(("atreides", "Spice Banker", HALLECK), P1="told")
    game.begin()
    game.do(PlaceSkill("atreides"))
    game.do(plan(HALLECK, stake=2), LOSER, Reveal())
    assert game.live.verdict.to_bank == {"atreides": 2}
    game.do(CallTraitor("atreides"), who="public")
    assert game.live.winner == "atreides"
    assert game.live.verdict.to_bank == {}


# -- the Bureaucrat -----------------------------------------------------------------------------------


def test_4_03_11_the_opponent_has_one_less_for_each_stronghold() -> None:
    game = Skilled(("atreides", "Bureaucrat", HALLECK))
    game.verdict(plan(HALLECK), LockPlan("harkonnen", 4, "Feyd-Rautha"), "atreides")
    assert game.live.totals["harkonnen"] == 4 + 6
    assert "CountStrongholds" in game.offered("harkonnen")
    game.do(CountStrongholds("harkonnen", 3))
    assert game.live.totals["harkonnen"] == 4 + 6 - 3
    said = [line.sentence for line in game.live.verdict.lines]
    assert "Harkonnen: 4 dialed + 6 for Feyd-Rautha − 3 = 7." in said


def test_4_03_11_a_bureaucrat_in_front_takes_nothing() -> None:
    game = Skilled(("atreides", "Bureaucrat", HALLECK))
    game.verdict(plan(JESSICA), LockPlan("harkonnen", 4, "Feyd-Rautha"))
    assert game.no(CountStrongholds("harkonnen", 3)) == "4.03.11"


# -- on the phone -------------------------------------------------------------------------------------


def test_4_03_03_the_form_of_a_plan_shows_what_a_skill_adds() -> None:
    game = Skilled(("atreides", "Killer Medic", HALLECK))
    game.begin()
    made = composer(game.screen("atreides"), "atreides")
    assert made is not None
    barred = {one.value: one.why_not for one in made.leaders}
    assert barred[HALLECK] == "in front of your shield"
    gains = {one.leader: one for one in made.gains}
    assert gains[JESSICA].words == "Killer Medic +1"
    assert gains[JESSICA].defences == ("Snooper",)
    game.do(PlaceSkill("atreides"))
    made = composer(game.screen("atreides"), "atreides")
    assert made is not None
    assert [(one.leader, one.adds) for one in made.gains] == [(HALLECK, 3)]
    assert not {one.why_not for one in made.leaders} - {""}


# -- the Planetologist --------------------------------------------------------------------------------

GREEN = {"atreides": ("Hajr/1", "Karama/2", "Crysknife/1"), "harkonnen": ("Shield/1",), "fremen": ("Karama/1",)}


def test_4_03_16_a_special_card_in_place_of_a_weapon_gives_two_and_is_discarded() -> None:
    game = Skilled(("atreides", "Planetologist", HALLECK), hands=GREEN)
    assert game.total(plan(HALLECK, "Hajr"), LOSER, "atreides") == 2 + 4 + 2
    assert game.live.verdict.discarded["atreides"] == ("Hajr",)
    assert "atreides" not in game.live.verdict.kept
    game = Skilled(("atreides", "Planetologist", HALLECK), hands=GREEN)
    assert game.total(plan(HALLECK, "Crysknife"), LOSER, "atreides") == 2 + 4


def test_4_03_16_nobody_else_plays_a_special_card_as_a_weapon() -> None:
    game = Skilled(("atreides", "Planetologist", HALLECK), hands=GREEN)
    game.begin()
    assert game.refused(plan(JESSICA, "Hajr")) == ("1.07.04.06", "CARD_WRONG_SLOT")
    game.do(PlaceSkill("atreides"))
    assert game.refused(plan(JESSICA, "Hajr")) == ("4.03.16", "CARD_WRONG_SLOT")
    made = composer(game.screen("atreides"), "atreides")
    assert made is not None
    assert [(one.leader, one.weapons) for one in made.gains] == [(HALLECK, ("Hajr", "Karama"))]


def test_4_03_03_the_table_screen_shows_where_the_skilled_leaders_lie() -> None:
    def lies(game: Skilled) -> list[tuple[str, str]]:
        view = fight_view(game.public, True)
        assert view is not None
        return [(row.text, row.end) for wheel in view.wheels for row in wheel.rows if row.icon == "star"]

    game = Skilled(("atreides", "Killer Medic", HALLECK))
    game.begin()
    assert lies(game) == [("Killer Medic, Gurney Halleck", "in front")]
    game.do(PlaceSkill("atreides"))
    assert lies(game) == [("Killer Medic, Gurney Halleck", "behind the shield")]
    game.do(plan(HALLECK, "", "Snooper"), LOSER)
    game.answers()
    assert lies(game) == [("Killer Medic", "+3")]
