"""1.07.06.05: one form for all that a battle leaves to its player, and what holds where it is not sent."""

from __future__ import annotations

import pytest

from referee.board.forces import Group
from referee.kernel import Command
from referee.offers.offer import Offer, offers
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import Conclude, SettleBattle
from referee.phases.battle.live_battle import OVER
from referee.phases.battle.lock_plan import LockPlan
from referee.turn.next_phase import GoTo
from tests.kit import Room


@pytest.fixture
def room() -> Room:
    return Room()


def form(room: Room, seat: str) -> list[Offer]:
    return [offer for offer in offers(room.public, seat) if offer.name == "Conclude"]


def mixed() -> Room:
    """Return a battle that Fremen have won: several mixes meet their dial, and both of their cards may be kept."""
    room = Room("advanced", allies="")
    room.do(BeginBattle("Arrakeen", "fremen", "harkonnen", 4, 2, 3), LockPlan("fremen", 4, "Stilgar"))
    room.do(LockPlan("harkonnen", 1, "Umman Kudu"))
    room.answers(seats=("fremen", "harkonnen"))
    return room


def lost(room: Room, command: Command) -> list[Group]:
    return [
        Group(vars(event)["normal"], vars(event)["special"])
        for event in room.events(command)
        if type(event).__name__ == "ForcesLost" and vars(event)["seat"] == "fremen"
    ]


def test_1_07_06_05_who_has_a_choice_of_losses_makes_it_in_one_form() -> None:
    room = mixed()
    (offer,) = form(room, "fremen")
    assert [blank.name for blank in offer.blanks] == ["split"] and not form(room, "harkonnen")
    assert room.no(Conclude("fremen", "1+1")) == "1.07.06.05"
    assert lost(room, Conclude("fremen", "0+2")) == [Group(0, 2)] and not form(room, "fremen")


def test_1_07_06_05_the_battle_is_settled_once_nobody_has_anything_left_to_choose(room: Room) -> None:
    room.fight()
    room.answers()
    room.do(Conclude("atreides", cards="Snooper"))
    assert room.live.step == OVER and room.no(SettleBattle()) == "1.07.01"


def test_1_07_06_05_where_nobody_chooses_as_few_starred_forces_as_possible_are_lost() -> None:
    assert lost(mixed(), SettleBattle()) == [Group(4)]


def test_1_07_06_05_the_winner_discards_any_of_the_played_cards_and_keeps_the_others(room: Room) -> None:
    room.fight()
    assert not form(room, "atreides")
    room.answers()
    (offer,) = form(room, "atreides")
    choices = [value for value, _ in offer.blanks[-1].choices]
    assert choices == ["", "Gom Jabbar", "Snooper", "Gom Jabbar+Snooper"]
    assert room.no(Conclude("atreides", cards="Shield")) == "1.07.06.05"
    before = set(room.cards())
    room.do(Conclude("atreides", cards="Snooper"))
    assert room.no(Conclude("atreides", cards="Gom Jabbar")) == "1.07.06.05"
    assert not form(room, "atreides") and before


def test_1_07_06_05_cards_may_be_laid_down_after_the_verdict_was_applied_too(room: Room) -> None:
    room.fight()
    room.answers()
    room.do(SettleBattle())
    assert [blank.name for blank in form(room, "atreides")[0].blanks] == ["cards"]
    room.do(Conclude("atreides", cards="Gom Jabbar"))


def test_1_07_06_05_a_form_that_keeps_everything_is_sent_and_is_gone(room: Room) -> None:
    room.fight()
    room.answers()
    room.do(Conclude("atreides"))
    assert not form(room, "atreides")


def test_1_07_06_05_the_battle_phase_of_the_next_turn_offers_nothing_of_the_last_one(room: Room) -> None:
    room.fight()
    room.answers()
    room.do(SettleBattle(), *(GoTo(phase, anyway=True) for phase in ("mentat_pause", "storm", "battle")))
    assert room.public.turn == 2 and not form(room, "atreides")
    assert room.no(Conclude("atreides", cards="Gom Jabbar")) == "1.07.06.05"
