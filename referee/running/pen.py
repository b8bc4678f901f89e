"""A thread that writes while the thread that asked for it goes on.

Python runs one thread at a time and changes over every few milliseconds, but lets go while the disk is busy. So the
thread that asks steps aside until the pen has reached the disk, and is back at work while the disk syncs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Lock, Thread


def _locked() -> Lock:
    lock = Lock()
    lock.acquire()
    return lock


@dataclass(slots=True)
class Writing:
    """Something that is being written: a call that returns when it is on disk."""

    write: Callable[[], None]
    begun: Lock = field(default_factory=_locked)
    ended: Lock = field(default_factory=_locked)
    failed: BaseException | None = None

    def run(self) -> None:
        self.begun.release()
        try:
            self.write()
        except BaseException as error:
            self.failed = error
        self.ended.release()

    def wait(self) -> None:
        """Return when it is written; raises what writing raised."""
        self.ended.acquire()
        if self.failed is not None:
            raise self.failed


class Pen:
    """One thread, which writes one thing after the other."""

    def __init__(self) -> None:
        """Start the thread; it ends with ``stop``, or with the program."""
        self._asked = SimpleQueue[Writing | None]()
        self._thread = Thread(target=self._run, name="pen", daemon=True)
        self._thread.start()

    def begin(self, write: Callable[[], None]) -> Callable[[], None]:
        """Begin to write; the answer waits for the end of it, and raises what writing raised."""
        writing = Writing(write)
        self._asked.put(writing)
        writing.begun.acquire()
        return writing.wait

    def _run(self) -> None:
        while (writing := self._asked.get()) is not None:
            writing.run()

    def stop(self) -> None:
        """Let the thread end when all is written."""
        self._asked.put(None)
        self._thread.join()
