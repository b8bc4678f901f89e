"""What is done in a thread that nobody waits for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Thread


def aside(name: str, work: Callable[[], object]) -> None:
    """Do something in a thread that nobody waits for; when the program ends in the middle of it, it ends in silence."""

    def run() -> None:
        try:
            work()
        except BaseException:
            if not sys.is_finalizing():
                raise

    Thread(target=run, name=name, daemon=True).start()
