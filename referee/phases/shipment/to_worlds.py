"""Shipping to a homeworld: to another's, but not to an ally's; from one only as forces cross the board."""

from __future__ import annotations

from collections.abc import Iterator

from referee.board.worlds import World, whose_world, world_of, worlds
from referee.common.factions import named
from referee.kernel import Objection, Table, ask, say
from referee.phases.shipment.prices_and_permissions import ACROSS, ACROSS_HOME, DOWN, MayShip

SHIPS_TO = "4.04.02"


def open_worlds(table: Table, seat: str, *, across: bool = False) -> tuple[World, ...]:
    """Return the worlds to which a faction may ship, from its reserves or ``across``."""
    shut = {table.ally(seat)} if across and ask(table, MayShip(seat, ACROSS_HOME)).value else {seat, table.ally(seat)}
    return tuple(world for world in worlds(table) if world.owner not in shut)


def against_world(table: Table, seat: str, kind: str, place: str, *, leaves: bool) -> Iterator[Objection]:
    """Object to a shipment to a world, or from one."""
    world = world_of(table, place)
    if world is None:
        words = say("{place} is no homeworld of this game. Choose one from the list.", place=place or "That")
        yield Objection(SHIPS_TO, words, firm=True)
    elif kind == DOWN:
        yield Objection(
            SHIPS_TO, say("{place} is a homeworld. Choose Ship to another world.", place=place), "BAD_INPUT", firm=True
        )
    elif world.owner == seat and (leaves or not (kind == ACROSS and ask(table, MayShip(seat, ACROSS_HOME)).value)):
        words = "Your reserves leave their world by a shipment from the reserves."
        back = say("{place} is your own world. Forces come back there by revival.", place=place)
        yield Objection(SHIPS_TO, words if leaves else back, "NOT_ELIGIBLE")
    elif not leaves and world.owner == table.ally(seat):
        words = say(
            "You cannot ship to {world}: {owner:is} your ally.", world=whose_world(world), owner=named(world.owner)
        )
        yield Objection(SHIPS_TO, words, "NOT_ELIGIBLE")
