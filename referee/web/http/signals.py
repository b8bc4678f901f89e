"""Ctrl-C, a closed terminal and SIGTERM are recorded, not raised.

An exception in the middle of an import could be swallowed, and in the middle of handing over a connection it could hang
a worker. While the program is loading, a second signal ends it at once.
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
    """Records signals from ``with`` on; only on the main thread."""

    def __init__(self) -> None:
        self._told: SimpleQueue[int] = SimpleQueue()  # put() is reentrant, so a signal handler may call it
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
        """Call ``stop`` at the first signal, even one that came before; further ones are ignored."""
        if not self._before:  # handlers run on the main thread only
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
