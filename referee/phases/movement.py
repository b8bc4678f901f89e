"""How far a faction moves: a reminder, for the board is physical and nobody asks where each group goes."""

from __future__ import annotations

from dataclasses import dataclass

from referee.phases.collection import RICH, holdings
from referee.phases.present import Says, WhatNow, whose_turn
from referee.phases.setup import faction_name
from referee.phases.shipment import ForcesShipped
from referee.phases.turn import in_this_phase
from referee.rulings import Answer, Question, ask, ruling
from referee.table import Table


@dataclass(frozen=True)
class MoveRange(Question[int]):
    """How many territories may a group of this faction move?"""

    seat: str


@ruling(MoveRange, rule="1.06.05.03")
def one_on_foot(question: MoveRange, table: Table, so_far: int | None) -> int:
    """Into a neighbouring territory."""
    return 1


@ruling(MoveRange, rule="1.06.05.04")
def three_by_ornithopter(question: MoveRange, table: Table, so_far: int) -> int | None:
    """Three with a force in Arrakeen or Carthag, also with one that has just landed there."""
    return 3 if flies(table, question.seat) else None


def flies(table: Table, seat: str) -> bool:
    """Say whether a faction has a force in one of the two cities, as far as the table has said it."""
    return bool(RICH & {*holdings(table).held.get(seat, ()), *_landed(table, seat)})


def _landed(table: Table, seat: str) -> list[str]:
    shipped = (fact for fact in in_this_phase(table) if isinstance(fact, ForcesShipped))
    return [fact.goal for fact in shipped if fact.seat == seat]


@dataclass(frozen=True)
class MovesThisTurn(Question[int]):
    """How many force movements does this faction have in this turn?"""

    seat: str


@ruling(MovesThisTurn, rule="1.06.05.01")
def one_move(question: MovesThisTurn, table: Table, so_far: int | None) -> int:
    """One."""
    return 1


def how_far(table: Table, seat: str) -> tuple[str, Answer[int]]:
    """Return in words how often and how far a faction moves, with the rules that say so."""
    far, often = ask(table, MoveRange(seat)), ask(table, MovesThisTurn(seat))
    many = "a neighbouring territory" if far.value == 1 else f"up to {far.value} territories"
    times = "once" if often.value == 1 else f"{often.value} times"
    perhaps = "" if flies(table, seat) else ", 3 with a force in Arrakeen or Carthag"
    return f"moves {times}, {many}{perhaps}", far


@ruling(WhatNow, rule="1.06.05")
def the_range_of_whoever_moves(question: WhatNow, table: Table, so_far: tuple[Says, ...]) -> tuple[Says, ...] | None:
    """Whoever has the turn is told how far."""
    seat = whose_turn(table) if table.phase == "shipment" else ""
    if not seat:
        return None
    words, far = how_far(table, seat)
    return (*so_far, Says(f"{faction_name(seat)} {words}.", far.because[0], mute=True))
