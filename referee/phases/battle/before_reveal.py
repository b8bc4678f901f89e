"""What players and the table may command in a battle until the wheels are open: begin it, lock a plan, answer.

A plan is judged on its owner's own table, so an illegal one is refused on that phone only, with every reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

from referee.common.factions import faction_name
from referee.common.forces import Group, more_than_there_are
from referee.common.physical import battles_are_refereed, plans_are_on_phones
from referee.common.seating import on_own_phone, phones_of
from referee.common.territories import nowhere
from referee.common.turn import in_phase
from referee.kernel.commands import Amount, Command, Objection
from referee.kernel.events import Event, sealed
from referee.kernel.rulings import Chance
from referee.kernel.table import Table
from referee.phases.battle.ally_spice import against_help
from referee.phases.battle.list import FightNext, neutral, there
from referee.phases.battle.position import against_plan, as_hero, callers
from referee.phases.battle.settling import all_answered, reveal
from referee.phases.battle.spoken import not_yet
from referee.phases.battle.state import (
    NO,
    OPEN,
    WAIT,
    YES,
    BattleBegun,
    BattleCancelled,
    LiveBattle,
    Plan,
    PlanLocked,
    PlanReopened,
    TraitorAnswered,
    WheelTyped,
    battle_now,
    live_of,
    running,
)


class BeginBattle(Command):
    """Begin a battle between two factions with the forces that stand there."""

    by = "table"
    waits = True
    territory: str
    one: str
    two: str
    one_normal: int = 0
    one_special: int = 0
    two_normal: int = 0
    two_special: int = 0

    def objections(self, table: Table) -> Iterable[Objection]:
        """One battle at a time, two who are no allies, somebody on either side."""
        yield from in_phase(table, "battle")
        if battle_now(table):
            yield Objection("1.07.03", "One battle is still going on. Settle it or call it off first.", firm=True)
        if not battles_are_refereed(table):
            yield Objection("4.94.03", "This table leaves battles to itself. Change that among the options.")
        yield from nowhere(table, self.territory, "1.07.01")
        if neutral(self.territory):
            yield Objection("1.07.01.02", "Nobody battles at the pole. Choose another territory.")
        if self.one == self.two or not {self.one, self.two} <= set(table.seats):
            yield Objection("1.07.01", "Two different factions fight. Choose two of this table.", firm=True)
        elif table.ally(self.one) == self.two:
            yield Objection("1.10.02.06", "Allies do not fight each other. Choose another pair.")
        counts = (self.one_normal, self.one_special, self.two_normal, self.two_special)
        if min(counts) < 0 or max(counts) > 40 or not (sum(counts[:2]) and sum(counts[2:])):
            yield Objection("1.07.01", "Each side has one force or more there. Enter the numbers.", firm=True)
        elif {self.one, self.two} <= set(table.seats):
            yield from more_than_there_are(table, self.one, Group(*counts[:2]))
            yield from more_than_there_are(table, self.two, Group(*counts[2:]))

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Whoever comes first in storm order is the aggressor."""
        groups = {self.one: (self.one_normal, self.one_special), self.two: (self.two_normal, self.two_special)}
        first, second = (seat for seat in table.from_seat(table.first_player) if seat in groups)
        yield BattleBegun(self.territory, first, second, groups[first], groups[second])


def fought_by(table: Table, command: Command) -> dict[str, Group]:
    """Return who would fight with which forces, were this command to begin a battle; nobody for any other command."""
    if isinstance(command, BeginBattle):
        one, two = Group(command.one_normal, command.one_special), Group(command.two_normal, command.two_special)
        return {command.one: one, command.two: two}
    armies = there(table, command.territory) if isinstance(command, FightNext) else {}
    return {seat: group for seat, (group, _) in armies.items() if seat in {command.seat, command.against}}  # type: ignore[attr-defined]


@dataclass(frozen=True)
class _WithPlan:
    """A command that carries a plan; ``leader`` may name a card that stands in for one."""

    seat: str
    dial: Amount
    leader: str = ""
    weapon: str = ""
    defence: str = ""
    companion: bool = False
    support: int = 0
    helped: int = 0

    def plan(self, table: Table) -> Plan:
        """Return the plan."""
        hero = self.leader if as_hero(table, self.leader) else ""
        leader = "" if hero else self.leader
        return Plan(self.dial, leader, hero, self.weapon, self.defence, self.companion, self.support, self.helped)

    def spoken_against(self, table: Table, live: LiveBattle) -> Iterator[Objection]:
        """Object to a plan of somebody else's battle, a second plan, or one that the rules do not allow."""
        if self.seat not in live.seats:
            yield Objection("1.07.04", "Only the two who fight set a plan. Watch the table screen.", firm=True)
        elif self.seat in live.plans:
            yield Objection("1.07.04", "This plan is locked already. Reopen it to change it.", firm=True)
        else:
            yield from against_plan(table, live, self.seat, self.plan(table))
            yield from against_help(table, live, self.seat, self.helped)


class LockPlan(_WithPlan, Command):
    """Lock one's own plan."""

    by = "seat"
    waits = True

    def objections(self, table: Table) -> Iterable[Objection]:
        """In their own battle, once, and as the rules allow."""
        yield from running(table, OPEN)
        live = battle_now(table)
        if not plans_are_on_phones(table):
            yield Objection("4.94.03", "This table uses cardboard wheels. Set the plan there.", firm=True)
        elif live and live.step == OPEN:
            yield from not_yet(table, self.seat)
            yield from self.spoken_against(table, live)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Seal it; where the other wheel was typed in, both are open at once."""
        yield PlanLocked(self.seat, sealed(asdict(self.plan(table)), self.seat))
        live = live_of(table)
        if live.locked and live.typed:
            yield from reveal(table, live)


class ReopenPlan(Command):
    """Take one's own plan back, as long as the other one is not locked too."""

    by = "seat"
    waits = True
    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """Until both are locked."""
        yield from running(table, OPEN)
        live = battle_now(table)
        if live and (self.seat not in live.plans or self.seat not in live.seats):
            yield Objection("1.07.04", "There is no locked plan to reopen.", firm=True)
        elif live and live.locked:
            yield Objection("1.07.05", "Both plans are locked. Ask the table to call the battle off, or go on.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Take it up."""
        yield PlanReopened(self.seat)


class AnswerTraitor(Command):
    """Say whether to call a traitor once the wheels are open. Every phone is asked, whoever may call."""

    by = "seat"
    seat: str
    answer: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """While both plans lie locked."""
        yield from running(table, OPEN)
        live = battle_now(table)
        if live and not live.locked:
            yield Objection("1.07.06.06", "Wait until both plans are locked, then answer.", firm=True)
        if self.answer not in {YES, NO, WAIT}:
            yield Objection("1.07.06.06", "Answer yes, no, or wait.", "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Note it for this seat alone; the last answer that matters opens the wheels."""
        yield TraitorAnswered(frozenset({self.seat}), self.seat, self.answer)
        live = live_of(table)
        if self.seat in callers(table, live) and all_answered(table, live):
            yield from reveal(table, live)


class Reveal(Command):
    """Open the wheels now; whoever has not answered may still call a traitor afterwards."""

    by = "table"
    waits = True

    def objections(self, table: Table) -> Iterable[Objection]:
        """Both plans must be there."""
        yield from running(table, OPEN)
        live = battle_now(table)
        missing = [faction_name(seat) for seat in live.seats if seat not in live.plans] if live else []
        if missing:
            words = f"The plan of {' and '.join(missing)} is missing. Lock it on the phone or type the wheel in."
            yield Objection("1.07.05", words, "PLAN_MISSING", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Open them."""
        yield from reveal(table, live_of(table))


def read_too_early(table: Table, live: LiveBattle, seat: str) -> bool:
    """Say whether a wheel typed in now would be read by an opponent who still sets a plan on a phone (1.07.05)."""
    other = live.against(seat)
    return plans_are_on_phones(table) and other in phones_of(table) and other not in live.plans


class TypeWheel(_WithPlan, Command):
    """Type in what a cardboard wheel shows; the second one opens both."""

    by = "table"
    waits = True

    def objections(self, table: Table) -> Iterable[Objection]:
        """Not before the opponent's phone is locked, for all read the screen; without one both wheels lie open."""
        yield from running(table, OPEN)
        live = battle_now(table)
        if live is None or live.step != OPEN:
            return
        if read_too_early(table, live, self.seat):
            words = f"Everybody reads this screen. Let {faction_name(live.against(self.seat))} lock first."
            yield Objection("1.07.05", words)
        if plans_are_on_phones(table):
            yield from on_own_phone(table, self.seat, "4.97.07")
        yield from self.spoken_against(table, live)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Lay it open."""
        yield WheelTyped(self.seat, asdict(self.plan(table)))
        live = live_of(table)
        if live.locked:
            yield from reveal(table, live)


class CancelBattle(Command):
    """Call the battle off before it is settled."""

    by = "table"
    waits = True

    def objections(self, table: Table) -> Iterable[Objection]:
        """While there is one."""
        yield from running(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Clear it away."""
        yield BattleCancelled()
