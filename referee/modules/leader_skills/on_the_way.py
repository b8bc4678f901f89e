"""Skills for shipping and moving: the Planetologist's march, the Sandmaster's spice and the Smuggler's force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from referee.board.entries import MOVEMENT
from referee.board.forces import RESERVES
from referee.board.standing import doors, near, stands
from referee.board.storm import Storm
from referee.board.territories import TERRITORIES
from referee.board.ways import Cell, cells, reach
from referee.common.turn import in_phase, in_this_phase
from referee.holdings.ledger import lying, on, pay
from referee.kernel import Chance, Event, Objection, SeatCommand, Table, adds, after, ask, phrase, ruling, say
from referee.modules.leader_skills import CARDS, PLANETOLOGIST, SANDMASTER, SMUGGLER
from referee.modules.leader_skills.skill_with_leader import open_skill
from referee.offers.offer import TABLE, Offer, Offers
from referee.phases.shipment.by_the_map import more_than_counted
from referee.phases.shipment.marching import ForcesMoved, MoveForces, moved
from referee.phases.shipment.prices_and_permissions import DOWN, ForceSentAlong, ForcesShipped, MoveRange, MovesThisTurn
from referee.phases.shipment.where_to import Doors
from referee.powers.karama_windows import Against

FARTHEST = 3
ALONG = phrase("skills.on_the_way", "Sandmaster, on the way")


def _open(table: Table, seat: str, card: str) -> bool:
    lying = open_skill(table, seat)
    return lying is not None and lying.card == card


# -- the Planetologist --------------------------------------------------------------------------------


def _marches(table: Table, seat: str) -> list[ForcesMoved]:
    """Return the moves of a faction in this phase, rides not counted, the first one first."""
    made = [event for event in in_this_phase(table) if isinstance(event, ForcesMoved) and event.seat == seat]
    return [event for event in reversed(made) if (came := event.arrival()) is not None and came.cause == MOVEMENT]


@ruling(MoveRange, rule=CARDS[PLANETOLOGIST])
def one_further(question: MoveRange, table: Table, so_far: int) -> int | None:
    """The first group that moves; the other use of the card is a second group."""
    able = so_far < FARTHEST and _open(table, question.seat, PLANETOLOGIST) and not moved(table, question.seat)
    return so_far + 1 if able else None


@ruling(MovesThisTurn, rule=CARDS[PLANETOLOGIST])
def from_two_territories(question: MovesThisTurn, table: Table, so_far: int) -> int | None:
    """A second group may follow to where the first went, unless that went 1 further."""
    made = _marches(table, question.seat) if _open(table, question.seat, PLANETOLOGIST) else []
    if not made:
        return None
    first, far = made[0], ask(table, MoveRange(question.seat)).value
    return so_far + 1 if first.goal in near(table, first.origin, far) else None


@adds(Against, rule=CARDS[PLANETOLOGIST], of=MoveForces)
def to_where_the_first_went(question: Against, table: Table) -> Iterable[Objection]:
    move = question.command
    if not isinstance(move, MoveForces) or not _open(table, move.seat, PLANETOLOGIST):
        return
    made, most = _marches(table, move.seat), ask(table, MovesThisTurn(move.seat))
    if made and most.because[0] == CARDS[PLANETOLOGIST] and len(made) == most.value - 1 and move.goal != made[0].goal:
        words = say("The second group goes to where the first went: {goal}.", goal=made[0].goal)
        yield Objection(CARDS[PLANETOLOGIST], words, "NOT_ELIGIBLE")


# -- the Sandmaster -----------------------------------------------------------------------------------


def _crossed(table: Table, event: ForcesMoved) -> list[str]:
    """Return the territories with spice that a move enters: where it ends, and the most on a way there."""
    far = max(ask(table, MoveRange(event.seat)).value, 1)
    start, end = Cell(event.origin, event.leaves), Cell(event.goal, event.sector)
    ends = [end] if lying(table, end.territory) > 0 else []
    closed, joined = tuple({table.state(Storm).sector} - {0}), doors(table)
    ways = reach(start, FARTHEST + 1, closed, doors=joined)
    budget = max(far, ways.get(end, far))
    rich = [name for name in TERRITORIES if lying(table, name) > 0 and name not in {start.territory, end.territory}]
    best: list[str] = []
    for chain in _chains(rich):
        legs = (start, *(cells(name)[0] for name in chain), end)
        if len(chain) > len(best) and _length(legs, closed, joined) <= budget:
            best = list(chain)
    return [*best, *(one.territory for one in ends)]


def _chains(names: list[str]) -> Iterator[tuple[str, ...]]:
    for name in names:
        yield (name,)
        yield from ((name, two) for two in names if two != name)


def _length(legs: tuple[Cell, ...], closed: tuple[int, ...], joined: Doors) -> int:
    """Return how many territories a way is long, any cell of a territory between counting as all of it."""
    total = 0
    for here, then in pairwise(legs):
        found = [
            steps
            for cell in (cells(here.territory) or (here,))
            for other, steps in reach(cell, FARTHEST, closed, doors=joined).items()
            if other.territory == then.territory
        ]
        total += min(found, default=FARTHEST + 2)
    return total


@after(ForcesMoved, rule=CARDS[SANDMASTER])
def spice_on_the_way(event: ForcesMoved, table: Table, chance: Chance) -> Iterable[Event]:
    if event.origin == event.goal or not _open(table, event.seat, SANDMASTER):
        return
    for name in _crossed(table, event):
        yield from pay(on(name), event.seat, 1, ALONG(), (CARDS[SANDMASTER],))


# -- the Smuggler -------------------------------------------------------------------------------------


def _landed(table: Table, seat: str) -> ForcesShipped | None:
    """Return the shipment that a Smuggler's force may still join: to a territory where nobody was."""
    if not seat or not _open(table, seat, SMUGGLER):
        return None
    events = list(in_this_phase(table))
    own = next((event for event in events if isinstance(event, ForcesShipped) and event.seat == seat), None)
    joined = any(isinstance(one, ForceSentAlong) and one.why[:1] == (CARDS[SMUGGLER],) for one in events)
    if (
        own is None
        or own.kind != DOWN
        or joined
        or any(isinstance(one, ForcesMoved) and one.seat == seat for one in events)
    ):
        return None
    here = stands(table, own.goal)
    alone = all(one.seat == seat for one in here)
    before = sum(one.group.total for one in here) - own.normal - own.special
    return own if alone and before <= 0 else None


class BringOneMore(SeatCommand, by="both", waits=True, in_order=True):
    """Ship one more force, free, to the empty territory just shipped to."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "shipment")
        if _landed(table, self.seat) is None:
            words = "One more force comes free after you ship from off planet to an empty territory, before you move."
            yield Objection(CARDS[SMUGGLER], words, "NOT_ELIGIBLE", firm=True)
        yield from more_than_counted(table, self.seat, 1, 0, RESERVES)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        landed = _landed(table, self.seat)
        if landed is not None:
            yield ForceSentAlong(self.seat, RESERVES, landed.goal, (CARDS[SMUGGLER], "1.06.03"), landed.sector)


@adds(Offers, rule=CARDS[SMUGGLER], phase="shipment")
def bring_one_more(question: Offers, table: Table) -> Iterable[Offer]:
    landed = _landed(table, question.seat) if question.seat != TABLE else None
    if landed is not None and not any(BringOneMore(question.seat).objections(table)):
        yield Offer(BringOneMore, say("Bring one more force to {goal}, free", goal=landed.goal), CARDS[SMUGGLER])
