"""The tables of a club: every program serves any of them, and follows what is played elsewhere.

The engine pushes every act to every program; one thread applies them, table by table, and rings. So each program has
all tables in use, and if one dies the others keep the clocks running: the first to propose what is due wins, and the
others hear it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread

from referee.kernel import Table
from referee.running.acts import UNREADABLE, fold_acts, standing
from referee.running.club.engine import TIMEOUT_SECONDS, Engine, StreamMessage
from referee.running.club.journal import (
    ACTS,
    BEGUN,
    GONE,
    STREAM,
    StreamJournal,
    begin_table,
    end_table,
    said_first,
    subject_of,
    table_of,
)
from referee.running.club.nodes import check_nodes
from referee.running.club.shelf import Presence, Shelf
from referee.running.club.sitting import SharedSitting
from referee.running.dice import Dice
from referee.running.hall import MAX_SLEEP_MS, TABLE_ID, Hall
from referee.running.journal import JournalError
from referee.running.now import now_ms, put_forward
from referee.running.sitting import Sitting

IN_THE_ENGINE = "the club's engine"
IN_USE_MS = 15 * 60_000
log = logging.getLogger("referee.club")


class ClubHall(Hall):
    """Every table of a club; all methods are thread-safe."""

    def __init__(self, address: str, *, dice: Dice | None = None, now: Callable[[], int] = now_ms) -> None:
        """Connect to the club's engine; raises ``JournalError``."""
        super().__init__(Path(IN_THE_ENGINE), dice=dice, now=now)
        self.engine = Engine(address)
        self._journals: dict[str, StreamJournal] = {}
        self._known: dict[str, StreamMessage] = {}
        self._news = SimpleQueue[Callable[[], None] | None]()
        self._lost: Callable[[str, str], None] = lambda table, hash: None
        self._opening, self._slept = Lock(), False
        self._listener = Thread(target=self._listen, name="listener", daemon=True)
        try:
            copies = check_nodes(self.engine)
            self.shelf = Shelf(self.engine, copies)
            self.shelf.check_clock()
            self.engine.prepare(STREAM, f"{ACTS}.>", copies)
            self.presence = Presence(self.shelf)
            self._tail = self.engine.tail(STREAM, f"{ACTS}.>", self._heard)
        except BaseException:
            self.engine.close()
            raise

    def start(self) -> None:
        super().start()
        self._listener.start()

    @property
    def cut_off(self) -> bool:
        """Return True if nothing has come from the club for some seconds."""
        return self.presence.cut_off()

    # -- messages -----------------------------------------------------------------------------------

    def _heard(self, heard: StreamMessage) -> None:
        table = table_of(heard.subject)
        self._known[table] = heard
        if (journal := self._journals.get(table)) is not None:
            journal.taken(heard)
        if heard.at > now_ms() - IN_USE_MS:
            self._news.put(partial(self._take_news, table))

    def on_lost(self, lost: Callable[[str, str], None]) -> None:
        """Register a callback for a table and a credential's hash that another program revoked."""
        self._lost = lost

    def on_put(self, put: Callable[[str], None]) -> None:
        """Register a callback for a changed key on the shelf."""
        self.shelf.on_put = lambda key: self._news.put(partial(put, key))

    def on_look(self, callback: Callable[[], None]) -> None:
        """Register a callback that runs every second."""
        self.presence.on_look = callback

    def _listen(self) -> None:
        while (news := self._news.get()) is not None:
            try:
                news()
            except (JournalError, *UNREADABLE) as error:
                log.warning("News could not be taken up: %s.", type(error).__name__)

    def _take_news(self, table: str) -> None:
        if self._is_gone(table):
            self._open.pop(table, None)
            self._journals.pop(table, None)
            return
        if self._only_begun(table):
            return  # opened with its first act: the set-up is not complete
        sitting = self.find(table)
        if isinstance(sitting, SharedSitting):
            sitting.listen()

    def _said_last(self, table: str) -> str | None:
        """Return the kind of a table's last message, "" for an act, ``None`` if none was heard."""
        known = self._known.get(table)
        return None if known is None else said_first(known)

    def _is_gone(self, table: str) -> bool:
        return self._said_last(table) in {None, GONE}

    def _only_begun(self, table: str) -> bool:
        """Return True if no act of the table was heard yet."""
        return self._said_last(table) in {None, BEGUN}

    # -- tables -------------------------------------------------------------------------------------------

    def _written(self) -> Iterator[tuple[str, int]]:
        for table, heard in list(self._known.items()):
            if not self._is_gone(table):
                yield table, heard.at

    def mark(self, table: str) -> tuple[int, int]:
        return (0, 0) if self._is_gone(table) else (self._known[table].place, 1)

    def glance(self, table: str) -> Table | None:
        try:
            found = None if table in self._open or self._is_gone(table) else self._journal(table).rows()
            return None if found is None else fold_acts(standing(found)[0])
        except (JournalError, *UNREADABLE):
            return None

    def _journal(self, table: str) -> StreamJournal:
        return StreamJournal(self.engine, table, self._known[table].place if table in self._known else 0)

    def find(self, table: str) -> Sitting | None:
        sitting = self._open.get(table)
        if sitting is not None or not TABLE_ID.fullmatch(table):
            return sitting
        if self._only_begun(table) and not self.cut_off:
            self._ask_for(table)
        if self._is_gone(table):
            return None
        return self._open_once(table)

    def _ask_for(self, table: str) -> None:
        """Fetch the table's last message: a browser may be quicker than the push."""
        last = self.engine.last(STREAM, subject_of(table))
        if last is not None and (table not in self._known or self._known[table].place < last.place):
            self._known[table] = last

    def _open_once(self, table: str) -> Sitting:
        with self._opening:
            return self._open.get(table) or self._take_part(table)

    def _take_part(self, table: str) -> Sitting:
        """Open a table that other programs may have open; what they write meanwhile is queued."""
        journal = self._journals[table] = self._journal(table)
        journal.on_lost = partial(self._tell_lost, table)
        try:
            sitting = SharedSitting(journal, self._dice, self._now, self._bell_of(table), away=self._away)
        except BaseException as error:
            self._journals.pop(table, None)
            if isinstance(error, UNREADABLE):
                raise JournalError(f"{table} does not hold a complete game. Start a new table.") from error
            raise
        with self._change:
            return self._register(table, sitting)

    def _tell_lost(self, table: str, hashes: tuple[str, ...]) -> None:
        for hash in hashes:
            self._lost(table, hash)

    def _away(self, at: int) -> bool:
        """Return True if all programs were away at some time since ``at`` (ms)."""
        return at < self.presence.since()

    def create(self, name: str) -> tuple[str, Sitting]:
        table, begun = begin_table(self.engine, name, self._known)
        self._known.setdefault(table, begun)
        return table, self._open_once(table)

    def forget(self, table: str) -> None:
        end_table(self.engine, table)
        with self._change:
            self._open.pop(table, None)
            self._journals.pop(table, None)

    def close(self) -> None:
        self._news.put(None)
        self.presence.stop()
        if self._listener.is_alive():
            self._listener.join(timeout=TIMEOUT_SECONDS)
        super().close()
        self.engine.close()

    # -- time ---------------------------------------------------------------------------------------------

    def _tick(self, slept: bool) -> int:
        """Do what is due; one that slept asks what time it is, and without the engine nothing is due."""
        self._slept = self._slept or slept
        if self.cut_off:
            return now_ms() + MAX_SLEEP_MS
        with suppress(JournalError):
            if self._slept:
                put_forward(max(0, self.shelf.behind_ms()))
                self._slept = False
        for sitting in list(self._open.values()):
            if isinstance(sitting, SharedSitting):
                with suppress(JournalError):
                    sitting.look_at_absence()
        return super()._tick(False)
