"""Atreides around a battle: whom they may ask beforehand, and what the Kwisatz Haderach has been through afterwards."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.leaders import among
from referee.common.offers import BehindShield, Kept
from referee.common.powers import Power
from referee.common.sheet import PAPER, OnSheet, SheetTaken, line, number
from referee.kernel.events import sealed
from referee.kernel.rulings import Chance, adds, after
from referee.kernel.table import Table
from referee.phases.battle.outcome import BattleEnded, CompanionNoted
from referee.phases.battle.prescience import against_answer
from referee.phases.battle.settling import chosen_loss
from referee.phases.battle.speakers import speaks_before
from referee.phases.battle.spoken import QUESTION
from referee.phases.battle.state import LiveBattle, companion_of
from referee.phases.revival.leaders import LeaderRevived

ME = "atreides"
SLEEPER = "Kwisatz Haderach"
AWAKE = 7
PRESCIENCE = Power("2.01.08", ME, "PRESCIENCE", "after", "Atreides ask for one part of a plan.")
FOR_AN_ALLY = Power(
    "2.01.09", ME, "PRESCIENCE_FOR_ALLY", "after", "Atreides ask for one part of a plan for their ally."
)


@after(BattleEnded, rule="2.01.10")
def note_it(event: BattleEnded, table: Table, chance: Chance) -> Iterable[CompanionNoted]:
    """Count the fallen in secret, and note where it fought or that it died."""
    live = table.get(LiveBattle)
    if live is not None and ME in live.seats and table.rules == "advanced":
        old, fallen = companion_of(table, ME), chosen_loss(live, ME).total
        used = event.territory if live.verdict.company.used else old.used_in or ""
        alive = old.alive and not live.verdict.company.killed
        yield CompanionNoted(ME, sealed(old.lost + fallen, ME), alive, used, ("2.01.10", "2.01.11"))


@after(LeaderRevived, rule="2.01.14")
def it_returns(event: LeaderRevived, table: Table, chance: Chance) -> Iterable[CompanionNoted]:
    """Revived like a leader, it may fight again."""
    if event.seat == ME and among(event.leader, [SLEEPER]):
        old = companion_of(table, ME)
        yield CompanionNoted(ME, sealed(old.lost, ME), True, old.used_in or "", ("2.01.14",))


speaks_before(PRESCIENCE, QUESTION, against_answer)
speaks_before(FOR_AN_ALLY, QUESTION, against_answer, for_ally=True)


@adds(BehindShield, rule="2.01.10")
def the_sleeper(question: BehindShield, table: Table) -> Iterable[Kept]:
    """How many have fallen, and whether the Kwisatz Haderach sleeps, is awake or dead."""
    if question.seat != ME or table.rules != "advanced":
        return ()
    state = companion_of(table, ME)
    awake = "it is awake" if state.lost >= AWAKE else f"it wakes at {AWAKE}"
    used = f", has fought in {state.used_in} this turn" if state.used_in else ""
    lines = (f"{state.lost} forces lost in battle: {awake if state.alive else 'it is dead'}{used}",)
    return (Kept(SLEEPER, lines, "2.01.10", now=table.phase == "battle"),)


ON_PAPER, DEAD = "fallen", "dead"


@adds(OnSheet, rule=PAPER)
def on_their_sheet(question: OnSheet, table: Table) -> Iterable[str]:
    """Their own sheet carries how many have fallen, and whether the Kwisatz Haderach is dead."""
    state = companion_of(table, ME)
    if question.seat != ME or table.rules != "advanced" or not (state.lost or not state.alive):
        return ()
    return (line(ON_PAPER, state.lost) + ("" if state.alive else f" {DEAD}"),)


@after(SheetTaken, rule=PAPER)
def from_their_sheet(event: SheetTaken, table: Table, chance: Chance) -> Iterable[CompanionNoted]:
    """The count goes on where it stood; it is noted whatever it is, so that nobody learns of it."""
    if event.seat != ME or table.rules != "advanced":
        return
    fallen, _, dead = "".join(event.things(ON_PAPER) or ()).partition(" ")
    count = number(fallen)
    yield CompanionNoted(ME, sealed(count, ME), not dead, "", ("2.01.10",))
