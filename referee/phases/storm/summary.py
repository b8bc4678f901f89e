"""The storm at a glance: where it stands, whether the Shield Wall does, the spice on the board, who plays when.

All of it is public. It stands beside the table wherever the storm matters: from its own phase to the collection.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.board.outline import SECTORS
from referee.common.factions import faction_name, named
from referee.common.ledger import SpiceOnBoard
from referee.common.what_now import Glance, LeftOver, Mark, OnTurn, Says, SeatMark, Sheet, Undone, WhatNow
from referee.kernel.rulings import adds, ask, ruling
from referee.kernel.table import Table
from referee.phases.storm.dials import bounds, dialed, dialers
from referee.phases.storm.offers import swept_spice
from referee.phases.storm.storm_order import CARD, Storm, StormBy, coming, has_moved, storm_order
from referee.phases.turn.forces_counted import yet_to_place

MATTERS = ("storm", "spice_blow", "shipment", "battle", "spice_collection")
CUT_OFF = {
    "shipment": ("No entering, leaving or crossing this sector.", "1.01.04"),
    "battle": ("Forces it separates do not battle.", "1.07.01.00"),
    "spice_collection": ("Forces it separates from spice do not collect it.", "1.08.01"),
}
PLACES = ("First Player", "2nd", "3rd")


def storm_lines(table: Table) -> Iterator[Says]:
    """Yield where the storm is, how far it is going to move, and whether the Shield Wall stands."""
    kept = table.state(Storm)
    where = "at Storm Start" if kept.sector == SECTORS else f"in sector {kept.sector}"
    yield Says(f"The storm is {where}." if kept.sector else "The storm's sector is not known.", "1.01.02")
    if (far := coming(table)) is not None:
        yield Says("It will move", end=str(far))
    if kept.card is not None:
        yield Says("The next storm card is face down.", "1.01.02", mute=True)
    if not kept.wall:
        yield Says("The Shield Wall is destroyed: the storm reaches behind it.", "1.01.03")
    elif table.phase == "storm":
        yield Says("The Shield Wall stands.", "1.01.03", mute=True)
    if kept.sector and table.phase in CUT_OFF:
        yield Says(*CUT_OFF[table.phase], mute=True)


@ruling(Glance, rule="1.01.02")
def the_storm(question: Glance, table: Table, so_far: tuple[Sheet, ...]) -> tuple[Sheet, ...] | None:
    """The storm before anything else, and in its own phase the spice that lies in its way."""
    known = table.state(Storm).sector or table.phase == "storm"
    if table.phase not in MATTERS or not known:
        return None
    spice = (_spice(table),) if table.phase == "storm" else ()
    return (Sheet("Storm", tuple(storm_lines(table)), "storm"), *so_far, *spice)


def _spice(table: Table) -> Sheet:
    board = table.state(SpiceOnBoard).lying
    crossed = dict(swept_spice(table))
    lines = tuple(
        Says(f"{name}{', crossed by the storm' if name in crossed else ''}", end=str(amount))
        for name, amount in board.items()
        if amount
    )
    return Sheet("Spice on the board", lines or (Says("None.", mute=True),), "spice")


@ruling(WhatNow, rule="1.01.02")
def the_next_step(question: WhatNow, table: Table, so_far: tuple[Says, ...]) -> tuple[Says, ...] | None:
    """Dial, move, take away what it crossed."""
    if table.phase != "storm":
        return None
    return _step(table) or so_far


@adds(LeftOver, rule="1.01.02")
def a_storm_to_move(question: LeftOver, table: Table) -> Iterable[Undone]:
    """The button that goes on says that the storm has not moved, so that nobody skips it unawares."""
    if table.phase != "storm" or has_moved(table):
        return ()
    return (Undone("The storm has not moved yet.", "1.01.02", holds_up=False),)


def _step(table: Table) -> tuple[Says, ...]:
    if has_moved(table):
        return tuple(_moved(table))
    if coming(table) is not None:
        far = f"The storm will move {coming(table)}." if coming(table) else "The storm will stay."
        return (Says(f"{far} Weather cards? Play them now.", "1.01.02"),)
    if placing := ", ".join(map(faction_name, yet_to_place(table))):
        return (Says(f"Waiting for starting forces: {placing}.", "0.13"),)
    if table.turn == 1 and not table.state(Storm).markers:
        return (Says("Whose circle is first after Storm Start? That player and the last before it dial 0–20.", "0.16"),)
    by = ask(table, StormBy())
    if table.turn > 1 and by.value == CARD:
        return (Says("Turn over the storm card, or enter its number.", by.because[0]),)
    waiting = on_the_dials(table)
    if waiting:
        low, high = bounds(table)
        names = " and ".join(faction_name(seat) for seat in waiting)
        dial = "dial" if len(waiting) > 1 else "still has to dial"
        rule = "0.16" if table.turn == 1 else "1.01.02"
        how = Says("Dial on your phones; or use wheels and enter the total.", mute=True)
        return (Says(f"{names} {dial} for the storm, {low} to {high}.", rule), how)
    return ()


def _moved(table: Table) -> Iterator[Says]:
    if table.first_player in table.seats:
        yield Says(f"{named(table.first_player):The is} First Player.", "1.01.01", table.first_player)
    if crossed := swept_spice(table):
        lost = ", ".join(f"{name} ({amount})" for name, amount in crossed)
        yield Says(f"The storm crossed spice in {lost}.", "1.01.03")
    yield Says("Forces caught on open sand go to the Tleilaxu Tanks.", "1.01.03", mute=True)


def on_the_dials(table: Table) -> tuple[str, ...]:
    """Return who still has to dial for the storm of this turn."""
    if table.phase != "storm" or has_moved(table):
        return ()
    return tuple(seat for seat in dialers(table) if seat not in dialed(table).numbers)


@ruling(OnTurn, rule="1.01.02")
def those_who_dial(question: OnTurn, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    """The table waits for the starting forces, then for the dials."""
    return yet_to_place(table) or on_the_dials(table) or None


@ruling(SeatMark, rule="1.01.01")
def place_in_the_order(question: SeatMark, table: Table, so_far: Mark) -> Mark | None:
    """Once the storm has moved, each seat's place in storm order."""
    if table.phase != "storm" or not has_moved(table):
        return None
    n = storm_order(table).index(question.seat)
    return Mark(PLACES[n] if n < len(PLACES) else f"{n + 1}th", "flag" if n == 0 else "")
