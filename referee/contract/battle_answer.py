"""A verdict as plain JSON values, factions by their printed names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from referee.common.factions import faction_name
from referee.common.forces import Group
from referee.contract.lines import reasons
from referee.kernel.table import Table
from referee.phases.battle.plan import objections
from referee.phases.battle.resolution import judge
from referee.phases.battle.sides import SIDES, Battle
from referee.phases.battle.traitors import Refusal
from referee.phases.battle.verdict import EXPLOSION, Verdict
from referee.phases.battle.verdict_in_journal import extras

T = TypeVar("T")
NO_TOTALS = {"winner": None, "aggressor_total": None, "defender_total": None}


def answer(table: Table, battle: Battle) -> dict[str, Any]:
    """Return the verdict, or what speaks against the plans."""
    errors = [
        {"side": at, "code": objection.code, "why": objection.sentence, "rule": objection.rule}
        for at in SIDES
        for objection in objections(table, battle, at)
    ]
    if errors:
        return {"legal": False, "errors": errors, **NO_TOTALS}
    return {"legal": True, **told(battle, judge(table, battle))}


def told(battle: Battle, verdict: Verdict) -> dict[str, Any]:
    """Return a verdict in the words of the contract."""
    totals = verdict.totals or (None, None)
    return {
        "winner": faction_name(battle.side(verdict.winner).faction) if verdict.winner else None,
        "aggressor_total": totals[0],
        "defender_total": totals[1],
        "leaders_killed": list(verdict.killed),
        **_forces(verdict),
        "spice": {
            "payouts": _named(verdict.payouts),
            "to_bank": _named(verdict.to_bank),
            "net": _named(verdict.net),
        },
        "cards_discarded": _named({seat: list(cards) for seat, cards in verdict.discarded.items()}),
        "cards_kept_optional": _named({seat: list(cards) for seat, cards in verdict.kept.items()}),
        "explosion": verdict.how == EXPLOSION,
        **_calls(verdict),
        "leader_goes_to": dict(verdict.goes),
        "leader_available_again": _named({seat: list(names) for seat, names in verdict.back.items()}),
        "capture": None,
        "face_dance": None,
        **extras(verdict),
        "because": reasons(verdict.lines, (rule for line in verdict.lines for rule in line.behind)),
    }


def _named(by_seat: Mapping[str, T]) -> dict[str, T]:
    return {faction_name(seat): value for seat, value in by_seat.items()}


def _group(group: Group) -> dict[str, int]:
    return {"normal": group.normal, "special": group.special}


def _forces(verdict: Verdict) -> dict[str, Any]:
    """One split is an event, several are the owner's choice."""
    certain = {seat: _group(groups[0]) for seat, groups in verdict.losses.items() if len(groups) == 1}
    choice = {seat: [_group(g) for g in groups] for seat, groups in verdict.losses.items() if len(groups) > 1}
    return {"forces_lost": _named(certain), **({"forces_lost_any_of": _named(choice)} if choice else {})}


def _calls(verdict: Verdict) -> dict[str, Any]:
    refused = [
        {"by": faction_name(one.call.by), "against": one.call.against, "why": one.result.code}
        for one in verdict.tried
        if isinstance(one.result, Refusal)
    ]
    return {"traitor_refused": refused}
