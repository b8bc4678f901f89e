"""With an option chosen, every faction's and card's power still changes the answer that both give.

An option that answers last and ignores what came before abolishes their powers, and no case notices. The situations are
those of tests/cases; what an option takes away on purpose is in ``INTENDED``. With ``-s`` pytest prints, for each
option and power, whether the option changes the answer beside it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

import referee.web.factory  # noqa: F401
from referee.cli import battle, play
from referee.kernel import OPTIONS, Answer, Option, Question, Table, option, precedence, rulings
from referee.kernel.rulings import answering
from referee.kernel.speakers import clear_cache
from referee.phases.shipment.prices_and_permissions import ShipmentPrice
from tests.kit import ROOT
from tests.kit.positions import P

INTENDED = {
    ("P6", "2.07.10"): "without a map on the screen no button puts the Mobile Stronghold there",
    ("T11", "2.09.10"): "where nobody pays bribes, Inflation has none to stop",
    ("K7", "1.14.04"): "it says when this very power may be used",
    ("T8", "2.09.09"): "where every ally may pay for a battle, this one needs no power for it",
}


class Met(NamedTuple):
    """A choice of an option, and a power that changes the answer to the same question without it."""

    option: str
    choice: str
    question: str
    power: str


class Moves(NamedTuple):
    """Whether, in some situation, the option changes the answer beside the power, and vice versa."""

    option: bool = False
    power: bool = False


class Watch:
    """Repeats each question that an option answers: with every choice, with and without each power."""

    def __init__(self) -> None:
        self.met: dict[Met, Moves] = {}
        self.options: dict[type, list[Option]] = {}
        self.asked, self.busy, self.answer = set[object](), False, rulings._answer

    def __call__(self, table: Table, question: Question[Any], *, general: bool = False) -> Answer[Any]:
        found = self.answer(table, question, general=general)
        if not self.busy and not general and (spoken := self.options_on(type(question))):
            self.busy = True
            try:
                self.look(table, question, found, spoken)
            finally:
                self.busy = False
        return found

    def options_on(self, kind: type[Question[Any]]) -> list[Option]:
        if kind not in self.options:
            self.options[kind] = [one for one in OPTIONS.values() if one.rule in answering(kind)]
        return self.options[kind]

    def look(self, table: Table, question: Question[Any], found: Answer[Any], spoken: list[Option]) -> None:
        powers = [rule for rule in found.because if (2,) <= precedence(rule) < (4,) and rule != question.rule]
        once = (repr(question), found.because, repr(found.value))
        if not powers or once in self.asked:
            return
        self.asked.add(once)
        for one, power in product(spoken, powers):
            plain = self.what(table, question, one, one.default)
            if plain != self.what(table, question, one, one.default, power):
                for choice in one.choices[1:]:
                    met = Met(one.key, choice.value, type(question).__name__, power)
                    moves, chosen = self.met.get(met, Moves()), self.what(table, question, one, choice.value)
                    moved = moves.power or any(
                        self.what(table, asked, one, choice.value) != self.what(table, asked, one, choice.value, power)
                        for asked in (question, fourfold(question))
                    )
                    self.met[met] = Moves(moves.option or chosen != plain, moved)

    def what(self, table: Table, question: Question[Any], one: Option, value: str, silent: str = "") -> str:
        kept = table.options, table.suspended, table.memo
        table.options, table.memo = {**table.options, one.key: value}, None
        table.suspended = {**table.suspended, silent: 1} if silent else table.suspended
        try:
            return repr(self.answer(table, question).value)
        except LookupError:
            return ""
        finally:
            table.options, table.suspended, table.memo = kept


def fourfold(question: Question[Any]) -> Question[Any]:
    """Return a question about four times as much: half a price that is rounded up does not show in a price of 1."""
    amounts = {one.name: getattr(question, one.name) for one in dataclasses.fields(question)}
    return dataclasses.replace(question, **{name: 4 * n for name, n in amounts.items() if type(n) is int})


def watched(play: Callable[[], object]) -> Watch:
    """Return a ``Watch`` of everything asked during ``play``."""
    made = Watch()
    with patch.object(rulings, "_answer", made):
        play()
    return made


def cases() -> None:
    for file in sorted((ROOT / "tests/cases").glob("*.jsonl")):
        for line in file.read_text("utf-8").splitlines():
            (battle if file.name.startswith("battle") else play).answer_line(line)


def abolished(watch: Watch) -> list[Met]:
    """Return the powers that an option abolishes though it is not meant to."""
    return [met for met, moves in watch.met.items() if not moves.power and (met.option, met.power) not in INTENDED]


def test_no_option_abolishes_a_power_by_speaking_last() -> None:
    watch = watched(cases)
    assert not abolished(watch), "use replaces(), or give the reason in INTENDED"
    assert {(met.option, met.power) for met, moves in watch.met.items() if not moves.power} == INTENDED.keys()
    for met, moves in sorted(watch.met.items()):
        print(*met, "moves" if moves.option else "does not move: it is about something else there")


@pytest.mark.parametrize("last", [True, False])
def test_a_price_that_speaks_last_is_found(last: bool) -> None:
    def three(question: ShipmentPrice, table: Table, so_far: int) -> int:
        return 3 * question.voyage.forces

    def ship() -> None:
        P("A 20 | G 20", "G ships 4 sand")
        P("A 20 | G 20", "A ships 4 sand karama", hand={"A": ["Karama"]})

    books = {kind: page[:] for kind, page in rulings._answers.items()}
    with patch.dict(rulings._answers, books), patch.dict(OPTIONS):
        fare = option("X1", "4.95.07", "Open ground", ("two", "2", "As ever."), ("three", "3", "Dearer."))
        (fare.decides if last else partial(fare.replaces, "1.06.03.01"))(ShipmentPrice, {"three": three})
        found = watched(ship)
    clear_cache()
    powers = {"2.06.06", "3.01.11.03"}
    assert {met.power for met in abolished(found) if met.option == fare.key} == (powers if last else set())
    assert {met.power for met in found.met if met.option == fare.key} == powers
