"""Forces that end beside the ally's: lost when their player has finished shipping and moving (1.06.07, 1.10.02.06).

A player who never says done has finished when the phase ends, in storm order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from referee.board.entries import ForcesEntered
from referee.board.forces import is_kept
from referee.board.forces_counted import to_tanks
from referee.board.standing import partner, stands, with_tokens
from referee.board.storm import storm_order
from referee.board.territories import ICE, TERRITORIES
from referee.common.turn import PHASES, PhaseBegan, SeatDone
from referee.kernel import Chance, Event, Table, after

LATER = PHASES[PHASES.index("shipment") + 1 :]
WHY = ("1.06.07", "1.10.02.06")


def shared_with_ally(table: Table, seat: str) -> tuple[str, ...]:
    """Return where fighters of a faction and of its ally stand that may not; the pole is open to both."""
    ally = "" if partner(table, seat) else table.ally(seat)
    if not ally or not is_kept(table, seat):
        return ()
    here = {
        stand.place: {other.seat for other in with_tokens(table, stand.place) if not other.calm}
        for stand in with_tokens(table)
    }
    meet = (place for place, seats in here.items() if {seat, ally} <= seats and TERRITORIES[place].ground != ICE)
    return tuple(meet)


def who_finishes(event: SeatDone | PhaseBegan, table: Table) -> tuple[str, ...]:
    """Return who has finished shipping and moving with this event; last whom something brought in after that."""
    if isinstance(event, SeatDone):
        return (event.seat,) if table.phase == "shipment" else ()
    heard = [entry.event for entry in reversed(table.log)][1:]
    before = list(takewhile(lambda event: not isinstance(event, PhaseBegan), heard))
    began = heard[len(before)] if len(before) < len(heard) else None
    if not isinstance(began, PhaseBegan) or began.phase != "shipment" or event.phase not in LATER:
        return ()
    done, late = set[str](), set[str]()
    for past in reversed(before):
        came = past.arrival() if isinstance(past, ForcesEntered) else None
        late |= {came.seat} & done if came else set()
        done |= {past.seat} if isinstance(past, SeatDone) else set()
    order = storm_order(table)
    return (*(seat for seat in order if seat not in done), *(seat for seat in order if seat in late))


def _cleared(table: Table, seats: Iterable[str]) -> Iterator[Event]:
    for seat in seats:
        for place in shared_with_ally(table, seat):
            for stand in [stand for stand in stands(table, place) if stand.seat == seat]:
                yield from to_tanks(table, seat, stand.group, place, WHY, stand.sector)


@after(SeatDone, rule="1.06.07")
def beside_an_ally_when_done(event: SeatDone, table: Table, chance: Chance) -> Iterable[Event]:
    return _cleared(table, who_finishes(event, table))


@after(PhaseBegan, rule="1.06.07")
def beside_an_ally_in_the_end(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    return _cleared(table, who_finishes(event, table))
