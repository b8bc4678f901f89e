"""Fremen ride a worm that carries reserves: any number of them, free, to one territory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import NO_SECTOR, RESERVES, Group, forces_in, is_kept
from referee.board.territories import places
from referee.common.factions import elite
from referee.common.turn import in_phase, in_this_phase
from referee.factions.fremen import ME
from referee.factions.fremen.worms import RIDE, after_the_nexus, against_riding_to
from referee.kernel import Chance, Event, Objection, SeatEvent, Table, adds, say
from referee.modules.great_maker import CARD, RIDES
from referee.offers.choices import Choice
from referee.offers.offer import Blank, Offer
from referee.offers.what_now import Says, WhatNow
from referee.phases.shipment.by_the_map import landing_cell, more_than_counted
from referee.phases.shipment.marching import ForcesMoved
from referee.phases.shipment.prices_and_permissions import RIDDEN
from referee.phases.spice_blow.blow import blow


class WormLeft(SeatEvent, because=(RIDE,)):
    """No reserves ride the worm of this phase."""

    says = "{seat!n:The rides} no worm with reserves."

    def apply(self, table: Table) -> None: ...


def carries(table: Table) -> bool:
    """Return True if the Great Maker of this phase carries reserves: it is neither ridden nor left."""
    if table.phase != "spice_blow" or ME not in table.seats or CARD not in blow(table).called:
        return False
    told = in_this_phase(table)
    return not any(
        isinstance(one, WormLeft) or (isinstance(one, ForcesMoved) and one.origin == RESERVES) for one in told
    )


def _rides_now(table: Table) -> bool:
    """Return True if reserves that are left may ride it now."""
    held = forces_in(table, ME, RESERVES)
    return bool(held and held.total and is_kept(table, ME) and not any(after_the_nexus(table)))


class ReservesRide(Choice[str], abstract=True):
    """Fremen ride the worm with reserves, or leave it."""

    rule, who, phase, loses, at_once, otherwise = RIDES, ME, "spice_blow", True, True, WormLeft
    nothing, code = "No worm carries reserves now.", "NOT_ELIGIBLE"

    @classmethod
    def waiting(cls, table: Table) -> str:
        return CARD if carries(table) else ""

    @classmethod
    def words(cls, table: Table, now: str) -> dict[str, object]:
        return {"worm": now}

    def not_asked(self, table: Table) -> Iterator[Objection]:
        yield from in_phase(table, "spice_blow")
        yield Objection(RIDE, self.nothing, self.code, firm=True)

    def against(self, table: Table, now: str) -> Iterable[Objection]:
        return after_the_nexus(table)


class RideWithReserves(ReservesRide, by="both", waits=True, waivable=True):
    """Ride a worm with reserves to one territory."""

    does, you = "may ride the {worm} with reserves", "ride the {worm} with reserves, or don't"
    nothing = "No worm carries reserves now. Ship your reserves in the shipment phase."
    normal: int
    goal: str
    special: int = 0
    sector: int = NO_SECTOR

    @classmethod
    def phrases(cls, table: Table, now: str) -> tuple[str, str]:
        return (cls.does, cls.you) if _rides_now(table) else ("", "")

    @classmethod
    def ways(cls, table: Table, now: str) -> Iterator[Offer]:
        held = forces_in(table, ME, RESERVES) or Group()
        most = (Blank("normal", "Forces", "number", 0, held.normal, str(held.normal)),)
        stars = (Blank("special", elite(ME)[1], "number", 0, held.special, "0"),) if held.special else ()
        if _rides_now(table):
            yield cls.way(say("Ride the {worm} with reserves", worm=now), *most, *stars, places(table, "goal", "To"))

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        yield from super().against(table, now)
        yield from more_than_counted(table, self.seat, self.normal, self.special, RESERVES)
        yield from against_riding_to(table, self.goal, self.sector)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        cell = landing_cell(table, self.seat, RIDDEN, self.goal, self.sector)
        ends = (RESERVES, self.goal, NO_SECTOR, cell.sector)
        yield ForcesMoved(self.seat, self.normal, self.special, *ends, (RIDE, RIDES))


class LeaveWorm(ReservesRide, by="both", becomes=WormLeft, gains=-1):
    """Leave the worm that carries reserves."""

    @classmethod
    def ways(cls, table: Table, now: str) -> Iterable[Offer]:
        return (cls.way("Don't ride"),) if _rides_now(table) else ()


@adds(WhatNow, rule=RIDE, order=1)
def reserves_may_ride(question: WhatNow, table: Table) -> Iterable[Says]:
    if carries(table) and not _rides_now(table):
        said = "Fremen may ride the {worm} with reserves now."
        if any(after_the_nexus(table)):
            said = "Fremen may ride the {worm} with reserves at the end of the phase."
        yield Says(say(said, worm=CARD), RIDES)
