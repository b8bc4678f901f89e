"""How forces share a territory in this turn: as entered, else as on the map."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from referee.board.forces import Forces, Group, parts_of
from referee.board.standing import FaceDownTokens
from referee.board.storm import Storm
from referee.board.territories import TERRITORIES, on_board
from referee.common.turn import OfTurn, of_turn
from referee.kernel.rulings import ask
from referee.kernel.table import Table

Way: TypeAlias = Literal["", "far", "storm", "peace"]
HERE: Final = ""
FAR: Final = "far"
STORM: Final = "storm"
PEACE: Final = "peace"
WAYS: tuple[tuple[Way, str], ...] = (
    (HERE, "Normal"),
    (FAR, "Behind the storm"),
    (STORM, "Under the storm"),
    (PEACE, "Not fighting"),
)


@dataclass
class Standing(OfTurn):
    """Forces by territory in this turn, and whether storm or peace keeps them from fighting."""

    ways: dict[tuple[str, str], Way] = field(default_factory=dict)


def standing(table: Table) -> Standing:
    """Return what was entered in this turn."""
    return of_turn(table, Standing)


def there(table: Table, territory: str) -> dict[str, tuple[Group, Way]]:
    """Return who is in a territory, with how many forces, and how they stand."""
    forces, ways = table.state(Forces), standing(table).ways
    kept = [(seat, place) for seat, place in forces.held if seat in forces.kept and (seat, place) not in ways]
    found = {}
    for seat, place in (*ways, *kept):
        group = forces.held.get((seat, place), Group())
        if place == territory and group.total > 0:
            said = ways.get((seat, place))
            found[seat] = (group, way_by_map(table, seat, place) if said is None else said)
    for token in ask(table, FaceDownTokens()).value:
        if token.place == territory and token.seat in forces.kept and token.seat not in found:
            found[token.seat] = (Group(), _side_of_storm(table, territory, token.sector))
    return found


def way_by_map(table: Table, seat: str, place: str) -> Way:
    """Return how a group stands by the map: in peace, or on which side of the storm most of it is, if known."""
    if (seat, place) in table.state(Forces).calm:
        return PEACE
    parts = parts_of(table, seat, place)
    return _side_of_storm(table, place, max(parts, key=lambda one: parts[one].total, default=0))


def _side_of_storm(table: Table, place: str, sector: int) -> Way:
    sectors, storm = TERRITORIES[place].sectors, table.state(Storm).sector
    sector = sectors[0] if len(sectors) == 1 else sector
    if storm not in sectors or sector not in sectors:
        return HERE
    return STORM if sector == storm else FAR if sectors.index(sector) > sectors.index(storm) else HERE


def noted_places(table: Table) -> tuple[str, ...]:
    """Return territories entered in this turn, and those shared by the map."""
    forces = table.state(Forces)
    said = dict.fromkeys(place for _, place in standing(table).ways if there(table, place))
    here = {one.name for one in on_board(table)}
    known = [place for seat, place in forces.held if seat in forces.kept and place in here]
    known += [token.place for token in ask(table, FaceDownTokens()).value]
    shared = (place for place in dict.fromkeys(known) if place not in said and len(there(table, place)) > 1)
    return (*said, *shared)


def storm_over(table: Table, place: str) -> tuple[Way, ...]:
    """Return how forces may stand in a territory under the storm; empty if it is elsewhere or unknown."""
    sectors, sector = TERRITORIES[place].sectors, table.state(Storm).sector
    if sector not in sectors:
        return ()
    halved = sector not in (sectors[0], sectors[-1])
    return (*((HERE,) if len(sectors) > 1 else ()), STORM, *((FAR,) if halved else ()))
