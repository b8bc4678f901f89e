"""Snapshots of folded tables, so that undo late in an evening need not fold from the beginning.

Every so many acts each table is pickled: a few kilobytes and a fifth of a millisecond. The log only grows, so its
length is enough. The latest few are kept, the last two of them nearer to each other, since it is mostly the last act
that is taken back; undo further back folds everything again.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.kernel import Heard, Table

if TYPE_CHECKING:
    from referee.turn.clock import Clock

EVERY = 48  # acts
KEPT = 8  # per viewer
NEAR, NEAR_KEPT = 12, 2  # acts from one to the next of the last ones, and how many of these are kept per viewer
WORTH_KEEPING = EVERY * KEPT  # last acts of a fold; snapshots before them would be dropped
MADE_ANEW = {
    "memo",
    "beside",
    "ticks",
    "marks",
    "parts",
    "reads",
    "core",
    "shields",
    "watched",
    "compared",
    "rooms",
}  # for answers
LEFT_OUT = MADE_ANEW | {"log"}  # which is kept whole
STAGGER = 5  # acts between the viewers' snapshots, so that no tap pays for all of them


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table after a number of acts, with the clock if it is the public one."""

    acts: int
    packed: bytes
    log: list[Heard]
    heard: int
    near: bool = False

    def unpack(self) -> tuple[Table, Clock | None]:
        """Return a table, and its clock, that share nothing with any other."""
        state, clock = pickle.loads(self.packed)  # noqa: S301  (packed by this program a moment ago)
        table = Table()
        table.__dict__.update(state, log=self.log[: self.heard], memo=None)
        return table, clock


class Snapshots:
    def __init__(self) -> None:
        self._of: dict[str, list[Snapshot]] = {}

    def save_due(self, acts: int, tables: Iterable[Table], clock: Clock | None, *, left: int = 0) -> None:
        """Save the tables that are due after this many acts, of which so many are ``left`` to be folded."""
        for place, table in enumerate(tables):
            number = acts + STAGGER * place
            if number % EVERY == 0 or (number % NEAR == 0 and left < NEAR * NEAR_KEPT):
                self._save(acts, table, clock, near=number % EVERY != 0)

    def _save(self, acts: int, table: Table, clock: Clock | None, *, near: bool) -> None:
        taken = self._of.setdefault(table.viewer, [])
        if taken and taken[-1].acts >= acts:
            return
        state = {name: value for name, value in table.__dict__.items() if name not in LEFT_OUT}
        try:
            packed = pickle.dumps((state, clock), pickle.HIGHEST_PROTOCOL)
        except (pickle.PicklingError, AttributeError, TypeError):
            return  # without a snapshot, undo is slower and nothing else
        taken.append(Snapshot(acts, packed, table.log, len(table.log), near))
        last = [one for one in taken if one.near][-NEAR_KEPT:]
        taken[:] = sorted((*[one for one in taken if not one.near][-KEPT:], *last), key=lambda one: one.acts)

    def forget(self, acts: int) -> None:
        """Drop the snapshots after this many acts."""
        for taken in self._of.values():
            while taken and taken[-1].acts > acts:
                taken.pop()

    def latest(self, viewer: str) -> tuple[Table, Clock | None, int]:
        """Return the latest table, a new one if there is no snapshot, its clock, and the number of acts in them."""
        taken = self._of.get(viewer)
        return (*taken[-1].unpack(), taken[-1].acts) if taken else (Table(viewer), None, 0)
