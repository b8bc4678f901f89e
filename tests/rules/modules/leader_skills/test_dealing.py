"""4.03: dealing the skill cards, and what becomes of them when leaders die, are captured or revived."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest

from referee.board.forces_counted import LoseLeader
from referee.common.factions import FACTIONS
from referee.common.lines_on_paper import OnSheet, PublicSheetTaken
from referee.common.phones_at_seats import TakeSeat
from referee.factions.harkonnen.capture import DecideCaptive
from referee.holdings.leaders import LeadersNoted, LeaderTaken
from referee.holdings.traitors import DealTraitors, Traitors
from referee.kernel import FACE_DOWN, PUBLIC, ask, react, sealed
from referee.modules.leader_skills import CARDS, SkillPlaced, SkillShown, deck
from referee.modules.leader_skills.before_the_shield import PlaceSkill
from referee.modules.leader_skills.dealing import DealSkills, EnterSkill, KeepSkill
from referee.modules.leader_skills.life_and_death import bare
from referee.modules.leader_skills.skill_with_leader import open_skill, skill_with, skills_of
from referee.offers.offer import TABLE, behind_shield, offers
from referee.offers.waiting import duties_of, waiting
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import Conclude, SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.revival.leaders import ReviveLeader
from referee.rulebook.book import rulebook
from referee.running.dice import Dice
from referee.turn.first_turn import StartTurnOne
from referee.turn.next_phase import GoTo
from referee.web.fairness.prove import Scratch, flipped
from tests.kit import LiveTable
from tests.rules.modules.leader_skills.skilled import Skilled

THREE = ("atreides", "harkonnen", "choam")


def lobby(*seats: str, **more: Any) -> LiveTable:
    """Return a table in its lobby where each seat has a phone, and the cards are dealt."""
    game = LiveTable(*(seats or THREE), M3="on", **more)
    for seat in seats or THREE:
        game.do(TakeSeat(seat, "a phone"), who="referee")
    return game.do(DealSkills())


def dealt(game: LiveTable, seat: str) -> list[str]:
    return [str(card) for card in deck(game.screen(seat)).dealt[seat]]


def everywhere(game: LiveTable) -> list[str]:
    made = deck(game.truth)
    lying = [one.card for seat in game.truth.seats for one in skills_of(game.truth, seat)]
    return sorted([*map(str, made.pile), *(str(card) for cards in made.dealt.values() for card in cards), *lying])


def choose(game: LiveTable) -> LiveTable:
    for seat, leader in (("atreides", "Gurney Halleck"), ("harkonnen", "Piter de Vries"), ("choam", "Lady Jalma")):
        game.do(KeepSkill(seat, dealt(game, seat)[0], leader))
    return game


@pytest.mark.parametrize("seat", THREE)
def test_4_03_01_a_copy_of_the_game_with_other_cards_plays_on(seat: str) -> None:
    game = choose(lobby())
    rows = game.journal.rows()
    other = flipped(rows, lambda to: to == {seat})
    with closing(Scratch("t", other, rows[-1].at)) as hall:
        copy = hall.find("t")
        assert copy is not None
        assert skills_of(copy.screen(PUBLIC), seat) == skills_of(game.public, seat), "shown to all"


def test_4_03_01_each_faction_keeps_one_of_two_and_all_are_shown_at_once() -> None:
    game = lobby()
    own = dealt(game, "atreides")
    assert len(own) == 2
    assert deck(game.screen("harkonnen")).dealt["atreides"] == (FACE_DOWN, FACE_DOWN)
    assert deck(game.public).dealt["atreides"] == (FACE_DOWN, FACE_DOWN)
    assert [one.words for one in duties_of(game.screen("choam"), "choam")] == ["choose a leader skill"]
    assert waiting(game.public)[0].words == "Atreides, Harkonnen and CHOAM choose a leader skill"
    game.do(KeepSkill("atreides", own[1], "Gurney Halleck"))
    assert skill_with(game.public, "Gurney Halleck") is None
    assert deck(game.screen("harkonnen")).chosen["atreides"] == (FACE_DOWN, FACE_DOWN)
    for seat, leader in (("harkonnen", "Piter de Vries"), ("choam", "Lady Jalma")):
        game.do(KeepSkill(seat, dealt(game, seat)[0], leader))
    lying = open_skill(game.public, "atreides")
    assert lying and (lying.card, lying.leader, lying.front) == (own[1], "Gurney Halleck", True)
    assert everywhere(game) == sorted(CARDS)
    assert len(deck(game.public).pile) == 14 - 3
    assert not waiting(game.public)


def test_4_03_01_with_more_than_seven_players_each_is_dealt_one() -> None:
    eight = ("atreides", "harkonnen", "choam", "fremen", "emperor", "spacing_guild", "ixian", "richese")
    assert len(dealt(lobby(*eight), "fremen")) == 1
    assert len(dealt(lobby(*eight[:7]), "fremen")) == 2


def test_4_03_01_traitors_wait_for_the_skills() -> None:
    game = LiveTable(*THREE, M3="on")
    assert game.no(DealTraitors()) == "4.03.01"
    game = lobby()
    assert [one.sentence for one in game.against(DealTraitors())] == [
        "Leader skills come before traitors. Waiting for Atreides, Harkonnen and CHOAM."
    ]
    choose(game).do(DealTraitors())


def test_4_03_01_the_button_that_deals_traitors_waits_for_the_skills_as_the_table_does() -> None:
    reasons = lambda game: [one.why_not for one in offers(game.public, TABLE) if one.command is DealTraitors]  # noqa: E731
    for game in (LiveTable(*THREE, M3="on"), lobby()):
        assert reasons(game) == [one.sentence for one in game.against(DealTraitors())]
    assert reasons(choose(lobby())) == [""]


def test_4_03_01_start_turn_1_deals_the_skills_and_the_traitors_follow_the_last_choice() -> None:
    game = LiveTable(*THREE, M3="on")
    for seat in THREE:
        game.do(TakeSeat(seat, "a phone"), who="referee")
    game.do(StartTurnOne())
    assert [*deck(game.public).dealt] == [*THREE]
    assert not game.public.state(Traitors).done
    choose(game)
    assert game.public.state(Traitors).done
    assert next(one.words for one in duties_of(game.screen("atreides"), "atreides")) == "keep one traitor"


def test_4_03_01_a_player_without_a_phone_chooses_at_the_table_screen() -> None:
    game = LiveTable(*THREE, M3="on").do(DealSkills())
    assert game.labels().count("Keep a skill for Atreides") == 1
    choose(game)
    assert open_skill(game.public, "choam") is not None


def test_4_03_01_printed_cards_are_entered() -> None:
    game = LiveTable(*THREE, M3="on", P1="told")
    assert game.no(DealSkills()) == "4.03.01"
    assert "Atreides, Harkonnen and CHOAM give a leader skill to a leader" in waiting(game.public)[0].words
    game.do(EnterSkill("atreides", "Mentat", "Thufir Hawat"))
    assert game.no(EnterSkill("harkonnen", "Mentat", "Piter de Vries"), "public") == "4.03.01"
    assert [one.title for one in behind_shield(game.screen("atreides"), "atreides")][-1] == "Mentat"


def test_4_03_01_a_faction_that_has_a_skilled_leader_is_given_no_second_one() -> None:
    game = LiveTable(*THREE, M3="on", P1="told").do(EnterSkill("atreides", "Mentat", "Thufir Hawat"), "battle")
    second = EnterSkill("atreides", "Killer Medic", "Duncan Idaho")
    assert game.no(second, "public") == "4.03.01"
    assert [one.sentence for one in second.objections(game.public)] == [
        "Atreides have Mentat with Thufir Hawat. A faction keeps one skill card."
    ]
    (made,) = (one for one in offers(game.public, TABLE) if one.command is EnterSkill)
    assert [value for value, _ in made.blanks[0].choices] == ["harkonnen", "choam"]


def test_4_03_02_a_card_is_entered_only_for_who_has_a_leader_for_it() -> None:
    game = LiveTable(*THREE, M3="on", P1="told")
    gone = FACTIONS["atreides"].discs(game.public.rules)
    game.public.hear(LeadersNoted("atreides", (), tuple(gone), sealed(()), ()))
    (made,) = (one for one in offers(game.public, TABLE) if one.command is EnterSkill)
    choices = {blank.name: [value for value, _ in blank.choices] for blank in made.blanks}
    assert choices["seat"] == ["harkonnen", "choam"] and not {*choices["leader"]} & {*gone}
    first = EnterSkill(choices["seat"][0], choices["skill"][0], choices["leader"][0])
    assert not [*first.objections(game.public)], "the form as it stands is accepted"


def test_4_03_the_cards_belong_to_a_table_that_plays_with_them() -> None:
    game = LiveTable(*THREE, P1="told")
    assert game.no(EnterSkill("atreides", "Mentat", "Thufir Hawat"), "public") == "4.03"
    assert game.no(DealSkills()) == "4.03"
    assert not {"DealSkills", "EnterSkill"} & {*game.offered(), *game.offered("atreides")}


@pytest.mark.parametrize(("seat", "leader"), [("choam", "Auditor"), ("atreides", "Stilgar"), ("choam", "Nobody")])
def test_4_03_02_only_own_leaders_have_a_skill(seat: str, leader: str) -> None:
    game = lobby()
    assert game.no(KeepSkill(seat, dealt(game, seat)[0], leader)) == "4.03.02"


# -- in front of the shield, and behind it ------------------------------------------------------------

HALLECK, FEYD = "Gurney Halleck", "Feyd-Rautha"


def test_4_03_03_a_leader_in_front_is_not_in_the_plan() -> None:
    game = Skilled(("atreides", "Mentat", HALLECK))
    game.begin()
    assert game.refused(LockPlan("atreides", 2, HALLECK)) == ("4.03.03", "LEADER_UNAVAILABLE")
    assert "Take Gurney Halleck behind the shield" in game.labels("atreides")
    game.do(PlaceSkill("atreides"))
    assert "Put Gurney Halleck back in front" in game.labels("atreides")
    game.do(LockPlan("atreides", 2, HALLECK))
    assert game.no(PlaceSkill("atreides", True)) == "4.03.03"


def test_4_03_03_after_the_battle_a_survivor_lies_in_front_again() -> None:
    game = Skilled(("atreides", "Mentat", HALLECK))
    game.verdict(LockPlan("atreides", 2, HALLECK), LockPlan("harkonnen", 0, FEYD), "atreides")
    assert open_skill(game.public, "atreides") is None
    game.do(SettleBattle())
    assert open_skill(game.public, "atreides") is not None


def test_4_03_03_only_in_a_battle_of_ones_own() -> None:
    game = Skilled(("atreides", "Mentat", HALLECK), ("fremen", "Warmaster", "Stilgar"))
    assert game.no(PlaceSkill("atreides")) == "1.07.01"
    game.begin()
    assert game.no(PlaceSkill("fremen")) == "4.03.03"
    assert game.no(PlaceSkill("harkonnen")) == "4.03.03"


# -- death, revival, capture --------------------------------------------------------------------------


def test_4_03_05_the_card_of_a_dead_leader_goes_back() -> None:
    game = Skilled(("harkonnen", "Mentat", FEYD))
    game.verdict(LockPlan("atreides", 2, "Lady Jessica", "Crysknife"), LockPlan("harkonnen", 0, FEYD), "harkonnen")
    game.do(SettleBattle())
    assert skill_with(game.public, FEYD) is None
    assert skills_of(game.public, "harkonnen") == ()


def revived(**more: Any) -> LiveTable:
    """Return a table where all of Atreides' leaders are dead, the skilled one too, and one is revived."""
    game = choose(lobby(**more))
    game.do("battle", *(LoseLeader(name) for name in FACTIONS["atreides"].leaders))
    return game.do("revival", ReviveLeader("atreides", "Duncan Idaho"))


def test_4_03_06_a_faction_without_a_skill_draws_two_for_a_revived_leader() -> None:
    game = revived()
    own = dealt(game, "atreides")
    assert len(own) == 2
    assert (
        next(one.words for one in duties_of(game.screen("atreides"), "atreides")) == "choose a skill for Duncan Idaho"
    )
    assert game.no(KeepSkill("atreides", own[0], HALLECK)) == "4.03.02"
    game.do(KeepSkill("atreides", own[0], "Duncan Idaho"))
    lying = open_skill(game.public, "atreides")
    assert lying and (lying.card, lying.leader) == (own[0], "Duncan Idaho")
    assert everywhere(game) == sorted(CARDS)


def test_4_03_06_it_may_keep_none_and_who_has_a_skill_draws_none() -> None:
    game = revived()
    game.do(KeepSkill("atreides", ""))
    assert skills_of(game.public, "atreides") == ()
    assert everywhere(game) == sorted(CARDS)
    game = choose(lobby())
    game.do("battle", *(LoseLeader(name) for name in FACTIONS["choam"].leaders if name != "Lady Jalma"))
    game.do("revival")
    assert "choam" not in deck(game.do(ReviveLeader("choam", "Auditor")).public).dealt


def test_4_03_06_who_has_chosen_and_waits_for_the_others_draws_none() -> None:
    game = lobby()
    own = dealt(game, "atreides")
    game.do(KeepSkill("atreides", own[0], HALLECK), GoTo("battle", anyway=True))
    game.do(*map(LoseLeader, FACTIONS["atreides"].leaders))
    game.do(GoTo("revival", anyway=True), ReviveLeader("atreides", "Duncan Idaho"))
    assert dealt(game, "atreides") == own
    for seat, leader in (("harkonnen", "Piter de Vries"), ("choam", "Lady Jalma")):
        game.do(KeepSkill(seat, dealt(game, seat)[0], leader))
    assert not deck(game.truth).dealt and not skills_of(game.public, "atreides"), "Halleck is dead by now"
    assert everywhere(game) == sorted(CARDS)


def captured(**more: Any) -> Skilled:
    """Return a table where Harkonnen have captured Piter's opposite number, Lady Jessica, a Mentat."""
    game = Skilled(("atreides", "Swordmaster of Ginaz", "Lady Jessica"), rules="advanced", **more)
    game.do(*(LoseLeader(name) for name in FACTIONS["atreides"].leaders if name != "Lady Jessica"))
    game.begin()
    game.do(PlaceSkill("atreides"))
    game.do(LockPlan("atreides", 0, "Lady Jessica"), LockPlan("harkonnen", 4, FEYD, support=4))
    game.answers()
    game.do(SettleBattle(), Conclude("harkonnen", capture="draw"), DecideCaptive("harkonnen", "keep"))
    return game


def test_4_03_07_the_card_goes_with_the_captive_and_everybody_sees_it() -> None:
    game = captured()
    lying = skill_with(game.public, "Lady Jessica")
    assert lying and (lying.seat, lying.front) == ("harkonnen", False)
    assert open_skill(game.public, "harkonnen") is None
    game.do(BeginBattle("Carthag", "harkonnen", "emperor", 3, 0, 3), who="public")
    assert game.no(PlaceSkill("harkonnen", True)) == "4.03.03"


def test_4_03_07_the_captor_has_the_second_effect_and_the_card_comes_home() -> None:
    game = captured(hands={"harkonnen": ("Crysknife/1",), "emperor": ()})
    game.do(*(GoTo(phase, anyway=True) for phase in ("mentat_pause", "storm", "battle")))
    game.do(BeginBattle("Carthag", "harkonnen", "emperor", 3, 0, 3))
    game.do(LockPlan("harkonnen", 1, "Lady Jessica", "Crysknife"), LockPlan("emperor", 0, "Burseg"))
    game.answers(seats=("harkonnen", "emperor"))
    assert game.live.totals["harkonnen"] == 1 + 5 + 3
    game.do(SettleBattle())
    lying = skill_with(game.public, "Lady Jessica")
    assert lying and (lying.seat, lying.front) == ("atreides", True)


@pytest.mark.parametrize(("choice", "draws"), [("no", False), ("yes", True)])
def test_4_96_32_a_new_skill_while_the_skilled_leader_is_captured(choice: str, draws: bool) -> None:
    game = choose(lobby(rules="advanced", E32=choice))
    events = LeaderTaken("harkonnen", "atreides", sealed(HALLECK, "harkonnen", "atreides"))
    game.truth.hear(events)
    assert bare(game.truth, "atreides") is False
    game.truth.hear(SkillPlaced("harkonnen", HALLECK, False, ("4.03.07",)))
    assert bare(game.truth, "atreides") is draws


def test_4_03_the_public_sheet_carries_the_cards_to_another_table() -> None:
    game = choose(lobby())
    lines = tuple(one.line for one in ask(game.public, OnSheet()).value)
    other = LiveTable(*THREE, M3="on")
    made = [*react(other.truth, PublicSheetTaken(lines), Dice(1))]
    assert {(one.seat, one.leader) for one in made if isinstance(one, SkillShown)} == {
        ("atreides", HALLECK),
        ("harkonnen", "Piter de Vries"),
        ("choam", "Lady Jalma"),
    }


def test_4_03_12_4_03_16_4_03_18_each_card_has_the_rule_of_its_name() -> None:
    assert {card: rulebook()[rule].title for card, rule in CARDS.items()} == {card: card for card in CARDS}
    assert len(CARDS) == 14
