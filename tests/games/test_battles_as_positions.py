"""A battle that a script tells alone comes to the same where it is fought on a map, by the commands of buttons.

What is called otherwise than by a traitor card is left out: Karama and Nexus cards have commands of their own before
the plans, and a line does not say when they are played.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.common.factions import faction_name
from referee.contract.lines import BadCase
from referee.contract.positions.script import Run
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.two_sides import SIDES
from tests.kit import ROOT, seeds
from tests.tools.accounts.battles_as_positions import laid, next_of

SHARES = 3
TOLD_OTHERWISE = {"strongholds", "leader_spice"}  # a position tells them by other fields
NOT_ON_DISCS = ("original_faction", "a captured Swordmaster")  # whose name nobody knows; whose card lies with a captive
NO_PLAN = "a plan names no forces"
OTHERWISE = {
    "HOM-B06": "without its module a world is no place of the map",
    "fewer forces named than dialed": NO_PLAN,
    "commit claims full but not paid": NO_PLAN,
    "commit over forces": NO_PLAN,
    "more spice than forces supports no more forces": "a wheel takes no spice that supports nothing",
    "leader and Cheap Hero though the card is not held": "a plan has one field for who leads",
}
CALLED = {"traitor", "traitor_declined"}
COMPARED = ("winner", "aggressor_total", "defender_total", "leaders_killed")


def told() -> list[dict[str, Any]]:
    """Return the battles in which nothing but traitors is called."""
    files = sorted((ROOT / "tests" / "cases").glob("battle*.jsonl"))
    found = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    sound = (one for one in found if "error" not in one["expect"])  # who contradicts himself is told so, and not judged
    plain = (one for one in sound if {name for name, said in (one.get("calls") or {}).items() if said} <= CALLED)
    alike = (one for one in plain if not any(TOLD_OTHERWISE & {*one[at]} for at in ("aggressor", "defender")))
    return [one for one in alike if not any(words in json.dumps(one) for words in NOT_ON_DISCS)]


def fought(record: dict[str, Any]) -> dict[str, Any]:
    """Return what a battle comes to on a map; raises ``BadCase`` if it cannot be laid, or stops where it should not."""
    table, came = Run(laid(record)), dict[str, Any]()
    while command := next_of(record, table.referee):
        live = table.referee.get(LiveBattle)
        if live and isinstance(command, SettleBattle):
            totals = [live.totals.get(seat) for seat in live.seats]
            winner = faction_name(live.winner) if live.winner else None
            came = dict(zip(COMPARED, (winner, *totals, sorted(live.verdict.killed)), strict=True))
        if refused := table.attempt(command):
            if isinstance(command, LockPlan) and live:
                return {"side": SIDES[live.seats.index(command.seat)], "code": refused.code}
            raise BadCase(f"{type(command).__name__} is refused: {refused.sentence}")
    return came


def as_expected(record: dict[str, Any], came: dict[str, Any]) -> bool:
    """Return True if a battle came to what the line expects, or its plan is refused as it is there."""
    expected = record["expect"]
    if expected["legal"] is False or "code" in came:
        errors = expected.get("errors") or [came]
        return expected["legal"] is False and came in [{name: one.get(name) for name in came} for one in errors]
    asked = {name: sorted(said) if isinstance(said, list) else said for name, said in expected.items()}
    return all(came[name] == asked[name] for name in COMPARED if name in asked)


@pytest.mark.parametrize("share", seeds(range(SHARES), daily=1))
def test_a_battle_comes_to_the_same_told_alone_or_fought_on_a_map(share: int) -> None:
    differ = dict[str, object]()
    for record in (battles := told()[share::SHARES]):
        try:
            came = fought(record)
        except BadCase as why:
            came = {"stops": str(why)}
        if "stops" in came or not as_expected(record, came):
            differ[record["id"]] = came, record["expect"]
    assert {*differ} == {record["id"] for record in battles} & {*OTHERWISE}, differ
    assert len(battles) > 160
