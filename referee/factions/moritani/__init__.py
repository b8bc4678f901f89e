"""Moritani: start, leaders and free revivals; terror tokens and what follows from them are modules of their own."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces import Group
from referee.board.forces_counted import Start, StartForces, yet_to_place
from referee.board.standing import positions_kept, stands
from referee.common.factions import FACTIONS, Faction, faction
from referee.kernel import Noun, Table, adds, fixed
from referee.offers.what_now import Says, WhatNow
from referee.phases.revival.limits_and_prices import FreeOnSheet

ME = "moritani"
VIDAL = "Duke Vidal"
PLACED = "2.12.02"
LEADERS = {"Lupino Ord": 5, "Grieu Kronos": 4, "Hiih Resser": 4, "Trin Kronos": 2, "Vando Terboli": 1}
faction(
    Faction(
        *(ME, "Moritani", "mor", 12, 1, ("2.12.01", PLACED), LEADERS),
        shared={VIDAL: 6},
        spoken={"de": Noun("Moritani", "mp"), "fr": Noun("Moritani", "mp"), "es": Noun("Moritani", "mp")},
    )
)
fixed(StartForces, PLACED, Start(Group(14), spread=True, last=True), seat=ME)
fixed(FreeOnSheet, "2.12.14", 2, seat=ME)


def rivals(table: Table) -> list[str]:
    """Return the others at this table who may have the disc of Duke Vidal by a power of their own (2.13.01)."""
    return [seat for seat in table.seats if seat != ME and VIDAL in FACTIONS[seat].shared]


@adds(WhatNow, rule=PLACED)
def they_place_last(question: WhatNow, table: Table) -> Iterable[Says]:
    """Where the map is kept, the referee asks them when it is their turn, and sees that they have."""
    here = ME in table.seats and table.turn == 1 and table.phase == "storm"
    asked = positions_kept(table) and (ME in yet_to_place(table) or any(stand.seat == ME for stand in stands(table)))
    if here and not asked:
        yield Says("Moritani place 6 forces last, in one territory without forces.", PLACED, mute=True)
