"""Shipment and movement of a stand-in: where, how many, at what price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import Group, forces_in
from referee.board.territories import TERRITORIES, is_stronghold
from referee.kernel import Command, ask
from referee.offers.offer import Offer
from referee.phases.shipment.by_the_map import on_foot
from referee.phases.shipment.marching import MoveForces, places_of
from referee.phases.shipment.prices_and_permissions import DOWN, ShipmentPrice
from referee.phases.shipment.shipping import Send, Ship
from referee.stand_in.forms import is_legal
from referee.stand_in.ground import Ground, dear, draws, left, reserves
from referee.stand_in.sight import Sight

NUMBERS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15)
KEEPS, POOR = 2, 4  # spice that is never shipped with, but by who has so little that charity helps on
RESERVE = 0.15  # what a force is worth that stays in the reserves


def shipments(sight: Sight, made: Iterable[Offer], ground: Ground) -> Iterator[tuple[float, Command]]:
    """Yield shipments from the reserves with what they bring, less their price."""
    here, purse, each = reserves(sight), sight.spice - (KEEPS if sight.spice > POOR else 0), dear(sight)
    for offer in made:
        if offer.command not in (Ship, Send) or dict(offer.fixed).get("kind", DOWN) != DOWN:
            continue
        goals = next((blank.choices for blank in offer.blanks if blank.name == "goal"), ())
        places = dict.fromkeys(choice[0] for choice in goals if choice[0] in TERRITORIES)
        for place in (one for one in places if offer.command is Send or draws(sight, one)):
            before, fights = sight.force(place), is_stronghold(place) and bool(sight.foes(place))
            found = list[tuple[float, Command]]()
            for many in NUMBERS:
                group = _mixed(here, many, best=fights)
                if group.total < many:
                    continue
                after, command = before.plus(group), _landing(sight, offer, place, group)
                price = 0 if isinstance(command, Send) else ask(sight.own, ShipmentPrice(command.voyage)).value
                if price > purse:
                    break
                gain = ground.gain(place, before, after, price)
                found.append((gain - RESERVE * left(sight.own) * many - each * price, command))
            if any(gain > 0 for gain, _ in found) and _lands(sight, offer, place, here):
                yield from found


def _lands(sight: Sight, offer: Offer, place: str, here: Group) -> bool:
    """Return True if the seat may ship one force to a place in this way."""
    return is_legal(sight, _landing(sight, offer, place, _mixed(here, 1, best=False)))


def _landing(sight: Sight, offer: Offer, place: str, group: Group) -> Send | Ship:
    """Return the command of this form that brings these forces to a place."""
    if offer.command is Send:
        return Send(sight.seat, group.normal, place, group.special)
    return Ship(sight.seat, group.normal, place, special=group.special)


def _mixed(held: Group, many: int, *, best: bool) -> Group:
    """Return so many forces of those held: special ones first where they will fight, else last."""
    special = min(held.special, many if best else max(0, many - held.normal))
    return Group(min(held.normal, many - special), special)


def marches(sight: Sight, ground: Ground) -> Iterator[tuple[float, Command]]:
    """Yield moves on foot with what they bring: the goal's gain less what is given up where they stand."""
    for origin in places_of(sight.own, sight.seat):
        held = forces_in(sight.own, sight.seat, origin) or Group()
        fight = sight.force(origin)
        if held.total <= 0:
            continue
        goals = {cell.territory for cell in on_foot(sight.own, sight.seat, origin)} - {origin}
        for many in dict.fromkeys((held.total, held.total - 1, held.total - 2, held.total - 4, (held.total + 1) // 2)):
            if many <= 0:
                continue
            group = _mixed(held, many, best=True)
            left = ground.gain(origin, fight, fight.plus(group, -1).floored)
            for place in sorted(goals):
                before = sight.force(place)
                gain = ground.gain(place, before, before.plus(group)) + left - 0.2
                yield gain, MoveForces(sight.seat, group.normal, origin, place, special=group.special)
