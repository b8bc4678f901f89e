"""What the program does while nobody waits: warm-up and garbage collection.

The index for rules questions and several hundred dataclasses are made on first use. After the start a thread makes them
all, with a short switch interval so that taps go first; it pauses while a tap holds a table.

A full garbage collection takes 50 to 150 ms, in the middle of a tap if Python decides. So automatic full collections
are off, and one runs when nobody has tapped for a while; survivors are frozen. A program that is never idle collects
once it is overdue.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields
from threading import Event as Signal
from threading import Lock, RLock, Thread, Timer

from referee.kernel import Command, Event, Question, kinds_below, public_fields
from referee.rulebook import index_file
from referee.running.another import another
from referee.running.aside import aside

IDLE_MS = 1500  # without a tap
WORTHWHILE, OVERDUE = 5, 500  # collections of the young generation since the last full one
NEVER = 1_000_000_000
SWITCH_SECONDS = 0.0005  # seconds
DELAY_SECONDS = 1.0  # seconds after the start, in which phones may already come
PAUSE_SECONDS = 0.002  # seconds until it is asked again whether a table is held
TIMEOUT_SECONDS = 180  # seconds for the process that builds the index

_switching, _pause = Lock(), Signal()
_usual = list[float]()  # the interpreter's own switch interval, once for each that has shortened it
_serving: list[Callable[[], bool]] = []  # says whether a tap holds a table; empty in a program without warm-up


def warm_up(held: Callable[[], bool] = lambda: False) -> Thread:
    """Start warming up in a thread, and return it; it pauses while ``held`` returns True."""
    index_file.external_builds[:] = [_build_index_elsewhere]
    _serving[:] = [held]
    made = Timer(DELAY_SECONDS, _warm_up, (held,))
    made.name, made.daemon = "warm up", True
    made.start()
    return made


def _warm_up(held: Callable[[], bool]) -> None:
    from referee.offers.answers import understood
    from referee.rulebook.search import index

    with switching_fast():
        for base in (Event, Command, Question):
            for kind in kinds_below(base):
                _give_way(held)
                fields(kind)
        for event in kinds_below(Event):
            _give_way(held)
            public_fields(event)
        index()
        understood("")
    gc.freeze()


def make_ready(*works: Callable[[], object]) -> None:
    """Do in a thread what a page may want soon; it begins while no tap holds a table."""

    def work() -> None:
        with switching_fast():
            for one in works:
                _give_way(_serving[0])
                one()

    if _serving:
        aside("make ready", work)


def is_taken(lock: RLock) -> bool:
    """Return True while another thread has this lock."""
    if not lock.acquire(blocking=False):
        return True
    lock.release()
    return False


def _give_way(held: Callable[[], bool]) -> None:
    while held():
        _pause.wait(PAUSE_SECONDS)


def _build_index_elsewhere() -> None:
    """Build and cache the index in another process: it needs 10 MB of memory and a second."""
    words, environment = another("rules", "--json", "-")
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(words, input=b'"spice"', capture_output=True, env=environment, timeout=TIMEOUT_SECONDS)  # noqa: S603


@contextmanager
def switching_fast() -> Iterator[None]:
    """Shorten the interpreter's switch interval, so that other threads run sooner, until the last has left this."""
    with _switching:
        _usual.append(sys.getswitchinterval() if not _usual else _usual[0])
        sys.setswitchinterval(SWITCH_SECONDS)
    try:
        yield
    finally:
        with _switching:
            usual = _usual.pop()
            if not _usual:
                sys.setswitchinterval(usual)


class Collector:
    """Full garbage collections at idle moments, between ``start`` and ``stop``."""

    def __init__(self) -> None:
        self._usual = gc.get_threshold()

    def start(self) -> None:
        gc.set_threshold(*self._usual[:2], NEVER)

    def stop(self) -> None:
        gc.set_threshold(*self._usual)

    def collect_if_idle(self, quiet_ms: int) -> None:
        """Collect if there is enough garbage and nobody has tapped for ``quiet_ms``, or if overdue."""
        young = gc.get_count()[2]
        if young >= OVERDUE or (young >= WORTHWHILE and quiet_ms >= IDLE_MS):
            gc.collect()
            gc.freeze()
