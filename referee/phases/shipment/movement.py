"""How far a faction may move, shown as a reminder."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces import is_kept
from referee.board.standing import RICH, holdings, with_tokens
from referee.common.factions import named
from referee.common.turn import in_this_phase
from referee.kernel import Answer, SeatQuestion, Table, adds, ask, ruling, say, say_many
from referee.offers.waiting import whose_turn
from referee.offers.what_now import Says, WhatNow
from referee.phases.shipment.prices_and_permissions import ForcesShipped


class MoveRange(SeatQuestion[int], rule="1.06.05.03", answer=1):
    """How many territories may a group of this faction move, with or without a special force in it?"""

    starred: bool = True


@ruling(MoveRange, rule="1.06.05.04")
def three_by_ornithopter(question: MoveRange, table: Table, so_far: int) -> int | None:
    return 3 if flies(table, question.seat) else None


def flies(table: Table, seat: str) -> bool:
    """Return True if a faction is known to have a force in one of the two cities, alone or not."""
    if is_kept(table, seat):
        return any(stand.seat == seat and stand.place in RICH and not stand.calm for stand in with_tokens(table))
    return bool(RICH & {*holdings(table).held.get(seat, ()), *_landed(table, seat)})


def _landed(table: Table, seat: str) -> list[str]:
    shipped = (event for event in in_this_phase(table) if isinstance(event, ForcesShipped))
    return [event.goal for event in shipped if event.seat == seat]


class MovesThisTurn(SeatQuestion[int], rule="1.06.05.01", answer=1):
    """How many force movements does this faction have in this turn?"""


def how_far(table: Table, seat: str) -> tuple[str, Answer[int]]:
    """Return in words how often and how far a faction moves, with the rules."""
    far, often = ask(table, MoveRange(seat)), ask(table, MovesThisTurn(seat))
    many = say_many(far.value, "1 territory", "up to {n} territories")
    times = {1: "once", 2: "twice"}.get(often.value) or say("{n} times", n=often.value)
    if flies(table, seat):
        return say("moves {times}: {many}", times=times, many=many), far
    more = "moves {times}: {many}, or 3 with ornithopters (a force in Arrakeen or Carthag)"
    return say(more, times=times, many=many), far


@adds(WhatNow, rule="1.06.05")
def the_range_of_whoever_moves(question: WhatNow, table: Table) -> Iterable[Says]:
    seat = whose_turn(table) if table.phase == "shipment" else ""
    if seat:
        words, far = how_far(table, seat)
        who = named(seat)
        yield Says(say("{who:The} {does}.", who=who, does=who.verb(words)), far.because[0], mute=True)
