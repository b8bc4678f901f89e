"""Battles on a world: natives add what its card says, only they call traitors, and an explosion spares most of them."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.worlds import WORLDS, World, reaches_minimum, world_of
from referee.common.factions import named
from referee.kernel import Table, adds, phrase, ruling, worded
from referee.offers.what_now import Says
from referee.phases.battle.judging import BlastLosses
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.on_screen import ChangedBefore
from referee.phases.battle.two_sides import At, Battle
from referee.phases.battle.verdict import Addition, Additions
from referee.phases.battle.who_may_call import CallsFor, NoCall

RULE = "4.04.03"
ADDS = phrase("homeworlds.adds", "{faction!n:The adds} {adds} as the natives of {by}.")
NOT_NATIVE = NoCall(
    "NOT_NATIVE",
    phrase(
        "homeworlds.not_native",
        "{faction!n:The} cannot call {leader} traitor: on a homeworld only its natives may.",
    ),
)


def home_of_side(table: Table, battle: Battle, at: At) -> World | None:
    """Return the world on which this side fights as its natives, ``None`` for any other place."""
    there = world_of(table, battle.territory) if battle.territory in WORLDS else None
    return there if there is not None and there.owner == battle.side(at).faction else None


def bonus(one: World, battle: Battle, at: At) -> int:
    """Return what its card says, by the side that is up as they fight."""
    return one.bonus[0 if reaches_minimum(one, battle.side(at).forces) else 1]


@adds(Additions, rule=RULE)
def natives_add(question: Additions, table: Table) -> Iterable[Addition]:
    home = home_of_side(table, question.battle, question.at)
    if home is not None:
        more = bonus(home, question.battle, question.at)
        yield Addition(more, ADDS(faction=home.owner, adds=more, by=home.name), (RULE,), apart=True)


@adds(ChangedBefore, rule=RULE)
def natives_will_add(question: ChangedBefore, table: Table) -> Iterable[Says]:
    live = battle_now(table)
    one = world_of(table, live.territory) if live and live.territory in WORLDS else None
    if live and one is not None and (held := live.forces.get(one.owner)) is not None:
        more = one.bonus[0 if reaches_minimum(one, held) else 1]
        yield Says(worded(ADDS(faction=one.owner, adds=more, by=one.name), named), RULE, one.owner)


@ruling(BlastLosses, rule=RULE)
def natives_lose_few(question: BlastLosses, table: Table, so_far: int) -> int | None:
    home = home_of_side(table, question.battle, question.at)
    return bonus(home, question.battle, question.at) if home is not None else None


@ruling(CallsFor, rule=RULE)
def only_natives_call(question: CallsFor, table: Table, so_far: At | NoCall) -> At | NoCall | None:
    there = world_of(table, question.battle.territory) if question.battle.territory in WORLDS else None
    return NOT_NATIVE if there is not None and question.call.by != there.owner else None
