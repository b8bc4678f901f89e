"""What the program does while nobody waits: it makes ready what will be asked for, and goes through its memory.

The index that answers rules questions, and several hundred kinds of events and questions, are made when they are first
needed. After the start a thread makes them all, and gives way to taps every half millisecond.

Python goes through all that it holds whenever enough has gathered, and everybody waits: 50 to 150 ms in the middle of a
tap. Here that is done when nobody has tapped for a while, and what has lasted so long is then left aside for good. A
program that never rests does it all the same in the end.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields
from threading import Lock, Thread, Timer

from referee.kernel.commands import Command
from referee.kernel.events import Event, kinds_below, public_fields
from referee.kernel.rulings import Question
from referee.rulebook import index_file
from referee.running.house_rules import PACKAGE

REST_MS = 1500  # without a tap
ENOUGH, TOO_MUCH = 5, 500  # times that Python went through what is young since it went through all
NEVER = 1_000_000_000
GIVE_WAY = 0.0005  # seconds
FIRST_PAGES = 1.0  # seconds after the start, for phones that come at once
PATIENCE = 60  # seconds for another process to build the index

_gently = Lock()


def make_ready() -> Thread:
    """Begin to make what is needed later; returns the thread that does it."""
    index_file.elsewhere[:] = [_ask_another_process]
    made = Timer(FIRST_PAGES, _make_ready)
    made.name, made.daemon = "make ready", True
    made.start()
    return made


def _make_ready() -> None:
    from referee.rulebook.search import index

    with _giving_way():
        for base in (Event, Command, Question):
            for kind in kinds_below(base):
                fields(kind)
        for event in kinds_below(Event):
            public_fields(event)
        index()
    gc.freeze()


def _ask_another_process() -> None:
    """Ask the rules by the program's own verb, which builds and keeps the index: 10 MB of memory and a second."""
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "referee"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    if rules := sys.modules.get(PACKAGE):
        environment["REFEREE_RULES"] = rules.__path__[0]
    words = [*program, "rules", "--json", "-"]
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(words, input=b'"spice"', capture_output=True, env=environment, timeout=PATIENCE)  # noqa: S603


@contextmanager
def _giving_way() -> Iterator[None]:
    """Let other threads go on sooner than Python does by itself."""
    with _gently:
        usual = sys.getswitchinterval()
        sys.setswitchinterval(GIVE_WAY)
        try:
            yield
        finally:
            sys.setswitchinterval(usual)


class Memory:
    """Python's memory, gone through at rest from ``begin`` to ``end``."""

    def __init__(self) -> None:
        """Know how it was before."""
        self._usual = gc.get_threshold()

    def begin(self) -> None:
        gc.set_threshold(*self._usual[:2], NEVER)

    def end(self) -> None:
        gc.set_threshold(*self._usual)

    def look(self, quiet_ms: int) -> None:
        """Go through it, if there is enough to do and nobody has tapped for so long."""
        gathered = gc.get_count()[2]
        if gathered >= TOO_MUCH or (gathered >= ENOUGH and quiet_ms >= REST_MS):
            gc.collect()
            gc.freeze()
