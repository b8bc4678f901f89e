"""The tables of all viewers, folded lazily.

The referee's and the public table apply each act at once: one decides, the other is on every screen and drives the
clock. A seat's table is folded on first use, when its shield is opened or it acts. So opening or undoing a long evening
costs two folds, not eight, and undo starts from ``snapshots``. Who hears of an act follows from its events alone, so
ringing never waits for a fold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from types import MappingProxyType

from referee.kernel import PUBLIC, REFEREE, Table, hears
from referee.knowledge.conserved import Counted, count_all
from referee.phases.battle.live_battle import battle_now
from referee.running.acts import UNREADABLE, JournalAct, fold_acts, hear_acts
from referee.running.journal import Writing
from referee.running.now import let_go
from referee.running.snapshots import LEFT_OUT, WORTH_KEEPING, Snapshots
from referee.turn.clock import Clock

MOMENTS = 6  # tenths of a millisecond, or somewhat more, that the first page waits for the disk
APART = LEFT_OUT | {"since", "act", "at", "consulted"}


def stands_apart(act: JournalAct, acts: Sequence[JournalAct], now: Table) -> bool:
    """Return True if the acts after this one hold without it too, and come to the referee's ``now`` in either order.

    Where nothing came after it, that is found out all the same: the time an answer takes would tell of secret acts.
    """
    last = acts[-1] is act
    try:
        table = fold_acts((one for one in acts if one is not act), REFEREE)
        possible = not count_all(table).wrong
        return last or (possible and _state(hear_acts(table, (act,))) == _state(now))
    except UNREADABLE:
        return last


def _state(table: Table) -> dict[str, object]:
    """Return what a table holds, without its history."""
    return {name: value for name, value in vars(table).items() if name not in APART}


class Folds(Mapping[str, Table]):
    """The table of every viewer; a seat's is folded on first use."""

    def __init__(
        self,
        acts: Sequence[JournalAct],
        folded: dict[str, Table],
        snapshots: Snapshots,
        before: Mapping[str, Table],
    ) -> None:
        """Begin with all acts, the tables folded from them so far, and those that had heard more (``Views.again``)."""
        self._acts, self._folded, self._snapshots, self._before = acts, folded, snapshots, dict(before)
        self._seats: list[str] = []
        self._many = 0

    def seat(self, seats: Iterable[str]) -> None:
        self._seats += [seat for seat in seats if seat not in self._seats]

    def __getitem__(self, viewer: str) -> Table:
        """Raises ``KeyError`` for an unknown viewer."""
        if viewer not in self._folded or viewer == REFEREE:
            if viewer not in self._seats:
                raise KeyError(viewer)
            self.memoize(viewer, self._fold(viewer))
        return self._folded[viewer]

    def begin(self, public: Table) -> None:
        """Begin with the public table, folded from all acts."""
        self._many = len(self._acts)
        self.memoize(PUBLIC, public)

    def memoize(self, viewer: str, table: Table) -> None:
        """Keep a table and what it answers; what it answered before an undo, too, if nothing came after that."""
        self._folded[viewer] = table.memoize(beside=None if viewer == PUBLIC else self._folded[PUBLIC])
        if (before := self._before.pop(viewer, None)) and len(self._acts) == self._many:
            table.answer_as(before, self._many)

    def _fold(self, viewer: str) -> Table:
        table, clock, done = self._snapshots.latest(viewer)
        for number, act in enumerate(self._acts[done:], start=done + 1):
            hear_acts(table, (act,))
            if (left := len(self._acts) - number) < WORTH_KEEPING:
                self._snapshots.save_due(number, (table,), clock, left=left)
        return table

    def __iter__(self) -> Iterator[str]:
        return iter((PUBLIC, *self._seats))

    def __len__(self) -> int:
        return 1 + len(self._seats)


def in_order(told: Set[str], public: Table, first: str = "") -> Set[str]:
    """Return viewers in the order in which their pages are drawn and sent, the table's screen before the phones.

    What all hear is shown ``first`` on the phone that sent it, if that phone's command is one that may be, and in a
    battle on the two phones that fight it; the other phones come by name, so that no order tells of a secret.
    """
    live = battle_now(public)
    ahead = (first, *sorted(live.seats if live else ()), PUBLIC) if PUBLIC in told else ()
    return dict.fromkeys(viewer for viewer in (*ahead, *sorted(told)) if viewer in told).keys()


class Views:
    """The referee's table, every viewer's, and the clock."""

    def __init__(
        self,
        acts: Sequence[JournalAct] = (),
        snapshots: Snapshots | None = None,
        before: Mapping[str, Table] = MappingProxyType({}),
    ) -> None:
        """Fold acts, starting from snapshots of the same acts."""
        self._snapshots = snapshots or Snapshots()
        self.referee, _, known = self._snapshots.latest(REFEREE)
        public, clock, shown = self._snapshots.latest(PUBLIC)
        self._clock = clock or Clock()
        public.memoize()  # the clock asks after each event
        self._set: Clock | None = None
        self._acts = list(acts[: min(known, shown)])
        self._folded = {REFEREE: self.referee, PUBLIC: public}
        self.counted: Counted | None = None  # what the referee's table holds, unless it changed since
        self.tables = Folds(self._acts, self._folded, self._snapshots, before)
        for number, act in enumerate(acts[len(self._acts) :], start=len(self._acts)):
            if number >= known:
                hear_acts(self.referee, (act,))
            if number >= shown:
                self._drive_the_clock(act)
            self._note(act, left=len(acts) - number)
        self.tables.seat(self.referee.seats)
        self.referee.memoize()
        self.tables.begin(public)

    def count(self) -> Counted:
        """Return what the referee's table holds, counted once between two acts."""
        if self.counted is None:
            self.counted = count_all(self.referee)
        return self.counted

    def again(self, acts: Sequence[JournalAct], *, undone: bool = False) -> Views:
        """Return the views of other acts, folded from where they differ from these.

        Where only the last acts were ``undone``, by the table, what was answered and has nothing to do with them stays.
        """
        parted = (n for n, (own, act) in enumerate(zip(self._acts, acts, strict=False)) if own is not act)
        same = next(parted, min(len(self._acts), len(acts)))
        self._snapshots.forget(same)
        return Views(acts, self._snapshots, self._folded if undone and same == len(acts) else {})

    def tell(self, act: JournalAct) -> set[str]:
        """Apply an act to all tables but the referee's; return the viewers who hear of it."""
        self.counted = None
        self.tables.seat(self.referee.seats)
        self._folded[PUBLIC].mark(len(self._acts))
        for viewer, table in self._folded.items():
            if viewer not in {REFEREE, PUBLIC}:
                table.mark(len(self._acts))
                hear_acts(table, (act,))
        self._drive_the_clock(act)
        self._acts.append(act)
        return {viewer for viewer in self.tables if any(hears(event, viewer) for event in act.events)}

    def keep(self) -> None:
        """Save the tables that are due, for an undo: it takes a while, so pages are sent before."""
        self._snapshots.save_due(len(self._acts), self._folded.values(), self._clock)

    def _note(self, act: JournalAct, left: int) -> None:
        self._acts.append(act)
        if left < WORTH_KEEPING:
            self._snapshots.save_due(len(self._acts), self._folded.values(), self._clock, left=left)

    # -- the clock ----------------------------------------------------------------------------------------

    @property
    def clock(self) -> Clock:
        """The clock as set by hand, else as the acts make it."""
        return self._set or self._clock

    def set_clock(self, clock: Clock | None) -> None:
        """Run a clock that was set by hand instead of the acts' own."""
        self._set = clock

    def clock_set(self) -> Clock | None:
        """Return a copy of the clock set by hand, ``None`` if there is none."""
        return self._set and self._set.copy()

    def _drive_the_clock(self, act: JournalAct) -> None:
        public = self._folded[PUBLIC]
        for event in act.events:  # the clock reads the table after each event, not each act
            public.hear_act(act.number, act.at, (event,))
            self._clock.hear(event, public)
            if self._set is not None:
                self._set.hear(event, public)


def until_written(viewers: Iterable[str], writing: Writing) -> Iterator[str]:
    """Yield the first viewer, and further ones until an act is written: then what is drawn can be sent.

    A disk is as a rule done soon after the first page is: for a moment nothing else is drawn, which would hold that up.
    """
    for number, viewer in enumerate(viewers):
        yield viewer
        for _ in range(1 if number else MOMENTS):
            let_go()
            if writing.done():
                return
