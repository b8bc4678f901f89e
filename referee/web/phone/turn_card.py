"""The card of one turn: where to, and for each number a button with its price; then the move, then done.

It is drawn from the public table. What an ally offers is between the two, so the card only says that it counts first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from referee.board.forces import ALL_FORCES, RESERVES, Group, forces_in
from referee.board.groups import outside_the_storm, starts
from referee.board.how_many import Starred
from referee.board.standing import PointsAt, near, positions_kept, stands
from referee.board.storm import closed_sectors
from referee.board.territories import STRONGHOLD, TERRITORIES, Territory, is_enclosed, on_board, slug
from referee.board.ways import NO_SECTOR, Cell, cells
from referee.board.worlds import invaders, worlds
from referee.common.factions import elite, named
from referee.common.turn import by_hand, finished
from referee.holdings.ledger import lying
from referee.kernel import Objection, Table, ask, listed, memoized, say
from referee.offers.offer import Offer
from referee.phases.shipment.beside_an_ally import shared_with_ally
from referee.phases.shipment.by_the_map import cell_of, ends, occupied, on_foot
from referee.phases.shipment.marching import TOO_LATE, moves_left, out_of_turn, ships_no_more
from referee.phases.shipment.prices_and_permissions import (
    ACROSS,
    DOWN,
    HOME,
    OUT,
    SENT,
    ForcesShipped,
    ShipmentPrice,
    Voyage,
    kept_out,
    shipments,
)
from referee.phases.shipment.shipping import half_helps
from referee.phases.shipment.to_worlds import open_worlds
from referee.phases.shipment.where_to import Landings, is_open, landing, landings
from referee.turn.phase_offers import march, pays_first, ways_down
from referee.turn.who_is_done import DONE
from referee.web.app.event_lines import button_of, chip
from referee.web.view_models.turn_card import Goal, Groups, Half, Origin, TurnCard, Way

LABELS = {
    DOWN: "From reserves",
    ACROSS: "Across the board",
    HOME: "Back to reserves",
    SENT: "Send, free",
    OUT: "To another world",
}
CITY, LAND = "city", "land"


def turn_card(table: Table, seat: str, chart: str = "") -> TurnCard | None:
    """Return the card of the faction that may ship or move now, else ``None``; ``chart`` is where the map is."""
    over = table.phase != "shipment" or by_hand(table) or seat in finished(table) or table.seats[seat].away
    if over or any(out_of_turn(table, seat)):
        return None
    halves = tuple(chain(_ship(table, seat), _move(table, seat)))
    told = tuple(_told(table, seat))
    ready = not halves or bool(told) or not moves_left(table, seat)
    lost = listed(shared_with_ally(table, seat))
    asks = (
        say(
            "Your forces in {lost} stand beside your ally's. They go to the Tleilaxu Tanks when you are done.",
            lost=lost,
        )
        if lost
        else ""
    )
    done = button_of(replace(DONE, small="" if ready else "skip my turn", asks=asks), go=not halves, big=not halves)
    return TurnCard(halves, told, done, halves[0].id if halves else "", chart if positions_kept(table) else "")


def _told(table: Table, seat: str) -> Iterator[str]:
    if shipments(table).made.get(seat):
        made = (heard.event for heard in reversed(table.log) if isinstance(heard.event, ForcesShipped))
        last = next((event for event in made if event.seat == seat), None)
        yield last.sentence(named) if last else "The shipment of this turn is made."
    elif ships_no_more(table, seat):
        yield TOO_LATE


# -- shipping -----------------------------------------------------------------------------------------


def _ship(table: Table, seat: str) -> Iterator[Half]:
    offered = () if ships_no_more(table, seat) else ways_down(table, seat)
    if not offered:
        return
    ways = tuple(_way(table, seat, kind, offer) for kind, offer in offered)
    held = forces_in(table, seat, RESERVES) or Group(ALL_FORCES, 7 if ask(table, Starred(seat)).value else 0)
    board = any(way.from_board for way in ways)
    origins = tuple(_origins(table, seat, on_foot=False)) if board else ()
    goals = _goals(*_limits(table, seat, ways)) if any(way.to_board for way in ways) else Groups()
    if outside := " ".join(sorted({way.id for way in ways} & {OUT, ACROSS})):
        goals = Groups((*goals, *_worlds(tuple(one.name for one in open_worlds(table, seat)), outside)))
    ticks = [("half", "Half price", True)] if half_helps(table, seat) else []
    ally = table.ally(seat)
    ticks += [("ally_first", pays_first(ally), True)] if ally else []
    special = elite(seat)[1] if held.special or any(one.special for one in origins) else ""
    most = (held.normal, held.special)
    yield Half("ship", "Ship", ways, *most, special, origins, goals, tuple(ticks))


def _way(table: Table, seat: str, kind: str, offer: Offer) -> Way:
    free = (("land", ",".join("0" * 20)), ("city", ",".join("0" * 20)))
    rates = free if kind == SENT else _prices(table, seat, kind)
    blanks = {blank.name for blank in offer.blanks}
    return Way(kind, LABELS[kind], offer.name, rates, "origin" in blanks, "goal" in blanks)


@memoized
def _prices(table: Table, seat: str, kind: str) -> tuple[tuple[str, str], ...]:
    return tuple(_rates(table, seat, kind))


ONE_RATE = {OUT: (CITY,), HOME: (LAND,)}  # worlds cost what strongholds do (4.04.02)


def _rates(table: Table, seat: str, kind: str) -> Iterator[tuple[str, str]]:
    for rate in ONE_RATE.get(kind, (CITY, LAND)):
        for half in (False, True) if half_helps(table, seat) else (False,):
            name = f"{rate}-half" if half else rate
            yield name, ",".join(map(str, _by_number(table, seat, kind, rate == CITY, half)))


SOUNDED = (1, 3, ALL_FORCES)  # numbers of forces whose prices tell if a rate is a plain one


def _by_number(table: Table, seat: str, kind: str, city: bool, half: bool) -> list[int]:
    """Return the prices of 1, 2 and up to all forces.

    A rate is nearly always so much for two forces, rounded up; then four prices tell the rest. Otherwise each is asked.
    """

    def price(n: int) -> int:
        return ask(table, ShipmentPrice(Voyage(seat, n, kind, city, half))).value

    numbers, for_two = range(1, ALL_FORCES + 1), price(2)
    plain = [(n * for_two + 1) // 2 for n in numbers]
    return plain if all(plain[n - 1] == price(n) for n in SOUNDED) else [price(n) for n in numbers]


def _origins(table: Table, seat: str, *, on_foot: bool) -> Iterator[Origin]:
    """Yield where forces may come from: all that can leave a territory together, and each group of several alone."""
    for name in () if on_foot else [one.name for one in worlds(table)]:
        if group := invaders(table, name).get(seat):
            yield Origin(slug(name), name, group.normal, group.special)
    for place in dict.fromkeys(one.place for one in stands(table) if one.seat == seat):
        here = [one for one in stands(table, place) if one.seat == seat]
        sets = starts(table, seat, place) if on_foot else [outside_the_storm(table, seat, place)]
        most = max((one.group or Group() for one in sets), key=lambda group: group.total)
        sectors = max(len(one.sectors) for one in sets)
        if len(here) == 1 or sectors > 1:
            yield Origin(slug(place), place, most.normal, most.special)
        for one in here if len(here) > 1 else ():
            name = f"{slug(place)}-{one.sector}"
            yield Origin(name, place, one.group.normal, one.group.special, one.sector)


@lru_cache(maxsize=512)
def _worlds(names: tuple[str, ...], ways: str) -> Groups:
    """Return the homeworlds to ship to, under a heading of their own."""
    found = tuple(Goal(slug(name), name, ways, "", CITY, (), "", "", None) for name in names)
    return Groups((("Homeworlds", found),) if found else ())


def _limits(
    table: Table, seat: str, ways: Iterable[Way]
) -> tuple[tuple[Territory, ...], tuple[Landings, ...], tuple[tuple[str, Objection], ...], tuple[int, ...]]:
    """Return all that the list of places depends on: the territories, and what limits landings; if in none, spice."""
    here, places = occupied(table), on_board(table)
    by = tuple(landings(table, seat, way.id, here) for way in ways if way.to_board and way.id != OUT)
    return places, by, tuple(kept_out(table, seat).items()), spice_on(table)


@memoized
def spice_on(table: Table) -> tuple[int, ...]:
    """Return how much spice lies in each territory on the board."""
    return tuple(lying(table, one.name) for one in on_board(table))


@lru_cache(maxsize=512)
def _goals(
    places: tuple[Territory, ...],
    by: tuple[Landings, ...],
    shut: tuple[tuple[str, Objection], ...],
    spice: tuple[int, ...],
) -> Groups:
    """Return where to land, of these values alone: a tap that changes none of them computes nothing."""
    each, closed = zip(places, spice, strict=True), dict(shut)
    return _grouped(places, [_goal(one, by, closed.get(one.name) if closed else None, heap) for one, heap in each])


def _goal(one: Territory, by: tuple[Landings, ...], closed: Objection | None, spice: int) -> Goal:
    found: list[str] = []
    against: list[Objection] = []
    into = NO_SECTOR
    for limits in by:
        cell = cell_of(limits, one.name)
        wrong = not is_open(limits, cell)
        if wrong:
            against += landing(limits, cell)
        elif not closed:
            into = into if found else cell.sector
            found.append(limits.kind)
    first = against[0] if against else closed
    note, rule = ("", "") if found or first is None else (first.sentence, first.rule)
    shut = by[0].shut
    storm = "half are lost in the storm" if found and into in shut else ""
    return _made(one.name, shut, spice, tuple(found), lands=True, note=note or storm, rule=rule)


@lru_cache(maxsize=4096)
def _made(
    name: str, shut: frozenset[int], spice: int, ways: tuple[str, ...], *,
    origins: str = "", lands: bool = False, note: str = "", rule: str = "",
) -> Goal:  # fmt: skip
    rate = (CITY if is_enclosed(name) else LAND) if lands else ""
    sectors = tuple(cell.sector for cell in cells(name) if cell.sector not in shut)
    return Goal(
        slug(name), name, " ".join(ways), origins, rate, sectors if len(TERRITORIES[name].sectors) > 1 else (),
        str(spice or ""), note, chip(rule) if rule else None,
    )  # fmt: skip


def _grouped(places: Iterable[Territory], goals: Iterable[Goal]) -> Groups:
    """Return the places that are open first: strongholds, spice, the rest; then those that are closed."""
    strong = {slug(one.name) for one in places if one.ground == STRONGHOLD}
    groups: dict[str, list[Goal]] = {"Strongholds": [], "Where spice lies": [], "Elsewhere": [], "Not possible now": []}
    for one in goals:
        open_to = "Strongholds" if one.id in strong else "Where spice lies" if one.coin else "Elsewhere"
        groups[open_to if one.ways else "Not possible now"].append(one)
    return Groups((name, tuple(found)) for name, found in groups.items() if found)


# -- moving -------------------------------------------------------------------------------------------


def _move(table: Table, seat: str) -> Iterator[Half]:
    offered = next(iter(march(table, seat)), None)
    origins = tuple(_origins(table, seat, on_foot=True)) if offered else ()
    if not offered or not origins:
        return
    known = frozenset(place for place, _ in ask(table, PointsAt()).value)
    walks = tuple((one, on_foot(table, seat, one.name, one.leaves)) for one in origins)
    beside = frozenset(slug(name) for one in origins for name in near(table, one.name) - {one.name})
    goals = _on_foot(on_board(table), spice_on(table), closed_sectors(table), known, walks, beside)
    special = elite(seat)[1] if any(one.special for one in origins) else ""
    way = Way("move", "Move", offered.name, from_board=True)
    most = max(one.normal for one in origins), max(one.special for one in origins)
    last = moves_left(table, seat) == 1
    ticks = (("done", "This ends my turn", seat in shipments(table).made),) if last else ()
    yield Half("move", "Move", (way,), *most, special, origins, goals, ticks)


@lru_cache(maxsize=512)
def _on_foot(
    places: tuple[Territory, ...],
    spice: tuple[int, ...],
    shut: frozenset[int],
    known: frozenset[str],
    walks: tuple[tuple[Origin, frozenset[Cell]], ...],
    beside: frozenset[str],
) -> Groups:
    """Return where to move, of these values alone, the nearest first: most moves go one territory far.

    What lies beside the map where nobody told is open to all.
    """

    told = known.union(one.name for one in places if cells(one.name))
    goals = []
    for one, heap in zip(places, spice, strict=True):
        reached = [
            o.id
            for o, found in walks
            if (o.name != one.name or o.leaves)
            and not (o.name in told and one.name in told and found.isdisjoint(ends(one.name)))
        ]
        if reached:
            goals.append(_made(one.name, shut, heap, ("move",), origins=" ".join(reached)))
    first = tuple(goal for goal in goals if goal.id in beside)
    far = [goal for goal in goals if goal.id not in beside]
    if not first or not far:
        return _grouped(places, goals)
    return Groups((("One territory away", first), *_grouped(places, far)))
