"""Where the Hidden Mobile Stronghold points, which is public, and where it may move on the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from referee.board.forces import Group, forces_in
from referee.board.standing import PointsAt, positions_kept
from referee.board.storm import closed_sectors, has_moved
from referee.board.territories import STRONGHOLD, TERRITORIES
from referee.board.ways import Cell, cells, reach
from referee.board.worlds import is_low
from referee.common.lines_on_paper import PaperLine, one_of
from referee.common.turn import PHASES
from referee.factions.ixian import HOME, ME
from referee.factions.ixian.deck import WORLD
from referee.factions.ixian.stronghold import GREAT, MOVED, PLACED, OnTheMove
from referee.kernel import (
    Called,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    State,
    Table,
    adds,
    memoized,
    phrase,
    say,
)
from referee.offers.offer import Blank, Duties, Duty, Offer, Offers
from referee.offers.what_now import went_on

FAR, ONCE_MORE = 3, 2


class Pointing(State):
    """The cell it points at, the turn of its last move and from where, and the turn of its move by Karama."""

    territory: str
    sector: int
    moved: int = 0
    again: int = 0
    origin: Cell | None = None


class StrongholdPoints(Event):
    territory: Public[str]
    sector: Public[int]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        before = table.get(Pointing) or Pointing("", 0)
        moved = table.turn if self.why[0] == MOVED else before.moved
        again = table.turn if self.why[0] == GREAT else before.again
        origin = Cell(before.territory, before.sector) if self.why[0] == MOVED else before.origin
        table.put(Pointing(self.territory, self.sector, moved, again, origin))

    def sentence(self, name: Called) -> str:
        place = _in_sector(self.territory, self.sector) if self.sector else self.territory
        return say("The Hidden Mobile Stronghold points at {place}.", place=place)


@adds(PointsAt, rule=PLACED)
def where_it_points(question: PointsAt, table: Table) -> Iterable[tuple[str, Cell]]:
    now = table.get(Pointing)
    return ((HOME, Cell(now.territory, now.sector)),) if now else ()


def _why(table: Table) -> str:
    """Return the rule by which it may be placed or moved now, "" for none."""
    now, great = table.get(Pointing), table.get(OnTheMove)
    if now is None:
        waits = table.turn == 1 and table.phase == "storm" and not has_moved(table)
        return PLACED if table.phase in PHASES and not waits else ""
    if is_low(table, WORLD):
        return ""
    if table.phase == "storm" and table.turn > 1 and not has_moved(table) and now.moved != table.turn:
        return MOVED
    by_karama = table.phase == "shipment" and great is not None and great.turn == table.turn != now.again
    return GREAT if by_karama else ""


def _due(table: Table) -> bool:
    """Return True if the first storm has moved and the stronghold is not yet placed."""
    first = table.turn == 1 and table.phase == "storm" and ME in table.seats and positions_kept(table)
    return first and has_moved(table) and table.get(Pointing) is None


NOWHERE = phrase("ixian.nowhere", "{seat!n:The has} still to place the Hidden Mobile Stronghold.")


@adds(Duties, rule=PLACED, phase="storm")
def they_place_it(question: Duties, table: Table) -> Iterable[Duty]:
    if _due(table):
        by, passed = (PointStronghold,), went_on(NOWHERE(seat=ME), PLACED)
        yield Duty(ME, "places the Hidden Mobile Stronghold", PLACED, by, holds=True, passed=passed)


@cache
def _on_the_map() -> frozenset[str]:
    return frozenset(_key(cell) for name in TERRITORIES for cell in cells(name))


@memoized
def _open_to(table: Table) -> Mapping[str, str]:
    """Return the names of the cells it may point at next, by key: no stronghold, and no storm on the way."""
    now = table.get(Pointing)
    if now is None:
        return _anywhere()
    far = ONCE_MORE if _why(table) == GREAT else FAR
    return _named(reach(Cell(now.territory, now.sector), far, closed_sectors(table)))


@cache
def _anywhere() -> Mapping[str, str]:
    return _named(cell for name in TERRITORIES for cell in cells(name))


def _named(found: Iterable[Cell]) -> Mapping[str, str]:
    return {_key(one): _name(one) for one in sorted(found) if TERRITORIES[one.territory].ground != STRONGHOLD}


def _name(cell: Cell) -> str:
    return _in_sector(cell.territory, cell.sector) if len(cells(cell.territory)) > 1 else cell.territory


def _in_sector(territory: str, sector: int) -> str:
    return say("{territory}, sector {sector}", territory=territory, sector=sector)


def _key(cell: Cell) -> str:
    return f"{cell.territory}|{cell.sector}"


class PointStronghold(SeatCommand, by="both", waits=True):
    """``cell`` is a territory and a sector, "Red Chasm|6"."""

    cell: str

    def objections(self, table: Table) -> Iterable[Objection]:
        why = _why(table)
        if self.seat != ME or not positions_kept(table):
            yield Objection(PLACED, "Only the Ixians' stronghold moves, where positions are kept.", firm=True)
            return
        if self.cell not in _on_the_map():
            yield Objection(PLACED, "No place on the map has that name. Choose one from the list.", firm=True)
        elif not why:
            words = "It moves once a turn, before the storm. Wait for the next turn."
            words = say("{world} is low: the stronghold does not move.", world=WORLD) if is_low(table, WORLD) else words
            yield Objection(MOVED, words)
        elif why != PLACED and forces_in(table, ME, HOME) == Group():
            yield Objection(MOVED, "You have no forces inside, so it cannot move.", "NOT_ELIGIBLE")
        elif self.cell not in _open_to(table):
            far = ONCE_MORE if why == GREAT else FAR
            words = say(
                "It moves {far} territories at most, not through storm, and points at no other stronghold.", far=far
            )
            yield Objection(why, words, "NOT_ELIGIBLE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        territory, _, sector = self.cell.partition("|")
        yield StrongholdPoints(territory, int(sector), (_why(table) or MOVED,))


@adds(Offers, rule=PLACED, seat=ME)
def place_or_move_it(question: Offers, table: Table) -> Iterable[Offer]:
    why = _why(table) if positions_kept(table) else ""
    if not why or (why != PLACED and forces_in(table, ME, HOME) == Group()):
        return ()
    choices = tuple(_open_to(table).items())
    label = "Place the stronghold" if why == PLACED else "Move the stronghold"
    blank = Blank("cell", "It points at", "place", choices=choices)
    return (Offer(PointStronghold, label, why, (blank,), judged=True),) if choices else ()


# -- on paper -----------------------------------------------------------------------------------------


def _pointed(table: Table, _: str, territory: str, sector: int) -> Iterable[Event]:
    return [StrongholdPoints(territory, sector, (PLACED,))] if Cell(territory, sector) in cells(territory) else []


@PaperLine("points", PLACED, _pointed, (one_of(*TERRITORIES), one_of(*range(100))), public=True, seat=ME)
def at_what_it_points(table: Table, _: str) -> tuple[str, list[object]] | None:
    now = table.get(Pointing)
    if now is None:
        return None
    place = _name(Cell(now.territory, now.sector))
    return say("The Hidden Mobile Stronghold points at {place}", place=place), [now.territory, now.sector]
