"""Applying the verdict: losses, cards, leaders and spice, in one act, so that one undo takes all of it back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.board.forces import Group
from referee.board.how_many import may_leave
from referee.holdings.hands import CardDiscarded, called, shown_card
from referee.holdings.leaders import LeaderDied, LeaderWentHome, holder_of, home_of, last_had, noted
from referee.holdings.ledger import lying, on, pay
from referee.holdings.purse import spice_of
from referee.holdings.shared_discs import DiscFought
from referee.kernel import (
    BANK,
    Answer,
    Event,
    Phrase,
    SuspensionSpent,
    Table,
    ask,
    everybody,
    phrase,
    sealed,
)
from referee.phases.battle.allowed_plans import CompanionOf
from referee.phases.battle.battle_as_known import plan_of, position
from referee.phases.battle.before_the_plans import Speaks
from referee.phases.battle.dial_and_losses import worths
from referee.phases.battle.events import BattleEnded, ForcesLost, LeaderFought, LeftTheField
from referee.phases.battle.live_battle import LiveBattle, chosen_loss
from referee.phases.battle.verdict import Spared, saved
from referee.phases.battle.verdict_wording import ASIDE, POOL, STAYS, TANKS_DOWN, TANKS_UP, WITHDRAWS

SUPPORTED = phrase("spice.support", "Support in battle")
KILLED = phrase("spice.leaders_killed", "For leaders killed in {territory}")
REWARD = phrase("spice.battle_reward", "For the battle in {territory}")
MOVED = phrase("spice.moved", "After the battle in {territory}")
BLOWN_UP = phrase("spice.blown_up", "{n} spice in {place} are blown up.")


def settle(table: Table, live: LiveBattle) -> Iterator[Event]:
    yield from _forces_and_cards(table, live)
    for leader, place in live.verdict.goes.items():
        yield from _leader_goes(table, live, leader, place)
    yield from _spice(table, live)
    yield from _spent(table, live)
    rules = dict.fromkeys((*BattleEnded.because, *(line.rule for line in live.verdict.lines)))
    yield BattleEnded(live.territory, live.winner, why=tuple(rules))


def _spent(table: Table, live: LiveBattle) -> Iterator[Event]:
    """End stops that were for this battle alone."""
    battle = position(table, live)
    answers: tuple[Answer[Any], ...] = (
        ask(table, Speaks(live.seats)),
        *(ask(table, CompanionOf(seat)) for seat in live.seats),
        *(answer for seat in live.seats for answer in worths(table, battle, live.at(seat))),
    )
    for rule in dict.fromkeys(rule for answer in answers for rule in answer.stopped):
        yield SuspensionSpent(rule)


def _forces_and_cards(table: Table, live: LiveBattle) -> Iterator[Event]:
    fought = {live.whose(seat): live.forces[seat] for seat in live.seats}
    fought |= {seat: Group(many) for seat, many in live.beside.values()}
    won = {live.whose(live.winner), live.beside.get(live.winner, ("", 0))[0]} if live.winner else set()
    for seat in live.verdict.losses:
        chosen = chosen_loss(live, seat)
        # the table may have entered losses since the battle began
        lost = may_leave(table, seat, chosen, live.territory)
        spared = live.verdict.spared.get(seat, Spared())
        stay, home = saved(spared, lost)
        lost = lost.plus(stay.plus(home), -1)
        if lost.total:
            yield ForcesLost(seat, live.territory, lost.normal, lost.special, live.sectors)
        if home.total:
            yield LeftTheField(seat, live.territory, home.normal, home.special, spared.because, live.sectors)
        taken = live.verdict.takeover is not None and seat in won
        rest = fought[seat].plus(chosen, -1).plus(stay if taken else Group()) if seat in fought else Group()
        left = may_leave(table, seat, rest, live.territory)
        if left.total > 0 and (taken or seat in live.verdict.withdraw):
            withdrew = tuple(line.rule for line in live.verdict.lines if line.kind == WITHDRAWS)
            why = withdrew if seat in live.verdict.withdraw else ("2.08.04",)
            yield LeftTheField(seat, live.territory, left.normal, left.special, why, live.sectors)
    rule = {seat: "1.07.06.05" if seat == live.winner else "1.07.06.04" for seat in live.seats}
    for seat, cards in live.verdict.discarded.items():
        for name in cards:
            card = shown_card(table, seat, called(name), name)
            if card:
                yield CardDiscarded(seat, card, (rule[seat],))


def _leader_goes(table: Table, live: LiveBattle, leader: str, place: Phrase) -> Iterator[Event]:
    home = home_of(leader) or next(seat for seat in live.seats if plan_of(live, seat).leader == leader)
    if place.kind == STAYS:
        yield LeaderFought(leader, live.territory)
    if place == ASIDE:
        yield DiscFought(leader)
    if home not in table.seats:
        return
    back = last_had(table, leader)
    if holder_of(table, leader) and place == POOL(faction=back):
        fought = any(plan_of(live, seat).leader == leader for seat in live.seats)
        yield LeaderWentHome(leader, back, ("2.05.10.02" if fought else "2.05.11",))
    elif holder_of(table, leader) and place in (TANKS_UP, TANKS_DOWN):
        yield LeaderWentHome(leader, home, ("2.05.12",))
    if place not in (TANKS_UP, TANKS_DOWN):
        return
    yield from noted(table, home)
    why = ("1.07.06.02",) if place == TANKS_UP else ("1.05.04", "1.07.06.02")
    yield LeaderDied(home, sealed(leader, *everybody(table)), place == TANKS_UP, why)


def _spice(table: Table, live: LiveBattle) -> Iterator[Event]:
    for seat, shares in live.verdict.support.items():
        for share in shares:
            purse = spice_of(table, seat) if seat != BANK else None
            paid = share.amount if purse is None else min(share.amount, purse)
            yield from pay(seat, share.to, paid, SUPPORTED(), share.because or ("1.13.04.04",))
    for share in live.verdict.rewards:
        yield from pay(BANK, share.to, share.amount, REWARD(territory=live.territory), share.because)
    for seat, amount in live.verdict.payouts.items():
        amount -= sum(share.amount for share in live.verdict.rewards if share.to == seat)
        yield from pay(BANK, seat, amount, KILLED(territory=live.territory), ("1.07.06.02",))
    for one in live.verdict.moved:
        due = min(one.amount, lying(table, live.territory)) if one.payer == on(live.territory) else one.amount
        yield from pay(one.payer, one.payee, due, MOVED(territory=live.territory), one.because)
    if live.verdict.blown_up:
        there = lying(table, live.territory)
        yield from pay(on(live.territory), BANK, there, BLOWN_UP(n=there, place=live.territory), ("1.07.06.01",))


def as_group(split: str) -> Group | None:
    """Parse a mix: "2+1" is 2 normal and 1 special force."""
    one, _, two = split.partition("+")
    return Group(int(one), int(two)) if one.isdecimal() and two.isdecimal() and len(split) < 8 else None
