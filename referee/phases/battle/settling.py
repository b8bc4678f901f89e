"""Opening the wheels and settling what follows: one act each, so that one step back takes back the whole of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from referee.common.forces import Group
from referee.common.hands import CardDiscarded, called, shown_card
from referee.common.leaders import LeaderDied, home_of, keys
from referee.common.ledger import BANK, lying, on, pay
from referee.common.purse import spice_of
from referee.common.setup import everybody
from referee.common.traitors import traitors_of
from referee.kernel.events import Event, sealed
from referee.kernel.rulings import Answer, Question, SuspensionSpent, ask
from referee.kernel.table import Table
from referee.phases.battle.captives import LeaderWentHome, holder_of, noted
from referee.phases.battle.forces import worths
from referee.phases.battle.outcome import (
    BattleEnded,
    BattleJudged,
    ForcesLost,
    LeaderFought,
    LeftTheField,
    PlansRevealed,
    TraitorCalled,
)
from referee.phases.battle.plan import CompanionOf
from referee.phases.battle.position import callers, plan_of, position, target_of, verdict_on
from referee.phases.battle.sides import pool
from referee.phases.battle.spoken import Speaks
from referee.phases.battle.state import YES, LiveBattle
from referee.phases.battle.verdict import TANKS_DOWN, TANKS_UP
from referee.phases.battle.verdict_in_journal import extras, written


class MayStillSpeak(Question[str]):
    """Who may still speak before the verdict is applied, in words? "" for nobody."""

    rule = "1.07.06"

    def plain(self, table: Table) -> str:
        """Nobody."""
        return ""


def all_answered(table: Table, live: LiveBattle) -> bool:
    """Say whether everybody who may call has said yes or no; nobody is asked where wheels are typed in."""
    answers = (live.answers.get(seat) for seat in callers(table, live))
    return live.locked and (bool(live.typed) or all(answer in {"yes", "no"} for answer in answers))


def reveal(table: Table, live: LiveBattle) -> Iterator[Event]:
    """Open both wheels, let traitors be called by those who said so and hold the card, and judge."""
    yield PlansRevealed(*(asdict(plan_of(live, seat)) for seat in live.seats))
    for seat in callers(table, live):
        leader = target_of(table, live, seat)
        held = keys(traitors_of(table).kept.get(seat, ()))
        if leader and live.answers.get(seat) == YES and keys([leader]) <= held:
            yield TraitorCalled(seat, leader)
    yield judged(table, live)


def judged(table: Table, live: LiveBattle) -> BattleJudged:
    """Return the verdict on the plans and calls as they lie now, to be heard by everybody."""
    return BattleJudged(written(verdict_on(table, live), live.seats))


def by_cost(splits: Iterable[Group]) -> list[Group]:
    """Return mixes of forces with the cheapest first: as few starred forces as possible."""
    return sorted(splits, key=lambda group: (group.special, group.normal))


def open_losses(live: LiveBattle, seat: str) -> list[Group]:
    """Return what a seat may lose by the verdict, the cheapest mix first."""
    return by_cost(live.verdict.losses.get(seat, ()))


def chosen_loss(live: LiveBattle, seat: str) -> Group:
    """Return what a side loses: its choice, or as few starred forces as the number allows."""
    splits = open_losses(live, seat)
    picked = live.chosen.get(seat)
    return picked if picked in splits else splits[0]


def settle(table: Table, live: LiveBattle) -> Iterator[Event]:
    """Carry the verdict out: forces, cards, leaders, spice."""
    yield from _forces_and_cards(table, live)
    for leader, place in live.verdict.goes.items():
        yield from _leader_goes(table, live, leader, place)
    yield from _spice(table, live)
    yield from _spent(table, live)
    lines = tuple((line.rule, line.sentence) for line in live.verdict.lines)
    yield BattleEnded(live.territory, live.winner, lines, extras(live.verdict))


def _spent(table: Table, live: LiveBattle) -> Iterator[Event]:
    """Let powers that were silenced for this battle alone speak again."""
    battle = position(table, live)
    answers: tuple[Answer[Any], ...] = (
        ask(table, Speaks(live.seats)),
        *(ask(table, CompanionOf(seat)) for seat in live.seats),
        *(answer for seat in live.seats for answer in worths(table, battle, live.at(seat))),
    )
    for rule in dict.fromkeys(rule for answer in answers for rule in answer.stopped):
        yield SuspensionSpent(rule)


def _forces_and_cards(table: Table, live: LiveBattle) -> Iterator[Event]:
    for seat in live.verdict.losses:
        lost = chosen_loss(live, seat)
        if lost.total:
            yield ForcesLost(seat, live.territory, lost.normal, lost.special)
        left = live.forces[seat].plus(lost, -1) if seat in live.seats else Group()
        if live.verdict.takeover and seat == live.winner and left.total > 0:
            yield LeftTheField(seat, live.territory, left.normal, left.special, ("2.08.04",))
    rule = {seat: "1.07.06.05" if seat == live.winner else "1.07.06.04" for seat in live.seats}
    for seat, cards in live.verdict.discarded.items():
        for name in cards:
            card = shown_card(table, seat, called(name), name)
            if card:
                yield CardDiscarded(seat, card, (rule[seat],))


def _leader_goes(table: Table, live: LiveBattle, leader: str, place: str) -> Iterator[Event]:
    home = home_of(leader) or next(seat for seat in live.seats if plan_of(live, seat).leader == leader)
    if place.startswith("stays"):
        yield LeaderFought(leader, live.territory)
    if home not in table.seats:
        return
    if holder_of(table, leader) and (place == pool(home) or place in {TANKS_UP, TANKS_DOWN}):
        yield LeaderWentHome(leader, home, ("2.05.10.02",) if place == pool(home) else ("2.05.12",))
    if place not in {TANKS_UP, TANKS_DOWN}:
        return
    yield from noted(table, home)
    why = ("1.07.06.02",) if place == TANKS_UP else ("1.05.04", "1.07.06.02")
    yield LeaderDied(home, sealed(leader, *everybody(table)), place == TANKS_UP, why)


class SupportTo(Question[tuple[tuple[str, int], ...]]):
    """Who gets what this faction pays for its forces in a battle that was decided so, and how much each?"""

    seat: str
    amount: int
    how: str
    rule = "1.13.04.04"

    def plain(self, table: Table) -> tuple[tuple[str, int], ...]:
        """All of it goes to the bank."""
        return ((BANK, self.amount),)


def _spice(table: Table, live: LiveBattle) -> Iterator[Event]:
    for seat, amount in live.verdict.to_bank.items():
        purse = spice_of(table, seat)
        paid = amount if purse is None else min(amount, purse)
        shares = ask(table, SupportTo(seat, paid, live.verdict.how))
        for place, share in shares.value:
            yield from pay(seat, place, share, "Support in battle", ("1.13.04.04",), shares)
    for seat, amount in live.verdict.payouts.items():
        yield from pay(BANK, seat, amount, f"For leaders killed in {live.territory}", ("1.07.06.02",))
    if live.verdict.blown_up:
        there = lying(table, live.territory)
        yield from pay(on(live.territory), BANK, there, "Blown up", ("1.07.06.01",))
