"""1.14: each faction's great power, unlocked once a game by a Karama, and what becomes of it."""

from __future__ import annotations

from typing import Any

from referee.cards.karama import UseSpecial
from referee.factions.atreides.whole_plan import PlanSeen, SeePlan, Watched
from referee.factions.fremen.worms import CallWorm
from referee.factions.harkonnen.swap import GiveCardBack
from referee.factions.ixian.stronghold import MoveByKarama
from referee.factions.tleilaxu.forbid_revival import ForbidRevival
from referee.kernel import FACE_DOWN, PUBLIC
from referee.offers.offer import behind_shield, offers
from referee.offers.what_now import what_now
from referee.phases.battle.before_the_plans import StaySilent, steps
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.lock_plan import LockPlan, ReopenPlan
from referee.phases.revival.forces import ReviveForces
from referee.phases.revival.leaders import ReviveLeader
from referee.turn.next_phase import GoTo
from tests.kit import LiveTable

SEATS = ("atreides", "harkonnen", "emperor", "bene_gesserit")
HANDS = {"atreides": ("Karama/1",), "harkonnen": ("Karama/2", "Shield/1"), "emperor": ("Crysknife/1", "Snooper/1")}
EXPANSION = {"ixian": ("Karama/1",), "tleilaxu": ("Karama/2",), "emperor": ()}


def begin(phase: str, rules: str = "advanced", **options: Any) -> LiveTable:
    return LiveTable(*SEATS, first="emperor", hands=HANDS, rules=rules, turn=2, phase=phase, **options)


def expansion(phase: str, rules: str = "advanced") -> LiveTable:
    """The Ixians and the Tleilaxu, each with a Karama."""
    return LiveTable(*EXPANSION, first="emperor", hands=EXPANSION, rules=rules, turn=2, phase=phase)


def fight() -> LiveTable:
    """Return a table before the first battle, where everybody has passed on what could be said."""
    night = begin("battle").do(BeginBattle("Arrakeen", "emperor", "harkonnen", 10, 0, 8))
    return night.do(*(StaySilent(one.say.seat, one.say.rule) for one in steps(night.public) if not one.done))


PLAN = LockPlan("emperor", 3, "Caid", "Crysknife", "Snooper")


def test_1_14_01_atreides_see_the_whole_plan_and_nobody_else_does() -> None:
    play = fight().do(PLAN).do(SeePlan("atreides", "emperor"))
    kept = {v: play.screen(v).get(Watched) for v in (PUBLIC, *SEATS)}
    assert all(one and one.of == "emperor" for one in kept.values())
    assert {v for v, one in kept.items() if one and one.seen} == {"atreides", "emperor"}
    assert "Crysknife" in behind_shield(play.screen("atreides"), "atreides")[-1].lines
    assert play.public.discard == ["Karama/1"]


def test_1_14_01_a_plan_that_is_made_later_is_seen_then_and_stays() -> None:
    play = fight().do(SeePlan("atreides", "emperor")).do(PLAN)
    assert play.refused(ReopenPlan("emperor")) == ("1.14.01", "NOT_NOW")
    heard = [one.event.plan for one in play.screen("harkonnen").log if isinstance(one.event, PlanSeen)]
    assert heard == [FACE_DOWN]
    play.do(LockPlan("harkonnen", 2, "Umman Kudu", "", "Shield"))


def test_1_14_01_once_a_game_in_a_battle_and_in_the_advanced_game() -> None:
    assert begin("battle").refused(SeePlan("atreides", "emperor")) == ("1.14.01", "NOT_ELIGIBLE")
    assert begin("battle", "basic").do(BeginBattle("Arrakeen", "emperor", "harkonnen", 10, 0, 8)).refused(
        SeePlan("atreides", "emperor")
    ) == ("1.14.01", "NOT_ELIGIBLE")
    play = fight()
    assert play.refused(SeePlan("atreides", "atreides")) == ("1.14.01", "NOT_ELIGIBLE")
    play.do(SeePlan("atreides", "emperor"))
    assert play.refused(SeePlan("atreides", "harkonnen")) == ("1.13.06", "NOT_ELIGIBLE")


def test_1_14_01_it_is_offered_to_whoever_may_use_it() -> None:
    play = begin("battle")
    assert "SeePlan" not in play.secret("atreides")
    play = fight()
    assert [seat for seat in SEATS if "SeePlan" in play.secret(seat)] == ["atreides"]


def test_1_14_04_the_swap_is_on_the_phone_and_nobody_else_is_offered_it() -> None:
    play = begin("bidding")
    assert [seat for seat in SEATS if "UseSpecial" in play.secret(seat)] == ["harkonnen"]
    play.do(UseSpecial("harkonnen", "emperor"))
    assert "UseSpecial" not in play.secret("harkonnen") and "GiveCardBack" in play.secret("harkonnen")
    play.do(GiveCardBack("harkonnen", "Shield/1")).do(GiveCardBack("harkonnen", "Snooper/1"))
    hands = {seat: sorted(map(str, play.truth.seats[seat].hand)) for seat in ("emperor", "harkonnen")}
    assert hands == {"emperor": ["Shield/1", "Snooper/1"], "harkonnen": ["Crysknife/1"]}
    assert "GiveCardBack" not in play.secret("harkonnen")


def test_4_92_07_the_table_may_allow_the_swap_at_any_time() -> None:
    assert begin("battle").no(UseSpecial("harkonnen", "emperor")) == "3.01.11.05"
    play = begin("battle", K7="any").do(UseSpecial("harkonnen", "emperor"))
    assert play.no(GoTo("spice_collection")) == "1.14.04", "what is owed is given back first"


def test_1_14_06_the_bene_gesserit_have_no_power_of_that_kind() -> None:
    assert begin("bidding").no(UseSpecial("bene_gesserit", "emperor")) == "1.14.06"


def test_1_14_00_the_card_is_discarded_and_the_power_is_used_up() -> None:
    play = fight().do(SeePlan("atreides", "emperor"))
    rules = [one.event.rules() for one in play.public.log]
    assert ("1.14.01", "1.14.00", "1.13.06") in rules and not play.truth.seats["atreides"].hand


def test_1_14_03_a_worm_is_called_to_sand_and_not_in_the_first_turn() -> None:
    for turn, place, rule in ((1, "Red Chasm", "1.14.03"), (2, "Arrakeen", "1.14.03"), (2, "Red Chasm", "")):
        hands = {"fremen": ("Karama/1",), "emperor": ("Kulon/1",)}
        play = LiveTable(*hands, hands=hands, first="emperor", turn=turn, phase="spice_blow")
        assert play.why(CallWorm("fremen", place)) == rule


def test_2_08_16_the_tleilaxu_forbid_one_player_the_revival_of_this_turn() -> None:
    play = expansion("revival")
    assert "ForbidRevival" in play.secret("tleilaxu") and "ForbidRevival" not in play.secret("ixian")
    play.do(ForbidRevival("tleilaxu", "emperor"))
    assert play.no(ReviveForces("emperor", 1)) == play.no(ReviveLeader("emperor", "Caid")) == "2.08.16"
    play.do(ReviveForces("ixian", 1))
    assert play.no(ForbidRevival("tleilaxu", "ixian")) == "1.13.06"
    play.do("mentat_pause").do("storm").do(GoTo("revival", True)).do(ReviveForces("emperor", 1))


def test_2_08_16_what_is_forbidden_is_not_offered_and_everybody_reads_why() -> None:
    table = expansion("revival").do(ForbidRevival("tleilaxu", "emperor")).public
    asked = {seat: {one.name for one in offers(table, seat)} for seat in ("emperor", "ixian")}
    assert "ReviveForces" in asked["ixian"] and not asked["emperor"] & {"ReviveForces", "ReviveLeader"}
    assert "The Emperor may not revive this turn." in [said.words for said in what_now(table)]


def test_2_07_19_the_ixians_move_their_stronghold_once_more_by_karama() -> None:
    play = expansion("shipment")
    assert "MoveByKarama" in play.secret("ixian")
    play.do(MoveByKarama("ixian"))
    assert not play.truth.seats["ixian"].hand and "MoveByKarama" not in play.secret("ixian")
    assert "2.07.19" in [said.rule for said in what_now(play.public)]
    assert expansion("revival").no(MoveByKarama("ixian")) == "1.00.00"
    assert expansion("shipment", "basic").no(MoveByKarama("ixian")) == "2.07.19"
