"""What the storm does to the map: the sectors it closes, and where it kills."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from referee.board.storm import Storm
from referee.board.territories import ICE, SAND, TERRITORIES, on_board
from referee.board.ways import Cell, cells
from referee.kernel import Question, Table, ask, ruling


class Sheltered(Question[bool], rule="1.01.03"):
    """Is this territory safe from the storm? What is behind the Shield Wall is, while the wall stands."""

    place: str

    def plain(self, table: Table) -> bool:
        territory = TERRITORIES.get(self.place)
        return territory is None or territory.ground != SAND or territory.behind_wall


@ruling(Sheltered, rule="1.06.06")
def the_pole_is_safe(question: Sheltered, table: Table, so_far: bool) -> bool | None:
    territory = TERRITORIES.get(question.place)
    return True if territory and territory.ground == ICE else None


def closed_sectors(table: Table) -> frozenset[int]:
    """Return the sectors that nobody may enter, leave or cross (1.01.04); none if the storm's place is unknown."""
    sector = table.state(Storm).sector
    return frozenset({sector} if sector else ())


Side: TypeAlias = Literal["", "far", "storm"]
NEAR: Final = ""
FAR: Final = "far"
UNDER: Final = "storm"


def side_of_storm(table: Table, place: str, sector: int) -> Side:
    """Return where a group in a sector of a territory is: under the storm, or before it or behind it, if known.

    What is on another side is cut off (1.01.04): sectors are in the storm's direction, and the storm fills one.
    """
    sectors, storm = TERRITORIES[place].sectors if place in TERRITORIES else (), table.state(Storm).sector
    sector = sectors[0] if len(sectors) == 1 else sector
    if storm not in sectors or sector not in sectors:
        return NEAR
    return UNDER if sector == storm else FAR if sectors.index(sector) > sectors.index(storm) else NEAR


def sectors_on(table: Table, place: str, side: Side) -> tuple[int, ...]:
    """Return the sectors of a territory on one side of the storm."""
    sectors = TERRITORIES[place].sectors if place in TERRITORIES else ()
    return tuple(sector for sector in sectors if side_of_storm(table, place, sector) == side)


def struck(table: Table, swept: Iterable[int]) -> tuple[Cell, ...]:
    """Return where the storm kills: open cells of the sectors it started in, crossed and stopped in (1.01.03)."""
    hit = frozenset(swept)
    exposed = (land for land in on_board(table) if not ask(table, Sheltered(land.name)).value)
    return tuple(cell for land in exposed for cell in cells(land.name) if cell.sector in hit)
