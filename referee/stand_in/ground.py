"""What places on the map are worth to a seat, and how fair the odds in them are."""

from __future__ import annotations

from math import exp2

from referee.board.forces import RESERVES, Group, forces_in
from referee.board.standing import held_strongholds
from referee.board.storm_reach import closed_sectors
from referee.board.territories import TERRITORIES, is_stronghold
from referee.common.factions import FACTIONS
from referee.holdings.leaders import dead_everywhere, key, keys, leaders_of, printed_strength
from referee.holdings.ledger import lying
from referee.kernel import Table, memoized
from referee.stand_in.sight import Sight

STRONGHOLD, THIRD = 6.0, 4.0  # what one is worth, and what more as the third
TOO_MANY = 7  # forces in one place: more are better elsewhere


@memoized
def best_leader(table: Table, seat: str) -> int:
    """Return the strength of the best leader that a faction may have alive, as far as this table knows."""
    dead, own = keys(dead_everywhere(table)), leaders_of(table, seat)
    names = own.pool if own else FACTIONS[seat].discs(table.rules) if seat in FACTIONS else ()
    return max((printed_strength(name) or 0 for name in names if key(name) not in dead), default=0)


def odds(mine: float, theirs: float) -> float:
    """Return about how likely the first of two totals wins, each as strong as it is expected to fight."""
    return 1 / (1 + exp2(theirs - mine))


def dials(sight: Sight, seat: str, forces: int) -> float:
    """Return about how much a faction dials with these forces, its best leader included."""
    full = 0.5 if sight.own.rules == "advanced" else 0.7
    return forces * full + best_leader(sight.own, seat) * 0.8


class Ground:
    """What a seat gains by so many forces in a place, each asked once."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._known: dict[tuple[str, int], float] = {}

    def worth(self, place: str, forces: int) -> float:
        if (place, forces) not in self._known:
            self._known[place, forces] = worth_of(self._sight, place, forces)
        return self._known[place, forces]

    def gain(self, place: str, before: int, after: int) -> float:
        return self.worth(place, after) - self.worth(place, before)


def worth_of(sight: Sight, place: str, forces: int) -> float:
    """Return what it is worth to have so many forces in a place, in spice; 0 for none."""
    if forces <= 0 or place not in TERRITORIES:
        return 0
    prize = _prize(sight, place, forces)
    foes = sight.foes(place)
    waste = 0.6 * max(0, forces - TOO_MANY)
    if not foes:
        return prize - waste - _risk(sight, place, forces)
    chance = 1.0
    for foe, many in foes.items():
        chance *= odds(dials(sight, sight.seat, forces), dials(sight, foe, many))
    return (prize + 3) * chance - (1 - chance) * (2 + forces) - waste


def _prize(sight: Sight, place: str, forces: int) -> float:
    if is_stronghold(place):
        held = held_strongholds(sight.own)
        ahead = max((len(held.get(foe, ())) for foe in sight.foes(place)), default=0)
        others = len({*sight.strongholds()} - {place})
        prize = STRONGHOLD + (THIRD if others >= 2 else 0) + (THIRD if ahead >= 2 else 0)  # who nearly wins is stopped
        return prize * min(1.0, 0.4 + 0.15 * forces)
    there = max(0, lying(sight.own, place))
    return min(there, 2 * forces) * 0.8


def _risk(sight: Sight, place: str, forces: int) -> float:
    """Return what the storm may take, most where it passes soon."""
    land, closed = TERRITORIES[place], closed_sectors(sight.own)
    if land.ground != "sand":
        return 0
    at = next(iter(closed), 0)
    near = bool(at) and any(0 < (sector - at) % 18 <= 6 for sector in land.sectors)
    return forces * (0.7 if near else 0.15)


def reserves(sight: Sight) -> Group:
    return forces_in(sight.own, sight.seat, RESERVES) or Group()
