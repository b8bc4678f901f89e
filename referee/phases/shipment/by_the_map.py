"""Shipments and moves on the map: their cells, and the objections.

A place may be named without its sector. Then all its sectors are tried, and the group goes to the first that is
allowed: where spice is if possible, else in the storm's direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.board.forces import NO_SECTOR, Group, forces_in, has_there, in_words, is_kept
from referee.board.groups import LeavingGroup, known_groups, outside_the_storm, starts
from referee.board.how_many import more_than_can_be, more_than_it_has
from referee.board.standing import ADVISORS, PointsAt, doors, may_stand, stands, with_tokens
from referee.board.territories import TERRITORIES, no_such_sector, nowhere
from referee.board.ways import Cell, cells
from referee.common.factions import named
from referee.kernel import Objection, Table, ask, listed, memoized, say, together
from referee.phases.shipment.prices_and_permissions import DOWN, kept_out
from referee.phases.shipment.where_to import Landings, Stands, is_open, landing, landings, marches, marching


@memoized
def occupied(table: Table) -> Stands:
    """Return who is where, and as what, as far as this table knows."""
    sides: dict[str, dict[str, str]] = {}
    for stand in with_tokens(table):
        sides.setdefault(stand.place, {})[stand.seat] = ADVISORS if stand.calm else "forces"
    return sides


@lru_cache(maxsize=1024)
def ends(place: str, sector: int = NO_SECTOR) -> tuple[Cell, ...]:
    """Return the cells where forces that come to a place may stand, the first choice first."""
    icon = TERRITORIES[place].icon if place in TERRITORIES else 0
    spots = sorted(may_stand(place, sector), key=lambda cell: cell.sector != icon)
    return tuple(spots) or (Cell(place, NO_SECTOR),)


def landing_cell(table: Table, seat: str, kind: str, goal: str, sector: int, storm: bool = False) -> Cell:
    """Return the cell of a landing; with ``storm`` the one under the storm."""
    return cell_of(landings(table, seat, kind, occupied(table)), goal, sector, storm)


def landing_sector(table: Table, seat: str, kind: str, goal: str, sector: int = NO_SECTOR, storm: bool = False) -> int:
    """Return the sector of a landing, as it was entered where nobody counts the faction's forces."""
    return landing_cell(table, seat, kind, goal, sector, storm).sector if is_kept(table, seat) else sector


def beside_own(table: Table, seat: str, goal: str) -> Cell:
    """Return the cell where forces land that join their own there: beside them where nothing is against it."""
    own = sorted(stand.sector for stand in stands(table, goal) if stand.seat == seat)
    cells_ = (landing_cell(table, seat, DOWN, goal, sector) for sector in own)
    by = landings(table, seat, DOWN, occupied(table))
    return next((cell for cell in cells_ if is_open(by, cell)), landing_cell(table, seat, DOWN, goal, NO_SECTOR))


def cell_of(by: Landings, goal: str, sector: int = NO_SECTOR, storm: bool = False) -> Cell:
    """Return the cell of a landing within these limits."""
    spots = ends(goal, sector)
    if len(spots) == 1:
        return spots[0]
    under = storm and not sector
    wanted = sorted(spots, key=lambda cell: (cell.sector in by.shut) != under) if by.shut else spots
    for cell in wanted:
        if is_open(by, cell):
            return cell
    return wanted[0]


def against_a_place(table: Table, seat: str, kind: str, goal: str) -> Iterator[Objection]:
    """Object to a place that keeps out forces that come in this way."""
    if against := kept_out(table, seat, kind).get(goal):
        yield against


def against_entering(
    table: Table, seat: str, kind: str, goal: str, sector: int = NO_SECTOR, rule: str = "1.06.03"
) -> Iterator[Objection]:
    """Object to forces that come into a place from elsewhere, whatever brings them, but for marches.

    It may be none of this game, closed to such a way in, or not allow a landing: storm, two others there, distance.
    """
    yield from nowhere(table, goal, rule)
    yield from no_such_sector(goal, sector, rule)
    yield from against_a_place(table, seat, kind, goal)
    by = landings(table, seat, kind, occupied(table))
    yield from landing(by, cell_of(by, goal, sector))


def against_leaving(
    table: Table, seat: str, origin: str, sector: int, group: Group, rule: str = "1.06.03.04"
) -> Iterator[Objection]:
    """Object to a shipment or ride out of the storm (1.06.03.04), and to more than may leave."""
    start = outside_the_storm(table, seat, origin, sector)
    if not may_stand(origin, sector):
        return  # a place beside the map
    if not start.sectors:
        here = sector or next(iter(known_groups(table, seat, origin)), NO_SECTOR) or may_stand(origin, sector)[0].sector
        words = say("The storm is over sector {here}. Nobody may leave it. Choose another group.", here=here)
        yield Objection(rule, words, "NOT_ELIGIBLE")
    elif not start.holds(group) and start.group is not None:
        of = {"seat": named(seat), "forces": in_words(start.group, seat), "origin": origin}
        if sector:
            words = say("{seat:The has} {forces} in sector {n} in {origin}. Take no more than that.", n=sector, **of)
        else:
            words = say("{seat:The has} {forces} outside the storm in {origin}. Take no more than that.", **of)
        yield Objection(rule, words, "NOT_ELIGIBLE")


def more_than_counted(table: Table, seat: str, normal: int, special: int, place: str) -> Iterable[Objection]:
    """Object to more forces than are counted in a place."""
    yield from more_than_it_has(table, seat, normal, special, 1)
    held = forces_in(table, seat, place)
    if held is not None and (normal > held.normal or special > held.special):
        then = "Ship that many or fewer." if held.total else "There is nothing to ship."
        words = together((has_there(named(seat), in_words(held, seat), place), then))
        yield Objection("1.06.03", words, "NOT_ELIGIBLE", firm=True)
    else:
        yield from more_than_can_be(table, seat, place, Group(normal, special), "1.06.03")


class March(NamedTuple):
    """A move on the map: from where to where, and the sectors that its forces may leave."""

    start: Cell
    end: Cell
    among: tuple[int, ...] = ()
    fits: bool = True


def march_of(
    table: Table, seat: str, group: Group, origin: str, goal: str, leaves: int, enters: int, *, beside: int = NO_SECTOR
) -> March:
    """Return the first move with these forces that the rules allow, else the first meant.

    ``beside`` is the sector of a token that they go along with.
    """
    here, moves = occupied(table), list[March]()
    for start in starts(table, seat, origin, leaves):
        if beside and beside not in start.sectors:
            continue
        for end in ends(goal, enters):
            move = _from(table, seat, start, group, Cell(origin, beside or start.sectors[0]), end)
            open_to = marches(table, seat, move.start, here, doors(table), group.special > 0)
            if move.fits and end in open_to and end != move.start:
                return move
            moves.append(move)
    return next((march for march in moves if march.fits), moves[0])


def on_foot(table: Table, seat: str, origin: str, leaves: int = NO_SECTOR) -> frozenset[Cell]:
    """Return the cells that forces of a faction may move to from a territory, or from one sector of it."""
    reached: set[Cell] = set()
    for start in starts(table, seat, origin, leaves):
        first = Cell(origin, start.sectors[0])
        reached |= marches(table, seat, first, occupied(table), doors(table), starred=False).keys() - {first}
    return frozenset(reached)


def _from(table: Table, seat: str, start: LeavingGroup, group: Group, first: Cell, end: Cell) -> March:
    """Return a move within a territory without those who are already there."""
    if first.territory != end.territory or len(start.sectors) < 2:
        return March(first, end, start.sectors, start.holds(group))
    known = known_groups(table, seat, first.territory)
    rest = tuple(sector for sector in start.sectors if sector != end.sector)
    held = sum((known.get(sector, Group()) for sector in {*rest, NO_SECTOR}), Group())
    return March(Cell(first.territory, rest[0]), end, rest, held.least(group) == group)


def against_march(
    table: Table, seat: str, group: Group, origin: str, goal: str, leaves: int, enters: int, *, beside: int = NO_SECTOR
) -> Iterator[Objection]:
    """Object to a move; not if a place beside the map points to an unknown cell."""
    known = {place for place, _ in ask(table, PointsAt()).value}
    if all(cells(place) or place in known for place in (origin, goal)):
        move = march_of(table, seat, group, origin, goal, leaves, enters, beside=beside)
        if not move.fits:
            yield from _not_together(table, seat, group, Cell(origin, leaves))
        if move.start == move.end:
            yield Objection("1.06.05", "They are already there. Choose where they move.", "NOT_ELIGIBLE")
        yield from marching(table, seat, move.start, move.end, occupied(table), doors(table), group.special > 0)


def _not_together(table: Table, seat: str, group: Group, start: Cell) -> Iterator[Objection]:
    """Object to forces that are not all in that sector, or that the storm parts (1.06.05)."""
    held = {leaving.sectors: leaving.group or Group() for leaving in starts(table, seat, *start)}
    most = max((own.least(group) for own in held.values()), key=lambda group: group.total)
    if start.sector or len(held) == 1:
        of = {"seat": named(seat), "forces": in_words(most, seat), "place": start.territory}
        if start.sector:
            at = start.sector
            words = say("{seat:The has} {forces} in sector {n} of {place}. Move no more than that.", n=at, **of)
        else:
            words = say("{seat:The has} {forces} that can go there in {place}. Move no more than that.", **of)
    else:
        each = [
            say("{forces} in sector {n}", forces=in_words(group, seat), n=listed([str(sector) for sector in at]))
            for at, group in held.items()
        ]
        words = say("The storm parts these forces: {groups}. Move those of one side.", groups=listed(each))
    yield Objection("1.06.05", words, "NOT_ELIGIBLE")
