"""A table in play at several programs: each folds the acts of the others and judges on the newest table.

An act that was judged on an outdated table is refused by the journal; the newer acts are applied and it is judged
again. An act of the clock is not retried: a repeated ``CloseWindow`` could close the next window.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.kernel import PUBLIC, Command, Objection, hears
from referee.running.acts import JournalAct
from referee.running.club.journal import OVERTAKEN, Overtaken, StreamJournal
from referee.running.dice import Dice
from referee.running.journal import JournalError
from referee.running.now import now_ms
from referee.running.outcome import Outcome
from referee.running.sitting import Ring, Sitting
from referee.running.viewers import in_order

MAX_RETRIES = 40  # retries after conflicts
MOVED_ON = Objection("4.97.02", "Something else happened first. Look at the table, then undo again.", "STALE")


class SharedSitting(Sitting):
    """A sitting whose table other programs may have open too. All methods are thread-safe."""

    journal: StreamJournal

    def __init__(
        self,
        journal: StreamJournal,
        dice: Dice | None = None,
        now: Callable[[], int] = now_ms,
        ring: Ring | None = None,
        *,
        away: Callable[[int], bool] = lambda at: True,
    ) -> None:
        """Open the table; its clock is paused if all programs were ``away`` since its last act (ms)."""
        self._away, self._own_clock = away, now
        super().__init__(journal, dice, self._latest, ring)

    def _latest(self) -> int:
        """Return the time in ms, never before the last public act: clocks of machines differ a little."""
        return max(self._own_clock(), self.views.clock.heard)

    def _open(self, rows: list[JournalAct]) -> None:
        try:
            super()._open(rows)
        except Overtaken:  # another program has just undone what no screen can show
            self._open(self.journal.rows())

    def _begin(self, rows: list[JournalAct]) -> None:
        """Fold the journal; from the first undo on row by row, as it was lived, so that all clocks agree."""
        lived = next((place for place, row in enumerate(rows) if row.kind != "act"), len(rows))
        super()._begin(rows[:lived])
        for row in rows[:lived]:
            for viewer in self.views.tables:
                self._heard[viewer] = self._heard.get(viewer, 0) + any(hears(event, viewer) for event in row.events)
        for row in rows[lived:]:
            self._hear(row)
            self.views.keep()

    def _pause_after_absence(self) -> None:
        """Pause the clock if no program was up for a while since the last public act."""
        if self._away(self.views.clock.heard):
            super()._pause_after_absence()

    def look_at_absence(self) -> None:
        """Pause open tables too: a club may be cut off as a whole."""
        with self._lock:
            self._pause_after_absence()

    # -- what others did ----------------------------------------------------------------------------------

    def listen(self) -> None:
        """Apply what other programs wrote to this table, and ring; raises ``JournalError``."""
        with self._lock:
            for row in self.journal.heard():
                told = in_order(self._hear(row), self.views.tables[PUBLIC])
                self._told_at = row.at
                try:
                    self._draw(told)
                    self.ring(told)
                    self.views.keep()
                finally:
                    self._told_at = None

    def _hear(self, row: JournalAct) -> set[str]:
        if row.kind == "act":
            self.views.referee.hear_act(row.number, row.at, row.events)
        return self._apply(row)

    # -- acting -------------------------------------------------------------------------------------------

    def act(self, command: Command, who: str, key: str = "", **more: Any) -> Outcome:
        """Carry out a command, judged again after each conflict with another program."""
        with self._lock:
            for _ in range(MAX_RETRIES):
                self.listen()
                try:
                    return super().act(command, who, key, **more)
                except Overtaken:
                    continue
            raise JournalError(OVERTAKEN)

    def _propose(self, command: Command) -> bool:
        try:
            return super().act(command, "referee").done
        except Overtaken:
            self.listen()  # the next tick asks again what is due
            return True

    def tick(self) -> int | None:
        with self._lock:
            self.listen()
            return super().tick()

    def undo(self, who: str, key: str = "", to: int = 0) -> Outcome:
        """Undo the act that was meant, and nothing that another program did meanwhile."""
        with self._lock:
            meant = self.undoable()
            return self._once(lambda: super(SharedSitting, self).undo(who, key, to), meant, (who, key))

    def redo(self, who: str, key: str = "") -> Outcome:
        with self._lock:
            meant = self.undoable()
            return self._once(lambda: super(SharedSitting, self).redo(who, key), meant, (who, key))

    def _once(self, take_back: Callable[[], Outcome], meant: JournalAct | None, sent: tuple[str, str]) -> Outcome:
        for _ in range(MAX_RETRIES):
            try:
                return take_back()
            except Overtaken:
                self.listen()
            if sent[1] and sent in self._keys:
                return Outcome(True, repeated=True)
            if self.undoable() is not meant:
                return Outcome(False, (MOVED_ON,))
        raise JournalError(OVERTAKEN)
