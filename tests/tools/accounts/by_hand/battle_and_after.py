"""Tables in a battle, and just after one: cardboard wheels, an answer told aloud, a tooth, captives, traitors."""

from __future__ import annotations

from referee.board.forces import RESERVES
from referee.board.forces_counted import CountForces, KeepCount
from referee.cards.first_box.at_work import TakeToothBack
from referee.factions.atreides.part_of_a_plan import AskPrescience, ToldAloud
from referee.factions.harkonnen.capture import DecideCaptive, KillCaptive
from referee.factions.tleilaxu.face_dance import ShowFaceDancer, TakeField
from referee.holdings.traitors import DealTraitors, KeepTraitor, Traitors
from referee.kernel import Command
from referee.modules.leader_skills.before_the_shield import PlaceSkill
from referee.modules.leader_skills.dealing import EnterSkill
from referee.modules.leader_skills.decipherer import Deciphered, SwapTraitor
from referee.phases.battle.before_the_plans import Announce
from referee.phases.battle.conclude import Conclude, SettleBattle
from referee.phases.battle.lock_plan import LockPlan, TypeWheel
from referee.phases.battle.who_fights_where import FightNext
from referee.turn.on_the_map import PutRight
from tests.kit import HARKONNEN, LiveTable, Room
from tests.tools.accounts.by_hand import lays

FIGHTERS = ("atreides", "harkonnen")
Laid = tuple[LiveTable, Command]


@lays("TypeWheel")
def a_wheel_of_cardboard() -> Laid:
    room = Room(P3="wheels")
    room.begin()
    return room, TypeWheel("harkonnen", 4, "Feyd-Rautha", "Chaumurky", "Shield")


@lays("ToldAloud", aloud="harkonnen")
def an_answer_that_no_phone_gives() -> Laid:
    room = Room("advanced")
    room.talks = True
    room.begin()
    room.do(Announce("atreides", "2.01.08"), AskPrescience("atreides", "weapon"))
    return room, ToldAloud("harkonnen")


@lays("TakeToothBack")
def a_tooth_that_is_open() -> Laid:
    hands = {"atreides": ("Poison Tooth/1",), "harkonnen": ()}
    room = Room(seats=("atreides", "harkonnen", "fremen"), hands=hands, allies="", P7="with")
    room.fight(LockPlan("atreides", 3, "Lady Jessica", "Poison Tooth"), LockPlan("harkonnen", 2, "Feyd-Rautha"))
    room.answers()
    return room, TakeToothBack("atreides")


@lays("DecideCaptive")
def a_leader_drawn_from_the_loser() -> Laid:
    room = Room("advanced", allies="")
    room.fight(LockPlan("atreides", 0, "Lady Jessica"), HARKONNEN)
    room.answers()
    room.do(SettleBattle(), Conclude("harkonnen", capture="draw"))
    return room, DecideCaptive("harkonnen", "keep")


@lays("KillCaptive")
def a_prisoner_of_a_battle_fought_by_hand() -> Laid:
    return LiveTable("harkonnen", "fremen", "emperor", phase="battle", P3="none"), KillCaptive("harkonnen", "Bashar")


@lays("SwapTraitor")
def two_cards_of_the_traitor_deck() -> Laid:
    room = Room(M3="on", turn=1)
    room.do(EnterSkill("atreides", "Rihani Decipherer", "Gurney Halleck"), DealTraitors(), who="public")
    for seat, dealt in [*room.truth.state(Traitors).dealt.items()]:
        if seat not in room.truth.state(Traitors).kept:
            room.do(KeepTraitor(seat, dealt[0]))
    room.begin()
    room.do(PlaceSkill("atreides"), LockPlan("atreides", 5, "Gurney Halleck"), LockPlan("harkonnen", 0, "Umman Kudu"))
    room.answers()
    room.do(SettleBattle())
    seen, own = room.truth.state(Deciphered).seen["atreides"], room.truth.state(Traitors).kept["atreides"]
    return room, SwapTraitor("atreides", seen[0], own[0])


@lays("TakeField")
def a_territory_that_a_face_dancer_freed() -> Laid:
    room = Room("advanced", seats=("harkonnen", "spacing_guild", "emperor", "tleilaxu"), hands={}, allies="")
    room.do(KeepCount())
    for seat, place, many in (
        ("emperor", "Arrakeen", 8), ("spacing_guild", "Arrakeen", 4),
        ("tleilaxu", "Arsunt", 2), ("tleilaxu", "Basin", 3),
    ):  # fmt: skip
        room.do(PutRight(seat, place, many, other=RESERVES))
    room.do(CountForces("tleilaxu", RESERVES, 1), CountForces("tleilaxu", "tanks", 14))
    room.do(FightNext("spacing_guild", "Arrakeen", "emperor"))
    room.do(LockPlan("emperor", 3, "Caid", support=3), LockPlan("spacing_guild", 0, "Guild Rep."))
    room.answers(seats=("emperor", "spacing_guild"))
    room.do(ShowFaceDancer("tleilaxu"), SettleBattle())
    room.do(Conclude("tleilaxu", normal=1, origin=RESERVES, board=2, where="Arsunt"))
    return room, TakeField("tleilaxu", 2, "Basin")
