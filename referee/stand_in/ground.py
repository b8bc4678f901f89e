"""What places on the map are worth to a seat, and how fair the odds in them are."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from functools import cache
from itertools import pairwise
from math import pow, prod
from typing import NamedTuple

from referee.board.forces import RESERVES, Group, forces_in
from referee.board.standing import RICH, with_tokens
from referee.board.storm import closed_sectors
from referee.board.territories import TERRITORIES, is_stronghold, strongholds
from referee.board.ways import within
from referee.holdings.ledger import lying
from referee.holdings.purse import spice_of
from referee.kernel import Table, ask, memoized, ordinary, setting
from referee.offers.gains import Hopes
from referee.phases.collection.collection import Carries
from referee.phases.mentat.victory import (
    ALLIED,
    ALONE,
    TURNS,
    SpecialVictory,
    Spoils,
    WinnersAtTheEnd,
    is_last_turn,
    side_of,
)
from referee.phases.shipment.marching import ShipmentOrder
from referee.phases.shipment.prices_and_permissions import MoveRange
from referee.stand_in.sight import Sight
from referee.stand_in.strength import (
    LEADS,
    THEIR_SPICE,
    armed,
    best_leader,
    expected,
    highest_dial,
    least_betrayal,
    odds,
)

HOLD, FIRST = 7.0, 3.0  # what a stronghold is worth, and what more the only one
WINS, STOPS, THREATENS = 40.0, 100.0, 12.0  # what more if it wins the game, keeps it from a foe, or sets a foe back
IN_THE_WAY = 0.4  # of that, for standing where a foe would need to be, who has yet to ship
WARY = 0.4  # a foe's chance to hold what it needs is raised to this power: it is thought likelier than it is
CROWDED = 2  # factions in a stronghold, into which no other may go
MARCHES = 0.6  # how likely who may march into a stronghold does
BARE, FIRM = 0.2, 0.09  # how likely a stronghold is held until the next turn, by how many forces
MEN, CITY = 1.1, 1.5  # what one force is worth; a place that lets its holder fly
LOST = 4.5  # what goes besides forces with a battle that is lost: a leader, cards
STAGE, AWAIT = 0.35, 10  # what a force is worth that waits beside a stronghold; so many at most
TOO_MANY = 9  # forces in one place without a foe: more are better elsewhere
AFTER_SHIPMENT = frozenset({"battle", "spice_collection", "mentat_pause"})
DIALED = (1.0, 0.75, 0.5)  # parts of the highest dial that are thought of


class Prize(NamedTuple):
    """What a place is worth to who holds it, to who only takes it from the others, and what more if it wins now."""

    hold: float
    deny: float = 0
    wins: float = 0


class _Place(NamedTuple):
    """What does not depend on how many forces come: others there with what they bring to a battle, the prize."""

    foes: tuple[str, ...]
    theirs: tuple[float, ...]
    prize: Prize


class Ground:
    """What a seat gains by so many forces in a place, each asked once."""

    def __init__(self, sight: Sight) -> None:
        self._sight, self._man = sight, MEN * left(sight.own)
        self._spice = max(0, sight.spice - 2)
        self._known: dict[tuple[str, Group, int], float] = {}
        self._places: dict[str, _Place] = {}

    def worth(self, place: str, forces: Group, price: int = 0) -> float:
        """Return what it is worth to have these forces in a place, in spice, after a ``price`` is paid; 0 for none."""
        if forces.total <= 0 or place not in TERRITORIES:
            return 0
        key = (place, forces, max(0, self._spice - price))
        if key not in self._known:
            self._known[key] = self._worth(*key)
        return self._known[key]

    def gain(self, place: str, before: Group, after: Group, price: int = 0) -> float:
        return self.worth(place, after, price) - self.worth(place, before)

    def _place(self, place: str) -> _Place:
        if place not in self._places:
            sight, foes = self._sight, self._sight.foes(place)
            theirs = tuple(expected(sight.own, place, foe, sight.seat, group) for foe, group in foes.items())
            self._places[place] = _Place(tuple(foes), theirs, prize_of(sight, place, tuple(foes)))
        return self._places[place]

    def _worth(self, place: str, forces: Group, spice: int) -> float:
        here, sight, many = self._place(place), self._sight, forces.total
        if here.foes:
            return self._fight(place, here, forces, spice)
        if not is_stronghold(place):
            gains = _harvest(sight, place, forces) + _waiting(sight, place, many)
        else:
            own, others = sight.own, {*sight.own.seats} - {*side_of(sight.own, sight.seat)}
            lasts, now = (_holds(own, place, sight.seat, forces, some) for some in (others, others & yet_to_ship(own)))
            gains = here.prize.hold * lasts + here.prize.wins * now
        return gains - self._man * max(0, many - TOO_MANY) - _risk(place, many, closed_sectors(sight.own))

    def _fight(self, place: str, here: _Place, forces: Group, spice: int) -> float:
        """Return what a battle brings with the best dial: who dials all keeps nothing, even as the winner."""
        sight, many = self._sight, forces.total
        most = min(highest_dial(sight.own, place, sight.seat, foe, forces, spice) for foe in here.foes)
        leads, prize = LEADS * best_leader(sight.own, sight.seat) + armed(sight.own, sight.seat), here.prize
        if not is_stronghold(place):
            prize = Prize(2 + _harvest(sight, place, forces), 1)
        best, lost = -self._man * many, LOST * left(sight.own) + self._man * many
        for part in DIALED:
            chance = 1.0
            for foe, theirs in zip(here.foes, here.theirs, strict=True):
                chance *= odds(part * most + leads, theirs) * (1 - least_betrayal(sight.own, sight.seat, foe))
            kept = int(many * (1 - part) + 0.01)
            won = (prize.hold + prize.wins + self._man * kept if kept else 0) + prize.deny
            best = max(best, chance * won - (1 - chance) * lost)
        return best - 0.4 * self._man * many


def gained(sight: Sight, place: str, group: Group, sign: int = 1, ground: Ground | None = None) -> float:
    """Return what it brings, in spice, if this group joins the forces that fight in a place, or leaves with sign -1."""
    before = sight.force(place)
    return (ground or Ground(sight)).gain(place, before, before.plus(group, sign).floored)


def prize_of(sight: Sight, place: str, foes: Collection[str]) -> Prize:
    """Return what a battle for a place is about, in spice."""
    if not is_stronghold(place):
        return Prize(2 + max(0, min(lying(sight.own, place), sight.force(place).total)), 1)
    own, seat = sight.own, sight.seat
    others = len({*sight.strongholds()} - {place})
    hold = HOLD + (FIRST if not others else 0) + (CITY if place in RICH else 0) + _spoils(sight, place)
    absent = {*own.seats} - {*side_of(own, seat), *foes}
    if _loses_at_the_end(own, seat):
        hold = 0
    hold += IN_THE_WAY * max((_denied(own, seat, place, one) for one in absent if one in yet_to_ship(own)), default=0)
    deny = max((_denied(own, seat, place, foe) + _bars(own, foe) for foe in foes), default=0.0)
    return Prize(hold, deny, WINS * (_likely(own, seat, place) - _likely(own, seat, place, -1)))


@memoized
def _in_strongholds(table: Table) -> Mapping[str, Mapping[str, Group]]:
    """Return the forces that fight in each stronghold on the board, by faction."""
    here: dict[str, dict[str, Group]] = {place: {} for place in strongholds(table)}
    for one in with_tokens(table):
        if one.place in here and not one.calm:
            here[one.place][one.seat] = here[one.place].get(one.seat, Group()).plus(one.group)
    return here


@memoized
def _kept(table: Table, seat: str) -> Mapping[str, float]:
    """Return the strongholds where a faction or its ally has forces that fight, and how likely each stays theirs."""
    side, found = side_of(table, seat), dict[str, float]()
    comers = yet_to_ship(table) - {*side}
    for place, forces in _in_strongholds(table).items():
        own = next((one for one in forces if one in side), "")
        foes = [one for one in forces if one not in side]
        if own and foes:
            found[place] = float(prod(_beats(table, place, own, forces[own], foe) for foe in foes))
        elif own:
            found[place] = _holds(table, place, own, forces[own], comers)
    return found


def _beats(table: Table, place: str, seat: str, group: Group, foe: str) -> float:
    """Return how likely a group wins in a stronghold against a foe who is there."""
    theirs = _in_strongholds(table)[place][foe]
    return odds(expected(table, place, seat, foe, group), expected(table, place, foe, seat, theirs))


def _holds(table: Table, place: str, seat: str, forces: Group, comers: Set[str]) -> float:
    """Return how likely these forces hold a stronghold that nobody else is in yet: the fewer may come, the likelier."""
    if forces.total <= 0:
        return 0.0
    stays = 1.0
    for foe, group in _near(table, place).items():
        if foe in comers:
            mine, theirs = expected(table, place, seat, foe, forces), expected(table, place, foe, seat, group)
            stays = min(stays, 1 - MARCHES * (1 - odds(mine, theirs)))
    return stays * pow(min(1.0, BARE + FIRM * forces.total), len(comers) / max(1, len(table.seats) - 1))


@memoized
def _near(table: Table, place: str) -> Mapping[str, Group]:
    """Return the largest force of each faction that may march into a stronghold in its next move."""
    found: dict[str, Group] = {}
    for one in with_tokens(table):
        larger = one.group.total > found.get(one.seat, Group()).total
        if one.calm or not larger or one.place == place or one.place not in TERRITORIES:
            continue
        if place in within(one.place, ask(table, MoveRange(one.seat)).value):
            found[one.seat] = one.group
    return found


def _likely(table: Table, seat: str, place: str, missing: int = 0, *, coming: bool = False) -> float:
    """Return how likely a faction wins by strongholds if it holds this place too, and so many more as are missing.

    With -1 missing it wins without this place. With ``coming`` it may still take two places in this turn.
    """
    others = {**_kept(table, seat), **(_coming(table, seat, place) if coming else {})}
    elsewhere = sorted((chance for one, chance in others.items() if one != place), reverse=True)
    enough = (ALONE if table.ally(seat) is None else ALLIED) - 1 - missing
    return float(prod(elsewhere[:enough])) if len(elsewhere) >= enough else 0.0


@memoized
def _coming(table: Table, seat: str, but: str) -> Mapping[str, float]:
    """Return the stronghold that a faction may march into in this turn and the one it may ship to, and how likely.

    These are the likeliest where its side is not yet, ``but`` for one.
    """
    if seat not in yet_to_ship(table):
        return {}
    money, held = spice_of(table, seat), _kept(table, seat)
    many = min(reserves_of(table, seat).total, THEIR_SPICE if money is None else money)
    marched, shipped = dict[str, float](), dict[str, float]()
    for place in _in_strongholds(table):
        for found, group in ((marched, _near(table, place).get(seat, Group())), (shipped, Group(many))):
            if group.total and place != but and place not in held:
                found[place] = MARCHES * _taken(table, place, seat, group)
    first = max(marched, key=lambda one: marched[one], default="")
    then = max((one for one in shipped if one != first), key=lambda one: shipped[one], default="")
    return {place: found[place] for place, found in ((first, marched), (then, shipped)) if place}


def _taken(table: Table, place: str, seat: str, group: Group) -> float:
    """Return how likely these forces win a stronghold from who is there."""
    there = _in_strongholds(table)[place]
    return float(prod(_beats(table, place, seat, group, foe) for foe in there)) if len(there) < CROWDED else 0.0


@memoized
def yet_to_ship(table: Table) -> frozenset[str]:
    """Return the factions that ship and move before the next battles."""
    if table.phase in AFTER_SHIPMENT:
        return frozenset()
    return frozenset(ask(table, ShipmentOrder()).value if table.phase == "shipment" else table.seats)


def _denied(table: Table, seat: str, place: str, foe: str) -> float:
    """Return what it is worth to a seat that another faction does not hold this place; below 0 if it hopes for that."""
    chances = [_likely(table, foe, place, missing, coming=True) for missing in (-1, 0, 1)]
    wins, threat = (pow(more - less, WARY) for less, more in pairwise(chances))
    if ask(table, Hopes(seat, foe)).value:
        return -STOPS * wins
    return max(STOPS * wins, THREATENS * threat * (2 if foe in yet_to_ship(table) else 1))


def _bars(table: Table, foe: str) -> float:
    """Return what it is worth late in the game to beat a faction that would have a special victory."""
    return STOPS / 2 if is_late(table) and ask(table, SpecialVictory(foe)).value else 0


@memoized
def _loses_at_the_end(table: Table, seat: str) -> bool:
    """Return True in the last turn for who loses whatever it holds, unless it wins by strongholds."""
    won = ask(table, WinnersAtTheEnd()).value
    special = won != ordinary(table, WinnersAtTheEnd()) and seat not in won
    return special and is_last_turn(table)


def _spoils(sight: Sight, place: str) -> float:
    """Return what it is worth late in the game to stand where that keeps others from a special victory."""
    own = sight.own
    if not is_late(own):
        return 0
    theirs = [
        seat for seat in own.seats if seat not in side_of(own, sight.seat) and ask(own, SpecialVictory(seat)).value
    ]
    return STOPS / 2 if any(ask(own, Spoils(sight.seat, seat, place)).value for seat in theirs) else 0


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
