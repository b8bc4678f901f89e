"""The Nexus card of Fremen: no ride or no second territory, a ride from elsewhere, or safety from a worm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.board.forces import Group, is_kept
from referee.board.groups import outside_the_storm
from referee.board.how_many import most_on_the_board
from referee.board.standing import stands
from referee.board.territories import SAND, TERRITORIES, on_board, places
from referee.common.factions import elite
from referee.common.turn import in_phase, of_turn
from referee.factions.fremen import FAR, FREE, ME
from referee.factions.fremen.worms import RIDE, Ride
from referee.kernel import Chance, Event, Objection, RuleSuspended, Table, ruling, say
from referee.modules.nexus_cards.holding import NexusHeld, NexusUse, might_use, nexus_card, used
from referee.offers.choices import Choice
from referee.offers.offer import Blank, Duty, Offer, forces, pick
from referee.phases.revival.limits_and_prices import FreeRevival
from referee.phases.spice_blow.blow import blow
from referee.phases.spice_blow.devoured import Met, ToBeSpared, WormAnswered, WormSpares

BETRAYAL, CUNNING, ALLY = nexus_card(ME, "4.05.14.01", "4.05.14.02", "4.05.14.03")
RIDES, TWO = "ride", "far"
PHASES = {RIDES: "spice_blow", TWO: "shipment"}


# -- Betrayal -----------------------------------------------------------------------------------------


class HoldFremen(NexusUse, rule=BETRAYAL):
    """Fremen ride no worm in this turn, or move one territory only."""

    aims_at = "what"
    what: str

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        if table.phase == PHASES[RIDES]:
            yield cls.way("Nexus card: Fremen ride no worm", what=RIDES)
        if table.phase == PHASES[TWO]:
            yield cls.way("Nexus card: Fremen move one territory", what=TWO)

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        if self.what not in PHASES:
            yield Objection(BETRAYAL, "Choose the ride or the two territories.", "BAD_INPUT", firm=True)
        else:
            yield from in_phase(table, PHASES[self.what])

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        if self.what == TWO:
            yield RuleSuspended(FAR.rule, "turn", (BETRAYAL,))


# -- Cunning: a ride from another territory -----------------------------------------------------------


def _worm_without_riders(table: Table) -> str:
    """Return where a worm came and no Fremen stand, "" for nowhere."""
    there = {stand.place for stand in stands(table) if stand.seat == ME}
    return next((place for place in blow(table).worms if place and place not in there), "")


def _from_where(table: Table) -> Iterator[tuple[str, Group]]:
    """Yield where they may ride from and with how many forces; where nobody counts them, all that can be there."""
    if not is_kept(table, ME):
        open_ = (territory.name for territory in on_board(table) if territory.ground == SAND)
        most = most_on_the_board(table, ME)
        yield from ((place, most) for place in open_ if outside_the_storm(table, ME, place).sectors)
        return
    sand = dict.fromkeys(stand.place for stand in stands(table) if stand.seat == ME and is_kept(table, ME))
    for place in (one for one in sand if TERRITORIES[one].ground == SAND):
        held = outside_the_storm(table, ME, place).group
        if held is not None and held.total:
            yield place, held


class RideFromElsewhere(NexusUse, Ride, rule=CUNNING, phase="spice_blow"):
    """Ride the worm that came where no Fremen stand, from another sand territory."""

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        from_where = [*_from_where(table)] if _worm_without_riders(table) else []
        goal = places(table, "goal", "To")
        if from_where and not is_kept(table, ME):
            origin = pick("origin", "From", (place for place, _ in from_where), "place")
            yield cls.way("Nexus card: ride from another territory", *forces(ME), origin, goal)
            return
        for place, held in from_where:
            most = (Blank("normal", "Forces", "number", 0, held.normal, str(held.normal)),)
            stars = (Blank("special", elite(ME)[1], "number", 0, held.special, str(held.special)),)
            label = say("Nexus card: ride from {place}", place=place)
            yield cls.way(label, *most, *(stars if held.special else ()), goal, origin=place)

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        if not _worm_without_riders(table):
            yield Objection(CUNNING, "No worm came where no Fremen stand. Keep the card.", firm=True)
        elif self.origin not in dict(_from_where(table)):
            words = "They ride from a sand territory where Fremen stand outside the storm."
            yield Objection(CUNNING, words, "NOT_ELIGIBLE", firm=True)
        elif self.goal not in TERRITORIES:
            yield Objection(CUNNING, "Choose a territory to ride to.", "BAD_INPUT", firm=True)
        else:
            yield from self.against_ride(table)

    def aimed(self, table: Table) -> str:
        return _worm_without_riders(table)

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        yield self.ridden(table, (RIDE, CUNNING))


# -- Secret Ally: spared by a worm --------------------------------------------------------------------


@ruling(WormSpares, rule=ALLY)
def they_may_hold_it(question: WormSpares, table: Table, so_far: bool) -> bool | None:
    """Everybody is asked who might hold the card."""
    return True if might_use(table, question.seat, ALLY) else None


def _met(table: Table) -> list[Met]:
    """Return whose forces a worm met, where each may save their own."""
    return of_turn(table, ToBeSpared).asked if table.phase == "spice_blow" and ME not in table.seats else []


class SaveFromWorm(NexusUse, rule=ALLY):
    """Save one's forces from the worm that came to them."""

    not_offered, aims_at = "No worm waits there for your answer.", "territory"
    at_once = True
    territory: str

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        for place in (met.place for met in _met(table) if met.seat == now.seat):
            yield cls.way(say("Nexus card: save your forces in {place}", place=place), territory=place)

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        yield WormAnswered(self.seat, self.seat, self.territory, True, (ALLY,))


class LetWormEat(Choice[Met], by="both", waits=True):
    """Do not save one's forces."""

    rule, phase, holds = ALLY, "spice_blow", True
    nothing = SaveFromWorm.not_offered
    does, you = "answers the worm", "save your forces in {place} with a Nexus card, or don't"
    all_waiting = staticmethod(_met)
    territory: str

    @classmethod
    def due(cls, table: Table, now: Met, by: tuple[type[Choice[Any]], ...]) -> Duty | None:
        return super().due(table, now, (SaveFromWorm, *by))

    @classmethod
    def ways(cls, table: Table, now: Met) -> Iterator[Offer]:
        yield cls.way(say("The worm devours {seat:'s} forces in {place}", **cls.words(table, now)), territory=now.place)

    @classmethod
    def passed(cls, table: Table, now: Met) -> tuple[Event, ...]:
        return (WormAnswered("", *now, False, (ALLY,)),)

    def means(self, now: Met) -> bool:
        return now.place == self.territory

    def outcome(self, table: Table, now: Met, chance: Chance) -> Iterator[Event]:
        yield WormAnswered(self.seat, *now, False, (ALLY,))


# -- Secret Ally: three free revivals -----------------------------------------------------------------


@ruling(FreeRevival, rule=ALLY)
def three_of_them_free(question: FreeRevival, table: Table, so_far: int) -> int | None:
    return max(FREE, so_far) if used(table, ALLY, question.seat, "revival") else None


class FreeThree(NexusUse, rule=ALLY, phase="revival"):
    """Three forces come back free in this turn."""

    button = "Nexus card: three free revivals"
    aim = "revival"
