"""All that each viewer knows at a table, to compare: as it runs, and as its log folds."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import fields
from typing import Any

from referee.kernel.events import FACE_DOWN, PUBLIC, REFEREE
from referee.kernel.table import Table
from referee.running.journal import Act
from tests.kit.evening import SIX, Evening

VIEWERS = (REFEREE, PUBLIC, *SIX)
Known = dict[str, dict[str, Any]]


def known(table: Table) -> dict[str, Any]:
    """Return all that a viewer knows, the history without act numbers and times."""
    plain = {field.name: getattr(table, field.name) for field in fields(table) if field.compare}
    del plain["act"], plain["at"]
    return deepcopy({**plain, "log": [heard.event for heard in table.log]}, {id(FACE_DOWN): FACE_DOWN})


def folded(acts: list[Act]) -> Known:
    """Fold acts anew, from nothing, for every viewer."""
    made = {viewer: Table(viewer) for viewer in VIEWERS}
    for act in acts:
        for event in act.events:
            for table in made.values():
                table.hear(event)
    return {viewer: known(table) for viewer, table in made.items()}


def now(evening: Evening) -> Known:
    """Return what everybody knows at the running table."""
    views = evening.sitting.views
    return {REFEREE: known(views.referee), **{viewer: known(table) for viewer, table in views.tables.items()}}
