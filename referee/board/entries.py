"""Forces that enter a place, whatever brought them, and what others may answer before the game goes on.

A shipment, a move, a ride, a force sent along: each is a kind of ``ForcesEntered``. What reacts to an entry says
``@after(ForcesEntered, ...)`` once and is told of all of them, also of those that later rooms add. What somebody may
answer, and everybody waits for, is a ``Reaction`` in a queue; one entry may cause several, which come in the order of
their rules, or as ``ReactionOrder`` says (option E15). Only the first is answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import NamedTuple

from referee.board.forces import RESERVES, Group, OfForces, move
from referee.kernel import Event, Public, Question, SeatEvent, SeatQuestion, State, Table, ask, precedence

SHIPMENT, MOVEMENT, RIDE, ALONG, EFFECT = "shipment", "movement", "ride", "along", "effect"


class Arrival(NamedTuple):
    """Who entered where, with what and how: ``cause`` is one of the five above.

    ``sector`` is 0 if unknown; ``peace`` if they came as advisors. A token that hides its number is one force.
    """

    seat: str
    place: str
    sector: int
    group: Group
    cause: str
    origin: str = ""
    peace: bool = False


class ForcesEntered(Event, abstract=True):
    """Forces came into a territory from elsewhere."""

    def arrival(self) -> Arrival | None:
        """Return what entered, ``None`` if nothing did: a shipment back to the reserves, a change of sector."""
        raise NotImplementedError


class ReservesLanded(OfForces, ForcesEntered, SeatEvent, abstract=True):
    """Reserves without a star came by some effect."""

    normal: Public[int]
    goal: Public[str]
    sector: Public[int]
    special = 0

    def arrival(self) -> Arrival | None:
        return Arrival(self.seat, self.goal, self.sector, self.group, EFFECT, RESERVES)

    def apply(self, table: Table) -> None:
        move(table, self.seat, self.group, RESERVES, self.goal, enters=self.sector)


class Reaction(NamedTuple):
    """What a seat may answer to the entry of another: by which rule, whose entry, where, how many and how."""

    seat: str
    rule: str
    of: str
    place: str
    sector: int
    cause: str
    group: Group


class Reactions(State):
    """Those that wait, the first one first."""

    queue: list[Reaction] = field(default_factory=list)


class ReactionOrder(Question[tuple[str, ...]], rule="1.00.05"):
    """In which order are several reactions to one entry answered? Rules, the first one first.

    Only option 4.96.15 says otherwise.
    """

    due: tuple[str, ...]

    def plain(self, table: Table) -> tuple[str, ...]:
        return tuple(sorted(self.due, key=precedence))


def reaction_now(table: Table, rule: str = "") -> Reaction | None:
    """Return the reaction that is awaited now, if it is one by this rule."""
    queue = table.state(Reactions).queue
    same = [reaction for reaction in queue if reaction[2:] == queue[0][2:]]
    order = ask(table, ReactionOrder(tuple(reaction.rule for reaction in same))).value if len(same) > 1 else ()
    first = min(same, key=lambda reaction: order.index(reaction.rule) if reaction.rule in order else -1, default=None)
    return first if first is not None and rule in {"", first.rule} else None


class ReactionDue(SeatEvent):
    """Somebody may answer an entry before the game goes on."""

    rule: Public[str]
    of: Public[str]
    place: Public[str]
    sector: Public[int]
    cause: Public[str]
    normal: Public[int]
    special: Public[int]

    def rules(self) -> tuple[str, ...]:
        return (self.rule,)

    def apply(self, table: Table) -> None:
        kept = table.put(table.state(Reactions))
        group = Group(self.normal, self.special)
        kept.queue.append(Reaction(self.seat, self.rule, self.of, self.place, self.sector, self.cause, group))


class ReactionOver(Event):
    """The reaction by this rule that came first was answered, or nothing can come of it any more."""

    rule: Public[str]

    def rules(self) -> tuple[str, ...]:
        return (self.rule,)

    def apply(self, table: Table) -> None:
        kept = table.put(table.state(Reactions))
        mine = next((reaction for reaction in kept.queue if reaction.rule == self.rule), None)
        if mine is not None:
            kept.queue.remove(mine)


class Await(NamedTuple):
    """What may happen to who enters a place, in a sentence, and its rule."""

    words: str
    rule: str


class Awaits(SeatQuestion[tuple[Await, ...]], rule="1.00.05", answer=()):
    """What may happen to forces of this faction that enter a place now, as far as the table's viewer knows?"""

    place: str


class TerritoryDestroyed(Event):
    """Everything that stands in a territory is destroyed; what is no force there answers for itself."""

    place: Public[str]
    why: Public[tuple[str, ...]]
    says = "Everything in {place} is destroyed."


def due(seat: str, rule: str, arrival: Arrival) -> Iterator[Event]:
    """Yield that a seat may answer this entry by a rule."""
    of, place, sector, group, cause = arrival[:5]
    yield ReactionDue(seat, rule, of, place, sector, cause, group.normal, group.special)
