"""A public question: while it is open the game waits, and only the player asked may answer.

Which card allows one is defined with the cards. Question and answer stay in the history.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.common.factions import named
from referee.kernel import Chance, Command, Event, Objection, Public, Table, Typed, adds, say
from referee.offers.offer import Duty, Halts

YES, NO = "yes", "no"
SHORTEST, LONGEST = 3, 300


@dataclass
class Inquiry:
    """The open question: who asks whom, what, and by which rule."""

    seat: str
    of: str
    words: str
    rule: str


def inquiry(table: Table) -> Inquiry | None:
    return table.get(Inquiry)


class QuestionPut(Event):
    """A faction asked another a public question; clocks are paused."""

    seat: Public[str]
    of: Public[str]
    words: Public[Typed]
    why: Public[tuple[str, ...]]
    says = "{seat!n:The asks} {of!n}: {words}"

    def apply(self, table: Table) -> None:
        table.put(Inquiry(self.seat, self.of, self.words, self.why[0] if self.why else ""))


class QuestionAnswered(Event):
    seat: Public[str]
    answer: Public[str]
    words: Public[Typed]
    why: Public[tuple[str, ...]]
    says = "{seat!n:The answers} {answer}: {words}"

    def apply(self, table: Table) -> None:
        table.drop(Inquiry)


class AnswerQuestion(Command, by="both", led=False):
    seat: str
    answer: str

    def objections(self, table: Table) -> Iterable[Objection]:
        now = inquiry(table)
        if now is None or now.of != self.seat:
            yield Objection("1.11.00", "Nobody has asked you anything, so there is nothing to answer.", firm=True)
        if self.answer not in {YES, NO}:
            yield Objection("1.11.00", "Answer yes or no.", "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        now = inquiry(table)
        if now is not None:
            yield QuestionAnswered(self.seat, self.answer, now.words, (now.rule,))


@adds(Halts, rule="1.00.05")
def the_answer_is_awaited(question: Halts, table: Table) -> Iterable[Duty]:
    now = inquiry(table)
    if now:
        halts = say("{of:The must} answer first. Then the game continues.", of=named(now.of))
        yield Duty(now.of, "answers yes or no", "1.00.05", (AnswerQuestion,), halts=halts)
