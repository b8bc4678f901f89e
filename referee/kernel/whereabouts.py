"""Where a fault of the program happened, for the log: a message may quote a secret, a place cannot (P4)."""

from __future__ import annotations

from pathlib import PurePath
from traceback import extract_tb


def whereabouts(error: BaseException) -> str:
    """Return file, line and function of an error, the innermost first, without its message."""
    frames = extract_tb(error.__traceback__)[-6:]
    return " < ".join(f"{PurePath(f.filename).name}:{f.lineno} {f.name}" for f in reversed(frames))
