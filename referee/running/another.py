"""This program once more, in a process of its own, with the same house rules."""

from __future__ import annotations

import os
import sys

from referee.running.house_rules import PACKAGE


def another(*verb: str) -> tuple[list[str], dict[str, str]]:
    """Return the words that start it with this verb, and its environment."""
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "referee"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    if rules := sys.modules.get(PACKAGE):
        environment["REFEREE_RULES"] = rules.__path__[0]
    return [*program, *verb], environment
