"""A territory that a Face Dancer has freed: from where its new forces come."""

from __future__ import annotations

from dataclasses import replace

from flask import Flask

from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import CountForces, KeepCount
from referee.factions.tleilaxu.face_dance import ShowFaceDancer, TakeField
from referee.offers.offer import offers
from referee.phases.battle.conclude import Conclude, SettleBattle
from referee.phases.battle.how_they_stand import HERE, there
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.who_fights_where import FightNext, open_battles
from referee.turn.on_the_map import PutRight
from referee.web.battle.table import fight_view
from referee.web.view_models.battle import Row
from tests.kit import Room


def form(room: Room) -> list[str]:
    """Return what the Tleilaxu fill in to conclude the battle."""
    return [blank.name for one in offers(room.public, "tleilaxu") if one.name == "Conclude" for blank in one.blanks]


def rows_of(room: Room) -> tuple[Row, ...]:
    """Return what the table screen shows of both opened plans."""
    with Flask("").test_request_context():
        shown = fight_view(room.public, steers=False)
    assert shown is not None
    return tuple(row for wheel in shown.wheels for row in wheel.rows)


def test_2_08_04_forces_leave_the_reserves_and_the_territories_they_come_from() -> None:
    seats = ("harkonnen", "spacing_guild", "emperor", "tleilaxu")
    room = Room("advanced", seats=seats, hands={}, allies="").do(KeepCount())
    for seat, place, many in (
        ("emperor", "Arrakeen", 8), ("spacing_guild", "Arrakeen", 4),
        ("tleilaxu", "Arsunt", 2), ("tleilaxu", "Basin", 3),
    ):  # fmt: skip
        room.do(PutRight(seat, place, many, other=RESERVES))
    room.do(CountForces("tleilaxu", RESERVES, 1), CountForces("tleilaxu", TANKS, 14))
    battle = next(one for one in open_battles(room.public) if one.territory == "Arrakeen")
    room.do(FightNext(battle.aggressor, "Arrakeen", battle.defender))
    room.do(LockPlan("emperor", 3, "Caid", support=3), LockPlan("spacing_guild", 0, "Guild Rep."))
    room.answers(seats=("emperor", "spacing_guild"))
    room.do(ShowFaceDancer("tleilaxu"))
    won = next(one for one in rows_of(room) if one.text == "Caid")
    assert (won.icon, won.end, won.gone) == ("f-tle", "Face Dancer", True)  # unmasked where everybody looks
    room.do(SettleBattle())
    assert form(room) == ["normal", "board", "where"]
    too_many = Conclude("tleilaxu", normal=1, origin=RESERVES, board=3, where="Arsunt")
    assert room.no(too_many) == "2.08.04" and room.no(replace(too_many, where="the board")) == "2.08.04"
    room.do(replace(too_many, board=2))
    assert there(room.public, "Arrakeen")["tleilaxu"][HERE].total == 3 and "TakeField" in [
        one.name for one in offers(room.public, "tleilaxu")
    ]
    room.do(TakeField("tleilaxu", 2, "Basin"))
    assert room.no(TakeField("tleilaxu", 1, "Basin")) == "2.08.04"
    counts = [forces_in(room.public, "tleilaxu", place) for place in (RESERVES, "Arsunt", "Basin", "Arrakeen")]
    assert counts == [Group(), Group(), Group(1), Group(5)]
