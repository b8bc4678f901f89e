"""Where a faction may land and move, by the map: storm, full strongholds, and distance.

Who is where comes with the question, since a table may not track positions: for each place its factions, and as what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.board.standing import ADVISORS, side_there
from referee.board.storm import MayEnterStorm, closed_sectors
from referee.board.territories import is_enclosed
from referee.board.ways import Cell, reach
from referee.kernel import (
    Answer,
    Objection,
    SeatQuestion,
    Table,
    ask,
    listed,
    option,
    say,
    say_many,
    setting,
    together,
)
from referee.phases.shipment.prices_and_permissions import SENT, MoveRange

FEW = 5  # so many places are named where others are too far
STORM = "1.06.03.04"
ROOM = 2  # factions in a stronghold
Stands = Mapping[str, Mapping[str, str]]  # place -> faction -> as what it stands there
Doors = tuple[tuple[Cell, Cell], ...]  # what joins a stronghold beside the map to it
EVERYWHERE: frozenset[str] = frozenset()


class LandingRange(SeatQuestion[frozenset[str]], rule="1.06.03", answer=EVERYWHERE):
    """To which territories may this faction ship in this way? EVERYWHERE: to all of them.

    Fremen only are limited; the map asks for everybody, to show where a landing is open.
    """

    kind: str


def full(table: Table, seat: str, stands: Stands) -> frozenset[str]:
    """Return the strongholds with two other factions (1.06.03.05); two who count as one side are one."""
    places, own = [], side_there(table, seat)
    for place, there in stands.items():
        others = {side_there(table, other) for other, kind in there.items() if other not in own and kind != ADVISORS}
        if is_enclosed(place) and len(others) >= ROOM:
            places.append(place)
    return frozenset(places)


class Landings(NamedTuple):
    """All that limits where a faction may land in one way, as values: the same values allow the same landings."""

    kind: str
    near: Answer[frozenset[str]]
    enters: Answer[bool]
    shut: frozenset[int]
    full: frozenset[str]


def landings(table: Table, seat: str, kind: str, stands: Stands) -> Landings:
    near, enters = ask(table, LandingRange(seat, kind)), ask(table, MayEnterStorm(seat))
    return Landings(kind, near, enters, closed_sectors(table), full(table, seat, stands))


ADVISORS_IN = option(
    "T18",
    "4.93.18",
    "Advisors walking into a full stronghold",
    ("shut", "They stay out", "Two other factions there keep advisors out like anybody."),
    ("open", "They may walk in", "Advisors do not count, so they may enter and cross it."),
)


def _shut(table: Table, seat: str, start: Cell, stands: Stands) -> frozenset[str]:
    """Return the strongholds that a group from here may neither enter nor cross (1.06.05.09)."""
    advisors = stands.get(start.territory, {}).get(seat) == ADVISORS
    return frozenset() if advisors and setting(table, ADVISORS_IN) == "open" else full(table, seat, stands)


def _joined(seat: str, shut: frozenset[str], stands: Stands) -> frozenset[str]:
    """Return those full strongholds that a group may enter, though not cross: it joins advisors there (2.02.20)."""
    return frozenset(place for place in shut if stands[place].get(seat) == ADVISORS)


def is_open(by: Landings, goal: Cell) -> bool:
    """Return True if nothing is to be said against a landing."""
    near = by.near.value
    stormy = goal.sector in by.shut and not (by.kind == SENT and by.enters.value)
    return not (stormy or goal.territory in by.full or (near and goal.territory not in near))


def landing(by: Landings, goal: Cell) -> Iterator[Objection]:
    """Object to a landing: too far, under the storm, or in a full stronghold."""
    near = by.near.value
    if near and goal.territory not in near:
        few = "{territory} is too far. Choose {near}."
        if len(near) <= FEW:
            words = say(few, territory=goal.territory, near=listed(sorted(near), "or"))
        else:
            words = say("{territory} is too far. Choose a nearer territory.", territory=goal.territory)
        yield Objection(by.near.because[0], words, "NOT_ELIGIBLE")
    if goal.sector in by.shut and not (by.kind == SENT and by.enters.value):
        words = say("The storm is over sector {sector}. Land in another sector or territory.", sector=goal.sector)
        yield Objection(STORM if by.enters.value else by.enters.because[0], words, "NOT_ELIGIBLE")
    if goal.territory in by.full:
        words = say("Two other factions are already in {territory}. Land somewhere else.", territory=goal.territory)
        yield Objection("1.06.03.05", words, "NOT_ELIGIBLE")


def marches(
    table: Table, seat: str, start: Cell, stands: Stands, doors: Doors = (), starred: bool = True
) -> Mapping[Cell, int]:
    """Return the cells a group may move to, with their distance in territories."""
    steps, closed = ask(table, MoveRange(seat, starred)).value, closed_sectors(table)
    shut = _shut(table, seat, start, stands)
    distances = reach(start, steps, closed, shut, doors)
    for place in _joined(seat, shut, stands):
        within = reach(start, steps, closed, shut - {place}, doors)
        distances = {**distances, **{cell: far for cell, far in within.items() if cell.territory == place}}
    return distances


def marching(
    table: Table, seat: str, start: Cell, goal: Cell, stands: Stands, doors: Doors = (), starred: bool = True
) -> Iterator[Objection]:
    """Object to a march that the storm stops, that two others in a stronghold stop, or that is too far."""
    if goal in marches(table, seat, start, stands, doors, starred):
        return
    steps, closed = ask(table, MoveRange(seat, starred)), closed_sectors(table)
    shut = _shut(table, seat, start, stands)
    if goal in reach(start, steps.value, (), shut, doors):
        where = next((sector for sector in (start.sector, goal.sector) if sector in closed), 0)
        words = say("Sector {sector} is in the storm.", sector=where) if where else "The storm is in the way."
        yield Objection("1.06.05.06", together((words, "Nobody may enter, leave or cross it.", "Move another way.")))
    elif goal in reach(start, steps.value, closed, (), doors):
        yield Objection("1.06.05.09", "Two other factions hold a stronghold on the way. Move another way.")
    else:
        words = say_many(
            steps.value,
            "{territory} is too far: this group moves 1 territory. Choose a nearer territory.",
            "{territory} is too far: this group moves {n} territories. Choose a nearer territory.",
            territory=goal.territory,
        )
        yield Objection(steps.because[0], words, "NOT_ELIGIBLE")
