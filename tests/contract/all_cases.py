"""Every case of ``tests/cases`` answered once, for all tests that look at what came of it or at what was asked.

Files of tests that share this keep to one worker (``TOGETHER`` in ``tests/conftest.py``).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import referee.web.factory  # noqa: F401  (puts every room in force)
from referee.cli import battle, play
from referee.kernel import OPTIONS, Answer, Option, Question, Table, precedence, rulings
from tests.kit import ROOT

ROOM = ROOT / "tests" / "cases"
FILES = sorted(ROOM.glob("*.jsonl"))


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

    def __call__(self, table: Table, question: Question[Any], *, general: bool = False, **how: Any) -> Answer[Any]:
        found = self.answer(table, question, general=general, **how)
        if not self.busy and not general and (spoken := self.options_on(type(question))):
            self.busy = True
            try:
                self.look(table, question, found, spoken)
            finally:
                self.busy = False
        return found

    def options_on(self, kind: type[Question[Any]]) -> list[Option]:
        if kind not in self.options:
            self.options[kind] = [one for one in OPTIONS.values() if one.rule in rulings.answering(kind)]
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


class Answered(NamedTuple):
    """A line, its file, what the program answers to it, and the kinds of questions that were asked meanwhile."""

    file: Path
    line: str
    answer: dict[str, Any]
    kinds: frozenset[type[Question[Any]]]


class All(NamedTuple):
    cases: tuple[Answered, ...]
    watch: Watch  # it has looked at every question of every case


def verb_of(file: Path) -> str:
    return "battle" if file.name.startswith("battle") else "play"


def answer_of(file: Path) -> Callable[[bytes | str], dict[str, Any]]:
    """Return what answers a line of this file."""
    return battle.answer_line if verb_of(file) == "battle" else play.answer_line


@cache
def all_answered() -> All:
    """Answer every case of every file, in their order, once in this process."""
    watch, kinds, cases = Watch(), set[type[Question[Any]]](), list[Answered]()

    def note(table: Table, question: Question[Any], **how: Any) -> Answer[Any]:
        if not watch.busy:
            kinds.add(type(question))
        return watch(table, question, **how)

    with patch.object(rulings, "_answer", note):
        for file in FILES:
            for line in file.read_text("utf-8").splitlines():
                kinds.clear()
                answer = answer_of(file)(line)
                cases.append(Answered(file, line, answer, frozenset(kinds)))
    return All(tuple(cases), watch)
