"""Who ships and moves now. The order is kept where the referee knows the storm; else it is a reminder only.

A table that never told where the storm is, or that does the phase by hand, is not held to an order it cannot follow.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.phases.present import by_hand, on_turn
from referee.phases.setup import faction_name
from referee.phases.weather import weather
from referee.play import Objection
from referee.table import Table


def order_is_kept(table: Table) -> bool:
    """Say whether the referee holds the table to the order of shipment."""
    return table.phase == "shipment" and bool(weather(table).sector) and not by_hand(table)


def out_of_turn(table: Table, seat: str) -> Iterator[Objection]:
    """Object where another faction ships and moves now."""
    now = on_turn(table)
    if order_is_kept(table) and now and seat not in now:
        sentence = f"{faction_name(now[0])} ships and moves now, and then says done. Wait for it."
        yield Objection("1.06.01", sentence, "NOT_YOUR_TURN")
