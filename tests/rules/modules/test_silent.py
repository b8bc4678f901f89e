"""A module that is not in play is as silent as a faction that does not play: none of its rules is asked anything."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pkgutil import iter_modules
from types import FrameType
from typing import Any

import pytest

import referee.kernel.discover
import referee.modules
from referee.common.boxes import MODULES
from referee.kernel import Seat, Table, rooms_of, rulings, without_say
from referee.phases.battle.conclude import SettleBattle
from tests.kit import BATTLE_SEATS, Room, Rooms

ALL = frozenset(without_say(Table()).on_anything)
NAMES = {
    speak.__name__ for page in (rulings._answers, rulings._effects) for own in page.values() for _, _, speak in own
}
NEXUS = "M5"
CARDS = {"P7", "M8"}  # a printed deck may hold these cards, whatever the table has said


def heard(play: Callable[[], object]) -> set[str]:
    """Return the rooms of modules in which rules spoke meanwhile."""
    found = set[str]()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and (frame.f_code.co_name in NAMES or frame.f_code.co_name == "waiting"):
            found.update(ALL & rooms_of(frame.f_globals.get("__name__", "")))

    sys.setprofile(note)
    try:
        play()
    finally:
        sys.setprofile(None)
    return found


def rooms_in(table: Table) -> set[str]:
    """Return the rooms of modules in play."""
    return {*ALL} - without_say(table).on_anything


@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_4_97_31_no_rule_of_a_module_speaks_in_a_battle_without_it(rules: str) -> None:
    def play() -> None:
        room = Room(rules)
        room.fight()
        room.answers()
        room.do(SettleBattle())

    assert heard(play) == set()


def test_4_97_31_no_rule_of_a_module_speaks_in_a_turn_without_it() -> None:
    table = Rooms(3, list(BATTLE_SEATS), "advanced")
    assert heard(lambda: table.play(1, 2)) == set() and table.fought


@pytest.mark.parametrize("key", sorted({*MODULES} - CARDS))
def test_4_97_31_a_module_alone_in_play_is_heard_and_no_other(key: str) -> None:
    seats = [*BATTLE_SEATS, "tleilaxu"]
    table = Rooms(5, seats, "advanced", ((key, MODULES[key].value),))
    rooms = heard(lambda: table.play(1, 2))
    assert rooms and rooms <= rooms_in(table.public)


def test_every_module_has_a_room_that_falls_silent() -> None:
    packages = {f"referee.modules.{found.name}" for found in iter_modules(referee.modules.__path__)}
    assert packages <= ALL
    files = {name for name in sys.modules if rooms_of(name) & ALL}
    assert {f"referee.factions.{name}" for name in ("atreides.nexus_card", "atreides.caladan", "ixian.ix")} <= files
    for name in ALL:
        assert name in sys.modules, f"{name} is no room"


@pytest.mark.parametrize(("key", "value"), [(key, made.value) for key, made in MODULES.items()])
def test_a_module_put_in_play_in_the_lobby_speaks_from_then_on(key: str, value: str) -> None:
    table = Table(seats={seat: Seat(seat, seat) for seat in BATTLE_SEATS})
    before = rooms_in(table)
    table.options[key] = value
    assert before == set() and bool(rooms_in(table)) is (key not in CARDS)
    del table.options[key]
    assert rooms_in(table) == set()


def test_4_05_03_a_secret_ally_awakens_rooms_of_factions_and_none_of_another_module() -> None:
    table = Table(seats={seat: Seat(seat, seat) for seat in BATTLE_SEATS}, options={NEXUS: "on"})
    assert not any("caladan" in name or "leader_skills" in name for name in rooms_in(table))
    assert "referee.factions.richese" not in without_say(table).on_players
    assert {"referee.factions.tleilaxu.nexus_card", "referee.modules.nexus_cards"} <= rooms_in(table)
