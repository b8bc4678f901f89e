"""Wheels, printed cards, spice for support, and losses of choice in a live battle."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from referee.common.phones_at_seats import TakeSeat
from referee.kernel import PUBLIC, commands, known
from referee.offers.offer import TABLE, behind_shield, offers
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.live_battle import battle_now, companion_of
from referee.phases.battle.lock_plan import LockPlan, TypeWheel
from tests.kit import ATREIDES, BATTLE_SEATS, HARKONNEN, Room


@pytest.fixture
def room() -> Room:
    return Room()


# -- wheels, printed cards, advanced ------------------------------------------------------------------


def shown(plan: LockPlan) -> dict[str, Any]:
    """Return what a wheel shows of a plan."""
    return {name: value for name, value in dataclasses.asdict(plan).items() if name != "traitor"}


def test_4_94_03_wheels_are_typed_in_and_judged_alike() -> None:
    typed, locked = Room(P3="wheels"), Room()
    typed.begin()
    assert typed.refusals(ATREIDES) == [("4.94.03", "NOT_NOW")]
    for plan in (HARKONNEN, ATREIDES):
        typed.do(TypeWheel(**shown(plan)))
    locked.fight()
    locked.answers()
    assert typed.live.verdict == locked.live.verdict
    typed.do(SettleBattle())
    locked.do(SettleBattle())
    assert typed.truth.seats["atreides"].spice == locked.truth.seats["atreides"].spice


def test_a_seat_without_a_phone_shows_its_wheel_when_the_other_is_locked(room: Room) -> None:
    room.begin()
    room.do(TakeSeat("atreides", "iPhone"), who="referee")
    wheel = TypeWheel(**shown(HARKONNEN))
    assert room.refusals(wheel) == [("1.07.05", "NOT_NOW")]
    room.do(ATREIDES, wheel)
    assert room.live.step == "revealed"


def test_4_94_03_two_without_phones_open_both_wheels_though_others_use_phones(room: Room) -> None:
    room.begin()
    room.do(TakeSeat("fremen", "iPhone"), who="referee")
    for plan in (HARKONNEN, ATREIDES):
        room.do(TypeWheel(**shown(plan)))
    assert room.live.step == "revealed"


def test_4_97_07_no_wheel_is_typed_in_for_a_seat_with_a_phone(room: Room) -> None:
    room.begin()
    room.do(TakeSeat("harkonnen", "iPhone"), who="referee")
    room.do(ATREIDES)
    assert room.refusals(TypeWheel(**shown(HARKONNEN))) == [("4.97.07", "ON_PHONE")]
    assert room.live.step == "open"


def test_4_94_01_printed_cards_and_tokens_let_everything_go_on() -> None:
    room = Room("advanced", P1="counts", P2="untracked")
    room.begin()
    room.do(LockPlan("atreides", 4.5, "Lady Jessica", "Crysknife", "Shield", support=3))
    assert ("1.07.04.06", "CARD_NOT_HELD") not in room.refusals(
        LockPlan("harkonnen", 99, "Feyd-Rautha", "Lasgun", "Shield")
    )
    room.do(LockPlan("harkonnen", 2, "Feyd-Rautha", "Lasgun"))
    room.answers()
    room.do(SettleBattle())
    assert battle_now(room.public) is None


def test_1_13_04_support_is_paid_and_2_01_10_the_fallen_are_counted() -> None:
    room = Room("advanced")
    room.begin(one_normal=9)
    assert [code for _, code in room.refusals(LockPlan("atreides", 6, "Lady Jessica", companion=True))] == [
        "DIAL_TOO_HIGH",
        "KH_NOT_ACTIVE",
    ]
    assert [code for _, code in room.refusals(LockPlan("atreides", 9, "Lady Jessica", support=11))] == [
        "SPICE_EXCEEDS_HELD",
        "NOT_ELIGIBLE",
    ]
    room.do(LockPlan("atreides", 8, "Lady Jessica", support=7), LockPlan("harkonnen", 1, "Umman Kudu"))
    room.answers()
    spice = room.spice()
    room.do(SettleBattle())
    assert room.spice() == spice and room.truth.seats["atreides"].spice == 3
    state = companion_of(room.screen("atreides"), "atreides")
    assert (state.lost, state.alive, state.used_in) == (9, True, None)
    kept = behind_shield(room.screen("atreides"), "atreides")
    assert kept[-1].lines == ("9 forces lost in battle. It is awake.",)
    room.do(BeginBattle("Carthag", "atreides", "emperor", 3, 0, 2))
    room.do(LockPlan("atreides", 1, "Thufir Hawat", companion=True))


def test_2_01_10_the_count_of_the_fallen_is_a_secret() -> None:
    room = Room("advanced")
    room.begin(one_normal=9)
    room.do(LockPlan("atreides", 8, "Lady Jessica", support=7), LockPlan("harkonnen", 1, "Umman Kudu"))
    room.answers()
    room.do(SettleBattle())
    for viewer in (PUBLIC, "harkonnen", "emperor"):
        table = room.screen(viewer)
        assert not known(companion_of(table, "atreides").lost)
        said = repr([heard.event for heard in table.log])
        assert "kh_counter" not in said and "kh_active" not in said and "in battle: The Kwisatz" not in said
        assert not behind_shield(table, viewer)


def test_every_offer_of_a_battle_is_an_ask_whose_blanks_are_its_fields(room: Room) -> None:
    room.fight()
    room.answers()
    for seat in (TABLE, *BATTLE_SEATS):
        for offer in offers(room.public, seat):
            fields = {field.name for field in dataclasses.fields(commands()[offer.name])}
            assert {blank.name for blank in offer.blanks} | {name for name, _ in offer.fixed} <= fields
