"""Ctrl-C, a closed terminal and SIGTERM: noted, never raised.

Raised as an error in the middle of an import it can be swallowed there, and in the middle of handing a connection on it
could leave a worker waiting for ever. While the program is still loading, the second one ends it at once.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from types import FrameType
from typing import Any, Final, Self

NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


class Signals:
    """Notes the signals that end a program, from ``with`` on; only the main thread of a program is told of any."""

    def __init__(self) -> None:
        self._told: SimpleQueue[int] = SimpleQueue()  # of all queues the one that a signal may write to
        self._noted = self._heeded = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            numbers = (getattr(signal, name, None) for name in NAMES)
            self._before = {number: signal.signal(number, self._note) for number in numbers if number is not None}
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self._noted and not self._heeded:
            raise KeyboardInterrupt
        self._noted = True
        self._told.put(number)

    @contextmanager
    def calling(self, stop: Callable[[], None]) -> Iterator[None]:
        """Call this at the first signal, also where it came before; more of them change nothing."""
        if not self._before:  # no thread but the main one is told
            yield
            return

        def wait() -> None:
            if self._told.get():
                stop()

        self._heeded = True
        waiting = threading.Thread(target=wait, name="stop")
        waiting.start()
        try:
            yield
        finally:
            self._told.put(0)
            waiting.join()
