"""Moving forces from one territory to another, and who ships and moves now.

A table that keeps no positions moves its tokens without it. The order is kept where the referee knows the storm; else
it is a reminder only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.entries import MOVEMENT, RIDE, Arrival, ForcesEntered
from referee.board.forces import (
    NO_SECTOR,
    Forces,
    ForcesEvent,
    OfForces,
    StandsInPeace,
    forces_in,
    in_words,
    is_kept,
    move,
)
from referee.board.how_many import more_than_can_be, more_than_it_has
from referee.board.standing import stands, stands_in_peace
from referee.board.storm import Storm, storm_order
from referee.board.territories import no_such_sector, nowhere, on_board
from referee.board.worlds import is_world
from referee.common.factions import named
from referee.common.turn import SeatDone, by_hand, finished, in_phase, in_this_phase
from referee.kernel import (
    Chance,
    Event,
    Objection,
    Public,
    Question,
    SeatCommand,
    SeatQuestion,
    Table,
    ask,
    memoized,
    say,
)
from referee.phases.shipment.by_the_map import against_march, march_of
from referee.phases.shipment.prices_and_permissions import MovesThisTurn, shipments


class ForcesMoved(ForcesEntered, ForcesEvent, later=("among", "peace")):
    origin: Public[str]
    goal: Public[str]
    leaves: Public[int]
    sector: Public[int]
    why: Public[tuple[str, ...]]
    among: Public[tuple[int, ...]] = ()
    peace: Public[bool] = False

    def arrival(self) -> Arrival | None:
        if self.origin == self.goal:
            return None
        cause = RIDE if self.why[:1] == ("2.04.08",) else MOVEMENT
        return Arrival(self.seat, self.goal, self.sector, self.group, cause, self.origin, self.peace)

    def apply(self, table: Table) -> None:
        move(table, self.seat, self.group, self.origin, self.goal, self.leaves, self.sector, self.among)

    def pattern(self) -> str:
        within = "{seat!n:The moves} {forces} within {goal}, to sector {sector}."
        return within if self.origin == self.goal else "{seat!n:The moves} {forces} from {origin} to {goal}."


BESIDE = {"2.04.08", "4.07.04"}  # a ride and a step into a place just found are not the move of the turn


@memoized
def _movers(table: Table) -> list[str]:
    """Return who made each move of this phase."""
    moves = (event for event in in_this_phase(table) if isinstance(event, ForcesMoved))
    return [event.seat for event in moves if BESIDE.isdisjoint(event.why[:1])]


def moved(table: Table, seat: str) -> int:
    """Return how many moves of this turn a faction has made."""
    return _movers(table).count(seat)


def moves_left(table: Table, seat: str) -> int:
    return max(0, ask(table, MovesThisTurn(seat)).value - moved(table, seat))


class ShipsAfterMoving(SeatQuestion[bool], rule="1.06.01", answer=False):
    """May this faction still ship although it has moved in this turn?"""


TOO_LATE = "You have moved this turn, and shipping comes before moving."


def too_late_to_ship(table: Table, seat: str) -> bool:
    """Return True if a faction has moved before it shipped (1.06.01)."""
    return moved(table, seat) > 0 and not ask(table, ShipsAfterMoving(seat)).value


@memoized
def who_ships_no_more(table: Table) -> frozenset[str]:
    """Return whose shipment of the turn is made, or its time is past."""
    late = [seat for seat in _movers(table) if not ask(table, ShipsAfterMoving(seat)).value]
    return frozenset({*shipments(table).made, *late})


def ships_no_more(table: Table, seat: str) -> bool:
    return seat in who_ships_no_more(table)


def places_of(table: Table, seat: str) -> tuple[str, ...]:
    """Return the territories with a faction's forces, as far as this table knows."""
    return tuple(dict.fromkeys(stand.place for stand in stands(table) if stand.seat == seat))


class MarchingOrder(
    OfForces, SeatCommand, abstract=True, by="both", shown_first=True, waits=True, in_order=True, waivable=True
):
    """What is ordered in one's turn to ship and move; a phone shows it before it is sent."""


class MoveForces(MarchingOrder):
    """Move a group; ``done`` after the last move. Without sectors the first allowed ones are taken."""

    normal: int
    origin: str
    goal: str
    special: int = 0
    leaves: int = NO_SECTOR
    sector: int = NO_SECTOR
    done: bool = False

    def open_to_seat(self, table: Table) -> bool:
        return self.origin in places_of(table, self.seat)

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "shipment")
        yield from out_of_turn(table, self.seat)
        yield from more_than_it_has(table, self.seat, self.normal, self.special, 1)
        for place, sector in ((self.origin, self.leaves), (self.goal, self.sector)):
            if is_world(table, place):
                words = say("{place} is a homeworld. Nobody walks there or from there.", place=place)
                yield Objection("1.06.05", words, firm=True, behind=("4.04.02",))
            yield from nowhere(table, place, "1.06.05")
            yield from no_such_sector(place, sector, "1.06.05")
        if not moves_left(table, self.seat):
            often = ask(table, MovesThisTurn(self.seat))
            words = say(
                "{seat:The has} moved in this turn. Another move needs a card or a power.", seat=named(self.seat)
            )
            yield Objection(often.because[0], words, "NOT_ELIGIBLE")
        yield from self._there(table)
        here = {land.name for land in on_board(table)}
        if {self.origin, self.goal} <= here:
            yield from against_march(table, self.seat, self.group, self.origin, self.goal, self.leaves, self.sector)

    def _there(self, table: Table) -> Iterator[Objection]:
        if self.origin == self.goal and self.leaves == self.sector:
            yield Objection("1.06.05", "They are already there. Choose where they move.", "BAD_INPUT", firm=True)
        held = forces_in(table, self.seat, self.origin)
        if held is not None and (self.normal > held.normal or self.special > held.special):
            words = say(
                "{seat:The has} {forces} in {origin}. Move no more than that.",
                seat=named(self.seat),
                forces=in_words(held, self.seat),
                origin=self.origin,
            )
            yield Objection("1.06.05", words, "NOT_ELIGIBLE", firm=is_kept(table, self.seat))
        yield from more_than_can_be(table, self.seat, self.origin, self.group, "1.06.05")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        calm = (self.seat, self.origin) in table.state(Forces).calm
        move = march_of(table, self.seat, self.group, self.origin, self.goal, self.leaves, self.sector)
        far = ask(table, MovesThisTurn(self.seat)).because
        peace = stands_in_peace(table, self.seat, self.goal, comes=calm)
        sectors = (move.start.sector, move.end.sector)
        why = ("1.06.08" if self.origin == self.goal else "1.06.05", *far)
        among = move.among if len(move.among) > 1 else ()
        yield ForcesMoved(self.seat, self.normal, self.special, self.origin, self.goal, *sectors, why, among, peace)
        if peace and (self.seat, self.goal) not in table.state(Forces).calm:
            yield StandsInPeace(self.seat, self.goal, True, ("2.02.14",))
        if self.done and not moves_left(table, self.seat):
            yield SeatDone(self.seat)


class ShipmentOrder(Question[tuple[str, ...]], rule="1.06.01"):
    """In which order do those ship and move who have not done so?"""

    def plain(self, table: Table) -> tuple[str, ...]:
        return tuple(seat for seat in storm_order(table) if seat not in finished(table) and not table.seats[seat].away)


def order_is_kept(table: Table) -> bool:
    """Return True if the referee enforces the order of shipment."""
    return table.phase == "shipment" and bool(table.state(Storm).sector) and not by_hand(table)


def out_of_turn(table: Table, seat: str) -> Iterator[Objection]:
    """Object if it is another faction's turn to ship and move, or this one has had its turn."""
    if not order_is_kept(table):
        return
    now = ask(table, ShipmentOrder()).value
    if seat in finished(table):
        yield Objection("1.06.01", say("{seat:The is} done.", seat=named(seat)), "NOT_ELIGIBLE")
    elif now and seat != now[0]:
        sentence = say("{seat:The ships and moves} now. Wait until they are done.", seat=named(now[0]))
        yield Objection("1.06.01", sentence, "NOT_YOUR_TURN")
