"""Once a game, by Karama, Tleilaxu forbid one player revival in this turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import named
from referee.factions.tleilaxu import ME
from referee.kernel import Chance, Event, Objection, SeatEvent, State, Table, adds, ruling, say
from referee.offers.offer import Blank, Offer, Offers, others_of
from referee.offers.what_now import Says, WhatNow
from referee.phases.revival.forces import ReviveForAnother, ReviveForces
from referee.phases.revival.leaders import ReviveLeader
from referee.powers.great_powers import GreatPower
from referee.powers.karama_windows import Against

GREAT = "2.08.16"


class NoRevival(State):
    turn: int
    seat: str


class RevivalForbidden(SeatEvent, because=(GREAT,)):
    says = "{seat!n:The} may not revive this turn."

    def apply(self, table: Table) -> None:
        table.put(NoRevival(table.turn, self.seat))


class ForbidRevival(GreatPower):
    rule, who, phase = GREAT, ME, "revival"
    of: str
    card: str = ""

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        whose = Blank("of", "Who may not revive", "select", choices=others_of(table, ME))
        yield cls.way("Karama: forbid revival", whose)

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if self.of not in table.seats or self.of == ME:
            yield Objection(GREAT, "Choose another faction at this table.", "BAD_INPUT", firm=True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        yield RevivalForbidden(self.of)


def _forbidden(table: Table) -> str:
    no_revival = table.get(NoRevival)
    return no_revival.seat if no_revival and no_revival.turn == table.turn else ""


@adds(Against, rule=GREAT, of=ReviveForces)
@adds(Against, rule=GREAT, of=ReviveLeader)
@adds(Against, rule=GREAT, of=ReviveForAnother)
def not_in_this_turn(question: Against, table: Table) -> Iterable[Objection]:
    command = question.command
    if not isinstance(command, (ReviveForces, ReviveLeader, ReviveForAnother)):
        return ()
    seat = command.to if isinstance(command, ReviveForAnother) else command.seat
    words = say("Tleilaxu have forbidden {seat} to revive this turn.", seat=named(seat))
    return (Objection(GREAT, words, "NOT_ELIGIBLE"),) if seat == _forbidden(table) else ()


@ruling(Offers, rule=GREAT, phase="revival")
def nothing_to_revive(question: Offers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    seat = _forbidden(table)
    gone = {ReviveForces, ReviveLeader} if question.seat == seat else set()
    left = tuple(
        one
        for one in so_far
        if one.command not in gone and (one.command, dict(one.fixed)) != (ReviveForAnother, {"to": seat})
    )
    return left if seat and len(left) < len(so_far) else None


@adds(WhatNow, rule=GREAT)
def everybody_is_told(question: WhatNow, table: Table) -> Iterable[Says]:
    seat = _forbidden(table) if table.phase == "revival" else ""
    return (Says(say("{seat:The} may not revive this turn.", seat=named(seat)), GREAT),) if seat else ()
