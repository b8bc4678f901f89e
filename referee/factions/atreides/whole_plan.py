"""Once a game, by Karama, Atreides look at the whole battle plan of one player (1.14.01).

A plan not yet locked is seen as soon as it is; once seen it cannot change. Plans on cardboard wheels are shown at the
table, and the referee notes only that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, field
from typing import Any

from referee.common.factions import faction_name, named
from referee.factions.atreides import ME
from referee.kernel import (
    Chance,
    Event,
    Objection,
    Public,
    Sealed,
    State,
    Table,
    adds,
    after,
    ask,
    known,
    number,
    ruling,
    say,
    sealed,
)
from referee.offers.offer import BehindShield, Blank, Kept, Offer
from referee.phases.battle.events import BattleBegun, PlanLocked
from referee.phases.battle.live_battle import OPEN, Plan, battle_now
from referee.phases.battle.lock_plan import ReopenPlan
from referee.powers.great_powers import GreatPower
from referee.powers.karama_windows import Against
from referee.powers.powers import OnceAGame, OnceUsed, SpecialUsed

GREAT = "1.14.01"


class Watched(State):
    """Whose plan is looked at in this battle, and what this viewer saw of it."""

    of: str
    seen: dict[str, Any] = field(default_factory=dict)


def _watched(table: Table) -> str:
    watched = table.get(Watched)
    return watched.of if watched and battle_now(table) else ""


class PlanSeen(Event, because=(GREAT,), shows="plan"):
    of: Public[str]
    plan: Sealed[dict[str, Any]]
    says = "{atreides!n:The looks} at {of!n:'s} whole battle plan."

    def apply(self, table: Table) -> None:
        table.put(Watched(self.of, self.plan if known(self.plan) else {}))


class PlanAwaited(Event, because=(GREAT,)):
    """Atreides will see this plan as soon as it is locked."""

    of: Public[str]
    says = "{atreides!n:The} will see {of!n:'s} whole battle plan."

    def apply(self, table: Table) -> None:
        table.put(Watched(self.of))


class SightOver(Event, because=(GREAT,), drops=Watched): ...


@ruling(OnceAGame, rule=GREAT, seat=ME)
def in_a_battle(question: OnceAGame, table: Table, so_far: str) -> str | None:
    live, used = battle_now(table), table.state(OnceUsed)
    mine = ME not in used.seats and table.rules == "advanced"
    return "plan" if mine and live is not None and live.step == OPEN else None


class SeePlan(GreatPower, waits=True, grave=True):
    rule, who, phase = GREAT, ME, "battle"
    of: str
    card: str = ""

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        live = battle_now(table)
        if live is not None and ask(table, OnceAGame(ME)).value:
            others = tuple((seat, faction_name(seat)) for seat in live.seats if seat != ME)
            whose = Blank("of", "Whose plan", "select", value=others[0][0], choices=others)
            yield cls.way("Karama: see the whole plan", whose)

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        live = battle_now(table)
        if live is None or live.step != OPEN:
            yield Objection(GREAT, "There is no secret plan now. Use it while a battle is planned.", "NOT_ELIGIBLE")
        elif self.of not in live.seats or self.of == now:
            yield Objection(GREAT, "That player is not in this battle. Choose one who is.", "NOT_ELIGIBLE")

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterable[Event]:
        return _look(table, self.of)


def _look(table: Table, of: str) -> Iterable[Event]:
    live = battle_now(table)
    plan = live.plans.get(of) if live else None
    if isinstance(plan, Plan):
        yield PlanSeen(of, sealed(asdict(plan), ME, of))


@after(SpecialUsed, rule=GREAT)
def remember_whom(event: SpecialUsed, table: Table, chance: Chance) -> Iterable[Event]:
    live = battle_now(table)
    if event.seat == ME and live is not None and event.of in live.seats and event.of not in live.plans:
        yield PlanAwaited(event.of)


@after(PlanLocked, rule=GREAT)
def seen_when_locked(event: PlanLocked, table: Table, chance: Chance) -> Iterable[Event]:
    if _watched(table) == event.seat:
        yield from _look(table, event.seat)


@after(BattleBegun, rule=GREAT)
def for_one_battle(event: BattleBegun, table: Table, chance: Chance) -> Iterable[Event]:
    if table.get(Watched) is not None:
        yield SightOver()


@adds(Against, rule=GREAT, of=ReopenPlan)
def what_was_seen_stays(question: Against, table: Table) -> Iterable[Objection]:
    command = question.command
    if isinstance(command, ReopenPlan) and _watched(table) == command.seat:
        yield Objection(GREAT, "This plan has been seen, so it cannot change.")


@adds(BehindShield, rule=GREAT, seat=ME)
def the_plan_seen(question: BehindShield, table: Table) -> Iterable[Kept]:
    watched = table.get(Watched)
    if watched is not None and watched.seen and battle_now(table) is not None:
        yield Kept(say("{of:The 's} plan", of=named(watched.of)), _in_lines(Plan(**watched.seen)), GREAT, now=True)


def _in_lines(plan: Plan) -> tuple[str, ...]:
    words = "{dial} on the wheel, {spice} spice support" if plan.support else "{dial} on the wheel"
    dialed = say(words, dial=number(plan.dial), spice=plan.support)
    cards = [card for card in (plan.weapon, plan.defence) if card]
    beside = ("with the Kwisatz Haderach",) if plan.companion else ()
    return (dialed, plan.leader or plan.hero or "No leader", *cards, *beside)
