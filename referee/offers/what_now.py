"""What screens show in every phase: what a phase is about, who is done, and the lists beside the table.

Three Questions, each asked on the public table, so that no answer holds a secret (who is waited for is in ``duties``):

* ``WhatNow``   one or two sentences: what the phase is about;
* ``SeatMark``  a word beside a faction's seal, such as "Claimed";
* ``Glance``    a list beside the table, such as the storm order.

A phase with stages, such as an auction, answers ``Staged`` too. A phase by hand (option R) asks nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Literal

from referee.common.turn import by_hand
from referee.kernel import (
    Called,
    Card,
    Event,
    Phrase,
    Public,
    Question,
    SeatQuestion,
    Table,
    Value,
    apart,
    ask,
    memoized,
    say,
    worded,
)
from referee.offers.offer import Duty
from referee.offers.waiting import left_by_phase, of_phase, waiting

Mode = Literal["lobby", "break", "declare", "dealing", "deal", "auction", "settle", "over"]


class Says(Value):
    """A public sentence: its rule, a seat whose seal stands before it, and a number or word after it."""

    words: str
    rule: str = ""
    seat: str = ""
    end: str = ""
    mute: bool = False


MarkState = Literal["", "turn", "high", "out"]


class Mark(Value):
    """A word beside a seat, with an icon; ``done`` if not waited for.

    In an auction ``state`` is ``turn``, ``high`` bid or ``out``; ``coin`` is the seat's bid.
    """

    word: str
    icon: str = ""
    done: bool = False
    state: MarkState = ""
    coin: str = ""
    opener: bool = False


class Sheet(Value):
    title: str
    lines: tuple[Says, ...]
    id: str


class Undone(Value):
    """What is not done yet, and its rule; if it ``holds_up``, the table must confirm to go on.

    If somebody ``loses`` by going on, the button says so and is held for a second. What the phase never ``waits`` for
    is only said. ``passed`` happens if the table goes on all the same.
    """

    words: str
    rule: str
    holds_up: bool = True
    loses: bool = False
    waits: bool = True
    passed: tuple[Event, ...] = ()


class Stage(Value):
    """How a phase with stages stands: all that screens draw of it.

    ``headline`` is its first words, the rest, and a seat; ``turn`` is asked, ``nexts`` after that. Card ``number`` of
    ``of`` is up or next; ``left`` are unsold. If answers are ``counted``, their number stands under the lines.
    ``own_rules`` are headline and line of a card sold by special rules.
    """

    mode: Mode = "break"
    headline: tuple[str, str, str] = ("", "", "")
    lines: tuple[Says, ...] = ()
    own_rules: tuple[str, str] = ("", "")
    turn: str = ""
    nexts: tuple[str, ...] = ()
    opener: str = ""
    number: int = 0
    of: int = 0
    card: Card | None = None
    left: int = 0
    high: int = 0
    high_by: str = ""
    counted: bool = False
    marks: Mapping[str, Mark] = field(default_factory=dict)
    barred: tuple[str, ...] = ()
    sold: tuple[Says, ...] = ()

    @property
    def up(self) -> bool:
        """Return True if a card is up, or sold and not paid yet."""
        return self.mode in {"auction", "settle"}


class Staged(Question[Stage], rule="0.01"):
    """How does the phase stand, if it has stages?

    Bidding only; screens are below all phases.
    """

    def plain(self, table: Table) -> Stage:
        return Stage()


@memoized
def stage_of(table: Table) -> Stage | None:
    stage = ask(table, Staged()).value
    return stage if stage.mode != "break" else None


class WhatNow(Question[tuple[Says, ...]], rule="0.01", answer=()):
    """Who must do what now?"""


class SeatMark(SeatQuestion[Mark], rule="0.01"):
    """What does everybody see of this faction in the phase that is played?"""

    def plain(self, table: Table) -> Mark:
        return Mark("")


class Glance(Question[tuple[Sheet, ...]], rule="0.01", answer=()):
    """What shall all see at a glance in the phase that is played?"""


class LeftOver(Question[tuple[Undone, ...]], rule="0.01", answer=()):
    """What would be left undone if the table went on to another phase now?"""


def what_now(table: Table) -> tuple[Says, ...]:
    """Return what the phase is about; one sentence in a phase by hand (4.97.11)."""
    if by_hand(table):
        return (Says("Do this at the table, then continue.", "4.97.11"),)
    return ask(table, WhatNow()).value


def waits_for(table: Table) -> tuple[Says, ...]:
    """Return the waiting line, empty if nobody is waited for."""
    waits = waiting(table)
    return (Says(say("{words}.", words=apart([one.words for one in waits])), waits[0].rule),) if waits else ()


def left_over(table: Table) -> tuple[Undone, ...]:
    """Return what would be left undone by going on, who is due first; nothing in a phase by hand (4.97.11)."""
    if by_hand(table):
        return ()
    due = (Undone(say("{words}.", words=one.words), one.rule, one.holds, one.loses) for one in left_by_phase(table))
    return (*due, *ask(table, LeftOver()).value)


def passed_over(table: Table, to: str) -> Iterator[Event]:
    """Yield what happens as the table goes on to a phase with this undone; nothing in a phase by hand (4.97.11)."""
    if by_hand(table) or to == table.phase:
        return
    for one in (*of_phase(table), *ask(table, LeftOver()).value):
        if not (isinstance(one, Duty) and to in one.stays):
            yield from one.passed


def went_on(said: Phrase, *why: str) -> tuple[Event, ...]:
    """Return what is passed over as one sentence with its rules, the deciding one first."""
    return (WentOn(said, why),)


class WentOn(Event):
    """The table went on without what was due: what holds now."""

    said: Public[Phrase]
    why: Public[tuple[str, ...]]

    def sentence(self, name: Called) -> str:
        return worded(self.said, name)


def mark_of(table: Table, seat: str) -> Mark:
    return Mark("") if by_hand(table) else ask(table, SeatMark(seat)).value


def at_a_glance(table: Table) -> tuple[Sheet, ...]:
    return () if by_hand(table) else ask(table, Glance()).value
