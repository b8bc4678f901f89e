"""The ornithopter that somebody found: on a later turn one move goes up to three territories, then it is gone."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import named
from referee.common.turn import in_phase
from referee.kernel import Objection, SeatCommand, SeatEvent, Table, adds, ruling, say
from referee.modules.discoveries import discoveries
from referee.offers.offer import Offer, Offers
from referee.offers.what_now import Glance, Says, Sheet
from referee.phases.shipment.marching import out_of_turn
from referee.phases.shipment.prices_and_permissions import MoveRange

RULE, FAR = "4.07.10", 3


class OrnithopterFlies(SeatEvent, because=(RULE,)):
    says = "{seat!n:The flies} the ornithopter: one move of up to three territories."

    def apply(self, table: Table) -> None:
        kept = table.put(discoveries(table))
        kept.ornithopter, kept.flies = "", (self.seat, table.turn)


class FlyOrnithopter(SeatCommand, by="both", waits=True, in_order=True, becomes=OrnithopterFlies):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "shipment")
        yield from out_of_turn(table, self.seat)
        kept = discoveries(table)
        if kept.ornithopter != self.seat:
            yield Objection(RULE, "You have no ornithopter. It is found under a smuggler token.", firm=True)
        elif kept.taken == table.turn:
            yield Objection(RULE, "It flies on a later turn than the one in which it was found.", "NOT_ELIGIBLE")


@ruling(MoveRange, rule=RULE)
def three_territories_by_air(question: MoveRange, table: Table, so_far: int) -> int | None:
    flies = discoveries(table).flies == (question.seat, table.turn)
    return max(so_far, FAR) if flies else None


@adds(Offers, rule=RULE, phase="shipment")
def fly_it(question: Offers, table: Table) -> Iterable[Offer]:
    if (
        question.seat
        and discoveries(table).ornithopter == question.seat
        and not any(FlyOrnithopter(question.seat).objections(table))
    ):
        yield Offer(FlyOrnithopter, "Fly the ornithopter: move up to 3", RULE)


@adds(Glance, rule=RULE)
def who_has_it(question: Glance, table: Table) -> Iterable[Sheet]:
    seat = discoveries(table).ornithopter
    if seat and table.phase == "shipment":
        words = say("{seat:The has} an ornithopter for one move of up to {n} territories.", seat=named(seat), n=FAR)
        yield Sheet("Found", (Says(words, RULE),), "ornithopter")
