"""Shared fixtures and helpers: tables, evenings, browsers, dice, and the notations that tests use."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]  # the checkout

SET = re.compile(r"\{([^{}:]*)\}")


def in_order(value: object) -> str:
    """Return the text of a value, with the members of each set in order: equal tables may be written in two ways."""
    return SET.sub(lambda members: "{" + ", ".join(sorted(members[1].split(", "))) + "}", repr(value))
