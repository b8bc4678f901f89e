"""Whether property tests try the same on every run."""

from __future__ import annotations

import os


def same(number: str) -> bool:
    """Mark tests whose number is set by that variable: always the same, unless somebody sets it to try more."""
    return "REFEREE_SAME" in os.environ or number not in os.environ
