"""The total of a side in a battle: dial, leader, companion, and what powers and cards add or take off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple
from typing import NamedTuple

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


class Sum(NamedTuple):
    """What a total is made of besides the dial: what leads, what is added apart, and what is taken off."""

    led: int
    added: int
    less: int

    def total(self, dial: Amount) -> Amount:
        return number(max(0, dial + self.led + self.added - self.less))


def sum_of(table: Table, battle: Battle, at: At, leading: frozenset[At]) -> Sum:
    more = ask(table, Additions(battle, at, leading)).value
    led = sum(max(0, one.amount) for one in more if not one.apart)
    if (battle.side(at).leader or battle.side(at).hero) and at in leading:
        led += ask(table, Strength(battle, at)).value + _beside(table, battle, at).bonus
    return Sum(led, sum(max(0, one.amount) for one in more if one.apart), -sum(min(0, one.amount) for one in more))


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


def sum_in_words(side: Side, made: Sum, dead: bool) -> Phrase:
    name, total = side.leader.name if side.leader else side.hero, made.total(side.dial)
    of = {"faction": side.faction, "dial": side.dial}
    more, less = made.led, made.less
    if made.added:
        why = (say.FOR_KILLED if dead else say.FOR_LEADER)(leader=name) if name else say.FOR_NOBODY()
        return say.SUM_ADDED(**of, added=made.added, more=more, why=why, less=less, total=total)
    if less:
        return say.SUM_LESS(**of, more=more, leader=name, less=less, total=total, dead=dead)
    if more:
        return say.SUM(**of, more=more, leader=name, total=total)
    if name:
        return (say.SUM_DEAD if dead else say.SUM_NOTHING)(**of, leader=name)
    return say.SUM_WITHOUT(**of)
