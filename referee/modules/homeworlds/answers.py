"""Answers on homeworlds: may one ship there, for how much, which side is up, and who occupies them."""

from __future__ import annotations

from referee.board.forces import in_words
from referee.board.worlds import WORLDS, invaders, natives, occupier, world_of, worlds
from referee.common.factions import named
from referee.holdings.purse import spice_of
from referee.kernel import Table, ask, count, listed, say, together
from referee.modules.homeworlds import RULE, SHIPS, SIDES, about
from referee.modules.homeworlds.occupation import RULE as OCCUPIES
from referee.offers.answers import Asked, Reply, answers_if, may, names
from referee.phases.shipment.prices_and_permissions import OUT, ShipmentPayee, ShipmentPrice, Voyage
from referee.phases.shipment.shipping import Ship

answers = answers_if(worlds, Reply("This table plays without homeworlds.", (RULE,)))


def _names() -> dict[str, str]:
    words = {word: name for name in WORLDS for word in name.lower().split() if len(word) > 4}
    return {**words, **{name: name for name in WORLDS}}


names("world", _names)


def _not_here(table: Table, name: str) -> Reply | None:
    """Return why there is nothing to say of a world at this table."""
    owner = WORLDS[name].owner
    return (
        None
        if world_of(table, name)
        else Reply(say("{name} is not played: {owner:'s} world.", name=name, owner=named(owner)), (RULE,))
    )


@answers
def may_ship_to_world(asked: Asked, table: Table) -> Reply | None:
    seat = asked.about(table)
    if (wrong := _not_here(table, asked.world)) or not seat:
        return wrong
    forces = asked.number or 1
    cost = ask(table, ShipmentPrice(Voyage(seat, forces, OUT, True)))
    words = say(
        "The price for {forces} to {place} is {n}.", forces=count(forces, "force"), place=asked.world, n=cost.value
    )
    return may(Ship(seat, forces, asked.world, kind=OUT), table, words, (SHIPS, *cost.because))


@answers
def price_to_world(asked: Asked, table: Table) -> Reply | None:
    seat = asked.about(table)
    if (wrong := _not_here(table, asked.world)) or not seat:
        return wrong
    forces = asked.number or 1
    voyage = Voyage(seat, forces, OUT, True)
    cost, payee = ask(table, ShipmentPrice(voyage)), ask(table, ShipmentPayee(voyage))
    own = spice_of(table, seat) if seat == asked.seat else None
    purse = "" if own is None else say("You have {n}.", n=own)
    words = say(
        "{n} spice for {forces} to {place}, to {payee}.",
        n=cost.value,
        forces=count(forces, "force"),
        place=asked.world,
        payee=named(payee.value),
    )
    return Reply(together([words, purse]), (SHIPS, *cost.because, *payee.because))


@answers
def who_occupies_world(asked: Asked, table: Table) -> Reply | None:
    if wrong := _not_here(table, asked.world):
        return wrong
    one, seat = WORLDS[asked.world], occupier(table, asked.world)
    held = natives(table, one)
    there = {**({one.owner: held} if held and held.total else {}), **invaders(table, one.name)}
    stand = listed(
        [say("{seat} with {forces}", seat=asked.name(who), forces=in_words(group, who)) for who, group in there.items()]
    )
    words = (
        say("{seat:The occupies} {name}.", seat=asked.name(seat), name=one.name)
        if seat
        else say("Nobody occupies {name}.", name=one.name)
    )
    there_are = say("There are {stands}.", stands=stand) if stand else "Nobody is there."
    return Reply(together([words, there_are]), (OCCUPIES,))


@answers
def side_of_world(asked: Asked, table: Table) -> Reply | None:
    wrong = _not_here(table, asked.world)
    return wrong or Reply(together([*about(table, asked.world)]), (SIDES, WORLDS[asked.world].rule))


@answers
def side_of_own_world(asked: Asked, table: Table) -> Reply | None:
    mine = [world for world in worlds(table) if world.owner == asked.about(table)]
    if not mine:
        return None
    told = [sentence for one in mine for sentence in about(table, one.name)]
    return Reply(together(told), (SIDES, *(one.rule for one in mine)))
