"""A table remembers an answer until what it was made of changes, and what it remembers is what it would answer now.

A seat's table takes over what the public one has answered: that too is what it would answer itself.

Factions that do not play, and modules that are not in play, are not asked: asked all the same, they change nothing.
"""

from __future__ import annotations

import os
from typing import Any
from unittest.mock import patch

import pytest

from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.kernel import PUBLIC, Command, Question, Table, memoized, rulings
from referee.kernel.memo import Piece, Pieces, Reads, Remembered
from referee.kernel.rulings import _answer
from referee.kernel.speakers import Added, NoSay
from referee.offers.offer import TABLE, offers
from referee.running.outcome import Outcome
from referee.running.showable import look
from tests.kit import Fighters, LiveTable

TURNS = int(os.environ.get("REFEREE_REMEMBERED", "3"))


def all_speak(table: Table) -> NoSay:
    return NoSay()


class Asked(Fighters):
    """Players before whose every tap each table is asked once more all that it remembers, and every room is asked.

    What was remembered was made without those who have no say, and maybe before other acts: were either wrong, it would
    be another answer than that of all now.
    """

    compared = outlived = taken_over = pieces_outlived = 0

    def __init__(self, *words: Any, **named: Any) -> None:
        """Sit down; nothing was asked yet."""
        self.seen: dict[str, tuple[int, dict[object, Remembered]]] = {}
        self.pieces: dict[tuple[str, object], dict[object, Piece]] = {}
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
        public, table.beside = table.beside, None
        assert memo is not None
        acts = self.sitting.last()
        at, seen = self.seen.get(table.viewer, (-1, {}))
        for key, kept in memo.items():
            assert isinstance(key, tuple)
            if at == acts and seen.get(key) is kept:
                continue  # nothing has happened since it was compared
            work, *words = key
            table.memo = anew
            if kept.pieces:
                self.compare_pieces(table, work(*words), kept.pieces)
            if not _holds(kept.reads):
                continue
            by_all = _answer(table, work(*words)) if isinstance(work, type) else work(table, *words[0])
            assert kept.value == by_all, key
            self.compared += 1
            self.taken_over += public is not None and public.memo is not None and _is_of(public.memo, key, kept)
            self.outlived += seen.get(key) is kept
        table.memo, self.seen[table.viewer] = memo, (acts, dict(memo))
        table.beside = public

    def compare_pieces(self, table: Table, question: Question[Any], pieces: Pieces) -> None:
        """Ask each rule anew what it adds, and count what outlived an event that the answer did not."""
        seen = self.pieces.get((table.viewer, question), {})
        for adder, piece in pieces.items():
            if _holds(piece[1]):
                assert isinstance(adder, Added)
                assert piece[0] == tuple(adder.items(question, table)), (adder.__name__, question)
                self.pieces_outlived += bool(piece[1]) and seen.get(adder) is piece
        self.pieces[table.viewer, question] = {**pieces}


def _holds(reads: Reads) -> bool:
    return all(part.version == version for part, version in reads.items())


def _is_of(memo: dict[object, Remembered], key: object, kept: Remembered) -> bool:
    return key in memo and memo[key].joined is kept.joined


@pytest.mark.parametrize(("first", "modules"), [pytest.param(0, False, marks=pytest.mark.long), (6, False), (1, True)])
def test_what_is_remembered_is_what_would_be_answered_now(first: int, modules: bool) -> None:
    options = tuple((one.key, one.value) for one in MODULES.values()) if modules else ()
    players = Asked(first, list(FACTIONS)[first:][:6], "advanced", options)
    players.play(turns=TURNS, presses=8)
    assert players.compared > TURNS * 5000 // 3
    assert players.outlived > TURNS * 1000 // 3
    assert players.taken_over > TURNS * 500 // 3
    assert players.pieces_outlived > TURNS * 500 // 3


@pytest.mark.parametrize("first", [0, 6])
def test_what_is_remembered_through_an_undo_is_what_would_be_answered_now(first: int) -> None:
    """One act after the other is taken back, and some together: what they have not touched stays."""
    players = Asked(
        first, list(FACTIONS)[first:][:6], "advanced", tuple((one.key, one.value) for one in MODULES.values())
    )
    players.play(turns=1, presses=8)
    sitting, before = players.sitting, 0
    for n in range(30):
        tables = [*sitting.views.tables.values()]
        known = {table.viewer: dict(table.memo or {}) for table in tables}
        last = sitting.undoable()
        assert last
        assert sitting.undo("host", to=sitting.acts()[-5].number if n % 3 == 2 else 0).done
        for table in sitting.views.tables.values():
            held = [key for key, kept in (table.memo or {}).items() if known[table.viewer].get(key) is kept]
            before += sum(_holds((table.memo or {})[key].reads) for key in held)
            for seat in (TABLE, *table.seats):
                offers(table, seat)
            look(table)
            players.compare(table)
    assert before > 100


@memoized
def cards_known(table: Table, seat: str) -> int:
    return len(table.seats[seat].hand.faces())


@memoized
def who_looks(table: Table) -> str:
    return table.viewer


@memoized
def purse_in_words(table: Table, seat: str) -> str:
    return f"{table.phase}: {table.seats[seat].spice}"


def test_what_a_seat_knows_better_than_the_public_is_never_taken_over() -> None:
    game = LiveTable(hands={"atreides": ("Lasgun/1", "Shield/1")}, spice={"atreides": 7, "harkonnen": 3})
    public, own = game.public, game.screen("atreides")
    assert public.memo is not None and own.memo is not None
    assert [cards_known(table, "atreides") for table in (public, own)] == [0, 2]
    assert [who_looks(table) for table in (public, own)] == [PUBLIC, "atreides"]
    assert purse_in_words(public, "atreides") != purse_in_words(own, "atreides")
    assert purse_in_words(own, "harkonnen") == purse_in_words(public, "harkonnen")


def test_what_is_the_same_for_all_is_worked_out_once() -> None:
    asked = list[str]()

    @memoized
    def order(table: Table) -> tuple[str, ...]:
        asked.append("order")
        return tuple(table.seats)

    game = LiveTable()
    assert order(game.public) == order(game.screen("atreides")) == order(game.screen("harkonnen"))
    assert asked == ["order"]
