"""The Nexus card of Fremen: no ride or no second territory, a ride from elsewhere, or safety from a worm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.blanks import places
from referee.board.forces import Group, is_kept
from referee.board.groups import outside_the_storm
from referee.board.how_many import most_on_the_board
from referee.board.standing import stands
from referee.board.territories import SAND, TERRITORIES, on_board
from referee.common.factions import elite, named
from referee.common.turn import in_phase, of_turn
from referee.factions.fremen import FAR, FREE, ME
from referee.factions.fremen.worms import NO_RIDE, RIDE, Ride
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event
from referee.kernel.rulings import Chance, RuleSuspended, adds, ruling
from referee.kernel.table import Table
from referee.kernel.wording import say
from referee.modules.nexus_cards.holding import NexusUse, may_use, might_use, nexus_card, used
from referee.offers.offer import TABLE, Blank, Duties, Duty, Offer, Offers, SecretOffers, forces
from referee.offers.what_now import LeftOver, Undone
from referee.phases.revival.limits_and_prices import FreeRevival
from referee.phases.spice_blow.blow import blow
from referee.phases.spice_blow.devoured import ToBeSpared, WormAnswered, WormSpares

CARD = nexus_card(ME, "4.05.14")
BETRAYAL, CUNNING, ALLY = NO_RIDE, "4.05.14.02", "4.05.14.03"
RIDES, TWO = "ride", "far"
PHASES = {RIDES: "spice_blow", TWO: "shipment"}


# -- Betrayal -----------------------------------------------------------------------------------------


class HoldFremen(NexusUse, use=BETRAYAL):
    """Fremen ride no worm in this turn, or move one territory only."""

    what: str

    def against(self, table: Table) -> Iterable[Objection]:
        if self.what not in PHASES:
            yield Objection(BETRAYAL, "Choose the ride or the two territories.", "BAD_INPUT", firm=True)
        else:
            yield from in_phase(table, PHASES[self.what])

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield self.played(self.what)
        if self.what == TWO:
            yield RuleSuspended(FAR.rule, "turn", (BETRAYAL,))


# -- Cunning: a ride from another territory -----------------------------------------------------------


def _worm_without_riders(table: Table) -> str:
    """Return where a worm came and no Fremen stand, "" for nowhere."""
    there = {one.place for one in stands(table) if one.seat == ME}
    return next((place for place in blow(table).worms if place and place not in there), "")


def _from_where(table: Table) -> Iterator[tuple[str, Group]]:
    """Yield where they may ride from and with how many forces; where nobody counts them, all that can be there."""
    if not is_kept(table, ME):
        open_ = (one.name for one in on_board(table) if one.ground == SAND)
        most = most_on_the_board(table, ME)
        yield from ((place, most) for place in open_ if outside_the_storm(table, ME, place).sectors)
        return
    sand = dict.fromkeys(one.place for one in stands(table) if one.seat == ME and is_kept(table, ME))
    for place in (one for one in sand if TERRITORIES[one].ground == SAND):
        held = outside_the_storm(table, ME, place).group
        if held is not None and held.total:
            yield place, held


class RideFromElsewhere(NexusUse, Ride, use=CUNNING):
    """Ride the worm that came where no Fremen stand, from another sand territory."""

    def against(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "spice_blow")
        if not _worm_without_riders(table):
            yield Objection(CUNNING, "No worm came where no Fremen stand. Keep the card.", firm=True)
        elif self.origin not in dict(_from_where(table)):
            words = "They ride from a sand territory where Fremen stand outside the storm."
            yield Objection(CUNNING, words, "NOT_ELIGIBLE", firm=True)
        elif self.goal not in TERRITORIES:
            yield Objection(CUNNING, "Choose a territory to ride to.", "BAD_INPUT", firm=True)
        else:
            yield from self.against_ride(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield self.played(_worm_without_riders(table))
        yield self.ridden(table, (RIDE, CUNNING))


# -- Secret Ally: spared by a worm --------------------------------------------------------------------


@ruling(WormSpares, rule=ALLY)
def they_may_hold_it(question: WormSpares, table: Table, so_far: bool) -> bool | None:
    """Everybody is asked who might hold the card."""
    return True if might_use(table, question.seat, ALLY) else None


def _met(table: Table, seat: str) -> list[str]:
    """Return where a worm waits for this seat's answer about its own forces."""
    asked = of_turn(table, ToBeSpared).asked if table.phase == "spice_blow" and ME not in table.seats else []
    return [place for one, place in asked if one == seat]


class SaveFromWorm(NexusUse, use=ALLY):
    """Save one's forces from the worm that came to them."""

    territory: str

    def against(self, table: Table) -> Iterable[Objection]:
        yield from _no_worm(table, self.seat, self.territory)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield self.played(self.territory)
        yield WormAnswered(self.seat, self.seat, self.territory, True, (ALLY,))


def _no_worm(table: Table, seat: str, territory: str) -> Iterator[Objection]:
    if territory not in _met(table, seat):
        yield Objection(ALLY, "No worm waits there for your answer.", firm=True)


class LetWormEat(Command, by="both", waits=True):
    """Do not save one's forces."""

    seat: str
    territory: str

    def open_to_seat(self, table: Table) -> bool:
        return self.territory in _met(table, self.seat)

    def objections(self, table: Table) -> Iterable[Objection]:
        return _no_worm(table, self.seat, self.territory)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield WormAnswered(self.seat, self.seat, self.territory, False, (ALLY,))


@adds(Duties, rule=ALLY, phase="spice_blow")
def save_them_or_not(question: Duties, table: Table) -> Iterable[Duty]:
    for seat in table.seats:
        for place in _met(table, seat):
            you = say("save your forces in {place} with a Nexus card, or don't", place=place)
            yield Duty(seat, "answers the worm", ALLY, (SaveFromWorm, LetWormEat), you=you)


@adds(LeftOver, rule=ALLY)
def nobody_has_said(question: LeftOver, table: Table) -> Iterable[Undone]:
    for seat in table.seats:
        for place in _met(table, seat):
            words = "{seat:The has} not said whether a Nexus card saves forces in {place}."
            passed = (WormAnswered("", seat, place, False, (ALLY,)),)
            yield Undone(say(words, seat=named(seat), place=place), ALLY, passed=passed)


@adds(Offers, rule=ALLY, phase="spice_blow")
def let_them_be_eaten(question: Offers, table: Table) -> Iterable[Offer]:
    for seat in table.seats if question.seat == TABLE else [question.seat]:
        for place in _met(table, seat):
            whose = (("seat", seat),) if question.seat == TABLE else ()
            label = say("The worm devours {seat:'s} forces in {place}", seat=named(seat), place=place)
            yield Offer(LetWormEat, label, ALLY, fixed=(*whose, ("territory", place)))


# -- Secret Ally: three free revivals -----------------------------------------------------------------


@ruling(FreeRevival, rule=ALLY)
def three_of_them_free(question: FreeRevival, table: Table, so_far: int) -> int | None:
    return max(FREE, so_far) if used(table, ALLY, question.seat, "revival") else None


class FreeThree(NexusUse, use=ALLY):
    """Three forces come back free in this turn."""

    button = "Nexus card: three free revivals"

    def against(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "revival")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield self.played("revival")


# -- on the phone -------------------------------------------------------------------------------------


@adds(SecretOffers, rule=ALLY)
def play_it(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if may_use(table, seat, BETRAYAL):
        if table.phase == "spice_blow":
            yield Offer(HoldFremen, "Nexus card: Fremen ride no worm", BETRAYAL, fixed=(("what", RIDES),))
        if table.phase == "shipment":
            yield Offer(HoldFremen, "Nexus card: Fremen move one territory", BETRAYAL, fixed=(("what", TWO),))
    if may_use(table, seat, ALLY):
        for place in _met(table, seat):
            fixed = (("territory", place),)
            yield Offer(
                SaveFromWorm,
                say("Nexus card: save your forces in {place}", place=place),
                ALLY,
                fixed=fixed,
                at_once=True,
            )
    if may_use(table, seat, CUNNING) and table.phase == "spice_blow" and _worm_without_riders(table):
        from_where = [*_from_where(table)]
        if not is_kept(table, ME) and from_where:
            choices = tuple((place, place) for place, _ in from_where)
            origin, group = Blank("origin", "From", "place", choices=choices), forces(ME)
            blanks = (*group, origin, places(table, "goal", "To"))
            yield Offer(RideFromElsewhere, "Nexus card: ride from another territory", CUNNING, blanks)
            return
        for place, held in from_where:
            most = (Blank("normal", "Forces", "number", 0, held.normal, str(held.normal)),)
            stars = (Blank("special", elite(ME)[1], "number", 0, held.special, str(held.special)),)
            blanks = (*most, *(stars if held.special else ()), places(table, "goal", "To"))
            label = say("Nexus card: ride from {place}", place=place)
            yield Offer(RideFromElsewhere, label, CUNNING, blanks, (("origin", place),))
