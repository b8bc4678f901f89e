"""What places on the map are worth to a seat, and how fair the odds in them are."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from referee.board.forces import RESERVES, Group, forces_in
from referee.board.standing import held_strongholds
from referee.board.storm_reach import closed_sectors
from referee.board.strongholds import RICH
from referee.board.territories import TERRITORIES, is_stronghold
from referee.board.ways import within
from referee.holdings.ledger import lying
from referee.kernel import Table, ask, memoized, setting
from referee.phases.collection.collection import Carries
from referee.phases.mentat.victory import ALONE, TURNS, SpecialVictory
from referee.phases.shipment.movement import MoveRange
from referee.stand_in.sight import Sight
from referee.stand_in.strength import expected, odds

HOLD, EACH = 7.0, 3.0  # what a stronghold is worth, and what more for each held before
WINS, STOPS = 18.0, 9.0  # what more if it wins the game, or keeps it from a foe
MEN, CITY = 0.5, 1.5  # what one force is worth; a place that lets its holder fly
STAGE, AWAIT = 0.35, 10  # what a force is worth that waits beside a stronghold; so many at most
TOO_MANY = 7  # forces in one place without a foe: more are better elsewhere


class Ground:
    """What a seat gains by so many forces in a place, each asked once; ``spice`` is what is left to fight with."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._known: dict[tuple[str, Group], float] = {}

    def worth(self, place: str, forces: Group) -> float:
        if (place, forces) not in self._known:
            self._known[place, forces] = worth_of(self._sight, place, forces)
        return self._known[place, forces]

    def gain(self, place: str, before: Group, after: Group) -> float:
        return self.worth(place, after) - self.worth(place, before)


def gained(sight: Sight, place: str, group: Group, sign: int = 1) -> float:
    """Return what it brings, in spice, if this group joins the forces that fight in a place, or leaves with sign -1."""
    before = sight.force(place)
    return worth_of(sight, place, before.plus(group, sign).floored) - worth_of(sight, place, before)


def worth_of(sight: Sight, place: str, forces: Group) -> float:
    """Return what it is worth to have these forces in a place, in spice; 0 for none."""
    many = forces.total
    if many <= 0 or place not in TERRITORIES:
        return 0
    foes, spice, man = sight.foes(place), max(0, sight.spice - 2), MEN * left(sight.own)
    prize = _prize(sight, place, many, foes) if is_stronghold(place) else _harvest(sight, place, forces)
    if not foes:
        stays = 0 if is_stronghold(place) else _waiting(sight, place, many)
        return prize + stays - man * max(0, many - TOO_MANY) - _risk(place, many, closed_sectors(sight.own))
    chance = 1.0
    for foe, group in foes.items():
        mine = expected(sight, place, sight.seat, foe, forces, spice)
        chance *= odds(mine, expected(sight, place, foe, sight.seat, group))
    return (prize + 2) * chance - (1 - chance) * (2 + man * many) - 0.4 * man * many * chance


def prize_of(sight: Sight, place: str) -> float:
    """Return what a battle for a place is about, in spice."""
    if is_stronghold(place):
        return _prize(sight, place, 4, sight.foes(place))
    return 2 + max(0, min(lying(sight.own, place), sight.force(place).total))


def _prize(sight: Sight, place: str, many: int, foes: Collection[str]) -> float:
    held = held_strongholds(sight.own)
    others = len({*sight.strongholds()} - {place})
    ahead = max((len(held.get(foe, ())) - (place in held.get(foe, ())) for foe in foes), default=0)
    prize = HOLD + EACH * min(others, ALONE - 1) + (WINS if others >= ALONE - 1 else 0)
    late = is_late(sight.own) and any(ask(sight.own, SpecialVictory(foe)).value for foe in foes)
    prize += STOPS if ahead >= ALONE - 1 or late else 0
    return (prize + (CITY if place in RICH else 0)) * min(1.0, 0.4 + 0.15 * many)


def _harvest(sight: Sight, place: str, forces: Group) -> float:
    there = max(0, lying(sight.own, place))
    carried = ask(sight.own, Carries(sight.seat, forces.normal, forces.special)).value if there else 0
    return 2 * dear(sight) * min(there, carried)


def _waiting(sight: Sight, place: str, many: int) -> float:
    """Return what forces are worth that may enter a stronghold from here in the next turn."""
    near = _near_strongholds(ask(sight.own, MoveRange(sight.seat)).value)
    return STAGE * min(many, AWAIT) if place in near else 0


@cache
def _near_strongholds(steps: int) -> frozenset[str]:
    return frozenset(near for place in TERRITORIES if is_stronghold(place) for near in within(place, steps))


def draws(sight: Sight, place: str) -> bool:
    """Return True for a place that is worth a shipment: a stronghold, or where spice lies."""
    return is_stronghold(place) or lying(sight.own, place) > 0


def _risk(place: str, many: int, closed: Collection[int]) -> float:
    """Return what the storm may take, most where it passes soon."""
    land = TERRITORIES[place]
    if land.ground != "sand":
        return 0
    at = next(iter(closed), 0)
    near = bool(at) and any(0 < (sector - at) % 18 <= 6 for sector in land.sectors)
    return many * (0.7 if near else 0.15)


def is_late(table: Table) -> bool:
    return left(table) < 1


@memoized
def reserves_of(table: Table, seat: str) -> Group:
    return forces_in(table, seat, RESERVES) or Group()


def reserves(sight: Sight) -> Group:
    return reserves_of(sight.own, sight.seat)


def left(table: Table) -> float:
    """Return what is left of the worth of forces and spice: less and less in the last turns, for nothing is saved."""
    return max(0.2, min(1.0, 0.2 * (int(setting(table, TURNS)) + 1 - table.turn)))


def dear(sight: Sight) -> float:
    """Return what one spice is worth: less and less to who has much, and late in the game."""
    return (0.5 if sight.spice <= 10 else max(0.12, 5 / sight.spice)) * left(sight.own)
