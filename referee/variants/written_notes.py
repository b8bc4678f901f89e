"""Option T12: who may keep written notes about treachery cards."""

from __future__ import annotations

from referee.phases.conduct import MayKeepNotes
from referee.rulings import option, ruling, setting
from referee.table import Table

option(
    "T12",
    "4.93.12",
    "Written notes",
    ("one", "As the factions say", "One faction alone has a notebook."),
    ("nobody", "Nobody", "No phone has a notebook."),
    ("everybody", "Everybody", "Every phone has a notebook."),
)


@ruling(MayKeepNotes, rule="4.93.12")
def the_table_decides_who_writes(question: MayKeepNotes, table: Table, so_far: bool) -> bool | None:
    """The table may give everybody a notebook, or nobody."""
    return {"nobody": False, "everybody": True}.get(setting(table, "T12"))
