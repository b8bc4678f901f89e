"""Atreides around a battle: whom they may ask beforehand, and what the Kwisatz Haderach has been through afterwards."""

from __future__ import annotations

from collections.abc import Iterable

from referee.phases.battle_live import companion_of
from referee.phases.battle_outcome import BattleEnded, CompanionNoted
from referee.phases.battle_spoken import MayAsk, foe_of
from referee.phases.leaders import LeaderRevived, among
from referee.rulings import Chance, after, ruling
from referee.table import Table

ME = "atreides"
SLEEPER = "Kwisatz Haderach"


@after(BattleEnded, rule="2.01.10")
def note_it(fact: BattleEnded, table: Table, chance: Chance) -> Iterable[CompanionNoted]:
    """Count the fallen, and note where it fought or that it died."""
    if "kh_counter_after" in fact.extra:
        old = companion_of(table, ME)
        used = fact.territory if fact.extra.get("kh_counts_as_used") else old.used_in or ""
        alive = old.alive and not fact.extra.get("kh_killed", False)
        yield CompanionNoted(ME, int(fact.extra["kh_counter_after"]), alive, used, ("2.01.10", "2.01.11"))


@after(LeaderRevived, rule="2.01.14")
def it_returns(fact: LeaderRevived, table: Table, chance: Chance) -> Iterable[CompanionNoted]:
    """Revived like a leader, it may fight again."""
    if fact.seat == ME and among(fact.leader, [SLEEPER]):
        old = companion_of(table, ME)
        yield CompanionNoted(ME, old.lost, True, old.used_in or "", ("2.01.14",))


@ruling(MayAsk, rule="2.01.08")
def foresight(question: MayAsk, table: Table, so_far: str) -> str | None:
    """Atreides ask their opponent."""
    return foe_of(table, ME, question.fighting) if question.seat == ME and ME in question.fighting else None


@ruling(MayAsk, rule="2.01.09")
def foresight_for_an_ally(question: MayAsk, table: Table, so_far: str) -> str | None:
    """Or the opponent of their ally."""
    return foe_of(table, ME, question.fighting) if question.seat == ME and ME not in question.fighting else None
