"""The total of a side in a battle: dial, leader, companion, and what powers and cards add or take off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple

from referee.holdings.leaders import key, keys
from referee.kernel import Amount, Phrase, Question, Table, ask, number
from referee.phases.battle import verdict_wording as say
from referee.phases.battle.allowed_plans import Beside, CompanionOf, MayGoWithout
from referee.phases.battle.cards_in_battle import STAND_IN, Fits, Idle
from referee.phases.battle.dial_and_losses import worths
from referee.phases.battle.two_sides import At, Battle, Side, VerdictLine
from referee.phases.battle.verdict import Additions


class Strength(Question[int], rule="1.07.06"):
    """How strong is the leader of this side in this battle?"""

    battle: Battle
    at: At

    def plain(self, table: Table) -> int:
        leader = self.battle.side(self.at).leader
        return leader.strength or 0 if leader else 0


def total_of(table: Table, battle: Battle, at: At, leading: frozenset[At]) -> Amount:
    led = (battle.side(at).leader or battle.side(at).hero) and at in leading
    more = ask(table, Strength(battle, at)).value + _beside(table, battle, at).bonus if led else 0
    more += sum(addition.amount for addition in ask(table, Additions(battle, at, leading)).value)
    return number(max(0, battle.side(at).dial + more))


def taken_off(table: Table, battle: Battle, at: At, leading: frozenset[At]) -> int:
    return -sum(min(0, addition.amount) for addition in ask(table, Additions(battle, at, leading)).value)


def put_apart(table: Table, battle: Battle, at: At, leading: frozenset[At]) -> int:
    """Return what is added that makes no leader stronger."""
    return sum(max(0, one.amount) for one in ask(table, Additions(battle, at, leading)).value if one.apart)


def _beside(table: Table, battle: Battle, at: At) -> Beside:
    side = battle.side(at)
    return ask(table, CompanionOf(side.faction)).value if side.companion else Beside()


def counted(table: Table, battle: Battle, at: At, leading: frozenset[At]) -> Iterator[VerdictLine]:
    """Yield lines for forces not worth 1, for who joins a living leader, and for all else that counts."""
    side = battle.side(at)
    kinds = zip((False, True), worths(table, battle, at), astuple(side.forces), strict=True)
    for starred, answer, there in kinds:
        worth = answer.value
        if side.dial and there and len(answer.because) > 1:
            unfed = worth.half if worth.fed else None
            words = say.FORCES_COUNT(faction=side.whose, starred=starred, full=worth.full, unfed=unfed)
            chapter = answer.because[0].split(".")[:2]
            rule = next(one for one in reversed(answer.because) if one.split(".")[:2] == chapter)
            yield VerdictLine(rule, words, answer.because)
    beside = _beside(table, battle, at)
    if beside.bonus and at in leading:
        words = say.COMPANION(companion=beside.name, faction=side.faction, bonus=beside.bonus)
        yield VerdictLine(ask(table, CompanionOf(side.faction)).because[0], words)
    for one in ask(table, Additions(battle, at, leading)).value:
        yield VerdictLine(one.because[0], one.said, one.because[1:])


def behind_a_sum(table: Table, battle: Battle, at: At) -> Iterator[str]:
    """Yield rules on leaders, unsupported forces and idle cards."""
    side = battle.side(at)
    if side.leader:
        yield from ask(table, Strength(battle, at)).because
        yield from ("1.07.04.03",) if key(side.leader.name) in keys(side.here) else ()
    else:
        nobody = (*ask(table, MayGoWithout(side.faction)).because, "1.07.04.05")
        yield from ask(table, Fits(side.hero, STAND_IN)).because[:1] if side.hero else nobody
    yield from ("1.13.04.02",) if side.dial % 1 else ()
    idle = (ask(table, Idle(card)) for card in side.cards)
    yield from (answer.because[0] for answer in idle if answer.value)


def sum_in_words(side: Side, total: Amount, dead: bool, less: int, added: int) -> Phrase:
    led = side.leader.name if side.leader else side.hero
    more = number(max(0, total + less - side.dial - added))
    if added:
        why = (say.FOR_KILLED if dead else say.FOR_LEADER)(leader=led) if led else say.FOR_NOBODY()
        made = {"dial": side.dial, "added": added, "more": more, "why": why, "less": less, "total": total}
        return say.SUM_ADDED(faction=side.faction, **made)
    if less:
        return say.SUM_LESS(faction=side.faction, dial=side.dial, more=more, leader=led, less=less, total=total)
    if more:
        return say.SUM(faction=side.faction, dial=side.dial, more=more, leader=led, total=total)
    if led:
        return (say.SUM_DEAD if dead else say.SUM_NOTHING)(faction=side.faction, dial=side.dial, leader=led)
    return say.SUM_WITHOUT(faction=side.faction, dial=side.dial)
