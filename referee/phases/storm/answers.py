"""Answers on the storm's next move: who dials it and how high, or why nobody does."""

from __future__ import annotations

from referee.board.storm import CARD, StormBy, has_moved
from referee.common.turn import PHASES
from referee.kernel import Table, ask, capital, listed, say, together
from referee.offers.answers import Asked, Reply, answers
from referee.phases.storm.dials import bounds, dialers

MOVES = "1.01.02"


@answers
def who_dials(asked: Asked, table: Table) -> Reply | None:
    if table.phase not in PHASES:
        return None
    by = ask(table, StormBy())
    if has_moved(table):
        return Reply("The storm has moved this turn.", (MOVES,))
    if by.value == CARD:
        no = "No." if asked.seat else ""
        return Reply(together([no, "Nobody dials: a storm card moves it this turn."]), (*by.because, MOVES))
    two = dialers(table)
    if not two:
        return None
    yes = "" if not asked.seat else "Yes." if asked.seat in two else "No."
    words = say("{seats} dial the storm this turn.", seats=listed([asked.name(seat) for seat in two]))
    return Reply(together([yes, capital(words)]), ("0.16" if table.turn == 1 else MOVES, MOVES))


@answers
def which_numbers(asked: Asked, table: Table) -> Reply | None:
    if table.phase != "storm" or has_moved(table):
        return None
    by, (low, high) = ask(table, StormBy()), bounds(table)
    if by.value == CARD:
        return Reply("Nobody dials: a storm card moves it this turn.", (*by.because, MOVES))
    words = say("Each of the two dials {low} to {high} for this storm.", low=low, high=high)
    return Reply(words, ("0.16" if table.turn == 1 else MOVES, MOVES))
