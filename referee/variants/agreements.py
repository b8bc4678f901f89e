"""Option T11: when the spice of a bribe counts, and whether there are bribes at all."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.ledger import front, pay
from referee.common.purse import BribePaid, BribesNow
from referee.kernel.events import Event
from referee.kernel.rulings import Chance, after, option, ruling, setting
from referee.kernel.table import Table
from referee.phases.agreements.conduct import MayKeepNotes

option(
    "T11",
    "4.93.11",
    "Spice of a bribe",
    ("front", "In the Mentat Pause", "It lies in front of the shield until then."),
    ("immediate", "At once", "It goes behind the shield when it is paid."),
    ("none", "No bribes", "Nobody pays for a deal."),
)


@ruling(BribesNow, rule="4.93.11")
def perhaps_never(question: BribesNow, table: Table, so_far: bool) -> bool | None:
    """A table may play without bribes."""
    return False if setting(table, "T11") == "none" else None


@after(BribePaid, rule="4.93.11")
def perhaps_at_once(event: BribePaid, table: Table, chance: Chance) -> Iterable[Event]:
    """A table may let bribes count at once."""
    if setting(table, "T11") == "immediate":
        yield from pay(front(event.taker), event.taker, event.amount, "Bribe taken in", ("4.93.11",))


# -- Option T12: who may keep written notes about treachery cards -------------------------------------


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
