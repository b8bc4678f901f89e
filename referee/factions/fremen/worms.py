"""Fremen and the worms: not devoured, may ride, and in the advanced game place further ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from referee.agreements.alliances import nexus, nexus_now
from referee.board.forces import NO_SECTOR, Group, OfForces, forces_in, is_kept
from referee.board.forces_counted import to_tanks
from referee.board.groups import outside_the_storm
from referee.board.standing import Stand, partner, stands, with_tokens
from referee.board.territories import no_such_sector, not_sand, places
from referee.common.factions import elite, named
from referee.common.turn import ANY, by_hand, in_phase, in_this_phase, of_turn
from referee.factions.fremen import ME
from referee.kernel import (
    Amount,
    Chance,
    Event,
    Objection,
    RuleSuspended,
    SeatCommand,
    SuspensionSpent,
    Table,
    adds,
    after,
    ask,
    fixed,
    listed,
    phrase,
    ruling,
    say,
)
from referee.modules.great_maker import CARD
from referee.modules.nexus_cards.holding import used
from referee.offers.choices import Choice
from referee.offers.gains import OfferGains
from referee.offers.offer import TABLE, Blank, Duties, Duty, Offer, Offers
from referee.offers.what_now import Says, WhatNow, went_on
from referee.phases.battle.who_fights_where import neutral
from referee.phases.shipment.by_the_map import against_entering, against_leaving, landing_cell, more_than_counted
from referee.phases.shipment.marching import ForcesMoved
from referee.phases.shipment.prices_and_permissions import RIDDEN
from referee.phases.spice_blow.blow import (
    Devoured,
    NexusFollows,
    SpiceCardTurned,
    TurnWorm,
    WormPlacer,
    blow,
    pile_now,
    swallow,
    worm_works,
)
from referee.phases.spice_blow.devoured import Met, ToBeSpared, WormAnswered, WormSpares
from referee.phases.spice_blow.offers import where_a_worm_comes
from referee.powers.great_powers import GreatPower
from referee.powers.karama_windows import BY_ITSELF, Uses, announced_as_used
from referee.powers.powers import Power, starred

POWERS = (
    Power("2.04.07", ME, "WORM_IMMUNITY", "after", "The worm spares Fremen.", True),
    Power("2.04.10", ME, "ALLY_WORM_IMMUNITY", "after", "Fremen save their ally from the worm.", True),
    Power("2.04.15", ME, "PLACE_WORM", "after", "Fremen choose where the worm appears."),
)
GREAT, RIDE, SHIELD = "1.14.03", "2.04.08", "2.04.10"
NO_RIDE = "4.05.14.01"  # a Nexus card with this use, aimed at the ride
for _power in POWERS:
    starred(_power, "spice_blow", advanced=_power.rule == "2.04.15", ledger=True, ally=_power.rule == "2.04.10")
fixed(Devoured, "2.04.07", False, seat=ME)


@ruling(WormSpares, rule="2.04.10")
def they_say_it_of_their_ally(question: WormSpares, table: Table, so_far: bool) -> bool | None:
    return True if ME in table.seats and table.ally(ME) == question.seat else None


@after(SpiceCardTurned, rule="2.04.07")
def it_spares_them(event: SpiceCardTurned, table: Table, chance: Chance) -> Iterable[Event]:
    if _spared(table, ME):
        yield from announced_as_used(table, POWERS[0])


def _spared(table: Table, seat: str) -> list[Stand]:
    """Return the groups that stand where a worm has just come."""
    last = next((event for event in in_this_phase(table) if isinstance(event, SpiceCardTurned)), None)
    here = stands(table, last.territory) if last is not None and last.worm and last.territory else ()
    return [one for one in here if one.seat == seat and is_kept(table, seat)]


def _seen_in(table: Table, events: Sequence[Event]) -> bool:
    return any(isinstance(event, SpiceCardTurned) for event in events) and bool(_spared(table, ME))


BY_ITSELF[POWERS[0].rule] = _seen_in


@after(RuleSuspended, rule="1.02.05")
def stopped_as_it_came(event: RuleSuspended, table: Table, chance: Chance) -> Iterable[Event]:
    """What was to be spared is devoured after all, and the stop is used up."""
    seat = {POWERS[0].rule: ME, POWERS[1].rule: table.ally(ME)}.get(event.rule) or ""
    asked = _asked(table) if event.rule == POWERS[1].rule else []
    for ally, place in asked:
        yield WormAnswered(ME, ally, place, False, ("3.01.11.01",))
    devoured = _spared(table, seat) if table.phase == "spice_blow" else []
    for one in devoured:
        yield from to_tanks(table, seat, one.group, one.place, ("3.01.11.01", "1.02.05"), one.sector)
    if devoured or asked:
        yield SuspensionSpent(event.rule)


@ruling(WormPlacer, rule="2.04.15")
def further_worms_come_where_they_say(question: WormPlacer, table: Table, so_far: str) -> str | None:
    return ME if ME in table.seats and table.rules == "advanced" and blow(table).cards else None


class PlaceWorm(SeatCommand, by="both", waits=True):
    territory: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "spice_blow")
        if blow(table).waiting != self.seat:
            yield Objection("2.04.15", "No worm waits for your choice now.", "NOT_ELIGIBLE")
        yield from not_sand(table, self.territory, "2.04.15")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from swallow(table, self.territory, ("2.04.15", "1.02.05"), pile_now(table), blow(table).waits_as)


@adds(Uses, rule="2.04.15")
def a_further_worm_is_announced(question: Uses, table: Table) -> Iterable[Power]:
    theirs = isinstance(question.command, TurnWorm) and ask(table, WormPlacer()).value == ME
    return (POWERS[2],) if theirs else ()


NO_WORM = phrase("worms.nowhere", "That worm appears nowhere in this turn.")


@adds(Duties, rule="2.04.15", phase="spice_blow")
def they_place_it(question: Duties, table: Table) -> Iterable[Duty]:
    if blow(table).waiting == ME:
        then, passed = "Then the blow goes on.", went_on(NO_WORM(), "2.04.15")
        yield Duty(ME, "chooses where the worm appears", "2.04.15", (PlaceWorm,), then=then, passed=passed)


@adds(Offers, rule="2.04.15", phase="spice_blow")
def where_it_comes_up(question: Offers, table: Table) -> Iterable[Offer]:
    if blow(table).waiting == ME and question.seat in {ME, TABLE}:
        fixed = (("seat", ME),) if question.seat == TABLE else ()
        place = replace(where_a_worm_comes(table), kind="place")
        yield Offer(PlaceWorm, "Choose where the worm appears", "2.04.15", (place,), fixed)


def _may_stand(table: Table, place: str) -> bool:
    here = forces_in(table, ME, place)
    return here is None or here.total > 0


@adds(WhatNow, rule="2.04.08")
def they_may_ride(question: WhatNow, table: Table) -> Iterable[Says]:
    """Shown wherever a worm came, unless it is known that none of them, and no ally's either, stand there."""
    ally = table.ally(ME)
    worms = [place for place in _that_carry(table) if ally or _may_stand(table, place)]
    if table.phase != "spice_blow" or ME not in table.seats or not worms:
        return ()
    where = listed(list(dict.fromkeys(worms)), "or")
    early = any(after_the_nexus(table))
    words = (
        "Fremen in {places} may ride the worm after the Nexus." if early else "Fremen in {places} may ride the worm."
    )
    ride = Says(say(words, places=where), "2.04.08")
    both = "Fremen there are not devoured, and they choose whether {ally:'s} forces are."
    spared = say(both, ally=named(ally)) if ally else "Fremen there are not devoured."
    rule = "2.04.10" if ally else "2.04.07"
    silent = not ask(table, Devoured(ME)).stopped
    return (*((Says(spared, rule),) if silent else ()), ride)


# -- if positions are kept: the ride ---------------------------------------------------------------


class Ride(OfForces, SeatCommand, abstract=True):
    """A group that rides a worm, with the sectors that it leaves and enters if they are named."""

    normal: int
    origin: str
    goal: str
    special: int = 0
    sector: int = NO_SECTOR
    leaves: int = NO_SECTOR

    def against_ride(self, table: Table) -> Iterator[Objection]:
        """Object to a ride of this group, whichever worm it takes."""
        if self.origin == self.goal:
            yield Objection(RIDE, "They are already there. Choose where they ride.", "BAD_INPUT", firm=True)
        yield from after_the_nexus(table)
        yield from more_than_counted(table, self.seat, self.normal, self.special, self.origin)
        yield from against_leaving(table, self.seat, self.origin, self.leaves, self.group, RIDE)
        yield from against_riding_to(table, self.goal, self.sector)

    def ridden(self, table: Table, why: tuple[str, ...]) -> ForcesMoved:
        cell = landing_cell(table, ME, RIDDEN, self.goal, self.sector)
        among = outside_the_storm(table, ME, self.origin, self.leaves).sectors
        return ForcesMoved(ME, self.normal, self.special, self.origin, self.goal, self.leaves, cell.sector, why, among)


class RideWorm(Ride, by="both", waits=True, waivable=True):
    """Ride a worm: one group from its territory to one other, once for each time that a worm came there."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "spice_blow")
        yield from no_such_sector(self.origin, self.leaves, RIDE)
        if self.seat != ME or self.origin not in _that_carry(table):
            yield Objection(RIDE, "No worm has come there, so nobody can ride from there.", "NOT_ELIGIBLE", firm=True)
            return
        if not worms_to_ride(table).get(self.origin):
            words = "That worm has been ridden from {place}. It carries one group to one territory."
            words = say(words, place=self.origin)
            yield Objection(RIDE, words, "NOT_ELIGIBLE")
        yield from self.against_ride(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield self.ridden(table, (RIDE,))


def against_riding_to(table: Table, goal: str, sector: int) -> Iterator[Objection]:
    """Object to where a ride ends: the storm, a full stronghold, or the ally; and to any ride by a Nexus card."""
    if used(table, NO_RIDE, aim="ride"):
        yield Objection(NO_RIDE, "By a Nexus card Fremen ride no worm in this turn.", "NOT_ELIGIBLE")
    yield from against_entering(table, ME, RIDDEN, goal, sector, RIDE)
    ally = "" if partner(table, ME) else table.ally(ME)
    if any(stand.seat == ally and not stand.calm for stand in with_tokens(table, goal)) and not neutral(goal):
        of = {"ally": named(ally or ""), "place": goal}
        words = say("{ally:The 's} forces are in {place}. Ride to another territory.", **of)
        yield Objection(RIDE, words, "NOT_ELIGIBLE")


def after_the_nexus(table: Table) -> Iterator[Objection]:
    """Object to a ride before the Nexus is over, or before it is decided whether there is one."""
    if nexus(table).over:
        return
    if table.phase != ANY and pile_now(table):
        yield Objection(RIDE, "The ride comes after the Nexus. Turn the other spice cards first.")
    elif table.phase != ANY and nexus_now(table) and not by_hand(table, "spice_blow"):
        yield Objection(RIDE, "The Nexus comes first. Ride when the table screen has ended it.")
    elif table.phase != ANY and ask(table, NexusFollows()).value == "open" and not by_hand(table, "spice_blow"):
        yield Objection(RIDE, "The ride comes after the vote on a Nexus. Vote first.")


def _that_carry(table: Table) -> list[str]:
    """Return where worms came in this phase that carry those who stand there."""
    came = blow(table)
    return [place for place, card in zip(came.worms, came.called, strict=True) if place and card != CARD]


def worms_to_ride(table: Table) -> dict[str, int]:
    """Return where worms came in this phase, with how many of them nobody has ridden."""
    left: dict[str, int] = {}
    for place in _that_carry(table):
        left[place] = left.get(place, 0) + 1
    for event in in_this_phase(table):
        if isinstance(event, ForcesMoved) and event.why == (RIDE,) and event.origin in left:
            left[event.origin] -= 1
    return {place: many for place, many in left.items() if many > 0}


def _may_ride(table: Table) -> Iterator[tuple[str, Group]]:
    for place in worms_to_ride(table) if is_kept(table, ME) else ():
        held = outside_the_storm(table, ME, place).group
        if held is not None and held.total:
            yield place, held


@adds(Offers, rule=RIDE, phase="spice_blow", seat=ME)
def they_ride(question: Offers, table: Table) -> Iterable[Offer]:
    if any(after_the_nexus(table)) or used(table, NO_RIDE, aim="ride"):
        return
    for place, held in _may_ride(table):
        most = (Blank("normal", "Forces", "number", 0, held.normal, str(held.normal)),)
        stars = (Blank("special", elite(ME)[1], "number", 0, held.special, str(held.special)),)
        blanks = (*most, *(stars if held.special else ()), places(table, "goal", "To"))
        yield Offer(RideWorm, say("Ride the worm from {place}", place=place), RIDE, blanks, (("origin", place),))


# -- and whether their ally is spared --------------------------------------------------------------


def _asked(table: Table) -> list[Met]:
    kept = of_turn(table, ToBeSpared).asked if table.phase in {"spice_blow", ANY} and ME in table.seats else []
    return [met for met in kept if met.seat == table.ally(ME)]


class SpareAlly(Choice[Met], by="both", waits=True):
    """Say whether a worm spares the ally's forces."""

    rule, who, phase, holds = SHIELD, ME, "spice_blow", True
    nothing, code = "No worm waits there for your answer about an ally.", "NOT_ELIGIBLE"
    does = "says whether the worm spares {seat:'s} forces in {place}"
    all_waiting = staticmethod(_asked)
    territory: str
    spare: bool

    @classmethod
    def ways(cls, table: Table, now: Met) -> Iterator[Offer]:
        devour = "Let the worm devour {seat:'s} forces in {place}"
        for spare, words in (("1", "Spare {seat:'s} forces in {place}"), ("", devour)):
            yield cls.way(say(words, **cls.words(table, now)), territory=now.place, spare=spare)

    @classmethod
    def passed(cls, table: Table, now: Met) -> tuple[Event, ...]:
        return (WormAnswered("", *now, False, (SHIELD,)),)

    def means(self, now: Met) -> bool:
        return now.place == self.territory

    def outcome(self, table: Table, now: Met, chance: Chance) -> Iterable[Event]:
        yield WormAnswered(ME, *now, self.spare, (SHIELD,))


@adds(Uses, rule=SHIELD)
def to_spare_them_is_announced(question: Uses, table: Table) -> Iterable[Power]:
    command = question.command
    return (POWERS[1],) if isinstance(command, SpareAlly) and command.spare else ()


# -- once a game, by Karama ---------------------------------------------------------------------------


class CallWorm(GreatPower):
    rule, who, phase = GREAT, ME, "spice_blow"
    territory: str
    card: str = ""

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        if worm_works(table):
            yield cls.way("Karama: call a worm", replace(where_a_worm_comes(table), kind="place"))

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if table.phase != ANY and not worm_works(table):
            yield Objection(GREAT, "You cannot call a worm in turn 1. Keep the card.", "NOT_ELIGIBLE")
        yield from not_sand(table, self.territory, GREAT)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterable[Event]:
        return swallow(table, self.territory, (GREAT, "1.02.05"))


@ruling(OfferGains, rule="2.04.15")
def where_it_devours_most(question: OfferGains, table: Table, so_far: Amount) -> Amount | None:
    """Others lose all they have there; Fremen may ride on from it."""
    made = question.command
    if not isinstance(made, PlaceWorm):
        return None
    lost = {True: 0, False: 0}
    for one in stands(table, made.territory):
        lost[one.seat in {ME, table.ally(ME)}] += one.group.total
    return lost[False] + lost[True] / 4
