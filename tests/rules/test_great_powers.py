"""1.14: each faction's great power, unlocked once a game by a Karama, and what becomes of it."""

from __future__ import annotations

from pathlib import Path

from referee.cards.karama import UseSpecial
from referee.common.offers import behind_shield, offers, secret_offers
from referee.common.setup import Place, SetTable
from referee.common.status import what_now
from referee.factions.atreides.whole_plan import PlanSeen, SeePlan, Watched
from referee.factions.fremen.worms import CallWorm
from referee.factions.harkonnen.swap import GiveCardBack
from referee.factions.ixians.stronghold import MoveByKarama
from referee.factions.tleilaxu.forbid_revival import ForbidRevival
from referee.kernel.commands import Command
from referee.kernel.events import FACE_DOWN, PUBLIC
from referee.phases.battle.before_the_plans import StaySilent, steps
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.lock_plan import LockPlan, ReopenPlan
from referee.phases.revival.commands import ReviveForces
from referee.phases.revival.leaders import ReviveLeader
from referee.phases.turn.next_phase import GoTo
from referee.running.journal import Journal
from referee.running.sitting import Dice, Sitting

SEATS = ("atreides", "harkonnen", "emperor", "bene_gesserit")
HANDS = {"atreides": ("Karama/1",), "harkonnen": ("Karama/2", "Shield/1"), "emperor": ("Crysknife/1", "Snooper/1")}


class Play:
    def __init__(self, phase: str, rules: str = "advanced", **options: str) -> None:
        self.sitting = Sitting(Journal(Path(":memory:")), Dice(1))
        places = tuple(Place(s, "", len(HANDS.get(s, ())), 20, HANDS.get(s, ())) for s in SEATS)
        chosen = (("K8", "off"), *options.items())
        self.do(SetTable("x", places, "emperor", rules, 2, (), chosen, deck=("c1", "c2"))).do(GoTo(phase))

    def do(self, command: Command) -> Play:
        outcome = self.sitting.act(command, getattr(command, "seat", PUBLIC))
        assert outcome.done, outcome.objections
        return self

    def no(self, command: Command) -> tuple[str, str]:
        outcome = self.sitting.act(command, getattr(command, "seat", PUBLIC))
        assert not outcome.done
        return outcome.objections[0].rule, outcome.objections[0].code

    def fight(self) -> Play:
        self.do(BeginBattle("Arrakeen", "emperor", "harkonnen", 10, 0, 8))
        while step := next((one for one in steps(self.sitting.screen(PUBLIC)) if not one.done), None):
            self.do(StaySilent(step.say.seat, step.say.rule))
        return self

    def offered(self, seat: str) -> list[str]:
        return [one.ask for one in secret_offers(self.sitting.screen(seat), seat)]


PLAN = LockPlan("emperor", 3, "Caid", "Crysknife", "Snooper")


def test_1_14_01_atreides_see_the_whole_plan_and_nobody_else_does() -> None:
    play = Play("battle").fight().do(PLAN).do(SeePlan("atreides", "emperor"))
    kept = {v: play.sitting.screen(v).get(Watched) for v in (PUBLIC, *SEATS)}
    assert all(one and one.of == "emperor" for one in kept.values())
    assert {v for v, one in kept.items() if one and one.seen} == {"atreides", "emperor"}
    assert "Crysknife" in behind_shield(play.sitting.screen("atreides"), "atreides")[-1].lines
    assert play.sitting.screen(PUBLIC).discard == ["Karama/1"]


def test_1_14_01_a_plan_that_is_made_later_is_seen_then_and_stays() -> None:
    play = Play("battle").fight().do(SeePlan("atreides", "emperor")).do(PLAN)
    assert play.no(ReopenPlan("emperor")) == ("1.14.01", "NOT_NOW")
    heard = [one.event.plan for one in play.sitting.screen("harkonnen").log if isinstance(one.event, PlanSeen)]
    assert heard == [FACE_DOWN]
    play.do(LockPlan("harkonnen", 2, "Umman Kudu", "", "Shield"))


def test_1_14_01_once_a_game_in_a_battle_and_in_the_advanced_game() -> None:
    assert Play("battle").no(SeePlan("atreides", "emperor")) == ("1.14.01", "NOT_ELIGIBLE")
    assert Play("battle", "basic").fight().no(SeePlan("atreides", "emperor")) == ("1.14.01", "NOT_ELIGIBLE")
    play = Play("battle").fight()
    assert play.no(SeePlan("atreides", "atreides")) == ("1.14.01", "NOT_ELIGIBLE")
    play.do(SeePlan("atreides", "emperor"))
    assert play.no(SeePlan("atreides", "harkonnen")) == ("1.13.06", "NOT_ELIGIBLE")


def test_1_14_01_it_is_offered_to_whoever_may_use_it() -> None:
    play = Play("battle")
    assert "SeePlan" not in play.offered("atreides")
    play.fight()
    assert [seat for seat in SEATS if "SeePlan" in play.offered(seat)] == ["atreides"]


def test_1_14_04_the_swap_is_on_the_phone_and_nobody_else_is_offered_it() -> None:
    play = Play("bidding")
    assert [seat for seat in SEATS if "UseSpecial" in play.offered(seat)] == ["harkonnen"]
    play.do(UseSpecial("harkonnen", "emperor"))
    assert "UseSpecial" not in play.offered("harkonnen") and "GiveCardBack" in play.offered("harkonnen")
    play.do(GiveCardBack("harkonnen", "Shield/1")).do(GiveCardBack("harkonnen", "Snooper/1"))
    hands = {seat: sorted(map(str, play.sitting.views.referee.seats[seat].hand)) for seat in ("emperor", "harkonnen")}
    assert hands == {"emperor": ["Shield/1", "Snooper/1"], "harkonnen": ["Crysknife/1"]}
    assert "GiveCardBack" not in play.offered("harkonnen")


def test_4_92_07_the_table_may_allow_the_swap_at_any_time() -> None:
    assert Play("battle").no(UseSpecial("harkonnen", "emperor"))[0] == "3.01.11.05"
    play = Play("battle", K7="any").do(UseSpecial("harkonnen", "emperor"))
    assert play.no(GoTo("spice_collection"))[0] == "1.14.04", "what is owed is given back first"


def test_1_14_06_the_bene_gesserit_have_no_power_of_that_kind() -> None:
    assert Play("bidding").no(UseSpecial("bene_gesserit", "emperor"))[0] == "1.14.06"


def test_1_14_00_the_card_is_discarded_and_the_power_is_used_up() -> None:
    play = Play("battle").fight().do(SeePlan("atreides", "emperor"))
    rules = [one.event.rules() for one in play.sitting.screen(PUBLIC).log]
    assert ("1.14.01", "1.14.00", "1.13.06") in rules and not play.sitting.views.referee.seats["atreides"].hand


def test_1_14_03_a_worm_is_called_to_sand_and_not_in_the_first_turn() -> None:
    for turn, place, rule in ((1, "Red Chasm", "1.14.03"), (2, "Arrakeen", "1.14.03"), (2, "Red Chasm", "")):
        sitting = Sitting(Journal(Path(":memory:")), Dice(1))
        places = (Place("fremen", "", 1, 9, ("Karama/1",)), Place("emperor", "", 1, 9, ("Kulon/1",)))
        sitting.act(SetTable("x", places, "emperor", "advanced", turn, deck=("c1",)), PUBLIC)
        sitting.act(GoTo("spice_blow"), PUBLIC)
        outcome = sitting.act(CallWorm("fremen", place), "fremen")
        assert [one.rule for one in outcome.objections] == ([rule] if rule else [])


class Expansion(Play):
    """The Ixians and the Tleilaxu, each with a Karama."""

    def __init__(self, phase: str, rules: str = "advanced") -> None:
        self.sitting = Sitting(Journal(Path(":memory:")), Dice(1))
        held = {"ixian": ("Karama/1",), "tleilaxu": ("Karama/2",)}
        places = tuple(Place(s, "", len(held.get(s, ())), 20, held.get(s, ())) for s in (*held, "emperor"))
        self.do(SetTable("x", places, "emperor", rules, 2, (), (("K8", "off"),), deck=("c1", "c2"))).do(GoTo(phase))


def test_2_08_16_the_tleilaxu_forbid_one_player_the_revival_of_this_turn() -> None:
    play = Expansion("revival")
    assert "ForbidRevival" in play.offered("tleilaxu") and "ForbidRevival" not in play.offered("ixian")
    play.do(ForbidRevival("tleilaxu", "emperor"))
    assert play.no(ReviveForces("emperor", 1))[0] == play.no(ReviveLeader("emperor", "Caid"))[0] == "2.08.16"
    play.do(ReviveForces("ixian", 1))
    assert play.no(ForbidRevival("tleilaxu", "ixian"))[0] == "1.13.06"
    play.do(GoTo("mentat_pause")).do(GoTo("storm")).do(GoTo("revival", True)).do(ReviveForces("emperor", 1))


def test_2_08_16_what_is_forbidden_is_not_offered_and_everybody_reads_why() -> None:
    play = Expansion("revival").do(ForbidRevival("tleilaxu", "emperor"))
    table = play.sitting.screen(PUBLIC)
    asked = {seat: {one.ask for one in offers(table, seat)} for seat in ("emperor", "ixian")}
    assert "ReviveForces" in asked["ixian"] and not asked["emperor"] & {"ReviveForces", "ReviveLeader"}
    assert "Emperor may not revive in this turn." in [said.words for said in what_now(table)]


def test_2_07_19_the_ixians_move_their_stronghold_once_more_by_karama() -> None:
    play = Expansion("shipment")
    assert "MoveByKarama" in play.offered("ixian")
    play.do(MoveByKarama("ixian"))
    assert not play.sitting.views.referee.seats["ixian"].hand and "MoveByKarama" not in play.offered("ixian")
    assert "2.07.19" in [said.rule for said in what_now(play.sitting.screen(PUBLIC))]
    assert Expansion("revival").no(MoveByKarama("ixian"))[0] == "1.00.00"
    assert Expansion("shipment", "basic").no(MoveByKarama("ixian"))[0] == "2.07.19"
