"""Fremen ride a worm that carries reserves: any number of them, free, to one territory."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.blanks import places
from referee.board.forces import NO_SECTOR, RESERVES, Group, forces_in, is_kept
from referee.common.factions import elite
from referee.common.turn import in_phase, in_this_phase
from referee.factions.fremen import ME
from referee.factions.fremen.worms import RIDE, after_the_nexus, against_riding_to
from referee.kernel import Answer, Chance, Command, Event, Objection, Public, Table, adds, ask, say
from referee.offers.offer import Blank, Duties, Duty, Offer, Offers
from referee.offers.what_now import Says, WhatNow
from referee.phases.shipment.by_the_map import landing_cell, more_than_counted
from referee.phases.shipment.marching import ForcesMoved
from referee.phases.shipment.prices_and_permissions import RIDDEN
from referee.phases.spice_blow.blow import CarriesReserves, blow


class WormLeft(Event, because=(RIDE,)):
    """No reserves ride the worm of this phase."""

    seat: Public[str]
    says = "{seat!n:The rides} no worm with reserves."

    def apply(self, table: Table) -> None: ...


def carrying(table: Table) -> tuple[str, Answer[bool]] | None:
    """Return the worm that carries reserves and is neither ridden nor left, with why; ``None`` for none."""
    if table.phase != "spice_blow" or ME not in table.seats:
        return None
    told = in_this_phase(table)
    ridden = any(isinstance(one, WormLeft) or (isinstance(one, ForcesMoved) and one.origin == RESERVES) for one in told)
    asked = {card: ask(table, CarriesReserves(card)) for card in dict.fromkeys(blow(table).called)}
    return next(((card, answer) for card, answer in asked.items() if answer.value and not ridden), None)


class RideWithReserves(Command, by="both", waits=True, waivable=True):
    """Ride a worm with reserves to one territory."""

    seat: str
    normal: int
    goal: str
    special: int = 0
    sector: int = NO_SECTOR

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "spice_blow")
        if self.seat != ME or carrying(table) is None:
            words = "No worm carries reserves now. Ship your reserves in the shipment phase."
            yield Objection(RIDE, words, "NOT_ELIGIBLE", firm=True)
            return
        yield from after_the_nexus(table)
        yield from more_than_counted(table, self.seat, self.normal, self.special, RESERVES)
        yield from against_riding_to(table, self.goal, self.sector)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        worm = carrying(table)
        cell = landing_cell(table, self.seat, RIDDEN, self.goal, self.sector)
        ends = (RESERVES, self.goal, NO_SECTOR, cell.sector)
        why = (RIDE, *(worm[1].because[:1] if worm else ()))
        yield ForcesMoved(self.seat, self.normal, self.special, *ends, why)


class LeaveWorm(Command, by="both"):
    """Leave the worm that carries reserves."""

    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "spice_blow")
        if self.seat != ME or carrying(table) is None:
            yield Objection(RIDE, "No worm carries reserves now.", "NOT_ELIGIBLE", firm=True)
            return
        yield from after_the_nexus(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield WormLeft(self.seat)


def _rides_now(table: Table) -> tuple[str, Answer[bool]] | None:
    """Return the worm that the reserves that are left may ride now, with why; ``None`` for none."""
    held = forces_in(table, ME, RESERVES)
    worm = carrying(table) if held and held.total and is_kept(table, ME) else None
    return None if worm is None or any(after_the_nexus(table)) else worm


@adds(Duties, rule=RIDE, order=1, phase="spice_blow")
def the_ride_is_theirs(question: Duties, table: Table) -> Iterable[Duty]:
    if worm := _rides_now(table):
        does = say("may ride the {worm} with reserves", worm=worm[0])
        you = say("ride the {worm} with reserves, or don't", worm=worm[0])
        by, passed = (RideWithReserves, LeaveWorm), (WormLeft(ME),)
        yield Duty(ME, does, worm[1].because[0], by, you=you, loses=True, passed=passed)


@adds(Offers, rule=RIDE, order=1, phase="spice_blow", seat=ME)
def they_ride_from_their_reserves(question: Offers, table: Table) -> Iterable[Offer]:
    worm, held = _rides_now(table), forces_in(table, ME, RESERVES) or Group()
    if worm is None:
        return ()
    most = (Blank("normal", "Forces", "number", 0, held.normal, str(held.normal)),)
    stars = (Blank("special", elite(ME)[1], "number", 0, held.special, "0"),) if held.special else ()
    blanks = (*most, *stars, places(table, "goal", "To"))
    why = worm[1].because[0]
    ride = Offer(RideWithReserves, say("Ride the {worm} with reserves", worm=worm[0]), why, blanks, at_once=True)
    return (ride, Offer(LeaveWorm, "Don't ride", why, at_once=True))


@adds(WhatNow, rule=RIDE, order=1)
def reserves_may_ride(question: WhatNow, table: Table) -> Iterable[Says]:
    worm = carrying(table)
    if worm is None or _rides_now(table):  # then the duty says so
        return ()
    said = "Fremen may ride the {worm} with reserves now."
    if any(after_the_nexus(table)):
        said = "Fremen may ride the {worm} with reserves at the end of the phase."
    return (Says(say(said, worm=worm[0]), worm[1].because[0]),)
