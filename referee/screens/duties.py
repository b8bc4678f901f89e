"""Duties: who has to do what now, declared by the room that has the command.

``Duties`` is asked on a viewer's own table. What only its owner may know of is a ``secret`` duty there; on the public
table it is at most a ``HeadCount``, so many of so many. ``Halts`` are duties that hold up the whole game.

Headlines, the waiting line, the orange seats, what stands first behind the shield and what a phase leaves undone are
drawn from these and from nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.common.factions import faction_name
from referee.kernel.commands import Command
from referee.kernel.rulings import Question, ask
from referee.kernel.table import Table
from referee.kernel.wording import YOU, listed, say

MOST_NAMED = 3


@dataclass(frozen=True)
class Duty:
    """What a seat has to do, and the commands that do it.

    ``does`` is a verb phrase in the singular, "places 10 forces". It is done behind the shield if ``shielded``.
    ``you`` is what its player reads, where that is not the same phrase; ``asks`` is a whole headline, a question that
    only its player can answer, in place of an order. ``later``: the seat's turn comes. ``secret``:
    nobody else may know that it is due. What ``holds`` is done before the table goes on, unless it confirms; a seat
    that ``loses`` its choice is named by the button. ``about``: the rule of what behind its shield must be seen first.
    ``then`` is what follows, in a sentence. ``halts`` says why
    everything else waits.
    """

    seat: str
    does: str
    rule: str
    by: tuple[type[Command], ...]
    you: str = ""
    asks: str = ""
    shielded: bool = False
    later: bool = False
    secret: bool = False
    holds: bool = False
    loses: bool = False
    about: str = ""
    then: str = ""
    halts: str = ""

    @property
    def words(self) -> str:
        """Return what it says to its player: "place 10 forces"."""
        return self.you or YOU.verb(self.does)


@dataclass(frozen=True)
class HeadCount:
    """How many of those who are asked have answered, where names would tell something.

    With ``undone``, "have no traitor yet", it holds up the next phase. ``asked`` are those whose answers count, where
    that is public: who of them has answered is not.
    """

    title: str
    done: int
    of: int
    rule: str
    undone: str = ""
    asked: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        counted = say("{title} {done} of {of}", title=self.title, done=self.done, of=self.of)
        if not 0 < len(self.asked) <= MOST_NAMED:
            return counted
        return say("{counted} ({seats})", counted=counted, seats=listed([faction_name(one) for one in self.asked], ","))


class Duties(Question[tuple[Duty | HeadCount, ...]], rule="0.01", of_players=True):
    """What is due in this phase, as far as this table's viewer may know?"""

    phase: str

    def plain(self, table: Table) -> tuple[Duty | HeadCount, ...]:
        return ()


class Halts(Question[tuple[Duty, ...]], rule="1.00.05", of_players=True):
    """What must be done before anything else goes on? Public."""

    def plain(self, table: Table) -> tuple[Duty, ...]:
        return ()


def halted(table: Table) -> Duty | None:
    """Return the duty that everything else waits for."""
    return next(iter(ask(table, Halts()).value), None)
