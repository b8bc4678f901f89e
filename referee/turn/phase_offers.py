"""The offers of each phase by the general rules, derived from the Questions themselves.

No faction is named: a faction that a rule allows something finds it on its phone, and a stopped rule removes it. All is
asked on the public table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from referee.agreements.bribes import TakeBribes
from referee.board.forces import ALL_FORCES, RESERVES, TANKS, forces_in, in_words
from referee.board.how_many import Starred
from referee.board.outline import SECTORS
from referee.board.standing import holdings, known_whole
from referee.board.storm import MayEnterStorm
from referee.board.territories import places
from referee.board.worlds import World, invaders, worlds
from referee.common.factions import FACTIONS, faction_name, named
from referee.common.phones_at_seats import phones_of
from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.hands import may_hold, played_as
from referee.holdings.leaders import out_of_sight
from referee.holdings.ledger import SpiceOnBoard, lying
from referee.kernel import Command, Table, adds, ask, half, memoized, say, together
from referee.offers.offer import PLAIN, TABLE, Blank, Offer, Offers, forces, halted, seats_of
from referee.offers.what_now import left_over
from referee.phases.charity import CharityIfRich, CharityTimes, ClaimCharity, claims
from referee.phases.collection.collection import Carries, Collect, CollectAll, TakeIncome, gatherers, income_due
from referee.phases.revival.forces import GrantRevival, ReviveForAnother, ReviveForces, may_revive_forces, some_dead
from referee.phases.revival.leaders import (
    ALONE,
    NOT_A_LEADER,
    Rank,
    ReviveLeader,
    disc_objections,
    discs_of,
    leader_price,
    never_died,
)
from referee.phases.revival.limits_and_prices import (
    ForcePrice,
    FreeRevival,
    RevivalHelp,
    RevivalLimit,
    StarredLimit,
    revivals,
)
from referee.phases.shipment.by_the_map import cell_of, occupied
from referee.phases.shipment.marching import MoveForces, moves_left, places_of, ships_no_more
from referee.phases.shipment.prices_and_permissions import (
    ACROSS,
    DOWN,
    HOME,
    OUT,
    SENT,
    MayAccompany,
    MayShip,
    ShipmentPrice,
    Voyage,
    kept_out,
    may_accompany,
)
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Send, Ship, half_helps
from referee.phases.shipment.to_worlds import open_worlds
from referee.phases.shipment.where_to import Landings, is_open, landings
from referee.turn.next_phase import CollectThenPause

ONE_TAP = 5  # forces that may be revived in a turn, each number with a button of its own


def forces_of(table: Table, seat: str) -> tuple[Blank, ...]:
    """Return blanks for forces of this faction; special ones only if it has any (0.13)."""
    return forces(seat) if ask(table, Starred(seat)).value else (PLAIN,)


def leader_or_forces(table: Table, seat: str) -> tuple[Blank, ...]:
    """Return blanks for forces and a leader of which one comes back; empty at first.

    Who is offered may be in the Tanks as far as this table knows (1.05.03); there is no blank where nobody is.
    """
    discs = (name for name in discs_of(table, seat) if ask(table, Rank(seat, name)).value != NOT_A_LEADER)
    dead = [name for name in discs if not any(disc_objections(table, seat, name))]
    numbers = [replace(blank, value="0") for blank in forces_of(table, seat)] if some_dead(table, seat) else []
    leaders = (("", "Nobody"), *((name, name) for name in dead))
    label = "Or a leader" if numbers else "Leader"
    return (*numbers, *((Blank("leader", label, "select", choices=leaders),) if dead else ()))


def is_played(
    table: Table, kind: type[Command], card: str, rule: str, *blanks: Blank, fixed: tuple[tuple[str, str], ...] = ()
) -> tuple[Offer, ...]:
    """Return the button by which the table says that a player without a phone plays a card that they may hold."""
    sure, bare = cards_are_dealt(table), (pair for pair in seats_of(table) if pair[0] not in phones_of(table))
    seats = tuple(pair for pair in bare if not sure or may_hold(table, pair[0], played_as(table, pair[0], card)))
    blanks = (Blank("seat", "Faction", "select", choices=seats), *blanks)
    return (Offer(kind, say("{card} is played", card=card), rule, blanks, fixed, aside=True),) if seats else ()


# -- seats --------------------------------------------------------------------------------------------


def _charity(table: Table, seat: str) -> Iterator[Offer]:
    if seat not in claims(table).seats and ask(table, CharityTimes()).value:
        small = "" if ask(table, CharityIfRich(seat)).value else "only with 0 or 1 spice"
        yield Offer(ClaimCharity, "Claim charity", "1.03.01", small=small)


def _revival(table: Table, seat: str) -> Iterator[Offer]:
    state = revivals(table)
    if may_revive_forces(table, seat):
        yield _revive_forces(table, seat)
    if fallen := may_return(table, seat):
        choices = tuple(
            (name, say("{name}, for {price}", name=name, price=leader_price(table, seat, name, own)))
            for name, own in fallen.items()
        )
        yield Offer(ReviveLeader, "Revive a leader", "1.05.03", (Blank("leader", "Leader", "tap", choices=choices),))
    for other in (player for player in table.seats if player != seat):
        may = ask(table, RevivalHelp(seat, other))
        if state.helped.get(other, 0) < may.value.pays and some_dead(table, other):
            label = say("Pay to revive {other:'s} forces", other=named(other))
            yield Offer(ReviveForAnother, label, may.because[0], forces_of(table, other), (("to", other),))
        if may.value.grants and other not in state.granted:
            label = say("Give {other} three free revivals", other=named(other))
            yield Offer(GrantRevival, label, may.because[0], fixed=(("to", other),), aside=True)


def _revive_forces(table: Table, seat: str) -> Offer:
    """Return a button for each number with its price, or the numbers to enter where special forces lie there too."""
    dead, revived = forces_in(table, seat, TANKS), revivals(table).own.get(seat, 0)
    most = ask(table, RevivalLimit(seat)).value - revived
    free = max(0, ask(table, FreeRevival(seat)).value - revived)
    if (dead.special if dead else ask(table, Starred(seat)).value) or most > ONE_TAP:
        each = say("{free} free, then {value} spice each", free=free, value=ask(table, ForcePrice(seat, 1, 0)).value)
        if dead:
            each = say("{forces} in the Tanks, {each}", forces=in_words(dead, seat), each=each)
        return Offer(ReviveForces, "Revive forces", "1.05.01", _revived(table, seat), small=each)
    numbers = range(1, min(most, dead.normal if dead else most) + 1)
    prices = ((n, ask(table, ForcePrice(seat, max(0, n - free), 0)).value) for n in numbers)
    choices = tuple(
        (str(n), say("{n} for {price} spice", n=n, price=price) if price else say("{n} free", n=n))
        for n, price in prices
    )
    there = say("Revive forces: {normal} in the Tanks", normal=dead.normal) if dead else "Revive forces"
    return Offer(ReviveForces, there, "1.05.01", (Blank("normal", "Forces", "tap", choices=choices),))


def _revived(table: Table, seat: str) -> tuple[Blank, ...]:
    """Return blanks with the free number filled in, as far as forces are in the Tanks."""
    free = ask(table, FreeRevival(seat)).value - revivals(table).own.get(seat, 0)
    dead = forces_in(table, seat, TANKS)
    normal = max(0, min(free, dead.normal) if dead else free)
    starred = min(max(0, free - normal), dead.special, ask(table, StarredLimit(seat)).value) if dead else 0
    usual = {"normal": normal if normal + starred else 1, "special": starred}
    return tuple(replace(blank, value=str(usual[blank.name])) for blank in forces_of(table, seat))


def may_return(table: Table, seat: str) -> dict[str, int]:
    """Return who may be revived by public knowledge: a living leader may have died unseen (1.05.05)."""
    alive = len(never_died(table, seat)) > out_of_sight(table, seat)
    if seat not in FACTIONS or seat in revivals(table).leaders:
        return {}
    discs = discs_of(table, seat).items()
    free = ((name, worth) for name, worth in discs if not alive or ask(table, Rank(seat, name)).value == ALONE)
    return {name: worth for name, worth in free if not any(disc_objections(table, seat, name))}


def _half(table: Table, seat: str, kind: str) -> tuple[Blank, ...]:
    return (Blank("half", "At half price", "checkbox"),) if half_helps(table, seat, kind) else ()


SECTOR = Blank("sector", "Sector (0 for any)", "number", 0, SECTORS, "0")
LEAVES = replace(SECTOR, name="leaves", label="From sector (0 for any)")


@memoized
def ways_down(table: Table, seat: str) -> tuple[tuple[str, Offer], ...]:
    """Return each way to make this seat's shipment of the turn, with its kind."""
    return tuple(_ways_down(table, seat))


@lru_cache(maxsize=256)
def _near(by: Landings, choices: Choices) -> Choices:
    """Return the territories among these where nothing is to be said against a landing, whatever keeps others out."""
    return tuple([one for one in choices if is_open(by, cell_of(by, one[0]))])


def _ways_down(table: Table, seat: str) -> Iterator[tuple[str, Offer]]:
    to, shut, forces = places(table, "goal", "To"), kept_out(table, seat), forces_of(table, seat)
    others = _to_choose(open_worlds(table, seat))
    for kind, command, label, fixed in WAYS:
        may = ask(table, MayShip(seat, kind)) if kind != OUT or others else None
        if may is None or not may.value:
            continue
        origin = (_origin(table, seat),) if kind in {ACROSS, HOME} else ()
        end = (to.among(others),) if kind == OUT else ()
        if kind not in {HOME, OUT}:
            near = _near(landings(table, seat, kind, occupied(table)), to.choices)
            goal = to.among(tuple([one for one in near if one[0] not in shut]))
            end = (_across(table, seat, goal, others) if kind == ACROSS else goal,)
        half = _half(table, seat, kind) if kind in {DOWN, ACROSS, OUT} else ()
        cells = (*(() if kind in {HOME, OUT} else (SECTOR,)), *((LEAVES,) if origin else ()))
        of = (*forces, *origin, *end, *half, *_extras(table, seat, kind), *cells)
        yield kind, Offer(command, label, may.because[0], of, fixed)


Choices: TypeAlias = tuple[tuple[str, str], ...]
WAYS: tuple[tuple[str, type[Command], str, Choices], ...] = (
    (DOWN, Ship, "Ship from reserves", ()),
    (ACROSS, Ship, "Ship across the board", (("kind", ACROSS),)),
    (HOME, Ship, "Ship back to the reserves", (("kind", HOME), ("goal", RESERVES))),
    (SENT, Send, "Send reserves, free", ()),
    (OUT, Ship, "Ship to another world", (("kind", OUT),)),
)


def _to_choose(found: Iterable[World]) -> Choices:
    return tuple([(world.name, world.name) for world in found])


def _origin(table: Table, seat: str) -> Blank:
    """Return from where on the board a faction ships, or from which world that it invaded."""
    origin = places(table, "origin", "From")
    held = [world for world in worlds(table) if seat in invaders(table, world.name)]
    return origin.among((*origin.choices, *_to_choose(held)))


def _across(table: Table, seat: str, goal: Blank, others: Choices) -> Blank:
    """Return where on the board it lands, or on which world."""
    return goal.among((*goal.choices, *_to_choose(open_worlds(table, seat, across=True) if others else ())))


def fares(table: Table, seat: str) -> dict[str, str]:
    """Return by their labels what the shipments of this turn cost a force, in words."""
    return {offer.label: _fare(table, seat, kind) for kind, offer in ways_down(table, seat) if kind != SENT}


def _fare(table: Table, seat: str, kind: str) -> str:
    fares = (
        ask(table, ShipmentPrice(Voyage(seat, ALL_FORCES, kind, city))).value / ALL_FORCES for city in (True, False)
    )
    city, land = map(half, fares)
    if city == land or kind == OUT:  # worlds cost what strongholds do (4.04.02)
        return say("{city} spice a force", city=city)
    if kind == ACROSS and open_worlds(table, seat, across=True):
        return say("{city} spice a force into a stronghold or to a world, {land} elsewhere", city=city, land=land)
    return say("{city} spice a force into a stronghold, {land} elsewhere", city=city, land=land)


def pays_first(ally: str) -> str:
    return say("{ally:The pays} first, if they offered anything", ally=named(ally))


def _extras(table: Table, seat: str, kind: str) -> tuple[Blank, ...]:
    if kind == SENT:
        open_to = ask(table, MayEnterStorm(seat)).value
        return (Blank("into_storm", "Landing in the storm? Half die", "checkbox"),) if open_to else ()
    ally = table.ally(seat)
    if not ally:
        return ()
    first = Blank("ally_first", pays_first(ally), "checkbox")
    return (Blank("ally_pays", say("{ally:The pays}", ally=named(ally)), "number", 0, 40, "0"), first)


def _shipment(table: Table, seat: str) -> Iterator[Offer]:
    if not ships_no_more(table, seat):
        yield from (offer for _, offer in ways_down(table, seat))
    yield from march(table, seat)
    if along := may_accompany(table, seat):
        rule = ask(table, MayAccompany(seat, along[0])).because[0]
        goals = Blank("goal", "To", "tap", choices=tuple((goal, goal) for goal in along))
        yield Offer(SendAlong, "Send one force along", rule, (goals,))


@memoized
def march(table: Table, seat: str) -> tuple[Offer, ...]:
    """Return the move that this seat has left, if any."""
    if moves_left(table, seat) and (here := places_of(table, seat)):
        origin = Blank("origin", "From", "select", choices=tuple((place, place) for place in here))
        last = (Blank("done", "This ends my turn", "checkbox"),) if moves_left(table, seat) == 1 else ()
        ends = (origin, LEAVES, places(table, "goal", "To"), SECTOR, *last)
        return (Offer(MoveForces, "Move forces", "1.06.05", (*forces_of(table, seat), *ends)),)
    return ()


def _collection(table: Table, seat: str) -> Iterator[Offer]:
    if income_due(table, seat):
        yield Offer(TakeIncome, "Collect stronghold income", "1.13.01")
    collected, mine = holdings(table).collected, gatherers(table, seat)
    for place, group in mine.items():
        numbers = (("normal", str(group.normal)), *((("special", str(group.special)),) if group.special else ()))
        label = say("Collect in {place} with {forces}", place=place, forces=in_words(group, seat))
        yield Offer(Collect, label, "1.08.01", fixed=(("territory", place), *numbers))
    if known_whole(table, seat):
        return
    spread = tuple(
        (name, say("{name} ({n})", name=name, n=amount))
        for name, amount in table.state(SpiceOnBoard).lying.items()
        if amount and (seat, name) not in collected and name not in mine
    )
    if spread:
        where = Blank("territory", "Spice in", "select", choices=spread)
        yield Offer(Collect, "Collect spice", "1.08.01", (where, *forces_of(table, seat)))


def _mentat(table: Table, seat: str) -> Iterator[Offer]:
    if table.seats[seat].bribes:
        yield Offer(TakeBribes, "Take in what lies in front of your shield", "1.09.01")


SEAT_MENU: dict[str, Callable[[Table, str], Iterable[Offer]]] = {
    "choam_charity": _charity,
    "revival": _revival,
    "shipment": _shipment,
    "spice_collection": _collection,
    "mentat_pause": _mentat,
}


def what_the_phase_has(question: Offers, table: Table) -> Iterable[Offer]:
    """A seat may do what the phase is for, as far as rules allow it."""
    return SEAT_MENU[question.phase](table, question.seat) if question.seat != TABLE else ()


for _phase in SEAT_MENU:
    adds(Offers, rule="1.00.01", phase=_phase)(what_the_phase_has)


COLLECTS = "1.08.01"


@adds(Offers, rule=COLLECTS, phase="spice_collection", seat=TABLE)
def all_collect(question: Offers, table: Table) -> Iterable[Offer]:
    who = [
        say(
            "{seat} {n} in {place}",
            seat=faction_name(seat),
            n=min(ask(table, Carries(seat, group.normal, group.special)).value, lying(table, place)),
            place=place,
        )
        for seat in table.seats
        for place, group in gatherers(table, seat).items()
    ]
    if not who:
        return ()
    both = all(one.rule == COLLECTS for one in left_over(table)) and not halted(table)
    collect = Offer(CollectAll, "Collect the spice", "1.08.01", small=together(who, "; "), lead=not both)
    onward = Offer(CollectThenPause, "Collect, then Mentat Pause", "1.08.01", small=together(who, "; "), lead=True)
    return (onward, replace(collect, small="")) if both else (collect,)
