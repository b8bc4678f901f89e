"""Atreides in battle: the Kwisatz Haderach, awake from seven forces lost, at a leader's side in one place a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.kernel.commands import Objection
from referee.kernel.events import known
from referee.kernel.rulings import adds, ask, fixed, ruling
from referee.kernel.table import Table
from referee.phases.battle.plan import CompanionOf, MoreObjections
from referee.phases.battle.resolution import Bonus
from referee.phases.battle.sides import SIDES, Battle, Companion, Line, Side
from referee.phases.battle.traitors import Loyal, Refusal
from referee.phases.battle.verdict import EXPLOSION, Aftermath, CountsAsUsed, InPublic, Verdict

ME = "atreides"
AWAKE, BONUS = 7, 2
KH = "The Kwisatz Haderach"


@adds(MoreObjections, rule="2.01.11")
def only_awake_alive_and_beside_a_leader(question: MoreObjections, table: Table) -> Iterable[Objection]:
    """It joins an Atreides leader or Cheap Hero, in one territory each turn."""
    side = question.battle.side(question.at)
    return _against_it(table, question.battle, side) if side.companion else ()


def _against_it(table: Table, battle: Battle, side: Side) -> Iterator[Objection]:
    state = side.companion_state or Companion()
    if side.faction != ME:
        yield Objection("2.01.11", f"{KH} fights for Atreides alone. Leave it out.", "KH_NOT_ATREIDES")
        return
    if not state.alive:
        yield Objection("2.01.14", f"{KH} is dead. Revive it first.", "KH_DEAD")
    elif table.rules != "advanced":
        yield Objection("2.01.00", f"{KH} belongs to the advanced game. Leave it out.", "KH_NOT_ACTIVE")
    elif known(state.lost) and state.lost < AWAKE:
        yield Objection("2.01.10", f"{KH} sleeps until {AWAKE} forces are lost in battle.", "KH_NOT_ACTIVE")
    elif state.used_in not in {None, battle.territory}:
        yield Objection("2.01.11", f"{KH} has fought in {state.used_in} this turn.", "KH_ALREADY_USED")
    if not (side.leader or side.hero):
        yield Objection("2.01.11", f"{KH} never fights alone. Add a leader.", "KH_WITHOUT_LEADER")


fixed(CompanionOf, "2.01.11", KH, seat=ME, advanced=True)


@ruling(Bonus, rule="2.01.11")
def two_more(question: Bonus, table: Table, so_far: int) -> int | None:
    """It adds two to whoever lives beside it."""
    return so_far + BONUS if question.battle.side(question.at).companion else None


@adds(Loyal, rule="2.01.12")
def nobody_turns_beside_it(question: Loyal, table: Table) -> Iterable[Refusal]:
    """A leader beside the Kwisatz Haderach is loyal."""
    return (Refusal("KH_PROTECTS"),) if question.battle.side(question.at).companion else ()


@ruling(Aftermath, rule="2.01.10")
def count_the_fallen(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    """Forces lost in battle wake it; whatever decided the battle."""
    at = question.battle.place_of(ME)
    state = question.battle.side(at).companion_state if at else None
    if not at or not state or table.rules != "advanced" or not known(state.lost):
        return None
    lost = so_far.losses[ME][0].total
    after, dies = state.lost + lost, so_far.how == EXPLOSION and question.battle.side(at).companion
    awake = after >= AWAKE and state.alive and not dies
    counted = replace(so_far, company=replace(so_far.company, lost=after, awake=awake))
    woke = state.lost < AWAKE <= after
    words = f"Atreides lost {after} forces in battle so far" + (f": {KH} awakens." if woke else ".")
    return counted.told(Line("2.01.10", words)) if lost else counted


@ruling(InPublic, rule="2.01.10")
def counted_in_secret(question: InPublic, table: Table, so_far: Verdict) -> Verdict:
    """How many have fallen, and whether it is awake, Atreides keep to themselves."""
    quiet = tuple(line for line in so_far.lines if line.rule != "2.01.10")
    return replace(so_far, company=replace(so_far.company, lost=None, awake=None), lines=quiet)


@ruling(Aftermath, rule="2.01.11")
def used_this_turn(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    """It has fought for this turn, unless a traitor decided the battle for Atreides."""
    at = next((at for at in SIDES if question.battle.side(at).companion), None)
    if not at:
        return None
    used = ask(table, CountsAsUsed(at, so_far.winner, so_far.how))
    words = f"{KH} {'has fought for this turn' if used.value else 'counts as not used'}."
    told = replace(so_far, company=replace(so_far.company, used=used.value))
    return told.told(Line(used.because[0], words, ("2.01.11",)))


@ruling(Aftermath, rule="2.01.13")
def only_the_explosion_kills(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    """Where lasgun and shield meet, it dies."""
    at = question.battle.place_of(ME)
    if not at:
        return None
    dies = so_far.how == EXPLOSION and question.battle.side(at).companion
    told = replace(so_far, company=replace(so_far.company, killed=dies))
    return told.told(Line("2.01.13", f"{KH} dies in the explosion.")) if dies else told
