"""What screens show in every phase: who must do what, who is done, and the lists beside the table.

Four Questions, each asked on the public table, so that no answer holds a secret:

* ``WhatNow``   one or two sentences: who must do what;
* ``OnTurn``    the factions waited for, in order; a faction alone there has the turn;
* ``SeatMark``  a word beside a faction's seal, such as "Claimed";
* ``Glance``    a list beside the table, such as the storm order.

A phase with stages, such as an auction, answers ``Staged`` too. A phase by hand (option R) asks nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from referee.common.referee_does import played_by_hand
from referee.common.turn import PHASES
from referee.kernel.rulings import Question, ask
from referee.kernel.table import Card, Table, memoized

Mode = Literal["lobby", "break", "declare", "dealing", "deal", "auction", "settle", "over"]


@dataclass(frozen=True)
class Says:
    """A public sentence: its rule, a seat whose seal stands before it, and a number or word after it."""

    words: str
    rule: str = ""
    seat: str = ""
    end: str = ""
    mute: bool = False


MarkState = Literal["", "turn", "high", "out"]


@dataclass(frozen=True)
class Mark:
    """A word beside a seat, with an icon; ``done`` if not waited for.

    In an auction ``state`` is ``turn``, ``high`` bid or ``out``; ``coin`` is the seat's bid.
    """

    word: str
    icon: str = ""
    done: bool = False
    state: MarkState = ""
    coin: str = ""
    opener: bool = False


@dataclass(frozen=True)
class Sheet:
    title: str
    lines: tuple[Says, ...]
    id: str


@dataclass(frozen=True)
class Undone:
    """What is not done yet, and its rule; if it ``holds_up``, the table must confirm to go on.

    If somebody ``loses`` by going on, the button says so and is held for a second.
    """

    words: str
    rule: str
    holds_up: bool = True
    loses: bool = False


@dataclass(frozen=True)
class Stage:
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


class Staged(Question[Stage]):
    """How does the phase stand, if it has stages?

    Bidding only; screens are below all phases.
    """

    rule = "0.01"

    def plain(self, table: Table) -> Stage:
        return Stage()


@memoized
def stage_of(table: Table) -> Stage | None:
    stage = ask(table, Staged()).value
    return stage if stage.mode != "break" else None


class WhatNow(Question[tuple[Says, ...]]):
    """Who must do what now?"""

    rule = "0.01"

    def plain(self, table: Table) -> tuple[Says, ...]:
        return ()


class OnTurn(Question[tuple[str, ...]]):
    """Which factions does the table wait for now, in order?"""

    rule = "0.01"

    def plain(self, table: Table) -> tuple[str, ...]:
        return ()


class SeatMark(Question[Mark]):
    """What does everybody see of this faction in the phase that is played?"""

    seat: str
    rule = "0.01"

    def plain(self, table: Table) -> Mark:
        return Mark("")


class Glance(Question[tuple[Sheet, ...]]):
    """What shall all see at a glance in the phase that is played?"""

    rule = "0.01"

    def plain(self, table: Table) -> tuple[Sheet, ...]:
        return ()


class LeftOver(Question[tuple[Undone, ...]]):
    """What would be left undone if the table went on to another phase now?"""

    rule = "0.01"

    def plain(self, table: Table) -> tuple[Undone, ...]:
        return ()


@memoized
def by_hand(table: Table, phase: str = "") -> bool:
    """Return True if the table plays a phase by hand: the present one, unless named."""
    named = phase or table.phase
    return named in PHASES and played_by_hand(table, named)


def what_now(table: Table) -> tuple[Says, ...]:
    """Return who must do what now; one sentence in a phase by hand (4.97.11)."""
    if by_hand(table):
        return (Says("Do this at the table, then continue.", "4.97.11"),)
    return ask(table, WhatNow()).value


@memoized
def on_turn(table: Table) -> tuple[str, ...]:
    """Return the factions waited for; none in a phase by hand (4.97.11)."""
    return () if by_hand(table) else ask(table, OnTurn()).value


def whose_turn(table: Table) -> str:
    """Return the one faction whose turn it is, "" if all act or nobody is waited for."""
    found = on_turn(table)
    return found[0] if len(found) == 1 else ""


def left_over(table: Table) -> tuple[Undone, ...]:
    """Return what would be left undone by going on; nothing in a phase by hand (4.97.11)."""
    return () if by_hand(table) else ask(table, LeftOver()).value


def mark_of(table: Table, seat: str) -> Mark:
    return Mark("") if by_hand(table) else ask(table, SeatMark(seat)).value


def at_a_glance(table: Table) -> tuple[Sheet, ...]:
    return () if by_hand(table) else ask(table, Glance()).value
