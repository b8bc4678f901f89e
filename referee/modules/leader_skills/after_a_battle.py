"""Skills that bring something after a battle: forces saved, spice added to the sand or taken from it."""

from __future__ import annotations

from dataclasses import replace

from referee.holdings.ledger import on
from referee.kernel import BANK, Table, ask, phrase, ruling
from referee.modules.leader_skills import CARDS, GRADUATE, SANDMASTER, SMUGGLER
from referee.modules.leader_skills.before_the_shield import EFFECTS, fights_as, open_card
from referee.phases.battle.total import Strength
from referee.phases.battle.two_sides import SIDES, At, Battle, Side, VerdictLine
from referee.phases.battle.verdict import Aftermath, Spared, Spares, Transfer, Verdict

SAVED, STAYS, LEFT_BEHIND, ADDED = 3, 1, 1, 3
SAND = phrase("skills.sand", "{by}: {amount} more spice appear in {territory}.")
SMUGGLED = phrase("skills.smuggled", "{by}: {faction!n:takes} {amount} spice from {territory}.")


@ruling(Spares, rule=CARDS[GRADUATE])
def saved_by_a_graduate(question: Spares, table: Table, so_far: Spared) -> Spared | None:
    """Three where the graduate fights and lives; one where leader and card lie in front."""
    side = question.battle.side(question.at)
    if question.lives and fights_as(table, question.battle, question.at) == GRADUATE:
        return Spared(STAYS, SAVED - STAYS)
    return Spared(home=LEFT_BEHIND) if open_card(table, side, GRADUATE) else None


def _lives(verdict: Verdict, side: Side) -> bool:
    return side.leader is not None and side.leader.name not in verdict.killed


def _smuggled(table: Table, battle: Battle, at: At, verdict: Verdict) -> int:
    """Return how much spice a Smuggler takes from the territory."""
    fights = fights_as(table, battle, at) == SMUGGLER and _lives(verdict, battle.side(at))
    there = battle.spice if verdict.blown_up is None else 0
    return min(there, ask(table, Strength(battle, at)).value) if fights else 0


@ruling(Aftermath, rule=CARDS[SMUGGLER])
def smuggled_away(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    battle, verdict = question.battle, so_far
    for at in SIDES:
        if amount := _smuggled(table, battle, at, so_far):
            faction, because = battle.side(at).faction, (CARDS[SMUGGLER], EFFECTS)
            gone = Transfer(on(battle.territory), faction, amount, because)
            words = SMUGGLED(by=SMUGGLER, faction=faction, amount=amount, territory=battle.territory)
            verdict = replace(verdict, moved=(*verdict.moved, gone)).told(VerdictLine(because[0], words, because[1:]))
    return verdict if verdict is not so_far else None


@ruling(Aftermath, rule=CARDS[SANDMASTER])
def spice_in_the_sand(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    """Where a Smuggler leaves some, who takes it when the plans are opened."""
    battle, at = question.battle, so_far.winner
    if at is None or fights_as(table, battle, at) != SANDMASTER or not _lives(so_far, battle.side(at)):
        return None
    if battle.spice <= sum(_smuggled(table, battle, side, so_far) for side in SIDES):
        return None
    because = (CARDS[SANDMASTER], EFFECTS)
    more = Transfer(BANK, on(battle.territory), ADDED, because)
    words = SAND(by=SANDMASTER, amount=ADDED, territory=battle.territory)
    return replace(so_far, moved=(*so_far.moved, more)).told(VerdictLine(because[0], words, because[1:]))
