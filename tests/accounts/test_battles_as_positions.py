"""A battle that a script tells alone comes to the same where it is fought on a map, by the commands of buttons."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.common.factions import faction_name
from referee.contract.lines import BadCase
from referee.contract.positions.script import Run
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.settle import SettleBattle
from tests.accounts.battles_as_positions import laid, next_of
from tests.kit import ROOT

SHARES = 3
TOLD_OTHERWISE = {"strongholds", "leader_spice"}  # a position tells them by other fields
NOT_ON_DISCS = ("original_faction", "a captured Swordmaster")  # whose name nobody knows; whose card lies with a captive
CALLED = {"traitor", "traitor_declined"}
COMPARED = ("winner", "aggressor_total", "defender_total", "leaders_killed")


def told() -> list[dict[str, Any]]:
    """Return the battles in which nothing but traitors is called."""
    files = sorted((ROOT / "tests" / "cases").glob("battle*.jsonl"))
    found = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    plain = (one for one in found if {name for name, said in one.get("calls", {}).items() if said} <= CALLED)
    alike = (one for one in plain if not any(TOLD_OTHERWISE & {*one[at]} for at in ("aggressor", "defender")))
    return [one for one in alike if not any(words in json.dumps(one) for words in NOT_ON_DISCS)]


def fought(record: dict[str, Any]) -> dict[str, Any] | None:
    """Return what a battle comes to on a map, ``None`` if it is not fought there."""
    try:
        table = Run(laid(record))
    except BadCase:
        return None
    came = None
    while command := next_of(record, table.referee):
        live = table.referee.get(LiveBattle)
        if live and isinstance(command, SettleBattle):
            totals = [live.totals.get(seat) for seat in live.seats]
            winner = faction_name(live.winner) if live.winner else None
            came = dict(zip(COMPARED, (winner, *totals, sorted(live.verdict.killed)), strict=True))
        if table.attempt(command):
            return None
    return came


@pytest.mark.parametrize("share", range(SHARES))
def test_a_battle_comes_to_the_same_told_alone_or_fought_on_a_map(share: int) -> None:
    battles, differ = 0, list[object]()
    for record in told()[share::SHARES]:
        if (came := fought(record)) is None:
            continue
        battles += 1
        told_of = record["expect"]
        asked = {name: told_of[name] for name in COMPARED if name in told_of}
        asked |= {name: sorted(said) for name, said in asked.items() if isinstance(said, list)}
        differ += [(record["id"], came, asked)] if any(came[name] != said for name, said in asked.items()) else []
    assert not differ and battles > 120
