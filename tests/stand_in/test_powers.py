"""What the powers of factions are worth to their stand-ins (4.97.67)."""

from __future__ import annotations

import pytest

from referee.factions.atreides.whole_plan import SeePlan
from referee.factions.bene_gesserit.prediction import Predict
from referee.factions.bene_gesserit.turning_over import TurnOver
from referee.factions.bene_gesserit.voice import SpeakVoice
from referee.factions.ecaz.placing import PlaceSeveral
from referee.factions.ecaz.trigger import KeepAmbassador, LeaveMission
from referee.factions.fremen.reserves_ride import LeaveWorm
from referee.factions.moritani.assassins import SpareLeaders
from referee.factions.moritani.reaction import LetItLie, RevealTerror
from referee.factions.moritani.terror import LeaveTerror
from referee.factions.moritani.vidal import LeaveVidal
from referee.factions.tleilaxu.gholas import ReturnGhola
from referee.kernel import Command, ask
from referee.offers.gains import OfferGains
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.shipment.send_along import SendAlong
from referee.stand_in.battles import plan
from referee.stand_in.ground import prize_of
from referee.stand_in.mind import MERE_CHANCE
from referee.stand_in.sight import Sight
from referee.stand_in.values import value
from referee.turn.on_the_map import PutRight
from tests.kit import LiveTable


def seen_by(table: LiveTable, seat: str) -> Sight:
    return Sight(table.public, table.screen(seat), seat)


UNUSED: tuple[tuple[str, Command], ...] = (
    ("moritani", LeaveTerror("moritani")),
    ("moritani", LetItLie("moritani")),
    ("moritani", LeaveVidal("moritani")),
    ("moritani", SpareLeaders("moritani")),
    ("ecaz", KeepAmbassador("ecaz")),
    ("ecaz", LeaveMission("ecaz")),
    ("fremen", LeaveWorm("fremen")),
    ("tleilaxu", ReturnGhola("tleilaxu", "Stilgar")),
)


@pytest.mark.parametrize(("seat", "command"), UNUSED)
def test_4_97_67_a_power_is_left_alone_only_where_nothing_else_can_be_done(seat: str, command: Command) -> None:
    table = LiveTable("moritani", "ecaz", "fremen", "tleilaxu")
    assert value(seen_by(table, seat), command) < 0 <= value(seen_by(table, seat), RevealTerror(seat))


@pytest.mark.parametrize(
    ("seat", "command"),
    [("atreides", SeePlan("atreides", "fremen")), ("bene_gesserit", SendAlong("bene_gesserit", "Carthag"))],
)
def test_4_97_67_what_costs_nothing_or_works_once_a_game_is_no_matter_of_chance(seat: str, command: Command) -> None:
    table = LiveTable("atreides", "bene_gesserit", "fremen")
    assert value(seen_by(table, seat), command) > MERE_CHANCE


def test_4_97_67_ecaz_place_three_ambassadors_in_a_turn_where_they_are_rich() -> None:
    three = ("emperor", "Carthag", "fremen", "Arrakeen", "ixian", "Sietch Tabr")
    for spice, worth in ((12, True), (8, False)):
        table = LiveTable("ecaz", "emperor", spice=spice, phase="revival")
        assert (ask(table.screen("ecaz"), OfferGains("ecaz", PlaceSeveral("ecaz", *three))).value > 0) == worth


def test_4_97_67_zoal_is_thought_as_strong_as_the_best_leader_of_the_foe() -> None:
    table = LiveTable("tleilaxu", "fremen", phase="battle", hands={"tleilaxu": (), "fremen": ()})
    table.do(BeginBattle("Arrakeen", "tleilaxu", "fremen", 4, 0, 4), who="public")
    made = plan(seen_by(table, "tleilaxu"))
    assert isinstance(made, LockPlan) and made.leader == "Zoal"


def turned(*, calm: bool, few: int, many: int) -> float:
    """Return what Bene Gesserit gain by turning over so many of theirs beside so many of the Emperor in Carthag."""
    table = LiveTable("bene_gesserit", "emperor", P6="kept", phase="shipment", rules="advanced")
    table.do(PutRight("emperor", "Carthag", many), PutRight("bene_gesserit", "Carthag", few, peace=calm))
    return value(seen_by(table, "bene_gesserit"), TurnOver("bene_gesserit", "Carthag"))


def test_4_97_67_bene_gesserit_turn_over_as_the_odds_say() -> None:
    assert turned(calm=True, few=9, many=1) > MERE_CHANCE > turned(calm=True, few=1, many=12)
    assert turned(calm=False, few=9, many=1) < 0 < turned(calm=False, few=1, many=12)


@pytest.mark.parametrize(("held", "weapon"), [("Shield/1", "poison weapon"), ("Snooper/1", "projectile weapon")])
def test_4_97_67_the_voice_forbids_the_weapon_that_nothing_held_would_parry(held: str, weapon: str) -> None:
    table = LiveTable("bene_gesserit", "emperor", hands={"bene_gesserit": (held,)})
    kinds = ("poison weapon", "projectile weapon", "poison defence", "worthless card")
    sight = seen_by(table, "bene_gesserit")
    worth = {
        (order, what): value(sight, SpeakVoice("bene_gesserit", order, what))
        for order in ("leave", "play")
        for what in kinds
    }
    assert max(worth, key=lambda one: worth[one]) == ("leave", weapon)


@pytest.mark.parametrize(("seats", "turn", "rather_than"), [(2, 2, 5), (6, 4, 1), (6, 4, 9)])
def test_4_97_67_bene_gesserit_predict_a_later_turn_at_a_fuller_table(seats: int, turn: int, rather_than: int) -> None:
    names = ("bene_gesserit", "emperor", "fremen", "atreides", "harkonnen", "spacing_guild")[:seats]
    sight = seen_by(LiveTable(*names, phase="storm"), "bene_gesserit")
    one, other = (value(sight, Predict("bene_gesserit", "emperor", when)) for when in (turn, rather_than))
    assert one > other


def test_4_97_67_bene_gesserit_do_not_stop_whom_they_foretold_in_that_turn() -> None:
    def deny(turn: int) -> float:
        table = LiveTable("bene_gesserit", "harkonnen", P6="kept", phase="storm", turn=1)
        table.do(Predict("bene_gesserit", "harkonnen", turn))
        table.do(*(PutRight("harkonnen", one, 9) for one in ("Carthag", "Arrakeen", "Sietch Tabr")))
        return prize_of(seen_by(table, "bene_gesserit"), "Carthag", ("harkonnen",)).deny

    assert deny(1) < 0 < deny(2)
