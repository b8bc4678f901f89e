"""Answers on where one may ship and move now, or why not yet."""

from __future__ import annotations

from dataclasses import replace

from referee.board.forces import RESERVES, Group, forces_in
from referee.board.standing import near, positions_kept
from referee.board.territories import is_enclosed, on_board
from referee.holdings.purse import spice_of
from referee.kernel import Command, Objection, Table, ask, count, listed, say, together
from referee.offers.answers import OTHER_PHASE, Asked, Reply, about_a_seat, answers, may
from referee.phases.shipment.marching import MoveForces, places_of
from referee.phases.shipment.prices_and_permissions import DOWN, SENT, MayShip, ShipmentPrice, Voyage
from referee.phases.shipment.shipping import Send, Ship
from referee.phases.shipment.where_to import LandingRange

SHIPPING, MOVING, NOT_YOURS = "1.06.03", "1.06.05", "NOT_YOUR_TURN"
FULL, PRICE = "1.06.03.05", "1.06.03.01"


def _shipment(table: Table, seat: str, place: str) -> Command:
    by_guild = ask(table, MayShip(seat, DOWN)).value
    return Ship(seat, 1, place) if by_guild else Send(seat, 1, place)


def _of_the_place(table: Table, seat: str) -> tuple[dict[str, list[Objection]], set[str]]:
    """Return what is said against a shipment to each territory, and what of that is said against all."""
    wrong = {
        place: [*_shipment(table, seat, place).objections(table)]
        for place in sorted(land.name for land in on_board(table))
    }
    sentences = [{objection.sentence for objection in objections} for objections in wrong.values()]
    return wrong, set.intersection(*sentences)


@answers
@about_a_seat
def where_to_ship(asked: Asked, table: Table, seat: str) -> Reply | None:
    wrong, always = _of_the_place(table, seat)
    shut = [place for place, objections in wrong.items() if {objection.sentence for objection in objections} - always]
    rules = dict.fromkeys(
        objection.rule for place in shut for objection in wrong[place] if objection.sentence not in always
    )
    kind = DOWN if ask(table, MayShip(seat, DOWN)).value else SENT
    near = ask(table, LandingRange(seat, kind))
    if near.value:
        words = say("To {places}.", places=listed([place for place in wrong if place not in shut], "or"))
        return Reply(words, (*near.because, *rules))
    words = say("Anywhere except {places}.", places=listed(shut, "or")) if shut else "Anywhere on the board."
    return Reply(words, (*rules, SHIPPING))


@answers
def most_to_ship(asked: Asked, table: Table) -> Reply | None:
    """Return how many forces the asker can ship, by reserves and purse: to a place, or to any."""
    seat = asked.seat
    back, own = (forces_in(table, seat, RESERVES), spice_of(table, seat)) if seat else (None, None)
    if back is None or own is None or not ask(table, MayShip(seat, DOWN)).value:
        return None
    there, open_ground = (most_for(table, seat, back.total, own, shut) for shut in (True, False))
    if asked.place:
        many = there if is_enclosed(asked.place) else open_ground
        return Reply(
            say("At most {forces} to {place}.", forces=count(many, "force"), place=asked.place), (PRICE, "4.99.12")
        )
    if there == open_ground:
        return Reply(say("At most {forces}.", forces=count(there, "force")), (PRICE, "4.99.12"))
    slots = {"forces": count(there, "force"), "n": open_ground}
    return Reply(say("At most {forces} to a stronghold, {n} elsewhere.", **slots), (PRICE, "4.99.12"))


def most_for(table: Table, seat: str, most: int, spice: int, stronghold: bool) -> int:
    """Return how many of ``most`` forces this spice ships, to a stronghold or elsewhere."""
    prices = ((n, ask(table, ShipmentPrice(Voyage(seat, n, DOWN, stronghold))).value) for n in range(1, most + 1))
    return max((n for n, price in prices if price <= spice), default=0)


@answers
def may_ship_now(asked: Asked, table: Table) -> Reply | None:
    if not asked.seat:
        return None
    wrong, always = _of_the_place(table, asked.seat)
    clear = next(
        (place for place, objections in wrong.items() if not {objection.sentence for objection in objections} - always),
        "",
    )
    if not clear:
        return None
    return may(_shipment(table, asked.seat, clear), table, "Nothing is against it now.", (SHIPPING, "1.06.01"))


def against_all(table: Table, move: MoveForces) -> list[Objection]:
    """Return what speaks against a move but that its time has not come."""
    return [one for one in move.objections(table) if one.rule != OTHER_PHASE and one.code != NOT_YOURS]


def moves(table: Table, seat: str, origin: str, asked: Asked) -> list[MoveForces]:
    """Return the moves of so many forces from a territory, of one if none are named, ordinary or starred."""
    there, many = forces_in(table, seat, origin) or Group(), asked.number or 1
    starred = {max(0, many - there.normal), min(many, there.special)} if there.special else {0}
    return [MoveForces(seat, many - n, origin, asked.place, n) for n in sorted(starred)]


@answers
def may_move_now(asked: Asked, table: Table) -> Reply | None:
    """Return whether some move is open, by the moves of one force to each neighbouring territory."""
    origins = places_of(table, asked.seat) if asked.seat else ()
    if not origins:
        return None
    ways = [
        (origin, replace(asked, place=goal)) for origin in origins for goal in sorted(near(table, origin) - {origin})
    ]
    every = [move for origin, to in ways for move in moves(table, asked.seat, origin, to)]
    if not every:
        return None
    least = min(every, key=lambda move: len([*move.objections(table)]))
    return may(least, table, "Nothing is against it now.", (MOVING, "1.06.01"))


@answers
@about_a_seat
def is_it_full(asked: Asked, table: Table, seat: str) -> Reply | None:
    """Return whether a stronghold has room for the asker, or on the table screen for another faction."""
    full = [one for one in _shipment(table, seat, asked.place).objections(table) if one.rule.startswith(FULL)]
    if full:
        return Reply(together(["Yes.", full[0].sentence]), (full[0].rule, SHIPPING))
    return Reply(together(["No.", say("There is room in {place}.", place=asked.place)]), (FULL, SHIPPING))


@answers
def may_move_there(asked: Asked, table: Table) -> Reply | None:
    seat = asked.seat
    held = places_of(table, seat) if seat else ()
    if seat and not held and positions_kept(table):
        return Reply(together(["No.", say("{seat:The has} no forces on the board.", seat=asked.name(seat))]), (MOVING,))
    if asked.origin in {"", *held}:
        asked, origins = asked, [asked.origin] if asked.origin else [place for place in held if place != asked.place]
    else:  # "to Arrakeen from Carthag"
        asked, origins = replace(asked, place=asked.origin), [place for place in held if place == asked.place]
    if not origins:
        return None
    every = [move for place in origins for move in moves(table, seat, place, asked)]
    clear = [move for move in every if not against_all(table, move)]
    if not clear:
        return may(every[0], table, "", (MOVING,))
    words = say("From {places} it is in reach.", places=listed([*dict.fromkeys(move.origin for move in clear)], "or"))
    return may(clear[0], table, words, (MOVING, "1.06.05.03"))
