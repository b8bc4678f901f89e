"""Homeworlds, a module of the third box: who may ship there, what natives add in battle, and what a low world gives.

The worlds by name, and what each does, stand in the rooms of their factions; ``board/worlds`` says which side is up.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from referee.agreements.alliances import MayAlly
from referee.board.worlds import (
    HOMEWORLDS,
    LOW,
    WORLDS,
    is_low,
    natives,
    occupied_by,
    occupier,
    occupies,
    side_up,
    whose_world,
    worlds,
)
from referee.common.boxes import in_play
from referee.common.factions import elite, named
from referee.holdings.ledger import pay
from referee.kernel import BANK, Chance, Event, Table, adds, after, phrase, ruling, say
from referee.offers.offer import BehindShield, Kept
from referee.phases.charity import CharityClaimed
from referee.phases.revival.limits_and_prices import FreeOnSheet
from referee.phases.shipment.prices_and_permissions import OUT, MayAccompany, MayShip

RULE, SIDES, SHIPS = "4.04", "4.04.01", "4.04.02"
NO_ALLIANCE, HELPS, NO_TERRITORY = "4.04.06", "4.04.07", "4.04.08"
ONE_MORE = 1
LOW_CHARITY = phrase("spice.low_world", "Charity of a low homeworld")


@ruling(MayShip, rule=SHIPS)
def to_another_world(question: MayShip, table: Table, so_far: bool) -> bool | None:
    """Fremen too, who never ship to Arrakis."""
    return True if question.kind == OUT and in_play(table, HOMEWORLDS) else None


@ruling(MayAccompany, rule=NO_TERRITORY)
def no_advisor_there(question: MayAccompany, table: Table, so_far: bool) -> bool | None:
    return False if question.goal in WORLDS else None


# -- the low side -------------------------------------------------------------------------------------


def low_worlds(table: Table, seat: str) -> list[str]:
    """Return the low worlds of a faction that help it."""
    return [one.name for one in worlds(table) if one.owner == seat and not one.starred and is_low(table, one.name)]


@ruling(FreeOnSheet, rule=HELPS)
def one_more_comes_free(question: FreeOnSheet, table: Table, so_far: int) -> int | None:
    return so_far + ONE_MORE if low_worlds(table, question.seat) else None


@after(CharityClaimed, rule=HELPS)
def one_more_of_charity(event: CharityClaimed, table: Table, chance: Chance) -> Iterable[Event]:
    if low_worlds(table, event.seat):
        yield from pay(BANK, event.seat, ONE_MORE, LOW_CHARITY(), (HELPS,))


# -- occupiers are no allies --------------------------------------------------------------------------


@ruling(MayAlly, rule=NO_ALLIANCE)
def not_with_an_occupier(question: MayAlly, table: Table, so_far: str) -> str | None:
    for one, other in ((question.one, question.other), (question.other, question.one)):
        if occupies(table, one, other):
            world = next(w for w in worlds(table) if w.owner == other and occupier(table, w.name) == one)
            return say("{seat:The occupies} {world}. They cannot be allies.", seat=named(one), world=whose_world(world))
    return None


# -- on the owner's phone -----------------------------------------------------------------------------


def about(table: Table, name: str) -> tuple[str, ...]:
    """Return in sentences which side of a world is up, who occupies it, and what follows."""
    one = WORLDS[name]
    held = natives(table, one)
    counted = (held.special if one.starred else held.total) if held is not None else None
    return _about(name, side_up(table, name), occupier(table, name), counted)


@lru_cache(maxsize=256)
def _about(name: str, side: str, seat: str, counted: int | None) -> tuple[str, ...]:
    one = WORLDS[name]
    of = {"name": name, "side": side, "high": one.high, "n": counted}
    if one.starred:
        of["kind"] = elite(one.owner)[1]
        words = "{name} is {side}: {high} {kind} needed.", "{name} is {side}: {n} {kind}, {high} needed."
    else:
        words = "{name} is {side}: {high} reserves needed.", "{name} is {side}: {n} reserves, {high} needed."
    lines = [say(words[counted is not None], **of)]
    lines += [one.does.high if side != LOW else one.does.low]
    if side == LOW and not one.starred:
        lines.append("1 more free revival and 1 more spice of charity.")
    if seat:
        lines.append(say("{seat:The occupies} it.", seat=named(seat)))
        lines.append(one.does.occupied)
    return tuple(line for line in lines if line)


@adds(BehindShield, rule=RULE)
def your_worlds(question: BehindShield, table: Table) -> Iterable[Kept]:
    own = [world.name for world in worlds(table) if world.owner == question.seat]
    held = occupied_by(table, question.seat)
    for name in own:
        yield Kept(
            say("Your world {name}", name=name),
            about(table, name),
            SIDES,
            opened=say("World {name}", name=name),
            kind="occupied",
            things=(name,),
        )
    for name in held:
        one = WORLDS[name]
        pays = say("{n} spice in Collection.", n=one.income) if one.income else ""
        lines = tuple(line for line in (pays, one.does.occupied) if line)
        yield Kept(
            say("You occupy {name}", name=name),
            lines or ("You occupy it.",),
            one.rule,
            kind="occupied",
            things=(name,),
        )
