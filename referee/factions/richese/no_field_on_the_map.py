"""The No-Field where positions are kept: it moves as one force, and storm, worm and battle show it.

Nothing public depends on its number before it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.entries import MOVEMENT, Arrival, TerritoryDestroyed
from referee.board.forces import NO_SECTOR, Group, forces_in, in_words
from referee.board.forces_counted import ForcesToTanks
from referee.board.standing import stands
from referee.board.storm import Storm, StormLosses, StormMoved, struck
from referee.board.territories import nowhere, places
from referee.board.ways import Cell, cells
from referee.board.worlds import is_low
from referee.common.turn import PhaseBegan, SeatDone, in_phase
from referee.factions.richese import ME, WORLD, WORLD_RULE
from referee.factions.richese.no_field import RULE, FieldShown, NoFieldToken, field_of, fights_with, shown
from referee.kernel import Chance, Event, Objection, SeatCommand, Table, adds, after, ask, ruling, say
from referee.offers.offer import Blank, Offer, Offers
from referee.phases.battle.before_the_plans import Exempt
from referee.phases.battle.events import BattleEnded, PlansRevealed
from referee.phases.battle.live_battle import LiveBattle, battle_now
from referee.phases.shipment.beside_an_ally import WHY, shared_with_ally, who_finishes
from referee.phases.shipment.by_the_map import against_march, march_of
from referee.phases.shipment.marching import ForcesMoved, moves_left, out_of_turn
from referee.phases.shipment.prices_and_permissions import MovesThisTurn
from referee.phases.spice_blow.blow import Devoured, SpiceCardTurned
from referee.phases.spice_blow.devoured import WormAnswered, WormSpares

IN_BATTLE = "2.10.12"


# -- it moves -----------------------------------------------------------------------------------------


class FieldMoved(ForcesMoved):
    def arrival(self) -> Arrival:
        """The token counts like one force."""
        return Arrival(ME, self.goal, self.sector, Group(self.normal + 1), MOVEMENT, self.origin)

    def apply(self, table: Table) -> None:
        if self.normal:
            super().apply(table)
        lies = field_of(table)
        table.put(NoFieldToken(self.goal, lies.token, lies.last, self.sector))

    def pattern(self) -> str:
        alone = "{seat!n:The moves} the No-Field token from {origin} to {goal}."
        return "{seat!n:The moves} the No-Field token and {forces} from {origin} to {goal}." if self.normal else alone


class MoveField(SeatCommand, by="both", waits=True, in_order=True):
    goal: str
    normal: int = 0

    def open_to_seat(self, table: Table) -> bool:
        return self.normal <= _beside(table)

    def objections(self, table: Table) -> Iterable[Objection]:
        lies = field_of(table)
        yield from in_phase(table, "shipment")
        yield from nowhere(table, self.goal, RULE)
        if self.seat != ME or not lies.goal:
            yield Objection(RULE, "There is no No-Field token on the board.", firm=True)
            return
        yield from out_of_turn(table, ME)
        if is_low(table, WORLD):
            yield Objection(WORLD_RULE, say("{world} is low: the No-Field does not move.", world=WORLD), "NOT_ELIGIBLE")
        along = forces_in(table, ME, lies.goal)
        if along is not None and self.normal > along.normal:
            words = say("There are {forces} beside it. Move no more than that.", forces=in_words(along, ME))
            yield Objection(RULE, words, firm=True)
        if not moves_left(table, ME):
            often = ask(table, MovesThisTurn(ME))
            yield Objection(often.because[0], "You have moved in this turn.", "NOT_ELIGIBLE")
        if self.goal == lies.goal:
            yield Objection(RULE, "It is already there. Choose where it moves.", "BAD_INPUT", firm=True)
        elif cells(self.goal):
            group = Group(self.normal)
            yield from against_march(table, ME, group, lies.goal, self.goal, NO_SECTOR, NO_SECTOR, beside=lies.sector)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        lies = field_of(table)
        group = Group(self.normal)
        move = march_of(table, ME, group, lies.goal, self.goal, NO_SECTOR, NO_SECTOR, beside=lies.sector)
        yield FieldMoved(
            ME, self.normal, 0, lies.goal, self.goal, move.start.sector, move.end.sector, (RULE,), move.among
        )


def _beside(table: Table) -> int:
    return sum(stand.group.normal for stand in stands(table, field_of(table).goal) if stand.seat == ME)


@adds(Offers, rule=RULE, order=1, seat=ME)
def move_it(question: Offers, table: Table) -> Iterable[Offer]:
    lies = field_of(table).goal if not is_low(table, WORLD) else ""
    if table.phase == "shipment" and lies and moves_left(table, ME) and not any(out_of_turn(table, ME)):
        beside = _beside(table)
        along = (Blank("normal", "Forces that go along", "number", 0, beside, "0"),) if beside else ()
        yield Offer(
            MoveField, say("Move the No-Field from {place}", place=lies), RULE, (*along, places(table, "goal", "To"))
        )


# -- storm and worm show it ---------------------------------------------------------------------------


def _lost(table: Table, why: tuple[str, ...], storm: bool = False) -> Iterator[Event]:
    """Yield that the token is shown and its forces are lost."""
    lies = field_of(table)
    for event in list(shown(table)):
        yield event
        gone = Group(event.forces) if isinstance(event, FieldShown) else Group()
        gone = ask(table, StormLosses(ME, gone)).value if storm else gone
        if gone.total:
            yield ForcesToTanks(ME, gone.normal, gone.special, lies.goal, why, lies.sector)


@after(StormMoved, rule=RULE)
def the_storm_shows_it(event: StormMoved, table: Table, chance: Chance) -> Iterable[Event]:
    """Only if every cell where it may be is struck."""
    lies = field_of(table)
    here = cells(lies.goal) if lies.sector == NO_SECTOR else (Cell(lies.goal, lies.sector),)
    if lies.goal and here and set(here) <= set(struck(table, table.state(Storm).swept)):
        yield from _lost(table, (RULE, "1.01.03"), storm=True)


@after(TerritoryDestroyed, rule=RULE)
def it_goes_with_the_territory(event: TerritoryDestroyed, table: Table, chance: Chance) -> Iterable[Event]:
    if event.place == field_of(table).goal:
        yield from _lost(table, (RULE, *event.why))


@after(SpiceCardTurned, rule=RULE)
def the_worm_shows_it(event: SpiceCardTurned, table: Table, chance: Chance) -> Iterable[Event]:
    here = event.worm and event.territory and event.territory == field_of(table).goal
    if here and ask(table, Devoured(ME)).value and not ask(table, WormSpares(ME)).value:
        yield from _lost(table, (RULE, "1.02.05"))


@after(WormAnswered, rule=RULE)
def the_worm_shows_it_after_all(event: WormAnswered, table: Table, chance: Chance) -> Iterable[Event]:
    if not event.spared and event.seat == ME and event.territory == field_of(table).goal:
        yield from _lost(table, (RULE, "1.02.05"))


def _beside_an_ally(event: SeatDone | PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    if ME in who_finishes(event, table) and field_of(table).goal in shared_with_ally(table, ME):
        yield from _lost(table, (RULE, *WHY))


after(SeatDone, rule=RULE)(_beside_an_ally)
after(PhaseBegan, rule=RULE)(_beside_an_ally)


# -- in battle ----------------------------------------------------------------------------------------


@ruling(Exempt, rule=IN_BATTLE)
def not_for_the_dial(question: Exempt, table: Table, so_far: bool) -> bool | None:
    live = battle_now(table)
    hidden = live is not None and question.seat == ME and fights_with(live, field_of(table))
    return True if hidden and question.part == "dial" else None


@after(PlansRevealed, rule=IN_BATTLE)
def it_is_opened_with_the_wheels(event: PlansRevealed, table: Table, chance: Chance) -> Iterable[Event]:
    live = battle_now(table)
    if live is not None and fights_with(live, field_of(table)):
        yield from shown(table)


@after(BattleEnded, rule=IN_BATTLE)
def an_explosion_beside_it(event: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    live = table.get(LiveBattle)
    lies = field_of(table)
    beside = live is not None and lies.goal == live.territory and not fights_with(live, lies)
    if live is not None and beside and live.verdict.blown_up:
        yield from _lost(table, (IN_BATTLE, "1.07.06.01"))
