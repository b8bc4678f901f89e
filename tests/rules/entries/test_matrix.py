"""Every way in, asked all that a place asks of who enters; ``python -m tests.rules.entries`` counts the cells."""

from __future__ import annotations

import inspect
import re

import pytest

import referee.kernel.discover  # noqa: F401
from referee.board.entries import ForcesEntered
from referee.kernel import Event, kinds_below
from referee.rulebook.book import rulebook
from tests.rules.entries.matrix import CELLS, Cell, makers
from tests.rules.entries.questions import QUESTIONS
from tests.rules.entries.ways import WAYS

NO_WAY_IN = {
    "CrossOver.decide": "reserves change their world, and enter no place of others",
    "Run._set_the_scene": "a script tells of a shipment that was made before it",
    "back_behind_the_shield": "a token that was stopped is taken back",
    "_used_last": "which token was used last is noted",
    "where_one_lies": "paper tells where a token lies",
}
MOVED = {
    "BattleBegun", "ForcesNoted", "ForcesCounted", "PositionsKept", "PositionsForgotten",
    "ForcesSetDown",  # what the table counts
    "ForcesLost", "ForcesToTanks", "LeftTheField", "ShipmentReturned", "ForcesRevived",  # they leave
    "StandsInPeace", "FieldShown",  # they stood there
}  # fmt: skip


@pytest.mark.parametrize("cell", [one for one in CELLS if one.posed], ids=lambda one: f"{one.way}: {one.question}")
def test_1_06_00_a_way_in_is_asked_what_its_cell_says(cell: Cell) -> None:
    assert QUESTIONS[cell.question](WAYS[cell.way]) == cell.due


def test_every_way_has_a_cell_for_every_question_and_each_cell_names_a_rule() -> None:
    assert [(one.way, one.question) for one in CELLS] == [(way, asked) for way in WAYS for asked in QUESTIONS]
    assert {one.due or one.why.partition(":")[0] for one in CELLS} <= set(rulebook())


def test_a_way_in_that_is_new_has_a_row() -> None:
    assert makers() - set(NO_WAY_IN) == {one for way in WAYS.values() for one in way.made}


def test_what_puts_forces_somewhere_is_an_entry_or_is_none_by_name() -> None:
    puts = re.compile(r"\bmove\(|\bplace_group\(|\bput_there\(|\bforces\.(held|calm)\b")
    others = (one for one in kinds_below(Event) if not issubclass(one, ForcesEntered))
    assert {one.__name__ for one in others if puts.search(inspect.getsource(one))} == MOVED
