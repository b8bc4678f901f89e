"""Setting a battle plan: locked on a phone, reopened, or typed in from a cardboard wheel.

A plan is judged on its owner's own table, so an illegal one is refused on that phone only, with all reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict

from referee.common.factions import named
from referee.common.phones_at_seats import on_own_phone, phones_of
from referee.common.what_is_physical import plans_are_on_phones
from referee.kernel import (
    Amount,
    Chance,
    Command,
    Event,
    Objection,
    RuleSuspended,
    SeatCommand,
    SeatQuestion,
    Table,
    Value,
    adds,
    after,
    ask,
    say,
    sealed,
)
from referee.offers.offer import Duties, Duty, Offer
from referee.phases.battle.battle_as_known import against_plan, as_hero, position
from referee.phases.battle.before_the_plans import not_yet, steps
from referee.phases.battle.dial_and_losses import worths
from referee.phases.battle.events import PlanLocked, PlanReopened, WheelImpossible, WheelTyped
from referee.phases.battle.live_battle import (
    NO,
    OPEN,
    WAIT,
    YES,
    LiveBattle,
    Plan,
    battle_now,
    live_of,
    running,
    traitor_answers,
)
from referee.phases.battle.reveal import all_answered, answered, reveal
from referee.phases.battle.spice_for_forces import against_help, against_support
from referee.powers.karama_windows import held_up


class PlanWaits(SeatQuestion[bool], rule="1.07.04", answer=False):
    """Must this faction's plan wait for what somebody does before?"""


class _WithPlan(Value):
    """A command with a plan; ``leader`` may name a card that stands in for one."""

    seat: str
    dial: Amount
    leader: str = ""
    weapon: str = ""
    defence: str = ""
    companion: bool = False
    support: int = 0
    helped: int = 0
    stake: int = 0

    def plan(self, table: Table) -> Plan:
        hero = self.leader if as_hero(table, self.leader) else ""
        leader = "" if hero else self.leader
        spice = (self.support, self.helped, self.stake)
        return Plan(self.dial, leader, hero, self.weapon, self.defence, self.companion, *spice)

    def spoken_against(self, table: Table, live: LiveBattle) -> Iterator[Objection]:
        """Object to a plan for another battle, a second plan, or an illegal one."""
        if self.seat not in live.seats:
            yield Objection("1.07.04", "Only the two players in the battle make a plan.", firm=True)
        elif self.seat in live.plans:
            yield Objection("1.07.04", "Your plan is locked. Reopen it to change it.", firm=True)
        else:
            yield from against_plan(table, live, self.seat, self.plan(table))
            yield from against_support(table, live, self.seat, max(self.support, self.helped))
            yield from against_help(table, live, self.seat, self.helped)


class LockPlan(_WithPlan, Command, by="seat", waits=True, grave=True):
    """Lock a plan, and answer whether to call a traitor ("": ask with everybody).

    A power that its owner might still have announced is not used, unless the plan is reopened.
    """

    traitor: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, OPEN)
        live = battle_now(table)
        if not plans_are_on_phones(table):
            yield Objection("4.94.03", "This table uses cardboard wheels. Make your plan there.", firm=True)
        elif live and live.step == OPEN:
            yield from not_yet(table, self.seat)
            yield from self.spoken_against(table, live)
        if self.traitor not in {"", YES, NO}:
            yield Objection("1.07.06.06", "Say whether to call your traitor: yes or no.", "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Open both at once if all callers have answered or the other wheel was typed in."""
        yield PlanLocked(self.seat, sealed(asdict(self.plan(table)), self.seat))
        if self.traitor or self.seat in traitor_answers(table):
            yield from answered(table, live_of(table), self.seat, self.traitor or WAIT)
        live = live_of(table)
        if all_answered(table, live):
            yield from reveal(table, live)


class ReopenPlan(SeatCommand, by="seat", waits=True, becomes=PlanReopened):
    """Reopen one's own plan, until the other one is locked too."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, OPEN)
        live = battle_now(table)
        if live and (self.seat not in live.plans or self.seat not in live.seats):
            yield Objection("1.07.04", "You have not locked a plan.", firm=True)
        elif live and live.locked:
            yield Objection("1.07.05", "Both plans are locked. Ask the table to cancel the battle, or continue.")


@after(RuleSuspended, rule="1.07.04")
def planned_anew(event: RuleSuspended, table: Table, chance: Chance) -> Iterable[Event]:
    """A plan that is locked is made anew once a power is stopped that its forces may count on.

    Whether its dial does makes no difference: that would tell what was dialed.
    """
    live = battle_now(table)
    if live is None or live.step != OPEN:
        return
    battle = position(table, live)
    for seat in tuple(live.plans):
        if any(event.rule in answer.stopped for answer in worths(table, battle, live.at(seat))):
            yield PlanReopened(seat)


@adds(Duties, rule="1.07.04", order=1, phase="battle")
def both_make_a_plan(question: Duties, table: Table) -> Iterable[Duty]:
    live = battle_now(table)
    if live is None or live.step != OPEN:
        return
    speaking = {step.say.seat for step in steps(table) if not step.done}
    for seat in live.seats:
        if seat not in live.plans:
            waits = seat in speaking or any(not_yet(table, seat)) or ask(table, PlanWaits(seat)).value
            phones = plans_are_on_phones(table)
            by = (LockPlan,) if phones else (TypeWheel,)
            does = "makes a plan" if phones else "sets a wheel"
            yield Duty(seat, does, "1.07.04", by, shielded=phones, later=waits, then="Both plans open together.")


def is_to_plan(duty: Duty) -> bool:
    """Return True if what is due is a plan, on a phone or as a wheel that is typed in."""
    return LockPlan in duty.by or TypeWheel in duty.by


def before_a_plan(table: Table, seat: str) -> tuple[Objection, ...]:
    """Return what comes before this seat can lock a plan, whatever the plan is."""
    return (*held_up(table, LockPlan(seat, 0)), *not_yet(table, seat))


REOPEN = Offer(ReopenPlan, "Change the plan", icon="undo")


def read_too_early(table: Table, live: LiveBattle, seat: str) -> bool:
    """Return True if a typed wheel would show to an opponent still planning on a phone (1.07.05)."""
    other = live.against(seat)
    return plans_are_on_phones(table) and other in phones_of(table) and other not in live.plans


MISSING = {"CARD_NOT_HELD", "CHEAP_HERO_NOT_HELD", "SPICE_EXCEEDS_HELD"}


class TypeWheel(_WithPlan, Command, by="table", waits=True):
    """Type in a cardboard wheel; the second one opens both."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, OPEN)
        live = battle_now(table)
        if live is None or live.step != OPEN:
            return
        if read_too_early(table, live, self.seat):
            words = say("Everybody can read this screen. Let {seat} lock first.", seat=named(live.against(self.seat)))
            yield Objection("1.07.05", words)
        if plans_are_on_phones(table):
            yield from on_own_phone(table, self.seat, "4.97.07")
        yield from self.spoken_against(table, live)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Show nothing if cards or spice are missing: the table screen cannot see that before."""
        if any(one.code in MISSING for one in against_plan(table, live_of(table), self.seat, self.plan(table))):
            yield WheelImpossible(self.seat)
            return
        yield WheelTyped(self.seat, asdict(self.plan(table)))
        live = live_of(table)
        if live.locked:
            yield from reveal(table, live)
