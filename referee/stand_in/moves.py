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
from referee.stand_in.ground import Ground, reserves
from referee.stand_in.sight import Sight

NUMBERS = (1, 2, 3, 4, 5, 6, 8)
KEEPS = 2  # spice that is never shipped with


def shipments(sight: Sight, made: Iterable[Offer], ground: Ground) -> Iterator[tuple[float, Command]]:
    """Yield shipments from the reserves with what they bring, less their price."""
    here, purse = reserves(sight), max(0, sight.spice - KEEPS)
    for offer in made:
        if offer.command not in (Ship, Send) or dict(offer.fixed).get("kind", DOWN) != DOWN:
            continue
        goals = next((blank.choices for blank in offer.blanks if blank.name == "goal"), ())
        for place in (choice[0] for choice in goals if choice[0] in TERRITORIES):
            if not ground.worth(place, sight.strength(place) + 1) > 0 or not _lands(sight, offer, place, here):
                continue
            before, fights = sight.strength(place), is_stronghold(place) and bool(sight.foes(place))
            for many in NUMBERS:
                group, gain = _mixed(here, many, best=fights), ground.gain(place, before, before + many) - 0.25 * many
                if group.total < many or gain <= 0:
                    continue
                command = _landing(sight, offer, place, group)
                if isinstance(command, Send):
                    yield gain, command
                    continue
                price = ask(sight.own, ShipmentPrice(command.voyage)).value
                if price <= purse:
                    yield gain - 0.45 * price, command


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
        fight = sight.strength(origin)
        if held.total <= 0:
            continue
        goals = {cell.territory for cell in on_foot(sight.own, sight.seat, origin)} - {origin}
        for many in dict.fromkeys((held.total, held.total - 1, held.total - 2, (held.total + 1) // 2)):
            if many <= 0:
                continue
            left = ground.gain(origin, fight, max(0, fight - many))
            group = _mixed(held, many, best=True)
            for place in sorted(goals):
                before = sight.strength(place)
                gain = ground.gain(place, before, before + many) + left - 0.2
                yield gain, MoveForces(sight.seat, group.normal, origin, place, special=group.special)
