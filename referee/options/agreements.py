"""Options T11 and T12: when bribed spice may be spent, and who may keep written notes."""

from __future__ import annotations

from collections.abc import Iterable

from referee.agreements.bribes import BribePaid, BribesNow
from referee.holdings.ledger import front, pay
from referee.kernel import Chance, Event, Table, after, option, phrase, setting
from referee.knowledge.notes import MayKeepNotes

TAKEN_IN = phrase("spice.bribe", "Bribe taken in")
BRIBES = option(
    "T11",
    "4.93.11",
    "When bribed spice may be spent",
    ("front", "In the Mentat Pause", "Until then it waits in front of the shield."),
    ("immediate", "At once", "It goes behind the shield when paid."),
    ("none", "No bribes", "Deals cost no spice."),
)
BRIBES.decides(BribesNow, {"none": False})


@after(BribePaid, rule="4.93.11")
def perhaps_at_once(event: BribePaid, table: Table, chance: Chance) -> Iterable[Event]:
    if setting(table, BRIBES) == "immediate":
        yield from pay(front(event.taker), event.taker, event.amount, TAKEN_IN(), ("4.93.11",))


WRITTEN_NOTES = option(
    "T12",
    "4.93.12",
    "Written notes",
    ("one", "Only Atreides", "Their phone has a notebook."),
    ("nobody", "Nobody", "No phone has a notebook."),
    ("everybody", "Everybody", "Every phone has a notebook."),
)
WRITTEN_NOTES.decides(MayKeepNotes, {"nobody": False, "everybody": True})
