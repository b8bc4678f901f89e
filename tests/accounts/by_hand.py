"""Tables laid by hand, one act before a command that no case plays there.

A module ``by_hand_….py`` of this folder has them: a function below ``@lays("Command")`` that returns a table in play
and the command that is given next, as a test would write it. Players who are ``aloud`` have no phone.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from itertools import groupby
from typing import NamedTuple

import tests.accounts
from referee.kernel.commands import Command
from referee.kernel.events import Event
from tests.kit.table import LiveTable

Laying = Callable[[], tuple[LiveTable, Command]]


class Laid(NamedTuple):
    """What lays a table, and who plays there without a phone."""

    lay: Laying
    aloud: frozenset[str]


LAID: dict[str, list[Laid]] = defaultdict(list)


def lays(act: str, *, aloud: str = "") -> Callable[[Laying], Laying]:
    """Have a function lay the table for this command; these players have no phone."""

    def note(lay: Laying) -> Laying:
        LAID[act].append(Laid(lay, frozenset(aloud.split())))
        return lay

    return note


@cache
def _read() -> None:
    for found in pkgutil.iter_modules(tests.accounts.__path__):
        if found.name.startswith("by_hand_"):
            importlib.import_module(f"{tests.accounts.__name__}.{found.name}")


def laid(act: str) -> list[Laid]:
    """Return what lays a table for this command."""
    _read()
    return LAID.get(act, [])


def laid_for() -> set[str]:
    """Return the commands for which a table is laid by hand."""
    _read()
    return {*LAID}


def what_happened(table: LiveTable) -> tuple[tuple[Event, ...], ...]:
    """Return the acts of a table so far, the set-up first, with what a test had it hear besides."""
    acts = groupby(table.truth.log, key=lambda one: one.act)
    return tuple(tuple(one.event for one in heard) for _, heard in acts)
