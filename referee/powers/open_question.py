"""A public question: while it is open the game waits, and only the player asked may answer.

Which card allows one is defined with the cards. Question and answer stay in the history.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.kernel import Chance, Event, Objection, Public, SeatEvent, State, Table, Typed
from referee.offers.choices import Choice

YES, NO = "yes", "no"
SHORTEST, LONGEST = 3, 300


class Inquiry(State):
    """The open question: who asks whom, what, and by which rule."""

    seat: str
    of: str
    words: str
    rule: str


def inquiry(table: Table) -> Inquiry | None:
    return table.get(Inquiry)


class QuestionPut(SeatEvent):
    """A faction asked another a public question; clocks are paused."""

    of: Public[str]
    words: Public[Typed]
    why: Public[tuple[str, ...]]
    says = "{seat!n:The asks} {of!n}: {words}"

    def apply(self, table: Table) -> None:
        table.put(Inquiry(self.seat, self.of, self.words, self.why[0] if self.why else ""))


class QuestionAnswered(SeatEvent, drops=Inquiry):
    answer: Public[str]
    words: Public[Typed]
    why: Public[tuple[str, ...]]
    says = "{seat!n:The answers} {answer}: {words}"


class AnswerQuestion(Choice[Inquiry], by="both", led=False):
    """Its two buttons stand beside the question (``on_screen``)."""

    rule, asks, does = "1.00.05", "of", "answers yes or no"
    nothing = "Nobody has asked you anything, so there is nothing to answer."
    halts, waiting = "{of:The must} answer first. Then the game continues.", staticmethod(inquiry)
    answer: str

    def not_asked(self, table: Table) -> Iterator[Objection]:
        yield Objection("1.11.00", self.nothing, firm=True)

    def against(self, table: Table, now: Inquiry) -> Iterator[Objection]:
        if self.answer not in {YES, NO}:
            yield Objection("1.11.00", "Answer yes or no.", "BAD_INPUT", firm=True)

    def outcome(self, table: Table, now: Inquiry, chance: Chance) -> Iterator[Event]:
        yield QuestionAnswered(self.seat, self.answer, now.words, (now.rule,))
