"""A battle that a script tells alone has the same winner where it is fought on a map, by commands of buttons."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.common.factions import faction_name
from referee.contract.lines import BadCase
from referee.contract.positions.script import Run
from referee.phases.battle.live_battle import OVER, LiveBattle
from tests.accounts.battles_as_positions import laid, next_of
from tests.kit import ROOT

SHARES = 3
TOLD_OTHERWISE = {"strongholds", "leader_spice"}  # a position tells them by other fields
NOBODYS = "original_faction"  # of a leader whose name nobody knows
KNOWN = {"traitor", "traitor_declined"}


def told() -> list[dict[str, Any]]:
    """Return the battles that name a winner, and in which nothing but traitors is called."""
    lines = (ROOT / "tests" / "cases" / "battle.jsonl").read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    sides = ("aggressor", "defender")
    plain = (one for one in found if {*one.get("calls", ())} <= KNOWN and "winner" in one["expect"])
    alike = (one for one in plain if not any(TOLD_OTHERWISE & {*one[at]} for at in sides))
    return [one for one in alike if NOBODYS not in str(one)]


@pytest.mark.parametrize("share", range(SHARES))
def test_a_battle_has_one_winner_told_alone_or_fought_on_a_map(share: int) -> None:
    fought, differ = 0, list[object]()
    for record in told()[share::SHARES]:
        try:
            table = Run(laid(record))
        except BadCase:
            continue
        while (command := next_of(record, table.referee)) and not table.attempt(command):
            pass
        live = table.referee.get(LiveBattle)
        if live is None or live.step != OVER:
            continue
        fought += 1
        winner = faction_name(live.winner) if live.winner else None
        if winner != record["expect"]["winner"]:
            differ.append((record["id"], winner))
    assert not differ and fought > 50
