"""What a battle fills into the lines by which its rules say what they did: who, how much, with what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.common.factions import named
from referee.holdings.leaders import key, keys
from referee.kernel import OPTIONS, Name, Table, count, half, listed, setting
from referee.phases.battle.allowed_plans import support_shares
from referee.phases.battle.two_sides import AGGRESSOR, DEFENDER, SIDES, Battle, Side, other
from referee.phases.battle.verdict import Verdict
from referee.rulebook.book import rulebook

Blanks = dict[str, dict[str, object]]


def blanks(table: Table, battle: Battle, verdict: Verdict, stops: Iterable[tuple[str, str]]) -> Blanks:
    one, two = battle.aggressor, battle.defender
    both: dict[str, object] = {"one": named(one.faction), "two": named(two.faction)}
    slots = {"1.07.04.01": both | {"n": half(one.dial), "m": half(two.dial)}}
    if one.weapon and two.weapon:
        slots["1.07.06.01"] = both | {"card": one.weapon, "other": two.weapon}
    elif armed := next((side for side in (one, two) if side.weapon), None):
        slots["1.07.06.01"] = {"who": named(armed.faction), "card": armed.weapon}
    halves = [side for side in (one, two) if side.dial % 1]
    if len(halves) == 1:
        slots["1.13.04.02"] = {"who": named(halves[0].faction), "n": half(halves[0].dial)}
    elif halves:
        slots["1.13.04.02"] = slots["1.07.04.01"]
    if verdict.winner and verdict.totals:
        winner = battle.side(verdict.winner)
        slots["1.07.06.05"] = {"who": named(winner.faction), "n": half(winner.dial)}
        slots["1.13.04.01"] = {"who": named(winner.faction)}
    slots |= _of_the_plans(table, battle)
    for one_call in verdict.tried:
        slots["1.07.06.06"] = slots["2.05.13"] = {"leader": one_call.call.against}
    for by, power in stops:
        how = "3.01.11.02" if rulebook()[power].karama == "prevent" else "3.01.11.01"
        slots[how] = {"who": named(by), "power": rulebook()[power].title}
    if verdict.capture:
        loser = other(verdict.winner) if verdict.winner else AGGRESSOR
        slots["2.05.10"] = {"loser": named(battle.side(loser).faction)}
    behind = {rule for line in verdict.lines for rule in line.behind}
    for option in (option for option in OPTIONS.values() if option.rule in behind):
        label = option.label(setting(table, option))
        slots.setdefault(option.rule, {"choice": f"{label[:1].lower()}{label[1:]}"})
    return slots


def _of_the_plans(table: Table, battle: Battle) -> Blanks:
    slots: Blanks = {}
    sides = (battle.aggressor, battle.defender)
    led = next((side.leader for side in sides if side.leader and key(side.leader.name) in keys(side.here)), None)
    if led:
        slots["1.07.04.03"] = {"leader": led.name}
    without = [side for side in sides if not (side.leader or side.hero)]
    slots["1.07.04.05"] = {"who": _together(without)}
    if not any(side.usable or "Cheap Hero" in side.hand for side in without):
        slots["1.07.04.04"] = slots["1.07.04.05"]
    spent = {at: sum(support_shares(table, battle, at).values()) for at in SIDES}
    paid = {at: count(n, "force") for at, n in spent.items() if n}
    if len(paid) == len(SIDES):
        both = {"one": named(battle.aggressor.faction), "two": named(battle.defender.faction)}
        slots["1.13.04"] = {**both, "n": paid[AGGRESSOR], "m": paid[DEFENDER]}
    elif paid:
        at, n = next(iter(paid.items()))
        slots["1.13.04"] = {"who": named(battle.side(at).faction), "n": n}
    return slots


def _together(sides: Sequence[Side]) -> Name:
    """Return both sides as one name, which takes the plural."""
    names = [named(side.faction) for side in sides]
    return names[0] if len(names) == 1 else Name(listed(names), many=True)
