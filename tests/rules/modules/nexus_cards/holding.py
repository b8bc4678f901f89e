"""Tables where some seats hold Nexus cards."""

from __future__ import annotations

from typing import Any

from referee.agreements.alliances import EndNexus
from referee.common.phones_at_seats import TakeSeat
from referee.kernel import REFEREE, Event, sealed
from referee.modules.nexus_cards.holding import NexusNoted
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from tests.kit import LiveTable


def let_hear(table: LiveTable, *events: Event) -> None:
    """Let every viewer hear events that no act brought."""
    for view in (table.truth, *table.views.tables.values()):
        for event in events:
            view.hear(event)


def hold(table: LiveTable, **cards: str) -> LiveTable:
    """Give Nexus cards to seats, by faction."""
    let_hear(table, *(NexusNoted(seat, sealed(card, seat)) for seat, card in cards.items()))
    return table


def at_table(*seats: str, phones: bool = True, cards: dict[str, str] | None = None, **more: Any) -> LiveTable:
    """Return a table with the module, in turn 2, where these seats hold cards."""
    made = LiveTable(*seats, **{"M5": "on", "turn": 2, **more})
    for seat in made.public.seats if phones else ():
        made.act(TakeSeat(seat, "Chrome"), REFEREE)
    return hold(made, **(cards or {}))


def after_a_nexus(*seats: str, **more: Any) -> LiveTable:
    """Return a table where a Nexus has just ended."""
    made = at_table(*seats, **{"phase": "spice_blow", "rules": "basic", **more})
    return made.do(WormComes("Sihaya Ridge"), SpiceBlows("Old Gap"), EndNexus())
