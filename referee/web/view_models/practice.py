"""What the pages of practice show."""

from __future__ import annotations

from referee.kernel import Value
from referee.lessons.lesson import PowerText
from referee.web.view_models.parts import Chip, Frame, Line, Link
from referee.web.view_models.screens import PhonePage


class AnsweredQuestion(Value):
    """A question of the book with its two answers; once one was chosen, whether it is right, and what the book says."""

    question: str
    ways: tuple[Link, ...]
    answer: str = ""
    right: bool = False
    chip: Chip | None = None


class PracticePage(Value):
    """practice.html: choose a faction, see what came of a tap; practice_table.html: a task and a phone to do it on."""

    frame: Frame
    step: str  # choose | table | done | powers
    f: str = ""
    name: str = ""
    title: str = ""
    count: str = ""  # "3 of 10"
    seats: tuple[tuple[str, str, str], ...] = ()  # seal, faction, address of its lesson
    task: str = ""
    lines: tuple[Line, ...] = ()  # what came of it
    why: Line | None = None
    question: AnsweredQuestion | None = None
    powers: tuple[PowerText, ...] = ()
    on: Link | None = None  # one step further
    again: Link | None = None
    note: Line | None = None  # why a tap was not what the task asks
    phone: PhonePage | None = None
