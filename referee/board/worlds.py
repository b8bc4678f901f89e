"""Homeworlds, a module of the third box: places beside Arrakis where reserves stand, and that others may invade.

A faction's room declares its world with ``world``. Reserves are the natives of their world; forces of others stand
there as in any place. ``modules/homeworlds`` has the general rules, each faction's room what its own world does.
"""

from __future__ import annotations

from dataclasses import field
from typing import NamedTuple

from referee.board.forces import HOMES, Forces, Group, Home, forces_in
from referee.common.boxes import THIRD, in_play, module, serves
from referee.common.factions import FACTIONS, named
from referee.kernel import Event, Public, State, Table, Value, memoized, say

HOMEWORLDS = module(
    "M4",
    "4.04",
    "Homeworlds",
    "Reserves stand on worlds beside Arrakis, which others may invade and occupy.",
    THIRD,
    room="referee.modules.homeworlds",
)
HIGH, LOW = "high", "low"


class Sides(NamedTuple):
    """What a world does, in words of the referee: on its high side, on its low side, and for an occupier."""

    high: str = ""
    low: str = ""
    occupied: str = ""


class World(Value):
    """A homeworld: whose it is, from how many reserves on it is high, what natives add in battle (high, low), and what
    it pays an occupier.

    A ``starred`` world counts special forces alone, only in the advanced game, and its low side helps nobody. ``rule``
    is where its own powers stand.
    """

    name: str
    owner: str
    rule: str
    high: int
    bonus: tuple[int, int] = (2, 2)
    income: int = 2
    starred: bool = False
    does: Sides = field(default=Sides(), compare=False)


WORLDS: dict[str, World] = {}
PRINTED: list[str] = []  # their names, as rooms register them


def world(new: World, room: str) -> World:
    """Register a world and the ``room`` of what it does; the second one of a faction is that of its special forces."""
    serves(HOMEWORLDS, room)
    WORLDS[new.name] = new
    PRINTED.append(new.name)
    own = [other.name for other in WORLDS.values() if other.owner == new.owner]
    for n, name in enumerate(own, start=1):
        HOMES[name] = Home(new.owner, n if len(own) > 1 else 0, WORLDS[name].starred)
    return new


class Occupations(State):
    """Who occupies which world."""

    of: dict[str, str] = field(default_factory=dict)


class WorldOccupied(Event, because=("4.04.04",)):
    """A faction occupies a world from now on, "" for nobody; who did ``before``."""

    world: Public[str]
    seat: Public[str]
    before: Public[str] = ""
    fuller = "{seat!n:The occupies} {world}."
    says = "Nobody occupies {world} any more."

    def apply(self, table: Table) -> None:
        table.put(Occupations({**table.state(Occupations).of, self.world: self.seat}))


class WorldPaid(Event, because=("4.04.05",)):
    """A world pays its occupier in Collection; the spice follows."""

    world: Public[str]
    seat: Public[str]

    def apply(self, table: Table) -> None: ...


@memoized
def worlds(table: Table) -> tuple[World, ...]:
    """Return the worlds of this game, in the order of its seats; none if the module is left out."""
    if not in_play(table, HOMEWORLDS):
        return ()
    order = list(table.seats)
    here = [home for home in WORLDS.values() if home.owner in order and (not home.starred or table.rules == "advanced")]
    return tuple(sorted(here, key=lambda home: (order.index(home.owner), home.starred)))


def world_of(table: Table, name: str) -> World | None:
    """Return the world of this name, ``None`` if this game does not have it."""
    return _by_name(table).get(name)


@memoized
def _by_name(table: Table) -> dict[str, World]:
    return {home.name: home for home in worlds(table)}


def is_world(table: Table, name: str) -> bool:
    return name in WORLDS and world_of(table, name) is not None


def natives(table: Table, home: World) -> Group | None:
    """Return the reserves on a world, ``None`` if nobody counted them."""
    return forces_in(table, home.owner, home.name)


def reaches_minimum(home: World, held: Group) -> bool:
    return (held.special if home.starred else held.total) >= home.high


@memoized
def side_up(table: Table, name: str) -> str:
    """Return which side of a world's card is up, "" if this game does not have it; high if nobody counted."""
    home = world_of(table, name) if name in WORLDS else None
    if home is None:
        return ""
    held = natives(table, home)
    return HIGH if held is None or reaches_minimum(home, held) else LOW


def is_high(table: Table, name: str) -> bool:
    return side_up(table, name) == HIGH


def is_low(table: Table, name: str) -> bool:
    return side_up(table, name) == LOW


def invaders(table: Table, name: str) -> dict[str, Group]:
    """Return who else has how many forces on a world."""
    owner = WORLDS[name].owner
    held = table.state(Forces).held.items()
    return {seat: group for (seat, place), group in held if place == name and seat != owner and group.total > 0}


def occupier(table: Table, name: str) -> str:
    """Return who occupies a world of this game, "" for nobody."""
    seat = table.state(Occupations).of.get(name, "")
    return seat if seat and seat in table.seats and is_world(table, name) else ""


def occupied_by(table: Table, seat: str) -> tuple[str, ...]:
    """Return the worlds of this game that a faction occupies."""
    if seat not in table.state(Occupations).of.values():
        return ()
    return tuple(home.name for home in worlds(table) if occupier(table, home.name) == seat)


def occupies(table: Table, seat: str, owner: str) -> bool:
    """Return True if a faction occupies a world of another."""
    return any(home.owner == owner and occupier(table, home.name) == seat for home in worlds(table))


def safe_from(table: Table, name: str) -> frozenset[str]:
    """Return the occupier of a world and its ally, whom the faction of that world can do less to."""
    seat = occupier(table, name)
    return frozenset({seat, table.ally(seat) or ""} - {""}) if seat else frozenset()


def whose_world(home: World) -> str:
    """Return whose world it is in words: "the Emperor's world Kaitain"."""
    return (
        say("{owner:'s} world {name}", owner=named(home.owner), name=home.name) if home.owner in FACTIONS else home.name
    )
