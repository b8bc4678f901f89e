"""A journal without a file: what a lesson's table writes is kept by nobody."""

from __future__ import annotations

from referee.running.acts import JournalAct
from referee.running.journal import WRITTEN, Change, Key, Writing


class NoFile:
    """The rows that a table begins with, and nothing that comes after; no method raises."""

    def __init__(self, rows: tuple[JournalAct, ...] = ()) -> None:
        self._rows = rows

    def append(self, act: JournalAct, change: Change | None = None) -> None:
        """Keep nothing."""

    def begin(self, act: JournalAct, change: Change | None = None) -> Writing:
        return WRITTEN

    def rows(self) -> list[JournalAct]:
        return list(self._rows)

    def credentials(self) -> list[Key]:
        return []

    def add_key(self, key: Key) -> None:
        """Keep nothing."""

    def remove_key(self, hash: str) -> None:
        """Keep nothing."""

    def rest(self) -> None:
        """There is nothing to store."""

    def close(self) -> None:
        """There is nothing to close."""
