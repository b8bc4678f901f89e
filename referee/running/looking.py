"""What can be read of a running table: its viewers' tables, its acts, who was shown what, and what may be undone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from threading import RLock
from typing import TYPE_CHECKING

from referee.kernel import PUBLIC, Event, Table, as_seen_by, opens, seen_by
from referee.running.acts import JournalAct, is_news

if TYPE_CHECKING:
    from referee.running.journal import Journal
    from referee.running.viewers import Views
    from referee.turn.clock import Countdown
    from referee.turn.pace import Pace


class Looking:
    """The part of a sitting that reads; all methods are thread-safe."""

    journal: Journal
    now: Callable[[], int]
    views: Views
    _lock: RLock
    _heard: dict[str, int]
    _told_at: int | None
    _last: int
    _acts: list[JournalAct]
    _shown: list[JournalAct]
    _undone: list[list[JournalAct]]
    _not_alone: int  # the act that its seat was last refused to take back, for what only the referee knows

    def screen(self, viewer: str) -> Table:
        """Return the table as this viewer knows it; raises ``KeyError`` for an unknown viewer."""
        with self._lock:
            return self.views.tables[viewer]

    def locked(self) -> RLock:
        """Return the lock, to read several things consistently."""
        return self._lock

    def version(self, viewer: str) -> int:
        """Return a number that grows whenever this viewer has something new to see."""
        with self._lock:
            return self._heard.get(viewer, 0)

    def moment(self) -> int:
        """Return the time (ms) to render for: the same for all screens of one act."""
        return self.now() if self._told_at is None else self._told_at

    def timer(self) -> Countdown | None:
        with self._lock:
            return self.views.clock.timer(self.views.tables[PUBLIC])

    def pace(self) -> Pace:
        with self._lock:
            return self.views.clock.pace

    def acts(self) -> list[JournalAct]:
        with self._lock:
            return list(self._acts)

    def rows(self) -> list[JournalAct]:
        """Return everything ever written, undone or not, from the journal; may raise ``JournalError``."""
        with self._lock:
            return self.journal.rows()

    def last(self) -> int:
        return self._last

    def written(self) -> list[tuple[int, Event, bool]]:
        """Return (act, event, stands) of what stands, and of undone acts that showed somebody something."""
        with self._lock:
            stands = {act.number: act for act in self._acts}
            kept = {act.number: act for act in self._shown} | stands
        return [(number, event, number in stands) for number in sorted(kept) for event in kept[number].events]

    def seen(self, viewer: str) -> list[tuple[int, Event]]:
        """Return (act, event) of everything ever shown to this viewer but not to all, undone or not."""
        with self._lock:
            shown = list(self._shown)
        found = ((act.number, event) for act in shown for event in act.events if viewer in seen_by(event))
        return [(number, heard) for number, event in found if (heard := as_seen_by(event, viewer)) is not None]

    def rest(self) -> None:
        """Let the journal move what is written to where a copy of its file has it; returns at once."""
        with self._lock:
            self.journal.rest()

    # -- what may be taken back ---------------------------------------------------------------------------

    def undoable(self) -> JournalAct | None:
        """Return the act that undo takes back: the last one that everybody heard; set-up stays."""
        news = (act for act in reversed(self._acts) if any(is_news(event) for event in act.events))
        last = next(news, None)
        return last if next(news, None) else None

    def slip(self, seat: str) -> JournalAct | None:
        """Return the act this seat may undo alone: the last public one, if it made that one (4.97.02).

        Not if it revealed anything in it or since: nobody decides again knowing more. Secret acts of others make no
        difference here, or the button would tell of them; once it was refused, the button goes as it does with time.
        """
        last = self.undoable()
        if last is None or last.who != seat or last.number == self._not_alone or self._opened(last.number, seat):
            return None
        return last

    def _opened(self, since: int, seat: str) -> bool:
        acts = takewhile(lambda act: act.number >= since, reversed(self._acts))
        return any(opens(event, seat) for act in acts if act.who == seat for event in act.events)

    def holds(self, number: int) -> bool:
        """Return True if the act of this number was made and is not undone."""
        with self._lock:
            return any(act.number == number for act in reversed(self._acts))

    def redoable(self) -> bool:
        return bool(self._undone)
