"""A table remembers an answer until what it was made of changes, and what it remembers is what it would answer now.

Factions that do not play, and modules that are not in play, are not asked: asked all the same, they change nothing.
"""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.kernel import PUBLIC, Command, Question, Table, rulings
from referee.kernel.memo import Remembered
from referee.kernel.rulings import _answer
from referee.kernel.speakers import NoSay
from referee.running.outcome import Outcome
from tests.kit.fighters import Fighters


def all_speak(table: Table) -> NoSay:
    return NoSay()


class Asked(Fighters):
    """Players before whose every tap each table is asked once more all that it remembers, and every room is asked.

    What was remembered was made without those who have no say, and maybe before other acts: were either wrong, it would
    be another answer than that of all now.
    """

    compared = outlived = 0

    def __init__(self, *words: Any, **named: Any) -> None:
        """Sit down; nothing was asked yet."""
        self.seen: dict[str, tuple[int, dict[object, Remembered]]] = {}
        super().__init__(*words, **named)

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        """Compare every answer that is remembered with the one given by asking the rules anew."""
        with patch.object(rulings, "without_say", all_speak):
            for table in self.sitting.views.tables.values():
                self.compare(table)
        return super().try_it(command, who)

    def compare(self, table: Table) -> None:
        """Ask anew with nothing remembered from before, and count what outlived an event."""
        memo, anew = table.memo, dict[object, Remembered]()
        assert memo is not None
        acts = self.sitting.last()
        at, seen = self.seen.get(table.viewer, (-1, {}))
        for key, kept in memo.items():
            assert isinstance(key, tuple)
            if at == acts and seen.get(key) is kept:
                continue  # nothing has happened since it was compared
            if any(part.version != version for part, version in kept.reads.items()):
                continue
            work, question = key
            table.memo = anew
            by_all = _answer(table, question) if isinstance(question, Question) else work(table, *question)
            assert kept.value == by_all, key
            self.compared += 1
            self.outlived += seen.get(key) is kept
        table.memo, self.seen[table.viewer] = memo, (acts, dict(memo))


@pytest.mark.parametrize(("first", "modules"), [pytest.param(0, False, marks=pytest.mark.long), (6, False), (1, True)])
def test_what_is_remembered_is_what_would_be_answered_now(first: int, modules: bool) -> None:
    options = tuple((one.key, one.value) for one in MODULES.values()) if modules else ()
    players = Asked(first, list(FACTIONS)[first:][:6], "advanced", options)
    players.play(turns=3, presses=8)
    assert players.compared > 5000
    assert players.outlived > 1000
