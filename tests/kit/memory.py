"""Journals in memory: most tables of a test are never opened again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from referee.running.acts import JournalAct
from referee.running.journal import Change, FileJournal

MEMORY = Path(":memory:")
BEGUN: list[bytes] = []  # a file without acts, once there was one


class MemoryJournal(FileJournal):
    """A journal that no disk syncs: each act is written on the thread that asks for it, before anything else runs."""

    def __init__(self) -> None:
        super().__init__(MEMORY)

    def _prepare(self) -> None:
        """Begin as a copy of the first one, which was made as every file is."""
        if BEGUN:
            self._db.conn.deserialize(BEGUN[0])
        else:
            super()._prepare()
            BEGUN.append(self._db.conn.serialize())

    def begin(self, act: JournalAct, change: Change | None = None) -> Callable[[], None]:
        self.append(act, change)
        return lambda: None
