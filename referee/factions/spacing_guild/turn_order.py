"""When the Guild ships and moves in the advanced game: at any moment between the turns of the others.

The others keep their order. The Guild acts when nobody is between a shipment and a move, or lets its turn pass and acts
later; it announces that only at that moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import named
from referee.common.turn import OfTurn, in_phase, of_turn
from referee.factions.spacing_guild import ME
from referee.kernel import (
    Called,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    ordinary,
    ruling,
    say,
)
from referee.offers.offer import Offer, Offers
from referee.phases.shipment.marching import ShipmentOrder
from referee.phases.shipment.prices_and_permissions import shipments
from referee.powers.karama_windows import announced_with
from referee.powers.powers import Power, starred

RULE, AHEAD, BEHIND = "2.06.12", "2.06.12.01", "2.06.12.02"
PLEASES = Power(RULE, ME, "SHIP_AT_WILL", "both", "The Guild ships and moves when it likes.")
IN, LATER = "in", "later"
starred(PLEASES, "shipment", advanced=True)


class Course(OfTurn):
    """What the Guild chose in a turn: to act now, to wait, or nothing."""

    said: str = ""


def course(table: Table) -> str:
    return of_turn(table, Course).said


def waiting(table: Table) -> tuple[str, ...]:
    """Return the seats that have not shipped and moved yet, in storm order."""
    return ordinary(table, ShipmentOrder())


@ruling(ShipmentOrder, rule=RULE)
def when_it_pleases(question: ShipmentOrder, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    chosen = course(table)
    if ME not in so_far or not chosen:
        return None
    others = tuple(seat for seat in so_far if seat != ME)
    if chosen == IN:
        return (ME, *others)
    return (others[0], ME, *others[1:]) if so_far[0] == ME and others else None


def _turn_now(table: Table) -> str:
    left, chosen = waiting(table), course(table)
    if chosen == IN and ME in left:
        return ME
    return left[1] if chosen == LATER and left[:1] == (ME,) and len(left) > 1 else next(iter(left), "")


class CourseSaid(SeatEvent):
    said: Public[str]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.put(Course(table.turn, self.said))

    def sentence(self, name: Called) -> str:
        who = name(self.seat)
        if self.said == IN:
            return say("{seat:The} {does}.", seat=who, does=who.verb("ships and moves now"))
        return say("{seat:The waits}.", seat=who)


def _not_free(table: Table, seat: str, rule: str) -> Iterator[Objection]:
    """Object to a player who has no such choice, or has used it."""
    yield from in_phase(table, "shipment")
    if seat != ME or table.rules != "advanced":
        yield Objection("1.06.01", "You ship and move in storm order. Wait for your turn.", "NOT_ELIGIBLE")
    elif RULE in table.suspended:
        yield Objection(RULE, "That was stopped, so the Guild ships and moves in storm order.", "NOT_ELIGIBLE")
    elif ME not in waiting(table):
        yield Objection(rule, "The Guild has shipped and moved this turn.", "NOT_ELIGIBLE")


class StepIn(SeatCommand, by="both", waits=True):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _not_free(table, self.seat, AHEAD)
        now = _turn_now(table)
        if now == ME and course(table) == IN:
            yield Objection(AHEAD, "It is already the Guild's turn.", firm=True)
        elif now not in {"", ME} and now in shipments(table).made:
            yield Objection(AHEAD, say("{now:The has} shipped and must still move. Ship after that.", now=named(now)))

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield CourseSaid(ME, IN, (AHEAD, RULE))


class Delay(SeatCommand, by="both", waits=True, gains=2):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _not_free(table, self.seat, BEHIND)
        if _turn_now(table) != ME or len(waiting(table)) < 2:
            yield Objection(BEHIND, "It is not the Guild's turn yet, or nobody comes after it.")
        elif ME in shipments(table).made:
            yield Objection(BEHIND, "The Guild has shipped. It moves now.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield CourseSaid(ME, LATER, (BEHIND, RULE))


@adds(Offers, rule=RULE, phase="shipment", seat=ME)
def now_or_later(question: Offers, table: Table) -> Iterable[Offer]:
    if table.rules != "advanced":
        return ()
    made = []
    if _turn_now(table) != ME and not any(StepIn(ME).objections(table)):
        made.append(Offer(StepIn, "Ship and move now", AHEAD))
    if not any(Delay(ME).objections(table)):
        made.append(Offer(Delay, "Delay", BEHIND, aside=True))
    return made if made else ()


announced_with(PLEASES, StepIn, Delay)
