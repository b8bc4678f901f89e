"""What Ecaz's forces add beside their ally's in a battle, and what they lose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.board.forces import Group
from referee.common.factions import faction_name, named
from referee.factions.ecaz import ME
from referee.factions.ecaz.occupy import BATTLE
from referee.kernel import Called, Table, adds, option, phrase, ruling, say, setting
from referee.phases.battle.before_the_plans import HelpedBy
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.two_sides import SIDES, Battle, VerdictLine
from referee.phases.battle.verdict import EXPLOSION, TRAITOR, Addition, Additions, Aftermath, Verdict
from referee.phases.battle.verdict_wording import BYSTANDER_LOSES

LOSSES = "2.11.23"


def _added(name: Called, faction: str, by: str, adds: int, ally: str) -> str:
    return say("{seat:The adds} {n} beside {ally:'s} forces.", seat=name(ME), n=adds, ally=name(ally))


ADDED = phrase("ecaz.added", _added)
LOSE_HALF = phrase("ecaz.lose_half", "{faction!n:The loses} {n} of {many} beside their ally.")
HALF = option(
    "E1",
    "4.96.01",
    "Half of Ecaz's forces, when their number is odd",
    ("up", "Rounded up", "Five add 3, and the winner loses 3 of them."),
    ("down", "Rounded down", "Five add 2, and the winner loses 2 of them."),
)


def half_of(table: Table, many: int) -> int:
    return (many + 1) // 2 if setting(table, HALF) == "up" else many // 2


def _rounded(table: Table, many: int) -> tuple[str, ...]:
    """Return the option that rounds, if it matters."""
    return (HALF.rule,) if many % 2 and setting(table, HALF) != HALF.default else ()


def _beside(battle: Battle, at: str) -> int:
    """Return how many of Ecaz's forces fight along on a side."""
    side = next(battle.side(one) for one in SIDES if one == at)
    return side.beside.forces.total if side.beside and side.beside.faction == ME else 0


@adds(Additions, rule=BATTLE)
def half_of_them(question: Additions, table: Table) -> Iterable[Addition]:
    side, many = question.battle.side(question.at), _beside(question.battle, question.at)
    half, why = half_of(table, many), (BATTLE, *_rounded(table, many))
    return (
        (Addition(half, ADDED(faction=side.faction, by=faction_name(ME), adds=half, ally=side.whose), why, True),)
        if half
        else ()
    )


@ruling(Aftermath, rule=LOSSES)
def they_lose_half_or_all(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    for at in SIDES:
        many = _beside(question.battle, at)
        if not many:
            continue
        if so_far.winner == at:
            lost = 0 if so_far.how == TRAITOR else half_of(table, many)
            words = LOSE_HALF(faction=ME, n=lost, many=many)
        else:
            lost, words = many, BYSTANDER_LOSES(faction=ME, forces=(many, 0))
        before = so_far.losses.get(ME, (Group(),))[0] if so_far.how == EXPLOSION else Group()
        losses = {**so_far.losses, ME: (before.plus(Group(lost)),)}
        return replace(so_far, losses=losses).told(VerdictLine(LOSSES, words))
    return None


@adds(HelpedBy, rule=BATTLE)
def what_they_add(question: HelpedBy, table: Table) -> Iterable[tuple[str, str]]:
    live = battle_now(table)
    one, many = live.beside.get(question.seat, ("", 0)) if live else ("", 0)
    if live and one == ME:
        whose = live.whose(question.seat)
        of = {"whose": named(whose), "ecaz": named(ME), "n": half_of(table, many)}
        own = "You dial your own forces. {ecaz:The adds} {n} to your total, whatever you dial."
        words = "You dial {whose:'s} forces. {ecaz:The adds} {n} to your total, whatever you dial."
        yield BATTLE, say(own if whose == question.seat else words, **of)
