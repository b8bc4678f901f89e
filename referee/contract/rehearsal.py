"""A table on which a script is tried out: what was done can be taken back to any step, and done again otherwise.

A Karama that answers a power already used takes the table back to just before that power, stops it there, and what
followed is done again: that is what people do at a table who say "wait".
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from referee.kernel import REFEREE, Command, Event, Objection, Table, fold, objections
from referee.kernel.carry_out import carry_out
from referee.powers.karama_windows import held_up
from referee.running.dice import Dice

C = TypeVar("C")
S = TypeVar("S")


class SteadyDice:
    """Shuffles the same cards into the same order each time, so that a step can be repeated."""

    def shuffled(self, cards: Sequence[C]) -> list[C]:
        return Dice(len(cards)).shuffled(cards)


class Rehearsal(Generic[S]):
    """What the viewers know, the events so far, and the steps, each with the place in the log where it began."""

    def __init__(self, viewers: Sequence[str] = (), before: Sequence[Event] = ()) -> None:
        """Set the table for the referee and these viewers; what happened ``before`` is never taken back."""
        self.viewers = (REFEREE, *viewers)
        self.before = list(before)
        self.log: list[Event] = []
        self.steps: list[tuple[S, int]] = []
        self._fold()

    def _fold(self) -> None:
        """Hear everything anew; the events of each step are those of an act."""
        self.tables = {viewer: fold(self.before, viewer) for viewer in self.viewers}
        begun = [place for _, place in self.steps]
        for table in self.tables.values():
            for place, event in enumerate(self.log):
                table.act = bisect_right(begun, place)
                table.hear(event)

    @property
    def referee(self) -> Table:
        return self.tables[REFEREE]

    def carry_out(self, command: Command) -> list[Event]:
        for table in self.tables.values():
            table.act = len(self.steps) + 1
        events = carry_out(command, self.referee, SteadyDice())
        self._heard(events, but=REFEREE)
        return events

    def hear(self, event: Event) -> None:
        self._heard([event])

    def _heard(self, events: Sequence[Event], but: str = "") -> None:
        self.log += events
        for viewer, table in self.tables.items():
            for event in events if viewer != but else ():
                table.hear(event)

    def against(self, command: Command, viewer: str = REFEREE) -> Objection | None:
        """Return the first objection, as a phone would get it: what its table knows, and what is said in public."""
        return next(self.all_against(command, viewer), None)

    def all_against(self, command: Command, viewer: str = REFEREE) -> Iterator[Objection]:
        """Yield all objections; a card that stops a power waits for no window: here it takes back what it stops."""
        yield from objections(command, self.tables[viewer], self.referee)
        yield from () if command.lays_down else held_up(self.referee, command)

    def events_of(self, place: int) -> list[Event]:
        ends = [*(begun for _, begun in self.steps[1:]), len(self.log)]
        return self.log[self.steps[place][1] : ends[place]]

    def back_to(self, place: int) -> list[S]:
        gone = [step for step, _ in self.steps[place:]]
        del self.log[self.steps[place][1] :]
        del self.steps[place:]
        self._fold()
        return gone

    def instead(self, place: int | None, other: Callable[[], Objection | None]) -> tuple[Objection | None, list[S]]:
        """Take back this step and all after it, if one is given, and do something else in its place.

        Returns what speaks against that, everything being as it was then, and the steps that were taken back.
        """
        kept = list(self.log), list(self.steps)
        gone = [] if place is None else self.back_to(place)
        refused = other()
        if refused is not None and place is not None:
            self.log, self.steps = kept
            self._fold()
        return refused, gone
