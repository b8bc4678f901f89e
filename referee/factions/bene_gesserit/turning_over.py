"""Advisors that flip to fighters, and fighters to advisors, where positions are kept.

All in a territory flip, or none. A flip by choice is announced like any of their powers; advisors left alone flip by
themselves before the battles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from referee.board.entries import ForcesEntered
from referee.board.forces import Forces, Group, StandsInPeace, in_words
from referee.board.standing import Stand, known_whole, peace_rule, stands
from referee.board.storm import closed_sectors
from referee.common.turn import PhaseBegan, in_this_phase, this_turn
from referee.factions.bene_gesserit import ME
from referee.factions.bene_gesserit.advisors import ON_THE_BOARD
from referee.kernel import (
    Chance,
    Event,
    Objection,
    Phrase,
    SeatCommand,
    SuspensionSpent,
    Table,
    adds,
    after,
    ruling,
    say,
)
from referee.offers.gains import FightsThere
from referee.offers.offer import Offer, Offers
from referee.phases.shipment.by_the_map import occupied
from referee.phases.shipment.marching import ForcesMoved
from referee.phases.shipment.prices_and_permissions import SHIPMENTS, Closed, ForceSentAlong, ForcesShipped, KeptOut
from referee.phases.shipment.where_to import full
from referee.powers.karama_windows import IN, PowerStopped, SaidOf, Uses
from referee.powers.powers import Power

FACES = "2.02.10"
INTRUSION, TAKE_UP_ARMS, WARTIME = (power.rule for power in ON_THE_BOARD)
ARRIVED = ("2.02.14",)  # why forces stand in peace that came as advisors
Comes = ForcesShipped | ForcesMoved | ForceSentAlong


def mine(table: Table) -> Mapping[str, list[Stand]]:
    """Return their groups by territory, as far as the map has them."""
    found: dict[str, list[Stand]] = {}
    for stand in stands(table) if peace_rule(table, ME) else ():
        if stand.seat == ME:
            found.setdefault(stand.place, []).append(stand)
    return found


@adds(KeptOut, rule="2.02.13", seat=ME)
def no_fighters_beside_advisors(question: KeptOut, table: Table) -> Iterable[Closed]:
    words = "Your advisors stand in {goal}. Ship fighters elsewhere, or flip the advisors first."
    for place, groups in mine(table).items() if question.kind in SHIPMENTS else ():
        if any(group.calm for group in groups):
            yield Closed(place, Objection("2.02.13", say(words, goal=place), "NOT_ELIGIBLE"))


def _since_they_turned(table: Table, place: str) -> Iterator[Event]:
    """Yield the events of this phase, newest first, up to their last turning there."""
    for event in in_this_phase(table):
        yield event
        if isinstance(event, StandsInPeace) and (event.seat, event.territory) == (ME, place):
            return


def intruded(table: Table, place: str) -> bool:
    """Return True if anybody but their ally entered the territory since they last turned there."""
    came = (event.arrival() for event in _since_they_turned(table, place) if isinstance(event, ForcesEntered))
    return any(one is not None and one.place == place and one.seat not in {ME, table.ally(ME)} for one in came)


def _just_came(table: Table, place: str) -> bool:
    last = next((one for one in _since_they_turned(table, place) if isinstance(one, StandsInPeace)), None)
    return last is not None and last.territory == place and last.seat == ME and last.why == ARRIVED


def _nobody_travelled(table: Table) -> bool:
    return not any(isinstance(event, Comes) for event in in_this_phase(table))


def may_turn(table: Table, place: str) -> str:
    """Return the rule by which forces there may be turned over now, "" for none."""
    groups = mine(table).get(place, [])
    if not any(group.calm for group in groups):
        moment = table.phase != "battle" and groups and intruded(table, place)
        return INTRUSION if moment else ""
    if _stay_advisors(table, place):
        return ""
    if table.phase == "shipment" and _just_came(table, place) and place not in full(table, ME, occupied(table)):
        return TAKE_UP_ARMS
    return WARTIME if table.phase in {"revival", "shipment"} and _nobody_travelled(table) else ""


def _stay_advisors(table: Table, place: str) -> str:
    """Return the rule that keeps them advisors, "" for none."""
    here = list(stands(table, place))
    if any(one.seat == table.ally(ME) for one in here):
        return "2.02.18"
    shut = closed_sectors(table)
    return "2.02.19" if any(one.seat == ME and one.sector in shut for one in here) else ""


def _stopped(table: Table, rule: str) -> bool:
    """Return True if Karama stopped a flip by this rule: before the shipments for the turn, else until others come."""
    stopped = (event.rule for event in this_turn(table) if isinstance(event, PowerStopped))
    return (rule == WARTIME and rule in stopped) or rule in table.suspended


@after(ForcesShipped, rule="3.01.11.01", order=INTRUSION)
@after(ForcesMoved, rule="3.01.11.01", order=INTRUSION)
@after(ForceSentAlong, rule="3.01.11.01", order=INTRUSION)
def until_others_come(event: Event, table: Table, chance: Chance) -> Iterable[Event]:
    for rule in (INTRUSION, TAKE_UP_ARMS):
        if table.suspended.get(rule) == 1:
            yield SuspensionSpent(rule)


class TurnOver(SeatCommand, by="both", waits=True):
    territory: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat != ME or not mine(table).get(self.territory):
            yield Objection(
                FACES, "You have no fighters or advisors there. Choose where you do.", "NOT_ELIGIBLE", firm=True
            )
        elif not may_turn(table, self.territory):
            words = "These forces cannot flip now. Advisors flip before shipment, fighters when others arrive."
            calm = any(one.calm for one in mine(table)[self.territory])
            kept = _stay_advisors(table, self.territory) if calm else INTRUSION
            yield Objection(kept or TAKE_UP_ARMS, words, "NOT_ELIGIBLE")
        elif _stopped(table, rule := may_turn(table, self.territory)):
            yield Objection(rule, "Karama stopped this flip. These forces stay as they are.", "NOT_ELIGIBLE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        peace = (ME, self.territory) not in table.state(Forces).calm
        yield StandsInPeace(ME, self.territory, peace, (may_turn(table, self.territory) or FACES,))


@ruling(FightsThere, rule=FACES)
def who_turns_over(question: FightsThere, table: Table, so_far: tuple[str, int]) -> tuple[str, int] | None:
    command = question.command
    if not isinstance(command, TurnOver):
        return None
    groups = mine(table).get(command.territory, [])
    return command.territory, sum(one.group.total * (1 if one.calm else -1) for one in groups)


def _used(power: Power) -> None:
    @adds(Uses, rule=power.rule)
    def with_each_turning(question: Uses, table: Table) -> Iterable[Power]:
        command = question.command
        return (power,) if isinstance(command, TurnOver) and may_turn(table, command.territory) == power.rule else ()


for _power in ON_THE_BOARD:
    _used(_power)


@ruling(SaidOf, rule=FACES)
def where_they_turn(question: SaidOf, table: Table, so_far: Phrase | str) -> Phrase | None:
    command = question.command
    return IN(places=(command.territory,)) if isinstance(command, TurnOver) else None


@adds(Offers, rule=FACES, seat=ME)
def turn_them_over(question: Offers, table: Table) -> Iterable[Offer]:
    for place, groups in mine(table).items():
        if (rule := may_turn(table, place)) and not _stopped(table, rule):
            total = Group()
            for one in groups:
                total = total.plus(one.group)
            calm = any(group.calm for group in groups)
            words = "Flip {forces} in {place} to fighters" if calm else "Flip {forces} in {place} to advisors"
            label = say(words, forces=in_words(total, ME), place=place)
            yield Offer(TurnOver, label, rule, fixed=(("territory", place),))


@after(PhaseBegan, rule="2.02.21")
def alone_before_battle(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    """Only where all forces on the board are known."""
    if event.phase != "battle" or not all(known_whole(table, seat) for seat in table.seats):
        return
    for place, groups in mine(table).items():
        alone = all(stand.seat == ME for stand in stands(table, place))
        if any(group.calm for group in groups) and alone and not _stay_advisors(table, place):
            yield StandsInPeace(ME, place, False, ("2.02.21",))
