"""A force that goes along with another faction's shipment."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces import NO_SECTOR, RESERVES
from referee.board.standing import peace_rule, stands_in_peace, stands_to_fight
from referee.board.territories import ICE, TERRITORIES, no_such_sector
from referee.common.turn import in_phase, in_this_phase
from referee.kernel import Chance, Event, Objection, SeatCommand, Table, ask, say
from referee.phases.shipment.by_the_map import more_than_counted
from referee.phases.shipment.prices_and_permissions import ForceSentAlong, ForcesShipped, MayAccompany


class SendAlong(SeatCommand, by="both", waits=True, waivable=True, script=("sector",), gains=1):
    """Send one force along with another faction's shipment, free."""

    goal: str
    sector: int = NO_SECTOR

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "shipment")
        yield from no_such_sector(self.goal, self.sector, "1.06.03")
        may = ask(table, MayAccompany(self.seat, self.goal))
        if not may.value:
            sentence = "You cannot send a force along now, or not to that place. Wait for another faction's shipment."
            if stands_to_fight(table, self.seat, self.goal):
                sentence = say("Your fighters are in {place}, so no advisor lands there.", place=self.goal)
            yield Objection(may.because[0], sentence, "NOT_ELIGIBLE", firm=self.goal not in TERRITORIES)
        yield from more_than_counted(table, self.seat, 1, 0, RESERVES)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        why, sector = (
            ask(table, MayAccompany(self.seat, self.goal)).because,
            self.sector or _last_sector(table, self.goal),
        )
        calm = TERRITORIES[self.goal].ground != ICE and bool(peace_rule(table, self.seat))
        peace = stands_in_peace(table, self.seat, self.goal, comes=calm)
        yield ForceSentAlong(self.seat, RESERVES, self.goal, why, sector, peace)


def _last_sector(table: Table, goal: str) -> int:
    landed = (event for event in in_this_phase(table) if isinstance(event, ForcesShipped))
    return next((event.sector for event in landed if event.goal == goal), NO_SECTOR)
