"""Option K8: the pause in which Karama may be played against a power."""

from __future__ import annotations

from referee.phases.powers import StopSeconds
from referee.rulings import option, ruling, setting
from referee.table import Table

option(
    "K8",
    "4.92.08",
    "Window for Karama",
    ("10", "10 s", "The same window and button on all phones; it ends early when everybody is ready."),
    ("5", "5 s", "A short window on all phones."),
    ("20", "20 s", "A long window on all phones."),
    ("all", "Until everybody answers", "Nothing goes on before every seat has answered."),
    ("off", "None", "Whoever wants to stop a power must speak up in time."),
    seconds=(5, 60),
)


@ruling(StopSeconds, rule="4.92.08")
def the_table_sets_the_pause(question: StopSeconds, table: Table, so_far: int) -> int | None:
    """The table may stretch the pause, wait for everybody, or drop it."""
    value = setting(table, "K8")
    return {"off": 0, "all": -1, "10": None}.get(value, int(value) if value.isdecimal() else None)
