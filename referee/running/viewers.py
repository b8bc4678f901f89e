"""What every viewer knows, folded when it is needed.

The referee's own table and the public one hear each act at once: the one decides, the other is on every screen and
drives the clock. A seat's table is folded when somebody first needs it, which is when its shield is opened or it asks
for something. So opening a long evening, or taking an act back, costs two folds and not eight; and taking back begins
where the tables were last put aside (``snapshots``). Who hears anything of an act is told from the events alone, so
that a bell never waits for a fold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.kernel.events import PUBLIC, REFEREE, hears
from referee.kernel.table import Table
from referee.running.journal import Act
from referee.running.snapshots import WORTH_KEEPING, Snapshots
from referee.turn.clock import Clock


def fold_acts(acts: Iterable[Act], viewer: str = PUBLIC) -> Table:
    """Fold acts that hold, in order, into the table as one viewer knows it."""
    return _told(Table(viewer), acts)


def _told(table: Table, acts: Iterable[Act]) -> Table:
    for act in acts:
        table.hear_act(act.number, act.at, act.events)
    return table


class Folds(Mapping[str, Table]):
    """The table of every viewer: the public one always, a seat's from the moment somebody first needs it."""

    def __init__(self, told: Sequence[Act], folded: dict[str, Table], kept: Snapshots) -> None:
        """Begin with the acts that everybody was told, and the tables folded from them so far."""
        self._told, self._folded, self._kept = told, folded, kept
        self._seats: list[str] = []

    def seat(self, seats: Iterable[str]) -> None:
        self._seats += [seat for seat in seats if seat not in self._seats]

    def __getitem__(self, viewer: str) -> Table:
        """Return a viewer's table; raises ``KeyError`` for somebody who is not a viewer."""
        if viewer not in self._folded or viewer == REFEREE:
            if viewer not in self._seats:
                raise KeyError(viewer)
            self._folded[viewer] = self._fold(viewer).memoize()
        return self._folded[viewer]

    def _fold(self, viewer: str) -> Table:
        table, clock, acts = self._kept.latest(viewer)
        for number, act in enumerate(self._told[acts:], start=acts + 1):
            _told(table, (act,))
            if number > len(self._told) - WORTH_KEEPING:
                self._kept.pass_by(number, (table,), clock)
        return table

    def __iter__(self) -> Iterator[str]:
        return iter((PUBLIC, *self._seats))

    def __len__(self) -> int:
        return 1 + len(self._seats)


class Views:
    """The referee's table and every viewer's, and the clock."""

    def __init__(self, acts: Sequence[Act] = (), kept: Snapshots | None = None) -> None:
        """Fold acts that hold; the tables kept on the way through the same acts spare the beginning."""
        self._kept = kept or Snapshots()
        self.referee, _, known = self._kept.latest(REFEREE)
        public, self._clock, shown = self._kept.latest(PUBLIC)
        self._set: Clock | None = None
        self._told = list(acts[: min(known, shown)])
        self._folded = {REFEREE: self.referee, PUBLIC: public}
        self.tables = Folds(self._told, self._folded, self._kept)
        for number, act in enumerate(acts[len(self._told) :], start=len(self._told)):
            if number >= known:
                _told(self.referee, (act,))
            if number >= shown:
                self._drive_the_clock(act)
            self._note(act, kept=number > len(acts) - WORTH_KEEPING)
        self.tables.seat(self.referee.seats)
        public.memoize()

    def again(self, acts: Sequence[Act]) -> Views:
        """Return the views of other acts, folded from where they part from these."""
        parted = (n for n, (told, act) in enumerate(zip(self._told, acts, strict=False)) if told is not act)
        self._kept.forget(next(parted, min(len(self._told), len(acts))))
        return Views(acts, self._kept)

    def tell(self, act: Act) -> set[str]:
        """Let everybody but the referee hear an act, those not folded yet when they need it; return who hears of it."""
        self.tables.seat(self.referee.seats)
        for viewer, table in self._folded.items():
            if viewer not in {REFEREE, PUBLIC}:
                _told(table, (act,))
        self._drive_the_clock(act)
        self._note(act, kept=True)
        return {viewer for viewer in self.tables if any(hears(event, viewer) for event in act.events)}

    def _note(self, act: Act, *, kept: bool) -> None:
        self._told.append(act)
        if kept:
            self._kept.pass_by(len(self._told), self._folded.values(), self._clock)

    # -- the clock ----------------------------------------------------------------------------------------

    @property
    def clock(self) -> Clock:
        """Return the clock as it was set by hand, else as the acts alone make it."""
        return self._set or self._clock

    def set_clock(self, clock: Clock | None) -> None:
        """Let a clock go on that was set by hand, beside the one of the acts."""
        self._set = clock

    def clock_set(self) -> Clock | None:
        """Return a copy of the clock that was set by hand, ``None`` if none was."""
        return self._set and self._set.copy()

    def _drive_the_clock(self, act: Act) -> None:
        public = self._folded[PUBLIC]
        for event in act.events:  # the clock looks at the table after each event, not after the act
            public.hear_act(act.number, act.at, (event,))
            self._clock.hear(event, public)
            if self._set is not None:
                self._set.hear(event, public)
