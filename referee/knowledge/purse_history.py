"""The history of a purse, line by line, from what its owner heard.

The owner's events are replayed on an empty table, and each change of the purse is a line; so the last total is the
purse, by whichever event. A counted amount is a signed correction.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.agreements.bribes import BribePaid
from referee.common.factions import named
from referee.holdings.ledger import SpiceMoved, front, place_name
from referee.holdings.purse import PricePaid, PurseCorrected, SpiceCorrected, SpiceGiven, SpiceTold, spice_of
from referee.holdings.setup import SpiceHeld
from referee.kernel import Event, Table, Value, retold, worded

WORDS: dict[type[Event], str] = {
    SpiceHeld: "Starting spice",
    SpiceTold: "Recount",
    PurseCorrected: "Corrected by the table",
    SpiceCorrected: "Corrected by the table",
    PricePaid: "Treachery card",
    SpiceGiven: "Gift",
    BribePaid: "Bribe",
}


class Flow(Value):
    """A line of a purse: turn and phase, reason, rules, with whom, signed spice, and the total after it."""

    turn: int
    phase: str
    reason: str
    rules: tuple[str, ...]
    other: str
    amount: int
    total: int


def flows(own: Table, seat: str) -> list[Flow]:
    """Return the history of a seat's purse, oldest first; needs the seat's own table."""
    return list(_flows(own, seat))


def _flows(own: Table, seat: str) -> Iterator[Flow]:
    start = Table()
    before, turn, phase = _spice(start, seat), start.turn, start.phase
    for again, event in retold((heard.event for heard in own.log), own.viewer):
        after = _spice(again, seat)
        if after is not None and after != before:
            moved = event.reason if isinstance(event, SpiceMoved) else ""
            reason = WORDS.get(type(event)) or worded(moved, named) or "Spice"
            yield Flow(turn, phase, reason, event.rules(), _other(event, seat), after - (before or 0), after)
        before, turn, phase = after, again.turn, again.phase


def _spice(table: Table, seat: str) -> int | None:
    return spice_of(table, seat) if seat in table.seats else None


def _other(event: Event, seat: str) -> str:
    """Return the other party of a flow, "" for none."""
    if isinstance(event, SpiceMoved):
        with_whom = (at for at in (event.payer, event.payee) if at not in {seat, front(seat)})
        return next((place_name(at, named) for at in with_whom), "")
    if isinstance(event, PricePaid):
        whom = event.payee if event.payee != seat else event.buyer
        return named(whom)
    parties = (getattr(event, name, seat) for name in ("giver", "taker"))
    return next((named(who) for who in parties if who != seat), "")
