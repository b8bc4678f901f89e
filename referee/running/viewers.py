"""What every viewer knows, folded when it is needed.

The referee's own table and the public one hear each act at once: the one decides, the other is on every screen and
drives the clock. A seat's table is folded from the first act when somebody first needs it, which is when its shield is
opened or it asks for something. So opening a long evening, or taking an act back, costs two folds and not eight. Who
hears anything of an act is told from the events alone, so that a bell never waits for a fold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from referee.kernel.events import PUBLIC, REFEREE, hears
from referee.kernel.table import Table
from referee.running.clock import Clock
from referee.running.journal import Act


def fold_acts(acts: Iterable[Act], viewer: str = PUBLIC) -> Table:
    """Fold acts that hold, in order, into the table as one viewer knows it."""
    table = Table(viewer)
    for act in acts:
        table.hear_act(act.number, act.at, act.events)
    return table


class Folds(Mapping[str, Table]):
    """The table of every viewer: the public one always, a seat's from the moment somebody first needs it."""

    def __init__(self, clock: Clock) -> None:
        """Begin with the public table alone; the clock hears what it hears."""
        self._clock, self._told = clock, list[Act]()
        self._seats: list[str] = []
        self._folded = {PUBLIC: Table(PUBLIC).remembers()}

    def seat(self, seats: Iterable[str]) -> None:
        self._seats += [seat for seat in seats if seat not in self._seats]

    def tell(self, act: Act) -> set[str]:
        """Let everybody hear an act, those not folded yet when they need it; return who hears anything of it."""
        self._told.append(act)
        for table in self._folded.values():
            if table.viewer != PUBLIC:
                table.hear_act(act.number, act.at, act.events)
        self._drive_the_clock(act)
        return {viewer for viewer in self if any(hears(event, viewer) for event in act.events)}

    def __getitem__(self, viewer: str) -> Table:
        """Return a viewer's table; raises ``KeyError`` for somebody who is no viewer."""
        if viewer not in self._folded:
            if viewer not in self._seats:
                raise KeyError(viewer)
            self._folded[viewer] = fold_acts(self._told, viewer).remembers()
        return self._folded[viewer]

    def __iter__(self) -> Iterator[str]:
        return iter((PUBLIC, *self._seats))

    def __len__(self) -> int:
        return 1 + len(self._seats)

    def _drive_the_clock(self, act: Act) -> None:
        public = self._folded[PUBLIC]
        for event in act.events:  # the clock looks at the table after each event, not after the act
            public.hear_act(act.number, act.at, (event,))
            self._clock.hear(event, public)


class Views:
    """The referee's table and every viewer's, and the clock."""

    def __init__(self) -> None:
        """Begin with nothing on the table."""
        self.referee, self.clock = Table(REFEREE), Clock()
        self.tables = Folds(self.clock)

    def tell(self, act: Act) -> set[str]:
        """Let everybody but the referee hear an act; return who hears anything of it."""
        self.tables.seat(self.referee.seats)
        return self.tables.tell(act)
