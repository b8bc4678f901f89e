"""The time: nothing else reads the system's clocks."""

from __future__ import annotations

import time

_EPOCH = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000


def now_ms() -> int:
    """Return the time in milliseconds: the wall clock at start, carried on by a clock that never jumps."""
    return _EPOCH + time.monotonic_ns() // 1_000_000


def clock_jump_ms() -> int:
    """Return how far the wall clock has run away from ``now_ms``: what a laptop slept, or a clock set by hand."""
    return time.time_ns() // 1_000_000 - now_ms()
