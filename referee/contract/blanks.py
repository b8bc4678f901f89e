"""What a battle fills into the lines by which its rules say what they did: who, how much, with what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple

from referee.common.factions import named
from referee.contract.answers import HOLDS
from referee.holdings.leaders import key, keys
from referee.kernel import OPTIONS, Name, Table, ask, count, half, listed, setting
from referee.phases.battle.allowed_plans import support_shares
from referee.phases.battle.cards_in_battle import WEAPON, ActsAs, Strikes
from referee.phases.battle.dial_and_losses import army, worths
from referee.phases.battle.two_sides import AGGRESSOR, DEFENDER, SIDES, At, Battle, Side, other
from referee.phases.battle.verdict import Verdict
from referee.rulebook.book import rulebook

Blanks = dict[str, dict[str, object]]


def blanks(table: Table, battle: Battle, verdict: Verdict, stops: Iterable[tuple[str, str]]) -> Blanks:
    one, two = battle.aggressor, battle.defender
    both: dict[str, object] = {"one": named(one.faction), "two": named(two.faction)}
    slots = {"1.07.04.01": both | {"n": half(one.dial), "m": half(two.dial)}}
    armed = [(battle.side(at).faction, card) for at in SIDES if (card := _strikes_with(table, battle, at))]
    if len(armed) == len(SIDES):
        slots["1.07.06.01"] = both | {"card": armed[0][1], "other": armed[1][1]}
    elif armed:
        slots["1.07.06.01"] = {"who": named(armed[0][0]), "card": armed[0][1]}
    halves = [side for side in (one, two) if side.dial % 1]
    if len(halves) == 1:
        slots["1.13.04.02"] = {"who": named(halves[0].faction), "n": half(halves[0].dial)}
    elif halves:
        slots["1.13.04.02"] = slots["1.07.04.01"]
    if verdict.winner and verdict.totals:
        winner = battle.side(verdict.winner)
        slots["1.07.06.05"] = {"who": named(winner.faction), "n": half(winner.dial)}
    slots |= _of_the_plans(table, battle)
    options = {option.rule for option in OPTIONS.values()}
    for one_call in (one for one in verdict.tried if one.because[0] not in options):  # an option asks for no card
        slots["1.07.06.06"] = slots["2.05.13"] = {"leader": one_call.call.against}
    for by, power in stops:
        how = "3.01.11.02" if rulebook()[power].karama == "prevent" else "3.01.11.01"
        slots[how] = {"who": named(by), "power": rulebook()[power].title}
    if verdict.capture and verdict.capture.pool != ():
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
    fed = {at: _fed(table, battle, at) for at in SIDES}
    if halved := [battle.side(at) for at in SIDES if fed[at]]:
        slots["1.13.04.01"] = {"who": named(halved[0].faction), HOLDS: True} if len(halved) == 1 else {HOLDS: True}
    spent = {at: min(sum(support_shares(table, battle, at).values()), fed[at]) for at in SIDES}
    paid = {at: count(n, "force") for at, n in spent.items() if n}
    if len(paid) == len(SIDES):
        both = {"one": named(battle.aggressor.faction), "two": named(battle.defender.faction), HOLDS: True}
        slots["1.13.04"] = {**both, "n": paid[AGGRESSOR], "m": paid[DEFENDER]}
    elif paid:
        at, n = next(iter(paid.items()))
        slots["1.13.04"] = {"who": named(battle.side(at).faction), "n": n, HOLDS: True}
    return slots


def _strikes_with(table: Table, battle: Battle, at: At) -> str:
    """Return the weapon with which this side strikes, "" for none or for a card that kills nobody."""
    card = ask(table, ActsAs(battle, at, WEAPON)).value
    return card if card and ask(table, Strikes(card, battle.calls.chosen_effect)).value.kind else ""


def _fed(table: Table, battle: Battle, at: At) -> int:
    """Return how many forces of this side count in full with 1 spice each, and half without."""
    kinds = zip(worths(table, battle, at), astuple(army(table, battle, at, 0).forces), strict=True)
    return sum(there for answer, there in kinds if answer.value.fed)


def _together(sides: Sequence[Side]) -> Name:
    """Return both sides as one name, which takes the plural."""
    names = [named(side.faction) for side in sides]
    return names[0] if len(names) == 1 else Name(listed(names), many=True)
