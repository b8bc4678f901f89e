"""How forces share a territory in this turn: as entered, else as on the map."""

from __future__ import annotations

from dataclasses import field
from typing import Final, Literal, TypeAlias

from referee.board import storm as board
from referee.board.forces import Forces, Group, parts_of, place_group
from referee.board.standing import FaceDownTokens
from referee.board.storm import Storm, side_of_storm
from referee.board.territories import TERRITORIES, on_board
from referee.board.worlds import WORLDS, natives, world_of, worlds
from referee.common.turn import OfTurn, of_turn
from referee.kernel import Table, ask, memoized

Way: TypeAlias = Literal["", "far", "storm", "peace"]
HERE: Final = ""
FAR: Final = board.FAR
STORM: Final = board.UNDER
PEACE: Final = "peace"
WAYS: tuple[tuple[Way, str], ...] = (
    (HERE, "Normal"),
    (FAR, "Behind the storm"),
    (STORM, "Under the storm"),
    (PEACE, "Not fighting"),
)


class Standing(OfTurn):
    """Forces by territory in this turn, and whether storm or peace keeps them from fighting."""

    ways: dict[tuple[str, str], Way] = field(default_factory=dict)


def standing(table: Table) -> Standing:
    """Return what was entered in this turn."""
    return of_turn(table, Standing)


def put_there(table: Table, seat: str, territory: str, group: Group, way: Way, sector: int = 0) -> None:
    kept = table.put(standing(table))
    place_group(table, seat, territory, group, sector)
    (set.add if way == PEACE else set.discard)(table.state(Forces).calm, (seat, territory))
    kept.ways[seat, territory] = way


Sides: TypeAlias = dict[Way, Group]


@memoized
def there(table: Table, territory: str) -> dict[str, Sides]:
    """Return who is in a territory, and with which group on which side of the storm or in peace."""
    forces, ways = table.state(Forces), standing(table).ways
    kept = [(seat, place) for seat, place in forces.held if seat in forces.kept and (seat, place) not in ways]
    found: dict[str, Sides] = {}
    for seat, place in (*ways, *kept):
        group = forces.held.get((seat, place), Group())
        if place == territory and group.total > 0:
            said = ways.get((seat, place))
            found[seat] = _by_map(table, seat, place) if said is None else {said: group}
    one = world_of(table, territory) if territory in WORLDS else None
    home = natives(table, one) if one and one.owner in forces.kept else None
    if one and home and home.total:
        found.setdefault(one.owner, {HERE: home})
    for token in ask(table, FaceDownTokens()).value:
        if token.place == territory and token.seat in forces.kept:
            found.setdefault(token.seat, {}).setdefault(side_of_storm(table, territory, token.sector), Group())
    return found


def _by_map(table: Table, seat: str, place: str) -> Sides:
    """Return the groups of a faction in a place: in peace, or by the sides of the storm (1.01.04)."""
    if (seat, place) in table.state(Forces).calm:
        return {PEACE: table.state(Forces).held[seat, place]}
    found: Sides = {}
    for sector, group in parts_of(table, seat, place).items():
        side = side_of_storm(table, place, sector)
        found[side] = found.get(side, Group()).plus(group)
    return found


@memoized
def noted_places(table: Table) -> tuple[str, ...]:
    """Return territories entered in this turn, and those shared by the map."""
    forces = table.state(Forces)
    said = dict.fromkeys(place for _, place in standing(table).ways if there(table, place))
    here = {*(territory.name for territory in on_board(table)), *(world.name for world in worlds(table))}
    known = [place for seat, place in forces.held if seat in forces.kept and place in here]
    known += [token.place for token in ask(table, FaceDownTokens()).value]
    shared = (place for place in dict.fromkeys(known) if place not in said and len(there(table, place)) > 1)
    return (*said, *shared)


def storm_over(table: Table, place: str) -> tuple[Way, ...]:
    """Return how forces may stand in a territory under the storm; empty if it is elsewhere or unknown."""
    sectors, sector = TERRITORIES[place].sectors if place in TERRITORIES else (), table.state(Storm).sector
    if sector not in sectors:
        return ()
    halved = sector not in (sectors[0], sectors[-1])
    return (*((HERE,) if len(sectors) > 1 else ()), STORM, *((FAR,) if halved else ()))
