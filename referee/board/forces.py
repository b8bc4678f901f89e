"""Forces: how many of each faction are where, as far as the table lets the referee count them.

A place is ``reserves``, ``tanks`` or a territory. A place that nobody has counted is not guessed: forces may come from
it and go to it freely. A counted place is never negative.

If a table keeps positions, all forces of a faction are counted (``kept``): each move is recorded at both ends, and
forces in an unknown territory are ``on the board``. So reserves, Tanks and board always add up. In a territory of
several sectors a group's sector is recorded too if somebody entered it, and whether it has lived through the arrival of
the storm there (2.04.16).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.common.factions import common, elite
from referee.kernel import Called, Name, Public, SeatEvent, State, Table, Value, count, listed, say

RESERVES = "reserves"
TANKS = "tanks"
ANYWHERE = "the board"  # an unknown territory
ALL_FORCES = 20
NO_SECTOR = 0  # unknown


class Group(Value):
    normal: int = 0
    special: int = 0

    @property
    def total(self) -> int:
        return self.normal + self.special

    def __add__(self, other: Group) -> Group:
        return self.plus(other)

    def plus(self, other: Group, sign: int = 1) -> Group:
        """Add a group, or with sign -1 subtract it."""
        return Group(self.normal + sign * other.normal, self.special + sign * other.special)

    @property
    def floored(self) -> Group:
        """Return the group with 0 of each kind that is below 0."""
        return Group(max(0, self.normal), max(0, self.special))

    def least(self, other: Group) -> Group:
        """Return what both hold of each kind."""
        return Group(min(self.normal, other.normal), min(self.special, other.special))


class OfForces:
    """What an event or a command says of forces in its fields ``normal`` and ``special``, in words as ``seat`` does."""

    if TYPE_CHECKING:
        seat: Any
        normal: Any
        special: Any

    @property
    def group(self) -> Group:
        return Group(self.normal, self.special)

    @property
    def forces(self) -> str:
        return in_words(self.group, self.seat)


class ForcesEvent(OfForces, SeatEvent, abstract=True):
    """An event of forces of one seat."""

    normal: Public[int]
    special: Public[int]


NONE = Group()
Parts = dict[int, Group]  # by sector


class Home(NamedTuple):
    """Where reserves stand: a faction's world. With two of them, ``part`` is what stands here out of place, kept like a
    sector of the reserves; ``starred`` is the world of its special forces."""

    seat: str
    part: int = 0
    starred: bool = False


HOMES: dict[str, Home] = {}  # by world; the module of homeworlds has them


def kept_at(seat: str, place: str) -> str:
    """Return where a faction's forces in a place are counted: its own world holds its reserves."""
    home = HOMES.get(place)
    return RESERVES if home is not None and home.seat == seat else place


class Forces(State):
    """Counted groups by faction and place; factions with all forces ``kept``; peaceful groups (``calm``).

    ``weathered`` are faction, place and sector of groups under the storm that have lived through its arrival.
    """

    held: dict[tuple[str, str], Group] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)
    parts: dict[tuple[str, str], Parts] = field(default_factory=dict)
    calm: set[tuple[str, str]] = field(default_factory=set)
    weathered: set[tuple[str, str, int]] = field(default_factory=set)


def is_kept(table: Table, seat: str) -> bool:
    """Return True if all forces of a faction are counted."""
    return seat in table.state(Forces).kept


def somewhere(table: Table, seat: str) -> Group:
    """Return a faction's forces in unknown territories; negative if more are recorded than exist."""
    return table.state(Forces).held.get((seat, ANYWHERE), NONE)


def forces_in(table: Table, seat: str, place: str) -> Group | None:
    """Return a faction's group in a place, ``None`` if not counted."""
    forces, at = table.state(Forces), kept_at(seat, place)
    if (seat, at) in forces.held:
        group = forces.held[seat, at]
    elif seat in forces.kept and somewhere(table, seat) == NONE:
        group = NONE
    else:
        return None
    return group if at == place else _at_home(table, HOMES[place], group)


def _at_home(table: Table, home: Home, reserves: Group) -> Group:
    """Return which of the reserves stand on a world: all, or of two worlds those of its kind and what crossed over."""
    if not home.part or table.rules != "advanced":
        return Group() if home.starred else reserves
    parts = parts_of(table, home.seat, RESERVES)
    loose = parts.get(NO_SECTOR, Group())
    return parts.get(home.part, Group()) + (Group(0, loose.special) if home.starred else Group(loose.normal))


def move(
    table: Table,
    seat: str,
    group: Group,
    origin: str,
    goal: str,
    leaves: int = NO_SECTOR,
    enters: int = NO_SECTOR,
    among: Sequence[int] = (),
) -> None:
    """Record on one viewer's table that a group moved, with sectors if known; it leaves ``among`` these in order.

    Forces that change sector within their territory stay as they are, peaceful or not (2.02.16).
    """
    forces = table.put(table.state(Forces))
    if origin in HOMES or goal in HOMES:
        among = (*among, HOMES[origin].part) if kept_at(seat, origin) != origin else among
        origin, goal = kept_at(seat, origin), kept_at(seat, goal)
    stays = forces.calm & {(seat, place) for place in {origin} & {goal}}
    for place, sign, sectors in ((origin, -1, (leaves, *among)), (goal, 1, (enters,))):
        if (seat, place) in forces.held or seat in forces.kept:
            _add(forces, (seat, place or ANYWHERE), group, sign, sectors)
    forces.calm |= stays


def _add(forces: Forces, where: tuple[str, str], group: Group, sign: int, sectors: Sequence[int]) -> None:
    """Add to a sector of a place, or subtract: from the sectors named, then from unknown ones, then from any."""
    now = forces.held[where] = forces.held.get(where, Group()).plus(group, sign)
    parts = forces.parts.setdefault(where, {})
    if sign > 0:
        parts[sectors[0]] = parts.get(sectors[0], Group()).plus(group)
    else:
        for sector in in_order(parts, sectors):
            gone = group.least(parts[sector])
            parts[sector], group = parts[sector].plus(gone, -1), group.plus(gone, -1)
    forces.parts[where] = {sector: held for sector, held in parts.items() if held.total > 0}
    forces.weathered = {spot for spot in forces.weathered if spot[:2] != where or spot[2] in forces.parts[where]}
    lacking = Group(min(now.normal, 0), min(now.special, 0))
    if where[1] != ANYWHERE and where[0] in forces.kept and lacking != Group():
        forces.held[where] = now = now.plus(lacking, -1)
        forces.held[where[0], ANYWHERE] = forces.held.get((where[0], ANYWHERE), Group()).plus(lacking)
    if where[1] not in {ANYWHERE, RESERVES, TANKS} and where[0] in forces.kept and now == Group():
        del forces.held[where]
    if now.total <= 0:
        forces.calm.discard(where)


def in_order(parts: Iterable[int], sectors: Sequence[int]) -> list[int]:
    """Return the sectors of a group in the order in which forces are taken: first those named, then by number."""
    first = [sector for sector in dict.fromkeys(sectors) if sector != NO_SECTOR]
    return sorted(parts, key=lambda sector: (first.index(sector) if sector in first else len(first), sector))


def place_group(
    table: Table, seat: str, place: str, group: Group, sector: int = NO_SECTOR, alone: bool = False
) -> None:
    """Record on one viewer's table what was counted in a place; the rest of a kept faction is elsewhere.

    If ``alone``, only the group in that sector was counted.
    """
    forces, place = table.state(Forces), kept_at(seat, place)
    before = forces.held.get((seat, place), Group())
    if alone:
        parts = {**parts_of(table, seat, place), sector: group}
        forces.parts[seat, place] = {sector: held for sector, held in parts.items() if held.total > 0}
        group = sum(forces.parts[seat, place].values(), Group())
    forces.held[seat, place] = group
    if not alone and (group != before or sector):
        forces.parts[seat, place] = {sector: group}
    if seat in forces.kept:
        forces.held[seat, ANYWHERE] = somewhere(table, seat).plus(group.plus(before, -1), -1)
    if group.total <= 0:
        forces.calm.discard((seat, place))
    table.put(forces)


def parts_of(table: Table, seat: str, place: str) -> Parts:
    """Return a group by sector, as far as it is known."""
    forces = table.state(Forces)
    held, parts = forces.held.get((seat, place), NONE), forces.parts.get((seat, place), {})
    known = sum([group.total for group in parts.values()]) if parts else 0
    return parts if known == held.total else {NO_SECTOR: held}


class ForcesCounted(OfForces, SeatEvent, because=("0.13",), later=("sector", "alone")):
    place: Public[str]
    normal: Public[int]
    special: Public[int]
    sector: Public[int] = NO_SECTOR
    alone: Public[bool] = False

    def apply(self, table: Table) -> None:
        place_group(table, self.seat, self.place, self.group, self.sector, self.alone)

    def sentence(self, name: Called) -> str:
        return has_there(name(self.seat), self.forces, self.place)


class PositionsKept(ForcesEvent, because=("4.94.06",)):
    """All forces of a faction are counted from now on; this many are somewhere on the board."""

    def apply(self, table: Table) -> None:
        """What a card or a battle told of a single territory before is among them."""
        forces = table.put(table.state(Forces))
        for at in [at for at in forces.held if at[0] == self.seat and at[1] not in {RESERVES, TANKS}]:
            forces.held.pop(at)
            forces.parts.pop(at, None)
            forces.calm.discard(at)
        forces.kept.add(self.seat)
        forces.held[self.seat, ANYWHERE] = self.group

    def pattern(self) -> str:
        return "{seat!n:The has} {forces} on the board." if self.group.total else ""


class StandsInPeace(SeatEvent):
    """Forces of a faction in a territory became peaceful, or ready to fight."""

    territory: Public[str]
    peace: Public[bool]
    why: Public[tuple[str, ...]]
    fuller = "{peace!?}{seat!n:The 's} forces in {territory} do not fight."
    says = "{seat!n:The 's} forces in {territory} are ready to fight."

    def apply(self, table: Table) -> None:
        forces = table.put(table.state(Forces))
        (forces.calm.add if self.peace else forces.calm.discard)((self.seat, self.territory))


class StormSurvived(SeatEvent, because=("2.04.16",)):
    """A group lived through the arrival of the storm in its sector, and is not halved again when it leaves.

    The storm came from ``origin``; 0 if it was there already.
    """

    place: Public[str]
    sector: Public[int]
    origin: Public[int] = 0

    def apply(self, table: Table) -> None:
        """What storms did elsewhere is over."""
        forces = table.put(table.state(Forces))
        now = {spot for spot in forces.weathered if spot[2] in {self.sector, self.origin}}
        forces.weathered = {*now, (self.seat, self.place, self.sector)}


def has_there(who: Name, forces: str, place: str) -> str:
    """Return that somebody has forces in a place, reserves and Tanks among them."""
    if place == RESERVES:
        return say("{seat:The has} {forces} in reserves.", seat=who, forces=forces)
    if place == TANKS:
        return say("{seat:The has} {forces} in the Tleilaxu Tanks.", seat=who, forces=forces)
    return say("{seat:The has} {forces} in {place}.", seat=who, forces=forces, place=place)


def in_words(group: Group, seat: str) -> str:
    """Return forces as this faction calls them: "4 forces and 2 Sardaukar"."""
    if not group.total:
        return say("no {forces}", forces=common(seat)[1])
    some = count(group.normal, *common(seat))
    if not group.special:
        return some
    best = count(group.special, *elite(seat))
    return listed([some, best]) if group.normal else best
