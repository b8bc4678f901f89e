"""Who occupies a world, and what that pays.

Option E35 decides when an occupation begins and ends. It is looked at whenever forces come or go, and as a turn begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.board.entries import ForcesEntered
from referee.board.forces_counted import ForcesSetDown, ForcesToTanks
from referee.board.worlds import (
    HOMEWORLDS,
    PRINTED,
    WORLDS,
    Occupations,
    World,
    WorldOccupied,
    WorldPaid,
    invaders,
    natives,
    occupier,
    worlds,
)
from referee.common.factions import named
from referee.common.things import EXPLAINED, Does, Explained, Holds, Thing, owned_in_the_open
from referee.common.turn import OfTurn, PhaseBegan, TurnBegan, in_phase, of_turn
from referee.holdings.ledger import pay, too_dear
from referee.holdings.purse import afforded
from referee.kernel import (
    BANK,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    after,
    listed,
    option,
    phrase,
    say,
    setting,
    together,
)
from referee.modules.homeworlds import SIDES, about
from referee.offers.offer import Blank, Offer, Offers
from referee.offers.what_now import Says, WhatNow
from referee.phases.battle.events import BattleEnded
from referee.phases.revival.limits_and_prices import ForcesRevived
from referee.phases.shipment.prices_and_permissions import ShipmentReturned

RULE, PAYS = "4.04.04", "4.04.05"
PHASE = "spice_collection"
INCOME_OF = phrase("spice.of_world", "Income from {place}")
SHARED = phrase("spice.of_world_shared", "Part of the income of a homeworld")
LASTS = option(
    "E35",
    "4.96.35",
    "When an occupation begins and ends",
    ("turn", "For the turn", "Alone there at any moment, or there as a turn begins: occupier for that turn."),
    ("stays", "While forces stay", "Alone there once, and until the last of these forces is gone."),
)


class OccupationsNoted(Event, because=(RULE,)):
    """Who occupied which worlds when the referee joined."""

    of: Public[tuple[tuple[str, str], ...]]

    def apply(self, table: Table) -> None:
        table.put(Occupations(dict(self.of)))


def occupations(table: Table) -> dict[str, str]:
    return {world.name: seat for world in worlds(table) if (seat := occupier(table, world.name))}


OCCUPIED = owned_in_the_open("occupied", HOMEWORLDS, PRINTED, OccupationsNoted, occupations)
EXPLAINED["occupied"] = Explained(
    "Homeworlds",
    lambda: {one.name: Does(one.rule) for one in WORLDS.values()},
    "world",
    now=lambda table, world: (Holds(words, SIDES) for words in about(table, world.name)),
)


@OCCUPIED.on_paper("occupied", RULE, "name", "seat")
def as_they_are_occupied(table: Table, occupied: Iterable[Thing]) -> str:
    by = [say("{place} by {seat}", place=one.name, seat=named(one.seat)) for one in occupied]
    return say("Occupied worlds: {worlds}", worlds=listed(by, ","))


def alone(table: Table, one: World) -> str:
    """Return whose forces are alone on a world that is not theirs, "" for nobody's."""
    there, home = [*invaders(table, one.name)], natives(table, one)
    return there[0] if len(there) == 1 and home is not None and not home.total else ""


def _now(table: Table) -> Iterator[Event]:
    for world in worlds(table):
        seat, before = alone(table, world), occupier(table, world.name)
        if seat and seat != before:
            yield WorldOccupied(world.name, seat, before)
        elif before and setting(table, LASTS) == "stays" and before not in invaders(table, world.name):
            yield WorldOccupied(world.name, "", before)


def somebody_came_or_went(event: Event, table: Table, chance: Chance) -> Iterable[Event]:
    return _now(table)


for _kind in (ForcesEntered, ForcesSetDown, ForcesToTanks, ForcesRevived, ShipmentReturned, BattleEnded):
    after(_kind, rule=RULE)(somebody_came_or_went)


@after(TurnBegan, rule=RULE)
def as_a_turn_begins(event: TurnBegan, table: Table, chance: Chance) -> Iterable[Event]:
    """Of several invaders beside each other none is the occupier, unless it was before."""
    if setting(table, LASTS) == "stays":
        yield from _now(table)
        return
    for world in worlds(table):
        there, before = [*invaders(table, world.name)], occupier(table, world.name)
        seat = there[0] if len(there) == 1 else before if before in there else ""
        if seat != before:
            yield WorldOccupied(world.name, seat, before)


# -- income -------------------------------------------------------------------------------------------


@after(PhaseBegan, rule=PAYS)
def worlds_pay(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    for world in worlds(table) if event.phase == PHASE else ():
        if world.income and (seat := occupier(table, world.name)):
            yield from pay(BANK, seat, world.income, INCOME_OF(place=world.name), (PAYS,))
            yield WorldPaid(world.name, seat)


def drawn(table: Table, seat: str) -> int:
    """Return what a faction gets from worlds in this Collection."""
    return sum(world.income for world in worlds(table) if occupier(table, world.name) == seat)


class SharedIncome(OfTurn):
    """How much of its worlds' income each faction gave to its ally in this turn."""

    given: dict[str, int] = field(default_factory=dict)


class IncomeShared(SeatEvent, because=(PAYS,)):
    amount: Public[int]

    def apply(self, table: Table) -> None:
        made = table.put(of_turn(table, SharedIncome))
        made.given[self.seat] = made.given.get(self.seat, 0) + self.amount


def _left(table: Table, seat: str) -> int:
    """Return how much of it a faction may still give to its ally."""
    mine = drawn(table, seat) if table.phase == PHASE and table.ally(seat) else 0
    return max(0, mine - of_turn(table, SharedIncome).given.get(seat, 0))


class ShareIncome(SeatCommand, by="both", waits=True):
    """Give some of what occupied worlds paid to one's ally at once."""

    amount: int

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, PHASE)
        left = _left(table, self.seat)
        if not 0 < self.amount <= left:
            give = say("Give up to {n}.", n=left) if left else "Nothing of it is left to give."
            words = together(["Only the income of worlds you occupy goes to your ally like this.", give])
            yield Objection(PAYS, words, "NOT_ELIGIBLE", firm=True)
        else:
            yield from too_dear(table, self.seat, self.amount, PAYS)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        ally = table.ally(self.seat)
        if ally and (yield from afforded(table, {self.seat: self.amount}, (PAYS,))):
            yield IncomeShared(self.seat, self.amount)
            yield from pay(self.seat, ally, self.amount, SHARED(), (PAYS,))


@adds(Offers, rule=PAYS, phase=PHASE)
def for_the_ally(question: Offers, table: Table) -> Iterable[Offer]:
    left, ally = _left(table, question.seat) if question.seat else 0, table.ally(question.seat)
    if left and ally:
        paid = listed([one.name for one in worlds(table) if one.income and occupier(table, one.name) == question.seat])
        blank = Blank("amount", "Spice", "number", 1, left, str(left))
        yield Offer(ShareIncome, say("Give {ally} spice from {worlds}", ally=named(ally), worlds=paid), PAYS, (blank,))


@adds(WhatNow, rule=PAYS)
def what_worlds_paid(question: WhatNow, table: Table) -> Iterable[Says]:
    for world in worlds(table) if table.phase == PHASE else ():
        if world.income and (seat := occupier(table, world.name)):
            words = "{seat:The occupies} {world}: {n} from the bank."
            yield Says(say(words, seat=named(seat), world=world.name, n=world.income), PAYS, seat)
