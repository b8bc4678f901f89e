"""A battle of a live table as a line of ``referee battle --json``, once its plans lie open."""

from __future__ import annotations

from typing import Any

from referee.board.forces import RESERVES, Group, forces_in, is_kept
from referee.board.standing import holdings, with_tokens
from referee.common.factions import FACTIONS, faction_name
from referee.contract.battle_form import POWERS, STRONGHOLDS, is_own
from referee.contract.modules import modules_told
from referee.contract.values import by_name
from referee.holdings.leaders import LeaderBook, key
from referee.holdings.traitors import Traitors
from referee.kernel import Table
from referee.modules.leader_skills.skill_with_leader import skills_of
from referee.modules.leader_skills.strongholds_counted import against_a_bureaucrat, occupied
from referee.modules.stronghold_cards.mobile import Copied
from referee.phases.battle.battle_as_known import position
from referee.phases.battle.live_battle import LiveBattle, fought_in, live_of
from referee.phases.battle.two_sides import Battle, Bystander, Side

Case = dict[str, Any]


def as_case(table: Table) -> Case:
    """Return the case; who plays and what lies where come from the referee's own table."""
    live, battle = live_of(table), position(table, live_of(table))
    others = [seat for seat in table.seats if seat not in live.seats]
    owned, reserves = modules_told(table), [(seat, forces_in(table, seat, RESERVES)) for seat in table.seats]
    return {
        "id": "live",
        "rules": table.rules,
        "territory": battle.territory,
        "territory_spice": battle.spice,
        "players": [faction_name(seat) for seat in table.seats],
        "others_in_territory": [
            {"faction": faction_name(one.faction), "forces": _group(one.forces)} for one in battle.others
        ],
        "aggressor": _side(table, battle, battle.aggressor),
        "defender": _side(table, battle, battle.defender),
        "reserves": {faction_name(seat): _group(held) for seat, held in reserves if held is not None},
        "calls": _calls(table, live),
        "options": dict(table.options),
        "skills": {one.leader: one.card for seat in others for one in skills_of(table, seat)},
        **{field: owned[field] for field in ("stronghold_cards", "tech_tokens", "occupied") if field in owned},
    }


def _group(group: Group) -> Case:
    return {"normal": group.normal, "special": group.special}


def _stands(one: Bystander) -> Case:
    return {"faction": faction_name(one.faction), "forces": _group(one.forces)}


def _side(table: Table, battle: Battle, side: Side) -> Case:
    seat, leader = side.faction, side.leader
    lent, lying = table.state(LeaderBook).lent, skills_of(table, seat)
    state = side.companion_state
    disc = {"name": leader.name, "strength": leader.strength or "X"} if leader else None
    return {
        "faction": faction_name(seat),
        "forces": _group(side.forces),
        "dial": side.dial,
        "leader": disc or side.hero or None,
        "weapon": side.weapon,
        "defense": side.defence,
        "spice": side.spice,
        "spice_support": side.support if table.rules == "advanced" else 0,
        "leader_spice": side.stake,
        "hand": list(side.hand),
        "hand_size": len(table.seats[seat].hand),
        "leaders_available": list(side.leaders),
        "leaders_dead": list(side.dead),
        "leaders_used_elsewhere": {name: fought_in(table, name) for name in side.elsewhere},
        "leaders_used_here": list(side.here),
        "leaders_revived": list(side.revived),
        "captured_leaders": list(side.captives),
        "captured_from": {name: faction_name(lent[key(name)]) for name in side.captives if key(name) in lent},
        "kwisatz_haderach": side.companion,
        "kh_state": state and {"forces_lost": state.lost, "alive": state.alive, "used_this_turn_in": state.used_in},
        "traitors": _traitors(table, seat),
        "ally": side.ally and faction_name(side.ally),
        "ally_traitors": by_name({side.ally: _traitors(table, side.ally)} if side.ally else {}),
        "support_from_ally": by_name(side.ally_support),
        "skills": {one.leader: one.card for one in lying},
        "in_front": [one.leader for one in lying if one.front],
        "strongholds": _strongholds(table, seat),
        "forces_of": faction_name(side.troops) if side.troops else None,
        "beside": side.beside and _stands(side.beside),
    }


def _strongholds(table: Table, seat: str) -> list[str]:
    """Return what a faction holds; against a Bureaucrat, every stronghold that counts as occupied by it now."""
    held = holdings(table).held.get(seat, ())
    if against_a_bureaucrat(table) != seat:
        return [*held]
    if is_kept(table, seat):
        return sorted({one.place for one in with_tokens(table) if one.seat == seat and not one.calm} & {*STRONGHOLDS})
    number = occupied(table, seat)
    return [*held, *(place for place in STRONGHOLDS if place not in held)][:number]


def _traitors(table: Table, seat: str) -> list[str]:
    """Return the traitor cards that a faction holds, what it shows at its word among them."""
    shown = live_of(table).calls.get(seat)
    return [*table.state(Traitors).kept.get(seat, ()), *([shown] if shown else [])]


def _calls(table: Table, live: LiveBattle) -> Case:
    called = [{"by": faction_name(seat), "against": leader} for seat, leader in live.calls.items()]
    dance = {"by": faction_name(live.dancer[0]), "against": live.dancer[1]} if live.dancer else None
    stopped = [{"by": _other_than(rule), "cancels": word} for word, rule in POWERS.items() if rule in table.suspended]
    return {
        "traitor": called,
        "face_dance": dance,
        "karama": stopped,
        "stone_burner": live.chosen_effect or None,
        "copied_card": table.state(Copied).place or None,
    }


def _other_than(rule: str) -> str:
    return next(made.name for seat, made in FACTIONS.items() if not is_own(seat, rule))
