"""Who stands where on the map, by faction, territory and sector, and who holds which stronghold.

Strongholds are known from the map if it is kept, otherwise as the table last entered them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import field
from typing import NamedTuple

from referee.board.forces import NO_SECTOR, NONE, Forces, Group, is_kept, parts_of, somewhere
from referee.board.territories import TERRITORIES, is_stronghold, on_board, strongholds
from referee.board.ways import Cell, cells, reach
from referee.common.factions import FACTIONS
from referee.common.what_is_physical import POSITIONS
from referee.kernel import Event, Public, Question, SeatEvent, SeatQuestion, State, Table, ask, memoized, setting

ADVISORS = "advisors"  # as what forces stand that are in peace: they collect nothing and fill no stronghold (2.02.12)
ALWAYS_FIGHT = "1.07.01"


class Stand(NamedTuple):
    """A group of a faction; ``sector`` 0 if unknown; ``calm`` if peaceful."""

    seat: str
    place: str
    sector: int
    group: Group
    calm: bool = False


class Token(NamedTuple):
    """A token that ``hides`` forces of a faction, as far as this viewer knows them; ``sector`` 0 if unknown."""

    seat: str
    place: str
    sector: int = NO_SECTOR
    hides: Group = Group()


class MapToken(NamedTuple):
    """A token that lies on the map and is no force, as far as this viewer knows it: a word of at most three letters
    that it shows, and what it is in a phrase. ``seat`` whose it is, "" for nobody's."""

    place: str
    label: str
    words: str
    seat: str = ""
    sector: int = NO_SECTOR


class TokensOnMap(Question[tuple[MapToken, ...]], rule="0.13", answer=()):
    """Which tokens lie on the map beside the forces? Rooms add theirs, each as the viewer knows it."""


class LooksAtTokens(SeatQuestion[bool], rule="0.13", answer=False):
    """May this faction look at face-down tokens of a kind at any time?"""

    kind: str


class FaceDownTokens(Question[tuple[Token, ...]], rule="0.13", answer=()):
    """Which factions have a token on the map that hides how many forces stand there, and where?

    Richese alone have one; the map, battles and collection see it lie there and may not know whose rule it is.
    """


class PointsAt(Question[tuple[tuple[str, Cell], ...]], rule="0.13", answer=()):
    """At which cell of the map does each place beside it open?

    Rooms add theirs; everybody marches through them, so the way is the map's.
    """


def doors(table: Table) -> tuple[tuple[Cell, Cell], ...]:
    """Return the places beside the map as cells, each with the one at which it opens."""
    return tuple((Cell(place, NO_SECTOR), cell) for place, cell in ask(table, PointsAt()).value)


def near(table: Table, place: str, steps: int = 1) -> frozenset[str]:
    """Return the places at most so many territories from one, itself included, whatever storm and forces are there.

    A place beside the map is as far as where it opens; where nobody told that, it is near to all.
    """
    joined, every = doors(table), [one.name for one in on_board(table)]
    apart = {name for name in every if not cells(name)} - {beside.territory for beside, _ in joined}
    if place in apart:
        return frozenset(every)
    starts = cells(place) or (Cell(place, NO_SECTOR),)
    return frozenset(there.territory for start in starts for there in reach(start, steps, doors=joined)) | apart


class OneSide(Question[str], rule="1.10.02.06", answer=""):
    """Whose is a territory in which these two allies stand together, "" if they may not?

    Ecaz only: both count as one side there, so that neither fills, fights or is lost beside the other.
    """

    one: str
    other: str


def partner(table: Table, seat: str) -> str:
    """Return the ally with whom a faction counts as one side where both stand, "" for nobody."""
    ally = table.ally(seat) or ""
    return ally if ally and ask(table, OneSide(seat, ally)).value else ""


def side_there(table: Table, seat: str) -> frozenset[str]:
    """Return a faction and the ally with whom it counts as one side."""
    return frozenset({seat, partner(table, seat)} - {""})


def holder_among(table: Table, seats: Collection[str]) -> str:
    """Return who holds a place where these stand: the one, or of two who count as one side whose it is; else ""."""
    seat = min(seats, default="")
    if len(seats) == 2 and set(seats) == side_there(table, seat):
        return ask(table, OneSide(seat, partner(table, seat))).value
    return seat if len(seats) == 1 else ""


def peace_rule(table: Table, seat: str) -> str:
    """Return the rule by which forces of a faction may stand beside others in peace, "" if they always fight."""
    return FACTIONS[seat].peaceful if seat in FACTIONS and table.rules == "advanced" else ""


def stands_in_peace(table: Table, seat: str, place: str, *, comes: bool) -> bool:
    """Return True if forces of a faction that ``comes`` in peace, or to fight, stand in peace in a place.

    All of a faction there are as those that were there first (2.02.20); alone none stands in peace (2.02.14). Somebody
    may be with them unless the map knows where everybody is.
    """
    here = with_tokens(table, place)
    own = [stand.calm for stand in here if stand.seat == seat]
    others = len(here) > len(own) or not all(known_whole(table, other) for other in table.seats if other != seat)
    return all(own) if own else comes and others


def stands_to_fight(table: Table, seat: str, place: str) -> bool:
    """Return True if forces of a faction stand in a place and not in peace."""
    return any(stand.seat == seat and not stand.calm for stand in with_tokens(table, place))


def hidden(table: Table, seat: str, place: str, sectors: Sequence[int] = ()) -> Group:
    """Return the forces that face-down tokens of a faction hide in a place, as far as this viewer knows.

    With ``sectors`` only what lies in these, or may.
    """
    tokens = (token for token in ask(table, FaceDownTokens()).value if (token.seat, token.place) == (seat, place))
    return next((token.hides for token in tokens if is_among(place, token.sector, sectors)), Group())


def is_among(place: str, sector: int, sectors: Sequence[int]) -> bool:
    """Return True if a group stands in one of these sectors, or may; without any, always."""
    return not sectors or _sector(place, sector) in {NO_SECTOR, *sectors}


def positions_kept(table: Table) -> bool:
    """Return True if this table keeps positions, and so has a map."""
    return setting(table, POSITIONS) == "kept"


@memoized
def stands(table: Table, place: str = "") -> tuple[Stand, ...]:
    """Return who stands where, on the whole map or in one place; counts of earlier turns only if kept."""
    if place:
        return tuple([stand for stand in stands(table) if stand.place == place])
    return tuple(_stands(table))


def _stands(table: Table) -> Iterator[Stand]:
    forces = table.state(Forces)
    here = {land.name for land in on_board(table)}
    for (seat, where), group in forces.held.items():
        if where not in here or group.total <= 0:
            continue
        calm = (seat, where) in forces.calm
        if (seat, where) not in forces.parts:
            yield Stand(seat, where, _sector(where, NO_SECTOR), group, calm)
            continue
        parts: dict[int, Group] = {}
        for sector, part in parts_of(table, seat, where).items():
            at = _sector(where, sector)
            parts[at] = parts[at].plus(part) if at in parts else part
        for sector, part in sorted(parts.items()):
            yield Stand(seat, where, sector, part, calm)


@memoized
def with_tokens(table: Table, place: str = "") -> tuple[Stand, ...]:
    """Return who stands where; a token counts as one force until it is revealed."""
    if place:
        return tuple([stand for stand in with_tokens(table) if stand.place == place])
    tokens = (Stand(one.seat, one.place, _sector(one.place, one.sector), Group(1)) for one in _tokens(table))
    return (*stands(table), *tokens)


def _tokens(table: Table) -> tuple[Token, ...]:
    return ask(table, FaceDownTokens()).value if positions_kept(table) else ()


def _sector(place: str, sector: int) -> int:
    all_of_them = TERRITORIES[place].sectors
    return all_of_them[0] if len(all_of_them) == 1 else sector


def known_whole(table: Table, seat: str) -> bool:
    """Return True if no force of this faction is in an unknown place."""
    return is_kept(table, seat) and somewhere(table, seat) == NONE


def held_strongholds(table: Table) -> dict[str, tuple[str, ...]]:
    """Return for each faction the strongholds where it has forces that are not peaceful.

    Where two factions stand that have not fought yet, nobody holds it; two who count as one side hold it as one.
    """
    held: dict[str, tuple[str, ...]] = dict.fromkeys(table.seats, ())
    here: dict[str, set[str]] = {}
    forces, places = table.state(Forces), strongholds(table)
    for (seat, place), group in forces.held.items():  # each stands there, whatever its sector
        if place in places and group.normal + group.special > 0 and (seat, place) not in forces.calm:
            here.setdefault(place, set()).add(seat)
    for token in _tokens(table):
        if is_stronghold(token.place):
            here.setdefault(token.place, set()).add(token.seat)
    for place in sorted(here):
        holder = holder_among(table, here[place])
        if holder in held:
            held[holder] = (*held[holder], place)
    return held


def may_stand(place: str, sector: int) -> tuple[Cell, ...]:
    """Return the cells where a group may be: the sector named, or any of the territory."""
    all_cells = cells(place)
    return tuple(cell for cell in all_cells if sector in {NO_SECTOR, cell.sector}) or all_cells


RICH = {"Arrakeen", "Carthag"}


class Holdings(State):
    """The strongholds each faction is in, who has collected this turn's income, and where.

    ``told`` is the turn in which the table last entered all of them.
    """

    turn: int = 0
    held: dict[str, tuple[str, ...]] = field(default_factory=dict)
    paid: set[tuple[str, str]] = field(default_factory=set)
    collected: set[tuple[str, str]] = field(default_factory=set)
    told: int = 0


@memoized
def holdings(table: Table) -> Holdings:
    """Return the strongholds held, from the map if it is kept; a new turn clears the income."""
    kept = table.get(Holdings) or Holdings(table.turn)
    counted = table.state(Forces).kept.intersection(table.seats)
    known = {seat: held for seat, held in held_strongholds(table).items() if seat in counted} if counted else {}
    held = {**kept.held, **known} if known else kept.held
    again = kept.turn == table.turn
    return Holdings(table.turn, held, kept.paid if again else set(), kept.collected if again else set(), kept.told)


def standing_in(table: Table, place: str) -> tuple[str, ...]:
    """Return who has forces in a stronghold that are not peaceful, whether they hold it or share it with others."""
    by_map = (stand.seat for stand in with_tokens(table, place) if not stand.calm)
    entered = (seat for seat, places in holdings(table).held.items() if place in places)
    return tuple(dict.fromkeys((*by_map, *entered)))


def all_known(table: Table) -> bool:
    """Return True if strongholds without known forces are empty: by the map, or because all were entered."""
    kept = [seat for seat in table.seats if is_kept(table, seat)]
    by_map = all(known_whole(table, seat) for seat in kept)
    return by_map and (len(kept) == len(table.seats) or holdings(table).told == table.turn)


class StrongholdsHeld(SeatEvent, because=("1.13.01",)):
    places: Public[tuple[str, ...]]
    fuller = "{seat!n:The holds} {places!l}."
    says = "{seat!n:The holds} no stronghold."

    def apply(self, table: Table) -> None:
        table.put(holdings(table)).held[self.seat] = tuple(self.places)


class HoldersNamed(Event, because=("1.09.02.00",)):
    """The table entered every stronghold in this turn; turn 0: no longer every one."""

    turn: Public[int]

    def apply(self, table: Table) -> None:
        table.put(holdings(table)).told = self.turn
