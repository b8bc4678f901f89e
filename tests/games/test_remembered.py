"""A table remembers what it was asked until it hears something, and what it remembers is what it would answer now."""

from __future__ import annotations

import pytest

from referee.common.factions import FACTIONS
from referee.kernel.commands import Command
from referee.kernel.events import PUBLIC
from referee.kernel.rulings import Question, _answer
from referee.kernel.table import Table
from referee.running.outcome import Outcome
from tests.kit.fighters import Fighters


class Asked(Fighters):
    """Players before whose every tap each table is asked once more all that it remembers."""

    compared = 0

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        """Compare every answer that is remembered with the one given by asking the rules anew."""
        for table in self.sitting.views.tables.values():
            self.compare(table)
        return super().try_it(command, who)

    def compare(self, table: Table) -> None:
        """Ask anew with nothing remembered."""
        asked, table.memo = table.memo, None
        assert asked is not None
        for key, remembered in asked.items():
            assert isinstance(key, tuple)
            work, question = key
            if isinstance(question, Question):
                assert remembered == _answer(table, question), key
            else:
                assert remembered[0] == work(table, *question), key
            self.compared += 1
        table.memo = asked


@pytest.mark.parametrize("first", [0, 3])
def test_what_is_remembered_is_what_would_be_answered_now(first: int) -> None:
    players = Asked(first, list(FACTIONS)[first:][:6], "advanced")
    players.play(turns=3, presses=8)
    assert players.compared > 5000
