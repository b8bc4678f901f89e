"""The time: no other module reads the system's clocks."""

from __future__ import annotations

import time

_EPOCH = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000


def now_ms() -> int:
    """Return the time in ms: the wall clock at start plus monotonic time, so nobody who sets a clock moves it."""
    return _EPOCH + time.monotonic_ns() // 1_000_000


def wall_ms() -> int:
    """Return the wall clock in ms, which goes on while the laptop sleeps and jumps when somebody sets it."""
    return time.time_ns() // 1_000_000


def clock_jump_ms() -> int:
    """Return wall clock minus ``now_ms``: it changes when the laptop slept or somebody set the clock."""
    return wall_ms() - now_ms()


def put_forward(ms: int) -> None:
    """Let ``now_ms`` be later from now on, by what it missed while this computer slept."""
    global _EPOCH
    _EPOCH += ms


def let_go() -> None:
    """Wait for a tenth of a millisecond: another thread may run, for instance one that has written."""
    time.sleep(0.0001)
