"""The homeworld Ecaz: spice for poison weapons, another way to win, and who occupies it has Duke Vidal.

That the opponent says who fights while it is low stands with the pair's battles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.worlds import Sides, World, WorldOccupied, is_high, occupier, world, worlds
from referee.common.factions import FACTIONS
from referee.common.turn import TurnBegan
from referee.factions.ecaz import ME, VIDAL, WORLD, WORLD_RULE
from referee.factions.ecaz.pair_holds import both_in
from referee.factions.ecaz.vidal import PRICE
from referee.holdings.hands import CardDiscarded, CardKind
from referee.holdings.leaders import noted
from referee.holdings.ledger import pay
from referee.holdings.shared_discs import (
    DiscDied,
    DiscSetAside,
    MayTakeDisc,
    in_the_tanks,
    shared_discs,
    taken,
    who_has,
)
from referee.kernel import BANK, Chance, Event, Table, adds, after, ask, card_name, phrase, ruling, say
from referee.phases.mentat.victory import Side, Winners, side_of
from referee.phases.revival.leaders import FurtherDiscs, LeaderPrice, MayRevive

SPICE, TOGETHER, WORLDS_OF = 3, 1, 2
POISON = "weapon, poison"
DISCARDED = phrase("spice.ecaz_world", "for discarding {card}")
world(
    World(
        *(WORLD, ME, WORLD_RULE, 7, (2, 2), 2),
        does=Sides(
            "3 spice for each poison weapon you discard. Your alliance also wins with 1 stronghold held together and "
            "the worlds of 2 others occupied.",
            "Where you and your ally stand together, your opponent says who of the two fights.",
            say("The occupier has {leader} and may revive him.", leader=VIDAL),
        ),
    ),
    __name__,
)


@after(CardDiscarded, rule=WORLD_RULE)
def for_poison(event: CardDiscarded, table: Table, chance: Chance) -> Iterable[Event]:
    if event.seat == ME and is_high(table, WORLD) and ask(table, CardKind(event.card)).value == POISON:
        yield from pay(BANK, ME, SPICE, DISCARDED(card=card_name(event.card)), (WORLD_RULE,))


@adds(Winners, rule=WORLD_RULE)
def with_two_worlds(question: Winners, table: Table) -> Iterable[Side]:
    pair = side_of(table, ME) if ME in table.seats and is_high(table, WORLD) else ()
    owners = {one.owner for one in worlds(table) if len(pair) > 1 and occupier(table, one.name) in pair} - {*pair}
    return (pair,) if len(owners) >= WORLDS_OF and len(both_in(table)) >= TOGETHER else ()


# -- Duke Vidal ---------------------------------------------------------------------------------------


def _captive(table: Table) -> bool:
    """Return True if somebody captured him, but for who occupies the world."""
    seat = who_has(table, VIDAL)
    return bool(seat) and VIDAL not in FACTIONS[seat].shared and seat != occupier(table, WORLD)


def _goes_to(table: Table, seat: str) -> Iterator[Event]:
    if VIDAL not in shared_discs(table):
        return
    if in_the_tanks(table, VIDAL):
        yield from noted(table, seat)
        yield DiscDied(VIDAL, seat)
    elif who_has(table, VIDAL) != seat and not _captive(table):
        yield from taken(table, seat, VIDAL, WORLD_RULE)


@after(WorldOccupied, rule=WORLD_RULE)
def he_goes_with_the_world(event: WorldOccupied, table: Table, chance: Chance) -> Iterable[Event]:
    if event.world != WORLD:
        return
    if event.seat:
        yield from _goes_to(table, event.seat)
    elif VIDAL in shared_discs(table) and in_the_tanks(table, VIDAL):
        yield from noted(table, ME)
        yield DiscDied(VIDAL, ME)
    elif event.before and who_has(table, VIDAL) == event.before:
        yield DiscSetAside(VIDAL, (WORLD_RULE,))


@after(TurnBegan, rule=WORLD_RULE)
def and_is_there_again(event: TurnBegan, table: Table, chance: Chance) -> Iterable[Event]:
    """After a battle he was set aside."""
    seat = occupier(table, WORLD)
    if seat and not in_the_tanks(table, VIDAL):
        yield from _goes_to(table, seat)


@ruling(MayTakeDisc, rule=WORLD_RULE, leader=VIDAL)
def nobody_else_takes_him(question: MayTakeDisc, table: Table, so_far: bool) -> bool | None:
    seat = occupier(table, WORLD)
    return False if seat and question.seat != seat else None


@ruling(MayRevive, rule=WORLD_RULE, leader=VIDAL)
def the_occupier_revives_him(question: MayRevive, table: Table, so_far: bool) -> bool | None:
    seat = occupier(table, WORLD)
    return question.seat == seat if seat else None


@adds(FurtherDiscs, rule=WORLD_RULE)
def where_he_lies_for_them(question: FurtherDiscs, table: Table) -> Iterable[str]:
    theirs = question.seat != ME and occupier(table, WORLD) == question.seat
    return (VIDAL,) if theirs and in_the_tanks(table, VIDAL) else ()


@ruling(LeaderPrice, rule=WORLD_RULE, leader=VIDAL)
def for_the_same_price(question: LeaderPrice, table: Table, so_far: int) -> int | None:
    seat = occupier(table, WORLD)
    return PRICE if seat and question.seat == seat and so_far == question.strength else None
