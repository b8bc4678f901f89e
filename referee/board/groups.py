"""From where forces leave: the groups of a faction in a territory that the storm does not part.

A force is in a sector. What marches together stands on one side of the storm (1.06.05), and nothing leaves a sector in
storm (1.01.04). Forces whose sector nobody entered may stand in any of them.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.board.forces import NO_SECTOR, Group
from referee.board.standing import may_stand, stands
from referee.board.storm import closed_sectors, side_of_storm
from referee.kernel import Table


class LeavingGroup(NamedTuple):
    """Forces that may leave together, with their sectors in order; ``group`` is ``None`` if they are not counted."""

    sectors: tuple[int, ...]
    group: Group | None = None

    def holds(self, wanted: Group) -> bool:
        return self.group is None or self.group.least(wanted) == wanted


def known_groups(table: Table, seat: str, place: str) -> dict[int, Group]:
    """Return the groups of a faction in a territory by sector, 0 where unknown; empty if nobody told of any."""
    return {stand.sector: stand.group for stand in stands(table, place) if stand.seat == seat}


def starts(table: Table, seat: str, place: str, sector: int = NO_SECTOR) -> list[LeavingGroup]:
    """Return which forces of a faction may march from a territory together, or those in one sector of it alone."""
    here, everywhere = known_groups(table, seat, place), [cell.sector for cell in may_stand(place, sector)]
    if not here:
        return [LeavingGroup((start,)) for start in everywhere or [sector]]
    if sector:
        return [LeavingGroup((sector,), _sum(here, [sector]))]
    sides: dict[str, list[int]] = {}
    for start in dict.fromkeys((*filter(None, here), *(everywhere if NO_SECTOR in here else ()))):
        sides.setdefault(side_of_storm(table, place, start), []).append(start)
    return [LeavingGroup(tuple(sectors), _sum(here, sectors)) for sectors in sides.values()] or [
        LeavingGroup((NO_SECTOR,), _sum(here, []))
    ]


def outside_the_storm(table: Table, seat: str, place: str, sector: int = NO_SECTOR) -> LeavingGroup:
    """Return the forces of a faction that may leave a territory otherwise than on foot (1.06.03.04)."""
    here, shut = known_groups(table, seat, place), closed_sectors(table)
    wanted = [sector] if sector else [*filter(None, here)] or [cell.sector for cell in may_stand(place, NO_SECTOR)]
    open_ = [start for start in wanted if start not in shut]
    return LeavingGroup(tuple(open_), _sum(here, open_) if here else None)


def _sum(here: dict[int, Group], sectors: list[int]) -> Group:
    """Return the forces in these sectors and in unknown ones."""
    return sum((here[sector] for sector in {*sectors, NO_SECTOR} if sector in here), Group())
