"""Tables laid by hand, one act before a command that no case plays there.

The modules of this folder have them: a function below ``@lays("Command")`` that returns a table in play
and the command that is given next, as a test would write it. Players who are ``aloud`` have no phone.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import groupby
from typing import NamedTuple
from unittest.mock import patch

from referee.kernel import REFEREE, Command, Event, Table
from tests.kit import LiveTable

Acts = tuple[tuple[Event, ...], ...]
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
    for found in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{found.name}")


def laid(act: str) -> list[Laid]:
    """Return what lays a table for this command."""
    _read()
    return LAID.get(act, [])


def laid_for() -> set[str]:
    """Return the commands for which a table is laid by hand."""
    _read()
    return {*LAID}


@contextmanager
def listening() -> Iterator[Callable[[LiveTable], Acts]]:
    """Note what tables hear meanwhile, by acts or because a test had them hear it; yield what returns it."""
    heard: dict[int, list[tuple[int, Event]]] = defaultdict(list)
    tables, hear = list[Table](), Table.hear

    def noted(table: Table, event: Event) -> Event | None:
        if table.viewer == REFEREE:
            tables.append(table)  # no other takes its place
            heard[id(table)].append((table.act, event))
        return hear(table, event)

    def acts(table: LiveTable) -> Acts:
        said = heard[id(table.truth)]
        if len(said) != len(table.truth.log):
            return tuple(row.events for row in table.acts())
        return tuple(tuple(event for _, event in one) for _, one in groupby(said, key=lambda one: one[0]))

    with patch.object(Table, "hear", noted):
        yield acts
