"""A shipment that is stopped right after it was made: its forces go back, and so does what was paid for it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.common.turn import SeatDone, in_this_phase
from referee.holdings.ledger import SpiceMoved
from referee.kernel.events import Event
from referee.kernel.table import Table
from referee.phases.shipment.marching import ForcesMoved
from referee.phases.shipment.prices_and_permissions import OFF_PLANET, ForceSentAlong, ForcesShipped, ShipmentReturned
from referee.phases.shipment.shipping import SHIPPED


def _since_it_shipped(table: Table, seat: str) -> list[Event]:
    """Return what was heard from a faction's shipment off the planet on, newest first; empty if it made none."""
    found: list[Event] = []
    for event in in_this_phase(table):
        found.append(event)
        if isinstance(event, ForcesShipped) and event.seat == seat:
            return found if event.kind in OFF_PLANET else []
    return []


def just_landed(table: Table, seat: str) -> bool:
    """Return True if a faction has shipped from off the planet and has not gone on since."""
    since = _since_it_shipped(table, seat)
    went_on = any(isinstance(event, (ForcesMoved, SeatDone)) and event.seat == seat for event in since)
    return bool(since) and not went_on


def taken_back(table: Table, seat: str, why: tuple[str, ...]) -> Iterator[Event]:
    for event in _since_it_shipped(table, seat):
        if isinstance(event, SpiceMoved) and event.reason == SHIPPED():
            yield SpiceMoved(event.payee, event.payer, event.amount, SHIPPED(), why)
        elif isinstance(event, ForceSentAlong):
            yield ShipmentReturned(event.seat, 1, 0, event.goal, event.sector, why)
        elif isinstance(event, ForcesShipped) and event.normal + event.special:
            yield ShipmentReturned(seat, event.normal, event.special, event.goal, event.sector, why)
