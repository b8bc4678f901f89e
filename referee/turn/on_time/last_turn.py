"""The last turn, agreed on while the game goes on: what that changes, said before the table agrees (0.02)."""

from __future__ import annotations

from dataclasses import replace

from referee.holdings.on_screen import change
from referee.kernel import Question, Table, ask, say
from referee.offers.offer import Offer
from referee.offers.what_now import Says
from referee.phases.mentat.victory import TURNS, last_turn


class LastTurnChanges(Question[tuple[Says, ...]], rule="0.02", answer=()):
    """What changes for this game if a turn is agreed to be the last?

    A faction says so whose way of winning depends on it.
    """

    turn: int


def what_changes(table: Table, turn: int) -> tuple[Says, ...]:
    return ask(table, LastTurnChanges(turn)).value


def agree_on(turn: int) -> Offer:
    """Return the button that makes a turn the last one."""
    made = change(TURNS, say("Make turn {turn} the last", turn=turn))
    return replace(made, rule="0.02", fixed=(*made.fixed, ("value", str(turn))))


def proposed(table: Table, fits: int) -> int:
    """Return the turn to propose as the last one, 0 for none: in the pause before it, or once it is played.

    ``fits`` is the last turn that fits into the evening.
    """
    turn = max(table.turn, fits)
    soon = turn == table.turn or (turn == table.turn + 1 and table.phase == "mentat_pause")
    return turn if soon and turn < last_turn(table) else 0
