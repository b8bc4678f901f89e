"""The battles of ``tests/cases/battle*.jsonl`` as positions: who stands there, what each holds, and what is done next.

A line tells a battle alone. Here its two sides meet on the map of a table, whose players choose the battle, pass
before the plans, lock what the line tells, answer for their traitors and settle it, each by the command of a button.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from referee.board.forces import Group
from referee.board.territories import TERRITORIES, is_sand
from referee.common.factions import FACTIONS, faction_name
from referee.contract.battle import read_battle
from referee.contract.positions.cases import Position, read_position
from referee.factions.ecaz.occupy import ChooseFighter
from referee.holdings.leaders import home_of, is_shared, key, keys
from referee.holdings.traitors import TraitorsDealt, TraitorsKept
from referee.kernel import Command, Event, Table, sealed
from referee.modules.leader_skills.before_the_shield import PlaceSkill
from referee.modules.leader_skills.mentats_question import NameWeapon, asker
from referee.modules.leader_skills.skill_with_leader import open_skill
from referee.phases.battle.allowed_plans import support_shares
from referee.phases.battle.battle_as_known import callers
from referee.phases.battle.before_the_plans import StaySilent, steps
from referee.phases.battle.call_traitor import AnswerTraitor
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.events import CompanionNoted, LeaderFought
from referee.phases.battle.live_battle import NO, OPEN, OVER, YES, LiveBattle, traitor_answers
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.spice_for_forces import LendSupport, helped_by
from referee.phases.battle.two_sides import SIDES, At, Battle, Side
from referee.phases.battle.who_fights_where import FightNext

ACTS = ("FightNext", "StaySilent", "PlaceSkill", "ChooseFighter", "LockPlan", "AnswerTraitor", "SettleBattle")
ELSEWHERE, FOUND_AT, POINTS_AT = "Polar Sink", "Gara Kulon", "Red Chasm"
Said = Mapping[str, Any]
AS_TOLD = ("stronghold_cards", "nexus_cards", "occupied", "reserves")


def laid(record: Said) -> Position:
    """Return a battle's position, one act before it is chosen; raises ``BadCase`` where it cannot be laid."""
    battle = read_battle(record).battle
    place = {"turn": 3, "events": [], **{name: record[name] for name in AS_TOLD if name in record}}
    place |= {name: value for name, value in _place(record, battle) if value}
    made = read_position({"rules": record["rules"], "phase": "battle", "options": _options(record), "situation": place})
    return replace(made, events=(*made.events, *_besides(battle)))


def _options(record: Said) -> dict[str, Any]:
    return {"K8": "off", **record.get("options", {})}


def _place(record: Said, battle: Battle) -> Iterator[tuple[str, Any]]:
    sides = [battle.side(at) for at in SIDES]
    told = {one.faction: record[at] for one, at in zip(sides, SIDES, strict=True)}
    stand = {one.whose: one.forces for one in sides} | {one.faction: one.forces for one in battle.others}
    stand |= {one.beside.faction: one.beside.forces for one in sides if one.beside}
    allies = {frozenset({one.faction, one.ally}): (one.faction, one.ally) for one in sides if one.ally}
    seats = {*told, *stand, *(seat for pair in allies.values() for seat in pair)}
    others = (*record.get("players", ()), *(of for one in sides for of in _captives(one, battle).values()))
    owner = TERRITORIES[battle.territory].owner if battle.territory in TERRITORIES else ""
    others = (*others, *([faction_name(owner)] if owner else []))
    names = dict.fromkeys([*map(faction_name, sorted(seats, key=lambda one: one not in told)), *others])
    yield "players", [*names]
    yield "first_player", faction_name(battle.aggressor.faction)
    yield "map", {faction_name(seat): {battle.territory: _group(group)} for seat, group in stand.items()}
    lent = {faction_name(seat): spice for one in sides for seat, spice in one.ally_support.items()}
    yield "spice", {**lent, **{faction_name(one.faction): one.spice + one.gift for one in sides}}
    yield "hand", {faction_name(one.faction): [*one.hand] for one in sides}
    yield "leaders", {**_of_others(names, battle), **{faction_name(one.faction): _leaders(one) for one in sides}}
    yield "captives", {faction_name(one.faction): held for one in sides if (held := _captives(one, battle))}
    yield "alliances", [[*map(faction_name, pair)] for pair in allies.values()]
    yield "skills", {leader: card for one in told.values() for leader, card in one.get("skills", {}).items()}
    yield "territory_spice", {battle.territory: battle.spice} if is_sand(battle.territory) else {}
    place = TERRITORIES.get(battle.territory)
    if place and place.found:
        yield "discoveries", [{"token": place.name, "territory": FOUND_AT, "revealed": True}]
    if place and place.owner:
        yield "mobile_stronghold", {"territory": POINTS_AT}


def _group(group: Group) -> dict[str, int]:
    return {"normal": group.normal, "special": group.special}


def _leaders(side: Side) -> dict[str, list[str]]:
    leads = side.leader.name if side.leader else ""
    led = (leads,) if leads and not home_of(leads) and not is_shared(leads) else ()  # one whose name nobody knows
    own = dict.fromkeys(map(_as_printed, (*side.leaders, *side.here, *side.elsewhere, *led)))
    away = keys((*side.dead, *side.captives))
    return {"pool": [one for one in own if key(one) not in away], "face_up": [*map(_as_printed, side.dead)]}


def _as_printed(name: str) -> str:
    """Return a leader's name as the discs have it; a line may leave out a title."""
    return next((one for made in FACTIONS.values() for one in made.leaders if key(one) == key(name)), name)


def _of_others(names: Iterable[str], battle: Battle) -> dict[str, dict[str, list[str]]]:
    """Return the leaders of those who look on: all that nobody holds captive."""
    taken = {name for at in SIDES for name in battle.side(at).captives}
    of = {one.name: one.leaders for one in FACTIONS.values()}
    return {name: {"pool": [one for one in of[name] if one not in taken]} for name in names if name in of}


def _captives(side: Side, battle: Battle) -> dict[str, str]:
    foe = next(one.faction for one in (battle.aggressor, battle.defender) if one.faction != side.faction)
    return {name: faction_name(home_of(name) or foe) for name in side.captives}


def _besides(battle: Battle) -> Iterator[Event]:
    """Yield what a position does not tell: traitors, where leaders fought, the forces lost."""
    for side in (battle.side(at) for at in SIDES):
        for name in (*side.elsewhere, *side.here):
            yield LeaderFought(name, ELSEWHERE if name in side.elsewhere else battle.territory)
        if state := side.companion_state:
            yield CompanionNoted(side.faction, sealed(state.lost, side.faction), state.alive, state.used_in or "", ())
        for seat, cards in {side.faction: side.traitors, **side.ally_traitors}.items():
            yield TraitorsDealt(seat, len(cards), sealed((), seat))
            yield TraitorsKept(frozenset({seat}), seat, cards, ())


# -- what is done ------------------------------------------------------------------------------------------------------


def next_of(record: Said, table: Table) -> Command | None:
    """Return what is done next as the line tells it, ``None`` once the battle is over."""
    battle, live = read_battle(record).battle, table.get(LiveBattle)
    sides = [battle.side(at) for at in SIDES]
    if now := ChooseFighter.waiting(table):
        return ChooseFighter(now.seat, next(one.faction for one in sides if one.beside))
    if live is None:
        return FightNext(sides[0].faction, battle.territory, sides[1].faction)
    if live.step == OVER:
        return None
    if live.step != OPEN:
        return SettleBattle()
    return next(_before_the_reveal(record, table, live, battle), None)


def _before_the_reveal(record: Said, table: Table, live: LiveBattle, battle: Battle) -> Iterator[Command]:
    yield from (StaySilent(step.say.seat, step.say.rule) for step in steps(table) if not step.done)
    if seat := asker(table):
        yield NameWeapon(seat)
    for at in (at for at in SIDES if battle.side(at).faction not in live.plans):
        side = battle.side(at)
        for seat, spice in side.ally_support.items():
            if helped_by(table, seat) == side.faction and live.lent.get(side.faction) != spice:
                yield LendSupport(seat, spice)
        skill = open_skill(table, side.faction)
        if skill and skill.leader not in record[at].get("in_front", ()):
            yield PlaceSkill(side.faction)
        yield _plan(table, battle, at)
    left = (seat for seat in callers(table, live) if seat not in traitor_answers(table))
    calling = {call.by for call in battle.calls.traitors}
    yield from (AnswerTraitor(seat, YES if seat in calling else NO) for seat in left)


def _plan(table: Table, battle: Battle, at: At) -> LockPlan:
    """Return a side's plan; a line tells what is paid in all, a plan what its owner pays and what the ally does."""
    side, paid = battle.side(at), support_shares(table, battle, at)
    helped = paid.get(side.ally or "", 0)
    own = sum(paid.values()) - helped if helped else side.support
    leads, cards = side.leader.name if side.leader else side.hero, (side.weapon or "", side.defence or "")
    return LockPlan(side.faction, side.dial, leads, *cards, side.companion, own, helped, side.stake)
