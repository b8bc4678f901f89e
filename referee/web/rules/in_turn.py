"""Questions to the rules wait for each other, so that taps wait for none of them.

Looking a question up keeps the interpreter busy for some ten milliseconds. So one is looked up at a time, however many
ask, with as long a rest after it, and other threads get their turn sooner meanwhile. A client that asks more than may
wait is told so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import BoundedSemaphore, Event, Lock
from typing import Final, ParamSpec, TypeVar

from flask import request

from referee.running.idle import switching_fast
from referee.running.now import now_ms
from referee.web.http.guard import Refusal
from referee.web.http.server import THREADS

P = ParamSpec("P")
T = TypeVar("T")

MAY_WAIT: Final = THREADS - 4  # questions; the other workers serve taps
LONGEST_REST_MS: Final = 50


class InTurn:
    """One question at a time; thread-safe."""

    def __init__(self, may_wait: int = MAY_WAIT, now: Callable[[], int] = now_ms) -> None:
        self._places, self._turn, self._now = BoundedSemaphore(may_wait), Lock(), now
        self._rests_until = 0  # ms
        self.rest: Callable[[float], object] = Event().wait  # for so many seconds

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the questions asked before; raises a 503 with a sentence if too many do."""
        if not self._places.acquire(blocking=False):
            raise Refusal(503, "Too many questions at once.", "Ask again in a moment.", {"Retry-After": "1"})
        try:
            with self._turn:
                self.rest(max(0, min(self._rests_until - self._now(), LONGEST_REST_MS)) / 1000)
                began = self._now()
                try:
                    with switching_fast():
                        yield
                finally:
                    ended = self._now()
                    self._rests_until = ended + ended - began
        finally:
            self._places.release()


_questions = InTurn()


def in_turn(view: Callable[P, T]) -> Callable[P, T]:
    """Have a page answer the question in its address in its turn; without a question it is drawn at once."""

    @wraps(view)
    def answered(*words: P.args, **named: P.kwargs) -> T:
        if not request.args.get("q"):
            return view(*words, **named)
        with _questions.turn():
            return view(*words, **named)

    return answered
