"""Option T11: when the spice of a bribe counts, and whether there are bribes at all."""

from __future__ import annotations

from collections.abc import Iterable

from referee.facts import Event
from referee.phases.ledger import front, pay
from referee.phases.purse import BribePaid, BribesNow
from referee.rulings import Chance, after, option, ruling, setting
from referee.table import Table

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
def perhaps_at_once(fact: BribePaid, table: Table, chance: Chance) -> Iterable[Event]:
    """A table may let bribes count at once."""
    if setting(table, "T11") == "immediate":
        yield from pay(front(fact.taker), fact.taker, fact.amount, "Bribe taken in", ("4.93.11",))
